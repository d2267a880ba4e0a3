(* The primitives (docs/language.md; ICFP'15, Figures 4, 5 and 9). *)
Require Export Base.

(* -- maps and views -------------------------------------------------------- *)

Definition map {A B n} (f : A -> B) (x : arr A n) : arr B n := fun i => f (x i).
Definition zip {A B n} (x : arr A n) (y : arr B n) : arr (pr A B) n :=
  fun i => P (x i) (y i).
Definition unzip2 {A B n} (x : arr (pr A B) n) : pr (arr A n) (arr B n) :=
  P (map p1 x) (map p2 x).
Definition unzip3 {A B C n} (x : arr (pr A (pr B C)) n) :=
  P (map p1 x) (unzip2 (map p2 x)).
Definition unzip4 {A B C D n} (x : arr (pr A (pr B (pr C D))) n) :=
  P (map p1 x) (unzip3 (map p2 x)).

Lemma split_lt n m s i j : Eq s (n * m) -> i < m -> j < n -> i * n + j < s.
Proof. intros H%eq_of; nia. Qed.
Lemma div_lt n m s i : Eq s (n * m) -> i < s -> i / n < m.
Proof. intros H%eq_of ?; apply Nat.div_lt_upper_bound; nia. Qed.
Lemma mod_lt n m s i : Eq s (n * m) -> i < s -> i mod n < n.
Proof. intros H%eq_of ?; apply Nat.mod_upper_bound; nia. Qed.
(* Rows of n; m of them; s in all. *)
Definition split {A} n m s (H : Eq s (n * m)) (x : arr A s) : arr (arr A n) m :=
  fun i j => x (fi _ (split_lt n m s _ _ H (lt_of i) (lt_of j))).
Definition join {A} n m s (H : Eq s (n * m)) (x : arr (arr A n) m) : arr A s :=
  fun i => x (fi _ (div_lt n m s _ H (lt_of i)))
             (fi _ (mod_lt n m s _ H (lt_of i))).
Definition transpose {A n m} (x : arr (arr A n) m) : arr (arr A m) n :=
  fun i j => x j i.

Lemma take_lt n m s i : Eq s (n + m) -> i < n -> i < s.
Proof. intros H%eq_of; lia. Qed.
Lemma drop_lt n m s i : Eq s (n + m) -> i < m -> n + i < s.
Proof. intros H%eq_of; lia. Qed.
Lemma rest_lt n m s i : Eq s (n + m) -> i < s -> ~ i < n -> i - n < m.
Proof. intros H%eq_of; lia. Qed.
Definition take {A} n m s (H : Eq s (n + m)) (x : arr A s) : arr A n :=
  fun i => x (fi _ (take_lt n m s _ H (lt_of i))).
Definition drop {A} n m s (H : Eq s (n + m)) (x : arr A s) : arr A m :=
  fun i => x (fi _ (drop_lt n m s _ H (lt_of i))).
Definition concat {A} n m s (H : Eq s (n + m)) (x : arr A n) (y : arr A m)
  : arr A s := fun i =>
  match lt_dec (val i) n with
  | left L => x (fi _ L)
  | right L => y (fi _ (rest_lt n m s _ H (lt_of i) L)) end.
Definition head {A} n (H : Positive n) (x : arr A n) : A := x (mk 0 H).
Definition fill {A} n (z : A) : arr A n := fun _ => z.
(* The generator need not store it; rules know nothing of it. *)
Definition unset {A n} (x : arr A n) : arr A n := x.

(* k rows *)
Definition splitInto {A} n m s H : arr A s -> arr (arr A n) m := split n m s H.

Lemma slide_lt n s k m i j : Windows n s k m -> i < k -> j < n -> i * s + j < m.
Proof. intros [H | H]%windows_of; nia. Qed.
Definition slide {A} n s k m (H : Windows n s k m) (x : arr A m)
  : arr (arr A n) k :=
  fun i j => x (fi _ (slide_lt n s k m _ _ H (lt_of i) (lt_of j))).

(* Before and after the array: its ends, its mirror image, itself. *)
Definition padded {A} n m (f : nat -> nat) (H : forall i, f i < n)
  (x : arr A n) : arr A m := fun i => x (fi _ (H (val i))).
Lemma clamp_lt l n (H : Positive n) i : Nat.min (i - l) (n - 1) < n.
Proof. pose proof (positive_of _ H). lia. Qed.
Definition padClamp {A} l n r m (H : Eq m (l + n + r)) (H' : Positive n)
  : arr A n -> arr A m := padded n m _ (clamp_lt l n H').
Definition back l p i := (i + (p - l mod p)) mod p.
Lemma wrap_lt l n (H : Positive n) i : back l n i < n.
Proof. pose proof (positive_of _ H). apply Nat.mod_upper_bound. lia. Qed.
Definition padWrap {A} l n r m (H : Eq m (l + n + r)) (H' : Positive n)
  : arr A n -> arr A m := padded n m _ (wrap_lt l n H').
Definition mirror l n i :=
  let j := back l (2 * n) i in if j <? n then j else 2 * n - 1 - j.
Lemma mirror_lt l n (H : Positive n) i : mirror l n i < n.
Proof.
  pose proof (positive_of _ H). unfold mirror, back.
  destruct (Nat.ltb_spec ((i + (2 * n - l mod (2 * n))) mod (2 * n)) n); lia.
Qed.
Definition padMirror {A} l n r m (H : Eq m (l + n + r)) (H' : Positive n)
  : arr A n -> arr A m := padded n m _ (mirror_lt l n H').

Definition reorder {A n} (s : fin n -> fin n) (x : arr A n) : arr A n :=
  fun i => x (s i).
(* Every I-th element, n of them, then those next to them. *)
Lemma stride_lt I n s i : Eq s (I * n) -> i < s -> i / n + I * (i mod n) < s.
Proof.
  intros H%eq_of ?. assert (n <> 0) by nia.
  assert (i / n < I) by (apply Nat.div_lt_upper_bound; nia).
  assert (i mod n < n) by (apply Nat.mod_upper_bound; auto). nia.
Qed.
Definition stride I n s (H : Eq s (I * n)) (i : fin s) : fin s :=
  fi _ (stride_lt I n s _ H (lt_of i)).
Definition reorderStride {A} I n s (H : Eq s (I * n)) : arr A s -> arr A s :=
  reorder (stride I n s H).

(* -- reductions: left folds, as a loop is ---------------------------------- *)

Definition finS {n} (i : fin n) : fin (S n) :=
  fi (S (val i)) (proj1 (Nat.succ_lt_mono _ _) (lt_of i)).
Fixpoint enum n : list (fin n) :=
  match n with
  | 0 => []
  | S k => fi 0 (Nat.lt_0_succ k) :: List.map finS (enum k) end.
Definition tolist {A n} (x : arr A n) : list A := List.map x (enum n).
Definition foldl {A B n} (f : A -> B -> A) (z : A) (x : arr B n) : A :=
  fold_left f (tolist x) z.

Definition reduce {A n} (M : A -> A -> A) (e : A) (x : arr A n) : arr A 1 :=
  fill 1 (foldl M e x).
Definition reduceSeq {A B n} (f : A -> B -> A) (z : A) (x : arr B n)
  : arr A 1 := fill 1 (foldl f z x).
Definition reducePart {A} n m s (H : Eq s (n * m)) (M : A -> A -> A) (e : A)
  (x : arr A s) : arr A m := map (foldl M e) (split n m s H x).

(* The states of a fold, after each element. *)
Definition scanSeq {A B n} (f : A -> B -> A) (z : A) (x : arr B n) : arr A n :=
  fun i => fold_left f (firstn (S (val i)) (tolist x)) z.

(* The same; its operator may be known as a monoid. *)
Definition scan {A n} (M : A -> A -> A) (z : A) (x : arr A n) : arr A n :=
  scanSeq M z x.

(* -- loops ----------------------------------------------------------------- *)

Definition t_bool := bool.
Fixpoint iterate {A} n (f : A -> A) (s : A) : A :=
  match n with 0 => s | S k => iterate k f (f s) end.
(* At most n steps, and none where c holds. *)
Fixpoint iterateUntil {A} n (c : A -> t_bool) (f : A -> A) (s : A) : A :=
  match n with
  | 0 => s
  | S k => if c s then s else iterateUntil k c f (f s) end.

(* -- vectors --------------------------------------------------------------- *)

(* A type of lanes and what its vectors are: of scalars the lanes themselves,
   of pairs the pair of vectors, of arrays the array of vectors. *)
Record vty := V {
  el :> Type;
  vc : nat -> Type;
  pack : forall w, arr el w -> vc w;
  unpack : forall w, vc w -> arr el w;
  unpack_pack : forall w x, unpack w (pack w x) = x;
  pack_unpack : forall w v, pack w (unpack w v) = v }.
Arguments pack {_ _}. Arguments unpack {_ _}.
Definition vscalar (A : Type) : vty := {|
  el := A; vc := arr A; pack := fun _ x => x; unpack := fun _ x => x;
  unpack_pack := fun _ _ => eq_refl; pack_unpack := fun _ _ => eq_refl |}.
Lemma vpair_up (A B : vty) w (x : arr (pr A B) w) :
  zip (unpack (pack (map p1 x))) (unpack (pack (map p2 x))) = x.
Proof. rewrite !unpack_pack. reflexivity. Qed.
Lemma vpair_pu (A B : vty) w (v : pr (vc A w) (vc B w)) :
  P (pack (map p1 (zip (unpack (p1 v)) (unpack (p2 v)))))
    (pack (map p2 (zip (unpack (p1 v)) (unpack (p2 v))))) = v.
Proof.
  change (P (pack (unpack (p1 v))) (pack (unpack (p2 v))) = v).
  rewrite !pack_unpack. reflexivity.
Qed.
Definition vpair (A B : vty) : vty := {|
  el := pr A B; vc := fun w => pr (vc A w) (vc B w);
  pack := fun w x => P (pack (map p1 x)) (pack (map p2 x));
  unpack := fun w v => zip (unpack (p1 v)) (unpack (p2 v));
  unpack_pack := vpair_up A B; pack_unpack := vpair_pu A B |}.
Lemma varr_up (A : vty) k w (x : arr (arr A k) w) :
  transpose (map unpack (map pack (transpose x))) = x.
Proof.
  extensionality i; extensionality j. unfold transpose, map.
  rewrite unpack_pack. reflexivity.
Qed.
Lemma varr_pu (A : vty) k w (v : arr (vc A w) k) :
  map pack (transpose (transpose (map unpack v))) = v.
Proof.
  extensionality i. unfold transpose, map. apply pack_unpack.
Qed.
Definition varr (A : vty) k : vty := {|
  el := arr A k; vc := fun w => arr (vc A w) k;
  pack := fun w x => map pack (transpose x);
  unpack := fun w v => transpose (map unpack v);
  unpack_pack := varr_up A k; pack_unpack := varr_pu A k |}.

Definition splitVec (A : vty) w m s H (x : arr A s) : arr (vc A w) m :=
  map pack (split w m s H x).
Definition joinVec (A : vty) w m s H (x : arr (vc A w) m) : arr A s :=
  join w m s H (map unpack x).
Definition mapVec (A B : vty) w (f : A -> B) (v : vc A w) : vc B w :=
  pack (map f (unpack v)).
Definition splat (A : vty) w (z : A) : vc A w := pack (fill w z).
Definition lanes (A : vty) w (v : vc A w) : arr A w := unpack v.

(* -- what only says where and by whom something is computed ---------------- *)

Definition mapWorkgroup {A B n} : (A -> B) -> arr A n -> arr B n := map.
Definition mapLocal {A B n} : (A -> B) -> arr A n -> arr B n := map.
Definition mapGlobal {A B n} : (A -> B) -> arr A n -> arr B n := map.
Definition mapInGroups (g : nat) {A B n}
  : (A -> B) -> arr A n -> arr B n := map.
Definition mapSeq {A B n} : (A -> B) -> arr A n -> arr B n := map.
Definition mapSeqUnroll {A B n} : (A -> B) -> arr A n -> arr B n := map.
Definition reduceSeqUnroll {A B n}
  : (A -> B -> A) -> A -> arr B n -> arr A 1 := reduceSeq.
Definition toLocal {A} (x : A) := x.
Definition toGlobal {A} (x : A) := x.
Definition toPrivate {A} (x : A) := x.
