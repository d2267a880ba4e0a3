(* The rules of iterate.rules. *)
Require Import Folds Statements.

Theorem rule_iterate_blocks : stmt_iterate_blocks.
Proof.
  hnf; intros. rewrite (eq_of _ _ d_1), Nat.mul_comm. clear d_1. revert x.
  induction n; simpl; auto; intros. rewrite iterate_add. apply IHn.
Qed.
Theorem rule_iterate_map : stmt_iterate_map.
Proof.
  hnf; intros. revert x. induction n; intros; [reflexivity|].
  exact (IHn (map f x)).
Qed.
Theorem rule_iterate_mapVec : stmt_iterate_mapVec.
Proof.
  hnf; intros. revert x. induction n; intros; simpl.
  - exact (pack_unpack A w x).
  - rewrite <- IHn. unfold mapVec. rewrite unpack_pack. reflexivity.
Qed.
Theorem rule_iterate_until : stmt_iterate_until.
Proof. hnf; intros. symmetry. apply iterate_until. Qed.
Theorem rule_iterate_while : stmt_iterate_while.
Proof.
  hnf; intros. rewrite iterate_until.
  apply (f_equal (fun f => iterate n f x)). extensionality s.
  destruct (c s); reflexivity.
Qed.
Theorem rule_until_blocks : stmt_until_blocks.
Proof.
  hnf; intros. rewrite !iterate_until.
  rewrite (rule_iterate_blocks k n s_1 d_1).
  apply (f_equal (fun f => iterate n f x)). extensionality s.
  destruct (c s) eqn:E; auto. apply iterate_fixed. rewrite E; auto.
Qed.
Lemma all_of {A m} (c : A -> t_bool) (v : arr A m) :
  foldl (fun b s => andb b (c s)) true v = true -> forall i, c (v i) = true.
Proof.
  assert (forall l b, fold_left (fun b s => andb b (c s)) l b = true ->
    b = true /\ forall a, In a l -> c a = true) as H.
  { induction l; simpl; intros b E; [intuition|].
    apply IHl in E as [E F]. apply Bool.andb_true_iff in E as [E G].
    split; auto. intros a' [<- | I]; auto. }
  intros E i. apply H in E as [_ E]. apply E. apply in_map, enum_all.
Qed.
Theorem rule_until_map : stmt_until_map.
Proof.
  hnf; intros. set (g := fun s => if c s then s else f s).
  transitivity (map (iterate n g) x).
  { extensionality i. apply iterate_until. }
  transitivity (iterate n (map g) x); [exact (rule_iterate_map n m A g x)|].
  rewrite iterate_until. apply (f_equal (fun f => iterate n f x)). extensionality v.
  destruct (head 1 h_1 _) eqn:E; auto. extensionality i.
  unfold map, g. rewrite (all_of c v E i). reflexivity.
Qed.
Lemma iterate_element {A m} n (f : arr A m -> arr A m) (g : A -> A) v i :
  (forall v, f v i = g (v i)) -> iterate n f v i = iterate n g (v i).
Proof.
  intros H. revert v. induction n; simpl; auto; intros. rewrite IHn, H. auto.
Qed.
Theorem rule_iterate_interchange : stmt_iterate_interchange.
Proof.
  hnf; intros. extensionality i. symmetry.
  apply (iterate_element n _ (f (xs i))). reflexivity.
Qed.
Theorem rule_until_interchange : stmt_until_interchange.
Proof.
  hnf; intros.
  set (g := fun b s => if c b s then s else f b s).
  set (G := fun v : arr A m => map (fun p => g (p1 p) (p2 p)) (zip xs v)).
  transitivity (iterate n (iterate k G) (map z xs)).
  - rewrite <- (rule_iterate_blocks k n s_1 d_1). extensionality i.
    rewrite (iterate_element _ G (g (xs i))) by reflexivity.
    apply iterate_until.
  - rewrite iterate_until.
    apply (f_equal (fun f => iterate n f (map z xs))). extensionality v.
    destruct (head 1 h_1 _) eqn:E; [|reflexivity].
    apply iterate_fixed. extensionality i. unfold G, g, map; simpl.
    pose proof (all_of (fun p => c (p1 p) (p2 p)) (zip xs v) E i) as H.
    simpl in H. rewrite H. reflexivity.
Qed.
Theorem rule_until_accumulators : stmt_until_accumulators.
Proof.
  hnf; intros. pose proof (is_monoid _ _ cmonoid_M) as H.
  assert (forall v i, p1 (iterateUntil n (fun s : pr A B => c (p2 s))
      (fun s => P (foldl M (p1 s) (f (p2 s))) (g (p2 s))) (P (foldl M z v) i))
    = foldl M z (p1 (iterateUntil n (fun s : pr (arr A k) B => c (p2 s))
      (fun s => P (map (fun p => M (p1 p) (p2 p)) (zip (p1 s) (f (p2 s))))
        (g (p2 s))) (P v i)))) as E.
  { induction n as [|m IH]; intros v i; [reflexivity|]. simpl.
    destruct (c i); [reflexivity|]. rewrite <- IH.
    rewrite (foldl_from M e H (foldl M z v)).
    rewrite <- (foldl_both M e cmonoid_M z e v (f i)), (unitr _ _ H z).
    reflexivity. }
  specialize (E (fill k e) b). rewrite (foldl_fill M e H k z) in E. exact E.
Qed.
Theorem rule_until_vectors : stmt_until_vectors.
Proof.
  hnf; intros. revert z b. induction n as [|r IH]; intros; simpl.
  - symmetry. apply joinVec_splitVec.
  - destruct (c b); simpl.
    + symmetry. apply joinVec_splitVec.
    + rewrite joinVec_splitVec. apply IH.
Qed.
Theorem rule_until_lanes : stmt_until_lanes.
Proof.
  hnf; intros. extensionality l. revert z b. induction n as [|r IH]; intros.
  - reflexivity.
  - simpl. unfold map at 2, zip at 2. simpl. destruct (c b); simpl.
    + reflexivity.
    + rewrite IH. reflexivity.
Qed.
