(* The rules of algorithmic.rules. *)
Require Import Folds Statements.

Theorem rule_iterate_sum : stmt_iterate_sum.
Proof.
  hnf; intros. rewrite (eq_of _ _ d_1), Nat.add_comm. apply iterate_add.
Qed.
Theorem rule_map_reorder : stmt_map_reorder.
Proof. by_definition. Qed.
Theorem rule_split_join : stmt_split_join.
Proof.
  hnf; intros. symmetry.
  exact (join_split I J s_1 h_1 h_1 (map M x)).
Qed.
Theorem rule_reduce_part : stmt_reduce_part.
Proof. hnf; intros. apply (f_equal (fill 1)), foldl_chunks; auto. Qed.
Theorem rule_part_reduce : stmt_part_reduce.
Proof.
  hnf; intros. extensionality i. apply (f_equal (foldl M N)). extensionality j.
  unfold split. at_index. bounds. nia.
Qed.
Theorem rule_reduce_reorder : stmt_reduce_reorder.
Proof.
  hnf; intros. symmetry. apply (f_equal (fill 1)), foldl_perm; auto.
  apply tolist_reorder; auto.
Qed.
Theorem rule_part_iterate : stmt_part_iterate.
Proof.
  hnf; intros. extensionality i. unfold reducePart, map.
  rewrite (foldl_chunks M N monoid_M I J s_2 d_2).
  apply (f_equal (foldl M N)). extensionality j. unfold map, split at 3.
  apply (f_equal (foldl M N)). extensionality k. unfold split. at_index.
  rewrite (eq_of _ _ d_2). ring.
Qed.
Theorem rule_part_split : stmt_part_split.
Proof.
  hnf; intros. extensionality i. apply (f_equal (foldl M N)).
  extensionality j. unfold split. at_index. bounds. facts. subst.
  assert (J <> 0) by nia. rewrite (Nat.div_mod (val i) J) at 1 by auto. ring.
Qed.
Theorem rule_join_split : stmt_join_split.
Proof. hnf; intros. apply join_split. Qed.
Theorem rule_split_join_id : stmt_split_join_id.
Proof. hnf; intros. apply split_join. Qed.
Theorem rule_joinVec_splitVec : stmt_joinVec_splitVec.
Proof.
  hnf; intros. unfold joinVec, splitVec.
  transitivity (join I J s_1 h_1 (split I J s_1 h_1 x)); [|apply join_split].
  apply (f_equal (join I J s_1 h_1)). extensionality i. apply unpack_pack.
Qed.
Theorem rule_splitVec_joinVec : stmt_splitVec_joinVec.
Proof.
  hnf; intros. unfold joinVec, splitVec. rewrite split_join. extensionality i.
  apply pack_unpack.
Qed.
Theorem rule_map_map : stmt_map_map.
Proof. by_definition. Qed.
Theorem rule_reduceSeq_mapSeq : stmt_reduceSeq_mapSeq.
Proof. hnf; intros. apply (f_equal (fill 1)), foldl_map. Qed.
