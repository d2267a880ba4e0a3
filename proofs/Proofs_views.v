(* tiling.rules: Views of views. *)
Require Import ZArith Folds Ops Statements.
Require Machine.

Theorem rule_join_join : stmt_join_join.
Proof.
  hnf; intros. extensionality i. unfold join, map.
  assert (n <> 0 /\ m <> 0) as [Hn Hm] by (bounds; facts; nia).
  transitivity (x (fi _ (div_lt s_3 k s_2 _ h_4 (lt_of i)))
    (fi _ (mod_lt m k s_1 _ h_1 (lt_of
      (fi _ (div_lt n s_1 s_2 _ h_2 (lt_of i))))))
    (fi _ (mod_lt n s_1 s_2 _ h_2 (lt_of i)))).
  - apply (f_equal (fun a => x a _ _)), fin_eq; simpl.
    rewrite (eq_of _ _ h_3). apply Nat.div_div; auto.
  - transitivity (x (fi _ (div_lt s_3 k s_2 _ h_4 (lt_of i)))
      (fi _ (div_lt n m s_3 _ h_3 (lt_of
        (fi _ (mod_lt s_3 k s_2 _ h_4 (lt_of i))))))
      (fi _ (mod_lt n s_1 s_2 _ h_2 (lt_of i)))).
    + apply (f_equal (fun a => x _ a _)), fin_eq; simpl.
      rewrite (eq_of _ _ h_3).
      rewrite Nat.mod_mul_r, (Nat.mul_comm n), Nat.div_add by auto.
      rewrite (Nat.div_small (val i mod n) n); auto.
      apply Nat.mod_upper_bound; auto.
    + at_index. rewrite (eq_of _ _ h_3).
      rewrite Nat.mod_mul_r, (Nat.mul_comm n), Nat.mod_add, Nat.mod_mod; auto.
Qed.
Theorem rule_split_split : stmt_split_split.
Proof.
  hnf; intros. extensionality i; extensionality j; extensionality k.
  unfold split, map. at_index. facts. subst. ring.
Qed.
Theorem rule_transpose_transpose : stmt_transpose_transpose.
Proof. by_definition. Qed.
Theorem rule_transpose_map_split : stmt_transpose_map_split.
Proof. by_definition. Qed.
Theorem rule_map_join_transpose : stmt_map_join_transpose.
Proof. by_definition. Qed.
Theorem rule_split_splitVec : stmt_split_splitVec.
Proof.
  hnf; intros. extensionality i; extensionality j.
  apply (f_equal (@pack A w)). extensionality k. unfold split.
  at_index. facts. subst. ring.
Qed.
Theorem rule_splitVec_lanes : stmt_splitVec_lanes.
Proof.
  hnf; intros. transitivity (pack (unpack x)); [|apply pack_unpack].
  apply (f_equal (@pack A w)). extensionality i. unfold split, lanes.
  at_index. lia.
Qed.
Theorem rule_lanes_splitVec : stmt_lanes_splitVec.
Proof. hnf; intros. apply lanes_head. Qed.
Theorem rule_joinVec_lanes : stmt_joinVec_lanes.
Proof.
  hnf; intros. extensionality i. unfold joinVec, lanes, join, map, fill.
  apply (f_equal (unpack v)), fin_eq; simpl. apply Nat.mod_small, lt_of.
Qed.
Theorem rule_split_fill : stmt_split_fill.
Proof. by_definition. Qed.
Theorem rule_join_fill : stmt_join_fill.
Proof. by_definition. Qed.
Theorem rule_splitVec_fill : stmt_splitVec_fill.
Proof. by_definition. Qed.
Theorem rule_transpose_fill : stmt_transpose_fill.
Proof. by_definition. Qed.
Theorem rule_head_fill : stmt_head_fill.
Proof. by_definition. Qed.
Theorem rule_take_elements : stmt_take_elements.
Proof.
  hnf; intros. extensionality i. unfold map, element, generate, take.
  pose proof (lt_of i). facts. apply indices_of in h_2.
  at_index. subst ops_i64. cbn [o_int o_lit Machine.signed_ops Machine.ops_by].
  rewrite Machine.signed_wrap; lia.
Qed.
Theorem rule_take_all : stmt_take_all.
Proof. by_definition. Qed.
Theorem rule_drop_none : stmt_drop_none.
Proof. by_definition. Qed.
Theorem rule_concat_empty : stmt_concat_empty.
Proof.
  hnf; intros. extensionality i. unfold concat. bounds.
  destruct (lt_dec _ _); [at_index; auto | lia].
Qed.
Theorem rule_concat_to_empty : stmt_concat_to_empty.
Proof.
  hnf; intros. extensionality i. unfold concat. bounds.
  destruct (lt_dec _ _); [lia | at_index; lia].
Qed.
Theorem rule_take_concat : stmt_take_concat.
Proof.
  hnf; intros. extensionality i. unfold take, concat; simpl.
  destruct (lt_dec _ _); at_index; lia.
Qed.
Theorem rule_join_head : stmt_join_head.
Proof.
  hnf; intros. extensionality i. unfold join, map, head.
  transitivity (f (x i) (fi _ (mod_lt 1 n n _ h_1 (lt_of i)))).
  - apply (f_equal (fun a => f (x a) _)), fin_eq; simpl. apply Nat.div_1_r.
  - apply (f_equal (f (x i))), fin_eq; reflexivity.
Qed.
Theorem rule_rows_of_one : stmt_rows_of_one.
Proof.
  hnf; intros. extensionality i. extensionality j. unfold split, map, head.
  f_equal; [apply (f_equal x)|]; apply fin_eq; simpl; bounds; lia.
Qed.
Theorem rule_one_element : stmt_one_element.
Proof. by_definition. Qed.
Theorem rule_one_item : stmt_one_item.
Proof.
  hnf; intros. extensionality i.
  apply (f_equal (foldl f z)). extensionality j. unfold splitInto, split. at_index.
  change (val j = val i / 1 * n + val j). rewrite Nat.div_1_r. bounds. nia.
Qed.
Theorem rule_one_part : stmt_one_part.
Proof.
  hnf; intros. extensionality i.
  apply (f_equal (foldl M e)). extensionality j. unfold splitInto, split. at_index.
  change (val j = val i / 1 * n + val j). rewrite Nat.div_1_r. bounds. nia.
Qed.
Theorem rule_map_part : stmt_map_part.
Proof.
  hnf; intros. symmetry. exact (join_split n 1 n h_1 h_1 (map f x)).
Qed.
Theorem rule_pack : stmt_pack.
Proof. by_definition. Qed.
Theorem rule_pack_local : stmt_pack_local.
Proof. by_definition. Qed.
Theorem rule_pack_private : stmt_pack_private.
Proof. by_definition. Qed.
