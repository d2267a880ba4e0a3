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

(* Scans of several, scans and what is read with them. *)
Lemma last_of {A} d : forall l : list A, l <> [] ->
  fold_left (fun _ c => c) l d = last l d.
Proof.
  intros l. revert d. induction l as [|a [|b l] H]; intros d N.
  - destruct (N eq_refl).
  - reflexivity.
  - change (fold_left (fun _ c => c) (b :: l) a = last (b :: l) d).
    rewrite H by discriminate. clear. revert b.
    induction l as [|c l H]; intros b; [reflexivity|]. apply (H c).
Qed.
Lemma last_first {A} (l : list A) k d e : nth_error l k = Some e ->
  last (firstn (S k) l) d = e.
Proof.
  revert k. induction l as [|a l H]; intros [|k] E; try discriminate.
  - injection E as ->. reflexivity.
  - specialize (H k E). destruct l as [|b l]; [destruct k; discriminate|].
    exact H.
Qed.
Lemma nth_enum n (i : fin n) : nth_error (enum n) (val i) = Some i.
Proof.
  assert (option_map val (nth_error (enum n) (val i)) = Some (val i)) as E.
  { rewrite <- nth_error_map, enum_vals.
    rewrite (nth_error_nth' (seq 0 n) 0)
      by (rewrite seq_length; apply lt_of).
    rewrite seq_nth by apply lt_of. reflexivity. }
  destruct (nth_error (enum n) (val i)) as [j|]; [|discriminate].
  injection E as E. f_equal. apply fin_eq, E.
Qed.
(* The scan whose states are the elements. *)
Lemma scan_last {A n} d (x : arr A n) i : scanSeq (fun _ c => c) d x i = x i.
Proof.
  assert (nth_error (tolist x) (val i) = Some (x i)) as E.
  { unfold tolist. rewrite nth_error_map, nth_enum. reflexivity. }
  unfold scanSeq. rewrite last_of.
  - apply last_first, E.
  - destruct (tolist x); [destruct (val i)|]; discriminate.
Qed.
Theorem rule_scan_pair : stmt_scan_pair.
Proof.
  hnf; intros. extensionality i. unfold zip.
  change (scanSeq f a x i) with (scanSeq f (p1 (P a b)) x i).
  change (scanSeq g b x i) with (scanSeq g (p2 (P a b)) x i).
  rewrite <- (scanSeq_at (fun p c => P (f (p1 p) c) (g (p2 p) c)) f p1)
    by reflexivity.
  rewrite <- (scanSeq_at (fun p c => P (f (p1 p) c) (g (p2 p) c)) g p2)
    by reflexivity.
  reflexivity.
Qed.
Theorem rule_scan_keep : stmt_scan_keep.
Proof.
  hnf; intros. rewrite <- (rule_scan_pair n A A A f (fun _ c => c) z z x).
  extensionality i. unfold zip. rewrite scan_last. reflexivity.
Qed.
Theorem rule_scan_keep_first : stmt_scan_keep_first.
Proof.
  hnf; intros. rewrite <- (rule_scan_pair n A A A (fun _ c => c) f z z x).
  extensionality i. unfold zip. rewrite scan_last. reflexivity.
Qed.
(* The states of a scan, one after the other. *)
Lemma states_fold {A B C} (M : C -> C -> C) (g : A -> C) (f : A -> B -> A) :
  forall l z e,
  fold_left (fun r k => M r (g (fold_left f (firstn (S k) l) z)))
    (seq 0 (length l)) e
  = p2 (fold_left (fun p c => P (f (p1 p) c) (M (p2 p) (g (f (p1 p) c)))) l
      (P z e)).
Proof.
  induction l as [|c l H]; intros z e; [reflexivity|].
  cbn [length seq fold_left firstn p1 p2]. rewrite <- seq_shift, fold_left_map.
  exact (H (f z c) (M e (g (f z c)))).
Qed.
Lemma foldl_scan {A B C n} (M : C -> C -> C) e (g : A -> C) (f : A -> B -> A) z
  (x : arr B n) : foldl M e (map g (scanSeq f z x))
  = p2 (foldl (fun p c => P (f (p1 p) c) (M (p2 p) (g (f (p1 p) c)))) (P z e) x).
Proof.
  assert (length (tolist x) = n) as E
    by (unfold tolist; rewrite map_length; apply enum_length).
  unfold foldl. rewrite <- states_fold, E, <- enum_vals.
  change (tolist (map g (scanSeq f z x)))
    with (List.map (fun i => g (scanSeq f z x i)) (enum n)).
  rewrite !fold_left_map. reflexivity.
Qed.
Theorem rule_reduce_scan : stmt_reduce_scan.
Proof.
  hnf; intros. extensionality i. exact (foldl_scan M e g f z x).
Qed.
Theorem rule_reduce_states : stmt_reduce_states.
Proof.
  hnf; intros. extensionality i.
  exact (foldl_scan M e (fun a => a) f z x).
Qed.
