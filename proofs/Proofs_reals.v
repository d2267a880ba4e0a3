(* tiling.rules: Laws of the reals. *)
Require Import Ops Statements.

Theorem rule_contract : stmt_contract.
Proof.
  hnf; intros. rewrite (fma_law ops_A laws_A). apply (add_comm ops_A laws_A).
Qed.
Theorem rule_contract_left : stmt_contract_left.
Proof. hnf; intros. symmetry. apply (fma_law ops_A laws_A). Qed.
Theorem rule_rsqrt : stmt_rsqrt.
Proof. hnf; intros. symmetry. apply (rsqrt_law ops_A laws_A). Qed.
Theorem rule_reciprocal : stmt_reciprocal.
Proof. hnf; intros. apply (div_law ops_A laws_A). Qed.
Theorem rule_reciprocal_product : stmt_reciprocal_product.
Proof. hnf; intros. apply (div_mul ops_A laws_A). Qed.
