(* tiling.rules: Tiling of maps. *)
Require Import Folds Statements.

Theorem rule_map_interchange : stmt_map_interchange.
Proof. by_definition. Qed.
Theorem rule_map_flatten : stmt_map_flatten.
Proof.
  hnf; intros. symmetry.
  exact (split_join n m s_1 h_1 h_1 (map (map M) x)).
Qed.
Theorem rule_map_flatten_zip : stmt_map_flatten_zip.
Proof.
  hnf; intros. symmetry. exact (split_join n m s_1 h_1 h_1
    (map (fun r => map (fun p => f (p1 p) (p2 p)) (zip (p1 r) (p2 r)))
      (zip xs ys))).
Qed.
Theorem rule_map_flatten_pairs : stmt_map_flatten_pairs.
Proof.
  hnf; intros. symmetry. exact (split_join n m s_1 h_1 h_1
    (map (fun a => map (fun b => f a b) (g a)) x)).
Qed.
Theorem rule_map_by_rows : stmt_map_by_rows.
Proof. by_definition. Qed.
Theorem rule_columns_by_rows : stmt_columns_by_rows.
Proof. by_definition. Qed.
Theorem rule_map_zip_pair : stmt_map_zip_pair.
Proof. by_definition. Qed.
Theorem rule_map_pair : stmt_map_pair.
Proof. by_definition. Qed.
Theorem rule_map_one : stmt_map_one.
Proof.
  hnf; intros. extensionality i. unfold map, fill, head.
  apply (f_equal (fun a => f (x a))), fin_eq; simpl. bounds. lia.
Qed.
Theorem rule_map_map_tile : stmt_map_map_tile.
Proof.
  hnf; intros. extensionality i; extensionality j.
  assert (x_i : join m I s_2 h_2 (split m I s_2 h_2 xs) i = xs i)
    by (rewrite join_split; reflexivity).
  assert (y_j : join n J s_1 h_1 (split n J s_1 h_1 ys) j = ys j)
    by (rewrite join_split; reflexivity).
  exact (f_equal2 f (eq_sym x_i) (eq_sym y_j)).
Qed.
Theorem rule_pair_blocks : stmt_pair_blocks.
Proof. by_definition. Qed.
Theorem rule_map_cut : stmt_map_cut.
Proof.
  hnf; intros. symmetry.
  exact (concat_halves n1 n2 s_1 h_1 h_1 h_1 (map f x)).
Qed.
Theorem rule_map_overlap : stmt_map_overlap.
Proof.
  hnf; intros. extensionality i. unfold map, concat, take, drop.
  destruct (lt_dec _ _); simpl;
    apply (f_equal (fun a => f (x a))), fin_eq; simpl; facts; lia.
Qed.
