(* scatter.rules. *)
Require Import Scatters Scans Proofs_scan Statements.

Theorem rule_scatter_map : stmt_scatter_map.
Proof. hnf; intros. apply scatter_map. Qed.
Theorem rule_scatter_pair : stmt_scatter_pair.
Proof. hnf; intros. apply scatter_pair. Qed.
Theorem rule_scatter_cut : stmt_scatter_cut.
Proof. hnf; intros. apply scatter_cut. Qed.
Theorem rule_scatter_twice : stmt_scatter_twice.
Proof.
  hnf; intros. rewrite (scatter_cut _ n k s_1 m h_1).
  rewrite !take_concat, !drop_concat. reflexivity.
Qed.
Theorem rule_scatter_private : stmt_scatter_private.
Proof. hnf; intros. apply scatter_private; auto. Qed.
Theorem rule_scatter_privates : stmt_scatter_privates.
Proof.
  hnf; intros. extensionality j.
  rewrite (scatter_privates _ M e monoid_M n k s_1 m h_2).
  apply (foldl_from M e monoid_M).
Qed.
(* Columns of rows of which the last is apart. *)
Lemma column_and_last {A k m s} (M : A -> A -> A) e (H : Eq s (k + 1))
  (rows : arr (arr A m) k) last j :
  foldl M e (transpose (concat k 1 s H rows (fill 1 last)) j)
  = M (foldl M e (map (fun h => h j) rows)) (last j).
Proof.
  change (transpose ?c j) with (map (fun h => h j) c).
  rewrite !foldl_map, foldl_concat. reflexivity.
Qed.
Theorem rule_scatter_privates_rest : stmt_scatter_privates_rest.
Proof.
  hnf; intros. extensionality j.
  rewrite (scatter_private _ M e monoid_M s_1 r s_2 m h_2 d is x).
  transitivity (M (d j) (foldl M e (transpose (concat k 1 s_3 h_4
    (map (fun p => scatter ops_I M (fill m e) (p1 p) (p2 p))
      (zip (split n k s_1 h_3 (take s_1 r s_2 h_2 is))
        (split n k s_1 h_3 (take s_1 r s_2 h_2 x))))
    (fill 1 (scatter ops_I M (fill m e) (drop s_1 r s_2 h_2 is)
      (drop s_1 r s_2 h_2 x)))) j))); [|reflexivity].
  rewrite column_and_last, (assoc M e monoid_M), <- (foldl_from M e monoid_M).
  rewrite <- (scatter_privates _ M e monoid_M n k s_1 m h_3). reflexivity.
Qed.
Theorem rule_scatter_any_order : stmt_scatter_any_order.
Proof.
  hnf; intros. symmetry.
  exact (scatter_any_order _ M e cmonoid_M s perm_s d is x).
Qed.
Theorem rule_permute_map : stmt_permute_map.
Proof. hnf; intros. apply permute_map. Qed.
Theorem rule_filter_chunks : stmt_filter_chunks.
Proof.
  hnf; intros. cbv zeta.
  rewrite (scan_beside M e monoid_M I J s_1 h_2 s_2 h_3 h_4).
  apply (f_equal (P _)).
  exact (carry_after M e monoid_M I J s_1 h_2 s_2 h_3 h_4 h_1 z x).
Qed.
Theorem rule_filter_chunks_rest : stmt_filter_chunks_rest.
Proof.
  hnf; intros. cbv zeta.
  rewrite (beside_cut s_1 K s_2 h_2 M z g u x).
  rewrite (scan_beside M e monoid_M I J s_1 h_3 s_3 h_4 h_5).
  rewrite (join_one K h_6 h_1).
  change (reduce M z x) with (fill 1 (foldl M z x)).
  pose proof (carry_after M e monoid_M I J s_1 h_3 s_3 h_4 h_5 h_1 z
    (take s_1 K s_2 h_2 x)) as Q.
  change (map (foldl M e) (split I J s_1 h_3 (take s_1 K s_2 h_2 x)))
    with (map (fun r => head 1 h_1 (reduce M e r))
      (split I J s_1 h_3 (take s_1 K s_2 h_2 x))) in Q.
  rewrite (foldl_cut s_1 K s_2 h_2 M z x).
  rewrite Q, (head_rows K h_6 h_1). reflexivity.
Qed.
(* -- states by index -------------------------------------------------------- *)

Section States.
Context {I : Type} (o : ops I) {A : Type} (M : A -> A -> A) (e : A)
  (Hm : monoid M e).

Lemma before_puts {n k} j z (R : arr (arr (pr BinNums.Z A) n) k) :
  before (fun a r => foldl (put M j) a r) z R
  = before M z (map (foldl (put M j) e) R).
Proof.
  extensionality i. unfold before. rewrite tolist_map, firstn_map, fold_left_map.
  generalize (firstn (val i) (tolist R)). intros l; revert z.
  induction l; simpl; intros; auto. rewrite IHl. f_equal.
  unfold foldl. apply (put_from M e Hm).
Qed.

(* Each chunk from what those before it add up to at its places. *)
Theorem states_chunks n k s m (H : Eq s (n * k)) (Q : Positive m)
  (d : arr A m) (is : arr I s) x :
  scanByIndex o m Q M d is x
  = join n k s H (map (fun p => scanByIndex o m Q M (p1 p) (p1 (p2 p)) (p2 (p2 p)))
      (zip (transpose (map (fun p => before M (p1 p) (p2 p))
             (zip d (transpose
               (map (fun p => scatter o M (fill m e) (p1 p) (p2 p))
                 (zip (split n k s H is) (split n k s H x)))))))
        (zip (split n k s H is) (split n k s H x)))).
Proof.
  extensionality i.
  pose proof (f_equal (fun y => y i) (join_split n k s H H is)) as R.
  unfold join in R. cbn beta in R.
  transitivity (element o m Q (fun j =>
    scanSeq (put M (val j)) (d j) (zip (map (o_int o) is) x) i)
    (split n k s H is (fi _ (div_lt n k s _ H (lt_of i)))
      (fi _ (mod_lt n k s _ H (lt_of i))))).
  { rewrite R. reflexivity. }
  unfold element.
  pose proof (fun j => scan_blocks n k s H (put M (val j)) (d j)
    (zip (map (o_int o) is) x)) as B.
  rewrite B, before_puts. reflexivity.
Qed.

(* Two parts, the second from what the first leaves; any function. *)
Theorem states_cut {B} n k s m (H : Eq s (n + k)) (Q : Positive m)
  (f : A -> B -> A) (d : arr A m) (is : arr I s) (x : arr B s) :
  scanByIndex o m Q f d is x
  = concat n k s H
      (scanByIndex o m Q f d (take n k s H is) (take n k s H x))
      (scanByIndex o m Q f (scatter o f d (take n k s H is) (take n k s H x))
        (drop n k s H is) (drop n k s H x)).
Proof.
  extensionality i.
  pose proof (f_equal (fun y => y i) (concat_halves n k s H H H is)) as R.
  unfold scanByIndex at 1. rewrite <- R. unfold element.
  rewrite (scan_cut n k s H H). unfold concat.
  destruct (lt_dec (val i) n); reflexivity.
Qed.
End States.

(* An exclusive scan and, behind it, what all add up to. *)
Lemma last_state {A} (M : A -> A -> A) J t (H1 : Eq t (1 + J))
  (H2 : Eq t (J + 1)) (H3 : Positive 1) z (y : arr A J) :
  head 1 H3 (drop J 1 t H2 (concat 1 J t H1 (fill 1 z) (scan M z y)))
  = foldl M z y.
Proof.
  unfold head, drop, concat, fill, scan, scanSeq, foldl. cbn [val fi].
  destruct (lt_dec _ _) as [L|L].
  - assert (length (tolist y) = 0) as E by (rewrite tolist_length; lia).
    destruct (tolist y); [reflexivity|discriminate].
  - rewrite firstn_all2; [reflexivity|]. rewrite tolist_length. lia.
Qed.

(* The first of rows, and some of the next one. *)
Lemma firstn_rows {A n} (l : list (arr A n)) j r g :
  nth_error l j = Some r -> g <= n ->
  firstn (j * n + g) (flat_map tolist l)
  = flat_map tolist (firstn j l) ++ firstn g (tolist r).
Proof.
  revert j; induction l as [|a l IH]; intros [|j] E G; try discriminate E.
  - injection E as ->. cbn [flat_map firstn Nat.mul Nat.add app].
    rewrite firstn_app, tolist_length.
    replace (g - n) with 0 by lia. rewrite firstn_O, app_nil_r. reflexivity.
  - cbn [nth_error] in E. cbn [flat_map firstn].
    rewrite firstn_app, tolist_length.
    rewrite firstn_all2 by (rewrite tolist_length; nia).
    replace (S j * n + g - n) with (j * n + g) by nia.
    rewrite (IH j E G), app_assoc. reflexivity.
Qed.
Lemma nth_enum n (j : fin n) : nth_error (enum n) (val j) = Some j.
Proof.
  pose proof (lt_of j) as L.
  assert (nth_error (List.map val (enum n)) (val j) = Some (val j)) as E.
  { rewrite enum_vals.
    rewrite (nth_error_nth' _ 0) by (rewrite seq_length; lia).
    rewrite seq_nth by lia. reflexivity. }
  rewrite nth_error_map in E.
  destruct (nth_error (enum n) (val j)) as [i|]; [|discriminate].
  injection E as E. f_equal. apply fin_eq. exact E.
Qed.
Lemma before_rows {A B} n m s H (f : A -> B -> A) z (x : arr B s) j g :
  split n m s H (before f z x) j g
  = before f (before (fun a r => foldl f a r) z (split n m s H x) j)
      (split n m s H x j) g.
Proof.
  unfold split at 1. unfold before at 1. cbn [val fi].
  rewrite (tolist_split n m s H x).
  rewrite (firstn_rows _ (val j) (split n m s H x j) (val g)).
  - rewrite fold_left_app, fold_left_flat. reflexivity.
  - unfold tolist at 1. rewrite nth_error_map, nth_enum. reflexivity.
  - pose proof (lt_of g). lia.
Qed.
(* Of columns, one after the other. *)
Lemma before_columns {A} (M : A -> A -> A) e (Hm : monoid M e) J m s
  (H : Eq s (J * m)) z (h : arr (arr A m) J) g j :
  transpose (split J m s H (before M z (join J m s H (transpose h)))) g j
  = before M (before M z (map (foldl M e) (transpose h)) j) (transpose h j) g.
Proof.
  unfold transpose at 1. rewrite before_rows, split_join.
  rewrite (before_folds M e Hm). reflexivity.
Qed.

Lemma exclusive_scan {A n} s (M : A -> A -> A) z (x : arr A n)
  (H : Eq s (1 + n)) (H' : Eq s (n + 1)) :
  take n 1 s H' (concat 1 n s H (fill 1 z) (scan M z x)) = before M z x.
Proof. exact (exclusive s M z x H H'). Qed.
Lemma exclusive_columns {A n m} s (M : A -> A -> A) (H : Eq s (1 + n))
  (H' : Eq s (n + 1)) (w : arr (pr A (arr A n)) m) :
  map (fun p => take n 1 s H' (concat 1 n s H (fill 1 (p1 p))
    (scan M (p1 p) (p2 p)))) w
  = map (fun p => before M (p1 p) (p2 p)) w.
Proof. extensionality j. exact (exclusive s M _ _ H H'). Qed.
Theorem rule_states_chunks : stmt_states_chunks.
Proof.
  hnf; intros. rewrite exclusive_columns. apply states_chunks; assumption.
Qed.
Theorem rule_states_chunks_rest : stmt_states_chunks_rest.
Proof.
  hnf; intros. cbv zeta.
  rewrite (states_cut ops_K s_2 r s_3 m h_3 h_1 M d is x).
  rewrite (states_chunks ops_K M e monoid_M I J s_2 m h_4).
  set (rows := map (fun p => scatter ops_K M (fill m e) (p1 p) (p2 p))
    (zip (split I J s_2 h_4 (take s_2 r s_3 h_3 is))
      (split I J s_2 h_4 (take s_2 r s_3 h_3 x)))).
  set (y := transpose (map (fun x_0 : pr A (arr A J) => concat 1 J s_1 h_2
    (fill 1 (p1 x_0)) (scan M (p1 x_0) (p2 x_0))) (zip d (transpose rows)))).
  assert (take J 1 s_1 h_5 y = transpose (map (fun p => before M (p1 p) (p2 p))
    (zip d (transpose rows)))) as ->.
  { extensionality g; extensionality j. exact (f_equal (fun c => c g)
      (exclusive_scan s_1 M (d j) (transpose rows j) h_2 h_5)). }
  assert (head 1 h_6 (drop J 1 s_1 h_5 y) = scatter ops_K M d
    (take s_2 r s_3 h_3 is) (take s_2 r s_3 h_3 x)) as ->.
  { extensionality j. etransitivity.
    - exact (last_state M J s_1 h_2 h_5 h_6 (d j) (transpose rows j)).
    - symmetry.
      exact (scatter_privates _ M e monoid_M I J s_2 m h_4 d _ _ j). }
  reflexivity.
Qed.
(* What each place has in all is what its column adds up to. *)
Lemma counts {A K} (o : ops K) (M : A -> A -> A) e (Hm : monoid M e) n k s m
  (H : Eq s (n * k)) (is : arr K s) x :
  scatter o M (fill m e) is x
  = map (foldl M e) (transpose
      (map (fun p => scatter o M (fill m e) (p1 p) (p2 p))
        (zip (split n k s H is) (split n k s H x)))).
Proof.
  extensionality j. rewrite (scatter_privates o M e Hm n k s m H). reflexivity.
Qed.
Theorem rule_places_chunks : stmt_places_chunks.
Proof.
  hnf; intros. rewrite !exclusive_scan.
  rewrite (states_chunks ops_K M e monoid_M I J s_2 m h_4).
  rewrite (counts ops_K M e monoid_M I J s_2 m h_4 is x).
  apply (f_equal (join I J s_2 h_4)).
  apply (f_equal (fun t => map _ (zip t _))).
  extensionality g; extensionality j.
  rewrite (before_columns M e monoid_M). reflexivity.
Qed.
(* The same with a rest. *)
Lemma column {A k m s} (H : Eq s (k + 1)) (rows : arr (arr A m) k) last j :
  transpose (concat k 1 s H rows last) j
  = concat k 1 s H (transpose rows j) (transpose last j).
Proof.
  extensionality i. unfold transpose, concat.
  destruct (lt_dec (val i) k); reflexivity.
Qed.
Lemma before_first {A B} n m s H H' (f : A -> B -> A) z (x : arr B n) y :
  take n m s H (before f z (concat n m s H' x y)) = before f z x.
Proof.
  extensionality i. unfold before, take. cbn [val fi].
  rewrite tolist_concat, firstn_app, tolist_length.
  pose proof (lt_of i). replace (val i - n) with 0 by lia.
  rewrite firstn_O, app_nil_r. reflexivity.
Qed.
Lemma before_last {A B} n s H H' H1 (f : A -> B -> A) z (x : arr B n) y :
  head 1 H1 (drop n 1 s H (before f z (concat n 1 s H' x y))) = foldl f z x.
Proof.
  unfold before, drop, head. cbn [val fi].
  rewrite tolist_concat, firstn_app, tolist_length.
  replace (n + 0 - n) with 0 by lia. rewrite firstn_O, app_nil_r.
  rewrite firstn_all2 by (rewrite tolist_length; lia). reflexivity.
Qed.
Lemma counts_rest {A K} (o : ops K) (M : A -> A -> A) e (Hm : monoid M e)
  n k r s s' t m (H : Eq s (n * k)) (H' : Eq s' (s + r)) (T : Eq t (k + 1))
  (is : arr K s') x :
  scatter o M (fill m e) is x
  = map (foldl M e) (transpose (concat k 1 t T
      (map (fun p => scatter o M (fill m e) (p1 p) (p2 p))
        (zip (split n k s H (take s r s' H' is))
          (split n k s H (take s r s' H' x))))
      (fill 1 (scatter o M (fill m e) (drop s r s' H' is)
        (drop s r s' H' x))))).
Proof.
  extensionality j. rewrite (scatter_private o M e Hm s r s' m H').
  change (map (foldl M e) ?h j) with (foldl M e (h j)).
  rewrite column_and_last.
  pose proof (scatter_privates o M e Hm n k s m H (fill m e)
    (take s r s' H' is) (take s r s' H' x) j) as Q.
  exact (f_equal (fun a => M a _) Q).
Qed.
Theorem rule_places_chunks_rest : stmt_places_chunks_rest.
Proof.
  hnf; intros. cbv zeta. rewrite !exclusive_scan.
  rewrite (counts_rest ops_K M e monoid_M I J r s_2 s_3 s_4 m h_5 h_4 h_6 is x).
  set (rows := map (fun p => scatter ops_K M (fill m e) (p1 p) (p2 p))
    (zip (split I J s_2 h_5 (take s_2 r s_3 h_4 is))
      (split I J s_2 h_5 (take s_2 r s_3 h_4 x)))).
  set (all := concat J 1 s_4 h_6 rows _).
  set (d := before M z (map (foldl M e) (transpose all))).
  set (y := transpose (split s_4 m s_5 h_7 _)).
  assert (forall g j, y g j = before M (d j) (concat J 1 s_4 h_6
    (transpose rows j) (transpose (fill 1 (scatter ops_K M (fill m e)
      (drop s_2 r s_3 h_4 is) (drop s_2 r s_3 h_4 x))) j)) g) as Y.
  { intros g j. rewrite <- (column h_6).
    exact (before_columns M e monoid_M s_4 m s_5 h_7 z all g j). }
  rewrite (states_cut ops_K s_2 r s_3 m h_4 h_3 M d is x).
  rewrite (states_chunks ops_K M e monoid_M I J s_2 m h_5).
  assert (take J 1 s_4 h_6 y = transpose (map (fun p => before M (p1 p) (p2 p))
    (zip d (transpose rows)))) as ->.
  { extensionality g; extensionality j. etransitivity; [apply Y|].
    exact (f_equal (fun c => c g) (before_first J 1 s_4 h_6 h_6 M (d j)
      (transpose rows j) _)). }
  assert (head 1 h_10 (drop J 1 s_4 h_6 y) = scatter ops_K M d
    (take s_2 r s_3 h_4 is) (take s_2 r s_3 h_4 x)) as ->.
  { extensionality j. etransitivity; [apply Y|]. etransitivity.
    - exact (before_last J s_4 h_6 h_6 h_10 M (d j) (transpose rows j) _).
    - symmetry.
      exact (scatter_privates _ M e monoid_M I J s_2 m h_5 d _ _ j). }
  reflexivity.
Qed.
(* The places of some indices need no more than the counts of these. *)
Lemma exclusive_at {A B n} s (f : A -> B -> A) z (x : arr B n)
  (H : Eq s (1 + n)) i :
  concat 1 n s H (fill 1 z) (scanSeq f z x) i
  = fold_left f (firstn (val i) (tolist x)) z.
Proof.
  unfold concat, fill. destruct (lt_dec _ _).
  - assert (val i = 0) as E by lia. rewrite E. reflexivity.
  - unfold scanSeq. cbn [val fi].
    replace (S (val i - 1)) with (val i) by lia. reflexivity.
Qed.
Lemma fewer_places {A} (M : A -> A -> A) z J m r k s t u v s' t'
  (x : arr (arr A J) k) (K : Eq k (m + r)) (H : Eq s (J * k))
  (T : Eq t (1 + s)) (V : Eq t (s' + v)) (H' : Eq s' (J * m))
  (T' : Eq t' (1 + s')) (V' : Eq t' (s' + u)) :
  take s' v t V (concat 1 s t T (fill 1 z) (scan M z (join J k s H x)))
  = take s' u t' V' (concat 1 s' t' T' (fill 1 z)
      (scan M z (join J m s' H' (take m r k K x)))).
Proof.
  extensionality i. unfold take at 1 2.
  change (@scan A) with (@scanSeq A A). rewrite !exclusive_at. cbn [val fi].
  rewrite !tolist_join, (tolist_cut m r k K x), flat_map_app, firstn_app.
  rewrite <- (tolist_join J m s' H' (take m r k K x)), tolist_length.
  pose proof (lt_of i). replace (val i - s') with 0 by lia.
  rewrite firstn_O, app_nil_r. reflexivity.
Qed.
