(* tiling.rules: Maps across views, fusion. *)
Require Import Folds Statements.

Theorem rule_map_id : stmt_map_id.
Proof. by_definition. Qed.
Theorem rule_split_map : stmt_split_map.
Proof. by_definition. Qed.
Theorem rule_join_map : stmt_join_map.
Proof. by_definition. Qed.
Theorem rule_transpose_map : stmt_transpose_map.
Proof. by_definition. Qed.
Theorem rule_take_map : stmt_take_map.
Proof. by_definition. Qed.
Theorem rule_drop_map : stmt_drop_map.
Proof. by_definition. Qed.
Theorem rule_concat_map : stmt_concat_map.
Proof.
  hnf; intros. extensionality i. unfold map, concat.
  destruct (lt_dec _ _); reflexivity.
Qed.
Theorem rule_head_map : stmt_head_map.
Proof. by_definition. Qed.
Theorem rule_fill_map : stmt_fill_map.
Proof. by_definition. Qed.
Theorem rule_splitVec_map : stmt_splitVec_map.
Proof.
  hnf; intros. extensionality i.
  exact (f_equal (fun r => pack (map M r)) (eq_sym (unpack_pack A w _))).
Qed.
Theorem rule_joinVec_map : stmt_joinVec_map.
Proof.
  hnf; intros. unfold joinVec.
  transitivity (join w m s_1 h_1 (map (map M) (map unpack x))); [reflexivity|].
  apply (f_equal (join w m s_1 h_1)). extensionality i. symmetry.
  exact (unpack_pack B w _).
Qed.
Theorem rule_lanes_map : stmt_lanes_map.
Proof.
  hnf; intros. symmetry. exact (unpack_pack B w _).
Qed.
Theorem rule_map_keep : stmt_map_keep.
Proof. by_definition. Qed.
Theorem rule_reduceSeq_map : stmt_reduceSeq_map.
Proof.
  hnf; intros. apply (f_equal (fill 1)), foldl_map.
Qed.
Theorem rule_reduceSeq_keep : stmt_reduceSeq_keep.
Proof.
  intros n A B C M N g x. apply (f_equal (fill 1)).
  change (zip (map g x) x) with (map (fun y => P (g y) y) x).
  symmetry. exact (foldl_map (fun acc s => M acc (p1 s) (p2 s)) _ N x).
Qed.
Theorem rule_mapVec_id : stmt_mapVec_id.
Proof.
  hnf; intros. exact (pack_unpack A w x).
Qed.
Theorem rule_mapVec_mapVec : stmt_mapVec_mapVec.
Proof.
  hnf; intros.
  exact (f_equal (fun v => pack (map M v)) (unpack_pack B w _)).
Qed.
Theorem rule_mapVec_right : stmt_mapVec_right.
Proof.
  hnf; intros.
  exact (f_equal (fun v : arr C w =>
    pack (map (fun p => f (p1 p) (p2 p)) (zip (unpack a) v)))
    (unpack_pack C w _)).
Qed.
Theorem rule_zip_map_left : stmt_zip_map_left.
Proof. by_definition. Qed.
Theorem rule_zip_map_right : stmt_zip_map_right.
Proof. by_definition. Qed.
Theorem rule_map_zip_left : stmt_map_zip_left.
Proof. by_definition. Qed.
Theorem rule_map_zip_right : stmt_map_zip_right.
Proof. by_definition. Qed.
Theorem rule_map_zip_outer : stmt_map_zip_outer.
Proof. by_definition. Qed.
Theorem rule_map_zip_first : stmt_map_zip_first.
Proof. by_definition. Qed.
Theorem rule_share : stmt_share.
Proof. by_definition. Qed.
