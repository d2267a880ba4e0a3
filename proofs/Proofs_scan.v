(* scan.rules. *)
Require Import Windows Statements.

Theorem rule_scan_seq : stmt_scan_seq.
Proof. by_definition. Qed.
Theorem rule_scan_from : stmt_scan_from.
Proof. hnf; intros. exact (scan_from M e monoid_M n z x). Qed.
Theorem rule_scan_blocks : stmt_scan_blocks.
Proof.
  hnf; intros. cbv zeta. rewrite (scan_blocks I J s_1 h_1).
  apply (f_equal (join I J s_1 h_1)).
  apply (f_equal (fun c => map (fun p => scanSeq f (p1 p) (p2 p)) (zip c _))).
  symmetry. apply exclusive.
Qed.
Theorem rule_scan_reduce_then_scan : stmt_scan_reduce_then_scan.
Proof.
  hnf; intros. cbv zeta.
  rewrite (scan_reduce_then_scan M e monoid_M I J s_1 h_1).
  apply (f_equal (join I J s_1 h_1)).
  apply (f_equal (fun c => map (fun p => scanSeq M (p1 p) (p2 p)) (zip c _))).
  symmetry. apply exclusive.
Qed.
Theorem rule_scan_part : stmt_scan_part.
Proof.
  hnf; intros. extensionality i. unfold join, map.
  replace (split n 1 n h_1 x _) with x.
  - apply (f_equal (scan M z x)). apply fin_eq. cbn [val]. symmetry.
    apply Nat.mod_small. exact (lt_of i).
  - extensionality j. unfold split. at_index. symmetry.
    transitivity (val i / n * n + val j); [reflexivity|].
    rewrite Nat.div_small by exact (lt_of i). reflexivity.
Qed.
(* What the last row leaves: the end of the scan of all rows' folds. *)
Lemma carry_after {A} (M : A -> A -> A) e (Hm : monoid M e) I J s
  (H : Eq s (I * J)) t (H1 : Eq t (1 + J)) (H2 : Eq t (J + 1))
  (H3 : Positive 1) z (x : arr A s) :
  foldl M z x
  = head 1 H3 (drop J 1 t H2 (concat 1 J t H1 (fill 1 z)
      (scan M z (map (foldl M e) (split I J s H x))))).
Proof.
  transitivity (foldl M z (map (foldl M e) (split I J s H x))).
  { rewrite (foldl_from M e Hm), (foldl_chunks M e Hm I J s H).
    symmetry. apply (foldl_from M e Hm). }
  generalize (map (foldl M e) (split I J s H x)). intros y.
  unfold head, drop, concat, fill, scan, scanSeq, foldl. cbn [val fi].
  destruct (lt_dec _ _) as [L|L].
  - assert (length (tolist y) = 0) as E by (rewrite tolist_length; lia).
    destruct (tolist y); [reflexivity|discriminate].
  - rewrite firstn_all2; [reflexivity|]. rewrite tolist_length. lia.
Qed.
Theorem rule_scan_rest : stmt_scan_rest.
Proof.
  hnf; intros. cbv zeta. change (@scan A) with (@scanSeq A A).
  rewrite (scan_cut s_1 K s_2 h_1 h_1 M z x).
  rewrite (carry_after M e monoid_M I J s_1 h_2 s_3 h_4 h_5 h_3).
  apply (f_equal (fun a => concat s_1 K s_2 h_1 a _)).
  change (@scanSeq A A) with (@scan A).
  rewrite (scan_reduce_then_scan M e monoid_M I J s_1 h_2).
  apply (f_equal (join I J s_1 h_2)).
  apply (f_equal (fun c => map (fun p => scanSeq M (p1 p) (p2 p)) (zip c _))).
  symmetry. apply exclusive.
Qed.
(* A map of elements and of the states of a scan: by rows, each from the state
   before it. *)
Lemma scan_beside {A B C} (M : A -> A -> A) e (Hm : monoid M e) I J s
  (H : Eq s (I * J)) t (H1 : Eq t (1 + J)) (H2 : Eq t (J + 1)) z
  (g : B -> A -> C) (u : arr B s) (x : arr A s) :
  map (fun q => g (p1 q) (p2 q)) (zip u (scan M z x))
  = join I J s H
      (map (fun w => map (fun q => g (p1 q) (p2 q))
                       (zip (p1 (p2 w)) (scan M (p1 w) (p2 (p2 w)))))
        (zip (take J 1 t H2 (concat 1 J t H1 (fill 1 z)
                (scan M z (map (fun r => foldl M e r) (split I J s H x)))))
          (zip (split I J s H u) (split I J s H x)))).
Proof.
  rewrite (scan_reduce_then_scan M e Hm I J s H z x).
  rewrite <- (join_split I J s H H u) at 1.
  change (@scan A) with (@scanSeq A A). rewrite exclusive. reflexivity.
Qed.
Theorem rule_scan_beside : stmt_scan_beside.
Proof. hnf; intros. apply (scan_beside M e monoid_M). Qed.
(* By parts, the second from what the first adds up to. *)
Lemma beside_cut {A B C} n k s (H : Eq s (n + k)) (f : A -> A -> A) z
  (g : B -> A -> C) (u : arr B s) (x : arr A s) :
  map (fun q => g (p1 q) (p2 q)) (zip u (scan f z x))
  = concat n k s H
      (map (fun q => g (p1 q) (p2 q))
        (zip (take n k s H u) (scan f z (take n k s H x))))
      (map (fun q => g (p1 q) (p2 q))
        (zip (drop n k s H u)
          (scan f (foldl f z (take n k s H x)) (drop n k s H x)))).
Proof.
  change (@scan A) with (@scanSeq A A).
  rewrite (scan_cut n k s H H f z x).
  rewrite <- (concat_halves n k s H H H u) at 1.
  extensionality i. unfold map, zip, concat. cbn [p1 p2].
  destruct (lt_dec _ _); reflexivity.
Qed.
(* One row is all there is. *)
Lemma one_row {A} n (H : Eq n (n * 1)) (x : arr A n) j : split n 1 n H x j = x.
Proof.
  extensionality i. unfold split. at_index. pose proof (lt_of j).
  replace (val j) with 0 by lia. lia.
Qed.
Lemma join_one {A} n (H : Eq n (n * 1)) (H1 : Positive 1)
  (y : arr (arr A n) 1) : join n 1 n H y = head 1 H1 y.
Proof.
  transitivity (head 1 H1 (split n 1 n H (join n 1 n H y))).
  - symmetry. apply one_row.
  - apply (f_equal (head 1 H1)), split_join.
Qed.
Lemma head_rows {A B C D} n (H : Eq n (n * 1)) (H1 : Positive 1)
  (h : pr A (pr (arr B n) (arr D n)) -> C) (y : arr A 1) (u : arr B n)
  (x : arr D n) :
  head 1 H1 (map h (zip y (zip (split n 1 n H u) (split n 1 n H x))))
  = h (P (head 1 H1 y) (P u x)).
Proof. unfold head, map, zip. rewrite !one_row. reflexivity. Qed.
Theorem rule_scan_beside_rest : stmt_scan_beside_rest.
Proof.
  hnf; intros. cbv zeta.
  rewrite (beside_cut s_1 K s_2 h_1 M z g u x).
  rewrite (scan_beside M e monoid_M I J s_1 h_2 s_3 h_4 h_5).
  rewrite (join_one K h_6 h_3).
  pose proof (carry_after M e monoid_M I J s_1 h_2 s_3 h_4 h_5 h_3 z
    (take s_1 K s_2 h_1 x)) as Q.
  change (map (foldl M e) (split I J s_1 h_2 (take s_1 K s_2 h_1 x)))
    with (map (fun r => head 1 h_3 (reduce M e r))
      (split I J s_1 h_2 (take s_1 K s_2 h_1 x))) in Q.
  rewrite Q, (head_rows K h_6 h_3). reflexivity.
Qed.
Theorem rule_scan_then_propagate : stmt_scan_then_propagate.
Proof.
  hnf; intros. cbv zeta.
  rewrite (scan_then_propagate M e monoid_M I J s_1 h_1).
  apply (f_equal (join I J s_1 h_1)).
  apply (f_equal (fun c => map (fun p => map (M (p1 p)) (p2 p)) (zip c _))).
  symmetry. apply exclusive.
Qed.
(* Windows in vectors. *)
Theorem rule_scan_strides : stmt_scan_strides.
Proof.
  hnf; intros. extensionality i. rewrite (scan_from M e monoid_M).
  unfold map at 1. rewrite (scan_window M e monoid_M s_2 x i (S (val i))) by lia.
  rewrite window_all by lia. unfold joinVec, join, map at 1.
  pose proof (lt_of i) as Li. pose proof (eq_of _ _ h_4) as E.
  assert (s_1 <> 0) as P0 by (facts; lia).
  set (q := fi (val i / s_1) _). set (l := fi (val i mod s_1) _).
  rewrite (scanSeq_at _ (fun a v => M a (unpack v l)) (fun v => unpack v l)).
  2: { intros. unfold mapVec. rewrite unpack_pack. reflexivity. }
  unfold splat, splitVec. rewrite unpack_pack, scanSeq_map.
  transitivity (scanSeq M z (fun j : fin J =>
    window M e (nthe e x) s_1 (val j * s_1 + val l)) q).
  - unfold scanSeq.
    rewrite (tolist_vals (fun j => window M e (nthe e x) s_1 (j * s_1 + val l))).
    rewrite firstn_map, fold_left_map. pose proof (lt_of q) as Lq.
    rewrite firstn_seq by lia.
    rewrite (strides M e monoid_M) by apply lt_of.
    repeat f_equal. unfold q, l. cbn [val fi].
    rewrite (Nat.div_mod (val i) s_1) at 1 by lia. lia.
  - symmetry. etransitivity.
    { apply (f_equal (fun g => scanSeq g z _ q)
        (y := fun a (r : arr A s_1) => M a (r l))).
      extensionality a; extensionality r. rewrite unpack_pack. reflexivity. }
    etransitivity.
    { symmetry. exact (f_equal (fun y => y q)
        (scanSeq_map M (fun r : arr A s_1 => r l) z _)). }
    apply (f_equal (fun y => scanSeq M z y q)). extensionality j.
    unfold map, split. assert (s_1 = S k) as K by (facts; lia).
    rewrite (slide_window M e monoid_M k) by exact K.
    exact (f_equal (fun d => window M e (nthe e x) d (val j * s_1 + val l))
      (eq_sym K)).
Qed.
(* What is moved into a vector of windows from the one before is what stands so
   many elements before. *)
Lemma moved {A} e n m s J s_2 h s_d s_m H1 H2 H3 (W : nat -> A) (j : fin J) l :
  n = m + s_d ->
  take n s_d s_m H1 (drop m s_m s H2 (concat n n s H3
    (match val j with 0 => fill n e | S i => fun l => W (i * n + val l) end)
    (split n J s_2 h (fun i => W (val i)) j))) l
  = if lt_dec (val j * n + val l) s_d then e
    else W (val j * n + val l - s_d).
Proof.
  intros ->. unfold take, drop, concat, split, fill. cbn [val fi]. bounds. facts.
  destruct (val j) as [|i]; repeat destruct (lt_dec _ _); try lia;
    cbn [val fi]; try reflexivity; apply (f_equal W); nia.
Qed.
Lemma vector_before (A : vty) (e : A) n J s h (W : nat -> A) (j : fin J) :
  unpack (match val j with
      0 => splat A n e
    | S i => nthe (splat A n e) (splitVec A n J s h (fun i => W (val i))) i end)
  = match val j with
      0 => fill n e | S i => fun l => W (i * n + val l) end.
Proof.
  bounds. destruct (val j) as [|i]; [apply unpack_pack|].
  unfold nthe. destruct (lt_dec _ _); [|lia]. apply unpack_pack.
Qed.
(* Windows of twice the length from those before and those here. *)
Lemma halves (A : vty) (M : A -> A -> A) (e : A) n m J s_2 h s_d s_m s H1 H2 H3
  P1 h_8 (W V : nat -> A) : n = m + s_d ->
  (forall i, V i = M (if lt_dec i s_d then e else W (i - s_d)) (W i)) ->
  splitVec A n J s_2 h (fun i => V (val i))
  = map (fun c => p2 c) (scanSeq (fun c v => P v (mapVec (vpair A A) A n
      (fun p => M (p1 p) (p2 p)) (P (head 1 P1 (splitVec A n 1 n h_8
        (take n s_d s_m H1 (drop m s_m s H2 (concat n n s H3
          (lanes A n (p1 c)) (lanes A n v)))))) v)))
      (P (splat A n e) (splat A n e))
      (splitVec A n J s_2 h (fun i => W (val i)))).
Proof.
  intros E Each. extensionality j.
  set (g := fun u v : vc A n => mapVec (vpair A A) A n
    (fun p => M (p1 p) (p2 p)) (P (head 1 P1 (splitVec A n 1 n h_8
      (take n s_d s_m H1 (drop m s_m s H2 (concat n n s H3
        (lanes A n u) (lanes A n v)))))) v)).
  etransitivity; [|symmetry; exact (with_before g _ _ _ j)].
  rewrite element_before. unfold g, mapVec. apply (f_equal pack).
  cbn [vc vpair unpack p1 p2]. rewrite lanes_head. unfold lanes.
  rewrite vector_before. extensionality l. unfold map, zip. cbn [p1 p2].
  unfold splitVec, map. rewrite unpack_pack, (moved e n m s J s_2 h) by exact E.
  apply Each.
Qed.
Theorem rule_vectors_in_halves : stmt_vectors_in_halves.
Proof.
  hnf; intros.
  assert (forall d w t H (H' : Windows w 1 s_2 t), w = S d ->
    map (fun r => head 1 h_1 (reduceSeq M e r))
      (slide w 1 s_2 t H' (concat d s_2 t H (fill d e) x))
    = fun i => window M e (nthe e x) (S d) (val i)) as F.
  { intros. extensionality i. apply (slide_window M e monoid_M). auto. }
  rewrite !F by (facts; lia).
  apply (halves A M e s_5 m J s_2 h_4 s_8 s_7 s_6 h_7 h_6 h_5 h_1 h_8
    (window M e (nthe e x) (S k)) (window M e (nthe e x) (S s_1))).
  { facts. lia. }
  intros i. assert (S s_1 = S k + S k) as -> by (facts; lia).
  assert (s_8 = S k) as -> by (facts; lia).
  rewrite (window_twice M e monoid_M). destruct monoid_M as [_ u _].
  destruct (lt_dec _ _); [rewrite u|]; reflexivity.
Qed.
Theorem rule_vectors_of_two : stmt_vectors_of_two.
Proof.
  hnf; intros.
  assert (map (fun r => head 1 h_1 (reduceSeq M e r))
      (slide 2 1 s_1 s_2 h_3 (concat 1 s_1 s_2 h_2 (fill 1 e) x))
    = fun i => window M e (nthe e x) 2 (val i)) as ->.
  { extensionality i. apply (slide_window M e monoid_M 1). reflexivity. }
  assert (x = fun i => nthe e x (val i)) as X.
  { extensionality i. apply nthe_at. }
  replace (splitVec A s_3 J s_1 h_4 x)
    with (splitVec A s_3 J s_1 h_4 (fun i => nthe e x (val i)))
    by (apply (f_equal (splitVec A s_3 J s_1 h_4)); symmetry; exact X).
  apply (halves A M e s_3 k J s_1 h_4 1 s_5 s_4 h_7 h_6 h_5 h_1 h_8 (nthe e x)
    (window M e (nthe e x) 2)).
  { facts. lia. }
  intros i. change 2 with (1 + 1). rewrite (window_twice M e monoid_M).
  destruct monoid_M as [_ u r].
  assert (forall j, window M e (nthe e x) 1 j = nthe e x j) as One.
  { intros. unfold window. replace (S j - (S j - 1)) with 1 by lia.
    replace (S j - 1) with j by lia. apply r. }
  rewrite !One. destruct (lt_dec _ _); [rewrite u|]; reflexivity.
Qed.
Theorem rule_scan_cut : stmt_scan_cut.
Proof. hnf; intros. apply scan_cut. Qed.
Theorem rule_scan_cut_apart : stmt_scan_cut_apart.
Proof. hnf; intros. exact (scan_cut_monoid n m s_1 h_1 h_1 M e monoid_M z x). Qed.
Theorem rule_map_into_scan : stmt_map_into_scan.
Proof. hnf; intros. apply scanSeq_map. Qed.
Theorem rule_scan_scan : stmt_scan_scan.
Proof.
  hnf; intros. apply tolist_inj.
  rewrite tolist_map, !tolist_scan. generalize (tolist x). intros l.
  revert z y. induction l as [|c l IH]; intros; auto.
  cbn [scanl List.map p1 p2]. f_equal. apply IH.
Qed.
Theorem rule_take_scan : stmt_take_scan.
Proof. hnf; intros. apply take_states. Qed.
Theorem rule_take_scan_seq : stmt_take_scan_seq.
Proof. hnf; intros. apply take_states. Qed.
Theorem rule_fold_scan : stmt_fold_scan.
Proof.
  hnf; intros. unfold head, reduceSeq, fill, drop, scanSeq, foldl.
  cbn [val fi]. rewrite firstn_all2; [reflexivity|].
  rewrite tolist_length. facts. lia.
Qed.
