(* Arrays: [A]n is a function from the numbers below n. Bounds and equations of
   sizes are strict propositions: any two proofs of one are the same by
   conversion, so no term ever contains a cast. *)
Require Export Arith Lia List Permutation FunctionalExtensionality PeanoNat.
Export ListNotations.
Set Primitive Projections.

Inductive sEmpty : SProp := .
Definition sTrue : SProp := sEmpty -> sEmpty.
Definition sI : sTrue := fun x => x.
Definition Is (b : bool) : SProp := if b then sTrue else sEmpty.
Lemma Is_of b : b = true -> Is b.
Proof. intros ->; exact sI. Qed.
Lemma of_Is (b : bool) : Is b -> b = true.
Proof. destruct b; intros H; [reflexivity | destruct H]. Qed.

(* -- facts about sizes ----------------------------------------------------- *)

Definition Eq (a b : nat) : SProp := Is (a =? b).
Definition Positive (n : nat) : SProp := Is (0 <? n).
Definition Lt (a b : nat) : SProp := Is (a <? b).
(* k windows of n elements, each s after the one before, lie within m. *)
Definition Windows (n s k m : nat) : SProp :=
  Is ((k =? 0) || ((k - 1) * s + n <=? m)).
Lemma eq_of a b (H : Eq a b) : a = b.
Proof. apply Nat.eqb_eq, of_Is, H. Qed.
Lemma to_eq a b : a = b -> Eq a b.
Proof. intros H; apply Is_of, Nat.eqb_eq, H. Qed.
Lemma positive_of n (H : Positive n) : 0 < n.
Proof. apply Nat.ltb_lt, of_Is, H. Qed.
Lemma windows_of n s k m (H : Windows n s k m) :
  k = 0 \/ (k - 1) * s + n <= m.
Proof.
  apply of_Is, Bool.orb_true_iff in H as [H | H];
    [left; apply Nat.eqb_eq, H | right; apply Nat.leb_le, H].
Qed.
Lemma to_windows n s k m :
  k = 0 \/ (k - 1) * s + n <= m -> Windows n s k m.
Proof.
  intros [H | H]; apply Is_of, Bool.orb_true_iff;
    [left; apply Nat.eqb_eq, H | right; apply Nat.leb_le, H].
Qed.
Lemma to_positive n : 0 < n -> Positive n.
Proof. intros H; apply Is_of, Nat.ltb_lt, H. Qed.

(* -- indices --------------------------------------------------------------- *)

Record fin (n : nat) := mk { val : nat; bnd : Lt val n }.
Arguments mk {n}. Arguments val {n}. Arguments bnd {n}.
Definition lt_of {n} (i : fin n) : val i < n :=
  proj1 (Nat.ltb_lt _ _) (of_Is _ (bnd i)).
Definition to_lt i n (H : i < n) : Lt i n := Is_of _ (proj2 (Nat.ltb_lt i n) H).
Definition fi {n} i (H : i < n) : fin n := mk i (to_lt _ _ H).
Lemma fin_eq n (i j : fin n) : val i = val j -> i = j.
Proof. destruct i as [i H], j as [j H']; simpl. intros ->. reflexivity. Qed.

Definition arr (A : Type) (n : nat) := fin n -> A.

(* Pairs with eta: P (p1 x) (p2 x) is x by conversion. *)
Record pr (A B : Type) := P { p1 : A; p2 : B }.
Arguments P {A B}. Arguments p1 {A B}. Arguments p2 {A B}.

(* -- what operators may be asked for --------------------------------------- *)

Record monoid {A} (op : A -> A -> A) (e : A) : Prop := {
  assoc : forall a b c, op a (op b c) = op (op a b) c;
  unitl : forall a, op e a = a;
  unitr : forall a, op a e = a }.
Record cmonoid {A} (op : A -> A -> A) (e : A) : Prop := {
  is_monoid : monoid op e;
  comm : forall a b, op a b = op b a }.
Definition perm {n} (s : fin n -> fin n) := forall i j, s i = s j -> i = j.

(* -- tactics --------------------------------------------------------------- *)

(* Turns the facts about sizes into equations of numbers. *)
Ltac facts := repeat match goal with
  | H : Eq _ _ |- _ => apply eq_of in H
  | H : Positive _ |- _ => apply positive_of in H
  | H : Windows _ _ _ _ |- _ => apply windows_of in H end.
(* What is known of every index. *)
Ltac bounds := repeat match goal with
  | i : fin ?n |- _ =>
    lazymatch goal with
    | _ : val i < n |- _ => fail
    | _ => pose proof (lt_of i) end end.
Ltac arith := repeat match goal with i : fin _ |- _ => clear i end;
  facts; subst; simpl in *; try lia; nia.
(* Proves a fact about sizes. *)
Ltac size := first [ exact sI
  | first [apply to_eq | apply to_positive | apply to_windows];
    facts; subst; simpl in *;
    first [lia | nia] ].
(* Two elements of one array: their indices are equal. *)
Ltac at_index := lazymatch goal with
  | |- ?x ?i = ?x ?j => apply (f_equal x), fin_eq; simpl end.
(* A statement whose two sides are the same by definition. *)
Ltac by_definition := hnf; intros; reflexivity.
