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
Theorem rule_sum_swap : stmt_sum_swap.
Proof.
  hnf; intros. rewrite <- !(add_assoc ops_A laws_A).
  rewrite (add_comm ops_A laws_A b c). reflexivity.
Qed.
Theorem rule_difference_swap : stmt_difference_swap.
Proof.
  hnf; intros. rewrite !(sub_law ops_A laws_A).
  apply (rule_sum_swap A ops_A); exact laws_A.
Qed.
Theorem rule_sum_open : stmt_sum_open.
Proof. hnf; intros. apply (add_assoc ops_A laws_A). Qed.
Theorem rule_difference_open : stmt_difference_open.
Proof.
  hnf; intros. rewrite !(sub_law ops_A laws_A). apply (add_assoc ops_A laws_A).
Qed.
Theorem rule_difference_of_sum : stmt_difference_of_sum.
Proof.
  hnf; intros. rewrite !(sub_law ops_A laws_A), (neg_add ops_A laws_A).
  apply (add_assoc ops_A laws_A).
Qed.
