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
(* What the last row leaves: the end of the scan of all rows' folds. *)
Lemma carry_after {A} (M : A -> A -> A) e (Hm : monoid M e) I J s
  (H : Eq s (I * J)) t (H1 : Eq t (1 + J)) (H2 : Eq t (J + 1))
  (H3 : Positive 1) z (x : arr A s) :
  foldl M z x
  = head 1 H3 (drop J 1 t H2 (concat 1 J t H1 (fill 1 z)
      (scan M z (map (foldl M e) (split I J s H x))))).
Proof.
  transitivity (foldl M z (map (foldl M e) (split I J s H x))).
  { rewrite (foldl_from M e Hm), (foldl_chunks M e Hm I J s H).
    symmetry. apply (foldl_from M e Hm). }
  generalize (map (foldl M e) (split I J s H x)). intros y.
  unfold head, drop, concat, fill, scan, scanSeq, foldl. cbn [val fi].
  destruct (lt_dec _ _) as [L|L].
  - assert (length (tolist y) = 0) as E by (rewrite tolist_length; lia).
    destruct (tolist y); [reflexivity|discriminate].
  - rewrite firstn_all2; [reflexivity|]. rewrite tolist_length. lia.
Qed.
Theorem rule_scan_rest : stmt_scan_rest.
Proof.
  hnf; intros. cbv zeta. change (@scan A) with (@scanSeq A A).
  rewrite (scan_cut s_1 K s_2 h_1 h_1 M z x).
  rewrite (carry_after M e monoid_M I J s_1 h_2 s_3 h_4 h_5 h_3).
  apply (f_equal (fun a => concat s_1 K s_2 h_1 a _)).
  change (@scanSeq A A) with (@scan A).
  rewrite (scan_reduce_then_scan M e monoid_M I J s_1 h_2).
  apply (f_equal (join I J s_1 h_2)).
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
Theorem rule_take_scan : stmt_take_scan.
Proof. hnf; intros. apply take_states. Qed.
Theorem rule_take_scan_seq : stmt_take_scan_seq.
Proof. hnf; intros. apply take_states. Qed.
Theorem rule_fold_scan : stmt_fold_scan.
Proof.
  hnf; intros. unfold head, reduceSeq, fill, drop, scanSeq, foldl.
  cbn [val fi]. rewrite firstn_all2; [reflexivity|].
  rewrite tolist_length. facts. lia.
Qed.
