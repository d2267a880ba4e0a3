(* Scalar functions of one type, whatever they mean, and the laws of the reals
   that a rule may ask for. *)
Require Import ZArith.

Record ops (A : Type) := {
  o_lit : Z -> A;
  o_add : A -> A -> A; o_sub : A -> A -> A; o_mul : A -> A -> A;
  o_div : A -> A -> A; o_rem : A -> A -> A; o_neg : A -> A; o_abs : A -> A;
  o_sign : A -> A; o_min : A -> A -> A; o_max : A -> A -> A;
  o_fma : A -> A -> A -> A; o_sqrt : A -> A; o_rsqrt : A -> A;
  o_exp : A -> A; o_log : A -> A; o_pow : A -> A -> A; o_sin : A -> A;
  o_cos : A -> A;
  o_lt : A -> A -> bool; o_le : A -> A -> bool; o_gt : A -> A -> bool;
  o_ge : A -> A -> bool; o_eq : A -> A -> bool; o_ne : A -> A -> bool;
  o_and : A -> A -> A; o_or : A -> A -> A; o_xor : A -> A -> A }.
Arguments o_lit {A}. Arguments o_add {A}. Arguments o_sub {A}.
Arguments o_mul {A}. Arguments o_div {A}. Arguments o_rem {A}.
Arguments o_neg {A}. Arguments o_abs {A}. Arguments o_sign {A}.
Arguments o_min {A}. Arguments o_max {A}. Arguments o_fma {A}.
Arguments o_sqrt {A}. Arguments o_rsqrt {A}. Arguments o_exp {A}.
Arguments o_log {A}. Arguments o_pow {A}. Arguments o_sin {A}.
Arguments o_cos {A}. Arguments o_lt {A}. Arguments o_le {A}.
Arguments o_gt {A}. Arguments o_ge {A}. Arguments o_eq {A}.
Arguments o_ne {A}. Arguments o_and {A}. Arguments o_or {A}.
Arguments o_xor {A}.

Record laws {A} (o : ops A) : Prop := {
  add_comm : forall a b, o_add o a b = o_add o b a;
  fma_law : forall a b c, o_fma o a b c = o_add o (o_mul o a b) c;
  rsqrt_law : forall a, o_rsqrt o a = o_div o (o_lit o 1) (o_sqrt o a) }.
