(* Scatters: in parts, onto arrays of their own, in any order. *)
Require Import ZArith.
Require Export Folds Ops.
Local Open Scope nat_scope.

Section Places.
Context {I : Type} (o : ops I).

Theorem scatter_map {A B C n m} (f : A -> C -> A) (g : B -> C) (d : arr A m)
  (is : arr I n) x :
  scatter o f d is (map g x) = scatter o (fun a b => f a (g b)) d is x.
Proof.
  extensionality j. unfold scatter.
  change (zip (map (o_int o) is) (map g x))
    with (map (fun p => P (p1 p) (g (p2 p))) (zip (map (o_int o) is) x)).
  rewrite foldl_map. reflexivity.
Qed.
(* The second part onto what the first one left; any f. *)
Theorem scatter_cut {A B} n k s m H (f : A -> B -> A) (d : arr A m)
  (is : arr I s) (x : arr B s) :
  scatter o f d is x
  = scatter o f (scatter o f d (take n k s H is) (take n k s H x))
      (drop n k s H is) (drop n k s H x).
Proof. extensionality j. unfold scatter. apply (foldl_cut n k s H). Qed.
Theorem scatter_pair {A B C D n m} (f : A -> C -> A) (g : B -> D -> B)
  (d : arr A m) (e : arr B m) (is : arr I n) x y :
  zip (scatter o f d is x) (scatter o g e is y)
  = scatter o (fun s p => P (f (p1 s) (p1 p)) (g (p2 s) (p2 p)))
      (zip d e) is (zip x y).
Proof.
  extensionality j. unfold scatter, zip at 1 4, foldl, tolist.
  generalize (d j), (e j). induction (enum n) as [|i l IH]; intros; auto.
  cbn [List.map fold_left]. rewrite IH. f_equal. unfold put. simpl.
  destruct (Z.eqb _ _); reflexivity.
Qed.
Theorem permute_map {A B n m} (g : A -> B) (d : arr A m) (is : arr I n) x :
  map g (permute o d is x) = permute o (map g d) is (map g x).
Proof.
  extensionality j. unfold permute, scatter, map at 1.
  change (zip (map (o_int o) is) (map g x))
    with (map (fun p => P (p1 p) (g (p2 p))) (zip (map (o_int o) is) x)).
  rewrite foldl_map. apply (foldl_at _ _ g (d j)). intros a b. unfold put; simpl.
  destruct (Z.eqb _ _); reflexivity.
Qed.

Section Monoids.
Context {A} (M : A -> A -> A) (e : A) (Hm : monoid M e).
Lemma put_from j l a :
  fold_left (put M j) l a = M a (fold_left (put M j) l e).
Proof.
  destruct Hm as [As l0 r0]. revert a; induction l as [|p l IH]; simpl; intros.
  - rewrite r0; auto.
  - rewrite IH, (IH (put M j e p)). unfold put at 1 3.
    destruct (Z.eqb _ _); rewrite ?l0, ?As; auto.
Qed.
(* A scatter of one's own, joined in the order of the parts: a monoid is enough,
   it need not be commutative. *)
Theorem scatter_private n k s m H (d : arr A m) (is : arr I s) x :
  scatter o M d is x
  = map (fun p => M (p1 p) (p2 p))
      (zip (scatter o M d (take n k s H is) (take n k s H x))
        (scatter o M (fill m e) (drop n k s H is) (drop n k s H x))).
Proof.
  rewrite (scatter_cut n k s m H). extensionality j.
  unfold scatter at 1, map at 2, zip at 2; simpl. unfold foldl.
  rewrite put_from. reflexivity.
Qed.
(* Parts each of its own. *)
Theorem scatter_privates n k s m E (d : arr A m) (is : arr I s) x j :
  scatter o M d is x j = foldl M (d j) (map (fun h => h j)
    (map (fun p => scatter o M (fill m e) (p1 p) (p2 p))
      (zip (split n k s E is) (split n k s E x)))).
Proof.
  unfold scatter at 1.
  rewrite (foldl_split n k s E), !foldl_map. unfold foldl at 1 3.
  change (split n k s E (zip (map (o_int o) is) x)) with
    (map (fun p => zip (map (o_int o) (p1 p)) (p2 p))
      (zip (split n k s E is) (split n k s E x))).
  rewrite tolist_map, fold_left_map. generalize (d j).
  induction (tolist (zip (split n k s E is) (split n k s E x)));
    simpl; intros; auto.
  rewrite IHl. f_equal. unfold foldl at 1. rewrite put_from. reflexivity.
Qed.
End Monoids.

(* In any order, so also at once: a commutative monoid. *)
Theorem scatter_any_order {A n m} M e (Hm : @cmonoid A M e) (s : fin n -> fin n)
  (Hs : perm s) (d : arr A m) (is : arr I n) x :
  scatter o M d (reorder s is) (reorder s x) = scatter o M d is x.
Proof.
  extensionality j. unfold scatter, foldl.
  change (zip (map (o_int o) (reorder s is)) (reorder s x))
    with (reorder s (zip (map (o_int o) is) x)).
  pose proof (tolist_reorder s (zip (map (o_int o) is) x) Hs) as Q. revert Q.
  generalize (tolist (reorder s (zip (map (o_int o) is) x))),
    (tolist (zip (map (o_int o) is) x)).
  intros l l' Q. generalize (d j). induction Q; simpl; intros; auto.
  - f_equal. destruct Hm as [[As _ _] Co]. unfold put.
    destruct (Z.eqb (p1 x0) _), (Z.eqb (p1 y) _); auto.
    rewrite <- !As, (Co (p2 y)). reflexivity.
  - rewrite IHQ1. auto.
Qed.
End Places.
