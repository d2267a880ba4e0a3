(* tiling.rules: Left folds. *)
Require Import Folds Statements.

Theorem rule_fold_cut : stmt_fold_cut.
Proof. hnf; intros. apply (f_equal (fill 1)), foldl_cut. Qed.
Theorem rule_fold_blocks : stmt_fold_blocks.
Proof. hnf; intros. exact (f_equal (fill 1) (foldl_split k m s_1 _ f z x)). Qed.
Theorem rule_fold_join : stmt_fold_join.
Proof. hnf; intros. exact (f_equal (fill 1) (foldl_join k m s_1 _ f z x)). Qed.
Theorem rule_fold_pair : stmt_fold_pair.
Proof.
  hnf; intros.
  pose (F := fun (s : pr A B) c => P (f (p1 s) c) (g (p2 s) c)).
  assert (p1 (foldl F (P a b) x) = foldl f a x) as E
    by (apply foldl_at; reflexivity).
  assert (p2 (foldl F (P a b) x) = foldl g b x) as E'
    by (apply foldl_at; reflexivity).
  exact (f_equal2 P (eq_sym E) (eq_sym E')).
Qed.
(* Element i of a fold of arrays is a fold of elements. *)
Lemma fold_element {A B C n m} (F : arr A n -> B -> arr A n)
  (f : A -> C -> A) (g : B -> C) zs (xs : arr B m) i :
  (forall a b, F a b i = f (a i) (g b)) ->
  foldl F zs xs i = foldl f (zs i) (map g xs).
Proof.
  intros H. rewrite foldl_map. exact (foldl_at F _ (fun a => a i) zs xs H).
Qed.
Theorem rule_fold_interchange : stmt_fold_interchange.
Proof.
  hnf; intros. extensionality i. symmetry.
  exact (fold_element _ f (fun c => c i) zs (transpose xs) i
    (fun _ _ => eq_refl)).
Qed.
Theorem rule_fold_interchange_rows : stmt_fold_interchange_rows.
Proof.
  hnf; intros. extensionality i. symmetry.
  exact (fold_element _ f (fun c => c i) (fill n z) (transpose (map g xs)) i
    (fun _ _ => eq_refl)).
Qed.
Theorem rule_map_fold_interchange : stmt_map_fold_interchange.
Proof.
  hnf; intros. extensionality i. symmetry.
  exact (fold_element _ (f (xs i)) (fun y => y) (fill n z) ys i
    (fun _ _ => eq_refl)).
Qed.
Theorem rule_fold_interchange_each : stmt_fold_interchange_each.
Proof.
  hnf; intros. extensionality i. symmetry.
  exact (fold_element _ (f (xs i)) (fun c => c i) (fill n z)
    (transpose (map g xs)) i (fun _ _ => eq_refl)).
Qed.
Theorem rule_fold_rows : stmt_fold_rows.
Proof.
  hnf; intros. extensionality i.
  exact (fold_element _ f (fun c => c i) zs xs i (fun _ _ => eq_refl)).
Qed.
Theorem rule_reduce_rows : stmt_reduce_rows.
Proof.
  hnf; intros. extensionality i.
  exact (fold_element _ M (fun c => c i) (fill n e) xs i
    (fun _ _ => eq_refl)).
Qed.
Theorem rule_outer_product : stmt_outer_product.
Proof.
  hnf; intros. extensionality i; extensionality j. symmetry.
  pose (F := fun (acc : arr (arr T n) m) (x : pr (arr R m) (arr S n)) =>
    map (fun p => map (fun q => g (p1 q) (P (p2 p) (p2 q)))
      (zip (p1 p) (p2 x))) (zip acc (p1 x))).
  pose (f := fun t (x : pr (arr R m) (arr S n)) =>
    g t (P (p1 x i) (p2 x j))).
  transitivity (foldl f z (zip (transpose a) (transpose b))).
  - exact (foldl_at F f (fun acc => acc i j) _ _ (fun _ _ => eq_refl)).
  - symmetry. exact (foldl_map g (fun x : pr (arr R m) (arr S n) =>
      P (p1 x i) (p2 x j)) z (zip (transpose a) (transpose b))).
Qed.
(* Element i of a scan of arrays is a scan of elements. *)
Lemma scan_element {A B C n m} (F : arr A n -> B -> arr A n)
  (f : A -> C -> A) (g : B -> C) zs (xs : arr B m) i :
  (forall a b, F a b i = f (a i) (g b)) ->
  transpose (scanSeq F zs xs) i = scanSeq f (zs i) (map g xs).
Proof.
  intros H. rewrite scanSeq_map. extensionality t.
  exact (scanSeq_at F _ (fun a => a i) zs xs t H).
Qed.
Theorem rule_scan_interchange_rows : stmt_scan_interchange_rows.
Proof.
  hnf; intros. extensionality i. symmetry.
  exact (scan_element _ f (fun c => c i) (fill n z) (transpose (map g xs)) i
    (fun _ _ => eq_refl)).
Qed.
Theorem rule_scan_interchange_each : stmt_scan_interchange_each.
Proof.
  hnf; intros. extensionality i. symmetry.
  exact (scan_element _ (f (xs i)) (fun c => c i) (fill n z)
    (transpose (map g xs)) i (fun _ _ => eq_refl)).
Qed.
