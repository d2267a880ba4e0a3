(* Values of every type at which statements are computed: small numbers that
   differ, made from one number. *)
Require Import ZArith ArithRing Prims Ops.
Require Machine.

Definition mix a b := (7 * a + 3 * b + 1) mod 11.
Class Sample (T : Type) := {
  sample : nat -> T;
  digest : T -> nat;
  show : T -> list nat }.
Global Instance sample_nat : Sample nat := {|
  sample k := k mod 11; digest k := k; show k := [k] |}.
Global Instance sample_bool : Sample bool := {|
  sample k := Nat.odd k; digest b := if b then 1 else 2;
  show b := [if b then 1 else 0] |}.
Global Instance sample_t_bool : Sample t_bool := sample_bool.
Global Instance sample_pr A B `{Sample A} `{Sample B} : Sample (pr A B) := {|
  sample k := P (sample k) (sample (mix k 2));
  digest x := mix (digest (p1 x)) (digest (p2 x));
  show x := show (p1 x) ++ show (p2 x) |}.
Global Instance sample_arr A n `{Sample A} : Sample (arr A n) := {|
  sample k := fun i => sample (mix k (val i));
  digest x := List.fold_right (fun a => mix (digest a)) 0 (tolist x);
  show x := flat_map show (tolist x) |}.
Global Instance sample_el : Sample (el (vscalar nat)) := sample_nat.
Global Instance sample_vc w : Sample (vc (vscalar nat) w) :=
  sample_arr nat w.

Lemma add_monoid : monoid Nat.add 0.
Proof. split; intros; lia. Qed.
Lemma add_cmonoid : cmonoid Nat.add 0.
Proof. split; [exact add_monoid | intros; lia]. Qed.

Lemma rev_lt n i : i < n -> n - S i < n.
Proof. lia. Qed.
Definition rev n (i : fin n) : fin n := fi _ (rev_lt n _ (lt_of i)).
Lemma rev_perm n : perm (rev n).
Proof.
  intros i j E. apply (f_equal val) in E. simpl in E. apply fin_eq. bounds.
  lia.
Qed.

Definition ops_nat : ops nat := {|
  o_lit := Z.to_nat; o_int := Z.of_nat; o_bits := Z.to_nat; o_add := Nat.add;
  o_sub := fun a b => a + 2 * b; o_mul := Nat.mul;
  o_div := fun a b => a * (1 / b); o_rem := Nat.modulo; o_neg := fun a => 2 * a;
  o_abs := fun a => a; o_sign := Nat.min 1; o_min := Nat.min;
  o_max := Nat.max; o_fma := fun a b c => a * b + c; o_sqrt := Nat.sqrt;
  o_rsqrt := fun a => 1 / Nat.sqrt a; o_exp := fun a => 2 ^ a;
  o_log := Nat.log2; o_pow := Nat.pow; o_sin := fun a => a;
  o_cos := fun a => a; o_lt := Nat.ltb; o_le := Nat.leb;
  o_gt := fun a b => Nat.ltb b a; o_ge := fun a b => Nat.leb b a;
  o_eq := Nat.eqb; o_ne := fun a b => negb (Nat.eqb a b);
  o_and := Nat.land; o_or := Nat.lor; o_xor := Nat.lxor;
  o_test := fun _ a => Nat.odd a; o_call1 := fun _ a => a;
  o_call2 := fun _ => Nat.add |}.
Lemma one_over_mul a b : 1 / (a * b) = (1 / a) * (1 / b).
Proof.
  destruct a as [|[|a]]; [reflexivity | |].
  - rewrite Nat.mul_1_l. change (1 / 1) with 1. symmetry. apply Nat.mul_1_l.
  - rewrite (Nat.div_small 1 (S (S a))) by lia. destruct b as [|b].
    + rewrite Nat.mul_0_r. reflexivity.
    + rewrite Nat.div_small by nia. reflexivity.
Qed.
Lemma laws_nat : laws ops_nat.
Proof.
  split; cbn -[Nat.div Nat.mul Nat.add]; intros; rewrite ?Nat.mul_1_l;
    first [reflexivity | apply one_over_mul | ring].
Qed.

(* By what is computed of numbers: of words, and of bools as 0 and 1. *)
Definition ops_as {A} (to : A -> nat) (of : nat -> A) : ops A :=
  let one f a := of (f (to a)) in
  let two f a b := of (f (to a) (to b)) in
  let test (f : nat -> nat -> bool) a b := f (to a) (to b) in {|
  o_lit z := of (Z.to_nat z); o_int a := Z.of_nat (to a);
  o_bits z := of (Z.to_nat z); o_add := two Nat.add; o_sub := two Nat.sub;
  o_mul := two Nat.mul; o_div := two Nat.div; o_rem := two Nat.modulo;
  o_neg a := a; o_abs a := a; o_sign := one (Nat.min 1);
  o_min := two Nat.min; o_max := two Nat.max;
  o_fma a b c := of (to a * to b + to c); o_sqrt := one Nat.sqrt;
  o_rsqrt a := a; o_exp a := a; o_log := one Nat.log2; o_pow := two Nat.add;
  o_sin a := a; o_cos a := a; o_lt := test Nat.ltb; o_le := test Nat.leb;
  o_gt a b := test Nat.ltb b a; o_ge a b := test Nat.leb b a;
  o_eq := test Nat.eqb; o_ne a b := negb (test Nat.eqb a b);
  o_and := two Nat.land; o_or := two Nat.lor; o_xor := two Nat.lxor;
  o_test _ a := Nat.odd (to a); o_call1 _ a := a;
  o_call2 _ := two Nat.add |}.
Definition of_word {w} (a : Machine.word w) :=
  Z.to_nat (Z.modulo (Machine.bits w a) 101).
Definition to_word w k := Machine.wrap w (Z.of_nat k).
Definition ops_word w : ops (Machine.word w) := ops_as of_word (to_word w).
Definition ops_bool : ops t_bool := ops_as digest Nat.odd.
Global Instance sample_word w : Sample (Machine.word w) := {|
  sample k := to_word w (k mod 11); digest := of_word;
  show a := [of_word a] |}.

(* A statement at small numbers: its premises are met; its sides are two terms
   with one value. *)
Ltac met t := pose proof t; exact I.
Ltac computed t :=
  let T := type of t in
  lazymatch T with ?l = ?r =>
    tryif constr_eq l r then fail "both sides are the same term"
    else assert (show l = show r) by (vm_compute; reflexivity) end;
  met t.
