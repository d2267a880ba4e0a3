(* Scans: what their states are, in rows, in parts, by segments. Lists where
   lengths are known at run time only, arrays elsewhere. *)
Require Export Folds.
Local Open Scope nat_scope.

Fixpoint scanl {A B} (f : A -> B -> A) z (l : list B) : list A :=
  match l with [] => [] | b :: r => f z b :: scanl f (f z b) r end.
(* The states before each element. *)
Fixpoint scanx {A B} (f : A -> B -> A) z (l : list B) : list A :=
  match l with [] => [] | b :: r => z :: scanx f (f z b) r end.
Definition before {A B n} (f : A -> B -> A) z (x : arr B n) : arr A n :=
  fun i => fold_left f (firstn (val i) (tolist x)) z.
Lemma tolist_fin {A n} (x : arr A n) :
  tolist x = List.map x (enum n).
Proof. reflexivity. Qed.
Lemma tolist_inj {A n} (x y : arr A n) : tolist x = tolist y -> x = y.
Proof.
  intros E. extensionality i. unfold tolist in E.
  assert (forall l, List.map x l = List.map y l -> In i l -> x i = y i) as P.
  { induction l; simpl; intros Q I; [easy|]. inversion Q; destruct I as [<-|I]; auto. }
  exact (P _ E (enum_all n i)).
Qed.
Lemma scanl_nth {A B} (f : A -> B -> A) z l :
  scanl f z l = List.map (fun i => fold_left f (firstn (S i) l) z)
                  (seq 0 (length l)).
Proof.
  revert z; induction l; intros; auto.
  cbn [scanl length seq List.map]. f_equal.
  rewrite IHl, <- seq_shift, map_map. apply map_ext; reflexivity.
Qed.
Lemma scanx_nth {A B} (f : A -> B -> A) z l :
  scanx f z l = List.map (fun i => fold_left f (firstn i l) z)
                  (seq 0 (length l)).
Proof.
  revert z; induction l; intros; auto.
  cbn [scanx length seq List.map]. f_equal.
  rewrite IHl, <- seq_shift, map_map. apply map_ext; reflexivity.
Qed.
Lemma tolist_length {A n} (x : arr A n) : length (tolist x) = n.
Proof. unfold tolist. rewrite map_length. apply enum_length. Qed.
Lemma tolist_vals {A n} (g : nat -> A) :
  tolist (fun i : fin n => g (val i)) = List.map g (seq 0 n).
Proof. unfold tolist. rewrite <- (enum_vals n), map_map. reflexivity. Qed.
Lemma tolist_scan {A B n} (f : A -> B -> A) z (x : arr B n) :
  tolist (scanSeq f z x) = scanl f z (tolist x).
Proof.
  rewrite scanl_nth, tolist_length.
  exact (tolist_vals (fun i => fold_left f (firstn (S i) (tolist x)) z)).
Qed.
Lemma tolist_before {A B n} (f : A -> B -> A) z (x : arr B n) :
  tolist (before f z x) = scanx f z (tolist x).
Proof.
  rewrite scanx_nth, tolist_length.
  exact (tolist_vals (fun i => fold_left f (firstn i (tolist x)) z)).
Qed.
Lemma scanl_app {A B} (f : A -> B -> A) z l l' :
  scanl f z (l ++ l') = scanl f z l ++ scanl f (fold_left f l z) l'.
Proof. revert z; induction l; simpl; intros; f_equal; auto. Qed.
Lemma tolist_zip {A B n} (x : arr A n) (y : arr B n) :
  tolist (zip x y) = List.map (fun i => P (x i) (y i)) (enum n).
Proof. reflexivity. Qed.

Lemma combine_tolist {A B n} (x : arr A n) (y : arr B n) :
  combine (tolist x) (tolist y) = List.map (fun i => (x i, y i)) (enum n).
Proof. unfold tolist. induction (enum n); simpl; f_equal; auto. Qed.

(* The states of a sequential scan, rows by rows, each from the state that the
   rows before left: no algebra. Streams, and one item after the other. *)
Theorem scan_blocks {A B} n m s H (f : A -> B -> A) z (x : arr B s) :
  scanSeq f z x
  = join n m s H (map (fun p => scanSeq f (p1 p) (p2 p))
      (zip (before (fun a r => foldl f a r) z (split n m s H x))
           (split n m s H x))).
Proof.
  apply tolist_inj. rewrite tolist_scan, tolist_join, tolist_map.
  rewrite (tolist_split n m s H x). generalize (split n m s H x). clear x.
  intros R. transitivity (flat_map (fun p => scanl f (p1 p) (tolist (p2 p)))
    (tolist (zip (before (fun a r => foldl f a r) z R) R))).
  2: { rewrite flat_map_concat_map, flat_map_concat_map, map_map. f_equal.
       apply map_ext. intros. rewrite tolist_scan. reflexivity. }
  assert (forall z l (c : list A), c = scanx (fun a r => foldl f a r) z l ->
    scanl f z (flat_map (@tolist B n) l)
    = flat_map (fun p => scanl f (fst p) (tolist (snd p))) (combine c l)) as G.
  { intros z0 l; revert z0; induction l; simpl; intros; subst; auto. simpl.
    rewrite scanl_app. f_equal. apply IHl. reflexivity. }
  rewrite (G z _ _ eq_refl), <- tolist_before, combine_tolist.
  rewrite tolist_zip, !flat_map_concat_map, !map_map. reflexivity.
Qed.

Section Scans.
  Context {A} (M : A -> A -> A) (e : A) (Hm : monoid M e).
  (* What a scan starts from may be added afterwards. *)
  Theorem scan_from n z (x : arr A n) : scan M z x = map (M z) (scan M e x).
  Proof.
    extensionality i. unfold scan, scanSeq, map.
    rewrite !(fold_left_right M e Hm). destruct Hm. rewrite unitl. auto.
  Qed.
  Lemma before_folds n m z (R : arr (arr A n) m) :
    before (fun a r => foldl M a r) z R = before M z (map (foldl M e) R).
  Proof.
    extensionality i. unfold before. rewrite tolist_map.
    rewrite firstn_map, fold_left_map. generalize (firstn (val i) (tolist R)).
    intros l; revert z; induction l; simpl; intros; auto.
    rewrite IHl, (foldl_from M e Hm). reflexivity.
  Qed.
  (* reduce, then scan: chunks are read twice and written once *)
  Theorem scan_reduce_then_scan n m s E z (x : arr A s) :
    scan M z x = join n m s E (map (fun p => scanSeq M (p1 p) (p2 p))
      (zip (before M z (map (foldl M e) (split n m s E x)))
           (split n m s E x))).
  Proof. rewrite <- before_folds. apply scan_blocks. Qed.
  (* scan, then propagate: chunks are written twice *)
  Theorem scan_then_propagate n m s E z (x : arr A s) :
    scan M z x = join n m s E (map (fun p => map (M (p1 p)) (p2 p))
      (zip (before M z (map (foldl M e) (split n m s E x)))
           (map (scan M e) (split n m s E x)))).
  Proof.
    rewrite (scan_reduce_then_scan n m s E). apply (f_equal (join n m s E)).
    extensionality i.
    unfold map, zip; simpl. apply (scan_from n).
  Qed.
  (* Lifted to flagged elements: a scan over segments is a scan. *)
  Definition seg (a b : pr bool A) : pr bool A :=
    P (orb (p1 a) (p1 b)) (if p1 b then p2 b else M (p2 a) (p2 b)).
  Theorem seg_monoid : monoid seg (P false e).
  Proof.
    destruct Hm as [a l r]. split; intros; unfold seg; simpl.
    - destruct (p1 b), (p1 c); simpl; rewrite ?Bool.orb_true_r, ?Bool.orb_false_r,
        ?a; auto; destruct (p1 a0); auto.
    - destruct (p1 a0) eqn:Q; rewrite ?l; rewrite <- Q; reflexivity.
    - rewrite Bool.orb_false_r, r. reflexivity.
  Qed.
  Definition flags (row : list A) : list (pr bool A) :=
    match row with [] => [] | x :: r => P true x :: List.map (P false) r end.
  Lemma seg_rest z l : List.map p2 (scanl seg z (List.map (P false) l))
    = scanl M (p2 z) l.
  Proof. revert z; induction l; simpl; intros; f_equal. apply IHl. Qed.
  Theorem segmented_scan z rows :
    List.map p2 (scanl seg z (flat_map flags rows))
    = flat_map (scanl M e) rows.
  Proof.
    revert z; induction rows as [|r rows IH]; intros; auto. simpl.
    rewrite scanl_app, map_app, IH. f_equal. destruct r as [|x r]; auto.
    simpl. rewrite seg_rest. simpl. destruct Hm as [_ l0 _].
    rewrite l0. reflexivity.
  Qed.
End Scans.
(* fission of a scan: two devices, the second after the first one's total *)
Theorem scan_cut {A B} n m s H H' (f : A -> B -> A) z (x : arr B s) :
  scanSeq f z x = concat n m s H (scanSeq f z (take n m s H' x))
    (scanSeq f (foldl f z (take n m s H' x)) (drop n m s H' x)).
Proof.
  apply tolist_inj. rewrite tolist_concat, !tolist_scan.
  rewrite (tolist_cut n m s H' x) at 1. apply scanl_app.
Qed.
(* and with the second part's total added afterwards: both at once *)
Theorem scan_cut_monoid {A} n m s H H' (M : A -> A -> A) e (Hm : monoid M e) z
  (x : arr A s) : scan M z x = concat n m s H (scan M z (take n m s H' x))
    (map (M (foldl M z (take n m s H' x))) (scan M e (drop n m s H' x))).
Proof. unfold scan at 1. rewrite (scan_cut n m s H H').
  apply (f_equal (concat n m s H _)), (scan_from M e Hm). Qed.

(* The states before each element: an exclusive scan, as a view. *)
Lemma exclusive {A B n} s (f : A -> B -> A) z (x : arr B n)
  (H : Eq s (1 + n)) (H' : Eq s (n + 1)) :
  take n 1 s H' (concat 1 n s H (fill 1 z) (scanSeq f z x)) = before f z x.
Proof.
  extensionality i. unfold before, take, concat, fill; simpl.
  destruct (lt_dec _ _).
  - assert (val i = 0) as E by lia. rewrite E. reflexivity.
  - unfold scanSeq. cbn [val fi].
    replace (S (val i - 1)) with (val i) by lia. auto.
Qed.
(* The first states come from the first elements. *)
Lemma take_states {A B} n m s H H' (f : A -> B -> A) z (x : arr B s) :
  take n m s H (scanSeq f z x) = scanSeq f z (take n m s H' x).
Proof.
  extensionality i. unfold take at 1, scanSeq. cbn [val fi].
  rewrite (tolist_cut n m s H' x), firstn_app, tolist_length.
  pose proof (lt_of i). replace (S (val i) - n) with 0 by lia.
  cbn [firstn]. rewrite app_nil_r. reflexivity.
Qed.
