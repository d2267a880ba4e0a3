(* The built-in operators over machine integers of w bits are commutative
   monoids: + * & | ^ and, in any order of the words, min and max. *)
Require Import ZArith Lia Eqdep_dec Bool Btauto Base Ops.
Local Open Scope Z_scope.

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
Definition sub a b := wrap (bits a - bits b).
Definition neg a := wrap (- bits a).
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

Lemma signed_wrap k : 0 <= k < 2 ^ (w - 1) -> signed (wrap k) = k.
Proof.
  intros H. assert (0 < w) by
    (destruct (Z.eq_dec w 0) as [-> |]; [cbn in H|]; lia).
  assert (2 ^ w = 2 * 2 ^ (w - 1)) as E
    by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  unfold signed. rewrite bits_wrap by lia.
  destruct (Z.ltb_spec k (2 ^ (w - 1))); lia.
Qed.

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

(* Words as the integers of programs. Only + - * / % & | ^ min max, literals,
   comparisons and what number a word is are fixed; any functions at all are the
   others. *)
Section Integers.
Variable w : Z.
Variable w_ok : (0 <? w) = true.
Variable others : ops (word w).
Definition w_pos : 0 < w := proj1 (Z.ltb_lt 0 w) w_ok.
Definition w_nat : 0 <= w := Z.lt_le_incl _ _ w_pos.

Definition ops_by (value : word w -> Z) : ops (word w) := {|
  o_lit := wrap w; o_int := value; o_bits := o_bits others;
  o_neg := neg w; o_abs := o_abs others; o_sign := o_sign others;
  o_sqrt := o_sqrt others; o_rsqrt := o_rsqrt others; o_exp := o_exp others;
  o_log := o_log others; o_sin := o_sin others; o_cos := o_cos others;
  o_add := add w; o_sub := sub w; o_mul := mul w;
  o_div := fun a b => wrap w (Z.quot (value a) (value b));
  o_rem := fun a b =>
    wrap w (if value b =? 0 then 0 else Z.rem (value a) (value b));
  o_min := min_ w value; o_max := max_ w value; o_pow := o_pow others;
  o_and := and_ w; o_or := or_ w; o_xor := xor_ w; o_fma := o_fma others;
  o_lt := fun a b => value a <? value b;
  o_le := fun a b => value a <=? value b;
  o_gt := fun a b => value b <? value a;
  o_ge := fun a b => value b <=? value a;
  o_eq := fun a b => value a =? value b;
  o_ne := fun a b => negb (value a =? value b);
  o_test := o_test others; o_call1 := o_call1 others;
  o_call2 := o_call2 others |}.
Definition signed_ops := ops_by (signed w).
Definition unsigned_ops := ops_by (unsigned w).

(* A neutral element may be written in any way that has its bits. *)
Lemma at_bits op k z : cmonoid op (wrap w k) -> cut w z = cut w k ->
  cmonoid op (wrap w z).
Proof.
  intros H E. replace (wrap w z) with (wrap w k); auto.
  apply word_eq. cbn. auto.
Qed.
Definition neutral k z := (cut w z =? cut w k) = true.
Ltac from H := intros E%Z.eqb_eq; apply (at_bits _ _ _ H E).
Theorem signed_add z : neutral 0 z ->
  cmonoid (o_add signed_ops) (o_lit signed_ops z).
Proof. from (add_words w w_nat). Qed.
Theorem signed_mul z : neutral 1 z ->
  cmonoid (o_mul signed_ops) (o_lit signed_ops z).
Proof. from (mul_words w w_nat). Qed.
Theorem signed_and z : neutral (Z.ones w) z ->
  cmonoid (o_and signed_ops) (o_lit signed_ops z).
Proof using w_ok. from (and_words w). Qed.
Theorem signed_or z : neutral 0 z ->
  cmonoid (o_or signed_ops) (o_lit signed_ops z).
Proof using w_ok. from (or_words w). Qed.
Theorem signed_xor z : neutral 0 z ->
  cmonoid (o_xor signed_ops) (o_lit signed_ops z).
Proof using w_ok. from (xor_words w). Qed.
Theorem signed_min z : neutral (2 ^ (w - 1) - 1) z ->
  cmonoid (o_min signed_ops) (o_lit signed_ops z).
Proof. from (min_signed w w_nat w_pos). Qed.
Theorem signed_max z : neutral (2 ^ (w - 1)) z ->
  cmonoid (o_max signed_ops) (o_lit signed_ops z).
Proof. from (max_signed w w_nat w_pos). Qed.

Definition unsigned_add := signed_add.
Definition unsigned_mul := signed_mul.
Definition unsigned_and := signed_and.
Definition unsigned_or := signed_or.
Definition unsigned_xor := signed_xor.
Theorem unsigned_min z : neutral (2 ^ w - 1) z ->
  cmonoid (o_min unsigned_ops) (o_lit unsigned_ops z).
Proof. from (min_unsigned w w_nat). Qed.
Theorem unsigned_max z : neutral 0 z ->
  cmonoid (o_max unsigned_ops) (o_lit unsigned_ops z).
Proof. from (max_unsigned w w_nat). Qed.
End Integers.

(* Certificates give all of them the same arguments. *)
Definition laws_of_words w ok others := (
  signed_add w ok others, signed_mul w ok others, signed_and w ok others,
  signed_or w ok others, signed_xor w ok others, signed_min w ok others,
  signed_max w ok others, unsigned_min w ok others, unsigned_max w ok others).

Definition machine := (add_words, mul_words, and_words, or_words, xor_words,
  min_unsigned, max_unsigned, min_signed, max_signed, and_bools, or_bools,
  laws_of_words).
