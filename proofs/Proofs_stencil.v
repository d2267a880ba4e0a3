(* The rules of stencil.rules. *)
Require Import Folds Statements.

Theorem rule_slide_map : stmt_slide_map.
Proof. by_definition. Qed.
Theorem rule_clamp_map : stmt_clamp_map.
Proof. by_definition. Qed.
Theorem rule_mirror_map : stmt_mirror_map.
Proof. by_definition. Qed.
Theorem rule_wrap_map : stmt_wrap_map.
Proof. by_definition. Qed.
Theorem rule_take_slide : stmt_take_slide.
Proof.
  hnf; intros. extensionality i; extensionality j. unfold slide, take.
  at_index. reflexivity.
Qed.
Theorem rule_slide_transpose : stmt_slide_transpose.
Proof. by_definition. Qed.
Theorem rule_clamp_transpose : stmt_clamp_transpose.
Proof. by_definition. Qed.
Theorem rule_mirror_transpose : stmt_mirror_transpose.
Proof. by_definition. Qed.
Theorem rule_wrap_transpose : stmt_wrap_transpose.
Proof. by_definition. Qed.
Theorem rule_map_columns : stmt_map_columns.
Proof. by_definition. Qed.
Theorem rule_slide_split : stmt_slide_split.
Proof.
  hnf; intros. extensionality i; extensionality j. unfold slide, split.
  at_index. reflexivity.
Qed.
Theorem rule_slide_tile : stmt_slide_tile.
Proof.
  hnf; intros. extensionality i; extensionality j.
  unfold slide, join, map. at_index. bounds. facts. subst.
  assert (t <> 0) by nia. rewrite (Nat.div_mod (val i) t) at 1 by auto. ring.
Qed.
