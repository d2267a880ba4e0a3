(* What the certificate of a step `canonical` is proved by: both sides are
   computed to functions of their indices, and compared from outside in. *)
Require Export ZArith Bool.
Require Export Prims Ops Lists Folds.
Require Import Lia ZifyNat ZifyBool.
Require Machine.

(* -- what is known of scalar functions -------------------------------------- *)

(* Operands in another order. Of floats it is assumed: + and * of IEEE 754
   commute, and so do comparisons, turned round. *)
Record commutes {A} (o : ops A) : Prop := Commutes {
  swap_add : forall a b, o_add o a b = o_add o b a;
  swap_mul : forall a b, o_mul o a b = o_mul o b a;
  swap_eq : forall a b, o_eq o a b = o_eq o b a;
  swap_ne : forall a b, o_ne o a b = o_ne o b a;
  turn_gt : forall a b, o_gt o a b = o_lt o b a;
  turn_ge : forall a b, o_ge o a b = o_le o b a }.

(* Integers from lo to hi: what they compute unless it overflows. *)
Record integers {A} (o : ops A) (lo hi : Z) : Prop := Integers {
  swap_min : forall a b, o_min o a b = o_min o b a;
  swap_max : forall a b, o_max o a b = o_max o b a;
  swap_and : forall a b, o_and o a b = o_and o b a;
  swap_or : forall a b, o_or o a b = o_or o b a;
  swap_xor : forall a b, o_xor o a b = o_xor o b a;
  int_range : forall a, (lo <= o_int o a <= hi)%Z;
  int_eq : forall a b, o_int o a = o_int o b -> a = b;
  int_lit : forall z, (lo <= z <= hi)%Z -> o_int o (o_lit o z) = z;
  int_neg : forall a, (lo <= - o_int o a <= hi)%Z ->
    o_int o (o_neg o a) = (- o_int o a)%Z;
  int_add : forall a b, (lo <= o_int o a + o_int o b <= hi)%Z ->
    o_int o (o_add o a b) = (o_int o a + o_int o b)%Z;
  int_sub : forall a b, (lo <= o_int o a - o_int o b <= hi)%Z ->
    o_int o (o_sub o a b) = (o_int o a - o_int o b)%Z;
  int_mul : forall a b, (lo <= o_int o a * o_int o b <= hi)%Z ->
    o_int o (o_mul o a b) = (o_int o a * o_int o b)%Z;
  int_div : forall a b, (lo <= Z.quot (o_int o a) (o_int o b) <= hi)%Z ->
    o_int o (o_div o a b) = Z.quot (o_int o a) (o_int o b);
  int_rem : forall a b, (o_int o b <> 0)%Z ->
    (lo <= Z.rem (o_int o a) (o_int o b) <= hi)%Z ->
    o_int o (o_rem o a b) = Z.rem (o_int o a) (o_int o b);
  int_min : forall a b, o_int o (o_min o a b) = Z.min (o_int o a) (o_int o b);
  int_max : forall a b, o_int o (o_max o a b) = Z.max (o_int o a) (o_int o b);
  int_lt : forall a b, o_lt o a b = (o_int o a <? o_int o b)%Z;
  int_le : forall a b, o_le o a b = (o_int o a <=? o_int o b)%Z;
  int_equal : forall a b, o_eq o a b = (o_int o a =? o_int o b)%Z;
  int_other : forall a b, o_ne o a b = negb (o_int o a =? o_int o b)%Z }.

(* From one type of integers to another. *)
Definition converts {A B} (o : ops A) (p : ops B) (c : A -> B) : Prop :=
  forall a, c a = o_lit p (o_int o a).

(* To floats: all types of integers alike. *)
Definition rounds {A B} (o : ops A) (r : Z -> B) (c : A -> B) : Prop :=
  forall a, c a = r (o_int o a).

Section Words.
Variable w : Z.
Variable w_ok : (0 <? w)%Z = true.
Variable others : ops (Machine.word w).
Variable value : Machine.word w -> Z.
Variables lo hi : Z.
Variable value_eq : forall a b, value a = value b -> a = b.
Variable value_range : forall a, (lo <= value a <= hi)%Z.
Variable value_wrap : forall z, (lo <= z <= hi)%Z ->
  value (Machine.wrap w z) = z.
Variable value_bits : forall a, exists k,
  value a = (Machine.bits w a + k * 2 ^ w)%Z.
Let o := Machine.ops_by w others value.
Lemma commutes_by : commutes o.
Proof.
  split; intros; cbn; try reflexivity.
  - apply (comm _ _ (Machine.add_words w (Machine.w_nat w w_ok))).
  - apply (comm _ _ (Machine.mul_words w (Machine.w_nat w w_ok))).
  - apply Z.eqb_sym.
  - f_equal; apply Z.eqb_sym.
Qed.
Lemma wrap_mod x y : (exists k, x = y + k * 2 ^ w)%Z ->
  Machine.wrap w x = Machine.wrap w y.
Proof.
  intros [k ->]. apply Machine.word_eq. cbn.
  rewrite !Machine.cut_mod by (apply (Machine.w_nat w w_ok)).
  apply Z_mod_plus_full.
Qed.
Lemma order_min a b :
  Machine.min_ w value a b = Machine.min_ w value b a.
Proof.
  unfold Machine.min_. destruct (Z.ltb_spec (value a) (value b)),
    (Z.ltb_spec (value b) (value a)); auto; try lia; apply value_eq; lia.
Qed.
Lemma order_max a b :
  Machine.max_ w value a b = Machine.max_ w value b a.
Proof.
  unfold Machine.max_. destruct (Z.ltb_spec (value a) (value b)),
    (Z.ltb_spec (value b) (value a)); auto; try lia; apply value_eq; lia.
Qed.
Lemma integers_by : integers o lo hi.
Proof.
  split; intros; cbn in *; auto.
  - apply order_min.
  - apply order_max.
  - apply (comm _ _ (Machine.and_words w)).
  - apply (comm _ _ (Machine.or_words w)).
  - apply (comm _ _ (Machine.xor_words w)).
  - rewrite <- value_wrap by assumption. f_equal. apply wrap_mod.
    destruct (value_bits a) as [i ->]. exists i. ring.
  - rewrite <- value_wrap by assumption. f_equal. apply wrap_mod.
    destruct (value_bits a) as [i ->], (value_bits b) as [j ->].
    exists (- i - j)%Z. ring.
  - rewrite <- value_wrap by assumption. f_equal. apply wrap_mod.
    destruct (value_bits a) as [i ->], (value_bits b) as [j ->].
    exists (j - i)%Z. ring.
  - rewrite <- value_wrap by assumption. f_equal. apply wrap_mod.
    destruct (value_bits a) as [i ->], (value_bits b) as [j ->].
    exists (- i * (Machine.bits w b) - j * (Machine.bits w a)
      - i * j * 2 ^ w)%Z. ring.
  - destruct (Z.eqb_spec (value b) 0); [contradiction|auto].
  - unfold Machine.min_. destruct (Z.ltb_spec (value a) (value b)); lia.
  - unfold Machine.max_. destruct (Z.ltb_spec (value a) (value b)); lia.
Qed.
End Words.

Section Kinds.
Variable w : Z.
Variable w_ok : (0 <? w)%Z = true.
Variable others : ops (Machine.word w).
Let w_pos := Machine.w_pos w w_ok.
Let w_nat := Machine.w_nat w w_ok.
Theorem signed_integers : integers (Machine.signed_ops w others)
  (- 2 ^ (w - 1)) (2 ^ (w - 1) - 1).
Proof.
  apply (integers_by w w_ok).
  - apply Machine.signed_inj; auto.
  - intros a. pose proof (Machine.signed_range w w_nat a w_pos). lia.
  - intros z H. pose proof (Machine.halves w w_pos).
    destruct (Z.le_gt_cases 0 z).
    + apply Machine.signed_wrap; lia.
    + unfold Machine.signed. cbn [Machine.bits Machine.wrap].
      rewrite Machine.cut_mod by auto.
      rewrite <- (Z_mod_plus_full z 1), Z.mod_small by lia.
      destruct (Z.ltb_spec (z + 1 * 2 ^ w) (2 ^ (w - 1))); lia.
  - intros a. unfold Machine.signed.
    destruct (Z.ltb_spec (Machine.bits w a) (2 ^ (w - 1)));
      [exists 0%Z | exists (-1)%Z]; ring.
Qed.
Theorem unsigned_integers :
  integers (Machine.unsigned_ops w others) 0 (2 ^ w - 1).
Proof.
  apply (integers_by w w_ok).
  - apply Machine.unsigned_inj.
  - intros a. pose proof (Machine.bits_range w w_nat a).
    unfold Machine.unsigned. lia.
  - intros z H. apply Machine.bits_wrap; auto. lia.
  - intros a. exists 0%Z. unfold Machine.unsigned. ring.
Qed.
Theorem signed_commutes : commutes (Machine.signed_ops w others).
Proof. apply (commutes_by w w_ok). Qed.
Theorem unsigned_commutes : commutes (Machine.unsigned_ops w others).
Proof. apply (commutes_by w w_ok). Qed.
End Kinds.

(* -- indices ---------------------------------------------------------------- *)

(* Views as functions of indices that have names: what computes with them never
   sees a proof of a bound. *)
Section Indices.
Context {A : Type}.
Definition row_ix n m s H (i : fin m) (j : fin n) : fin s :=
  fi _ (split_lt n m s _ _ H (lt_of i) (lt_of j)).
Definition quo_ix n m s H (i : fin s) : fin m :=
  fi _ (div_lt n m s _ H (lt_of i)).
Definition rem_ix n m s H (i : fin s) : fin n :=
  fi _ (mod_lt n m s _ H (lt_of i)).
Definition take_ix n m s H (i : fin n) : fin s :=
  fi _ (take_lt n m s _ H (lt_of i)).
Definition drop_ix n m s H (i : fin m) : fin s :=
  fi _ (drop_lt n m s _ H (lt_of i)).
Definition window_ix n s k m H (i : fin k) (j : fin n) : fin m :=
  fi _ (slide_lt n s k m _ _ H (lt_of i) (lt_of j)).
Definition clamp_ix l n m H (i : fin m) : fin n :=
  fi _ (clamp_lt l n H (val i)).
Definition wrap_ix l n m H (i : fin m) : fin n := fi _ (wrap_lt l n H (val i)).
Definition mirror_ix l n m H (i : fin m) : fin n :=
  fi _ (mirror_lt l n H (val i)).
Definition first_ix n (H : Positive n) : fin n := mk 0 H.
Definition element_ix n H (z : Z) : fin n := fi _ (element_lt n H z).
Definition half_ix n m s H (i : fin s) : fin n + fin m :=
  match lt_dec (val i) n with
  | left L => inl (fi _ L)
  | right L => inr (fi _ (rest_lt n m s _ H (lt_of i) L)) end.

Definition split' n m s H (x : arr A s) : arr (arr A n) m :=
  fun i j => x (row_ix n m s H i j).
Definition join' n m s H (x : arr (arr A n) m) : arr A s :=
  fun i => x (quo_ix n m s H i) (rem_ix n m s H i).
Definition take' n m s H (x : arr A s) : arr A n :=
  fun i => x (take_ix n m s H i).
Definition drop' n m s H (x : arr A s) : arr A m :=
  fun i => x (drop_ix n m s H i).
Definition slide' n s k m H (x : arr A m) : arr (arr A n) k :=
  fun i j => x (window_ix n s k m H i j).
Definition padClamp' l n r m (_ : Eq m (l + n + r)) H (x : arr A n) : arr A m :=
  fun i => x (clamp_ix l n m H i).
Definition padWrap' l n r m (_ : Eq m (l + n + r)) H (x : arr A n) : arr A m :=
  fun i => x (wrap_ix l n m H i).
Definition padMirror' l n r m (_ : Eq m (l + n + r)) H (x : arr A n)
  : arr A m := fun i => x (mirror_ix l n m H i).
Definition head' n H (x : arr A n) : A := x (first_ix n H).
Definition either {n m} (x : arr A n) (y : arr A m) (i : fin n + fin m) :=
  match i with inl i => x i | inr i => y i end.
Definition concat' n m s H (x : arr A n) (y : arr A m) : arr A s :=
  fun i => either x y (half_ix n m s H i).
Lemma concat_halves n m s H : @concat A n m s H = concat' n m s H.
Proof.
  extensionality x; extensionality y; extensionality i.
  unfold concat, concat', half_ix. destruct (lt_dec (val i) n); reflexivity.
Qed.
End Indices.

Definition element' {I A} (o : ops I) n H (x : arr A n) i : A :=
  x (element_ix n H (o_int o i)).

Lemma half_spec n m s H i :
  (exists j, half_ix n m s H i = inl j /\ val j = val i) \/
  (exists j, half_ix n m s H i = inr j /\ val i = n + val j).
Proof.
  unfold half_ix. destruct (lt_dec (val i) n);
    [left | right]; eexists; split; try reflexivity; simpl; lia.
Qed.

(* -- folds ------------------------------------------------------------------ *)

(* Two folds whose states show the same. *)
Lemma foldl_alike {A B C D T n} (f : A -> C -> A) (g : B -> D -> B)
  (p : A -> T) (q : B -> T) (x : arr C n) (y : arr D n) z w :
  (forall a b i, p a = q b -> p (f a (x i)) = q (g b (y i))) ->
  p z = q w -> p (foldl f z x) = q (foldl g w y).
Proof.
  intros H. unfold foldl, tolist. revert z w.
  induction (enum n); simpl; intros; auto.
Qed.
Lemma foldl_same {A C D n} (f : A -> C -> A) (g : A -> D -> A)
  (x : arr C n) (y : arr D n) z w :
  (forall a i, f a (x i) = g a (y i)) -> z = w -> foldl f z x = foldl g w y.
Proof.
  intros H. apply (foldl_alike f g (fun a => a) (fun a => a)).
  intros a b i ->. apply H.
Qed.
(* The elements in one place each, however often the functions use them. *)
Definition elements {A B} (Q : A -> B -> Prop) (x : A) (y : B) := Q x y.
Lemma foldl_elements {A C D n} (f : A -> C -> A) (g : A -> D -> A)
  (x : arr C n) (y : arr D n) z w :
  (forall a i, elements (fun u v => f a u = g a v) (x i) (y i)) -> z = w ->
  foldl f z x = foldl g w y.
Proof. apply foldl_same. Qed.
(* Of two scans the same element. *)
Lemma scanSeq_alike {A B C D T n} (f : A -> C -> A) (g : B -> D -> B)
  (p : A -> T) (q : B -> T) (x : arr C n) (y : arr D n) z w i j :
  (forall a b k, p a = q b -> p (f a (x k)) = q (g b (y k))) ->
  p z = q w -> i = j -> p (scanSeq f z x i) = q (scanSeq g w y j).
Proof.
  intros H E <-. unfold scanSeq, tolist. rewrite !firstn_map.
  generalize (firstn (S (val i)) (enum n)) as l. intros l. revert z w E.
  induction l; simpl; auto.
Qed.
(* Two loops whose states are related. *)
Section Related.
Context {A B : Type} (R : A -> B -> Prop).
Lemma foldl_by {C D n} f g (x : arr C n) (y : arr D n) z w :
  (forall a b i, R a b -> R (f a (x i)) (g b (y i))) -> R z w ->
  R (foldl f z x) (foldl g w y).
Proof.
  intros H. unfold foldl, tolist. revert z w.
  induction (enum n); simpl; intros; auto.
Qed.
Lemma iterate_by n f g z w : (forall a b, R a b -> R (f a) (g b)) ->
  R z w -> R (iterate n f z) (iterate n g w).
Proof. intros H. revert z w. induction n; simpl; auto. Qed.
Lemma until_by n c d f g z w : (forall a b, R a b -> c a = d b) ->
  (forall a b, R a b -> R (f a) (g b)) -> R z w ->
  R (iterateUntil n c f z) (iterateUntil n d g w).
Proof.
  intros E H. revert z w. induction n; simpl; auto; intros.
  rewrite (E z w) by auto. destruct (d w); auto.
Qed.
End Related.
Lemma foldl_one {A B} (f : A -> B -> A) z (x : arr B 1) :
  foldl f z x = f z (x (first_ix 1 (Is_of _ eq_refl))).
Proof. reflexivity. Qed.
Lemma iterate_more {A} n m (f : A -> A) z :
  iterate (n + m) f z = iterate m f (iterate n f z).
Proof. revert z. induction n; simpl; auto. Qed.
(* Rounds of rounds. *)
Lemma iterate_nest {A} n m k (f : A -> A) z : k = n * m ->
  iterate n (fun x => iterate m f x) z = iterate k f z.
Proof.
  intros ->. revert z. induction n; simpl; intros; auto.
  rewrite iterate_more. apply IHn.
Qed.
Section Domains.
Context {A : Type} (M : A -> A -> A) (e : A) (H : cmonoid M e).
(* Written otherwise. *)
Lemma foldl_as {n m} f g z w (x : arr A n) (y : arr A m) :
  (forall a b, f a b = M a b) -> (forall a b, g a b = M a b) ->
  z = e -> w = e -> foldl M e x = foldl M e y -> foldl f z x = foldl g w y.
Proof.
  intros F G -> -> E. rewrite (foldl_same f M x x e e); auto.
  rewrite (foldl_same g M y y e e); auto.
Qed.
(* One domain is the rows of another. *)
Lemma foldl_nest n m s (E : Eq s (n * m)) x : foldl M e x
  = foldl M e (fun i : fin m => foldl M e (fun j => x (row_ix n m s E i j))).
Proof. apply (foldl_chunks M e (is_monoid _ _ H) n m s E x). Qed.
(* Rows or columns first. *)
Lemma foldl_turn n m (x : arr A m) (y : arr (arr A n) m) :
  (forall i, x i = foldl M e (y i)) ->
  foldl M e x = foldl M e (fun j => foldl M e (fun i => y i j)).
Proof.
  intros E. pose proof (is_monoid _ _ H) as H'.
  transitivity (foldl M e (map (foldl M e) y)).
  { apply foldl_same; auto. intros. rewrite E. reflexivity. }
  change (foldl M e (map (foldl M e) y)
    = foldl M e (map (foldl M e) (transpose y))).
  rewrite <- !foldl_rows by auto.
  apply fold_perm with (1 := H), Permutation_sym, tolist_transpose.
Qed.
(* From behind. *)
Lemma back_lt n i : i < n -> n - 1 - i < n.
Proof. lia. Qed.
Definition back_ix n (i : fin n) : fin n := fi _ (back_lt n _ (lt_of i)).
Lemma foldl_back n (x : arr A n) : foldl M e x
  = foldl M e (fun i => x (back_ix n i)).
Proof.
  apply (foldl_perm M e H), Permutation_sym.
  apply (tolist_reorder (back_ix n) x). intros i j E.
  apply (f_equal val) in E. simpl in E. bounds. apply fin_eq. lia.
Qed.
(* In another order. *)
Lemma foldl_order n (s : fin n -> fin n) (x : arr A n) : perm s ->
  foldl M e x = foldl M e (fun i => x (s i)).
Proof.
  intros P. apply (foldl_perm M e H), Permutation_sym, (tolist_reorder s x), P.
Qed.
(* From a value that is not neutral. *)
Lemma foldl_start {n} f z (x : arr A n) : (forall a b, f a b = M a b) ->
  foldl f z x = M z (foldl M e x).
Proof.
  intros F. rewrite (foldl_same f M x x z z); auto.
  apply foldl_from, (is_monoid _ _ H).
Qed.
End Domains.

(* -- numbers ---------------------------------------------------------------- *)

Section Values.
Variables n m s k l : nat.
Lemma val_row H i j : val (row_ix n m s H i j) = val i * n + val j.
Proof. reflexivity. Qed.
Lemma val_quo H i : val (quo_ix n m s H i) = val i / n.
Proof. reflexivity. Qed.
Lemma val_rem H i : val (rem_ix n m s H i) = val i mod n.
Proof. reflexivity. Qed.
Lemma val_take H i : val (take_ix n m s H i) = val i.
Proof. reflexivity. Qed.
Lemma val_drop H i : val (drop_ix n m s H i) = n + val i.
Proof. reflexivity. Qed.
Lemma val_window H i j : val (window_ix n s k m H i j) = val i * s + val j.
Proof. reflexivity. Qed.
Lemma val_clamp H i : val (clamp_ix l n m H i) = Nat.min (val i - l) (n - 1).
Proof. reflexivity. Qed.
Lemma val_wrap H i :
  val (wrap_ix l n m H i) = (val i + (n - l mod n)) mod n.
Proof. reflexivity. Qed.
Lemma val_mirror H i : val (mirror_ix l n m H i)
  = let j := (val i + (2 * n - l mod (2 * n))) mod (2 * n) in
    if j <? n then j else 2 * n - 1 - j.
Proof. reflexivity. Qed.
Lemma val_first H : val (first_ix n H) = 0.
Proof. reflexivity. Qed.
Lemma val_element H z : val (element_ix n H z) = Nat.min (Z.to_nat z) (n - 1).
Proof. reflexivity. Qed.
Lemma val_back i : val (back_ix n i) = n - 1 - val i.
Proof. reflexivity. Qed.
Lemma val_stride H i : val (stride k n s H i) = val i / n + k * (val i mod n).
Proof. reflexivity. Qed.
End Values.

(* What is compared is never computed, if it can be helped. *)
Strategy 1000 [foldl scanSeq iterate iterateUntil scatter].
