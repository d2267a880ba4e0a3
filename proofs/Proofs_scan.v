(* scan.rules. *)
Require Import Scans Statements.

Theorem rule_scan_seq : stmt_scan_seq.
Proof. by_definition. Qed.
Theorem rule_scan_from : stmt_scan_from.
Proof. hnf; intros. exact (scan_from M e monoid_M n z x). Qed.
Theorem rule_scan_blocks : stmt_scan_blocks.
Proof.
  hnf; intros. cbv zeta. rewrite (scan_blocks I J s_1 h_1).
  apply (f_equal (join I J s_1 h_1)).
  apply (f_equal (fun c => map (fun p => scanSeq f (p1 p) (p2 p)) (zip c _))).
  symmetry. apply exclusive.
Qed.
Theorem rule_scan_reduce_then_scan : stmt_scan_reduce_then_scan.
Proof.
  hnf; intros. cbv zeta.
  rewrite (scan_reduce_then_scan M e monoid_M I J s_1 h_1).
  apply (f_equal (join I J s_1 h_1)).
  apply (f_equal (fun c => map (fun p => scanSeq M (p1 p) (p2 p)) (zip c _))).
  symmetry. apply exclusive.
Qed.
Theorem rule_scan_then_propagate : stmt_scan_then_propagate.
Proof.
  hnf; intros. cbv zeta.
  rewrite (scan_then_propagate M e monoid_M I J s_1 h_1).
  apply (f_equal (join I J s_1 h_1)).
  apply (f_equal (fun c => map (fun p => map (M (p1 p)) (p2 p)) (zip c _))).
  symmetry. apply exclusive.
Qed.
Theorem rule_scan_cut : stmt_scan_cut.
Proof. hnf; intros. apply scan_cut. Qed.
Theorem rule_scan_cut_apart : stmt_scan_cut_apart.
Proof. hnf; intros. exact (scan_cut_monoid n m s_1 h_1 h_1 M e monoid_M z x). Qed.
Theorem rule_map_into_scan : stmt_map_into_scan.
Proof. hnf; intros. apply scanSeq_map. Qed.
Theorem rule_fold_scan : stmt_fold_scan.
Proof.
  hnf; intros. unfold head, reduceSeq, fill, drop, scanSeq, foldl.
  cbn [val fi]. rewrite firstn_all2; [reflexivity|].
  rewrite tolist_length. facts. lia.
Qed.
