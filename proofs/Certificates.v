(* What the certificates of lift-tune explain --coq are made of. *)
Require Export ZArith.
Require Export String.
Require Export Rules.
Require Export Prims Ops Lists.

Lemma ext {A B} {f g : A -> B} : (forall x, f x = g x) -> f = g.
Proof. apply functional_extensionality. Qed.

(* Facts about sizes are equations and bounds of numbers, for lia. *)
Ltac size_fact := first [apply to_eq | apply to_positive | apply to_windows].
