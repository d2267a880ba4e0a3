(* The built-in operators over machine integers of w bits are commutative
   monoids: + * & | ^ and, in any order of the words, min and max. *)
Require Import ZArith Lia Eqdep_dec Bool Btauto Base.
Open Scope Z_scope.

Section Words.
Variable w : Z.
Variable w_ok : 0 <= w.

(* A word is its bits, as a number that is not negative; i32 and u32 differ in
   the order that min and max go by. *)
Definition cut k := Z.land k (Z.ones w).
Record word := Word { bits : Z; fits : (cut bits =? bits) = true }.
Lemma word_eq a b : bits a = bits b -> a = b.
Proof. destruct a, b; simpl; intros ->; f_equal; apply UIP_dec, bool_dec. Qed.
Lemma cut_cut k : cut (cut k) = cut k.
Proof. unfold cut. rewrite <- Z.land_assoc, Z.land_diag. reflexivity. Qed.
Lemma cut_fits k : (cut (cut k) =? cut k) = true.
Proof. apply Z.eqb_eq, cut_cut. Qed.
Definition wrap k : word := Word (cut k) (cut_fits k).
Lemma cut_bits a : cut (bits a) = bits a.
Proof. apply Z.eqb_eq, fits. Qed.
Lemma cut_mod k : cut k = k mod 2 ^ w.
Proof. apply Z.land_ones, w_ok. Qed.

Definition add a b := wrap (bits a + bits b).
Definition mul a b := wrap (bits a * bits b).
Definition and_ a b := wrap (Z.land (bits a) (bits b)).
Definition or_ a b := wrap (Z.lor (bits a) (bits b)).
Definition xor_ a b := wrap (Z.lxor (bits a) (bits b)).

Lemma commutative (op : word -> word -> word) e :
  (forall a b, op a b = op b a) -> (forall a, op e a = a) ->
  (forall a b c, op a (op b c) = op (op a b) c) -> cmonoid op e.
Proof.
  intros C U A. split; auto. split; auto. intros. rewrite C. apply U.
Qed.

Theorem add_words : cmonoid add (wrap 0).
Proof.
  apply commutative; intros; apply word_eq;
    cbn [bits wrap add mul and_ or_ xor_].
  - f_equal; lia.
  - rewrite <- (cut_bits a) at 2. rewrite !cut_mod, Zplus_mod_idemp_l.
    f_equal; lia.
  - rewrite !cut_mod, Zplus_mod_idemp_r, Zplus_mod_idemp_l. f_equal; lia.
Qed.
Theorem mul_words : cmonoid mul (wrap 1).
Proof.
  apply commutative; intros; apply word_eq;
    cbn [bits wrap add mul and_ or_ xor_].
  - f_equal; lia.
  - rewrite <- (cut_bits a) at 2. rewrite !cut_mod, Zmult_mod_idemp_l.
    f_equal; lia.
  - rewrite !cut_mod, Zmult_mod_idemp_r, Zmult_mod_idemp_l. f_equal; ring.
Qed.

(* Bit by bit. *)
Ltac bitwise := apply Z.bits_inj'; intros n N; unfold cut;
  repeat (rewrite ?Z.land_spec, ?Z.lor_spec, ?Z.lxor_spec, ?Z.bits_0);
  btauto.
Theorem or_words : cmonoid or_ (wrap 0).
Proof.
  apply commutative; intros; apply word_eq;
    cbn [bits wrap add mul and_ or_ xor_].
  - f_equal. apply Z.lor_comm.
  - rewrite <- (cut_bits a) at 2. bitwise.
  - bitwise.
Qed.
Theorem xor_words : cmonoid xor_ (wrap 0).
Proof.
  apply commutative; intros; apply word_eq;
    cbn [bits wrap add mul and_ or_ xor_].
  - f_equal. apply Z.lxor_comm.
  - rewrite <- (cut_bits a) at 2. bitwise.
  - bitwise.
Qed.
Theorem and_words : cmonoid and_ (wrap (Z.ones w)).
Proof.
  apply commutative; intros; apply word_eq;
    cbn [bits wrap add mul and_ or_ xor_].
  - f_equal. apply Z.land_comm.
  - rewrite <- (cut_bits a) at 2. bitwise.
  - bitwise.
Qed.

(* min and max by any reading of words as numbers. *)
Section Order.
Variable value : word -> Z.
Variable value_inj : forall a b, value a = value b -> a = b.
Definition min_ a b := if value a <? value b then a else b.
Definition max_ a b := if value a <? value b then b else a.
Ltac cases := intros; unfold min_, max_ in *;
  repeat match goal with |- context [value ?x <? value ?y] =>
    is_var x; is_var y; destruct (Z.ltb_spec (value x) (value y)) end;
  auto; try lia; apply value_inj; lia.
Theorem min_words top : (forall a, value a <= value top) -> cmonoid min_ top.
Proof.
  intros T. apply commutative; [cases| |cases].
  intros a. specialize (T a). cases.
Qed.
Theorem max_words bottom :
  (forall a, value bottom <= value a) -> cmonoid max_ bottom.
Proof.
  intros T. apply commutative; [cases| |cases].
  intros a. specialize (T a). cases.
Qed.
End Order.

(* The two readings. *)
Definition unsigned (a : word) : Z := bits a.
Definition signed (a : word) : Z :=
  if bits a <? 2 ^ (w - 1) then bits a else bits a - 2 ^ w.
Lemma bits_range a : 0 <= bits a < 2 ^ w.
Proof.
  rewrite <- cut_bits, cut_mod. apply Z.mod_pos_bound.
  apply Z.pow_pos_nonneg; lia.
Qed.
Lemma unsigned_inj a b : unsigned a = unsigned b -> a = b.
Proof. apply word_eq. Qed.
Lemma signed_inj a b : signed a = signed b -> a = b.
Proof.
  unfold signed. intros E. apply word_eq.
  pose proof (bits_range a). pose proof (bits_range b).
  destruct (Z.ltb_spec (bits a) (2 ^ (w - 1)));
    destruct (Z.ltb_spec (bits b) (2 ^ (w - 1))); lia.
Qed.
Lemma bits_wrap k : 0 <= k < 2 ^ w -> bits (wrap k) = k.
Proof. intros H. cbn [bits wrap]. rewrite cut_mod. apply Z.mod_small, H. Qed.

Theorem max_unsigned : cmonoid (max_ unsigned) (wrap 0).
Proof.
  apply max_words; [apply unsigned_inj|]. intros a. unfold unsigned.
  pose proof (bits_range a). rewrite bits_wrap; lia.
Qed.
Theorem min_unsigned : cmonoid (min_ unsigned) (wrap (2 ^ w - 1)).
Proof.
  apply min_words; [apply unsigned_inj|]. intros a. unfold unsigned.
  pose proof (bits_range a). rewrite bits_wrap; lia.
Qed.
Lemma halves : 0 < w -> 2 ^ w = 2 * 2 ^ (w - 1) /\ 0 < 2 ^ (w - 1).
Proof.
  intros. split; [|apply Z.pow_pos_nonneg; lia].
  rewrite <- Z.pow_succ_r by lia. f_equal. lia.
Qed.
Lemma signed_range a : 0 < w -> - 2 ^ (w - 1) <= signed a < 2 ^ (w - 1).
Proof.
  intros H%halves. pose proof (bits_range a). unfold signed.
  destruct (Z.ltb_spec (bits a) (2 ^ (w - 1))); lia.
Qed.
Theorem max_signed : 0 < w -> cmonoid (max_ signed) (wrap (2 ^ (w - 1))).
Proof.
  intros H. apply max_words; [apply signed_inj|]. intros a.
  pose proof (signed_range a H). pose proof (halves H). unfold signed at 1.
  rewrite bits_wrap by lia.
  destruct (Z.ltb_spec (2 ^ (w - 1)) (2 ^ (w - 1))); lia.
Qed.
Theorem min_signed : 0 < w -> cmonoid (min_ signed) (wrap (2 ^ (w - 1) - 1)).
Proof.
  intros H. apply min_words; [apply signed_inj|]. intros a.
  pose proof (signed_range a H). pose proof (halves H). unfold signed at 2.
  rewrite bits_wrap by lia.
  destruct (Z.ltb_spec (2 ^ (w - 1) - 1) (2 ^ (w - 1))); lia.
Qed.
End Words.

Theorem and_bools : cmonoid andb true.
Proof. repeat split; intros; btauto. Qed.
Theorem or_bools : cmonoid orb false.
Proof. repeat split; intros; btauto. Qed.

Definition machine := (add_words, mul_words, and_words, or_words, xor_words,
  min_unsigned, max_unsigned, min_signed, max_signed, and_bools, or_bools).
