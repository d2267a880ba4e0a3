(* Arrays as lists: what a fold goes over. *)
Require Export Prims.

Lemma enum_vals n : List.map val (enum n) = seq 0 n.
Proof.
  induction n; simpl; auto. f_equal.
  rewrite map_map, <- seq_shift, <- IHn, map_map. reflexivity.
Qed.
Lemma vals_inj n (l l' : list (fin n)) :
  List.map val l = List.map val l' -> l = l'.
Proof.
  revert l'; induction l; destruct l'; simpl; intros E; inversion E; auto.
  f_equal; auto. apply fin_eq; auto.
Qed.
Lemma enum_length n : length (enum n) = n.
Proof. rewrite <- (map_length val), enum_vals. apply seq_length. Qed.
Lemma enum_all n (i : fin n) : In i (enum n).
Proof.
  assert (In (val i) (List.map val (enum n))) as H.
  { rewrite enum_vals. apply in_seq. bounds. lia. }
  apply in_map_iff in H as (j & E & ?). apply fin_eq in E; subst; auto.
Qed.
Lemma enum_nodup n : NoDup (enum n).
Proof. apply (NoDup_map_inv val). rewrite enum_vals; apply seq_NoDup. Qed.
Lemma perm_enum n (s : fin n -> fin n) :
  perm s -> Permutation (List.map s (enum n)) (enum n).
Proof.
  intros H. apply NoDup_Permutation_bis.
  - apply FinFun.Injective_map_NoDup; [intros ? ?; apply H | apply enum_nodup].
  - rewrite map_length; auto.
  - intros x _; apply enum_all.
Qed.

Lemma tolist_map {A B n} (f : A -> B) (x : arr A n) :
  tolist (map f x) = List.map f (tolist x).
Proof. unfold tolist; rewrite map_map; reflexivity. Qed.
Lemma tolist_reorder {A n} (s : fin n -> fin n) (x : arr A n) :
  perm s -> Permutation (tolist (reorder s x)) (tolist x).
Proof.
  intros H. change (reorder s x) with (fun i => x (s i)). unfold tolist.
  rewrite <- (map_map s x). apply Permutation_map, perm_enum, H.
Qed.

(* -- rows ------------------------------------------------------------------ *)

Lemma seq_plus k n s : seq (k + s) n = List.map (fun j => k + j) (seq s n).
Proof.
  revert s; induction n; simpl; auto; intros. f_equal.
  rewrite <- IHn. f_equal; lia.
Qed.
Lemma seq_flat n m : seq 0 (n * m)
  = flat_map (fun i => List.map (fun j => i * n + j) (seq 0 n)) (seq 0 m).
Proof.
  induction m. { rewrite Nat.mul_0_r; auto. }
  rewrite seq_S, flat_map_app, <- IHm; simpl.
  rewrite Nat.mul_succ_r, seq_app, app_nil_r. f_equal.
  simpl. rewrite (Nat.mul_comm m n), <- seq_plus. f_equal; lia.
Qed.
Lemma tolist_split {A} n m s H (x : arr A s) :
  tolist x = flat_map tolist (tolist (split n m s H x)).
Proof.
  assert (enum s = flat_map (fun i => List.map (fun j =>
    fi _ (split_lt n m s _ _ H (lt_of i) (lt_of j))) (enum n)) (enum m)) as E.
  { apply vals_inj. rewrite enum_vals.
    transitivity (seq 0 (n * m)); [f_equal; exact (eq_of _ _ H)|].
    rewrite seq_flat, <- (enum_vals m).
    induction (enum m); simpl; auto. rewrite map_app, IHl. f_equal.
    rewrite map_map, <- enum_vals, map_map. reflexivity. }
  unfold tolist at 1. rewrite E. clear E. unfold tolist at 2.
  induction (enum m); simpl; auto. rewrite map_app, IHl, map_map. reflexivity.
Qed.
Lemma flat_cons {B C} (h : B -> C) (g : B -> list C) l :
  Permutation (flat_map (fun b => h b :: g b) l) (List.map h l ++ flat_map g l).
Proof.
  induction l; simpl; auto. apply perm_skip. rewrite IHl, !app_assoc.
  apply Permutation_app_tail, Permutation_app_comm.
Qed.
Lemma flat_swap {A B C} (f : A -> B -> C) l1 l2 :
  Permutation (flat_map (fun a => List.map (f a) l2) l1)
              (flat_map (fun b => List.map (fun a => f a b) l1) l2).
Proof.
  induction l1; simpl. { induction l2; simpl; auto. }
  etransitivity; [apply Permutation_app_head, IHl1|].
  symmetry. apply (flat_cons (f a) (fun b => List.map (fun a => f a b) l1)).
Qed.
Lemma tolist_transpose {A n m} (x : arr (arr A n) m) :
  Permutation (flat_map tolist (tolist (transpose x)))
              (flat_map tolist (tolist x)).
Proof.
  unfold tolist. rewrite !flat_map_concat_map, !map_map,
    <- !flat_map_concat_map. symmetry. apply (flat_swap (fun i j => x i j)).
Qed.

(* -- two parts ------------------------------------------------------------- *)

Lemma tolist_cut {A} n m s H (x : arr A s) :
  tolist x = tolist (take n m s H x) ++ tolist (drop n m s H x).
Proof.
  assert (enum s
    = List.map (fun i => fi _ (take_lt n m s _ H (lt_of i))) (enum n)
      ++ List.map (fun i => fi _ (drop_lt n m s _ H (lt_of i))) (enum m)) as E.
  { apply vals_inj. rewrite map_app, !map_map, enum_vals.
    transitivity (seq 0 (n + m)); [f_equal; exact (eq_of _ _ H)|].
    rewrite seq_app. f_equal.
    - rewrite <- (enum_vals n). reflexivity.
    - transitivity (List.map (fun k => n + k) (List.map val (enum m))).
      + rewrite enum_vals, <- seq_plus. f_equal; lia.
      + rewrite map_map. reflexivity. }
  unfold tolist at 1. rewrite E, map_app, !map_map. reflexivity.
Qed.
Lemma take_concat {A} n m s H H' (x : arr A n) (y : arr A m) :
  take n m s H (concat n m s H' x y) = x.
Proof.
  extensionality i. unfold take, concat; simpl. bounds.
  destruct (lt_dec _ _); [at_index; auto | lia].
Qed.
Lemma drop_concat {A} n m s H H' (x : arr A n) (y : arr A m) :
  drop n m s H (concat n m s H' x y) = y.
Proof.
  extensionality i. unfold drop, concat; simpl. bounds.
  destruct (lt_dec _ _); [lia | at_index; lia].
Qed.
Lemma concat_halves {A} n m s H H' H'' (x : arr A s) :
  concat n m s H (take n m s H' x) (drop n m s H'' x) = x.
Proof.
  extensionality i. unfold concat, take, drop; simpl.
  destruct (lt_dec _ _); at_index; lia.
Qed.
Lemma tolist_concat {A} n m s H (x : arr A n) (y : arr A m) :
  tolist (concat n m s H x y) = tolist x ++ tolist y.
Proof. rewrite (tolist_cut n m s H), take_concat, drop_concat. reflexivity. Qed.

(* -- rows and whole arrays ------------------------------------------------- *)

Lemma join_split {A} I J s H H' (x : arr A s) :
  join I J s H (split I J s H' x) = x.
Proof.
  extensionality i. unfold join, split. at_index. pose proof (lt_of i).
  pose proof (eq_of _ _ H). rewrite (Nat.mul_comm _ I). symmetry.
  apply Nat.div_mod. nia.
Qed.
Lemma split_join {A} I J s H H' (x : arr (arr A I) J) :
  split I J s H (join I J s H' x) = x.
Proof.
  extensionality i; extensionality j. unfold join, split; simpl. bounds.
  assert ((val i * I + val j) / I = val i) as D.
  { rewrite Nat.add_comm, Nat.div_add, Nat.div_small; lia. }
  assert ((val i * I + val j) mod I = val j) as M.
  { rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small; lia. }
  transitivity (x i (fi _ (mod_lt I J s (val i * I + val j) H'
    (split_lt I J s _ _ H (lt_of i) (lt_of j))))).
  - apply (f_equal (fun k => x k _)), fin_eq. exact D.
  - at_index. exact M.
Qed.
Lemma tolist_join {A} n m s H (x : arr (arr A n) m) :
  tolist (join n m s H x) = flat_map tolist (tolist x).
Proof. rewrite (tolist_split n m s H), split_join. reflexivity. Qed.

(* -- vectors --------------------------------------------------------------- *)

Lemma lanes_head (A : vty) w H H' (x : arr A w) :
  unpack (head 1 H' (splitVec A w 1 w H x)) = x.
Proof.
  transitivity (split w 1 w H x (mk 0 H')); [exact (unpack_pack A w _)|].
  extensionality i. unfold split. at_index. lia.
Qed.

(* -- the order of reorderStride ------------------------------------------- *)

Lemma stride_perm I n s H : perm (stride I n s H).
Proof.
  intros i j E. apply (f_equal val) in E. simpl in E. apply fin_eq. bounds.
  facts. assert (n <> 0) by nia.
  assert (val i / n < I) by (apply Nat.div_lt_upper_bound; nia).
  assert (val j / n < I) by (apply Nat.div_lt_upper_bound; nia).
  rewrite (Nat.div_mod (val i) n), (Nat.div_mod (val j) n) by auto.
  assert (val i mod n = val j mod n) by nia.
  assert (val i / n = val j / n) by nia. congruence.
Qed.
