(* Scalar functions of one type, whatever they mean, and the laws of the reals
   that a rule may ask for. *)
Require Import ZArith String Prims.

Record ops (A : Type) := Ops {
  o_lit : Z -> A;
  o_int : A -> Z; (* the number that a value is, for an index *)
  o_bits : Z -> A; (* of these bits, as a double *)
  o_neg : A -> A; o_abs : A -> A; o_sign : A -> A; o_sqrt : A -> A;
  o_rsqrt : A -> A; o_exp : A -> A; o_log : A -> A; o_sin : A -> A;
  o_cos : A -> A;
  o_add : A -> A -> A; o_sub : A -> A -> A; o_mul : A -> A -> A;
  o_div : A -> A -> A; o_rem : A -> A -> A; o_min : A -> A -> A;
  o_max : A -> A -> A; o_pow : A -> A -> A; o_and : A -> A -> A;
  o_or : A -> A -> A; o_xor : A -> A -> A;
  o_fma : A -> A -> A -> A;
  o_lt : A -> A -> bool; o_le : A -> A -> bool; o_gt : A -> A -> bool;
  o_ge : A -> A -> bool; o_eq : A -> A -> bool; o_ne : A -> A -> bool;
  (* every other one, by its name in programs *)
  o_test : string -> A -> bool;
  o_call1 : string -> A -> A;
  o_call2 : string -> A -> A -> A }.
Arguments o_lit {A}. Arguments o_int {A}. Arguments o_bits {A}.
Arguments o_neg {A}.
Arguments o_abs {A}. Arguments o_sign {A}. Arguments o_sqrt {A}.
Arguments o_rsqrt {A}. Arguments o_exp {A}. Arguments o_log {A}.
Arguments o_sin {A}. Arguments o_cos {A}. Arguments o_add {A}.
Arguments o_sub {A}. Arguments o_mul {A}. Arguments o_div {A}.
Arguments o_rem {A}. Arguments o_min {A}. Arguments o_max {A}.
Arguments o_pow {A}. Arguments o_and {A}. Arguments o_or {A}.
Arguments o_xor {A}. Arguments o_fma {A}. Arguments o_lt {A}.
Arguments o_le {A}. Arguments o_gt {A}. Arguments o_ge {A}.
Arguments o_eq {A}. Arguments o_ne {A}. Arguments o_test {A}.
Arguments o_call1 {A}. Arguments o_call2 {A}.

Record laws {A} (o : ops A) : Prop := {
  add_comm : forall a b, o_add o a b = o_add o b a;
  mul_comm : forall a b, o_mul o a b = o_mul o b a;
  add_assoc : forall a b c, o_add o a (o_add o b c) = o_add o (o_add o a b) c;
  mul_assoc : forall a b c, o_mul o a (o_mul o b c) = o_mul o (o_mul o a b) c;
  mul_add : forall a b c,
    o_mul o a (o_add o b c) = o_add o (o_mul o a b) (o_mul o a c);
  fma_law : forall a b c, o_fma o a b c = o_add o (o_mul o a b) c;
  rsqrt_law : forall a, o_rsqrt o a = o_div o (o_lit o 1) (o_sqrt o a);
  div_law : forall a b, o_div o a b = o_mul o a (o_div o (o_lit o 1) b);
  div_mul : forall a b, o_div o (o_lit o 1) (o_mul o a b)
    = o_mul o (o_div o (o_lit o 1) a) (o_div o (o_lit o 1) b);
  sub_law : forall a b, o_sub o a b = o_add o a (o_neg o b);
  neg_add : forall a b,
    o_neg o (o_add o a b) = o_add o (o_neg o a) (o_neg o b) }.

(* On vectors: lane by lane. Their comparisons give vectors, by each2. *)
Definition each2 {A B C w} (f : A -> B -> C) (x : arr A w) (y : arr B w)
  : arr C w := fun i => f (x i) (y i).
Definition ops_vec {A} (o : ops A) w : ops (arr A w) := {|
  o_lit := fun z => fill w (o_lit o z); o_int := fun _ => 0%Z;
  o_bits := fun z => fill w (o_bits o z);
  o_neg := map (o_neg o); o_abs := map (o_abs o); o_sign := map (o_sign o);
  o_sqrt := map (o_sqrt o); o_rsqrt := map (o_rsqrt o);
  o_exp := map (o_exp o); o_log := map (o_log o); o_sin := map (o_sin o);
  o_cos := map (o_cos o);
  o_add := each2 (o_add o); o_sub := each2 (o_sub o);
  o_mul := each2 (o_mul o); o_div := each2 (o_div o);
  o_rem := each2 (o_rem o); o_min := each2 (o_min o);
  o_max := each2 (o_max o); o_pow := each2 (o_pow o);
  o_and := each2 (o_and o); o_or := each2 (o_or o); o_xor := each2 (o_xor o);
  o_fma := fun x y z i => o_fma o (x i) (y i) (z i);
  o_lt := fun _ _ => false; o_le := fun _ _ => false;
  o_gt := fun _ _ => false; o_ge := fun _ _ => false;
  o_eq := fun _ _ => false; o_ne := fun _ _ => false;
  o_test := fun _ _ => false; o_call1 := fun s => map (o_call1 o s);
  o_call2 := fun s => each2 (o_call2 o s) |}.
Lemma laws_vec {A} (o : ops A) w : laws o -> laws (ops_vec o w).
Proof.
  intros [C M C3 M3 D F R Q P S N]. split; intros; extensionality i;
    [apply C | apply M | apply C3 | apply M3 | apply D | apply F | apply R
    | apply Q | apply P | apply S | apply N].
Qed.

(* An array of that length has a number of i64 for each index. *)
Definition Indices (n : nat) : SProp :=
  Is (Z.leb (Z.of_nat n) 9223372036854775808).
Lemma indices_of n (H : Indices n) : (Z.of_nat n <= 9223372036854775808)%Z.
Proof. apply Z.leb_le, of_Is, H. Qed.
Lemma to_indices n : (Z.of_nat n <= 9223372036854775808)%Z -> Indices n.
Proof. intros H; apply Is_of, Z.leb_le, H. Qed.

(* 0, 1, ... *)
Definition generate {A} (o : ops A) n (H : Indices n) : arr A n :=
  fun i => o_lit o (Z.of_nat (val i)).

(* The element of that number; beyond the ends, where a program has no meaning,
   one at an end. *)
Lemma element_lt n (H : Positive n) z : Nat.min (Z.to_nat z) (n - 1) < n.
Proof. pose proof (positive_of n H). lia. Qed.
Definition element {A B} (o : ops A) n (H : Positive n) (x : arr B n) (i : A) : B :=
  x (fi _ (element_lt n H (o_int o i))).

(* -- elements stored at places that data give ------------------------------ *)

(* p, if it is for place j. *)
Definition put {A B} (f : A -> B -> A) (j : nat) (a : A) (p : pr Z B) : A :=
  if Z.eqb (p1 p) (Z.of_nat j) then f a (p2 p) else a.
(* Left to right; what is for a place outside goes nowhere. *)
Definition scatter {A B I n m} (o : ops I) (f : A -> B -> A) (d : arr A m)
  (is : arr I n) (x : arr B n) : arr A m :=
  fun j => foldl (put f (val j)) (d j) (zip (map (o_int o) is) x).
(* Each place once; of several elements for one the last, where a program has no
   meaning. *)
Definition permute {A I n m} (o : ops I) (d : arr A m) (is : arr I n)
  (x : arr A n) : arr A m := scatter o (fun _ b => b) d is x.
(* After each element, what its place has by then. *)
Definition scanByIndex {A B I n} (o : ops I) m (H : Positive m)
  (f : A -> B -> A) (d : arr A m) (is : arr I n) (x : arr B n) : arr A n :=
  fun i => element o m H (fun j =>
    scanSeq (put f (val j)) (d j) (zip (map (o_int o) is) x) i) (is i).
