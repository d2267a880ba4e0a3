(* Folds of windows that end with an element, what stands before the first being
   neutral: of all up to it they are a scan, and windows of twice the length are
   folds of two. *)
Require Export Scans.
Local Open Scope nat_scope.

Lemma firstn_seq k n : k <= n -> firstn k (seq 0 n) = seq 0 k.
Proof.
  intros. replace n with (k + (n - k)) by lia.
  rewrite seq_app, firstn_app, seq_length, Nat.sub_diag.
  rewrite firstn_all2 by (rewrite seq_length; lia). apply app_nil_r.
Qed.

Section Windows.
  Context {A} (M : A -> A -> A) (e : A) (Hm : monoid M e).
  Variable X : nat -> A.
  (* Of d elements up to i. *)
  Definition window d i :=
    fold_right M e (List.map X (seq (S i - d) (S i - (S i - d)))).
  Lemma window_all d i : S i <= d ->
    window d i = fold_right M e (List.map X (seq 0 (S i))).
  Proof.
    intros. unfold window. replace (S i - d) with 0 by lia.
    rewrite Nat.sub_0_r. reflexivity.
  Qed.
  Lemma window_twice d i : window (d + d) i
    = if lt_dec i d then window d i else M (window d (i - d)) (window d i).
  Proof.
    destruct (lt_dec i d) as [L|L].
    - rewrite !window_all by lia. reflexivity.
    - unfold window. rewrite <- (fold_app M e Hm), <- map_app.
      assert (S i - d = S i - (d + d) + (S (i - d) - (S i - (d + d)))) as E
        by lia.
      replace (S (i - d) - d) with (S i - (d + d)) by lia.
      replace (S i - (S i - d)) with d by lia.
      rewrite E, <- seq_app. apply (f_equal (fun l => fold_right M e (List.map X l))).
      f_equal. lia.
  Qed.
  (* Of those after i, up to d further on. *)
  Lemma window_on d i : fold_right M e (List.map X (seq 0 (S (i + d))))
    = M (fold_right M e (List.map X (seq 0 (S i)))) (window d (i + d)).
  Proof.
    unfold window. rewrite <- (fold_app M e Hm), <- map_app.
    replace (S (i + d) - d) with (S i) by lia.
    replace (S (i + d) - S i) with d by lia.
    rewrite <- seq_app. reflexivity.
  Qed.
  Lemma strides d l z j : l < d ->
    fold_left (fun a i => M a (window d (i * d + l))) (seq 0 (S j)) z
    = M z (fold_right M e (List.map X (seq 0 (S (j * d + l))))).
  Proof.
    intros L. induction j as [|j IH].
    - cbn [seq fold_left]. rewrite window_all by lia. reflexivity.
    - rewrite seq_S, fold_left_app, IH. cbn [fold_left plus].
      replace (S j * d + l) with (j * d + l + d) by lia.
      rewrite (window_on d (j * d + l)). destruct Hm as [a _ _].
      symmetry. apply a.
  Qed.
  Lemma neutrals l : (forall a, In a l -> a = e) -> fold_right M e l = e.
  Proof.
    intros H. induction l as [|a l IH]; auto. cbn [fold_right].
    rewrite IH by (intros; apply H; right; auto).
    rewrite (H a) by (left; auto). destruct Hm as [_ u _]. apply u.
  Qed.
  (* With the neutral element where there is none. *)
  Lemma window_filled d i :
    fold_right M e (List.map (fun j => if lt_dec (i + j) d then e
                                        else X (i + j - d)) (seq 0 (S d)))
    = window (S d) i.
  Proof.
    replace (S d) with (d - i + (S d - (d - i))) at 1 by lia.
    rewrite seq_app, map_app, (fold_app M e Hm), neutrals.
    2: { intros a I. apply in_map_iff in I as (j & <- & I).
         apply in_seq in I. destruct (lt_dec (i + j) d); auto; lia. }
    destruct Hm as [_ l _]. rewrite l. unfold window. f_equal.
    replace (S i - (S i - S d)) with (S d - (d - i)) by lia.
    generalize (S d - (d - i)). intros c. cbn [plus].
    rewrite <- (Nat.add_0_r (d - i)), <- (Nat.add_0_r (S i - S d)).
    rewrite !seq_plus, !map_map. apply map_ext_in. intros j I.
    destruct (lt_dec _ _); [lia|]. f_equal. lia.
  Qed.
End Windows.

(* An array as a function of all numbers. *)
Definition nthe {A n} (e : A) (x : arr A n) (i : nat) : A :=
  match lt_dec i n with left L => x (fi i L) | right _ => e end.
Lemma nthe_at {A n} (e : A) (x : arr A n) i : x i = nthe e x (val i).
Proof.
  unfold nthe. bounds. destruct (lt_dec _ _); [at_index; reflexivity|lia].
Qed.
Lemma tolist_nthe {A n} (e : A) (x : arr A n) :
  tolist x = List.map (nthe e x) (seq 0 n).
Proof.
  rewrite <- (tolist_vals (n := n) (nthe e x)). unfold tolist.
  apply map_ext. intros. apply nthe_at.
Qed.

Section Arrays.
  Context {A} (M : A -> A -> A) (e : A) (Hm : monoid M e).
  Lemma scan_window n (x : arr A n) i d : val i < d ->
    scan M e x i = window M e (nthe e x) d (val i).
  Proof.
    intros. rewrite window_all by lia. unfold scan, scanSeq.
    rewrite (tolist_nthe e), (fold_left_right M e Hm). destruct Hm as [_ l _].
    rewrite l, firstn_map. repeat f_equal. bounds.
    replace n with (S (val i) + (n - S (val i))) by lia.
    rewrite seq_app, firstn_app, seq_length, Nat.sub_diag.
    rewrite firstn_all2 by (rewrite seq_length; lia). apply app_nil_r.
  Qed.
  Lemma slide_window d w s D H W P (x : arr A w) i : D = S d ->
    head 1 P (reduceSeq M e (slide D 1 w s W (concat d w s H (fill d e) x) i))
    = window M e (nthe e x) (S d) (val i).
  Proof.
    intros ->. change (head 1 P (reduceSeq M e ?y)) with (foldl M e y).
    rewrite (foldl_right M e Hm), <- (window_filled M e Hm). f_equal.
    rewrite <- (tolist_vals (n := S d) (fun j => if lt_dec (val i + j) d
      then e else nthe e x (val i + j - d))).
    unfold tolist. apply map_ext. intros j. unfold slide, concat, fill.
    cbn [val fi]. bounds. facts.
    destruct (lt_dec _ _), (lt_dec (val i + val j) d); try lia; auto.
    rewrite (nthe_at e x). f_equal. cbn [val fi]. lia.
  Qed.
End Arrays.

(* Each element with the one before it. *)
Lemma firstn_more {A n} (x : arr A n) i :
  firstn (S (val i)) (tolist x) = firstn (val i) (tolist x) ++ [x i].
Proof.
  rewrite (tolist_nthe (x i)), !firstn_map. bounds.
  rewrite !firstn_seq by lia. rewrite seq_S, map_app. cbn [List.map plus].
  rewrite <- nthe_at. reflexivity.
Qed.
Lemma element_before {A n} a (x : arr A n) i :
  before (fun _ v => v) a x i = match val i with
    0 => a | S j => nthe a x j end.
Proof.
  unfold before. destruct (val i) as [|j] eqn:E; [reflexivity|]. bounds.
  assert (j < n) as L by lia.
  change (S j) with (S (val (fi j L))). rewrite firstn_more, fold_left_app.
  unfold nthe. destruct (lt_dec _ _); [|lia]. cbn [fold_left]. at_index.
  reflexivity.
Qed.
Lemma with_before {A B n} (g : A -> A -> B) a b (x : arr A n) i :
  p2 (scanSeq (fun s v => P v (g (p1 s) v)) (P a b) x i)
  = g (before (fun _ v => v) a x i) (x i).
Proof.
  unfold scanSeq, before. rewrite firstn_more, fold_left_app.
  cbn [fold_left p2]. apply (f_equal (fun u => g u (x i))).
  generalize (firstn (val i) (tolist x)). intros l. revert a b.
  induction l; intros; auto. cbn [fold_left]. apply IHl.
Qed.
