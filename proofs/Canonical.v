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
Lemma foldl_one {A B} (f : A -> B -> A) z (x : arr B 1) :
  foldl f z x = f z (x (first_ix 1 (Is_of _ eq_refl))).
Proof. reflexivity. Qed.
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

Ltac vals := repeat progress rewrite ?val_row, ?val_quo, ?val_rem, ?val_take,
  ?val_drop, ?val_window, ?val_clamp, ?val_wrap, ?val_mirror, ?val_first,
  ?val_element, ?val_stride, ?val_back; cbv zeta.
(* In a hypothesis, the goal aside. *)
Ltac inside H computes := match goal with |- ?g =>
  let G := fresh "G" in set (G := g); revert H; computes; intros H;
  unfold G; clear G end.

(* A statement about numbers: sizes are their values. *)
Ltac sized := repeat match goal with
  | E : Z.of_nat ?n = _ |- context [Z.of_nat ?n] => rewrite E
  | E : Z.of_nat ?n = _, H : context [Z.of_nat ?n] |- _ =>
    lazymatch type of H with Z.of_nat n = _ => fail | _ => rewrite E in H end
  end.
Ltac numbers := bounds; zify; sized; lia.

(* What an integer of a program is, as a number. *)
Ltac ints := repeat match goal with
  | H : integers ?o _ _ |- context [o_int ?o (?f ?a)] =>
    lazymatch f with
    | o_lit o => rewrite (int_lit _ _ _ H a) by numbers
    | o_neg o => rewrite (int_neg _ _ _ H a) by (ints; numbers)
    | o_add o ?b => rewrite (int_add _ _ _ H b a) by (ints; numbers)
    | o_sub o ?b => rewrite (int_sub _ _ _ H b a) by (ints; numbers)
    | o_mul o ?b => rewrite (int_mul _ _ _ H b a) by (ints; numbers)
    | o_div o ?b => rewrite (int_div _ _ _ H b a) by (ints; numbers)
    | o_rem o ?b => rewrite (int_rem _ _ _ H b a) by (ints; numbers)
    | o_min o ?b => rewrite (int_min _ _ _ H b a)
    | o_max o ?b => rewrite (int_max _ _ _ H b a)
    end end.
Ltac number := vals; ints; numbers.

(* -- both sides ------------------------------------------------------------- *)

Ltac beta := cbv beta iota zeta delta [p1 p2].
(* Arrays to functions of indices. *)
Ltac computed :=
  cbv beta delta [splitInto reducePart mapWorkgroup mapLocal mapGlobal
    mapInGroups mapSeq mapSeqUnroll reduceSeqUnroll toLocal toGlobal toPrivate
    splitVec joinVec];
  change @split with @split'; change @join with @join';
  change @take with @take'; change @drop with @drop';
  change @slide with @slide'; change @padClamp with @padClamp';
  change @padWrap with @padWrap'; change @padMirror with @padMirror';
  change @head with @head'; change @element with @element';
  rewrite ?concat_halves;
  cbv beta iota zeta delta [p1 p2 arr map zip unzip2 unzip3 unzip4 split' join'
    transpose take' drop' slide' padClamp' padWrap' padMirror' head' element'
    concat' fill reorder reorderStride reduce reduceSeq generate each2 scan
    mapVec splat lanes pack unpack vc el vscalar vpair varr].

Lemma pr_eq {A B} (x y : pr A B) : p1 x = p1 y -> p2 x = p2 y -> x = y.
Proof.
  intros E F. change (P (p1 x) (p2 x) = P (p1 y) (p2 y)). congruence.
Qed.
Lemma negb_if {A} b (x y : A) :
  (if negb b then x else y) = if b then y else x.
Proof. destruct b; reflexivity. Qed.
Lemma app_eq {A B} (f g : A -> B) a b : f = g -> a = b -> f a = g b.
Proof. congruence. Qed.

(* What a choice at the head is by. *)
Ltac scrutinee t := lazymatch t with
  | either _ _ ?h => h
  | (if ?c then _ else _) => c
  | p1 ?u => scrutinee u
  | p2 ?u => scrutinee u
  | ?f _ => scrutinee f end.
Ltac fold_of t := lazymatch t with
  | foldl _ _ _ => t
  | p1 ?u => fold_of u
  | p2 ?u => fold_of u
  | ?f _ => fold_of f end.
Ltac scan_of t := lazymatch t with
  | scanSeq _ _ _ _ => t
  | p1 ?u => scan_of u
  | p2 ?u => scan_of u
  | ?f _ => scan_of f end.
Ltac compared spec := let L := fresh "L" in
  destruct spec as [L | L]; inside L ltac:(vals; ints).
(* By a comparison of integers in it. *)
Ltac by_integers c := match goal with H : integers ?o _ _ |- _ => match c with
  | context [o_gt o ?a ?b] => match goal with K : commutes o |- _ =>
    rewrite (turn_gt _ K a b) in *; by_integers (o_lt o b a) end
  | context [o_ge o ?a ?b] => match goal with K : commutes o |- _ =>
    rewrite (turn_ge _ K a b) in *; by_integers (o_le o b a) end
  | context [o_lt o ?a ?b] => rewrite (int_lt _ _ _ H a b);
    compared (Z.ltb_spec (o_int o a) (o_int o b))
  | context [o_le o ?a ?b] => rewrite (int_le _ _ _ H a b);
    compared (Z.leb_spec (o_int o a) (o_int o b))
  | context [o_eq o ?a ?b] => rewrite (int_equal _ _ _ H a b);
    compared (Z.eqb_spec (o_int o a) (o_int o b))
  | context [o_ne o ?a ?b] => rewrite (int_other _ _ _ H a b);
    compared (Z.eqb_spec (o_int o a) (o_int o b))
  end end.
Ltac value n := match goal with
  | E : Z.of_nat n = ?v |- _ => v
  | _ => eval cbv in (Z.of_nat n) end.
Ltac size_of v := match goal with
  | E : Z.of_nat ?n = v |- _ => n
  | _ => eval cbv in (Z.to_nat v) end.

Ltac same := lazymatch goal with |- ?l = ?r =>
  tryif constr_eq l r then reflexivity else first
    [assumption | different | known] end
with different := lazymatch goal with
  | |- @eq (fin _) (element_ix _ _ _) (element_ix _ _ _) =>
    first [apply f_equal; same | apply fin_eq; number]
  | |- @eq (fin _) _ _ => first [apply fin_eq; number | apps]
  | |- @eq Z _ _ => first [number | apps]
  | |- @eq nat _ _ => number
  | |- @eq (_ -> _) _ _ => let i := fresh "i" in extensionality i; beta; same
  | |- @eq (pr _ _) _ _ =>
    first [folded | scanned | apply pr_eq; beta; same]
  | |- _ => first
    [chosen | parts | folded | scanned | apps | swapped | started | integer] end
with apps := lazymatch goal with |- ?l = ?r =>
  tryif constr_eq l r then reflexivity else lazymatch l with
  | ?f ?a => lazymatch r with ?g ?b =>
    refine (app_eq f g a b _ _); [apps | same] end end end
(* By what is known of the states of two folds. *)
with known := match goal with
  | E : _ = ?r |- _ = ?r => refine (eq_trans _ E); apps end
(* Not part by part again. *)
with whole := first [assumption | folded | scanned | apps]
(* The same part of what may be equal as a whole. *)
with parts := lazymatch goal with
  | |- p1 _ = p1 _ => apply (f_equal p1); whole
  | |- p2 _ = p2 _ => apply (f_equal p2); whole end
with swapped := first
  [ lazymatch goal with
    | K : commutes ?o |- o_add ?o ?a ?b = _ =>
      refine (eq_trans (swap_add _ K a b) _)
    | K : commutes ?o |- o_mul ?o ?a ?b = _ =>
      refine (eq_trans (swap_mul _ K a b) _)
    | K : commutes ?o |- o_eq ?o ?a ?b = _ =>
      refine (eq_trans (swap_eq _ K a b) _)
    | K : commutes ?o |- o_ne ?o ?a ?b = _ =>
      refine (eq_trans (swap_ne _ K a b) _)
    | K : commutes ?o |- o_gt ?o ?a ?b = _ =>
      refine (eq_trans (turn_gt _ K a b) _)
    | K : commutes ?o |- o_ge ?o ?a ?b = _ =>
      refine (eq_trans (turn_ge _ K a b) _)
    | K : commutes ?o |- _ = o_gt ?o ?a ?b =>
      refine (eq_trans _ (eq_sym (turn_gt _ K a b)))
    | K : commutes ?o |- _ = o_ge ?o ?a ?b =>
      refine (eq_trans _ (eq_sym (turn_ge _ K a b)))
    | K : integers ?o _ _ |- o_min ?o ?a ?b = _ =>
      refine (eq_trans (swap_min _ _ _ K a b) _)
    | K : integers ?o _ _ |- o_max ?o ?a ?b = _ =>
      refine (eq_trans (swap_max _ _ _ K a b) _)
    | K : integers ?o _ _ |- o_and ?o ?a ?b = _ =>
      refine (eq_trans (swap_and _ _ _ K a b) _)
    | K : integers ?o _ _ |- o_or ?o ?a ?b = _ =>
      refine (eq_trans (swap_or _ _ _ K a b) _)
    | K : integers ?o _ _ |- o_xor ?o ?a ?b = _ =>
      refine (eq_trans (swap_xor _ _ _ K a b) _)
    | |- andb ?a ?b = _ => refine (eq_trans (andb_comm a b) _)
    | |- orb ?a ?b = _ => refine (eq_trans (orb_comm a b) _)
    end; apps ]
with integer := lazymatch goal with
  | K : @integers ?A ?o _ _ |- @eq ?A _ _ => apply (int_eq _ _ _ K); number
  end
with chosen := lazymatch goal with
  | |- (if negb _ then _ else _) = _ => refine (eq_trans (negb_if _ _ _) _); same
  | |- _ = (if negb _ then _ else _) =>
    refine (eq_trans _ (eq_sym (negb_if _ _ _))); same
  | |- ?l = ?r => first
  [ let h := scrutinee l in choice h l r | let h := scrutinee r in choice h l r]
  end
with choice h l r := lazymatch h with
  | half_ix ?n ?m ?s ?H ?i =>
    let E := fresh "E" in let V := fresh "V" in
    destruct (half_spec n m s H i) as [(? & E & V) | (? & E & V)];
    rewrite ?E; inside V ltac:(vals; ints); branch
  | _ => try (let d := scrutinee r in let E := fresh in
      assert (h = d) as E by same; rewrite E; clear E);
    lazymatch goal with |- ?l = ?r => first
    [ let h := scrutinee l in cases h | let h := scrutinee r in cases h ] end
  end
with cases h := first
  [ by_integers h; branch
  | let E := fresh "E" in destruct h eqn:E; branch ]
with branch := beta; cbn [either andb orb negb];
  first [exfalso; numbers | same]
with folded := lazymatch goal with |- ?l = ?r =>
  let u := fold_of l in let v := fold_of r in
  lazymatch u with @foldl ?A ?C ?n ?f ?z ?x =>
  lazymatch v with @foldl ?B ?D ?m ?g ?w ?y => first
  [ constr_eq n m; constr_eq u l; constr_eq v r;
    apply foldl_same; [intros; beta; same | beta; same]
  | constr_eq n m;
    let p := eval pattern u in l in let q := eval pattern v in r in
    lazymatch p with ?p _ => lazymatch q with ?q _ =>
      apply (foldl_alike f g p q x y z w);
      [intros ? ? ? ?E; revert E; beta; intros E; same | beta; same] end end
  | constr_eq u l; constr_eq v r;
    match goal with H : cmonoid ?M ?e |- _ =>
      apply (foldl_as M e);
      [by_law H | by_law H | same | same |
        first [domain H | turned H; domain H]] end ] end end end
with scanned := lazymatch goal with |- ?l = ?r =>
  let u := scan_of l in let v := scan_of r in
  lazymatch u with scanSeq ?f ?z ?x ?i =>
  lazymatch v with scanSeq ?g ?w ?y ?j =>
    let p := eval pattern u in l in let q := eval pattern v in r in
    lazymatch p with ?p _ => lazymatch q with ?q _ =>
      apply (scanSeq_alike f g p q x y z w i j);
      [intros ? ? ? ?E; revert E; beta; intros E; same | beta; same | same]
    end end end end end
with by_law H := intros ?a ?b; first [reflexivity | exact (comm _ _ H _ _)]
(* The same domain, or the outer loop of one divided. *)
with domain H := lazymatch goal with
  |- @foldl _ _ ?n ?M ?e ?x = @foldl _ _ ?m _ _ ?y => first
  [ constr_eq n m; apply foldl_same; [intros; apply f_equal; beta; same | same]
  | let a := value n in let b := value m in
    lazymatch eval compute in (Z.compare a b, Z.modulo a b, Z.modulo b a) with
    | (Datatypes.Gt, 0%Z, _) => divided H M e n m x
    | (Datatypes.Lt, _, 0%Z) => symmetry; divided H M e m n y; symmetry
    end;
    apply foldl_same; [intros; apply f_equal; beta; same | same]
  | constr_eq n m; refine (eq_trans (foldl_back M e H n x) _);
    apply foldl_same; [intros; apply f_equal; beta; same | same] ] end
with divided H M e n m x :=
  let a := value n in let b := value m in
  let k := eval compute in (Z.div a b) in let k := size_of k in
  let E := fresh "E" in assert (E : Eq n (k * m)) by (apply to_eq; numbers);
  refine (eq_trans (foldl_nest M e H k m n E x) _)
with turned H := lazymatch goal with
  |- @foldl _ _ ?n ?M ?e (fun i => @foldl _ _ ?m ?f ?z (@?y i)) = _ =>
    refine (eq_trans (foldl_turn M e H m n _ y _) _);
    [intros ?i; apply foldl_same; [by_law H | same] | ] end
with started := match goal with
  | H : cmonoid ?M ?e |- foldl ?f ?z ?x = ?r =>
    lazymatch r with foldl _ _ _ => fail | _ => idtac end;
    refine (eq_trans (foldl_start M e H f z x _) _); [by_law H | beta; same]
  | H : cmonoid ?M ?e |- ?l = foldl ?f ?z ?x =>
    lazymatch l with foldl _ _ _ => fail | _ => idtac end;
    refine (eq_trans _ (eq_sym (foldl_start M e H f z x _)));
    [beta; same | by_law H] end.

Ltac canonical := computed; same.
