(* tiling.rules: Zips. *)
Require Import Folds Statements.

Theorem rule_zip_same : stmt_zip_same.
Proof. by_definition. Qed.
Theorem rule_zip_flip : stmt_zip_flip.
Proof. by_definition. Qed.
Theorem rule_zip_nest : stmt_zip_nest.
Proof. by_definition. Qed.
Theorem rule_zip_nest_four : stmt_zip_nest_four.
Proof. by_definition. Qed.
Theorem rule_zip_nest_pairs : stmt_zip_nest_pairs.
Proof. by_definition. Qed.
Theorem rule_zip_nest_cross : stmt_zip_nest_cross.
Proof. by_definition. Qed.
Theorem rule_zip_nest_outer : stmt_zip_nest_outer.
Proof. by_definition. Qed.
Theorem rule_zip_zip_cross : stmt_zip_zip_cross.
Proof. by_definition. Qed.
Theorem rule_zip_turn : stmt_zip_turn.
Proof. by_definition. Qed.

Theorem rule_zip_swap : stmt_zip_swap.
Proof. by_definition. Qed.

Theorem rule_zip_again_first : stmt_zip_again_first.
Proof. by_definition. Qed.

Theorem rule_zip_again_second : stmt_zip_again_second.
Proof. by_definition. Qed.

Theorem rule_unzip_zip : stmt_unzip_zip.
Proof. by_definition. Qed.
Theorem rule_split_zip : stmt_split_zip.
Proof. by_definition. Qed.
Theorem rule_take_zip : stmt_take_zip.
Proof. by_definition. Qed.
Theorem rule_drop_zip : stmt_drop_zip.
Proof. by_definition. Qed.
Theorem rule_head_zip : stmt_head_zip.
Proof. by_definition. Qed.
Theorem rule_splitVec_zip : stmt_splitVec_zip.
Proof. by_definition. Qed.
