(* tiling.rules: The layout of accumulators. *)
Require Import Folds Statements.

Theorem rule_view_split : stmt_view_split.
Proof. hnf; intros. apply foldl_view. intros. apply join_split. Qed.
Theorem rule_view_join : stmt_view_join.
Proof. hnf; intros. apply foldl_view. intros. apply split_join. Qed.
Theorem rule_view_transpose : stmt_view_transpose.
Proof. hnf; intros. apply (foldl_view transpose transpose). reflexivity. Qed.
Theorem rule_view_vectors : stmt_view_vectors.
Proof. hnf; intros. apply foldl_view. intros. apply joinVec_splitVec. Qed.
Theorem rule_scan_view_vectors : stmt_scan_view_vectors.
Proof. hnf; intros. apply scanSeq_view. intros. apply joinVec_splitVec. Qed.
Theorem rule_view_row_vectors : stmt_view_row_vectors.
Proof.
  hnf; intros.
  apply (foldl_view (map (joinVec A w m s_1 h_2))
    (map (splitVec A w m s_1 h_2))).
  intros y. extensionality i. exact (joinVec_splitVec A w m s_1 _ _ (y i)).
Qed.
Theorem rule_view_lanes : stmt_view_lanes.
Proof.
  hnf; intros. apply (foldl_view (lanes A w)
    (fun y => head 1 h_1 (splitVec A w 1 w h_2 y))).
  intros. apply lanes_head.
Qed.
