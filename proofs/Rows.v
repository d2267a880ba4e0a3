(* Lists of at most n elements, and rows of m of them: how many there are is up to
   the data. *)
Require Import ZArith.
Require Export Scatters.
Local Open Scope nat_scope.

Definition Fits {A} (l : list A) (n : nat) : SProp := Is (length l <=? n).
Lemma fits_of {A} (l : list A) n (H : Fits l n) : length l <= n.
Proof. apply Nat.leb_le, of_Is, H. Qed.
Lemma to_fits {A} (l : list A) n : length l <= n -> Fits l n.
Proof. intros H; apply Is_of, Nat.leb_le, H. Qed.
Record upto (A : Type) (n : nat) := Upto { items : list A; fits : Fits items n }.
Arguments items {A n}. Arguments fits {A n}. Arguments Upto {A n}.
Lemma upto_eq {A n} (x y : upto A n) : items x = items y -> x = y.
Proof. destruct x as [l H], y as [l' H']; simpl. intros ->. reflexivity. Qed.

(* -- lists ----------------------------------------------------------------- *)

Lemma tolist_length {A n} (x : arr A n) : length (tolist x) = n.
Proof. unfold tolist. rewrite map_length, enum_length. reflexivity. Qed.
Definition count_of {I} (o : ops I) (c : I) : nat := Z.to_nat (o_int o c).
Lemma first_fits {A n} c (x : arr A n) : Fits (firstn c (tolist x)) n.
Proof. apply to_fits. rewrite firstn_length, tolist_length. lia. Qed.
(* The first c elements. *)
Definition upTo {A I n} (o : ops I) (c : I) (x : arr A n) : upto A n :=
  Upto _ (first_fits (count_of o c) x).
Lemma map_fits {A B n} (f : A -> B) (x : upto A n) :
  Fits (List.map f (items x)) n.
Proof. apply to_fits. rewrite map_length. apply fits_of, fits. Qed.
Definition mapList {A B n} (f : A -> B) (x : upto A n) : upto B n :=
  Upto _ (map_fits f x).
(* The first n elements, v after them. *)
Definition full {A m} n (v : A) (x : upto A m) : arr A n :=
  fun i => nth (val i) (items x) v.
Definition foldList {A B n} (f : A -> B -> A) z (x : upto B n) : arr A 1 :=
  fun _ => fold_left f (items x) z.
Fixpoint states {A B} (f : A -> B -> A) z (l : list B) : list A :=
  match l with [] => [] | b :: l => f z b :: states f (f z b) l end.
Lemma states_length {A B} (f : A -> B -> A) l : forall z,
  length (states f z l) = length l.
Proof. induction l; simpl; auto. Qed.
Lemma states_fit {A B n} (f : A -> B -> A) z (x : upto B n) :
  Fits (states f z (items x)) n.
Proof. apply to_fits. rewrite states_length. apply fits_of, fits. Qed.
Definition scanList {A B n} (f : A -> B -> A) z (x : upto B n) : upto A n :=
  Upto _ (states_fit f z x).
Lemma app_fits {A n m s} (x : upto A n) (y : upto A m) (H : Eq s (n + m)) :
  Fits (items x ++ items y) s.
Proof.
  apply to_fits. rewrite app_length. pose proof (fits_of _ _ (fits x)).
  pose proof (fits_of _ _ (fits y)). apply eq_of in H. lia.
Qed.
Definition concatList {A} n m s (H : Eq s (n + m)) (x : upto A n)
  (y : upto A m) : upto A s := Upto _ (app_fits x y H).

(* -- rows ------------------------------------------------------------------ *)

(* Those with key j, in their order. *)
Definition rowOfKey {A I} (o : ops I) (f : A -> I) (j : Z) (l : list A) :=
  List.filter (fun a => Z.eqb (o_int o (f a)) j) l.
Lemma filter_le {A} (p : A -> bool) l : length (List.filter p l) <= length l.
Proof. induction l; simpl; auto. destruct (p a); simpl; lia. Qed.
Lemma key_fits {A I n} (o : ops I) (f : A -> I) j (l : list A) :
  length l <= n -> Fits (rowOfKey o f j l) n.
Proof.
  intros H. apply to_fits.
  pose proof (filter_le (fun a => Z.eqb (o_int o (f a)) j) l).
  unfold rowOfKey. lia.
Qed.
(* Rows are an array of lists. The k rows of those with each key, in their order;
   those with another key are in none. *)
Definition bucketOf {A I} (o : ops I) k n (f : A -> I) (l : list A)
  (H : length l <= n) : arr (upto A n) k :=
  fun j => Upto _ (key_fits o f (Z.of_nat (val j)) l H).
Lemma tolist_le {A n} (x : arr A n) : length (tolist x) <= n.
Proof. rewrite tolist_length. apply le_n. Qed.
Definition bucket {A I n} (o : ops I) k (f : A -> I) (x : arr A n)
  : arr (upto A n) k := bucketOf o k n f (tolist x) (tolist_le x).
Definition bucketList {A I n} (o : ops I) k (f : A -> I) (x : upto A n)
  : arr (upto A n) k := bucketOf o k n f (items x) (fits_of _ _ (fits x)).

(* -- facts ----------------------------------------------------------------- *)

Theorem upTo_map {A B I n} (o : ops I) c (g : A -> B) (x : arr A n) :
  mapList g (upTo o c x) = upTo o c (map g x).
Proof. apply upto_eq; simpl. rewrite tolist_map, firstn_map. reflexivity. Qed.
Theorem full_map {A B m} n (g : A -> B) v (x : upto A m) :
  map g (full n v x) = full n (g v) (mapList g x).
Proof. extensionality i. unfold map, full; simpl. symmetry. apply map_nth. Qed.
Lemma states_firstn {A B} (f : A -> B -> A) l : forall z c,
  states f z (firstn c l) = firstn c (states f z l).
Proof.
  induction l; intros; destruct c; simpl; auto. rewrite IHl. reflexivity.
Qed.
Lemma states_nth {A B} (f : A -> B -> A) l : forall z i d, i < length l ->
  nth i (states f z l) d = fold_left f (firstn (S i) l) z.
Proof.
  induction l; simpl; intros z i d H; [lia |].
  destruct i; [reflexivity |]. rewrite IHl by lia. reflexivity.
Qed.
Lemma tolist_nth {A n} (x : arr A n) (i : fin n) d :
  nth (val i) (tolist x) d = x i.
Proof.
  unfold tolist. rewrite (nth_indep _ d (x i)) by
    (rewrite map_length, enum_length; apply lt_of).
  rewrite map_nth. f_equal. apply fin_eq.
  rewrite <- (map_nth val), enum_vals. apply seq_nth, lt_of.
Qed.
Lemma tolist_scan {A B n} (f : A -> B -> A) z (x : arr B n) :
  tolist (scanSeq f z x) = states f z (tolist x).
Proof.
  apply nth_ext with (d := z) (d' := z);
    rewrite ?states_length, !tolist_length; auto.
  intros i H. rewrite states_nth by (rewrite tolist_length; auto).
  exact (tolist_nth (scanSeq f z x) (fi i H) z).
Qed.
Theorem scan_upTo {A B I n} (o : ops I) c (f : A -> B -> A) z (x : arr B n) :
  scanList f z (upTo o c x) = upTo o c (scanSeq f z x).
Proof. apply upto_eq; simpl. rewrite tolist_scan. apply states_firstn. Qed.
Theorem fold_append {A B n m s} H (f : A -> B -> A) z (x : upto B n)
  (y : upto B m) H1 :
  foldList f z (concatList n m s H x y)
  = foldList f (head 1 H1 (foldList f z x)) y.
Proof. extensionality i. unfold foldList; simpl. apply fold_left_app. Qed.
Theorem bucket_cut {A I n m s} H (o : ops I) k (f : A -> I) (x : arr A n)
  (y : arr A m) (j : fin k) :
  bucket o k f (concat n m s H x y) j
  = concatList n m s H (bucket o k f x j) (bucket o k f y j).
Proof.
  apply upto_eq; simpl. unfold rowOfKey. rewrite tolist_concat, filter_app.
  reflexivity.
Qed.
Theorem bucket_map {A B I n} (o : ops I) k (f : B -> I) (g : A -> B)
  (x : arr A n) (j : fin k) :
  bucket o k f (map g x) j = mapList g (bucket o k (fun a => f (g a)) x j).
Proof.
  apply upto_eq; simpl. unfold rowOfKey. rewrite tolist_map.
  induction (tolist x); simpl; auto. rewrite IHl.
  destruct (Z.eqb _ _); reflexivity.
Qed.
Theorem bucket_order {A I J n} (o : ops I) (p : ops J) k q (f : A -> I)
  (g : A -> J) (x : arr A n) (i : fin k) (j : fin q) :
  bucketList o k f (bucket p q g x j) i = bucketList p q g (bucket o k f x i) j.
Proof.
  apply upto_eq; simpl. unfold rowOfKey. induction (tolist x); simpl; auto.
  destruct (Z.eqb (o_int p (g a)) _) eqn:G, (Z.eqb (o_int o (f a)) _) eqn:F;
    simpl; rewrite ?F, ?G, ?IHl; reflexivity.
Qed.
