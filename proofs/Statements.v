(* Printed by lift-tune rules --coq. *)
Require Import ZArith String Prims Ops Sample.

(* iterate_sum: ICFP15 fig 6a *)
Definition stmt_iterate_sum : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I+J)) (A : Type) (f : A -> A) (x : A),
  (iterate s_1 f x)
  = (iterate I f (iterate J f x)).
Example at_iterate_sum : stmt_iterate_sum -> True.
Proof. intros rule. computed (rule 2 3 5 sI nat (fun a0 => (sample (mix (digest
    a0) (1)))) (sample (2))). Qed.

(* map_reorder: ICFP15 fig 6b, for each permutation *)
Definition stmt_map_reorder : Prop := forall
    (n : nat) (A B : Type) (s : fin n -> fin n) (perm_s : perm s) (M : A -> B)
    (x : (arr A n)),
  (map M (reorder s x))
  = (reorder s (map M x)).
Example at_map_reorder : stmt_map_reorder -> True.
Proof. intros rule. computed (rule 2 nat nat (rev _) (rev_perm _) (fun a0 =>
    (sample (mix (digest a0) (1)))) (sample (2))). Qed.

(* split_join: ICFP15 fig 6c *)
Definition stmt_split_join : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A B : Type)
    (M : A -> B) (x : (arr A s_1)),
  (map M x)
  = (join I J s_1 h_1 (map (fun x_0 => (map M x_0)) (split I J s_1 h_1 x))).
Example at_split_join : stmt_split_join -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI nat nat (fun a0 => (sample (mix
    (digest a0) (1)))) (sample (2))). Qed.

(* reduce_part: ICFP15 fig 6d-1, N neutral *)
Definition stmt_reduce_part : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A : Type)
    (M : A -> A -> A) (N : A) (x : (arr A s_1)) (monoid_M : monoid M N),
  (reduce M N x)
  = (reduce M N (reducePart I J s_1 h_1 M N x)).
Example at_reduce_part : stmt_reduce_part -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI nat Nat.add 0 (sample (3))
    add_monoid). Qed.

(* part_reduce: ICFP15 fig 6d-2 *)
Definition stmt_part_reduce : Prop := forall
    (I : nat) (h_1 : Eq I (I * 1)) (A : Type) (M : A -> A -> A) (N : A)
    (x : (arr A I)),
  (reducePart I 1 I h_1 M N x)
  = (reduce M N x).
Example at_part_reduce : stmt_part_reduce -> True.
Proof. intros rule. computed (rule 2 sI nat (fun a0 => (fun a1 => (sample (mix
    (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* reduce_reorder: ICFP15 fig 6d-3, on the full reduce *)
Definition stmt_reduce_reorder : Prop := forall
    (n : nat) (A : Type) (s : fin n -> fin n) (perm_s : perm s)
    (M : A -> A -> A) (N : A) (x : (arr A n)) (cmonoid_M : cmonoid M N),
  (reduce M N x)
  = (reduce M N (reorder s x)).
Example at_reduce_reorder : stmt_reduce_reorder -> True.
Proof. intros rule. computed (rule 2 nat (rev _) (rev_perm _) Nat.add 0 (sample
    (3)) add_cmonoid). Qed.

(* part_iterate: ICFP15 fig 6d-4, one step, N neutral *)
Definition stmt_part_iterate : Prop := forall
    (I J n s_1 : nat) (d_1 : Eq s_1 (I*J*n)) (s_2 : nat) (d_2 : Eq s_2 (I*J))
    (s_3 : nat) (d_3 : Eq s_3 (J*n)) (h_1 : Eq s_1 (s_2 * n))
    (h_2 : Eq s_1 (I * s_3)) (h_3 : Eq s_3 (J * n)) (A : Type)
    (M : A -> A -> A) (N : A) (x : (arr A s_1)) (monoid_M : monoid M N),
  (reducePart s_2 n s_1 h_1 M N x)
  = (reducePart J n s_3 h_3 M N (reducePart I s_3 s_1 h_2 M N x)).
Example at_part_iterate : stmt_part_iterate -> True.
Proof. intros rule. computed (rule 2 3 4 24 sI 6 sI 12 sI sI sI sI nat Nat.add 0
    (sample (3)) add_monoid). Qed.

(* part_split: ICFP15 fig 6d-5 *)
Definition stmt_part_split : Prop := forall
    (I J K s_1 : nat) (d_1 : Eq s_1 (I*J*K)) (s_2 : nat) (d_2 : Eq s_2 (J*K))
    (s_3 : nat) (d_3 : Eq s_3 (I*J)) (h_1 : Eq s_1 (I * s_2))
    (h_2 : Eq s_3 (I * J)) (h_3 : Eq s_1 (s_3 * K)) (h_4 : Eq s_2 (J * K))
    (A : Type) (M : A -> A -> A) (N : A) (x : (arr A s_1)),
  (reducePart I s_2 s_1 h_1 M N x)
  = (join J K s_2 h_4 (map (fun x_0 => (reducePart I J s_3 h_2 M N x_0)) (split
    s_3 K s_1 h_3 x))).
Example at_part_split : stmt_part_split -> True.
Proof. intros rule. computed (rule 2 3 4 24 sI 12 sI 6 sI sI sI sI sI nat (fun
    a0 => (fun a1 => (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample
    (2)) (sample (3))). Qed.

(* join_split: ICFP15 fig 6e *)
Definition stmt_join_split : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A : Type)
    (x : (arr A s_1)),
  (join I J s_1 h_1 (split I J s_1 h_1 x))
  = x.
Example at_join_split : stmt_join_split -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI nat (sample (1))). Qed.

(* split_join_id: ICFP15 fig 6e, for equal sizes *)
Definition stmt_split_join_id : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A : Type)
    (x : (arr (arr A I) J)),
  (split I J s_1 h_1 (join I J s_1 h_1 x))
  = x.
Example at_split_join_id : stmt_split_join_id -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI nat (sample (1))). Qed.

(* joinVec_splitVec: ICFP15 fig 6e *)
Definition stmt_joinVec_splitVec : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A : vty)
    (x : (arr A s_1)),
  (joinVec A I J s_1 h_1 (splitVec A I J s_1 h_1 x))
  = x.
Example at_joinVec_splitVec : stmt_joinVec_splitVec -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI (vscalar nat) (sample (1))). Qed.

(* splitVec_joinVec: ICFP15 fig 6e, for equal widths *)
Definition stmt_splitVec_joinVec : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A : vty)
    (x : (arr (vc A I) J)),
  (splitVec A I J s_1 h_1 (joinVec A I J s_1 h_1 x))
  = x.
Example at_splitVec_joinVec : stmt_splitVec_joinVec -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI (vscalar nat) (sample (1))). Qed.

(* map_map: ICFP15 fig 6f *)
Definition stmt_map_map : Prop := forall
    (n : nat) (A B C : Type) (M : B -> C) (N : A -> B) (x : (arr A n)),
  (map M (map N x))
  = (map (fun x_0 => (M (N x_0))) x).
Example at_map_map : stmt_map_map -> True.
Proof. intros rule. computed (rule 2 nat nat nat (fun a0 => (sample (mix (digest
    a0) (1)))) (fun a0 => (sample (mix (digest a0) (2)))) (sample (3))). Qed.

(* reduceSeq_mapSeq: ICFP15 fig 6f, reduceSeq a left fold *)
Definition stmt_reduceSeq_mapSeq : Prop := forall
    (n : nat) (A B C : Type) (M : A -> C -> A) (N : A) (P : B -> C)
    (x : (arr B n)),
  (reduceSeq M N (mapSeq P x))
  = (reduceSeq (fun x_0 x_1 => (M x_0 (P x_1))) N x).
Example at_reduceSeq_mapSeq : stmt_reduceSeq_mapSeq -> True.
Proof. intros rule. computed (rule 2 nat nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (fun a0 => (sample
    (mix (digest a0) (3)))) (sample (4))). Qed.

(* map_workgroup: ICFP15 fig 7a *)
Definition stmt_map_workgroup : Prop := forall
    (n : nat) (A B : Type) (M : A -> B) (x : (arr A n)),
  (map M x)
  = (mapWorkgroup M x).
Example at_map_workgroup : stmt_map_workgroup -> True.
Proof. intros rule. computed (rule 2 nat nat (fun a0 => (sample (mix (digest a0)
    (1)))) (sample (2))). Qed.

(* map_local: ICFP15 fig 7a *)
Definition stmt_map_local : Prop := forall
    (n : nat) (A B : Type) (M : A -> B) (x : (arr A n)),
  (map M x)
  = (mapLocal M x).
Example at_map_local : stmt_map_local -> True.
Proof. intros rule. computed (rule 2 nat nat (fun a0 => (sample (mix (digest a0)
    (1)))) (sample (2))). Qed.

(* map_global: ICFP15 fig 7a *)
Definition stmt_map_global : Prop := forall
    (n : nat) (A B : Type) (M : A -> B) (x : (arr A n)),
  (map M x)
  = (mapGlobal M x).
Example at_map_global : stmt_map_global -> True.
Proof. intros rule. computed (rule 2 nat nat (fun a0 => (sample (mix (digest a0)
    (1)))) (sample (2))). Qed.

(* map_in_groups: work-items are launched in groups of so many *)
Definition stmt_map_in_groups : Prop := forall
    (n I : nat) (A B : Type) (M : A -> B) (x : (arr A n)),
  (mapGlobal M x)
  = (mapInGroups I M x).
Example at_map_in_groups : stmt_map_in_groups -> True.
Proof. intros rule. computed (rule 2 3 nat nat (fun a0 => (sample (mix (digest
    a0) (1)))) (sample (2))). Qed.

(* map_seq: ICFP15 fig 7a *)
Definition stmt_map_seq : Prop := forall
    (n : nat) (A B : Type) (M : A -> B) (x : (arr A n)),
  (map M x)
  = (mapSeq M x).
Example at_map_seq : stmt_map_seq -> True.
Proof. intros rule. computed (rule 2 nat nat (fun a0 => (sample (mix (digest a0)
    (1)))) (sample (2))). Qed.

(* map_unroll: fig 7a with the loop unrolled *)
Definition stmt_map_unroll : Prop := forall
    (n : nat) (A B : Type) (M : A -> B) (x : (arr A n)),
  (map M x)
  = (mapSeqUnroll M x).
Example at_map_unroll : stmt_map_unroll -> True.
Proof. intros rule. computed (rule 2 nat nat (fun a0 => (sample (mix (digest a0)
    (1)))) (sample (2))). Qed.

(* reduce_seq: ICFP15 fig 7b, reduce a left fold *)
Definition stmt_reduce_seq : Prop := forall
    (n : nat) (A : Type) (M : A -> A -> A) (N : A) (x : (arr A n)),
  (reduce M N x)
  = (reduceSeq M N x).
Example at_reduce_seq : stmt_reduce_seq -> True.
Proof. intros rule. computed (rule 2 nat (fun a0 => (fun a1 => (sample (mix
    (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* reduce_unroll: fig 7b with the loop unrolled *)
Definition stmt_reduce_unroll : Prop := forall
    (n : nat) (A B : Type) (M : A -> B -> A) (N : A) (x : (arr B n)),
  (reduceSeq M N x)
  = (reduceSeqUnroll M N x).
Example at_reduce_unroll : stmt_reduce_unroll -> True.
Proof. intros rule. computed (rule 2 nat nat (fun a0 => (fun a1 => (sample (mix
    (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* reorder_stride: ICFP15 fig 7c: one of the orders the author allows *)
Definition stmt_reorder_stride : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A : Type)
    (x : (arr A s_1)),
  exists order : fin s_1 -> fin s_1, perm order /\ (reorder order x)
  = (reorderStride I J s_1 h_1 x).
Example at_reorder_stride : stmt_reorder_stride -> True.
Proof. intros rule. met (rule 2 3 6 sI sI nat (sample (1))). Qed.

(* reorder_id: ICFP15 fig 7c: one of the orders the author allows *)
Definition stmt_reorder_id : Prop := forall
    (n : nat) (A : Type) (x : (arr A n)),
  exists order : fin n -> fin n, perm order /\ (reorder order x)
  = x.
Example at_reorder_id : stmt_reorder_id -> True.
Proof. intros rule. met (rule 2 nat (sample (1))). Qed.

(* to_global: ICFP15 fig 7d *)
Definition stmt_to_global : Prop := forall
    (n : nat) (A B : Type) (M : A -> B) (x : (arr A n)),
  (mapLocal M x)
  = (toGlobal (mapLocal M x)).
Example at_to_global : stmt_to_global -> True.
Proof. intros rule. computed (rule 2 nat nat (fun a0 => (sample (mix (digest a0)
    (1)))) (sample (2))). Qed.

(* to_local: ICFP15 fig 7d *)
Definition stmt_to_local : Prop := forall
    (n : nat) (A B : Type) (M : A -> B) (x : (arr A n)),
  (mapLocal M x)
  = (toLocal (mapLocal M x)).
Example at_to_local : stmt_to_local -> True.
Proof. intros rule. computed (rule 2 nat nat (fun a0 => (sample (mix (digest a0)
    (1)))) (sample (2))). Qed.

(* vectorise: ICFP15 fig 7e *)
Definition stmt_vectorise : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A B : vty)
    (M : A -> B) (x : (arr A s_1)),
  (map M x)
  = (joinVec B I J s_1 h_1 (map (fun x_0 => (mapVec A B I M x_0)) (splitVec A I
    J s_1 h_1 x))).
Example at_vectorise : stmt_vectorise -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI (vscalar nat) (vscalar nat) (fun
    a0 => (sample (mix (digest a0) (1)))) (sample (2))). Qed.

(* store_private: fig 7d for values: a place in memory is no change *)
Definition stmt_store_private : Prop := forall
    (A : Type) (x : A),
  x
  = (toPrivate x).
Example at_store_private : stmt_store_private -> True.
Proof. intros rule. computed (rule nat (sample (1))). Qed.

(* store_local: fig 7d for values *)
Definition stmt_store_local : Prop := forall
    (A : Type) (x : A),
  x
  = (toLocal x).
Example at_store_local : stmt_store_local -> True.
Proof. intros rule. computed (rule nat (sample (1))). Qed.

(* store_global: fig 7d for values; of a parallel result: a kernel boundary *)
Definition stmt_store_global : Prop := forall
    (A : Type) (x : A),
  x
  = (toGlobal x).
Example at_store_global : stmt_store_global -> True.
Proof. intros rule. computed (rule nat (sample (1))). Qed.

(* copy: a copy of each element is no change *)
Definition stmt_copy : Prop := forall
    (n : nat) (A : Type) (x : (arr A n)),
  x
  = (map (fun x_0 => x_0) x).
Example at_copy : stmt_copy -> True.
Proof. intros rule. computed (rule 2 nat (sample (1))). Qed.

(* iterate_blocks: several steps at a time *)
Definition stmt_iterate_blocks : Prop := forall
    (k n s_1 : nat) (d_1 : Eq s_1 (k*n)) (A : Type) (f : A -> A) (x : A),
  (iterate s_1 f x)
  = (iterate n (fun x_0 => (iterate k f x_0)) x).
Example at_iterate_blocks : stmt_iterate_blocks -> True.
Proof. intros rule. computed (rule 2 3 6 sI nat (fun a0 => (sample (mix (digest
    a0) (1)))) (sample (2))). Qed.

(* iterate_map: one loop for all elements *)
Definition stmt_iterate_map : Prop := forall
    (n m : nat) (A : Type) (f : A -> A) (x : (arr A m)),
  (map (fun x_0 => (iterate n f x_0)) x)
  = (iterate n (fun x_0 => (map f x_0)) x).
Example at_iterate_map : stmt_iterate_map -> True.
Proof. intros rule. computed (rule 2 3 nat (fun a0 => (sample (mix (digest a0)
    (1)))) (sample (2))). Qed.

(* iterate_interchange: iterate_map, for steps of the element *)
Definition stmt_iterate_interchange : Prop := forall
    (n m : nat) (A B : Type) (f : B -> A -> A) (z : B -> A) (xs : (arr B m)),
  (map (fun x_0 => (iterate n (fun x_1 => (f x_0 x_1)) (z x_0))) xs)
  = (iterate n (fun x_0 => (map (fun x_1 => (f (p1 x_1) (p2 x_1))) (zip xs
    x_0))) (map z xs)).
Example at_iterate_interchange : stmt_iterate_interchange -> True.
Proof. intros rule. computed (rule 2 3 nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (fun a0 => (sample (mix (digest
    a0) (2)))) (sample (3))). Qed.

(* iterate_mapVec: one loop for all lanes *)
Definition stmt_iterate_mapVec : Prop := forall
    (n w : nat) (A : vty) (f : A -> A) (x : (vc A w)),
  (mapVec A A w (fun x_0 => (iterate n f x_0)) x)
  = (iterate n (fun x_0 => (mapVec A A w f x_0)) x).
Example at_iterate_mapVec : stmt_iterate_mapVec -> True.
Proof. intros rule. computed (rule 2 3 (vscalar nat) (fun a0 => (sample (mix
    (digest a0) (1)))) (sample (2))). Qed.

(* iterate_until: steps that change nothing are not made *)
Definition stmt_iterate_until : Prop := forall
    (n : nat) (A : Type) (c : A -> t_bool) (f : A -> A) (x : A),
  (iterate n (fun x_0 => (if (c x_0) then x_0 else (f x_0))) x)
  = (iterateUntil n c f x).
Example at_iterate_until : stmt_iterate_until -> True.
Proof. intros rule. computed (rule 2 nat (fun a0 => (sample (mix (digest a0)
    (1)))) (fun a0 => (sample (mix (digest a0) (2)))) (sample (3))). Qed.

(* iterate_while: steps are made while they change something *)
Definition stmt_iterate_while : Prop := forall
    (n : nat) (A : Type) (c : A -> t_bool) (f : A -> A) (x : A),
  (iterate n (fun x_0 => (if (c x_0) then (f x_0) else x_0)) x)
  = (iterateUntil n (fun x_0 => (negb (c x_0))) f x).
Example at_iterate_while : stmt_iterate_while -> True.
Proof. intros rule. computed (rule 2 nat (fun a0 => (sample (mix (digest a0)
    (1)))) (fun a0 => (sample (mix (digest a0) (2)))) (sample (3))). Qed.

(* until_blocks: the condition tested after every k steps *)
Definition stmt_until_blocks : Prop := forall
    (k n s_1 : nat) (d_1 : Eq s_1 (k*n)) (A : Type) (c : A -> t_bool)
    (f : A -> A) (x : A),
  (iterateUntil s_1 c f x)
  = (iterateUntil n c (fun x_0 => (iterate k (fun x_1 => (if (c x_1) then x_1
    else (f x_1))) x_0)) x).
Example at_until_blocks : stmt_until_blocks -> True.
Proof. intros rule. computed (rule 2 3 6 sI nat (fun a0 => (sample (mix (digest
    a0) (1)))) (fun a0 => (sample (mix (digest a0) (2)))) (sample (3))). Qed.

(* until_map: one loop for all elements, over when it is for each *)
Definition stmt_until_map : Prop := forall
    (n m : nat) (h_1 : Positive 1) (A : Type) (c : A -> t_bool) (f : A -> A)
    (x : (arr A m)),
  (map (fun x_0 => (iterateUntil n c f x_0)) x)
  = (iterateUntil n (fun x_0 => (head 1 h_1 (reduceSeq (fun x_1 x_2 => (andb x_1
    (c x_2))) true x_0))) (fun x_0 => (map (fun x_1 => (if (c x_1) then x_1 else
    (f x_1))) x_0)) x).
Example at_until_map : stmt_until_map -> True.
Proof. intros rule. computed (rule 2 3 sI nat (fun a0 => (sample (mix (digest
    a0) (1)))) (fun a0 => (sample (mix (digest a0) (2)))) (sample (3))). Qed.

(* until_interchange: until_map and until_blocks, for steps of the element *)
Definition stmt_until_interchange : Prop := forall
    (k n m s_1 : nat) (d_1 : Eq s_1 (k*n)) (h_1 : Positive 1) (A B : Type)
    (c : B -> A -> t_bool) (f : B -> A -> A) (z : B -> A) (xs : (arr B m)),
  (map (fun x_0 => (iterateUntil s_1 (fun x_1 => (c x_0 x_1)) (fun x_1 => (f x_0
    x_1)) (z x_0))) xs)
  = (iterateUntil n (fun x_0 => (head 1 h_1 (reduceSeq (fun x_1 x_2 => (andb x_1
    (c (p1 x_2) (p2 x_2)))) true (zip xs x_0)))) (fun x_0 => (iterate k (fun x_1
    => (map (fun x_2 => (if (c (p1 x_2) (p2 x_2)) then (p2 x_2) else (f (p1 x_2)
    (p2 x_2)))) (zip xs x_1))) x_0)) (map z xs)).
Example at_until_interchange : stmt_until_interchange -> True.
Proof. intros rule. computed (rule 2 3 4 6 sI sI nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (2)))))) (fun a0 => (sample (mix
    (digest a0) (3)))) (sample (4))). Qed.

(* until_accumulators: as many accumulators as a round has elements *)
Definition stmt_until_accumulators : Prop := forall
    (n k : nat) (h_1 : Positive 1) (A B : Type) (M : A -> A -> A) (e z : A)
    (b : B) (c : B -> t_bool) (f : B -> (arr A k)) (g : B -> B)
    (cmonoid_M : cmonoid M e),
  (p1 (iterateUntil n (fun x_0 => (c (p2 x_0))) (fun x_0 => (P (head 1 h_1
    (reduce M (p1 x_0) (f (p2 x_0)))) (g (p2 x_0)))) (P z b)))
  = (head 1 h_1 (reduce M z (p1 (iterateUntil n (fun x_0 => (c (p2 x_0))) (fun
    x_0 => (P (map (fun x_1 => (M (p1 x_1) (p2 x_1))) (zip (p1 x_0) (f (p2
    x_0)))) (g (p2 x_0)))) (P (fill k e) b))))).
Example at_until_accumulators : stmt_until_accumulators -> True.
Proof. intros rule. computed (rule 2 3 sI nat nat Nat.add 0 (sample (3)) (sample
    (4)) (fun a0 => (sample (mix (digest a0) (5)))) (fun a0 => (sample (mix
    (digest a0) (6)))) (fun a0 => (sample (mix (digest a0) (7)))) add_cmonoid).
    Qed.

(* until_vectors: accumulators kept over rounds, in vectors *)
Definition stmt_until_vectors : Prop := forall
    (n w m s_1 : nat) (d_1 : Eq s_1 (m*w)) (h_1 : Eq s_1 (w * m)) (A : vty)
    (B : Type) (z : (arr A s_1)) (b : B) (c : B -> t_bool)
    (f : (arr A s_1) -> B -> (arr A s_1)) (g : B -> B),
  (p1 (iterateUntil n (fun x_0 => (c (p2 x_0))) (fun x_0 => (P (f (p1 x_0) (p2
    x_0)) (g (p2 x_0)))) (P z b)))
  = (joinVec A w m s_1 h_1 (p1 (iterateUntil n (fun x_0 => (c (p2 x_0))) (fun
    x_0 => (P (splitVec A w m s_1 h_1 (f (joinVec A w m s_1 h_1 (p1 x_0)) (p2
    x_0))) (g (p2 x_0)))) (P (splitVec A w m s_1 h_1 z) b)))).
Example at_until_vectors : stmt_until_vectors -> True.
Proof. intros rule. computed (rule 2 3 4 12 sI sI (vscalar nat) nat (sample (1))
    (sample (2)) (fun a0 => (sample (mix (digest a0) (3)))) (fun a0 => (fun a1
    => (sample (mix (digest a1) (mix (digest a0) (4)))))) (fun a0 => (sample
    (mix (digest a0) (5))))). Qed.

(* until_lanes: the elements of a loop's state as loops of their own *)
Definition stmt_until_lanes : Prop := forall
    (n k : nat) (A B C : Type) (z : (arr A k)) (b : B) (js : (arr C k))
    (c : B -> t_bool) (h : A -> C -> B -> A) (g : B -> B),
  (p1 (iterateUntil n (fun x_0 => (c (p2 x_0))) (fun x_0 => (P (map (fun x_1 =>
    (h (p1 x_1) (p2 x_1) (p2 x_0))) (zip (p1 x_0) js)) (g (p2 x_0)))) (P z b)))
  = (map (fun x_0 => (p1 (iterateUntil n (fun x_1 => (c (p2 x_1))) (fun x_1 =>
    (P (h (p1 x_1) (p2 x_0) (p2 x_1)) (g (p2 x_1)))) (P (p1 x_0) b)))) (zip z
    js)).
Example at_until_lanes : stmt_until_lanes -> True.
Proof. intros rule. computed (rule 2 3 nat nat nat (sample (1)) (sample (2))
    (sample (3)) (fun a0 => (sample (mix (digest a0) (4)))) (fun a0 => (fun a1
    => (fun a2 => (sample (mix (digest a2) (mix (digest a1) (mix (digest a0)
    (5)))))))) (fun a0 => (sample (mix (digest a0) (6))))). Qed.

(* map_id: functor law *)
Definition stmt_map_id : Prop := forall
    (n : nat) (A : Type) (x : (arr A n)),
  (map (fun x_0 => x_0) x)
  = x.
Example at_map_id : stmt_map_id -> True.
Proof. intros rule. computed (rule 2 nat (sample (1))). Qed.

(* split_map: naturality of split *)
Definition stmt_split_map : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A B : Type)
    (M : A -> B) (x : (arr A s_1)),
  (split I J s_1 h_1 (map M x))
  = (map (fun x_0 => (map M x_0)) (split I J s_1 h_1 x)).
Example at_split_map : stmt_split_map -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI nat nat (fun a0 => (sample (mix
    (digest a0) (1)))) (sample (2))). Qed.

(* join_map: naturality of join *)
Definition stmt_join_map : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A B : Type)
    (M : A -> B) (x : (arr (arr A I) J)),
  (map M (join I J s_1 h_1 x))
  = (join I J s_1 h_1 (map (fun x_0 => (map M x_0)) x)).
Example at_join_map : stmt_join_map -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI nat nat (fun a0 => (sample (mix
    (digest a0) (1)))) (sample (2))). Qed.

(* transpose_map: naturality of transpose *)
Definition stmt_transpose_map : Prop := forall
    (n m : nat) (A B : Type) (M : A -> B) (x : (arr (arr A m) n)),
  (transpose (map (fun x_0 => (map M x_0)) x))
  = (map (fun x_0 => (map M x_0)) (transpose x)).
Example at_transpose_map : stmt_transpose_map -> True.
Proof. intros rule. computed (rule 2 3 nat nat (fun a0 => (sample (mix (digest
    a0) (1)))) (sample (2))). Qed.

(* take_map: naturality of take *)
Definition stmt_take_map : Prop := forall
    (n m s_1 : nat) (d_1 : Eq s_1 (m+n)) (h_1 : Eq s_1 (n + m)) (A B : Type)
    (M : A -> B) (x : (arr A s_1)),
  (take n m s_1 h_1 (map M x))
  = (map M (take n m s_1 h_1 x)).
Example at_take_map : stmt_take_map -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI nat nat (fun a0 => (sample (mix
    (digest a0) (1)))) (sample (2))). Qed.

(* drop_map: naturality of drop *)
Definition stmt_drop_map : Prop := forall
    (n m s_1 : nat) (d_1 : Eq s_1 (m+n)) (h_1 : Eq s_1 (n + m)) (A B : Type)
    (M : A -> B) (x : (arr A s_1)),
  (drop n m s_1 h_1 (map M x))
  = (map M (drop n m s_1 h_1 x)).
Example at_drop_map : stmt_drop_map -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI nat nat (fun a0 => (sample (mix
    (digest a0) (1)))) (sample (2))). Qed.

(* concat_map: naturality of concat *)
Definition stmt_concat_map : Prop := forall
    (n m s_1 : nat) (d_1 : Eq s_1 (m+n)) (h_1 : Eq s_1 (n + m)) (A B : Type)
    (M : A -> B) (x : (arr A n)) (y : (arr A m)),
  (map M (concat n m s_1 h_1 x y))
  = (concat n m s_1 h_1 (map M x) (map M y)).
Example at_concat_map : stmt_concat_map -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI nat nat (fun a0 => (sample (mix
    (digest a0) (1)))) (sample (2)) (sample (3))). Qed.

(* head_map: naturality of head *)
Definition stmt_head_map : Prop := forall
    (n s_1 : nat) (d_1 : Eq s_1 (n+1)) (h_1 : Positive s_1) (A B : Type)
    (M : A -> B) (x : (arr A s_1)),
  (head s_1 h_1 (map M x))
  = (M (head s_1 h_1 x)).
Example at_head_map : stmt_head_map -> True.
Proof. intros rule. computed (rule 2 3 sI sI nat nat (fun a0 => (sample (mix
    (digest a0) (1)))) (sample (2))). Qed.

(* fill_map: a map of one value repeated *)
Definition stmt_fill_map : Prop := forall
    (n : nat) (A B : Type) (M : A -> B) (z : A),
  (map M (fill n z))
  = (fill n (M z)).
Example at_fill_map : stmt_fill_map -> True.
Proof. intros rule. computed (rule 2 nat nat (fun a0 => (sample (mix (digest a0)
    (1)))) (sample (2))). Qed.

(* splitVec_map: fig 7e under splitVec *)
Definition stmt_splitVec_map : Prop := forall
    (w m s_1 : nat) (d_1 : Eq s_1 (m*w)) (h_1 : Eq s_1 (w * m)) (A B : vty)
    (M : A -> B) (x : (arr A s_1)),
  (splitVec B w m s_1 h_1 (map M x))
  = (map (fun x_0 => (mapVec A B w M x_0)) (splitVec A w m s_1 h_1 x)).
Example at_splitVec_map : stmt_splitVec_map -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI (vscalar nat) (vscalar nat) (fun
    a0 => (sample (mix (digest a0) (1)))) (sample (2))). Qed.

(* joinVec_map: fig 7e under joinVec *)
Definition stmt_joinVec_map : Prop := forall
    (w m s_1 : nat) (d_1 : Eq s_1 (m*w)) (h_1 : Eq s_1 (w * m)) (A B : vty)
    (M : A -> B) (x : (arr (vc A w) m)),
  (map M (joinVec A w m s_1 h_1 x))
  = (joinVec B w m s_1 h_1 (map (fun x_0 => (mapVec A B w M x_0)) x)).
Example at_joinVec_map : stmt_joinVec_map -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI (vscalar nat) (vscalar nat) (fun
    a0 => (sample (mix (digest a0) (1)))) (sample (2))). Qed.

(* lanes_map: fig 7e on the lanes of one vector *)
Definition stmt_lanes_map : Prop := forall
    (w : nat) (A B : vty) (M : A -> B) (x : (vc A w)),
  (map M (lanes A w x))
  = (lanes B w (mapVec A B w M x)).
Example at_lanes_map : stmt_lanes_map -> True.
Proof. intros rule. computed (rule 2 (vscalar nat) (vscalar nat) (fun a0 =>
    (sample (mix (digest a0) (1)))) (sample (2))). Qed.

(* map_keep: fission of a map whose second half still needs the element *)
Definition stmt_map_keep : Prop := forall
    (n : nat) (A B C : Type) (g : A -> B) (h : B -> A -> C) (x : (arr A n)),
  (map (fun x_0 => (h (g x_0) x_0)) x)
  = (map (fun x_0 => (h (p1 x_0) (p2 x_0))) (zip (map g x) x)).
Example at_map_keep : stmt_map_keep -> True.
Proof. intros rule. computed (rule 2 nat nat nat (fun a0 => (sample (mix (digest
    a0) (1)))) (fun a0 => (fun a1 => (sample (mix (digest a1) (mix (digest a0)
    (2)))))) (sample (3))). Qed.

(* reduceSeq_map: fig 6f before the map is lowered *)
Definition stmt_reduceSeq_map : Prop := forall
    (n : nat) (A B C : Type) (M : A -> C -> A) (N : A) (P : B -> C)
    (x : (arr B n)),
  (reduceSeq M N (map P x))
  = (reduceSeq (fun x_0 x_1 => (M x_0 (P x_1))) N x).
Example at_reduceSeq_map : stmt_reduceSeq_map -> True.
Proof. intros rule. computed (rule 2 nat nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (fun a0 => (sample
    (mix (digest a0) (3)))) (sample (4))). Qed.

(* reduceSeq_keep: reduceSeq_map of a fold that still needs the element *)
Definition stmt_reduceSeq_keep : Prop := forall
    (n : nat) (A B C : Type) (M : A -> C -> B -> A) (N : A) (P : B -> C)
    (x : (arr B n)),
  (reduceSeq (fun x_0 x_1 => (M x_0 (P x_1) x_1)) N x)
  = (reduceSeq (fun x_0 x_1 => (M x_0 (p1 x_1) (p2 x_1))) N (zip (map P x) x)).
Example at_reduceSeq_keep : stmt_reduceSeq_keep -> True.
Proof. intros rule. computed (rule 2 nat nat nat (fun a0 => (fun a1 => (fun a2
    => (sample (mix (digest a2) (mix (digest a1) (mix (digest a0) (1))))))))
    (sample (2)) (fun a0 => (sample (mix (digest a0) (3)))) (sample (4))). Qed.

(* mapVec_id: functor law on vectors *)
Definition stmt_mapVec_id : Prop := forall
    (w : nat) (A : vty) (x : (vc A w)),
  (mapVec A A w (fun x_0 => x_0) x)
  = x.
Example at_mapVec_id : stmt_mapVec_id -> True.
Proof. intros rule. computed (rule 2 (vscalar nat) (sample (1))). Qed.

(* mapVec_mapVec: fig 6f on vectors *)
Definition stmt_mapVec_mapVec : Prop := forall
    (w : nat) (A B C : vty) (M : B -> C) (N : A -> B) (x : (vc A w)),
  (mapVec B C w M (mapVec A B w N x))
  = (mapVec A C w (fun x_0 => (M (N x_0))) x).
Example at_mapVec_mapVec : stmt_mapVec_mapVec -> True.
Proof. intros rule. computed (rule 2 (vscalar nat) (vscalar nat) (vscalar nat)
    (fun a0 => (sample (mix (digest a0) (1)))) (fun a0 => (sample (mix (digest
    a0) (2)))) (sample (3))). Qed.

(* mapVec_right: fig 6f on the second of two vectors *)
Definition stmt_mapVec_right : Prop := forall
    (w : nat) (A B C D : vty) (f : A -> C -> D) (g : B -> C) (a : (vc A w))
    (b : (vc B w)),
  (mapVec (vpair A C) D w (fun x_0 => (f (p1 x_0) (p2 x_0))) (P a (mapVec B C w
    g b)))
  = (mapVec (vpair A B) D w (fun x_0 => (f (p1 x_0) (g (p2 x_0)))) (P a b)).
Example at_mapVec_right : stmt_mapVec_right -> True.
Proof. intros rule. computed (rule 2 (vscalar nat) (vscalar nat) (vscalar nat)
    (vscalar nat) (fun a0 => (fun a1 => (sample (mix (digest a1) (mix (digest
    a0) (1)))))) (fun a0 => (sample (mix (digest a0) (2)))) (sample (3)) (sample
    (4))). Qed.

(* zip_map_left: a map on one side of a zip *)
Definition stmt_zip_map_left : Prop := forall
    (n : nat) (A B C : Type) (f : A -> C) (a : (arr A n)) (b : (arr B n)),
  (zip (map f a) b)
  = (map (fun x_0 => (P (f (p1 x_0)) (p2 x_0))) (zip a b)).
Example at_zip_map_left : stmt_zip_map_left -> True.
Proof. intros rule. computed (rule 2 nat nat nat (fun a0 => (sample (mix (digest
    a0) (1)))) (sample (2)) (sample (3))). Qed.

(* zip_map_right: a map on one side of a zip *)
Definition stmt_zip_map_right : Prop := forall
    (n : nat) (A B C : Type) (f : B -> C) (a : (arr A n)) (b : (arr B n)),
  (zip a (map f b))
  = (map (fun x_0 => (P (p1 x_0) (f (p2 x_0)))) (zip a b)).
Example at_zip_map_right : stmt_zip_map_right -> True.
Proof. intros rule. computed (rule 2 nat nat nat (fun a0 => (sample (mix (digest
    a0) (1)))) (sample (2)) (sample (3))). Qed.

(* map_zip_left: a map that reads one side of a zip *)
Definition stmt_map_zip_left : Prop := forall
    (n : nat) (A B C : Type) (f : A -> C) (a : (arr A n)) (b : (arr B n)),
  (map (fun x_0 => (f (p1 x_0))) (zip a b))
  = (map f a).
Example at_map_zip_left : stmt_map_zip_left -> True.
Proof. intros rule. computed (rule 2 nat nat nat (fun a0 => (sample (mix (digest
    a0) (1)))) (sample (2)) (sample (3))). Qed.

(* map_zip_right: a map that reads one side of a zip *)
Definition stmt_map_zip_right : Prop := forall
    (n : nat) (A B C : Type) (f : B -> C) (a : (arr A n)) (b : (arr B n)),
  (map (fun x_0 => (f (p2 x_0))) (zip a b))
  = (map f b).
Example at_map_zip_right : stmt_map_zip_right -> True.
Proof. intros rule. computed (rule 2 nat nat nat (fun a0 => (sample (mix (digest
    a0) (1)))) (sample (2)) (sample (3))). Qed.

(* map_zip_outer: a map that reads the outer two of three *)
Definition stmt_map_zip_outer : Prop := forall
    (n : nat) (A B C D : Type) (f : A -> C -> D) (a : (arr A n))
    (b : (arr B n)) (c : (arr C n)),
  (map (fun x_0 => (f (p1 x_0) (p2 (p2 x_0)))) (zip a (zip b c)))
  = (map (fun x_0 => (f (p1 x_0) (p2 x_0))) (zip a c)).
Example at_map_zip_outer : stmt_map_zip_outer -> True.
Proof. intros rule. computed (rule 2 nat nat nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))
    (sample (4))). Qed.

(* map_zip_first: a map that reads the first two of three *)
Definition stmt_map_zip_first : Prop := forall
    (n : nat) (A B C D : Type) (f : A -> B -> D) (a : (arr A n))
    (b : (arr B n)) (c : (arr C n)),
  (map (fun x_0 => (f (p1 x_0) (p1 (p2 x_0)))) (zip a (zip b c)))
  = (map (fun x_0 => (f (p1 x_0) (p2 x_0))) (zip a b)).
Example at_map_zip_first : stmt_map_zip_first -> True.
Proof. intros rule. computed (rule 2 nat nat nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))
    (sample (4))). Qed.

(* share: a value named by let *)
Definition stmt_share : Prop := forall
    (A B : Type) (a : A) (f : A -> B),
  (f a)
  = (let x_0 : A := a in (f x_0)).
Example at_share : stmt_share -> True.
Proof. intros rule. computed (rule nat nat (sample (1)) (fun a0 => (sample (mix
    (digest a0) (2))))). Qed.

(* zip_same: an array zipped with itself *)
Definition stmt_zip_same : Prop := forall
    (n : nat) (A : Type) (a : (arr A n)),
  (zip a a)
  = (map (fun x_0 => (P x_0 x_0)) a).
Example at_zip_same : stmt_zip_same -> True.
Proof. intros rule. computed (rule 2 nat (sample (1))). Qed.

(* zip_flip: the other order of a zip *)
Definition stmt_zip_flip : Prop := forall
    (n : nat) (A B : Type) (a : (arr A n)) (b : (arr B n)),
  (zip a b)
  = (map (fun x_0 => (P (p2 x_0) (p1 x_0))) (zip b a)).
Example at_zip_flip : stmt_zip_flip -> True.
Proof. intros rule. computed (rule 2 nat nat (sample (1)) (sample (2))). Qed.

(* zip_nest: a zip of three as two of two *)
Definition stmt_zip_nest : Prop := forall
    (n : nat) (A B C : Type) (a : (arr A n)) (b : (arr B n)) (c : (arr C n)),
  (zip a (zip b c))
  = (map (fun x_0 => (P (p1 (p1 x_0)) (P (p2 (p1 x_0)) (p2 x_0)))) (zip (zip a
    b) c)).
Example at_zip_nest : stmt_zip_nest -> True.
Proof. intros rule. computed (rule 2 nat nat nat (sample (1)) (sample (2))
    (sample (3))). Qed.

(* zip_nest_four: a zip of four as three of two *)
Definition stmt_zip_nest_four : Prop := forall
    (n : nat) (A B C D : Type) (a : (arr A n)) (b : (arr B n)) (c : (arr C n))
    (d : (arr D n)),
  (zip a (zip b (zip c d)))
  = (map (fun x_0 => (P (p1 (p1 (p1 x_0))) (P (p2 (p1 (p1 x_0))) (P (p2 (p1
    x_0)) (p2 x_0))))) (zip (zip (zip a b) c) d)).
Example at_zip_nest_four : stmt_zip_nest_four -> True.
Proof. intros rule. computed (rule 2 nat nat nat nat (sample (1)) (sample (2))
    (sample (3)) (sample (4))). Qed.

(* zip_nest_pairs: a zip of four as pairs of neighbours *)
Definition stmt_zip_nest_pairs : Prop := forall
    (n : nat) (A B C D : Type) (a : (arr A n)) (b : (arr B n)) (c : (arr C n))
    (d : (arr D n)),
  (zip a (zip b (zip c d)))
  = (map (fun x_0 => (P (p1 (p1 x_0)) (P (p2 (p1 x_0)) (P (p1 (p2 x_0)) (p2 (p2
    x_0)))))) (zip (zip a b) (zip c d))).
Example at_zip_nest_pairs : stmt_zip_nest_pairs -> True.
Proof. intros rule. computed (rule 2 nat nat nat nat (sample (1)) (sample (2))
    (sample (3)) (sample (4))). Qed.

(* zip_nest_cross: a zip of four as pairs of every second *)
Definition stmt_zip_nest_cross : Prop := forall
    (n : nat) (A B C D : Type) (a : (arr A n)) (b : (arr B n)) (c : (arr C n))
    (d : (arr D n)),
  (zip a (zip b (zip c d)))
  = (map (fun x_0 => (P (p1 (p1 x_0)) (P (p1 (p2 x_0)) (P (p2 (p1 x_0)) (p2 (p2
    x_0)))))) (zip (zip a c) (zip b d))).
Example at_zip_nest_cross : stmt_zip_nest_cross -> True.
Proof. intros rule. computed (rule 2 nat nat nat nat (sample (1)) (sample (2))
    (sample (3)) (sample (4))). Qed.

(* zip_nest_outer: a zip of four as the outer two and the inner two *)
Definition stmt_zip_nest_outer : Prop := forall
    (n : nat) (A B C D : Type) (a : (arr A n)) (b : (arr B n)) (c : (arr C n))
    (d : (arr D n)),
  (zip a (zip b (zip c d)))
  = (map (fun x_0 => (P (p1 (p1 x_0)) (P (p1 (p2 x_0)) (P (p2 (p2 x_0)) (p2 (p1
    x_0)))))) (zip (zip a d) (zip b c))).
Example at_zip_nest_outer : stmt_zip_nest_outer -> True.
Proof. intros rule. computed (rule 2 nat nat nat nat (sample (1)) (sample (2))
    (sample (3)) (sample (4))). Qed.

(* zip_zip_cross: a zip of pairs as pairs of every second *)
Definition stmt_zip_zip_cross : Prop := forall
    (n : nat) (A B C D : Type) (a : (arr A n)) (b : (arr B n)) (c : (arr C n))
    (d : (arr D n)),
  (zip (zip a b) (zip c d))
  = (map (fun x_0 => (P (P (p1 (p1 x_0)) (p1 (p2 x_0))) (P (p2 (p1 x_0)) (p2 (p2
    x_0))))) (zip (zip a c) (zip b d))).
Example at_zip_zip_cross : stmt_zip_zip_cross -> True.
Proof. intros rule. computed (rule 2 nat nat nat nat (sample (1)) (sample (2))
    (sample (3)) (sample (4))). Qed.

(* zip_turn: a pair and a third, as the first and a pair *)
Definition stmt_zip_turn : Prop := forall
    (n : nat) (A B C : Type) (a : (arr A n)) (b : (arr B n)) (c : (arr C n)),
  (zip (zip a b) c)
  = (map (fun x_0 => (P (P (p1 x_0) (p1 (p2 x_0))) (p2 (p2 x_0)))) (zip a (zip b
    c))).
Example at_zip_turn : stmt_zip_turn -> True.
Proof. intros rule. computed (rule 2 nat nat nat (sample (1)) (sample (2))
    (sample (3))). Qed.

(* zip_swap: a pair and a third, the last two in the other order *)
Definition stmt_zip_swap : Prop := forall
    (n : nat) (A B C : Type) (a : (arr A n)) (b : (arr B n)) (c : (arr C n)),
  (zip (zip a b) c)
  = (map (fun x_0 => (P (P (p1 (p1 x_0)) (p2 x_0)) (p2 (p1 x_0)))) (zip (zip a
    c) b)).
Example at_zip_swap : stmt_zip_swap -> True.
Proof. intros rule. computed (rule 2 nat nat nat (sample (1)) (sample (2))
    (sample (3))). Qed.

(* zip_again_first: a pair zipped with its first array *)
Definition stmt_zip_again_first : Prop := forall
    (n : nat) (A B : Type) (a : (arr A n)) (b : (arr B n)),
  (zip (zip a b) a)
  = (map (fun x_0 => (P x_0 (p1 x_0))) (zip a b)).
Example at_zip_again_first : stmt_zip_again_first -> True.
Proof. intros rule. computed (rule 2 nat nat (sample (1)) (sample (2))). Qed.

(* zip_again_second: a pair zipped with its second array *)
Definition stmt_zip_again_second : Prop := forall
    (n : nat) (A B : Type) (a : (arr A n)) (b : (arr B n)),
  (zip (zip a b) b)
  = (map (fun x_0 => (P x_0 (p2 x_0))) (zip a b)).
Example at_zip_again_second : stmt_zip_again_second -> True.
Proof. intros rule. computed (rule 2 nat nat (sample (1)) (sample (2))). Qed.

(* unzip_zip: unzip undoes zip *)
Definition stmt_unzip_zip : Prop := forall
    (n : nat) (A B : Type) (a : (arr A n)) (b : (arr B n)),
  (unzip2 (zip a b))
  = (P a b).
Example at_unzip_zip : stmt_unzip_zip -> True.
Proof. intros rule. computed (rule 2 nat nat (sample (1)) (sample (2))). Qed.

(* split_zip: split of a zip *)
Definition stmt_split_zip : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A B : Type)
    (a : (arr A s_1)) (b : (arr B s_1)),
  (split I J s_1 h_1 (zip a b))
  = (map (fun x_0 => (zip (p1 x_0) (p2 x_0))) (zip (split I J s_1 h_1 a) (split
    I J s_1 h_1 b))).
Example at_split_zip : stmt_split_zip -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI nat nat (sample (1)) (sample
    (2))). Qed.

(* take_zip: take of a zip *)
Definition stmt_take_zip : Prop := forall
    (n m s_1 : nat) (d_1 : Eq s_1 (m+n)) (h_1 : Eq s_1 (n + m)) (A B : Type)
    (a : (arr A s_1)) (b : (arr B s_1)),
  (take n m s_1 h_1 (zip a b))
  = (zip (take n m s_1 h_1 a) (take n m s_1 h_1 b)).
Example at_take_zip : stmt_take_zip -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI nat nat (sample (1)) (sample
    (2))). Qed.

(* drop_zip: drop of a zip *)
Definition stmt_drop_zip : Prop := forall
    (n m s_1 : nat) (d_1 : Eq s_1 (m+n)) (h_1 : Eq s_1 (n + m)) (A B : Type)
    (a : (arr A s_1)) (b : (arr B s_1)),
  (drop n m s_1 h_1 (zip a b))
  = (zip (drop n m s_1 h_1 a) (drop n m s_1 h_1 b)).
Example at_drop_zip : stmt_drop_zip -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI nat nat (sample (1)) (sample
    (2))). Qed.

(* head_zip: head of a zip *)
Definition stmt_head_zip : Prop := forall
    (n s_1 : nat) (d_1 : Eq s_1 (n+1)) (h_1 : Positive s_1) (A B : Type)
    (a : (arr A s_1)) (b : (arr B s_1)),
  (head s_1 h_1 (zip a b))
  = (P (head s_1 h_1 a) (head s_1 h_1 b)).
Example at_head_zip : stmt_head_zip -> True.
Proof. intros rule. computed (rule 2 3 sI sI nat nat (sample (1)) (sample (2))).
    Qed.

(* splitVec_zip: vectors of pairs are pairs of vectors *)
Definition stmt_splitVec_zip : Prop := forall
    (w m s_1 : nat) (d_1 : Eq s_1 (m*w)) (h_1 : Eq s_1 (w * m)) (A B : vty)
    (a : (arr A s_1)) (b : (arr B s_1)),
  (splitVec (vpair A B) w m s_1 h_1 (zip a b))
  = (zip (splitVec A w m s_1 h_1 a) (splitVec B w m s_1 h_1 b)).
Example at_splitVec_zip : stmt_splitVec_zip -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI (vscalar nat) (vscalar nat)
    (sample (1)) (sample (2))). Qed.

(* join_join: both ways to flatten three dimensions *)
Definition stmt_join_join : Prop := forall
    (n m k s_1 : nat) (d_1 : Eq s_1 (k*m)) (s_2 : nat) (d_2 : Eq s_2 (k*m*n))
    (s_3 : nat) (d_3 : Eq s_3 (m*n)) (h_1 : Eq s_1 (m * k))
    (h_2 : Eq s_2 (n * s_1)) (h_3 : Eq s_3 (n * m)) (h_4 : Eq s_2 (s_3 * k))
    (A : Type) (x : (arr (arr (arr A n) m) k)),
  (join n s_1 s_2 h_2 (join m k s_1 h_1 x))
  = (join s_3 k s_2 h_4 (map (fun x_0 => (join n m s_3 h_3 x_0)) x)).
Example at_join_join : stmt_join_join -> True.
Proof. intros rule. computed (rule 2 3 4 12 sI 24 sI 6 sI sI sI sI sI nat
    (sample (1))). Qed.

(* split_split: both ways to split into three dimensions *)
Definition stmt_split_split : Prop := forall
    (I J K s_1 : nat) (d_1 : Eq s_1 (I*J*K)) (s_2 : nat) (d_2 : Eq s_2 (J*K))
    (s_3 : nat) (d_3 : Eq s_3 (I*J)) (h_1 : Eq s_1 (I * s_2))
    (h_2 : Eq s_2 (J * K)) (h_3 : Eq s_3 (I * J)) (h_4 : Eq s_1 (s_3 * K))
    (A : Type) (x : (arr A s_1)),
  (split J K s_2 h_2 (split I s_2 s_1 h_1 x))
  = (map (fun x_0 => (split I J s_3 h_3 x_0)) (split s_3 K s_1 h_4 x)).
Example at_split_split : stmt_split_split -> True.
Proof. intros rule. computed (rule 2 3 4 24 sI 12 sI 6 sI sI sI sI sI nat
    (sample (1))). Qed.

(* transpose_transpose: transposition is its own inverse *)
Definition stmt_transpose_transpose : Prop := forall
    (n m : nat) (A : Type) (x : (arr (arr A m) n)),
  (transpose (transpose x))
  = x.
Example at_transpose_transpose : stmt_transpose_transpose -> True.
Proof. intros rule. computed (rule 2 3 nat (sample (1))). Qed.

(* transpose_map_split: columns of tiles *)
Definition stmt_transpose_map_split : Prop := forall
    (I J k s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A : Type)
    (x : (arr (arr A s_1) k)),
  (transpose (map (fun x_0 => (split I J s_1 h_1 x_0)) x))
  = (map (fun x_0 => (transpose x_0)) (split I J s_1 h_1 (transpose x))).
Example at_transpose_map_split : stmt_transpose_map_split -> True.
Proof. intros rule. computed (rule 2 3 4 6 sI sI nat (sample (1))). Qed.

(* map_join_transpose: columns of tiles, joined *)
Definition stmt_map_join_transpose : Prop := forall
    (I J k s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A : Type)
    (x : (arr (arr (arr A I) k) J)),
  (map (fun x_0 => (join I J s_1 h_1 x_0)) (transpose x))
  = (transpose (join I J s_1 h_1 (map (fun x_0 => (transpose x_0)) x))).
Example at_map_join_transpose : stmt_map_join_transpose -> True.
Proof. intros rule. computed (rule 2 3 4 6 sI sI nat (sample (1))). Qed.

(* split_splitVec: vectors in blocks *)
Definition stmt_split_splitVec : Prop := forall
    (u w m s_1 : nat) (d_1 : Eq s_1 (m*u*w)) (s_2 : nat) (d_2 : Eq s_2 (m*u))
    (s_3 : nat) (d_3 : Eq s_3 (u*w)) (h_1 : Eq s_1 (w * s_2))
    (h_2 : Eq s_2 (u * m)) (h_3 : Eq s_3 (w * u)) (h_4 : Eq s_1 (s_3 * m))
    (A : vty) (x : (arr A s_1)),
  (split u m s_2 h_2 (splitVec A w s_2 s_1 h_1 x))
  = (map (fun x_0 => (splitVec A w u s_3 h_3 x_0)) (split s_3 m s_1 h_4 x)).
Example at_split_splitVec : stmt_split_splitVec -> True.
Proof. intros rule. computed (rule 2 3 4 24 sI 8 sI 6 sI sI sI sI sI (vscalar
    nat) (sample (1))). Qed.

(* splitVec_lanes: the one vector of the lanes of a vector *)
Definition stmt_splitVec_lanes : Prop := forall
    (w : nat) (h_1 : Eq w (w * 1)) (h_2 : Positive 1) (A : vty) (x : (vc A w)),
  (head 1 h_2 (splitVec A w 1 w h_1 (lanes A w x)))
  = x.
Example at_splitVec_lanes : stmt_splitVec_lanes -> True.
Proof. intros rule. computed (rule 2 sI sI (vscalar nat) (sample (1))). Qed.

(* lanes_splitVec: the lanes of the one vector of an array *)
Definition stmt_lanes_splitVec : Prop := forall
    (w : nat) (h_1 : Eq w (w * 1)) (h_2 : Positive 1) (A : vty) (x : (arr A w)),
  (lanes A w (head 1 h_2 (splitVec A w 1 w h_1 x)))
  = x.
Example at_lanes_splitVec : stmt_lanes_splitVec -> True.
Proof. intros rule. computed (rule 2 sI sI (vscalar nat) (sample (1))). Qed.

(* joinVec_lanes: an array of one vector *)
Definition stmt_joinVec_lanes : Prop := forall
    (w : nat) (h_1 : Eq w (w * 1)) (A : vty) (v : (vc A w)),
  (joinVec A w 1 w h_1 (fill 1 v))
  = (lanes A w v).
Example at_joinVec_lanes : stmt_joinVec_lanes -> True.
Proof. intros rule. computed (rule 2 sI (vscalar nat) (sample (1))). Qed.

(* split_fill: one value repeated, in chunks *)
Definition stmt_split_fill : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A : Type)
    (z : A),
  (split I J s_1 h_1 (fill s_1 z))
  = (fill J (fill I z)).
Example at_split_fill : stmt_split_fill -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI nat (sample (1))). Qed.

(* join_fill: one value repeated, flattened *)
Definition stmt_join_fill : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (h_1 : Eq s_1 (I * J)) (A : Type)
    (z : A),
  (join I J s_1 h_1 (fill J (fill I z)))
  = (fill s_1 z).
Example at_join_fill : stmt_join_fill -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI nat (sample (1))). Qed.

(* splitVec_fill: one value repeated, in vectors *)
Definition stmt_splitVec_fill : Prop := forall
    (w m s_1 : nat) (d_1 : Eq s_1 (m*w)) (h_1 : Eq s_1 (w * m)) (A : vty)
    (z : A),
  (splitVec A w m s_1 h_1 (fill s_1 z))
  = (fill m (splat A w z)).
Example at_splitVec_fill : stmt_splitVec_fill -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI (vscalar nat) (sample (1))). Qed.

(* transpose_fill: one value repeated in two dimensions *)
Definition stmt_transpose_fill : Prop := forall
    (n m : nat) (A : Type) (z : A),
  (transpose (fill n (fill m z)))
  = (fill m (fill n z)).
Example at_transpose_fill : stmt_transpose_fill -> True.
Proof. intros rule. computed (rule 2 3 nat (sample (1))). Qed.

(* head_fill: the first of one value repeated *)
Definition stmt_head_fill : Prop := forall
    (n s_1 : nat) (d_1 : Eq s_1 (n+1)) (h_1 : Positive s_1) (A : Type) (z : A),
  (head s_1 h_1 (fill s_1 z))
  = z.
Example at_head_fill : stmt_head_fill -> True.
Proof. intros rule. computed (rule 2 3 sI sI nat (sample (1))). Qed.

(* take_elements: the elements at 0, 1, ... one by one *)
Definition stmt_take_elements : Prop := forall
    (n m s_1 : nat) (d_1 : Eq s_1 (m+n)) (h_1 : Positive s_1) (h_2 : Indices n)
    (h_3 : Eq s_1 (n + m)) (t_i64 := Machine.word 64) (others_i64 : ops t_i64)
    (ops_i64 := Machine.signed_ops 64 others_i64) (A : Type) (xs : (arr A s_1)),
  (map (fun x_0 => (element ops_i64 s_1 h_1 xs x_0)) (generate ops_i64 n h_2))
  = (take n m s_1 h_3 xs).
Example at_take_elements : stmt_take_elements -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI sI sI (ops_word 64) nat (sample
    (1))). Qed.

(* take_all: all of an array *)
Definition stmt_take_all : Prop := forall
    (n : nat) (h_1 : Eq n (n + 0)) (A : Type) (x : (arr A n)),
  (take n 0 n h_1 x)
  = x.
Example at_take_all : stmt_take_all -> True.
Proof. intros rule. computed (rule 2 sI nat (sample (1))). Qed.

(* drop_none: nothing dropped *)
Definition stmt_drop_none : Prop := forall
    (n : nat) (h_1 : Eq n (0 + n)) (A : Type) (x : (arr A n)),
  (drop 0 n n h_1 x)
  = x.
Example at_drop_none : stmt_drop_none -> True.
Proof. intros rule. computed (rule 2 sI nat (sample (1))). Qed.

(* concat_empty: nothing appended *)
Definition stmt_concat_empty : Prop := forall
    (n : nat) (h_1 : Eq n (n + 0)) (A : Type) (x : (arr A n)) (y : (arr A 0)),
  (concat n 0 n h_1 x y)
  = x.
Example at_concat_empty : stmt_concat_empty -> True.
Proof. intros rule. computed (rule 2 sI nat (sample (1)) (sample (2))). Qed.

(* concat_to_empty: appended to nothing *)
Definition stmt_concat_to_empty : Prop := forall
    (n : nat) (h_1 : Eq n (0 + n)) (A : Type) (x : (arr A 0)) (y : (arr A n)),
  (concat 0 n n h_1 x y)
  = y.
Example at_concat_to_empty : stmt_concat_to_empty -> True.
Proof. intros rule. computed (rule 2 sI nat (sample (1)) (sample (2))). Qed.

(* take_concat: all of the first array, and some of the second *)
Definition stmt_take_concat : Prop := forall
    (n m k s_1 : nat) (d_1 : Eq s_1 (k+m)) (s_2 : nat) (d_2 : Eq s_2 (k+m+n))
    (s_3 : nat) (d_3 : Eq s_3 (m+n)) (h_1 : Eq s_2 (n + s_1))
    (h_2 : Eq s_2 (s_3 + k)) (h_3 : Eq s_1 (m + k)) (h_4 : Eq s_3 (n + m))
    (A : Type) (x : (arr A n)) (y : (arr A s_1)),
  (take s_3 k s_2 h_2 (concat n s_1 s_2 h_1 x y))
  = (concat n m s_3 h_4 x (take m k s_1 h_3 y)).
Example at_take_concat : stmt_take_concat -> True.
Proof. intros rule. computed (rule 2 3 4 7 sI 9 sI 5 sI sI sI sI sI nat (sample
    (1)) (sample (2))). Qed.

(* join_head: the one-element results of a map *)
Definition stmt_join_head : Prop := forall
    (n : nat) (h_1 : Eq n (1 * n)) (h_2 : Positive 1) (A B : Type)
    (f : A -> (arr B 1)) (x : (arr A n)),
  (join 1 n n h_1 (map f x))
  = (map (fun x_0 => (head 1 h_2 (f x_0))) x).
Example at_join_head : stmt_join_head -> True.
Proof. intros rule. computed (rule 2 sI sI nat nat (fun a0 => (sample (mix
    (digest a0) (1)))) (sample (2))). Qed.

(* rows_of_one: a map that gives arrays of one element *)
Definition stmt_rows_of_one : Prop := forall
    (n : nat) (h_1 : Positive 1) (h_2 : Eq n (1 * n)) (A B : Type)
    (f : A -> (arr B 1)) (x : (arr A n)),
  (map f x)
  = (split 1 n n h_2 (map (fun x_0 => (head 1 h_1 (f x_0))) x)).
Example at_rows_of_one : stmt_rows_of_one -> True.
Proof. intros rule. computed (rule 2 sI sI nat nat (fun a0 => (sample (mix
    (digest a0) (1)))) (sample (2))). Qed.

(* one_element: an array of one element *)
Definition stmt_one_element : Prop := forall
    (n : nat) (h_1 : Positive 1) (A B : Type) (f : A -> B -> A) (z : A)
    (x : (arr B n)),
  (reduceSeq f z x)
  = (fill 1 (head 1 h_1 (reduceSeq f z x))).
Example at_one_element : stmt_one_element -> True.
Proof. intros rule. computed (rule 2 sI nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* one_item: a fold as the work of one item *)
Definition stmt_one_item : Prop := forall
    (n : nat) (h_1 : Eq n (n * 1)) (h_2 : Eq 1 (1 * 1)) (A B : Type)
    (f : A -> B -> A) (z : A) (x : (arr B n)),
  (reduceSeq f z x)
  = (join 1 1 1 h_2 (map (fun x_0 => (reduceSeq f z x_0)) (splitInto n 1 n h_1
    x))).
Example at_one_item : stmt_one_item -> True.
Proof. intros rule. computed (rule 2 sI sI nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* one_part: a reduction as that of its only part *)
Definition stmt_one_part : Prop := forall
    (n : nat) (h_1 : Eq n (n * 1)) (h_2 : Eq 1 (1 * 1)) (A : Type)
    (M : A -> A -> A) (e : A) (x : (arr A n)),
  (reduce M e x)
  = (join 1 1 1 h_2 (map (fun x_0 => (reduce M e x_0)) (splitInto n 1 n h_1
    x))).
Example at_one_part : stmt_one_part -> True.
Proof. intros rule. computed (rule 2 sI sI nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* map_part: a map as that of its only part *)
Definition stmt_map_part : Prop := forall
    (n : nat) (h_1 : Eq n (n * 1)) (A B : Type) (f : A -> B) (x : (arr A n)),
  (map f x)
  = (join n 1 n h_1 (map (fun x_0 => (map f x_0)) (splitInto n 1 n h_1 x))).
Example at_map_part : stmt_map_part -> True.
Proof. intros rule. computed (rule 2 sI nat nat (fun a0 => (sample (mix (digest
    a0) (1)))) (sample (2))). Qed.

(* map_interchange: the order of two nested maps *)
Definition stmt_map_interchange : Prop := forall
    (n m : nat) (A B C : Type) (f : A -> B -> C) (xs : (arr A n))
    (ys : (arr B m)),
  (map (fun x_0 => (map (fun x_1 => (f x_0 x_1)) ys)) xs)
  = (transpose (map (fun x_0 => (map (fun x_1 => (f x_1 x_0)) xs)) ys)).
Example at_map_interchange : stmt_map_interchange -> True.
Proof. intros rule. computed (rule 2 3 nat nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* map_flatten: two nested maps as one over all elements *)
Definition stmt_map_flatten : Prop := forall
    (n m s_1 : nat) (d_1 : Eq s_1 (m*n)) (h_1 : Eq s_1 (n * m)) (A B : Type)
    (M : A -> B) (x : (arr (arr A n) m)),
  (map (fun x_0 => (map M x_0)) x)
  = (split n m s_1 h_1 (map M (join n m s_1 h_1 x))).
Example at_map_flatten : stmt_map_flatten -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI nat nat (fun a0 => (sample (mix
    (digest a0) (1)))) (sample (2))). Qed.

(* map_flatten_zip: map_flatten of two arrays *)
Definition stmt_map_flatten_zip : Prop := forall
    (n m s_1 : nat) (d_1 : Eq s_1 (m*n)) (h_1 : Eq s_1 (n * m)) (A B C : Type)
    (f : A -> B -> C) (xs : (arr (arr A n) m)) (ys : (arr (arr B n) m)),
  (map (fun x_0 => (map (fun x_1 => (f (p1 x_1) (p2 x_1))) (zip (p1 x_0) (p2
    x_0)))) (zip xs ys))
  = (split n m s_1 h_1 (map (fun x_0 => (f (p1 x_0) (p2 x_0))) (zip (join n m
    s_1 h_1 xs) (join n m s_1 h_1 ys)))).
Example at_map_flatten_zip : stmt_map_flatten_zip -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI nat nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample
    (3))). Qed.

(* map_flatten_pairs: two nested maps as one over pairs *)
Definition stmt_map_flatten_pairs : Prop := forall
    (n m s_1 : nat) (d_1 : Eq s_1 (m*n)) (h_1 : Eq s_1 (n * m)) (A B C : Type)
    (f : A -> B -> C) (g : A -> (arr B n)) (x : (arr A m)),
  (map (fun x_0 => (map (fun x_1 => (f x_0 x_1)) (g x_0))) x)
  = (split n m s_1 h_1 (map (fun x_0 => (f (p1 x_0) (p2 x_0))) (join n m s_1 h_1
    (map (fun x_0 => (map (fun x_1 => (P x_0 x_1)) (g x_0))) x)))).
Example at_map_flatten_pairs : stmt_map_flatten_pairs -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI nat nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (fun a0 => (sample (mix
    (digest a0) (2)))) (sample (3))). Qed.

(* map_by_rows: a map over columns, element by element, as one over rows *)
Definition stmt_map_by_rows : Prop := forall
    (n m : nat) (A B C : Type) (f : A -> B -> C) (a : (arr A n))
    (xs : (arr (arr B n) m)),
  (map (fun x_0 => (map (fun x_1 => (f (p1 x_0) x_1)) (p2 x_0))) (zip a
    (transpose xs)))
  = (transpose (map (fun x_0 => (map (fun x_1 => (f (p1 x_1) (p2 x_1))) (zip a
    x_0))) xs)).
Example at_map_by_rows : stmt_map_by_rows -> True.
Proof. intros rule. computed (rule 2 3 nat nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* columns_by_rows: columns with the elements of one array, as rows *)
Definition stmt_columns_by_rows : Prop := forall
    (n m : nat) (A B C : Type) (f : A -> B -> C) (xs : (arr (arr A n) m))
    (b : (arr B m)),
  (map (fun x_0 => (map (fun x_1 => (f (p1 x_1) (p2 x_1))) (zip x_0 b)))
    (transpose xs))
  = (transpose (map (fun x_0 => (map (fun x_1 => (f x_1 (p2 x_0))) (p1 x_0)))
    (zip xs b))).
Example at_columns_by_rows : stmt_columns_by_rows -> True.
Proof. intros rule. computed (rule 2 3 nat nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* map_zip_pair: the other way to pair three arrays *)
Definition stmt_map_zip_pair : Prop := forall
    (n : nat) (A B C D : Type) (f : A -> B -> C -> D) (a : (arr A n))
    (b : (arr B n)) (c : (arr C n)),
  (map (fun x_0 => (f (p1 x_0) (p1 (p2 x_0)) (p2 (p2 x_0)))) (zip a (zip b c)))
  = (map (fun x_0 => (f (p1 (p1 x_0)) (p2 (p1 x_0)) (p2 x_0))) (zip (zip a b)
    c)).
Example at_map_zip_pair : stmt_map_zip_pair -> True.
Proof. intros rule. computed (rule 2 nat nat nat nat (fun a0 => (fun a1 => (fun
    a2 => (sample (mix (digest a2) (mix (digest a1) (mix (digest a0) (1))))))))
    (sample (2)) (sample (3)) (sample (4))). Qed.

(* map_pair: two maps of chunks as one of pairs *)
Definition stmt_map_pair : Prop := forall
    (n k l s_1 : nat) (d_1 : Eq s_1 (k*n)) (s_2 : nat) (d_2 : Eq s_2 (l*n))
    (h_1 : Eq s_1 (k * n)) (h_2 : Eq s_2 (l * n)) (A B C D E : Type)
    (f : (arr A k) -> B) (g : (arr C l) -> D) (x : (arr A s_1))
    (y : (arr C s_2)) (h : (arr B n) -> (arr D n) -> E),
  (h (map f (split k n s_1 h_1 x)) (map g (split l n s_2 h_2 y)))
  = (let x_0 : (pr (arr B n) (arr D n)) := (unzip2 (map (fun x_0 => (P (f (p1
    x_0)) (g (p2 x_0)))) (zip (split k n s_1 h_1 x) (split l n s_2 h_2 y)))) in
    (h (p1 x_0) (p2 x_0))).
Example at_map_pair : stmt_map_pair -> True.
Proof. intros rule. computed (rule 2 3 4 6 sI 8 sI sI sI nat nat nat nat nat
    (fun a0 => (sample (mix (digest a0) (1)))) (fun a0 => (sample (mix (digest
    a0) (2)))) (sample (3)) (sample (4)) (fun a0 => (fun a1 => (sample (mix
    (digest a1) (mix (digest a0) (5))))))). Qed.

(* map_one: a map of one element *)
Definition stmt_map_one : Prop := forall
    (h_1 : Positive 1) (A B : Type) (f : A -> B) (x : (arr A 1)),
  (map f x)
  = (fill 1 (f (head 1 h_1 x))).
Example at_map_one : stmt_map_one -> True.
Proof. intros rule. computed (rule sI nat nat (fun a0 => (sample (mix (digest
    a0) (1)))) (sample (2))). Qed.

(* map_map_tile: two-dimensional tiling of two nested maps *)
Definition stmt_map_map_tile : Prop := forall
    (m I n J s_1 : nat) (d_1 : Eq s_1 (J*n)) (s_2 : nat) (d_2 : Eq s_2 (I*m))
    (h_1 : Eq s_1 (n * J)) (h_2 : Eq s_2 (m * I)) (A B C : Type)
    (f : A -> B -> C) (xs : (arr A s_2)) (ys : (arr B s_1)),
  (map (fun x_0 => (map (fun x_1 => (f x_0 x_1)) ys)) xs)
  = (join m I s_2 h_2 (map (fun x_0 => (map (fun x_1 => (join n J s_1 h_1 x_1))
    (transpose x_0))) (map (fun x_0 => (map (fun x_1 => (map (fun x_2 => (map
    (fun x_3 => (f x_2 x_3)) x_1)) x_0)) (split n J s_1 h_1 ys))) (split m I s_2
    h_2 xs)))).
Example at_map_map_tile : stmt_map_map_tile -> True.
Proof. intros rule. computed (rule 2 3 4 1 4 sI 6 sI sI sI nat nat nat (fun a0
    => (fun a1 => (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample
    (2)) (sample (3))). Qed.

(* map_cut: fission of data, FHPC'15 fig 2 *)
Definition stmt_map_cut : Prop := forall
    (n1 n2 s_1 : nat) (d_1 : Eq s_1 (n1+n2)) (h_1 : Eq s_1 (n1 + n2))
    (A B : Type) (f : A -> B) (x : (arr A s_1)),
  (map f x)
  = (concat n1 n2 s_1 h_1 (map f (take n1 n2 s_1 h_1 x)) (map f (drop n1 n2 s_1
    h_1 x))).
Example at_map_cut : stmt_map_cut -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI nat nat (fun a0 => (sample (mix
    (digest a0) (1)))) (sample (2))). Qed.

(* map_overlap: the last tile shifted back: d elements computed twice *)
Definition stmt_map_overlap : Prop := forall
    (q d r s_1 : nat) (d_1 : Eq s_1 (d+q)) (s_2 : nat) (d_2 : Eq s_2 (d+q+r))
    (s_3 : nat) (d_3 : Eq s_3 (d+r)) (h_1 : Eq s_2 (s_1 + r))
    (h_2 : Eq s_2 (q + s_3)) (h_3 : Eq s_3 (d + r)) (A B : Type) (f : A -> B)
    (x : (arr A s_2)),
  (map f x)
  = (concat s_1 r s_2 h_1 (map f (take s_1 r s_2 h_1 x)) (drop d r s_3 h_3 (map
    f (drop q s_3 s_2 h_2 x)))).
Example at_map_overlap : stmt_map_overlap -> True.
Proof. intros rule. computed (rule 2 3 4 5 sI 9 sI 7 sI sI sI sI nat nat (fun a0
    => (sample (mix (digest a0) (1)))) (sample (2))). Qed.

(* reduce_chunks: fig 6d-1, 6d-5 and 6d-2 together *)
Definition stmt_reduce_chunks : Prop := forall
    (k m s_1 : nat) (d_1 : Eq s_1 (k*m)) (h_1 : Positive 1)
    (h_2 : Eq s_1 (k * m)) (A : Type) (M : A -> A -> A) (e : A)
    (x : (arr A s_1)) (monoid_M : monoid M e),
  (reduce M e x)
  = (reduce M e (map (fun x_0 => (head 1 h_1 (reduce M e x_0))) (split k m s_1
    h_2 x))).
Example at_reduce_chunks : stmt_reduce_chunks -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI sI nat Nat.add 0 (sample (3))
    add_monoid). Qed.

(* reduce_strided: fig 6d on the columns: neighbours go to different parts *)
Definition stmt_reduce_strided : Prop := forall
    (k m s_1 : nat) (d_1 : Eq s_1 (k*m)) (h_1 : Positive 1)
    (h_2 : Eq s_1 (k * m)) (A : Type) (M : A -> A -> A) (e : A)
    (x : (arr A s_1)) (cmonoid_M : cmonoid M e),
  (reduce M e x)
  = (reduce M e (map (fun x_0 => (head 1 h_1 (reduce M e x_0))) (transpose
    (split k m s_1 h_2 x)))).
Example at_reduce_strided : stmt_reduce_strided -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI sI nat Nat.add 0 (sample (3))
    add_cmonoid). Qed.

(* reduce_rest: reduce_chunks with a rest as one more part *)
Definition stmt_reduce_rest : Prop := forall
    (k m r s_1 : nat) (d_1 : Eq s_1 (k*m)) (s_2 : nat) (d_2 : Eq s_2 (k*m+r))
    (s_3 : nat) (d_3 : Eq s_3 (m+1)) (h_1 : Positive 1)
    (h_2 : Eq s_2 (s_1 + r)) (h_3 : Eq s_1 (k * m)) (h_4 : Eq s_3 (m + 1))
    (A : Type) (M : A -> A -> A) (e : A) (x : (arr A s_2))
    (monoid_M : monoid M e),
  (reduce M e x)
  = (reduce M e (concat m 1 s_3 h_4 (map (fun x_0 => (head 1 h_1 (reduce M e
    x_0))) (split k m s_1 h_3 (take s_1 r s_2 h_2 x))) (reduce M e (drop s_1 r
    s_2 h_2 x)))).
Example at_reduce_rest : stmt_reduce_rest -> True.
Proof. intros rule. computed (rule 2 3 4 6 sI 10 sI 4 sI sI sI sI sI nat Nat.add
    0 (sample (3)) add_monoid). Qed.

(* reduce_accs: k accumulators in turn *)
Definition stmt_reduce_accs : Prop := forall
    (k m s_1 : nat) (d_1 : Eq s_1 (k*m)) (h_1 : Eq s_1 (k * m))
    (h_2 : Positive 1) (A B : Type) (M : A -> A -> A) (e : A) (g : B -> A)
    (x : (arr B s_1)) (cmonoid_M : cmonoid M e),
  (reduce M e (map g x))
  = (reduce M e (head 1 h_2 (reduceSeq (fun x_0 x_1 => (map (fun x_2 => (M (p1
    x_2) (g (p2 x_2)))) (zip x_0 x_1))) (fill k e) (split k m s_1 h_1 x)))).
Example at_reduce_accs : stmt_reduce_accs -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI sI nat nat Nat.add 0 (fun a0 =>
    (sample (mix (digest a0) (3)))) (sample (4)) add_cmonoid). Qed.

(* reduce_accs_plain: k accumulators in turn, nothing fused *)
Definition stmt_reduce_accs_plain : Prop := forall
    (k m s_1 : nat) (d_1 : Eq s_1 (k*m)) (h_1 : Eq s_1 (k * m))
    (h_2 : Positive 1) (A : Type) (M : A -> A -> A) (e : A) (x : (arr A s_1))
    (cmonoid_M : cmonoid M e),
  (reduce M e x)
  = (reduce M e (head 1 h_2 (reduceSeq (fun x_0 x_1 => (map (fun x_2 => (M (p1
    x_2) (p2 x_2))) (zip x_0 x_1))) (fill k e) (split k m s_1 h_1 x)))).
Example at_reduce_accs_plain : stmt_reduce_accs_plain -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI sI nat Nat.add 0 (sample (3))
    add_cmonoid). Qed.

(* reduce_lanes: the lanes of one vector as accumulators *)
Definition stmt_reduce_lanes : Prop := forall
    (w m s_1 : nat) (d_1 : Eq s_1 (m*w)) (h_1 : Eq s_1 (w * m))
    (h_2 : Positive 1) (A : vty) (M : A -> A -> A) (e : A) (x : (arr A s_1))
    (cmonoid_M : cmonoid M e),
  (reduce M e x)
  = (reduce M e (lanes A w (head 1 h_2 (reduceSeq (fun x_0 x_1 => (mapVec (vpair
    A A) A w (fun x_2 => (M (p1 x_2) (p2 x_2))) (P x_0 x_1))) (splat A w e)
    (splitVec A w m s_1 h_1 x))))).
Example at_reduce_lanes : stmt_reduce_lanes -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI sI (vscalar nat) Nat.add 0
    (sample (3)) add_cmonoid). Qed.

(* reduce_cut: a reduction of two parts *)
Definition stmt_reduce_cut : Prop := forall
    (n1 n2 s_1 : nat) (d_1 : Eq s_1 (n1+n2)) (h_1 : Eq s_1 (n1 + n2))
    (h_2 : Positive 1) (A : Type) (M : A -> A -> A) (e : A) (x : (arr A s_1))
    (monoid_M : monoid M e),
  (reduce M e x)
  = (fill 1 (M (head 1 h_2 (reduce M e (take n1 n2 s_1 h_1 x))) (head 1 h_2
    (reduce M e (drop n1 n2 s_1 h_1 x))))).
Example at_reduce_cut : stmt_reduce_cut -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI sI nat Nat.add 0 (sample (3))
    add_monoid). Qed.

(* reduce_cut_seq: a reduction goes on where its first part ended *)
Definition stmt_reduce_cut_seq : Prop := forall
    (n1 n2 s_1 : nat) (d_1 : Eq s_1 (n1+n2)) (h_1 : Eq s_1 (n1 + n2))
    (h_2 : Positive 1) (A : Type) (M : A -> A -> A) (e : A) (x : (arr A s_1)),
  (reduce M e x)
  = (reduceSeq M (head 1 h_2 (reduce M e (take n1 n2 s_1 h_1 x))) (drop n1 n2
    s_1 h_1 x)).
Example at_reduce_cut_seq : stmt_reduce_cut_seq -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI sI nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample
    (3))). Qed.

(* column_bands: columns in bands of rows, each reduced by itself *)
Definition stmt_column_bands : Prop := forall
    (k m n s_1 : nat) (d_1 : Eq s_1 (k*m)) (h_1 : Positive 1)
    (h_2 : Eq s_1 (k * m)) (A : Type) (M : A -> A -> A) (e : A)
    (x : (arr (arr A n) s_1)) (monoid_M : monoid M e),
  (map (fun x_0 => (head 1 h_1 (reduce M e x_0))) (transpose x))
  = (map (fun x_0 => (head 1 h_1 (reduce M e x_0))) (transpose (map (fun x_0 =>
    (map (fun x_1 => (head 1 h_1 (reduce M e x_1))) (transpose x_0))) (split k m
    s_1 h_2 x)))).
Example at_column_bands : stmt_column_bands -> True.
Proof. intros rule. computed (rule 2 3 4 6 sI sI sI nat Nat.add 0 (sample (3))
    add_monoid). Qed.

(* column_cut: columns of two parts *)
Definition stmt_column_cut : Prop := forall
    (n1 n2 m s_1 : nat) (d_1 : Eq s_1 (n1+n2)) (h_1 : Positive 1)
    (h_2 : Eq s_1 (n1 + n2)) (A : Type) (M : A -> A -> A) (e : A)
    (x : (arr (arr A m) s_1)) (monoid_M : monoid M e),
  (map (fun x_0 => (head 1 h_1 (reduce M e x_0))) (transpose x))
  = (map (fun x_0 => (M (p1 x_0) (p2 x_0))) (zip (map (fun x_0 => (head 1 h_1
    (reduce M e x_0))) (transpose (take n1 n2 s_1 h_2 x))) (map (fun x_0 =>
    (head 1 h_1 (reduce M e x_0))) (transpose (drop n1 n2 s_1 h_2 x))))).
Example at_column_cut : stmt_column_cut -> True.
Proof. intros rule. computed (rule 2 3 4 5 sI sI sI nat Nat.add 0 (sample (3))
    add_monoid). Qed.

(* column_append: one more row of a matrix whose columns are reduced *)
Definition stmt_column_append : Prop := forall
    (n m s_1 : nat) (d_1 : Eq s_1 (n+1)) (h_1 : Positive 1)
    (h_2 : Eq m (m * 1)) (h_3 : Eq s_1 (n + 1)) (A : Type) (M : A -> A -> A)
    (e : A) (x : (arr (arr A m) n)) (y : (arr A m)),
  (map (fun x_0 => (M (p1 x_0) (p2 x_0))) (zip (map (fun x_0 => (head 1 h_1
    (reduce M e x_0))) (transpose x)) y))
  = (map (fun x_0 => (head 1 h_1 (reduce M e x_0))) (transpose (concat n 1 s_1
    h_3 x (split m 1 m h_2 y)))).
Example at_column_append : stmt_column_append -> True.
Proof. intros rule. computed (rule 2 3 3 sI sI sI sI nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))
    (sample (4))). Qed.

(* column_lines: columns of short rows, k rows in line *)
Definition stmt_column_lines : Prop := forall
    (k m n s_1 : nat) (d_1 : Eq s_1 (k*m*n)) (s_2 : nat) (d_2 : Eq s_2 (k*m))
    (s_3 : nat) (d_3 : Eq s_3 (k*n)) (h_1 : Positive 1)
    (h_2 : Eq s_1 (n * s_2)) (h_3 : Eq s_1 (s_3 * m)) (h_4 : Eq s_3 (n * k))
    (A : Type) (M : A -> A -> A) (e : A) (x : (arr (arr A n) s_2))
    (cmonoid_M : cmonoid M e),
  (map (fun x_0 => (head 1 h_1 (reduce M e x_0))) (transpose x))
  = (map (fun x_0 => (head 1 h_1 (reduce M e x_0))) (transpose (split n k s_3
    h_4 (map (fun x_0 => (head 1 h_1 (reduce M e x_0))) (transpose (split s_3 m
    s_1 h_3 (join n s_2 s_1 h_2 x))))))).
Example at_column_lines : stmt_column_lines -> True.
Proof. intros rule. computed (rule 2 3 4 24 sI 6 sI 8 sI sI sI sI sI nat Nat.add
    0 (sample (3)) add_cmonoid). Qed.

(* product_bands: all pairs of columns, reduced in bands of rows *)
Definition stmt_product_bands : Prop := forall
    (k m i j s_1 : nat) (d_1 : Eq s_1 (k*m)) (h_1 : Positive 1)
    (h_2 : Eq s_1 (k * m)) (R S A : Type) (M : A -> A -> A) (e : A)
    (g : R -> S -> A) (xs : (arr (arr R s_1) i)) (ys : (arr (arr S s_1) j))
    (monoid_M : monoid M e),
  (map (fun x_0 => (map (fun x_1 => (head 1 h_1 (reduce M e (map (fun x_2 => (g
    (p1 x_2) (p2 x_2))) (zip x_0 x_1))))) ys)) xs)
  = (map (fun x_0 => (map (fun x_1 => (head 1 h_1 (reduce M e x_1))) (transpose
    x_0))) (transpose (map (fun x_0 => (map (fun x_1 => (map (fun x_2 => (head 1
    h_1 (reduce M e (map (fun x_3 => (g (p1 x_3) (p2 x_3))) (zip x_1 x_2)))))
    (transpose (p2 x_0)))) (transpose (p1 x_0)))) (zip (split k m s_1 h_2
    (transpose xs)) (split k m s_1 h_2 (transpose ys)))))).
Example at_product_bands : stmt_product_bands -> True.
Proof. intros rule. computed (rule 2 3 4 1 6 sI sI sI nat nat nat Nat.add 0 (fun
    a0 => (fun a1 => (sample (mix (digest a1) (mix (digest a0) (3)))))) (sample
    (4)) (sample (5)) add_monoid). Qed.

(* product_cut: all pairs of columns of two parts *)
Definition stmt_product_cut : Prop := forall
    (n1 n2 i j s_1 : nat) (d_1 : Eq s_1 (n1+n2)) (h_1 : Positive 1)
    (h_2 : Eq s_1 (n1 + n2)) (R S A : Type) (M : A -> A -> A) (e : A)
    (g : R -> S -> A) (xs : (arr (arr R s_1) i)) (ys : (arr (arr S s_1) j))
    (monoid_M : monoid M e),
  (map (fun x_0 => (map (fun x_1 => (head 1 h_1 (reduce M e (map (fun x_2 => (g
    (p1 x_2) (p2 x_2))) (zip x_0 x_1))))) ys)) xs)
  = (map (fun x_0 => (map (fun x_1 => (M (p1 x_1) (p2 x_1))) (zip (p1 x_0) (p2
    x_0)))) (zip (map (fun x_0 => (map (fun x_1 => (head 1 h_1 (reduce M e (map
    (fun x_2 => (g (p1 x_2) (p2 x_2))) (zip x_0 x_1))))) (map (fun x_1 => (take
    n1 n2 s_1 h_2 x_1)) ys))) (map (fun x_0 => (take n1 n2 s_1 h_2 x_0)) xs))
    (map (fun x_0 => (map (fun x_1 => (head 1 h_1 (reduce M e (map (fun x_2 =>
    (g (p1 x_2) (p2 x_2))) (zip x_0 x_1))))) (map (fun x_1 => (drop n1 n2 s_1
    h_2 x_1)) ys))) (map (fun x_0 => (drop n1 n2 s_1 h_2 x_0)) xs)))).
Example at_product_cut : stmt_product_cut -> True.
Proof. intros rule. computed (rule 2 3 4 1 5 sI sI sI nat nat nat Nat.add 0 (fun
    a0 => (fun a1 => (sample (mix (digest a1) (mix (digest a0) (3)))))) (sample
    (4)) (sample (5)) add_monoid). Qed.

(* reduce_first: a reduction that starts with its first element *)
Definition stmt_reduce_first : Prop := forall
    (n s_1 : nat) (d_1 : Eq s_1 (n+1)) (h_1 : Positive s_1)
    (h_2 : Eq s_1 (1 + n)) (A : Type) (M : A -> A -> A) (e : A)
    (x : (arr A s_1)) (monoid_M : monoid M e),
  (reduce M e x)
  = (reduceSeq M (head s_1 h_1 x) (drop 1 n s_1 h_2 x)).
Example at_reduce_first : stmt_reduce_first -> True.
Proof. intros rule. computed (rule 2 3 sI sI sI nat Nat.add 0 (sample (3))
    add_monoid). Qed.

(* reduce_from: a reduction from any value, by one from the neutral one *)
Definition stmt_reduce_from : Prop := forall
    (n : nat) (h_1 : Positive 1) (A : Type) (M : A -> A -> A) (e N : A)
    (x : (arr A n)) (monoid_M : monoid M N),
  (reduce M e x)
  = (fill 1 (M e (head 1 h_1 (reduce M N x)))).
Example at_reduce_from : stmt_reduce_from -> True.
Proof. intros rule. computed (rule 2 sI nat Nat.add (sample (2)) 0 (sample (4))
    add_monoid). Qed.

(* reduce_after: a reduction that follows another of as many elements *)
Definition stmt_reduce_after : Prop := forall
    (n : nat) (h_1 : Positive 1) (A : Type) (M : A -> A -> A) (e z : A)
    (x y : (arr A n)) (cmonoid_M : cmonoid M e),
  (reduce M (head 1 h_1 (reduce M z x)) y)
  = (reduce M z (map (fun x_0 => (M (p1 x_0) (p2 x_0))) (zip x y))).
Example at_reduce_after : stmt_reduce_after -> True.
Proof. intros rule. computed (rule 2 sI nat Nat.add 0 (sample (3)) (sample (4))
    (sample (5)) add_cmonoid). Qed.

(* reduce_pair: two reductions as one of pairs *)
Definition stmt_reduce_pair : Prop := forall
    (n : nat) (h_1 : Positive 1) (A B C : Type) (M : A -> A -> A) (d : A)
    (K : B -> B -> B) (e : B) (x : (arr A n)) (y : (arr B n)) (f : A -> B -> C),
  (f (head 1 h_1 (reduce M d x)) (head 1 h_1 (reduce K e y)))
  = (let x_0 : (pr A B) := (head 1 h_1 (reduce (fun x_0 x_1 => (P (M (p1 x_0)
    (p1 x_1)) (K (p2 x_0) (p2 x_1)))) (P d e) (zip x y))) in (f (p1 x_0) (p2
    x_0))).
Example at_reduce_pair : stmt_reduce_pair -> True.
Proof. intros rule. computed (rule 2 sI nat nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (fun a0 =>
    (fun a1 => (sample (mix (digest a1) (mix (digest a0) (3)))))) (sample (4))
    (sample (5)) (sample (6)) (fun a0 => (fun a1 => (sample (mix (digest a1)
    (mix (digest a0) (7))))))). Qed.

(* reduce_pad: neutral elements appended *)
Definition stmt_reduce_pad : Prop := forall
    (n r s_1 : nat) (d_1 : Eq s_1 (n+r)) (h_1 : Eq s_1 (n + r)) (A : Type)
    (M : A -> A -> A) (e : A) (x : (arr A n)) (monoid_M : monoid M e),
  (reduce M e x)
  = (reduce M e (concat n r s_1 h_1 x (fill r e))).
Example at_reduce_pad : stmt_reduce_pad -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI nat Nat.add 0 (sample (3))
    add_monoid). Qed.

(* fold_cut: a fold goes on where its first part ended *)
Definition stmt_fold_cut : Prop := forall
    (n1 n2 s_1 : nat) (d_1 : Eq s_1 (n1+n2)) (h_1 : Eq s_1 (n1 + n2))
    (h_2 : Positive 1) (A B : Type) (f : A -> B -> A) (z : A) (x : (arr B s_1)),
  (reduceSeq f z x)
  = (reduceSeq f (head 1 h_2 (reduceSeq f z (take n1 n2 s_1 h_1 x))) (drop n1 n2
    s_1 h_1 x)).
Example at_fold_cut : stmt_fold_cut -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI sI nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample
    (3))). Qed.

(* fold_blocks: strip-mining of a fold *)
Definition stmt_fold_blocks : Prop := forall
    (k m s_1 : nat) (d_1 : Eq s_1 (k*m)) (h_1 : Positive 1)
    (h_2 : Eq s_1 (k * m)) (A B : Type) (f : A -> B -> A) (z : A)
    (x : (arr B s_1)),
  (reduceSeq f z x)
  = (reduceSeq (fun x_0 x_1 => (head 1 h_1 (reduceSeq f x_0 x_1))) z (split k m
    s_1 h_2 x)).
Example at_fold_blocks : stmt_fold_blocks -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI sI nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample
    (3))). Qed.

(* fold_join: a fold over rows *)
Definition stmt_fold_join : Prop := forall
    (k m s_1 : nat) (d_1 : Eq s_1 (k*m)) (h_1 : Eq s_1 (k * m))
    (h_2 : Positive 1) (A B : Type) (f : A -> B -> A) (z : A)
    (x : (arr (arr B k) m)),
  (reduceSeq f z (join k m s_1 h_1 x))
  = (reduceSeq (fun x_0 x_1 => (head 1 h_2 (reduceSeq f x_0 x_1))) z x).
Example at_fold_join : stmt_fold_join -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI sI nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample
    (3))). Qed.

(* fold_pair: two folds over one array *)
Definition stmt_fold_pair : Prop := forall
    (n : nat) (h_1 : Positive 1) (A B C : Type) (f : A -> C -> A)
    (g : B -> C -> B) (a : A) (b : B) (x : (arr C n)),
  (P (head 1 h_1 (reduceSeq f a x)) (head 1 h_1 (reduceSeq g b x)))
  = (head 1 h_1 (reduceSeq (fun x_0 x_1 => (P (f (p1 x_0) x_1) (g (p2 x_0)
    x_1))) (P a b) x)).
Example at_fold_pair : stmt_fold_pair -> True.
Proof. intros rule. computed (rule 2 sI nat nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (2)))))) (sample (3)) (sample (4))
    (sample (5))). Qed.

(* fold_interchange: folds of rows as one fold over columns *)
Definition stmt_fold_interchange : Prop := forall
    (n m : nat) (h_1 : Positive 1) (A B : Type) (f : A -> B -> A)
    (zs : (arr A n)) (xs : (arr (arr B m) n)),
  (map (fun x_0 => (head 1 h_1 (reduceSeq f (p1 x_0) (p2 x_0)))) (zip zs xs))
  = (head 1 h_1 (reduceSeq (fun x_0 x_1 => (map (fun x_2 => (f (p1 x_2) (p2
    x_2))) (zip x_0 x_1))) zs (transpose xs))).
Example at_fold_interchange : stmt_fold_interchange -> True.
Proof. intros rule. computed (rule 2 3 sI nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* fold_interchange_rows: fold_interchange with one initial value *)
Definition stmt_fold_interchange_rows : Prop := forall
    (n m : nat) (h_1 : Positive 1) (A B C : Type) (f : A -> B -> A) (z : A)
    (g : C -> (arr B m)) (xs : (arr C n)),
  (map (fun x_0 => (head 1 h_1 (reduceSeq f z (g x_0)))) xs)
  = (head 1 h_1 (reduceSeq (fun x_0 x_1 => (map (fun x_2 => (f (p1 x_2) (p2
    x_2))) (zip x_0 x_1))) (fill n z) (transpose (map g xs)))).
Example at_fold_interchange_rows : stmt_fold_interchange_rows -> True.
Proof. intros rule. computed (rule 2 3 sI nat nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (fun a0 =>
    (sample (mix (digest a0) (3)))) (sample (4))). Qed.

(* map_fold_interchange: one pass over shared data for all elements *)
Definition stmt_map_fold_interchange : Prop := forall
    (n m : nat) (h_1 : Positive 1) (A B C : Type) (f : C -> A -> B -> A)
    (z : A) (ys : (arr B m)) (xs : (arr C n)),
  (map (fun x_0 => (head 1 h_1 (reduceSeq (fun x_1 x_2 => (f x_0 x_1 x_2)) z
    ys))) xs)
  = (head 1 h_1 (reduceSeq (fun x_0 x_1 => (map (fun x_2 => (f (p1 x_2) (p2 x_2)
    x_1)) (zip xs x_0))) (fill n z) ys)).
Example at_map_fold_interchange : stmt_map_fold_interchange -> True.
Proof. intros rule. computed (rule 2 3 sI nat nat nat (fun a0 => (fun a1 => (fun
    a2 => (sample (mix (digest a2) (mix (digest a1) (mix (digest a0) (1))))))))
    (sample (2)) (sample (3)) (sample (4))). Qed.

(* fold_interchange_each: fold_interchange with a function of the element *)
Definition stmt_fold_interchange_each : Prop := forall
    (n m : nat) (h_1 : Positive 1) (A B C : Type) (f : C -> A -> B -> A)
    (z : A) (g : C -> (arr B m)) (xs : (arr C n)),
  (map (fun x_0 => (head 1 h_1 (reduceSeq (fun x_1 x_2 => (f x_0 x_1 x_2)) z (g
    x_0)))) xs)
  = (head 1 h_1 (reduceSeq (fun x_0 x_1 => (map (fun x_2 => (f (p1 (p1 x_2)) (p2
    (p1 x_2)) (p2 x_2))) (zip (zip xs x_0) x_1))) (fill n z) (transpose (map g
    xs)))).
Example at_fold_interchange_each : stmt_fold_interchange_each -> True.
Proof. intros rule. computed (rule 2 3 sI nat nat nat (fun a0 => (fun a1 => (fun
    a2 => (sample (mix (digest a2) (mix (digest a1) (mix (digest a0) (1))))))))
    (sample (2)) (fun a0 => (sample (mix (digest a0) (3)))) (sample (4))). Qed.

(* fold_rows: a fold of arrays as an array of folds *)
Definition stmt_fold_rows : Prop := forall
    (n m : nat) (h_1 : Positive 1) (A B : Type) (f : A -> B -> A)
    (zs : (arr A n)) (xs : (arr (arr B n) m)),
  (head 1 h_1 (reduceSeq (fun x_0 x_1 => (map (fun x_2 => (f (p1 x_2) (p2 x_2)))
    (zip x_0 x_1))) zs xs))
  = (map (fun x_0 => (head 1 h_1 (reduceSeq f (p1 x_0) (p2 x_0)))) (zip zs
    (transpose xs))).
Example at_fold_rows : stmt_fold_rows -> True.
Proof. intros rule. computed (rule 2 3 sI nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* reduce_rows: a reduction of arrays as an array of reductions *)
Definition stmt_reduce_rows : Prop := forall
    (n m : nat) (h_1 : Positive 1) (A : Type) (M : A -> A -> A) (e : A)
    (xs : (arr (arr A n) m)),
  (head 1 h_1 (reduce (fun x_0 x_1 => (map (fun x_2 => (M (p1 x_2) (p2 x_2)))
    (zip x_0 x_1))) (fill n e) xs))
  = (map (fun x_0 => (head 1 h_1 (reduce M e x_0))) (transpose xs)).
Example at_reduce_rows : stmt_reduce_rows -> True.
Proof. intros rule. computed (rule 2 3 sI nat (fun a0 => (fun a1 => (sample (mix
    (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* outer_product: a tile of dot products as a sum of rank-1 updates *)
Definition stmt_outer_product : Prop := forall
    (m n k : nat) (h_1 : Positive 1) (R S T : Type) (g : T -> (pr R S) -> T)
    (z : T) (a : (arr (arr R k) m)) (b : (arr (arr S k) n)),
  (map (fun x_0 => (map (fun x_1 => (head 1 h_1 (reduceSeq g z (zip x_0 x_1))))
    b)) a)
  = (head 1 h_1 (reduceSeq (fun x_0 x_1 => (map (fun x_2 => (map (fun x_3 => (g
    (p1 x_3) (P (p2 x_2) (p2 x_3)))) (zip (p1 x_2) (p2 x_1)))) (zip x_0 (p1
    x_1)))) (fill m (fill n z)) (zip (transpose a) (transpose b)))).
Example at_outer_product : stmt_outer_product -> True.
Proof. intros rule. computed (rule 2 3 4 sI nat nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))
    (sample (4))). Qed.

(* pair_blocks: pairs of rows in blocks, as pairs of blocks *)
Definition stmt_pair_blocks : Prop := forall
    (n m k j s_1 : nat) (d_1 : Eq s_1 (j*k)) (h_1 : Eq s_1 (k * j))
    (A B C D : Type) (g : A -> (arr C s_1)) (h : B -> (arr D s_1))
    (xs : (arr A n)) (ys : (arr B m)),
  (transpose (map (fun x_0 => (transpose (map (fun x_1 => (split k j s_1 h_1
    (zip (g x_0) (h x_1)))) ys))) xs))
  = (map (fun x_0 => (map (fun x_1 => (map (fun x_2 => (zip x_1 x_2)) (p2 x_0)))
    (p1 x_0))) (zip (transpose (map (fun x_0 => (split k j s_1 h_1 (g x_0)))
    xs)) (transpose (map (fun x_0 => (split k j s_1 h_1 (h x_0))) ys)))).
Example at_pair_blocks : stmt_pair_blocks -> True.
Proof. intros rule. computed (rule 2 3 4 1 4 sI sI nat nat nat nat (fun a0 =>
    (sample (mix (digest a0) (1)))) (fun a0 => (sample (mix (digest a0) (2))))
    (sample (3)) (sample (4))). Qed.

(* scan_interchange_rows: scans of rows as one scan over columns *)
Definition stmt_scan_interchange_rows : Prop := forall
    (n m : nat) (A B C : Type) (f : A -> B -> A) (z : A) (g : C -> (arr B m))
    (xs : (arr C n)),
  (map (fun x_0 => (scanSeq f z (g x_0))) xs)
  = (transpose (scanSeq (fun x_0 x_1 => (map (fun x_2 => (f (p1 x_2) (p2 x_2)))
    (zip x_0 x_1))) (fill n z) (transpose (map g xs)))).
Example at_scan_interchange_rows : stmt_scan_interchange_rows -> True.
Proof. intros rule. computed (rule 2 3 nat nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (fun a0 => (sample
    (mix (digest a0) (3)))) (sample (4))). Qed.

(* scan_interchange_each: scan_interchange_rows with a function of the element
    *)
Definition stmt_scan_interchange_each : Prop := forall
    (n m : nat) (A B C : Type) (f : C -> A -> B -> A) (z : A)
    (g : C -> (arr B m)) (xs : (arr C n)),
  (map (fun x_0 => (scanSeq (fun x_1 x_2 => (f x_0 x_1 x_2)) z (g x_0))) xs)
  = (transpose (scanSeq (fun x_0 x_1 => (map (fun x_2 => (f (p1 (p1 x_2)) (p2
    (p1 x_2)) (p2 x_2))) (zip (zip xs x_0) x_1))) (fill n z) (transpose (map g
    xs)))).
Example at_scan_interchange_each : stmt_scan_interchange_each -> True.
Proof. intros rule. computed (rule 2 3 nat nat nat (fun a0 => (fun a1 => (fun a2
    => (sample (mix (digest a2) (mix (digest a1) (mix (digest a0) (1))))))))
    (sample (2)) (fun a0 => (sample (mix (digest a0) (3)))) (sample (4))). Qed.

(* scan_pair: two scans of one array *)
Definition stmt_scan_pair : Prop := forall
    (n : nat) (A B C : Type) (f : A -> C -> A) (g : B -> C -> B) (a : A)
    (b : B) (x : (arr C n)),
  (zip (scanSeq f a x) (scanSeq g b x))
  = (scanSeq (fun x_0 x_1 => (P (f (p1 x_0) x_1) (g (p2 x_0) x_1))) (P a b) x).
Example at_scan_pair : stmt_scan_pair -> True.
Proof. intros rule. computed (rule 2 nat nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (2)))))) (sample (3)) (sample (4)) (sample
    (5))). Qed.

(* scan_keep: a scan zipped with its elements *)
Definition stmt_scan_keep : Prop := forall
    (n : nat) (A : Type) (f : A -> A -> A) (z : A) (x : (arr A n)),
  (zip (scanSeq f z x) x)
  = (scanSeq (fun x_0 x_1 => (P (f (p1 x_0) x_1) x_1)) (P z z) x).
Example at_scan_keep : stmt_scan_keep -> True.
Proof. intros rule. computed (rule 2 nat (fun a0 => (fun a1 => (sample (mix
    (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* scan_keep_first: elements zipped with their scan *)
Definition stmt_scan_keep_first : Prop := forall
    (n : nat) (A : Type) (f : A -> A -> A) (z : A) (x : (arr A n)),
  (zip x (scanSeq f z x))
  = (scanSeq (fun x_0 x_1 => (P x_1 (f (p2 x_0) x_1))) (P z z) x).
Example at_scan_keep_first : stmt_scan_keep_first -> True.
Proof. intros rule. computed (rule 2 nat (fun a0 => (fun a1 => (sample (mix
    (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* reduce_scan: what a scan's states are reduced to, without keeping them *)
Definition stmt_reduce_scan : Prop := forall
    (n : nat) (A B C : Type) (M : C -> C -> C) (e : C) (g : A -> C)
    (f : A -> B -> A) (z : A) (x : (arr B n)),
  (reduce M e (map g (scanSeq f z x)))
  = (map (fun x_0 => (p2 x_0)) (reduceSeq (fun x_0 x_1 => (let x_2 : A := (f (p1
    x_0) x_1) in (P x_2 (M (p2 x_0) (g x_2))))) (P z e) x)).
Example at_reduce_scan : stmt_reduce_scan -> True.
Proof. intros rule. computed (rule 2 nat nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (fun a0 => (sample
    (mix (digest a0) (3)))) (fun a0 => (fun a1 => (sample (mix (digest a1) (mix
    (digest a0) (4)))))) (sample (5)) (sample (6))). Qed.

(* reduce_states: reduce_scan of the states themselves *)
Definition stmt_reduce_states : Prop := forall
    (n : nat) (A B : Type) (M : A -> A -> A) (e : A) (f : A -> B -> A) (z : A)
    (x : (arr B n)),
  (reduce M e (scanSeq f z x))
  = (map (fun x_0 => (p2 x_0)) (reduceSeq (fun x_0 x_1 => (let x_2 : A := (f (p1
    x_0) x_1) in (P x_2 (M (p2 x_0) x_2)))) (P z e) x)).
Example at_reduce_states : stmt_reduce_states -> True.
Proof. intros rule. computed (rule 2 nat nat (fun a0 => (fun a1 => (sample (mix
    (digest a1) (mix (digest a0) (1)))))) (sample (2)) (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (3)))))) (sample (4)) (sample
    (5))). Qed.

(* view_split: accumulators in rows *)
Definition stmt_view_split : Prop := forall
    (k m n s_1 : nat) (d_1 : Eq s_1 (k*m)) (h_1 : Positive 1)
    (h_2 : Eq s_1 (k * m)) (A B : Type) (f : (arr A s_1) -> B -> (arr A s_1))
    (z : (arr A s_1)) (x : (arr B n)),
  (head 1 h_1 (reduceSeq f z x))
  = (join k m s_1 h_2 (head 1 h_1 (reduceSeq (fun x_0 x_1 => (split k m s_1 h_2
    (f (join k m s_1 h_2 x_0) x_1))) (split k m s_1 h_2 z) x))).
Example at_view_split : stmt_view_split -> True.
Proof. intros rule. computed (rule 2 3 4 6 sI sI sI nat nat (fun a0 => (fun a1
    => (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample
    (3))). Qed.

(* view_join: rows of accumulators in line *)
Definition stmt_view_join : Prop := forall
    (k m n s_1 : nat) (d_1 : Eq s_1 (k*m)) (h_1 : Positive 1)
    (h_2 : Eq s_1 (k * m)) (A B : Type)
    (f : (arr (arr A k) m) -> B -> (arr (arr A k) m)) (z : (arr (arr A k) m))
    (x : (arr B n)),
  (head 1 h_1 (reduceSeq f z x))
  = (split k m s_1 h_2 (head 1 h_1 (reduceSeq (fun x_0 x_1 => (join k m s_1 h_2
    (f (split k m s_1 h_2 x_0) x_1))) (join k m s_1 h_2 z) x))).
Example at_view_join : stmt_view_join -> True.
Proof. intros rule. computed (rule 2 3 4 6 sI sI sI nat nat (fun a0 => (fun a1
    => (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample
    (3))). Qed.

(* view_transpose: accumulators transposed *)
Definition stmt_view_transpose : Prop := forall
    (k m n : nat) (h_1 : Positive 1) (A B : Type)
    (f : (arr (arr A k) m) -> B -> (arr (arr A k) m)) (z : (arr (arr A k) m))
    (x : (arr B n)),
  (head 1 h_1 (reduceSeq f z x))
  = (transpose (head 1 h_1 (reduceSeq (fun x_0 x_1 => (transpose (f (transpose
    x_0) x_1))) (transpose z) x))).
Example at_view_transpose : stmt_view_transpose -> True.
Proof. intros rule. computed (rule 2 3 4 sI nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample
    (3))). Qed.

(* view_vectors: accumulators in vectors *)
Definition stmt_view_vectors : Prop := forall
    (w m n s_1 : nat) (d_1 : Eq s_1 (m*w)) (h_1 : Positive 1)
    (h_2 : Eq s_1 (w * m)) (A : vty) (B : Type)
    (f : (arr A s_1) -> B -> (arr A s_1)) (z : (arr A s_1)) (x : (arr B n)),
  (head 1 h_1 (reduceSeq f z x))
  = (joinVec A w m s_1 h_2 (head 1 h_1 (reduceSeq (fun x_0 x_1 => (splitVec A w
    m s_1 h_2 (f (joinVec A w m s_1 h_2 x_0) x_1))) (splitVec A w m s_1 h_2 z)
    x))).
Example at_view_vectors : stmt_view_vectors -> True.
Proof. intros rule. computed (rule 2 3 4 6 sI sI sI (vscalar nat) nat (fun a0 =>
    (fun a1 => (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2))
    (sample (3))). Qed.

(* scan_view_vectors: states of a scan in vectors *)
Definition stmt_scan_view_vectors : Prop := forall
    (w m n s_1 : nat) (d_1 : Eq s_1 (m*w)) (h_1 : Eq s_1 (w * m)) (A : vty)
    (B : Type) (f : (arr A s_1) -> B -> (arr A s_1)) (z : (arr A s_1))
    (x : (arr B n)),
  (scanSeq f z x)
  = (map (fun x_0 => (joinVec A w m s_1 h_1 x_0)) (scanSeq (fun x_0 x_1 =>
    (splitVec A w m s_1 h_1 (f (joinVec A w m s_1 h_1 x_0) x_1))) (splitVec A w
    m s_1 h_1 z) x)).
Example at_scan_view_vectors : stmt_scan_view_vectors -> True.
Proof. intros rule. computed (rule 2 3 4 6 sI sI (vscalar nat) nat (fun a0 =>
    (fun a1 => (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2))
    (sample (3))). Qed.

(* view_row_vectors: rows of accumulators in vectors *)
Definition stmt_view_row_vectors : Prop := forall
    (w m r n s_1 : nat) (d_1 : Eq s_1 (m*w)) (h_1 : Positive 1)
    (h_2 : Eq s_1 (w * m)) (A : vty) (B : Type)
    (f : (arr (arr A s_1) r) -> B -> (arr (arr A s_1) r))
    (z : (arr (arr A s_1) r)) (x : (arr B n)),
  (head 1 h_1 (reduceSeq f z x))
  = (map (fun x_0 => (joinVec A w m s_1 h_2 x_0)) (head 1 h_1 (reduceSeq (fun
    x_0 x_1 => (map (fun x_2 => (splitVec A w m s_1 h_2 x_2)) (f (map (fun x_2
    => (joinVec A w m s_1 h_2 x_2)) x_0) x_1))) (map (fun x_0 => (splitVec A w m
    s_1 h_2 x_0)) z) x))).
Example at_view_row_vectors : stmt_view_row_vectors -> True.
Proof. intros rule. computed (rule 2 3 4 1 6 sI sI sI (vscalar nat) nat (fun a0
    => (fun a1 => (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample
    (2)) (sample (3))). Qed.

(* view_lanes: accumulators as the lanes of one vector *)
Definition stmt_view_lanes : Prop := forall
    (w n : nat) (h_1 : Positive 1) (h_2 : Eq w (w * 1)) (A : vty) (B : Type)
    (f : (arr A w) -> B -> (arr A w)) (z : (arr A w)) (x : (arr B n)),
  (head 1 h_1 (reduceSeq f z x))
  = (lanes A w (head 1 h_1 (reduceSeq (fun x_0 x_1 => (head 1 h_1 (splitVec A w
    1 w h_2 (f (lanes A w x_0) x_1)))) (head 1 h_1 (splitVec A w 1 w h_2 z))
    x))).
Example at_view_lanes : stmt_view_lanes -> True.
Proof. intros rule. computed (rule 2 3 sI sI (vscalar nat) nat (fun a0 => (fun
    a1 => (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2))
    (sample (3))). Qed.

(* pack: panels stored by their columns *)
Definition stmt_pack : Prop := forall
    (n m k : nat) (A : Type) (x : (arr (arr (arr A k) m) n)),
  x
  = (map (fun x_0 => (transpose x_0)) (toGlobal (map (fun x_0 => (map (fun x_1
    => (map (fun x_2 => x_2) x_1)) x_0)) (map (fun x_0 => (transpose x_0))
    x)))).
Example at_pack : stmt_pack -> True.
Proof. intros rule. computed (rule 2 3 4 nat (sample (1))). Qed.

(* pack_local: a panel kept by its columns in a group's memory *)
Definition stmt_pack_local : Prop := forall
    (m k : nat) (A : Type) (x : (arr (arr A k) m)),
  x
  = (transpose (toLocal (map (fun x_0 => (map (fun x_1 => x_1) x_0)) (transpose
    x)))).
Example at_pack_local : stmt_pack_local -> True.
Proof. intros rule. computed (rule 2 3 nat (sample (1))). Qed.

(* pack_private: rows kept by their columns in an item's own memory *)
Definition stmt_pack_private : Prop := forall
    (m k : nat) (A : Type) (x : (arr (arr A k) m)),
  x
  = (transpose (toPrivate (map (fun x_0 => (map (fun x_1 => x_1) x_0))
    (transpose x)))).
Example at_pack_private : stmt_pack_private -> True.
Proof. intros rule. computed (rule 2 3 nat (sample (1))). Qed.

(* contract: a*b + c rounded once *)
Definition stmt_contract : Prop := forall
    (A : Type) (ops_A : ops A) (a b c : A) (laws_A : laws ops_A),
  (o_add ops_A a (o_mul ops_A b c))
  = (o_fma ops_A b c a).
Example at_contract : stmt_contract -> True.
Proof. intros rule. computed (rule nat ops_nat (sample (1)) (sample (2)) (sample
    (3)) laws_nat). Qed.

(* contract_left: a*b + c rounded once *)
Definition stmt_contract_left : Prop := forall
    (A : Type) (ops_A : ops A) (a b c : A) (laws_A : laws ops_A),
  (o_add ops_A (o_mul ops_A b c) a)
  = (o_fma ops_A b c a).
Example at_contract_left : stmt_contract_left -> True.
Proof. intros rule. computed (rule nat ops_nat (sample (1)) (sample (2)) (sample
    (3)) laws_nat). Qed.

(* rsqrt: the reciprocal of a square root *)
Definition stmt_rsqrt : Prop := forall
    (A : Type) (ops_A : ops A) (x : A) (laws_A : laws ops_A),
  (o_div ops_A (o_lit ops_A (1)%Z) (o_sqrt ops_A x))
  = (o_rsqrt ops_A x).
Example at_rsqrt : stmt_rsqrt -> True.
Proof. intros rule. computed (rule nat ops_nat (sample (1)) laws_nat). Qed.

(* reciprocal: a quotient as a product *)
Definition stmt_reciprocal : Prop := forall
    (A : Type) (ops_A : ops A) (a b : A) (laws_A : laws ops_A),
  (o_div ops_A a b)
  = (o_mul ops_A a (o_div ops_A (o_lit ops_A (1)%Z) b)).
Example at_reciprocal : stmt_reciprocal -> True.
Proof. intros rule. computed (rule nat ops_nat (sample (1)) (sample (2))
    laws_nat). Qed.

(* reciprocal_product: the reciprocal of a product *)
Definition stmt_reciprocal_product : Prop := forall
    (A : Type) (ops_A : ops A) (a b : A) (laws_A : laws ops_A),
  (o_div ops_A (o_lit ops_A (1)%Z) (o_mul ops_A a b))
  = (o_mul ops_A (o_div ops_A (o_lit ops_A (1)%Z) a) (o_div ops_A (o_lit ops_A
    (1)%Z) b)).
Example at_reciprocal_product : stmt_reciprocal_product -> True.
Proof. intros rule. computed (rule nat ops_nat (sample (1)) (sample (2))
    laws_nat). Qed.

(* sum_swap: the last term second *)
Definition stmt_sum_swap : Prop := forall
    (A : Type) (ops_A : ops A) (a b c : A) (laws_A : laws ops_A),
  (o_add ops_A (o_add ops_A a b) c)
  = (o_add ops_A (o_add ops_A a c) b).
Example at_sum_swap : stmt_sum_swap -> True.
Proof. intros rule. computed (rule nat ops_nat (sample (1)) (sample (2)) (sample
    (3)) laws_nat). Qed.

(* difference_swap: the last term second *)
Definition stmt_difference_swap : Prop := forall
    (A : Type) (ops_A : ops A) (a b c : A) (laws_A : laws ops_A),
  (o_add ops_A (o_sub ops_A a b) c)
  = (o_sub ops_A (o_add ops_A a c) b).
Example at_difference_swap : stmt_difference_swap -> True.
Proof. intros rule. computed (rule nat ops_nat (sample (1)) (sample (2)) (sample
    (3)) laws_nat). Qed.

(* sum_open: a sum's terms added one by one *)
Definition stmt_sum_open : Prop := forall
    (A : Type) (ops_A : ops A) (a b c : A) (laws_A : laws ops_A),
  (o_add ops_A a (o_add ops_A b c))
  = (o_add ops_A (o_add ops_A a b) c).
Example at_sum_open : stmt_sum_open -> True.
Proof. intros rule. computed (rule nat ops_nat (sample (1)) (sample (2)) (sample
    (3)) laws_nat). Qed.

(* difference_open: a difference's terms added one by one *)
Definition stmt_difference_open : Prop := forall
    (A : Type) (ops_A : ops A) (a b c : A) (laws_A : laws ops_A),
  (o_add ops_A a (o_sub ops_A b c))
  = (o_sub ops_A (o_add ops_A a b) c).
Example at_difference_open : stmt_difference_open -> True.
Proof. intros rule. computed (rule nat ops_nat (sample (1)) (sample (2)) (sample
    (3)) laws_nat). Qed.

(* difference_of_sum: terms taken away one by one *)
Definition stmt_difference_of_sum : Prop := forall
    (A : Type) (ops_A : ops A) (a b c : A) (laws_A : laws ops_A),
  (o_sub ops_A a (o_add ops_A b c))
  = (o_sub ops_A (o_sub ops_A a b) c).
Example at_difference_of_sum : stmt_difference_of_sum -> True.
Proof. intros rule. computed (rule nat ops_nat (sample (1)) (sample (2)) (sample
    (3)) laws_nat). Qed.

(* slide_map: naturality of slide *)
Definition stmt_slide_map : Prop := forall
    (n s p s_1 : nat) (d_1 : Eq s_1 (p+1)) (s_2 : nat) (d_2 : Eq s_2 (p*s+n))
    (h_1 : Windows n s s_1 s_2) (A B : Type) (M : A -> B) (x : (arr A s_2)),
  (slide n s s_1 s_2 h_1 (map M x))
  = (map (fun x_0 => (map M x_0)) (slide n s s_1 s_2 h_1 x)).
Example at_slide_map : stmt_slide_map -> True.
Proof. intros rule. computed (rule 2 3 4 5 sI 14 sI sI nat nat (fun a0 =>
    (sample (mix (digest a0) (1)))) (sample (2))). Qed.

(* clamp_map: naturality of pad *)
Definition stmt_clamp_map : Prop := forall
    (l r n s_1 : nat) (d_1 : Eq s_1 (l+n+r)) (h_1 : Eq s_1 (l + n + r))
    (h_2 : Positive n) (A B : Type) (M : A -> B) (x : (arr A n)),
  (padClamp l n r s_1 h_1 h_2 (map M x))
  = (map M (padClamp l n r s_1 h_1 h_2 x)).
Example at_clamp_map : stmt_clamp_map -> True.
Proof. intros rule. computed (rule 2 3 4 9 sI sI sI nat nat (fun a0 => (sample
    (mix (digest a0) (1)))) (sample (2))). Qed.

(* mirror_map: naturality of pad *)
Definition stmt_mirror_map : Prop := forall
    (l r n s_1 : nat) (d_1 : Eq s_1 (l+n+r)) (h_1 : Eq s_1 (l + n + r))
    (h_2 : Positive n) (A B : Type) (M : A -> B) (x : (arr A n)),
  (padMirror l n r s_1 h_1 h_2 (map M x))
  = (map M (padMirror l n r s_1 h_1 h_2 x)).
Example at_mirror_map : stmt_mirror_map -> True.
Proof. intros rule. computed (rule 2 3 4 9 sI sI sI nat nat (fun a0 => (sample
    (mix (digest a0) (1)))) (sample (2))). Qed.

(* wrap_map: naturality of pad *)
Definition stmt_wrap_map : Prop := forall
    (l r n s_1 : nat) (d_1 : Eq s_1 (l+n+r)) (h_1 : Eq s_1 (l + n + r))
    (h_2 : Positive n) (A B : Type) (M : A -> B) (x : (arr A n)),
  (padWrap l n r s_1 h_1 h_2 (map M x))
  = (map M (padWrap l n r s_1 h_1 h_2 x)).
Example at_wrap_map : stmt_wrap_map -> True.
Proof. intros rule. computed (rule 2 3 4 9 sI sI sI nat nat (fun a0 => (sample
    (mix (digest a0) (1)))) (sample (2))). Qed.

(* take_slide: the first windows *)
Definition stmt_take_slide : Prop := forall
    (n s p q s_1 : nat) (d_1 : Eq s_1 (p+q+1)) (s_2 : nat)
    (d_2 : Eq s_2 (p*s+q*s+n)) (s_3 : nat) (d_3 : Eq s_3 (p+1)) (s_4 : nat)
    (d_4 : Eq s_4 (p*s+n)) (s_5 : nat) (d_5 : Eq s_5 (q*s))
    (h_1 : Windows n s s_1 s_2) (h_2 : Eq s_1 (s_3 + q))
    (h_3 : Eq s_2 (s_4 + s_5)) (h_4 : Windows n s s_3 s_4) (A : Type)
    (x : (arr A s_2)),
  (take s_3 q s_1 h_2 (slide n s s_1 s_2 h_1 x))
  = (slide n s s_3 s_4 h_4 (take s_4 s_5 s_2 h_3 x)).
Example at_take_slide : stmt_take_slide -> True.
Proof. intros rule. computed (rule 2 3 4 1 6 sI 17 sI 5 sI 14 sI 3 sI sI sI sI
    sI nat (sample (1))). Qed.

(* slide_transpose: windows of columns *)
Definition stmt_slide_transpose : Prop := forall
    (n s p m s_1 : nat) (d_1 : Eq s_1 (p+1)) (s_2 : nat) (d_2 : Eq s_2 (p*s+n))
    (h_1 : Windows n s s_1 s_2) (A : Type) (x : (arr (arr A s_2) m)),
  (transpose (map (fun x_0 => (slide n s s_1 s_2 h_1 x_0)) x))
  = (map (fun x_0 => (transpose x_0)) (slide n s s_1 s_2 h_1 (transpose x))).
Example at_slide_transpose : stmt_slide_transpose -> True.
Proof. intros rule. computed (rule 2 3 4 1 5 sI 14 sI sI nat (sample (1))). Qed.

(* clamp_transpose: padded columns *)
Definition stmt_clamp_transpose : Prop := forall
    (l r n m s_1 : nat) (d_1 : Eq s_1 (l+n+r)) (h_1 : Eq s_1 (l + n + r))
    (h_2 : Positive n) (A : Type) (x : (arr (arr A n) m)),
  (transpose (map (fun x_0 => (padClamp l n r s_1 h_1 h_2 x_0)) x))
  = (padClamp l n r s_1 h_1 h_2 (transpose x)).
Example at_clamp_transpose : stmt_clamp_transpose -> True.
Proof. intros rule. computed (rule 2 3 4 1 9 sI sI sI nat (sample (1))). Qed.

(* mirror_transpose: padded columns *)
Definition stmt_mirror_transpose : Prop := forall
    (l r n m s_1 : nat) (d_1 : Eq s_1 (l+n+r)) (h_1 : Eq s_1 (l + n + r))
    (h_2 : Positive n) (A : Type) (x : (arr (arr A n) m)),
  (transpose (map (fun x_0 => (padMirror l n r s_1 h_1 h_2 x_0)) x))
  = (padMirror l n r s_1 h_1 h_2 (transpose x)).
Example at_mirror_transpose : stmt_mirror_transpose -> True.
Proof. intros rule. computed (rule 2 3 4 1 9 sI sI sI nat (sample (1))). Qed.

(* wrap_transpose: padded columns *)
Definition stmt_wrap_transpose : Prop := forall
    (l r n m s_1 : nat) (d_1 : Eq s_1 (l+n+r)) (h_1 : Eq s_1 (l + n + r))
    (h_2 : Positive n) (A : Type) (x : (arr (arr A n) m)),
  (transpose (map (fun x_0 => (padWrap l n r s_1 h_1 h_2 x_0)) x))
  = (padWrap l n r s_1 h_1 h_2 (transpose x)).
Example at_wrap_transpose : stmt_wrap_transpose -> True.
Proof. intros rule. computed (rule 2 3 4 1 9 sI sI sI nat (sample (1))). Qed.

(* map_columns: a map of maps, column by column *)
Definition stmt_map_columns : Prop := forall
    (n m : nat) (A B C : Type) (g : A -> (arr B m)) (f : B -> C)
    (xs : (arr A n)),
  (map (fun x_0 => (map f (g x_0))) xs)
  = (transpose (map (fun x_0 => (map f x_0)) (transpose (map g xs)))).
Example at_map_columns : stmt_map_columns -> True.
Proof. intros rule. computed (rule 2 3 nat nat nat (fun a0 => (sample (mix
    (digest a0) (1)))) (fun a0 => (sample (mix (digest a0) (2)))) (sample (3))).
    Qed.

(* slide_split: windows that do not overlap *)
Definition stmt_slide_split : Prop := forall
    (n k s_1 : nat) (d_1 : Eq s_1 (k*n)) (h_1 : Windows n n k s_1)
    (h_2 : Eq s_1 (n * k)) (A : Type) (x : (arr A s_1)),
  (slide n n k s_1 h_1 x)
  = (split n k s_1 h_2 x).
Example at_slide_split : stmt_slide_split -> True.
Proof. intros rule. computed (rule 2 3 6 sI sI sI nat (sample (1))). Qed.

(* slide_tile: overlapped tiling, CGO'18: windows of tiles that overlap *)
Definition stmt_slide_tile : Prop := forall
    (s o t k s_1 : nat) (d_1 : Eq s_1 (o+s)) (s_2 : nat) (d_2 : Eq s_2 (k*t))
    (s_3 : nat) (d_3 : Eq s_3 (k*s*t+o)) (s_4 : nat) (d_4 : Eq s_4 (s*t+o))
    (s_5 : nat) (d_5 : Eq s_5 (s*t)) (h_1 : Windows s_1 s s_2 s_3)
    (h_2 : Windows s_1 s t s_4) (h_3 : Windows s_4 s_5 k s_3)
    (h_4 : Eq s_2 (t * k)) (A : Type) (x : (arr A s_3)),
  (slide s_1 s s_2 s_3 h_1 x)
  = (join t k s_2 h_4 (map (fun x_0 => (slide s_1 s t s_4 h_2 x_0)) (slide s_4
    s_5 k s_3 h_3 x))).
Example at_slide_tile : stmt_slide_tile -> True.
Proof. intros rule. computed (rule 2 3 4 1 5 sI 4 sI 11 sI 11 sI 8 sI sI sI sI
    sI nat (sample (1))). Qed.

(* scan_seq: a scan in order *)
Definition stmt_scan_seq : Prop := forall
    (n : nat) (A : Type) (M : A -> A -> A) (z : A) (x : (arr A n)),
  (scan M z x)
  = (scanSeq M z x).
Example at_scan_seq : stmt_scan_seq -> True.
Proof. intros rule. computed (rule 2 nat (fun a0 => (fun a1 => (sample (mix
    (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* scan_from: what a scan starts from, added afterwards *)
Definition stmt_scan_from : Prop := forall
    (n : nat) (A : Type) (M : A -> A -> A) (e z : A) (x : (arr A n))
    (monoid_M : monoid M e),
  (scan M z x)
  = (map (fun x_0 => (M z x_0)) (scan M e x)).
Example at_scan_from : stmt_scan_from -> True.
Proof. intros rule. computed (rule 2 nat Nat.add 0 (sample (3)) (sample (4))
    add_monoid). Qed.

(* scan_blocks: rows one after the other, each from the state before it *)
Definition stmt_scan_blocks : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (s_2 : nat) (d_2 : Eq s_2 (J+1))
    (h_1 : Eq s_1 (I * J)) (h_2 : Positive 1) (h_3 : Eq s_2 (1 + J))
    (h_4 : Eq s_2 (J + 1)) (A B : Type) (f : A -> B -> A) (z : A)
    (x : (arr B s_1)),
  (scanSeq f z x)
  = (let x_0 : (arr (arr B I) J) := (split I J s_1 h_1 x) in (join I J s_1 h_1
    (map (fun x_1 => (scanSeq f (p1 x_1) (p2 x_1))) (zip (take J 1 s_2 h_4
    (concat 1 J s_2 h_3 (fill 1 z) (scanSeq (fun x_1 x_2 => (head 1 h_2
    (reduceSeq f x_1 x_2))) z x_0))) x_0)))).
Example at_scan_blocks : stmt_scan_blocks -> True.
Proof. intros rule. computed (rule 2 3 6 sI 4 sI sI sI sI sI nat nat (fun a0 =>
    (fun a1 => (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2))
    (sample (3))). Qed.

(* scan_reduce_then_scan: rows are folded, then scanned from their carries *)
Definition stmt_scan_reduce_then_scan : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (s_2 : nat) (d_2 : Eq s_2 (J+1))
    (h_1 : Eq s_1 (I * J)) (h_2 : Positive 1) (h_3 : Eq s_2 (1 + J))
    (h_4 : Eq s_2 (J + 1)) (A : Type) (M : A -> A -> A) (e z : A)
    (x : (arr A s_1)) (monoid_M : monoid M e),
  (scan M z x)
  = (let x_0 : (arr (arr A I) J) := (split I J s_1 h_1 x) in (join I J s_1 h_1
    (map (fun x_1 => (scan M (p1 x_1) (p2 x_1))) (zip (take J 1 s_2 h_4 (concat
    1 J s_2 h_3 (fill 1 z) (scan M z (map (fun x_1 => (head 1 h_2 (reduce M e
    x_1))) x_0)))) x_0)))).
Example at_scan_reduce_then_scan : stmt_scan_reduce_then_scan -> True.
Proof. intros rule. computed (rule 2 3 6 sI 4 sI sI sI sI sI nat Nat.add 0
    (sample (3)) (sample (4)) add_monoid). Qed.

(* scan_rest: scan_reduce_then_scan with a rest after the last row *)
Definition stmt_scan_rest : Prop := forall
    (I J K s_1 : nat) (d_1 : Eq s_1 (I*J)) (s_2 : nat) (d_2 : Eq s_2 (I*J+K))
    (s_3 : nat) (d_3 : Eq s_3 (J+1)) (h_1 : Eq s_2 (s_1 + K))
    (h_2 : Eq s_1 (I * J)) (h_3 : Positive 1) (h_4 : Eq s_3 (1 + J))
    (h_5 : Eq s_3 (J + 1)) (A : Type) (M : A -> A -> A) (e z : A)
    (x : (arr A s_2)) (monoid_M : monoid M e),
  (scan M z x)
  = (let x_0 : (arr (arr A I) J) := (split I J s_1 h_2 (take s_1 K s_2 h_1 x))
    in (let x_1 : (arr A s_3) := (concat 1 J s_3 h_4 (fill 1 z) (scan M z (map
    (fun x_1 => (head 1 h_3 (reduce M e x_1))) x_0))) in (concat s_1 K s_2 h_1
    (join I J s_1 h_2 (map (fun x_2 => (scan M (p1 x_2) (p2 x_2))) (zip (take J
    1 s_3 h_5 x_1) x_0))) (scan M (head 1 h_3 (drop J 1 s_3 h_5 x_1)) (drop s_1
    K s_2 h_1 x))))).
Example at_scan_rest : stmt_scan_rest -> True.
Proof. intros rule. computed (rule 2 3 4 6 sI 10 sI 4 sI sI sI sI sI sI nat
    Nat.add 0 (sample (3)) (sample (4)) add_monoid). Qed.

(* scan_beside: a map of elements and a scan's states, row by row *)
Definition stmt_scan_beside : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (s_2 : nat) (d_2 : Eq s_2 (J+1))
    (h_1 : Eq s_1 (I * J)) (h_2 : Positive 1) (h_3 : Eq s_2 (1 + J))
    (h_4 : Eq s_2 (J + 1)) (A B C : Type) (M : A -> A -> A) (e z : A)
    (g : B -> A -> C) (u : (arr B s_1)) (x : (arr A s_1))
    (monoid_M : monoid M e),
  (map (fun x_0 => (g (p1 x_0) (p2 x_0))) (zip u (scan M z x)))
  = (let x_0 : (arr (arr A I) J) := (split I J s_1 h_1 x) in (let x_1 : (arr A
    s_2) := (concat 1 J s_2 h_3 (fill 1 z) (scan M z (map (fun x_1 => (head 1
    h_2 (reduce M e x_1))) x_0))) in (join I J s_1 h_1 (map (fun x_2 => (map
    (fun x_3 => (g (p1 x_3) (p2 x_3))) (zip (p1 (p2 x_2)) (scan M (p1 x_2) (p2
    (p2 x_2)))))) (zip (take J 1 s_2 h_4 x_1) (zip (split I J s_1 h_1 u)
    x_0)))))).
Example at_scan_beside : stmt_scan_beside -> True.
Proof. intros rule. computed (rule 2 3 6 sI 4 sI sI sI sI sI nat nat nat Nat.add
    0 (sample (3)) (fun a0 => (fun a1 => (sample (mix (digest a1) (mix (digest
    a0) (4)))))) (sample (5)) (sample (6)) add_monoid). Qed.

(* scan_beside_rest: scan_beside with a rest as one more row *)
Definition stmt_scan_beside_rest : Prop := forall
    (I J K s_1 : nat) (d_1 : Eq s_1 (I*J)) (s_2 : nat) (d_2 : Eq s_2 (I*J+K))
    (s_3 : nat) (d_3 : Eq s_3 (J+1)) (h_1 : Eq s_2 (s_1 + K))
    (h_2 : Eq s_1 (I * J)) (h_3 : Positive 1) (h_4 : Eq s_3 (1 + J))
    (h_5 : Eq s_3 (J + 1)) (h_6 : Eq K (K * 1)) (A B C : Type)
    (M : A -> A -> A) (e z : A) (g : B -> A -> C) (u : (arr B s_2))
    (x : (arr A s_2)) (monoid_M : monoid M e),
  (map (fun x_0 => (g (p1 x_0) (p2 x_0))) (zip u (scan M z x)))
  = (let x_0 : (arr (arr A I) J) := (split I J s_1 h_2 (take s_1 K s_2 h_1 x))
    in (let x_1 : (arr A s_3) := (concat 1 J s_3 h_4 (fill 1 z) (scan M z (map
    (fun x_1 => (head 1 h_3 (reduce M e x_1))) x_0))) in (concat s_1 K s_2 h_1
    (join I J s_1 h_2 (map (fun x_2 => (map (fun x_3 => (g (p1 x_3) (p2 x_3)))
    (zip (p1 (p2 x_2)) (scan M (p1 x_2) (p2 (p2 x_2)))))) (zip (take J 1 s_3 h_5
    x_1) (zip (split I J s_1 h_2 (take s_1 K s_2 h_1 u)) x_0)))) (join K 1 K h_6
    (map (fun x_2 => (map (fun x_3 => (g (p1 x_3) (p2 x_3))) (zip (p1 (p2 x_2))
    (scan M (p1 x_2) (p2 (p2 x_2)))))) (zip (drop J 1 s_3 h_5 x_1) (zip (split K
    1 K h_6 (drop s_1 K s_2 h_1 u)) (split K 1 K h_6 (drop s_1 K s_2 h_1
    x))))))))).
Example at_scan_beside_rest : stmt_scan_beside_rest -> True.
Proof. intros rule. computed (rule 2 3 4 6 sI 10 sI 4 sI sI sI sI sI sI sI nat
    nat nat Nat.add 0 (sample (3)) (fun a0 => (fun a1 => (sample (mix (digest
    a1) (mix (digest a0) (4)))))) (sample (5)) (sample (6)) add_monoid). Qed.

(* scan_then_propagate: rows are scanned, then their carries are added *)
Definition stmt_scan_then_propagate : Prop := forall
    (I J s_1 : nat) (d_1 : Eq s_1 (I*J)) (s_2 : nat) (d_2 : Eq s_2 (J+1))
    (h_1 : Eq s_1 (I * J)) (h_2 : Positive 1) (h_3 : Eq s_2 (1 + J))
    (h_4 : Eq s_2 (J + 1)) (A : Type) (M : A -> A -> A) (e z : A)
    (x : (arr A s_1)) (monoid_M : monoid M e),
  (scan M z x)
  = (let x_0 : (arr (arr A I) J) := (split I J s_1 h_1 x) in (join I J s_1 h_1
    (map (fun x_1 => (map (fun x_2 => (M (p1 x_1) x_2)) (p2 x_1))) (zip (take J
    1 s_2 h_4 (concat 1 J s_2 h_3 (fill 1 z) (scan M z (map (fun x_1 => (head 1
    h_2 (reduceSeq M e x_1))) x_0)))) (map (fun x_1 => (scan M e x_1)) x_0))))).
Example at_scan_then_propagate : stmt_scan_then_propagate -> True.
Proof. intros rule. computed (rule 2 3 6 sI 4 sI sI sI sI sI nat Nat.add 0
    (sample (3)) (sample (4)) add_monoid). Qed.

(* scan_part: a scan as that of its only part *)
Definition stmt_scan_part : Prop := forall
    (n : nat) (h_1 : Eq n (n * 1)) (A : Type) (M : A -> A -> A) (z : A)
    (x : (arr A n)),
  (scan M z x)
  = (join n 1 n h_1 (map (fun x_0 => (scan M z x_0)) (split n 1 n h_1 x))).
Example at_scan_part : stmt_scan_part -> True.
Proof. intros rule. computed (rule 2 sI nat (fun a0 => (fun a1 => (sample (mix
    (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* scan_strides: each state from that a vector before and the window between *)
Definition stmt_scan_strides : Prop := forall
    (k J s_1 : nat) (d_1 : Eq s_1 (k+1)) (s_2 : nat) (d_2 : Eq s_2 (J*k+J))
    (s_3 : nat) (d_3 : Eq s_3 (J*k+J+k)) (h_1 : Positive 1)
    (h_2 : Eq s_3 (k + s_2)) (h_3 : Windows s_1 1 s_2 s_3)
    (h_4 : Eq s_2 (s_1 * J)) (A : vty) (M : A -> A -> A) (e z : A)
    (x : (arr A s_2)) (monoid_M : monoid M e),
  (scan M z x)
  = (joinVec A s_1 J s_2 h_4 (scanSeq (fun x_0 x_1 => (mapVec (vpair A A) A s_1
    (fun x_2 => (M (p1 x_2) (p2 x_2))) (P x_0 x_1))) (splat A s_1 z) (splitVec A
    s_1 J s_2 h_4 (map (fun x_0 => (head 1 h_1 (reduceSeq M e x_0))) (slide s_1
    1 s_2 s_3 h_3 (concat k s_2 s_3 h_2 (fill k e) x)))))).
Example at_scan_strides : stmt_scan_strides -> True.
Proof. intros rule. computed (rule 2 3 3 sI 9 sI 11 sI sI sI sI sI (vscalar nat)
    Nat.add 0 (sample (3)) (sample (4)) add_monoid). Qed.

(* vectors_in_halves: windows of twice the length, in vectors: from those before
    *)
Definition stmt_vectors_in_halves : Prop := forall
    (k m J s_1 : nat) (d_1 : Eq s_1 (2*k+1)) (s_2 : nat)
    (d_2 : Eq s_2 (J*k+J*m+J)) (s_3 : nat) (d_3 : Eq s_3 (J*k+J*m+J+2*k+1))
    (s_4 : nat) (d_4 : Eq s_4 (2*k+2)) (s_5 : nat) (d_5 : Eq s_5 (k+m+1))
    (s_6 : nat) (d_6 : Eq s_6 (2*k+2*m+2)) (s_7 : nat) (d_7 : Eq s_7 (2*k+m+2))
    (s_8 : nat) (d_8 : Eq s_8 (k+1)) (s_9 : nat) (d_9 : Eq s_9 (J*k+J*m+J+k))
    (h_1 : Positive 1) (h_2 : Eq s_3 (s_1 + s_2)) (h_3 : Windows s_4 1 s_2 s_3)
    (h_4 : Eq s_2 (s_5 * J)) (h_5 : Eq s_6 (s_5 + s_5))
    (h_6 : Eq s_6 (m + s_7)) (h_7 : Eq s_7 (s_5 + s_8))
    (h_8 : Eq s_5 (s_5 * 1)) (h_9 : Eq s_9 (k + s_2))
    (h_10 : Windows s_8 1 s_2 s_9) (A : vty) (M : A -> A -> A) (e : A)
    (x : (arr A s_2)) (monoid_M : monoid M e),
  (splitVec A s_5 J s_2 h_4 (map (fun x_0 => (head 1 h_1 (reduceSeq M e x_0)))
    (slide s_4 1 s_2 s_3 h_3 (concat s_1 s_2 s_3 h_2 (fill s_1 e) x))))
  = (map (fun x_0 => (p2 x_0)) (scanSeq (fun x_0 x_1 => (P x_1 (mapVec (vpair A
    A) A s_5 (fun x_2 => (M (p1 x_2) (p2 x_2))) (P (head 1 h_1 (splitVec A s_5 1
    s_5 h_8 (take s_5 s_8 s_7 h_7 (drop m s_7 s_6 h_6 (concat s_5 s_5 s_6 h_5
    (lanes A s_5 (p1 x_0)) (lanes A s_5 x_1)))))) x_1)))) (P (splat A s_5 e)
    (splat A s_5 e)) (splitVec A s_5 J s_2 h_4 (map (fun x_0 => (head 1 h_1
    (reduceSeq M e x_0))) (slide s_8 1 s_2 s_9 h_10 (concat k s_2 s_9 h_9 (fill
    k e) x)))))).
Example at_vectors_in_halves : stmt_vectors_in_halves -> True.
Proof. intros rule. computed (rule 2 3 4 5 sI 24 sI 29 sI 6 sI 6 sI 12 sI 9 sI 3
    sI 26 sI sI sI sI sI sI sI sI sI sI sI (vscalar nat) Nat.add 0 (sample (3))
    add_monoid). Qed.

(* vectors_of_two: windows of two, in vectors: from the elements before *)
Definition stmt_vectors_of_two : Prop := forall
    (k J s_1 : nat) (d_1 : Eq s_1 (J*k+J)) (s_2 : nat) (d_2 : Eq s_2 (J*k+J+1))
    (s_3 : nat) (d_3 : Eq s_3 (k+1)) (s_4 : nat) (d_4 : Eq s_4 (2*k+2))
    (s_5 : nat) (d_5 : Eq s_5 (k+2)) (h_1 : Positive 1)
    (h_2 : Eq s_2 (1 + s_1)) (h_3 : Windows 2 1 s_1 s_2)
    (h_4 : Eq s_1 (s_3 * J)) (h_5 : Eq s_4 (s_3 + s_3))
    (h_6 : Eq s_4 (k + s_5)) (h_7 : Eq s_5 (s_3 + 1)) (h_8 : Eq s_3 (s_3 * 1))
    (A : vty) (M : A -> A -> A) (e : A) (x : (arr A s_1))
    (monoid_M : monoid M e),
  (splitVec A s_3 J s_1 h_4 (map (fun x_0 => (head 1 h_1 (reduceSeq M e x_0)))
    (slide 2 1 s_1 s_2 h_3 (concat 1 s_1 s_2 h_2 (fill 1 e) x))))
  = (map (fun x_0 => (p2 x_0)) (scanSeq (fun x_0 x_1 => (P x_1 (mapVec (vpair A
    A) A s_3 (fun x_2 => (M (p1 x_2) (p2 x_2))) (P (head 1 h_1 (splitVec A s_3 1
    s_3 h_8 (take s_3 1 s_5 h_7 (drop k s_5 s_4 h_6 (concat s_3 s_3 s_4 h_5
    (lanes A s_3 (p1 x_0)) (lanes A s_3 x_1)))))) x_1)))) (P (splat A s_3 e)
    (splat A s_3 e)) (splitVec A s_3 J s_1 h_4 x))).
Example at_vectors_of_two : stmt_vectors_of_two -> True.
Proof. intros rule. computed (rule 2 3 9 sI 10 sI 3 sI 6 sI 4 sI sI sI sI sI sI
    sI sI sI (vscalar nat) Nat.add 0 (sample (3)) add_monoid). Qed.

(* scan_cut: two parts, the second after the first *)
Definition stmt_scan_cut : Prop := forall
    (n m s_1 : nat) (d_1 : Eq s_1 (m+n)) (h_1 : Eq s_1 (n + m))
    (h_2 : Positive 1) (A B : Type) (f : A -> B -> A) (z : A) (x : (arr B s_1)),
  (scanSeq f z x)
  = (concat n m s_1 h_1 (scanSeq f z (take n m s_1 h_1 x)) (scanSeq f (head 1
    h_2 (reduceSeq f z (take n m s_1 h_1 x))) (drop n m s_1 h_1 x))).
Example at_scan_cut : stmt_scan_cut -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI sI nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample
    (3))). Qed.

(* scan_cut_apart: two parts at once *)
Definition stmt_scan_cut_apart : Prop := forall
    (n m s_1 : nat) (d_1 : Eq s_1 (m+n)) (h_1 : Eq s_1 (n + m))
    (h_2 : Positive 1) (A : Type) (M : A -> A -> A) (e z : A) (x : (arr A s_1))
    (monoid_M : monoid M e),
  (scan M z x)
  = (concat n m s_1 h_1 (scan M z (take n m s_1 h_1 x)) (map (fun x_0 => (M
    (head 1 h_2 (reduceSeq M z (take n m s_1 h_1 x))) x_0)) (scan M e (drop n m
    s_1 h_1 x)))).
Example at_scan_cut_apart : stmt_scan_cut_apart -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI sI nat Nat.add 0 (sample (3))
    (sample (4)) add_monoid). Qed.

(* map_into_scan: a scan of what a map gives *)
Definition stmt_map_into_scan : Prop := forall
    (n : nat) (A B C : Type) (f : A -> C -> A) (g : B -> C) (z : A)
    (x : (arr B n)),
  (scanSeq f z (map g x))
  = (scanSeq (fun x_0 x_1 => (f x_0 (g x_1))) z x).
Example at_map_into_scan : stmt_map_into_scan -> True.
Proof. intros rule. computed (rule 2 nat nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (fun a0 => (sample (mix (digest
    a0) (2)))) (sample (3)) (sample (4))). Qed.

(* scan_scan: a scan of the states of another, in one *)
Definition stmt_scan_scan : Prop := forall
    (n : nat) (A B C : Type) (f : A -> B -> A) (g : B -> C -> B) (z : A)
    (y : B) (x : (arr C n)),
  (scanSeq f z (scanSeq g y x))
  = (map (fun x_0 => (p1 x_0)) (scanSeq (fun x_0 x_1 => (let x_2 : B := (g (p2
    x_0) x_1) in (P (f (p1 x_0) x_2) x_2))) (P z y) x)).
Example at_scan_scan : stmt_scan_scan -> True.
Proof. intros rule. computed (rule 2 nat nat nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (2)))))) (sample (3)) (sample (4)) (sample
    (5))). Qed.

(* take_scan: the first states of a scan, of the first elements *)
Definition stmt_take_scan : Prop := forall
    (n m s_1 : nat) (d_1 : Eq s_1 (m+n)) (h_1 : Eq s_1 (n + m)) (A : Type)
    (M : A -> A -> A) (z : A) (x : (arr A s_1)),
  (take n m s_1 h_1 (scan M z x))
  = (scan M z (take n m s_1 h_1 x)).
Example at_take_scan : stmt_take_scan -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI nat (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample (3))). Qed.

(* take_scan_seq: the first states in order, of the first elements *)
Definition stmt_take_scan_seq : Prop := forall
    (n m s_1 : nat) (d_1 : Eq s_1 (m+n)) (h_1 : Eq s_1 (n + m)) (A B : Type)
    (f : A -> B -> A) (z : A) (x : (arr B s_1)),
  (take n m s_1 h_1 (scanSeq f z x))
  = (scanSeq f z (take n m s_1 h_1 x)).
Example at_take_scan_seq : stmt_take_scan_seq -> True.
Proof. intros rule. computed (rule 2 3 5 sI sI nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample
    (3))). Qed.

(* fold_scan: the last state of a scan *)
Definition stmt_fold_scan : Prop := forall
    (n s_1 : nat) (d_1 : Eq s_1 (n+1)) (h_1 : Positive 1)
    (h_2 : Eq s_1 (n + 1)) (A B : Type) (f : A -> B -> A) (z : A)
    (x : (arr B s_1)),
  (head 1 h_1 (reduceSeq f z x))
  = (head 1 h_1 (drop n 1 s_1 h_2 (scanSeq f z x))).
Example at_fold_scan : stmt_fold_scan -> True.
Proof. intros rule. computed (rule 2 3 sI sI sI nat nat (fun a0 => (fun a1 =>
    (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2)) (sample
    (3))). Qed.

(* scatter_map: a scatter of what a map gives *)
Definition stmt_scatter_map : Prop := forall
    (n m : nat) (A B C I : Type) (ops_I : ops I) (f : A -> C -> A) (g : B -> C)
    (d : (arr A m)) (is : (arr I n)) (x : (arr B n)),
  (scatter ops_I f d is (map g x))
  = (scatter ops_I (fun x_0 x_1 => (f x_0 (g x_1))) d is x).
Example at_scatter_map : stmt_scatter_map -> True.
Proof. intros rule. computed (rule 2 3 nat nat nat nat ops_nat (fun a0 => (fun
    a1 => (sample (mix (digest a1) (mix (digest a0) (1)))))) (fun a0 => (sample
    (mix (digest a0) (2)))) (sample (3)) (sample (4)) (sample (5))). Qed.

(* scatter_pair: two scatters to the same places *)
Definition stmt_scatter_pair : Prop := forall
    (n m : nat) (A B C D I : Type) (ops_I : ops I) (f : A -> C -> A)
    (g : B -> D -> B) (d : (arr A m)) (e : (arr B m)) (is : (arr I n))
    (x : (arr C n)) (y : (arr D n)),
  (zip (scatter ops_I f d is x) (scatter ops_I g e is y))
  = (scatter ops_I (fun x_0 x_1 => (P (f (p1 x_0) (p1 x_1)) (g (p2 x_0) (p2
    x_1)))) (zip d e) is (zip x y)).
Example at_scatter_pair : stmt_scatter_pair -> True.
Proof. intros rule. computed (rule 2 3 nat nat nat nat nat ops_nat (fun a0 =>
    (fun a1 => (sample (mix (digest a1) (mix (digest a0) (1)))))) (fun a0 =>
    (fun a1 => (sample (mix (digest a1) (mix (digest a0) (2)))))) (sample (3))
    (sample (4)) (sample (5)) (sample (6)) (sample (7))). Qed.

(* scatter_cut: two parts, the second onto what the first one left *)
Definition stmt_scatter_cut : Prop := forall
    (n k m s_1 : nat) (d_1 : Eq s_1 (k+n)) (h_1 : Eq s_1 (n + k))
    (A B I : Type) (ops_I : ops I) (f : A -> B -> A) (d : (arr A m))
    (is : (arr I s_1)) (x : (arr B s_1)),
  (scatter ops_I f d is x)
  = (scatter ops_I f (scatter ops_I f d (take n k s_1 h_1 is) (take n k s_1 h_1
    x)) (drop n k s_1 h_1 is) (drop n k s_1 h_1 x)).
Example at_scatter_cut : stmt_scatter_cut -> True.
Proof. intros rule. computed (rule 2 3 4 5 sI sI nat nat nat ops_nat (fun a0 =>
    (fun a1 => (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2))
    (sample (3)) (sample (4))). Qed.

(* scatter_twice: two scatters into one array *)
Definition stmt_scatter_twice : Prop := forall
    (n k m s_1 : nat) (d_1 : Eq s_1 (k+n)) (h_1 : Eq s_1 (n + k))
    (A B I : Type) (ops_I : ops I) (f : A -> B -> A) (d : (arr A m))
    (is : (arr I n)) (x : (arr B n)) (js : (arr I k)) (y : (arr B k)),
  (scatter ops_I f (scatter ops_I f d is x) js y)
  = (scatter ops_I f d (concat n k s_1 h_1 is js) (concat n k s_1 h_1 x y)).
Example at_scatter_twice : stmt_scatter_twice -> True.
Proof. intros rule. computed (rule 2 3 4 5 sI sI nat nat nat ops_nat (fun a0 =>
    (fun a1 => (sample (mix (digest a1) (mix (digest a0) (1)))))) (sample (2))
    (sample (3)) (sample (4)) (sample (5)) (sample (6))). Qed.

(* scatter_private: two parts at once, the second into an array of its own *)
Definition stmt_scatter_private : Prop := forall
    (n k m s_1 : nat) (d_1 : Eq s_1 (k+n)) (h_1 : Eq s_1 (n + k)) (A I : Type)
    (ops_I : ops I) (M : A -> A -> A) (e : A) (d : (arr A m))
    (is : (arr I s_1)) (x : (arr A s_1)) (monoid_M : monoid M e),
  (scatter ops_I M d is x)
  = (map (fun x_0 => (M (p1 x_0) (p2 x_0))) (zip (scatter ops_I M d (take n k
    s_1 h_1 is) (take n k s_1 h_1 x)) (scatter ops_I M (fill m e) (drop n k s_1
    h_1 is) (drop n k s_1 h_1 x)))).
Example at_scatter_private : stmt_scatter_private -> True.
Proof. intros rule. computed (rule 2 3 4 5 sI sI nat nat ops_nat Nat.add 0
    (sample (3)) (sample (4)) (sample (5)) add_monoid). Qed.

(* scatter_privates: parts at once, each into an array of its own *)
Definition stmt_scatter_privates : Prop := forall
    (n k m s_1 : nat) (d_1 : Eq s_1 (k*n)) (h_1 : Positive 1)
    (h_2 : Eq s_1 (n * k)) (A I : Type) (ops_I : ops I) (M : A -> A -> A)
    (e : A) (d : (arr A m)) (is : (arr I s_1)) (x : (arr A s_1))
    (monoid_M : monoid M e),
  (scatter ops_I M d is x)
  = (map (fun x_0 => (M (p1 x_0) (head 1 h_1 (reduce M e (p2 x_0))))) (zip d
    (transpose (map (fun x_0 => (scatter ops_I M (fill m e) (p1 x_0) (p2 x_0)))
    (zip (split n k s_1 h_2 is) (split n k s_1 h_2 x)))))).
Example at_scatter_privates : stmt_scatter_privates -> True.
Proof. intros rule. computed (rule 2 3 4 6 sI sI sI nat nat ops_nat Nat.add 0
    (sample (3)) (sample (4)) (sample (5)) add_monoid). Qed.

(* scatter_privates_rest: scatter_privates with a rest as one more part *)
Definition stmt_scatter_privates_rest : Prop := forall
    (n k r m s_1 : nat) (d_1 : Eq s_1 (k*n)) (s_2 : nat) (d_2 : Eq s_2 (k*n+r))
    (s_3 : nat) (d_3 : Eq s_3 (k+1)) (h_1 : Positive 1)
    (h_2 : Eq s_2 (s_1 + r)) (h_3 : Eq s_1 (n * k)) (h_4 : Eq s_3 (k + 1))
    (A I : Type) (ops_I : ops I) (M : A -> A -> A) (e : A) (d : (arr A m))
    (is : (arr I s_2)) (x : (arr A s_2)) (monoid_M : monoid M e),
  (scatter ops_I M d is x)
  = (map (fun x_0 => (M (p1 x_0) (head 1 h_1 (reduce M e (p2 x_0))))) (zip d
    (transpose (concat k 1 s_3 h_4 (map (fun x_0 => (scatter ops_I M (fill m e)
    (p1 x_0) (p2 x_0))) (zip (split n k s_1 h_3 (take s_1 r s_2 h_2 is)) (split
    n k s_1 h_3 (take s_1 r s_2 h_2 x)))) (fill 1 (scatter ops_I M (fill m e)
    (drop s_1 r s_2 h_2 is) (drop s_1 r s_2 h_2 x))))))).
Example at_scatter_privates_rest : stmt_scatter_privates_rest -> True.
Proof. intros rule. computed (rule 2 3 4 1 6 sI 10 sI 4 sI sI sI sI sI nat nat
    ops_nat Nat.add 0 (sample (3)) (sample (4)) (sample (5)) add_monoid). Qed.

(* scatter_any_order: elements in any order *)
Definition stmt_scatter_any_order : Prop := forall
    (n m : nat) (A I : Type) (ops_I : ops I) (s : fin n -> fin n)
    (perm_s : perm s) (M : A -> A -> A) (e : A) (d : (arr A m))
    (is : (arr I n)) (x : (arr A n)) (cmonoid_M : cmonoid M e),
  (scatter ops_I M d is x)
  = (let x_0 : (arr (pr I A) n) := (reorder s (zip is x)) in (scatter ops_I M d
    (map (fun x_1 => (p1 x_1)) x_0) (map (fun x_1 => (p2 x_1)) x_0))).
Example at_scatter_any_order : stmt_scatter_any_order -> True.
Proof. intros rule. computed (rule 2 3 nat nat ops_nat (rev _) (rev_perm _)
    Nat.add 0 (sample (3)) (sample (4)) (sample (5)) add_cmonoid). Qed.

(* permute_map: a map of what a permutation gives *)
Definition stmt_permute_map : Prop := forall
    (n m : nat) (A B I : Type) (ops_I : ops I) (g : A -> B) (d : (arr A m))
    (is : (arr I n)) (x : (arr A n)),
  (map g (permute ops_I d is x))
  = (permute ops_I (map g d) is (map g x)).
Example at_permute_map : stmt_permute_map -> True.
Proof. intros rule. computed (rule 2 3 nat nat nat ops_nat (fun a0 => (sample
    (mix (digest a0) (1)))) (sample (2)) (sample (3)) (sample (4))). Qed.

(* filter_chunks: where elements go by a scan, chunk by chunk, and their number
    *)
Definition stmt_filter_chunks : Prop := forall
    (I J m s_1 : nat) (d_1 : Eq s_1 (I*J)) (s_2 : nat) (d_2 : Eq s_2 (J+1))
    (h_1 : Positive 1) (h_2 : Eq s_1 (I * J)) (h_3 : Eq s_2 (1 + J))
    (h_4 : Eq s_2 (J + 1)) (A B C : Type) (ops_C : ops C) (E : Type)
    (M : A -> A -> A) (e z : A) (g : B -> A -> C) (d : (arr E m))
    (u : (arr B s_1)) (x : (arr A s_1)) (v : (arr E s_1))
    (monoid_M : monoid M e),
  (P (permute ops_C d (map (fun x_0 => (g (p1 x_0) (p2 x_0))) (zip u (scan M z
    x))) v) (head 1 h_1 (reduce M z x)))
  = (let x_0 : (arr (arr A I) J) := (split I J s_1 h_2 x) in (let x_1 : (arr A
    s_2) := (concat 1 J s_2 h_3 (fill 1 z) (scan M z (map (fun x_1 => (head 1
    h_1 (reduce M e x_1))) x_0))) in (P (permute ops_C d (join I J s_1 h_2 (map
    (fun x_2 => (map (fun x_3 => (g (p1 x_3) (p2 x_3))) (zip (p1 (p2 x_2)) (scan
    M (p1 x_2) (p2 (p2 x_2)))))) (zip (take J 1 s_2 h_4 x_1) (zip (split I J s_1
    h_2 u) x_0)))) v) (head 1 h_1 (drop J 1 s_2 h_4 x_1))))).
Example at_filter_chunks : stmt_filter_chunks -> True.
Proof. intros rule. computed (rule 2 3 4 6 sI 4 sI sI sI sI sI nat nat nat
    ops_nat nat Nat.add 0 (sample (3)) (fun a0 => (fun a1 => (sample (mix
    (digest a1) (mix (digest a0) (4)))))) (sample (5)) (sample (6)) (sample (7))
    (sample (8)) add_monoid). Qed.

(* filter_chunks_rest: filter_chunks with a rest as one more chunk *)
Definition stmt_filter_chunks_rest : Prop := forall
    (I J K m s_1 : nat) (d_1 : Eq s_1 (I*J)) (s_2 : nat) (d_2 : Eq s_2 (I*J+K))
    (s_3 : nat) (d_3 : Eq s_3 (J+1)) (h_1 : Positive 1)
    (h_2 : Eq s_2 (s_1 + K)) (h_3 : Eq s_1 (I * J)) (h_4 : Eq s_3 (1 + J))
    (h_5 : Eq s_3 (J + 1)) (h_6 : Eq K (K * 1)) (A B C : Type) (ops_C : ops C)
    (E : Type) (M : A -> A -> A) (e z : A) (g : B -> A -> C) (d : (arr E m))
    (u : (arr B s_2)) (x : (arr A s_2)) (v : (arr E s_2))
    (monoid_M : monoid M e),
  (P (permute ops_C d (map (fun x_0 => (g (p1 x_0) (p2 x_0))) (zip u (scan M z
    x))) v) (head 1 h_1 (reduce M z x)))
  = (let x_0 : (arr (arr A I) J) := (split I J s_1 h_3 (take s_1 K s_2 h_2 x))
    in (let x_1 : (arr A s_3) := (concat 1 J s_3 h_4 (fill 1 z) (scan M z (map
    (fun x_1 => (head 1 h_1 (reduce M e x_1))) x_0))) in (P (permute ops_C d
    (concat s_1 K s_2 h_2 (join I J s_1 h_3 (map (fun x_2 => (map (fun x_3 => (g
    (p1 x_3) (p2 x_3))) (zip (p1 (p2 x_2)) (scan M (p1 x_2) (p2 (p2 x_2))))))
    (zip (take J 1 s_3 h_5 x_1) (zip (split I J s_1 h_3 (take s_1 K s_2 h_2 u))
    x_0)))) (join K 1 K h_6 (map (fun x_2 => (map (fun x_3 => (g (p1 x_3) (p2
    x_3))) (zip (p1 (p2 x_2)) (scan M (p1 x_2) (p2 (p2 x_2)))))) (zip (drop J 1
    s_3 h_5 x_1) (zip (split K 1 K h_6 (drop s_1 K s_2 h_2 u)) (split K 1 K h_6
    (drop s_1 K s_2 h_2 x))))))) v) (head 1 h_1 (reduce M (head 1 h_1 (drop J 1
    s_3 h_5 x_1)) (drop s_1 K s_2 h_2 x)))))).
Example at_filter_chunks_rest : stmt_filter_chunks_rest -> True.
Proof. intros rule. computed (rule 2 3 4 1 6 sI 10 sI 4 sI sI sI sI sI sI sI nat
    nat nat ops_nat nat Nat.add 0 (sample (3)) (fun a0 => (fun a1 => (sample
    (mix (digest a1) (mix (digest a0) (4)))))) (sample (5)) (sample (6)) (sample
    (7)) (sample (8)) add_monoid). Qed.

(* states_chunks: states of the elements by index, each chunk from those before
    *)
Definition stmt_states_chunks : Prop := forall
    (I J m s_1 : nat) (d_1 : Eq s_1 (J+1)) (s_2 : nat) (d_2 : Eq s_2 (I*J))
    (h_1 : Positive m) (h_2 : Eq s_1 (1 + J)) (h_3 : Eq s_1 (J + 1))
    (h_4 : Eq s_2 (I * J)) (A K : Type) (ops_K : ops K) (M : A -> A -> A)
    (e : A) (d : (arr A m)) (is : (arr K s_2)) (x : (arr A s_2))
    (monoid_M : monoid M e),
  (scanByIndex ops_K m h_1 M d is x)
  = (join I J s_2 h_4 (map (fun x_0 => (scanByIndex ops_K m h_1 M (p1 x_0) (p1
    (p2 x_0)) (p2 (p2 x_0)))) (zip (transpose (map (fun x_0 => (take J 1 s_1 h_3
    (concat 1 J s_1 h_2 (fill 1 (p1 x_0)) (scan M (p1 x_0) (p2 x_0))))) (zip d
    (transpose (map (fun x_0 => (scatter ops_K M (fill m e) (p1 x_0) (p2 x_0)))
    (zip (split I J s_2 h_4 is) (split I J s_2 h_4 x))))))) (zip (split I J s_2
    h_4 is) (split I J s_2 h_4 x))))).
Example at_states_chunks : stmt_states_chunks -> True.
Proof. intros rule. computed (rule 2 3 4 4 sI 6 sI sI sI sI sI nat nat ops_nat
    Nat.add 0 (sample (3)) (sample (4)) (sample (5)) add_monoid). Qed.

(* states_chunks_rest: states_chunks with a rest as one more chunk *)
Definition stmt_states_chunks_rest : Prop := forall
    (I J r m s_1 : nat) (d_1 : Eq s_1 (J+1)) (s_2 : nat) (d_2 : Eq s_2 (I*J))
    (s_3 : nat) (d_3 : Eq s_3 (I*J+r)) (h_1 : Positive m)
    (h_2 : Eq s_1 (1 + J)) (h_3 : Eq s_3 (s_2 + r)) (h_4 : Eq s_2 (I * J))
    (h_5 : Eq s_1 (J + 1)) (h_6 : Positive 1) (A K : Type) (ops_K : ops K)
    (M : A -> A -> A) (e : A) (d : (arr A m)) (is : (arr K s_3))
    (x : (arr A s_3)) (monoid_M : monoid M e),
  (scanByIndex ops_K m h_1 M d is x)
  = (let x_0 : (arr (arr A m) s_1) := (transpose (map (fun x_0 => (concat 1 J
    s_1 h_2 (fill 1 (p1 x_0)) (scan M (p1 x_0) (p2 x_0)))) (zip d (transpose
    (map (fun x_0 => (scatter ops_K M (fill m e) (p1 x_0) (p2 x_0))) (zip (split
    I J s_2 h_4 (take s_2 r s_3 h_3 is)) (split I J s_2 h_4 (take s_2 r s_3 h_3
    x)))))))) in (concat s_2 r s_3 h_3 (join I J s_2 h_4 (map (fun x_1 =>
    (scanByIndex ops_K m h_1 M (p1 x_1) (p1 (p2 x_1)) (p2 (p2 x_1)))) (zip (take
    J 1 s_1 h_5 x_0) (zip (split I J s_2 h_4 (take s_2 r s_3 h_3 is)) (split I J
    s_2 h_4 (take s_2 r s_3 h_3 x)))))) (scanByIndex ops_K m h_1 M (head 1 h_6
    (drop J 1 s_1 h_5 x_0)) (drop s_2 r s_3 h_3 is) (drop s_2 r s_3 h_3 x)))).
Example at_states_chunks_rest : stmt_states_chunks_rest -> True.
Proof. intros rule. computed (rule 2 3 4 1 4 sI 6 sI 10 sI sI sI sI sI sI sI nat
    nat ops_nat Nat.add 0 (sample (3)) (sample (4)) (sample (5)) add_monoid).
    Qed.

(* places_chunks: states from all of smaller indices, each chunk from those
    before *)
Definition stmt_places_chunks : Prop := forall
    (I J m s_1 : nat) (d_1 : Eq s_1 (m+1)) (s_2 : nat) (d_2 : Eq s_2 (I*J))
    (s_3 : nat) (d_3 : Eq s_3 (J*m)) (s_4 : nat) (d_4 : Eq s_4 (J*m+1))
    (h_1 : Eq s_1 (1 + m)) (h_2 : Eq s_1 (m + 1)) (h_3 : Positive m)
    (h_4 : Eq s_2 (I * J)) (h_5 : Eq s_3 (J * m)) (h_6 : Eq s_4 (1 + s_3))
    (h_7 : Eq s_4 (s_3 + 1)) (A K : Type) (ops_K : ops K) (M : A -> A -> A)
    (e z : A) (is : (arr K s_2)) (x : (arr A s_2)) (monoid_M : monoid M e),
  (scanByIndex ops_K m h_3 M (take m 1 s_1 h_2 (concat 1 m s_1 h_1 (fill 1 z)
    (scan M z (scatter ops_K M (fill m e) is x)))) is x)
  = (join I J s_2 h_4 (map (fun x_0 => (scanByIndex ops_K m h_3 M (p1 x_0) (p1
    (p2 x_0)) (p2 (p2 x_0)))) (zip (transpose (split J m s_3 h_5 (take s_3 1 s_4
    h_7 (concat 1 s_3 s_4 h_6 (fill 1 z) (scan M z (join J m s_3 h_5 (transpose
    (map (fun x_0 => (scatter ops_K M (fill m e) (p1 x_0) (p2 x_0))) (zip (split
    I J s_2 h_4 is) (split I J s_2 h_4 x)))))))))) (zip (split I J s_2 h_4 is)
    (split I J s_2 h_4 x))))).
Example at_places_chunks : stmt_places_chunks -> True.
Proof. intros rule. computed (rule 2 3 4 5 sI 6 sI 12 sI 13 sI sI sI sI sI sI sI
    sI nat nat ops_nat Nat.add 0 (sample (3)) (sample (4)) (sample (5))
    add_monoid). Qed.

(* places_chunks_rest: places_chunks with a rest as one more chunk *)
Definition stmt_places_chunks_rest : Prop := forall
    (I J r m s_1 : nat) (d_1 : Eq s_1 (m+1)) (s_2 : nat) (d_2 : Eq s_2 (I*J))
    (s_3 : nat) (d_3 : Eq s_3 (I*J+r)) (s_4 : nat) (d_4 : Eq s_4 (J+1))
    (s_5 : nat) (d_5 : Eq s_5 (J*m+m)) (s_6 : nat) (d_6 : Eq s_6 (J*m+m+1))
    (h_1 : Eq s_1 (1 + m)) (h_2 : Eq s_1 (m + 1)) (h_3 : Positive m)
    (h_4 : Eq s_3 (s_2 + r)) (h_5 : Eq s_2 (I * J)) (h_6 : Eq s_4 (J + 1))
    (h_7 : Eq s_5 (s_4 * m)) (h_8 : Eq s_6 (1 + s_5)) (h_9 : Eq s_6 (s_5 + 1))
    (h_10 : Positive 1) (A K : Type) (ops_K : ops K) (M : A -> A -> A)
    (e z : A) (is : (arr K s_3)) (x : (arr A s_3)) (monoid_M : monoid M e),
  (scanByIndex ops_K m h_3 M (take m 1 s_1 h_2 (concat 1 m s_1 h_1 (fill 1 z)
    (scan M z (scatter ops_K M (fill m e) is x)))) is x)
  = (let x_0 : (arr (arr A m) s_4) := (transpose (split s_4 m s_5 h_7 (take s_5
    1 s_6 h_9 (concat 1 s_5 s_6 h_8 (fill 1 z) (scan M z (join s_4 m s_5 h_7
    (transpose (concat J 1 s_4 h_6 (map (fun x_0 => (scatter ops_K M (fill m e)
    (p1 x_0) (p2 x_0))) (zip (split I J s_2 h_5 (take s_2 r s_3 h_4 is)) (split
    I J s_2 h_5 (take s_2 r s_3 h_4 x)))) (fill 1 (scatter ops_K M (fill m e)
    (drop s_2 r s_3 h_4 is) (drop s_2 r s_3 h_4 x))))))))))) in (concat s_2 r
    s_3 h_4 (join I J s_2 h_5 (map (fun x_1 => (scanByIndex ops_K m h_3 M (p1
    x_1) (p1 (p2 x_1)) (p2 (p2 x_1)))) (zip (take J 1 s_4 h_6 x_0) (zip (split I
    J s_2 h_5 (take s_2 r s_3 h_4 is)) (split I J s_2 h_5 (take s_2 r s_3 h_4
    x)))))) (scanByIndex ops_K m h_3 M (head 1 h_10 (drop J 1 s_4 h_6 x_0))
    (drop s_2 r s_3 h_4 is) (drop s_2 r s_3 h_4 x)))).
Example at_places_chunks_rest : stmt_places_chunks_rest -> True.
Proof. intros rule. computed (rule 2 3 4 1 2 sI 6 sI 10 sI 4 sI 4 sI 5 sI sI sI
    sI sI sI sI sI sI sI sI nat nat ops_nat Nat.add 0 (sample (3)) (sample (4))
    (sample (5)) add_monoid). Qed.
