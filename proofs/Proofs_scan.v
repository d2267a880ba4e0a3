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
Theorem rule_scan_then_propagate : stmt_scan_then_propagate.
Proof.
  hnf; intros. cbv zeta.
  rewrite (scan_then_propagate M e monoid_M I J s_1 h_1).
  apply (f_equal (join I J s_1 h_1)).
  apply (f_equal (fun c => map (fun p => map (M (p1 p)) (p2 p)) (zip c _))).
  symmetry. apply exclusive.
Qed.
Theorem rule_scan_windows : stmt_scan_windows.
Proof.
  hnf; intros. extensionality i. unfold map.
  rewrite (slide_window M e monoid_M n) by (facts; lia).
  apply (scan_window M e monoid_M). bounds. facts. lia.
Qed.
Theorem rule_windows_in_halves : stmt_windows_in_halves.
Proof.
  hnf; intros. cbv zeta.
  assert (map (fun r => head 1 h_1 (reduceSeq M e r))
    (slide s_5 1 w s_4 h_5 (concat k w s_4 h_4 (fill k e) x))
    = fun i => window M e (nthe e x) (S k) (val i)) as ->.
  { extensionality i. apply (slide_window M e monoid_M). facts. lia. }
  unfold lanes, mapVec. rewrite unpack_pack.
  cbn [vc vpair unpack p1 p2].
  rewrite !lanes_head.
  extensionality i. unfold map, zip. cbn [p1 p2].
  rewrite (slide_window M e monoid_M s_1) by (facts; lia).
  rewrite (moved e s_5 w s_6).
  assert (S s_1 = S k + S k) as -> by (facts; lia).
  assert (s_5 = S k) as -> by (facts; lia).
  rewrite (window_twice M e monoid_M). destruct monoid_M as [_ l _].
  destruct (lt_dec _ _) as [L|L]. { rewrite l. reflexivity. }
  unfold nthe at 3. bounds.
  destruct (lt_dec _ _) as [L'|L']; [reflexivity|lia].
Qed.
Theorem rule_windows_of_two : stmt_windows_of_two.
Proof.
  hnf; intros. unfold lanes, mapVec. rewrite unpack_pack.
  cbn [vc vpair unpack p1 p2].
  rewrite !lanes_head.
  extensionality i. unfold map, zip. cbn [p1 p2].
  rewrite (slide_window M e monoid_M 1) by reflexivity.
  rewrite (moved e 1 w s_1).
  change 2 with (1 + 1). rewrite (window_twice M e monoid_M).
  destruct monoid_M as [_ l r]. rewrite (nthe_at e x i).
  assert (forall j, window M e (nthe e x) 1 j = nthe e x j) as W.
  { intros. unfold window. replace (S j - (S j - 1)) with 1 by lia.
    replace (S j - 1) with j by lia. apply r. }
  rewrite !W. destruct (lt_dec _ _); [rewrite l|]; reflexivity.
Qed.
(* Rows, each from the last state of the one before. *)
Lemma rows_from_last {A} (M : A -> A -> A) n m (last : arr A n -> A)
  (step : arr A n -> arr A n -> arr A n) Z (R : arr (arr A n) m) :
  (forall c v, step c v = scan M (last c) v) ->
  (forall a v, last (scan M a v) = foldl M a v) ->
  scanSeq step Z R = map (fun p => scanSeq M (p1 p) (p2 p))
    (zip (before (fun a r => foldl M a r) (last Z) R) R).
Proof.
  intros S L. apply tolist_inj.
  rewrite tolist_scan, tolist_map, tolist_zip, map_map. cbn [p1 p2].
  assert (forall l Z, scanl step Z l = List.map
    (fun p => scan M (fst p) (snd p))
    (combine (scanx (fun a r => foldl M a r) (last Z) l) l)) as G.
  { induction l as [|r l IH]; intros; auto. cbn [scanl scanx combine List.map fst snd].
    rewrite S, IH, L. reflexivity. }
  rewrite G, <- tolist_before, combine_tolist, map_map. reflexivity.
Qed.
Theorem rule_scan_vectors : stmt_scan_vectors.
Proof.
  hnf; intros. set (last := fun c : arr A s_1 => head 1 h_2 (drop k 1 s_1 h_1 c)).
  set (step := fun c v : arr A s_1 => map (M (last c)) (scan M e v)).
  unfold joinVec. change (scan M z x) with (scanSeq M z x).
  rewrite (scan_blocks s_1 J s_2 h_4).
  apply (f_equal (join s_1 J s_2 h_4)). symmetry.
  transitivity (scanSeq step (fill s_1 z) (split s_1 J s_2 h_4 x)).
  2: { apply (rows_from_last M s_1 J last).
    - intros. symmetry. apply (scan_from M e monoid_M).
    - intros. unfold last, head, drop, scan, scanSeq, foldl. cbn [val fi].
      rewrite firstn_all2; auto. rewrite tolist_length. facts. lia. }
  extensionality i. unfold map at 1.
  rewrite (scanSeq_at _ (fun c v => step c (unpack v)) unpack).
  - unfold splat, splitVec. rewrite unpack_pack, scanSeq_map.
    apply (f_equal (fun f => scanSeq f _ _ i)).
    extensionality c; extensionality v. rewrite unpack_pack. reflexivity.
  - intros c v. unfold mapVec, splat, lanes. rewrite unpack_pack.
    cbn [vc vpair unpack p1 p2]. rewrite lanes_head, unpack_pack. reflexivity.
Qed.
Theorem rule_scan_cut : stmt_scan_cut.
Proof. hnf; intros. apply scan_cut. Qed.
Theorem rule_scan_cut_apart : stmt_scan_cut_apart.
Proof. hnf; intros. exact (scan_cut_monoid n m s_1 h_1 h_1 M e monoid_M z x). Qed.
Theorem rule_map_into_scan : stmt_map_into_scan.
Proof. hnf; intros. apply scanSeq_map. Qed.
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
