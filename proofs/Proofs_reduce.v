(* tiling.rules: Reductions in parallel. *)
Require Import Folds Statements.

Theorem rule_reduce_chunks : stmt_reduce_chunks.
Proof. hnf; intros. apply (f_equal (fill 1)), foldl_chunks; auto. Qed.
Theorem rule_reduce_strided : stmt_reduce_strided.
Proof. hnf; intros. apply (f_equal (fill 1)), foldl_columns; auto. Qed.
Theorem rule_reduce_rest : stmt_reduce_rest.
Proof.
  hnf; intros. apply (f_equal (fill 1)).
  rewrite (foldl_cut s_1 r s_2 h_2), (foldl_from M e monoid_M).
  rewrite (foldl_chunks M e monoid_M k m s_1 h_3). symmetry.
  exact (foldl_concat m 1 s_3 h_4 M e _ _).
Qed.
(* Column i of the rows is what accumulator i sees. *)
Lemma accumulators {A B k m} (M : A -> B -> A) (e : A)
  (x : arr (arr B k) m) :
  map (foldl M e) (transpose x)
  = foldl (fun acc v => map (fun p => M (p1 p) (p2 p)) (zip acc v)) (fill k e)
      x.
Proof.
  extensionality i. symmetry.
  rewrite (foldl_at _ (fun a (v : arr B k) => M a (v i)) (fun acc => acc i))
    by reflexivity.
  symmetry. exact (foldl_map M (fun v : arr B k => v i) e x).
Qed.
Theorem rule_reduce_accs_plain : stmt_reduce_accs_plain.
Proof.
  hnf; intros. apply (f_equal (fill 1)).
  rewrite (foldl_columns M e cmonoid_M k m s_1 h_1), accumulators.
  reflexivity.
Qed.
Theorem rule_reduce_accs : stmt_reduce_accs.
Proof.
  hnf; intros. apply (f_equal (fill 1)).
  rewrite (foldl_columns M e cmonoid_M k m s_1 h_1).
  apply (f_equal (foldl M e)). symmetry.
  transitivity (map (foldl (fun a b => M a (g b)) e)
    (transpose (split k m s_1 h_1 x))).
  - symmetry. exact (accumulators (fun a b => M a (g b)) e _).
  - extensionality i. symmetry.
    exact (foldl_map M g e (transpose (split k m s_1 h_1 x) i)).
Qed.
Theorem rule_reduce_lanes : stmt_reduce_lanes.
Proof.
  hnf; intros. apply (f_equal (fill 1)).
  rewrite (foldl_columns M e cmonoid_M w m s_1 h_1), accumulators.
  apply (f_equal (foldl M e)). symmetry.
  unfold lanes, head, reduceSeq, fill at 1.
  rewrite (foldl_at _ (fun (acc : arr A w) v =>
    map (fun p => M (p1 p) (p2 p)) (zip acc (unpack v))) unpack)
    by (intros; exact (unpack_pack A w _)).
  unfold splat, splitVec. rewrite unpack_pack, foldl_map.
  apply (f_equal (fun f => foldl f (fill w e) _)).
  extensionality acc; extensionality v. rewrite unpack_pack. reflexivity.
Qed.
Theorem rule_reduce_cut : stmt_reduce_cut.
Proof.
  hnf; intros. apply (f_equal (fill 1)).
  rewrite (foldl_cut n1 n2 s_1 h_1). apply foldl_from; auto.
Qed.
Theorem rule_reduce_cut_seq : stmt_reduce_cut_seq.
Proof. hnf; intros. apply (f_equal (fill 1)), foldl_cut. Qed.
Theorem rule_reduce_from : stmt_reduce_from.
Proof. hnf; intros. apply (f_equal (fill 1)), foldl_from; auto. Qed.
Theorem rule_reduce_after : stmt_reduce_after.
Proof.
  hnf; intros. apply (f_equal (fill 1)). pose proof (is_monoid _ _ cmonoid_M) as H.
  symmetry. rewrite <- (unitr _ _ H z) at 1.
  rewrite (foldl_both M e cmonoid_M). symmetry. apply foldl_from, H.
Qed.
Theorem rule_reduce_pair : stmt_reduce_pair.
Proof.
  hnf; intros.
  pose (F := fun (s c : pr A B) => P (M (p1 s) (p1 c)) (K (p2 s) (p2 c))).
  assert (p1 (foldl F (P d e) (zip x y)) = foldl M d x) as E.
  { transitivity (foldl (fun a (c : pr A B) => M a (p1 c)) d (zip x y)).
    - apply foldl_at; reflexivity.
    - exact (eq_sym (foldl_map M p1 d (zip x y))). }
  assert (p2 (foldl F (P d e) (zip x y)) = foldl K e y) as E'.
  { transitivity (foldl (fun b (c : pr A B) => K b (p2 c)) e (zip x y)).
    - apply foldl_at; reflexivity.
    - exact (eq_sym (foldl_map K p2 e (zip x y))). }
  exact (f_equal2 f (eq_sym E) (eq_sym E')).
Qed.
Theorem rule_reduce_pad : stmt_reduce_pad.
Proof.
  hnf; intros. apply (f_equal (fill 1)).
  rewrite foldl_concat, foldl_fill; auto.
Qed.
Theorem rule_column_bands : stmt_column_bands.
Proof.
  hnf; intros. extensionality j.
  exact (foldl_chunks M e monoid_M k m s_1 h_2 (fun i => x i j)).
Qed.
Theorem rule_column_cut : stmt_column_cut.
Proof.
  hnf; intros. extensionality j. unfold map, head, reduce, fill.
  transitivity (foldl M (foldl M e (take n1 n2 s_1 h_2 (fun i => x i j)))
    (drop n1 n2 s_1 h_2 (fun i => x i j))).
  - exact (foldl_cut n1 n2 s_1 h_2 M e (fun i => x i j)).
  - apply foldl_from; auto.
Qed.
Theorem rule_column_append : stmt_column_append.
Proof.
  hnf; intros. extensionality j.
  change (M (foldl M e (fun i => x i j)) (y j)
    = foldl M e (fun i => concat n 1 s_1 h_3 x (split m 1 m h_2 y) i j)).
  rewrite (foldl_cut n 1 s_1 h_3).
  assert (T : take n 1 s_1 h_3
    (fun i => concat n 1 s_1 h_3 x (split m 1 m h_2 y) i j)
    = fun i => x i j).
  { extensionality i. exact (f_equal (fun r => r i j)
      (take_concat n 1 s_1 h_3 h_3 x (split m 1 m h_2 y))). }
  assert (D : drop n 1 s_1 h_3
    (fun i => concat n 1 s_1 h_3 x (split m 1 m h_2 y) i j)
    = fun _ => y j).
  { extensionality i. transitivity (split m 1 m h_2 y i j).
    - exact (f_equal (fun r => r i j)
        (drop_concat n 1 s_1 h_3 h_3 x (split m 1 m h_2 y))).
    - unfold split. at_index. pose proof (lt_of i). lia. }
  rewrite T, D. reflexivity.
Qed.
Theorem rule_column_lines : stmt_column_lines.
Proof.
  hnf; intros. extensionality j.
  transitivity (foldl M e (map (foldl M e)
    (transpose (split k m s_2 d_2 (fun i => x i j)))));
    [exact (foldl_columns M e cmonoid_M k m s_2 d_2 (fun i => x i j))|].
  apply (f_equal (foldl M e)). extensionality r.
  apply (f_equal (foldl M e)). extensionality q.
  assert (val j < n) by apply lt_of.
  assert (D : (val q * s_3 + (val r * n + val j)) / n = val q * k + val r)
    by (facts; subst; symmetry; apply (Nat.div_unique _ _ _ (val j)); nia).
  assert (E : (val q * s_3 + (val r * n + val j)) mod n = val j)
    by (facts; subst; symmetry;
        apply (Nat.mod_unique _ _ (val q * k + val r)); nia).
  unfold transpose, split, join. symmetry.
  transitivity (x (fi _ (div_lt n s_2 s_1 _ h_2 (split_lt s_3 m s_1 _ _ h_3
    (lt_of q) (split_lt n k s_3 _ _ h_4 (lt_of r) (lt_of j))))) j).
  - apply (f_equal (x _)), fin_eq. exact E.
  - apply (f_equal (fun i => x i j)), fin_eq. exact D.
Qed.
Theorem rule_product_bands : stmt_product_bands.
Proof.
  hnf; intros. extensionality a. extensionality b.
  exact (foldl_chunks M e monoid_M k m s_1 h_2
    (fun n => g (xs a n) (ys b n))).
Qed.
Theorem rule_product_cut : stmt_product_cut.
Proof.
  hnf; intros. extensionality a. extensionality b.
  unfold map, head, reduce, fill.
  set (z := fun n => g (xs a n) (ys b n)).
  transitivity (foldl M (foldl M e (take n1 n2 s_1 h_2 z))
    (drop n1 n2 s_1 h_2 z)).
  - exact (foldl_cut n1 n2 s_1 h_2 M e z).
  - apply foldl_from; auto.
Qed.
Theorem rule_reduce_first : stmt_reduce_first.
Proof.
  hnf; intros. apply (f_equal (fill 1)). rewrite (foldl_cut 1 n s_1 h_2).
  apply (f_equal (fun a => foldl M a _)). exact (unitl M e monoid_M _).
Qed.
