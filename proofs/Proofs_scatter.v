(* scatter.rules. *)
Require Import Scatters Scans Proofs_scan Statements.

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
(* A map of elements and of the states of their scan: by rows, each from the
   state before it. *)
Lemma scan_beside {A B C} (M : A -> A -> A) e (Hm : monoid M e) I J s
  (H : Eq s (I * J)) t (H1 : Eq t (1 + J)) (H2 : Eq t (J + 1)) z
  (p : B -> A) (g : B -> A -> C) (x : arr B s) :
  map (fun q => g (p1 q) (p2 q)) (zip x (scan M z (map p x)))
  = join I J s H
      (map (fun w => map (fun q => g (p1 q) (p2 q))
                       (zip (p2 w) (scan M (p1 w) (map p (p2 w)))))
        (zip (take J 1 t H2 (concat 1 J t H1 (fill 1 z)
                (scan M z (map (fun r => foldl M e (map p r))
                             (split I J s H x)))))
          (split I J s H x))).
Proof.
  rewrite (scan_reduce_then_scan M e Hm I J s H z (map p x)).
  rewrite <- (join_split I J s H H x) at 1.
  change (@scan A) with (@scanSeq A A). rewrite exclusive. reflexivity.
Qed.
Theorem rule_filter_chunks : stmt_filter_chunks.
Proof.
  hnf; intros. cbv zeta.
  rewrite (scan_beside M e monoid_M I J s_1 h_2 s_2 h_3 h_4).
  apply (f_equal (P _)).
  exact (carry_after M e monoid_M I J s_1 h_2 s_2 h_3 h_4 h_1 z (map p x)).
Qed.
(* By parts, the second from what the first adds up to. *)
Lemma beside_cut {A B C} n k s (H : Eq s (n + k)) (f : A -> A -> A) z
  (p : B -> A) (g : B -> A -> C) (x : arr B s) :
  map (fun q => g (p1 q) (p2 q)) (zip x (scan f z (map p x)))
  = concat n k s H
      (map (fun q => g (p1 q) (p2 q))
        (zip (take n k s H x) (scan f z (map p (take n k s H x)))))
      (map (fun q => g (p1 q) (p2 q))
        (zip (drop n k s H x)
          (scan f (foldl f z (map p (take n k s H x)))
            (map p (drop n k s H x))))).
Proof.
  change (@scan A) with (@scanSeq A A).
  rewrite (scan_cut n k s H H f z (map p x)).
  rewrite <- (concat_halves n k s H H H x) at 1.
  extensionality i. unfold map, zip, concat. cbn [p1 p2].
  destruct (lt_dec _ _); reflexivity.
Qed.
(* One row is all there is. *)
Lemma one_row {A} n (H : Eq n (n * 1)) (x : arr A n) j : split n 1 n H x j = x.
Proof.
  extensionality i. unfold split. at_index. pose proof (lt_of j).
  replace (val j) with 0 by lia. lia.
Qed.
Lemma join_one {A} n (H : Eq n (n * 1)) (H1 : Positive 1)
  (y : arr (arr A n) 1) : join n 1 n H y = head 1 H1 y.
Proof.
  transitivity (head 1 H1 (split n 1 n H (join n 1 n H y))).
  - symmetry. apply one_row.
  - apply (f_equal (head 1 H1)), split_join.
Qed.
Lemma head_row {A B C} n (H : Eq n (n * 1)) (H1 : Positive 1)
  (h : pr A (arr B n) -> C) (y : arr A 1) (x : arr B n) :
  head 1 H1 (map h (zip y (split n 1 n H x))) = h (P (head 1 H1 y) x).
Proof. unfold head, map, zip. rewrite one_row. reflexivity. Qed.
Theorem rule_filter_chunks_rest : stmt_filter_chunks_rest.
Proof.
  hnf; intros. cbv zeta.
  rewrite (beside_cut s_1 K s_2 h_2 M z p g x).
  rewrite (scan_beside M e monoid_M I J s_1 h_3 s_3 h_4 h_5).
  rewrite (join_one K h_6 h_1).
  change (reduce M z (map p x)) with (fill 1 (foldl M z (map p x))).
  pose proof (carry_after M e monoid_M I J s_1 h_3 s_3 h_4 h_5 h_1 z
    (map p (take s_1 K s_2 h_2 x))) as Q.
  change (map (foldl M e) (split I J s_1 h_3 (map p (take s_1 K s_2 h_2 x))))
    with (map (fun r => head 1 h_1 (reduce M e (map p r)))
      (split I J s_1 h_3 (take s_1 K s_2 h_2 x))) in Q.
  rewrite (foldl_cut s_1 K s_2 h_2 M z (map p x)).
  change (take s_1 K s_2 h_2 (map p x)) with (map p (take s_1 K s_2 h_2 x)).
  rewrite Q, (head_row K h_6 h_1). reflexivity.
Qed.
