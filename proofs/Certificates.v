(* What the certificates of lift-tune explain --coq are made of. *)
Require Export ZArith.
Require Export String.
Require Export Rules.
Require Export Prims Ops Lists Same.
Require Machine.
Require Import Eqdep_dec.

Lemma ext {A B} {f g : A -> B} : (forall x, f x = g x) -> f = g.
Proof. apply functional_extensionality. Qed.

(* Facts about sizes are equations and bounds of numbers, for lia. *)
Ltac size_fact := first [apply to_eq | apply to_positive | apply to_windows
  | apply to_indices].

(* -- operators of tuples and vectors: those of their parts ------------------ *)

Section Pairs.
Context {A B} {f : A -> A -> A} {g : B -> B -> B} {d : A} {e : B}.
Definition pairwise (x y : pr A B) := P (f (p1 x) (p1 y)) (g (p2 x) (p2 y)).
Theorem monoid_pair : monoid f d -> monoid g e -> monoid pairwise (P d e).
Proof.
  intros [] []. split; unfold pairwise; simpl.
  - intros; f_equal; auto.
  - intros [a b]; simpl; f_equal; auto.
  - intros [a b]; simpl; f_equal; auto.
Qed.
Theorem cmonoid_pair : cmonoid f d -> cmonoid g e -> cmonoid pairwise (P d e).
Proof.
  intros [F Cf] [G Cg]. split; [apply monoid_pair; auto|].
  unfold pairwise; intros; f_equal; auto.
Qed.
End Pairs.

(* By segments, whose first elements are flagged. *)
Theorem monoid_segments {A} {f : A -> A -> A} {e} : monoid f e ->
  monoid (fun x y : pr bool A => P (orb (p1 x) (p1 y))
    (if p1 y then p2 y else f (p2 x) (p2 y))) (P false e).
Proof.
  intros [a l r]. split; simpl.
  - intros [[] x] [[] y] [[] z]; simpl; rewrite ?a; auto.
  - intros [[] x]; simpl; rewrite ?l; auto.
  - intros [[] x]; simpl; rewrite ?r; auto.
Qed.

Section Lanes.
Context {A} (w : nat) {f : A -> A -> A} {e : A}.
Theorem monoid_lanes : monoid f e -> monoid (@each2 A A A w f) (fill w e).
Proof. intros []. split; intros; extensionality i; unfold each2, fill; auto. Qed.
Theorem cmonoid_lanes : cmonoid f e -> cmonoid (@each2 A A A w f) (fill w e).
Proof.
  intros [F C]. split; [apply monoid_lanes; auto|].
  intros; extensionality i; unfold each2; auto.
Qed.
End Lanes.

Theorem cmonoid_swap {A} {f : A -> A -> A} {e} :
  cmonoid f e -> cmonoid (fun x y => f y x) e.
Proof. intros [[As L R] C]. repeat split; auto. Qed.

(* -- orders that are chosen ------------------------------------------------- *)

(* Of arrays of length m this order, of others that one. *)
Definition choose (order : forall n, fin n -> fin n) m (s : fin m -> fin m) n
  : fin n -> fin n :=
  match Nat.eq_dec m n with
  | left E => eq_rect m (fun k => fin k -> fin k) s n E
  | right _ => order n end.
Lemma choose_at order m s : choose order m s m = s.
Proof.
  unfold choose. destruct (Nat.eq_dec m m) as [E|]; [|congruence].
  rewrite (UIP_dec Nat.eq_dec E eq_refl). reflexivity.
Qed.
Lemma choose_else order m s n : m <> n -> choose order m s n = order n.
Proof.
  unfold choose. intros H. destruct (Nat.eq_dec m n); congruence.
Qed.
Lemma perm_choose order m s : (forall n, perm (order n)) -> perm s ->
  forall n, perm (choose order m s n).
Proof.
  intros O S n. unfold choose. destruct (Nat.eq_dec m n) as [[]|]; simpl; auto.
Qed.
Lemma perm_id n : perm (fun i : fin n => i).
Proof. intros i j; auto. Qed.
Ltac possible := lazymatch goal with
  | |- _ /\ _ => split; [possible | possible]
  | |- forall n, perm _ =>
    repeat (apply perm_choose; [|first [exact (perm_id _) | apply stride_perm]]);
    exact perm_id
  | |- _ => repeat (rewrite choose_else by lia); apply choose_at end.
