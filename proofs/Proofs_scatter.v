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
  rewrite (scatter_privates _ M e monoid_M n k s_1 m h_2).
  apply (foldl_from M e monoid_M).
Qed.
(* Columns of rows of which the last is apart. *)
Lemma column_and_last {A k m s} (M : A -> A -> A) e (H : Eq s (k + 1))
  (rows : arr (arr A m) k) last j :
  foldl M e (transpose (concat k 1 s H rows (fill 1 last)) j)
  = M (foldl M e (map (fun h => h j) rows)) (last j).
Proof.
  change (transpose ?c j) with (map (fun h => h j) c).
  rewrite !foldl_map, foldl_concat. reflexivity.
Qed.
Theorem rule_scatter_privates_rest : stmt_scatter_privates_rest.
Proof.
  hnf; intros. extensionality j.
  rewrite (scatter_private _ M e monoid_M s_1 r s_2 m h_2 d is x).
  transitivity (M (d j) (foldl M e (transpose (concat k 1 s_3 h_4
    (map (fun p => scatter ops_I M (fill m e) (p1 p) (p2 p))
      (zip (split n k s_1 h_3 (take s_1 r s_2 h_2 is))
        (split n k s_1 h_3 (take s_1 r s_2 h_2 x))))
    (fill 1 (scatter ops_I M (fill m e) (drop s_1 r s_2 h_2 is)
      (drop s_1 r s_2 h_2 x)))) j))); [|reflexivity].
  rewrite column_and_last, (assoc M e monoid_M), <- (foldl_from M e monoid_M).
  rewrite <- (scatter_privates _ M e monoid_M n k s_1 m h_3). reflexivity.
Qed.
Theorem rule_scatter_any_order : stmt_scatter_any_order.
Proof.
  hnf; intros. symmetry.
  exact (scatter_any_order _ M e cmonoid_M s perm_s d is x).
Qed.
Theorem rule_permute_map : stmt_permute_map.
Proof. hnf; intros. apply permute_map. Qed.
