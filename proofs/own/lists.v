(* lists.rules; and lists at which the statements are computed, as long as a
   number says. *)
Require Import Rows Prims Ops Sample OwnStatements.
Local Open Scope nat_scope.

Global Instance sample_upto A n `{Sample A} : Sample (upto A n) := {|
  sample k := Upto _ (first_fits (mix k 5) (sample k : arr A n));
  digest x := List.fold_right (fun a => mix (digest a)) 0 (items x);
  show x := length (items x) :: flat_map show (items x) |}.

Theorem rule_map_upTo : stmt_map_upTo.
Proof. hnf; intros. apply upTo_map. Qed.
Theorem rule_scan_upTo : stmt_scan_upTo.
Proof. hnf; intros. apply scan_upTo. Qed.
Theorem rule_full_map : stmt_full_map.
Proof. hnf; intros. apply full_map. Qed.
Theorem rule_bucket_map : stmt_bucket_map.
Proof. hnf; intros. unfold element. apply bucket_map. Qed.
(* Two arrays are what their concatenation is cut into. *)
Lemma bucket_of_parts {A I} (o : ops I) n m s H k (f : A -> I) (x : arr A s) j :
  bucket o k f x j
  = concatList n m s H (bucket o k f (take n m s H x) j)
      (bucket o k f (drop n m s H x) j).
Proof.
  apply upto_eq; simpl. unfold rowOfKey.
  rewrite (tolist_cut n m s H x) at 1. apply filter_app.
Qed.
Theorem rule_bucket_cut : stmt_bucket_cut.
Proof. hnf; intros. unfold element. apply bucket_of_parts. Qed.
Theorem rule_fold_append : stmt_fold_append.
Proof.
  hnf; intros. unfold element.
  match goal with H : Eq s_1 (n + m) |- _ =>
    rewrite (bucket_of_parts ops_I n m s_1 H) end.
  unfold head, foldList; simpl. apply fold_left_app.
Qed.
Theorem rule_bucket_order : stmt_bucket_order.
Proof. hnf; intros. unfold element. apply bucket_order. Qed.
Lemma fold_left_apart {A} M e (H : @monoid A M e) l a :
  fold_left M l a = M a (fold_left M l e).
Proof.
  rewrite !(fold_left_right M e H). destruct H as [_ unit _].
  rewrite unit. reflexivity.
Qed.
Theorem rule_fold_of_kept_apart : stmt_fold_of_kept_apart.
Proof.
  hnf; intros. unfold element.
  match goal with H : Eq s_1 (n + m) |- _ =>
    rewrite (bucket_of_parts ops_I n m s_1 H) end.
  unfold head, foldList; simpl. rewrite fold_left_app.
  apply (fold_left_apart M e monoid_M).
Qed.
Theorem rule_fold_map_list : stmt_fold_map_list.
Proof. hnf; intros. unfold head, foldList; simpl. apply fold_left_map. Qed.
Lemma states_map {A B C} (f : A -> C -> A) (g : B -> C) l : forall z,
  states f z (List.map g l) = states (fun a b => f a (g b)) z l.
Proof. induction l; simpl; intros; f_equal; auto. Qed.
Theorem rule_scan_map_list : stmt_scan_map_list.
Proof. hnf; intros. apply upto_eq; simpl. apply states_map. Qed.
Theorem rule_map_map_list : stmt_map_map_list.
Proof. hnf; intros. apply upto_eq; simpl. apply map_map. Qed.
Lemma states_app {A B} (f : A -> B -> A) l l' : forall z,
  states f z (l ++ l') = states f z l ++ states f (fold_left f l z) l'.
Proof. induction l; simpl; intros; f_equal; auto. Qed.
Theorem rule_scan_append : stmt_scan_append.
Proof.
  hnf; intros. unfold element.
  match goal with H : Eq s_1 (n + m) |- _ =>
    rewrite (bucket_of_parts ops_I n m s_1 H) end.
  apply upto_eq; simpl. apply states_app.
Qed.
