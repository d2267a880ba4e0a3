(* The rules of opencl.rules: most only name who computes something. *)
Require Import Folds Statements.

Theorem rule_map_workgroup : stmt_map_workgroup.
Proof. by_definition. Qed.
Theorem rule_map_local : stmt_map_local.
Proof. by_definition. Qed.
Theorem rule_map_global : stmt_map_global.
Proof. by_definition. Qed.
Theorem rule_map_in_groups : stmt_map_in_groups.
Proof. by_definition. Qed.
Theorem rule_map_seq : stmt_map_seq.
Proof. by_definition. Qed.
Theorem rule_map_unroll : stmt_map_unroll.
Proof. by_definition. Qed.
Theorem rule_reduce_seq : stmt_reduce_seq.
Proof. by_definition. Qed.
Theorem rule_reduce_unroll : stmt_reduce_unroll.
Proof. by_definition. Qed.
Theorem rule_reorder_stride : stmt_reorder_stride.
Proof.
  hnf; intros. exists (stride I J s_1 h_1). split; [apply stride_perm|].
  reflexivity.
Qed.
Theorem rule_reorder_id : stmt_reorder_id.
Proof.
  hnf; intros. exists (fun i => i). split; [intros i j E; exact E|].
  reflexivity.
Qed.
Theorem rule_to_global : stmt_to_global.
Proof. by_definition. Qed.
Theorem rule_to_local : stmt_to_local.
Proof. by_definition. Qed.
Theorem rule_vectorise : stmt_vectorise.
Proof.
  hnf; intros. symmetry.
  transitivity (join I J s_1 h_1 (split I J s_1 h_1 (map M x)));
    [|apply join_split].
  apply (f_equal (join I J s_1 h_1)). extensionality i.
  exact (eq_trans (unpack_pack B I _) (f_equal (map M) (unpack_pack A I _))).
Qed.
Theorem rule_store_private : stmt_store_private.
Proof. by_definition. Qed.
Theorem rule_store_local : stmt_store_local.
Proof. by_definition. Qed.
Theorem rule_store_global : stmt_store_global.
Proof. by_definition. Qed.
Theorem rule_copy : stmt_copy.
Proof. by_definition. Qed.
