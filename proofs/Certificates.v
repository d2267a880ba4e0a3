(* What the certificates of lift-tune explain --coq are made of. *)
Require Export ZArith.
Require Export String.
Require Export Rules.
Require Export Prims Ops Lists.

Lemma ext {A B} {f g : A -> B} : (forall x, f x = g x) -> f = g.
Proof. apply functional_extensionality. Qed.

(* Facts about the sizes of one program: arithmetic of numbers. *)
Create HintDb sizes.
Ltac numbers := first [ exact sI
  | autounfold with sizes;
    first [apply to_eq | apply to_positive | apply to_windows]; lia ].
