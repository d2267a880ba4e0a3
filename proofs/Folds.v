(* Left folds and loops, and what monoids add to them. *)
Require Export Lists.

Lemma fold_left_flat {A B C} (f : A -> B -> A) (g : C -> list B) l z :
  fold_left f (flat_map g l) z
  = fold_left (fun a c => fold_left f (g c) a) l z.
Proof.
  revert z; induction l; simpl; intros; auto. rewrite fold_left_app; auto.
Qed.
Lemma fold_left_map {A B C} (f : A -> C -> A) (g : B -> C) l z :
  fold_left f (List.map g l) z = fold_left (fun a b => f a (g b)) l z.
Proof. revert z; induction l; simpl; auto. Qed.
Lemma foldl_map {A B C n} (f : A -> C -> A) (g : B -> C) z (x : arr B n) :
  foldl f z (map g x) = foldl (fun a b => f a (g b)) z x.
Proof. unfold foldl. rewrite tolist_map, fold_left_map. reflexivity. Qed.
Lemma foldl_split {A B} n m s H (f : A -> B -> A) z (x : arr B s) :
  foldl f z x = foldl (fun a r => foldl f a r) z (split n m s H x).
Proof.
  unfold foldl at 1. rewrite (tolist_split n m s H), fold_left_flat.
  reflexivity.
Qed.
Lemma foldl_cut {A B} n m s H (f : A -> B -> A) z (x : arr B s) :
  foldl f z x = foldl f (foldl f z (take n m s H x)) (drop n m s H x).
Proof.
  unfold foldl. rewrite (tolist_cut n m s H), fold_left_app. reflexivity.
Qed.
Lemma foldl_concat {A B} n m s H (f : A -> B -> A) z (x : arr B n) y :
  foldl f z (concat n m s H x y) = foldl f (foldl f z x) y.
Proof. unfold foldl. rewrite tolist_concat, fold_left_app. reflexivity. Qed.
Lemma foldl_join {A B} n m s H (f : A -> B -> A) z (x : arr (arr B n) m) :
  foldl f z (join n m s H x) = foldl (fun a r => foldl f a r) z x.
Proof. rewrite (foldl_split n m s H), split_join. reflexivity. Qed.

(* A fold of functions, at one point: the invariant of every interchange. *)
Lemma foldl_at {A B C n} (F : A -> B -> A) (f : C -> B -> C) (at_ : A -> C)
  (z : A) (x : arr B n) :
  (forall a b, at_ (F a b) = f (at_ a) b) ->
  at_ (foldl F z x) = foldl f (at_ z) x.
Proof.
  intros H. unfold foldl. revert z. induction (tolist x); simpl; intros; auto.
  rewrite IHl, H. reflexivity.
Qed.
(* The same of the states of a scan. *)
Lemma scanSeq_at {A B C n} (F : A -> B -> A) (f : C -> B -> C) (at_ : A -> C)
  (z : A) (x : arr B n) i :
  (forall a b, at_ (F a b) = f (at_ a) b) ->
  at_ (scanSeq F z x i) = scanSeq f (at_ z) x i.
Proof.
  intros H. unfold scanSeq. generalize (firstn (S (val i)) (tolist x)).
  intros l. revert z. induction l; simpl; intros; auto.
  rewrite IHl, H. reflexivity.
Qed.
Lemma scanSeq_map {A B C n} (f : A -> C -> A) (g : B -> C) z (x : arr B n) :
  scanSeq f z (map g x) = scanSeq (fun a b => f a (g b)) z x.
Proof.
  unfold scanSeq. extensionality i.
  rewrite tolist_map, firstn_map, fold_left_map. reflexivity.
Qed.
(* Two views that cancel: a fold may keep its state in the other form. *)
Lemma foldl_view {X Y B n} (p : X -> Y) (q : Y -> X) (f : Y -> B -> Y) z
  (x : arr B n) : (forall y, p (q y) = y) ->
  foldl f z x = p (foldl (fun a c => q (f (p a) c)) (q z) x).
Proof.
  intros H. rewrite (foldl_at _ f p) by (intros; apply H).
  rewrite H. reflexivity.
Qed.
Lemma scanSeq_view {X Y B n} (p : X -> Y) (q : Y -> X) (f : Y -> B -> Y) z
  (x : arr B n) : (forall y, p (q y) = y) ->
  scanSeq f z x = map p (scanSeq (fun a c => q (f (p a) c)) (q z) x).
Proof.
  intros H. extensionality i. unfold map.
  rewrite (scanSeq_at _ f p) by (intros; apply H).
  rewrite H. reflexivity.
Qed.

Section Monoid.
  Context {A} (M : A -> A -> A) (e : A) (H : monoid M e).
  Lemma fold_left_right l a : fold_left M l a = M a (fold_right M e l).
  Proof.
    destruct H as [As Ul Ur]. revert a; induction l; simpl; intros; auto.
    rewrite IHl, As; auto.
  Qed.
  Lemma foldl_right {n} (x : arr A n) : foldl M e x = fold_right M e (tolist x).
  Proof. unfold foldl. rewrite fold_left_right. apply H. Qed.
  Lemma foldl_from {n} a (x : arr A n) : foldl M a x = M a (foldl M e x).
  Proof. rewrite foldl_right. apply fold_left_right. Qed.
  Lemma fold_app l l' :
    fold_right M e (l ++ l') = M (fold_right M e l) (fold_right M e l').
  Proof.
    destruct H as [a l0 r]. induction l; simpl; [rewrite l0 | rewrite IHl, a];
    auto.
  Qed.
  Lemma fold_flat {B} (f : B -> list A) l : fold_right M e (flat_map f l)
    = fold_right M e (List.map (fun b => fold_right M e (f b)) l).
  Proof. induction l; simpl; auto. rewrite fold_app, IHl; auto. Qed.
  (* The rows of an array one by one, then their results. *)
  Lemma foldl_rows {n m} (x : arr (arr A n) m) :
    fold_right M e (flat_map tolist (tolist x)) = foldl M e (map (foldl M e) x).
  Proof.
    rewrite foldl_right, fold_flat, tolist_map. f_equal. apply map_ext.
    intros r. rewrite foldl_right. reflexivity.
  Qed.
  Lemma foldl_chunks n m s E (x : arr A s) :
    foldl M e x = foldl M e (map (foldl M e) (split n m s E x)).
  Proof. rewrite foldl_right, (tolist_split n m s E). apply foldl_rows. Qed.
  Lemma foldl_fill n a : foldl M a (fill n e) = a.
  Proof.
    destruct H as [_ _ U]. unfold foldl, tolist, fill. revert a.
    induction (enum n); simpl; intros; auto. rewrite U; auto.
  Qed.
End Monoid.

Section Commutative.
  Context {A} (M : A -> A -> A) (e : A) (H : cmonoid M e).
  Lemma fold_perm l l' :
    Permutation l l' -> fold_right M e l = fold_right M e l'.
  Proof.
    destruct H as [[a l0 r] c]. intros P; induction P; simpl; try congruence.
  Qed.
  Lemma foldl_perm {n m} (x : arr A n) (y : arr A m) :
    Permutation (tolist x) (tolist y) -> foldl M e x = foldl M e y.
  Proof.
    destruct H as [Hm _]. intros P. rewrite !foldl_right by auto.
    apply fold_perm, P.
  Qed.
  Lemma foldl_columns n m s E (x : arr A s) : foldl M e x
    = foldl M e (map (foldl M e) (transpose (split n m s E x))).
  Proof.
    destruct H as [Hm _]. rewrite <- foldl_rows by auto.
    rewrite foldl_right, (tolist_split n m s E) by auto.
    apply fold_perm, Permutation_sym, tolist_transpose.
  Qed.
  (* Two folds of as many elements, as one of both's. *)
  Lemma foldl_both {n} a b (x y : arr A n) :
    foldl M (M a b) (map (fun p => M (p1 p) (p2 p)) (zip x y))
    = M (foldl M a x) (foldl M b y).
  Proof.
    destruct H as [[As Ul Ur] C]. unfold foldl, tolist. rewrite !fold_left_map.
    revert a b. induction (enum n) as [|i l IH]; simpl; intros; auto.
    rewrite <- IH. apply (f_equal (fold_left _ l)).
    unfold map, zip; simpl. rewrite As, <- (As a b), (C b (x i)), !As. auto.
  Qed.
End Commutative.

(* -- vectors --------------------------------------------------------------- *)

Lemma joinVec_splitVec (A : vty) w m s H H' (x : arr A s) :
  joinVec A w m s H (splitVec A w m s H' x) = x.
Proof.
  unfold joinVec, splitVec.
  transitivity (join w m s H (split w m s H' x)); [|apply join_split].
  apply (f_equal (join w m s H)). extensionality i. exact (unpack_pack A w _).
Qed.

(* -- loops ----------------------------------------------------------------- *)

Lemma iterate_add {A} a b (f : A -> A) s :
  iterate (a + b) f s = iterate b f (iterate a f s).
Proof. revert s; induction a; simpl; auto. Qed.
Lemma iterate_fixed {A} n (f : A -> A) s : f s = s -> iterate n f s = s.
Proof. intros H; induction n; simpl; auto. rewrite H; auto. Qed.
Lemma iterate_until {A} n c (f : A -> A) s :
  iterateUntil n c f s = iterate n (fun s => if c s then s else f s) s.
Proof.
  revert s; induction n; simpl; auto; intros. destruct (c s) eqn:E; auto.
  rewrite iterate_fixed; auto. rewrite E; auto.
Qed.
