(* Integers, for computing the primitives on small inputs (golden.txt). *)
Require Export Certificates.

Definition ops_Z : ops Z := {|
  o_lit := fun z => z; o_int := fun z => z; o_bits := fun z => z;
  o_neg := Z.opp; o_abs := Z.abs;
  o_sign := Z.sgn; o_sqrt := Z.sqrt; o_rsqrt := fun a => (1 / Z.sqrt a)%Z;
  o_exp := Z.pow 2; o_log := Z.log2; o_sin := fun a => a; o_cos := fun a => a;
  o_add := Z.add; o_sub := Z.sub; o_mul := Z.mul; o_div := Z.quot;
  o_rem := Z.rem; o_min := Z.min; o_max := Z.max; o_pow := Z.pow;
  o_and := Z.land; o_or := Z.lor; o_xor := Z.lxor;
  o_fma := fun a b c => (a * b + c)%Z;
  o_lt := Z.ltb; o_le := Z.leb; o_gt := Z.gtb; o_ge := Z.geb; o_eq := Z.eqb;
  o_ne := fun a b => negb (Z.eqb a b);
  o_test := fun _ => Z.odd; o_call1 := fun _ a => a;
  o_call2 := fun _ => Z.add |}.

Class Flat (T : Type) := flat : T -> list Z.
Global Instance flat_Z : Flat Z := fun z => [z].
Global Instance flat_pr A B `{Flat A} `{Flat B} : Flat (pr A B) :=
  fun x => (flat (p1 x) ++ flat (p2 x))%list.
Global Instance flat_arr A n `{Flat A} : Flat (arr A n) :=
  fun x => flat_map flat (tolist x).
