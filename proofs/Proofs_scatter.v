(* scatter.rules. *)
Require Import Scatters Statements.

Theorem rule_scatter_map : stmt_scatter_map.
Proof. hnf; intros. apply scatter_map. Qed.
Theorem rule_scatter_pair : stmt_scatter_pair.
Proof. hnf; intros. apply scatter_pair. Qed.
Theorem rule_scatter_cut : stmt_scatter_cut.
Proof. hnf; intros. apply scatter_cut. Qed.
Theorem rule_scatter_twice : stmt_scatter_twice.
Proof.
  hnf; intros. rewrite (scatter_cut _ n k s_1 m h_1).
  rewrite !take_concat, !drop_concat. reflexivity.
Qed.
Theorem rule_scatter_private : stmt_scatter_private.
Proof. hnf; intros. apply scatter_private; auto. Qed.
Theorem rule_scatter_privates : stmt_scatter_privates.
Proof.
  hnf; intros. extensionality j.
  rewrite (scatter_privates _ M e monoid_M n k s_1 m h_2). reflexivity.
Qed.
Theorem rule_scatter_any_order : stmt_scatter_any_order.
Proof.
  hnf; intros. symmetry.
  exact (scatter_any_order _ M e cmonoid_M s perm_s d is x).
Qed.
Theorem rule_permute_map : stmt_permute_map.
Proof. hnf; intros. apply permute_map. Qed.
