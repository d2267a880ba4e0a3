(* The tactic `canonical`: both sides of the step of that name are computed to
   functions of their indices and compared from outside in. *)
Require Export Canonical.
Require Import Lia ZifyNat ZifyBool.

(* -- numbers ---------------------------------------------------------------- *)

Ltac vals := repeat progress rewrite ?val_row, ?val_quo, ?val_rem, ?val_take,
  ?val_drop, ?val_window, ?val_clamp, ?val_wrap, ?val_mirror, ?val_first,
  ?val_element, ?val_stride, ?val_back; cbv zeta.
(* In a hypothesis, the goal aside. *)
Ltac inside H computes := match goal with |- ?g =>
  let G := fresh "G" in set (G := g); revert H; computes; intros H;
  unfold G; clear G end.

(* A statement about numbers: sizes are their values. *)
Ltac sized := repeat match goal with
  | E : Z.of_nat ?n = _ |- context [Z.of_nat ?n] => rewrite E
  | E : Z.of_nat ?n = _, H : context [Z.of_nat ?n] |- _ =>
    lazymatch type of H with Z.of_nat n = _ => fail | _ => rewrite E in H end
  end.
Ltac numbers := bounds; zify; sized; lia.

(* What is declared of the integers of an input. *)
Ltac new_fact R := let T := type of R in
  lazymatch goal with _ : T |- _ => fail | _ => pose proof R end.
Ltac declared := repeat match goal with
  | R : forall i, (_ <= o_int ?o (@?x i) <= _)%Z |- context [o_int ?o ?a] =>
    let i := open_constr:(_) in
    let b := eval cbv beta in (x i) in unify b a; new_fact (R i)
  | R : forall i j, (_ <= o_int ?o (@?x i j) <= _)%Z
    |- context [o_int ?o ?a] =>
    let i := open_constr:(_) in let j := open_constr:(_) in
    let b := eval cbv beta in (x i j) in unify b a; new_fact (R i j)
  end.

(* What an integer of a program is, as a number. *)
Ltac ints := declared; repeat match goal with
  | H : integers ?o _ _ |- context [o_int ?o (?f ?a)] =>
    lazymatch f with
    | o_lit o => rewrite (int_lit _ _ _ H a) by numbers
    | o_neg o => rewrite (int_neg _ _ _ H a) by (ints; numbers)
    | o_add o ?b => rewrite (int_add _ _ _ H b a) by (ints; numbers)
    | o_sub o ?b => rewrite (int_sub _ _ _ H b a) by (ints; numbers)
    | o_mul o ?b => rewrite (int_mul _ _ _ H b a) by (ints; numbers)
    | o_div o ?b => rewrite (int_div _ _ _ H b a) by (ints; numbers)
    | o_rem o ?b => rewrite (int_rem _ _ _ H b a) by (ints; numbers)
    | o_min o ?b => rewrite (int_min _ _ _ H b a)
    | o_max o ?b => rewrite (int_max _ _ _ H b a)
    | ?c => match goal with
      | K : converts ?p o c, H' : integers ?p _ _ |- _ =>
        rewrite (K a); pose proof (int_range _ _ _ H' a) end
    end end.
(* An element by a number is at that place. *)
Ltac is_number n := lazymatch n with O => idtac | S ?m => is_number m end.
Ltac is_integer z := lazymatch z with
  | Z0 => idtac | Zpos _ => idtac | Zneg _ => idtac end.
Ltac places := repeat match goal with
  |- context [Nat.min (Z.to_nat ?z) (?n - 1)] => is_integer z; is_number n;
    let k := eval compute in (Nat.min (Z.to_nat z) (n - 1)) in
    change (Nat.min (Z.to_nat z) (n - 1)) with k end.
Ltac values := vals; ints; places.
Ltac halves := repeat match goal with
  |- context [if ?a <? ?b then _ else _] => destruct (Nat.ltb_spec a b) end.
(* Of elements that are numbers: the same one by its own index. *)
Ltac settled := repeat match goal with
  i : fin ?n |- context [o_int _ (?x (element_ix ?n ?H ?z))] =>
    is_var x; replace (element_ix n H z) with i
      by (apply fin_eq; vals; ints; numbers) end.
Ltac number := settled; values; halves; numbers.

(* -- both sides ------------------------------------------------------------- *)

Ltac beta := cbv beta iota delta [p1 p2].
(* Arrays to functions of indices. *)
Ltac computed :=
  cbv beta delta [splitInto reducePart mapWorkgroup mapLocal mapGlobal
    mapInGroups mapSeq mapSeqUnroll reduceSeqUnroll toLocal toGlobal toPrivate
    splitVec joinVec];
  change @split with @split'; change @join with @join';
  change @take with @take'; change @drop with @drop';
  change @slide with @slide'; change @padClamp with @padClamp';
  change @padWrap with @padWrap'; change @padMirror with @padMirror';
  change @head with @head'; change @element with @element';
  rewrite ?concat_halves;
  cbv beta iota delta [p1 p2 arr map zip unzip2 unzip3 unzip4 split' join'
    transpose take' drop' slide' padClamp' padWrap' padMirror' head' element'
    concat' fill reorder reorderStride reduce reduceSeq generate each2 scan
    mapVec splat lanes pack unpack vc el vscalar vpair varr].

Lemma pr_eq {A B} (x y : pr A B) : p1 x = p1 y -> p2 x = p2 y -> x = y.
Proof.
  intros E F. change (P (p1 x) (p2 x) = P (p1 y) (p2 y)). congruence.
Qed.
Lemma app_eq {A B} (f g : A -> B) a b : f = g -> a = b -> f a = g b.
Proof. congruence. Qed.

(* What a choice at the head is by. *)
Ltac condition c := lazymatch c with
  | negb ?a => condition a
  | andb ?a _ => condition a
  | orb ?a _ => condition a
  | _ => c end.
Ltac scrutinee t := lazymatch t with
  | either _ _ ?h => h
  | (if ?c then _ else _) => condition c
  | p1 ?u => scrutinee u
  | p2 ?u => scrutinee u
  | ?f _ => scrutinee f end.
Ltac fold_of t := lazymatch t with
  | foldl _ _ _ => t
  | p1 ?u => fold_of u
  | p2 ?u => fold_of u
  | ?f _ => fold_of f end.
Ltac loop_of t := lazymatch t with
  | foldl _ _ _ => t
  | iterate _ _ _ => t
  | iterateUntil _ _ _ _ => t
  | p1 ?u => loop_of u
  | p2 ?u => loop_of u
  | ?f _ => loop_of f end.
(* What is left of parts of the state. *)
Ltac state_of t := lazymatch t with
  | p1 ?u => state_of u
  | p2 ?u => state_of u
  | _ => t end.
Ltac scan_of t := lazymatch t with
  | scanSeq _ _ _ _ => t
  | p1 ?u => scan_of u
  | p2 ?u => scan_of u
  | ?f _ => scan_of f end.
Ltac compared spec := let L := fresh "L" in
  destruct spec as [L | L]; inside L values.
(* By a comparison of integers in it. *)
Ltac by_integers c := match goal with H : integers ?o _ _ |- _ => match c with
  | context [o_gt o ?a ?b] => match goal with K : commutes o |- _ =>
    rewrite (turn_gt _ K a b) in *; by_integers (o_lt o b a) end
  | context [o_ge o ?a ?b] => match goal with K : commutes o |- _ =>
    rewrite (turn_ge _ K a b) in *; by_integers (o_le o b a) end
  | context [o_lt o ?a ?b] => rewrite (int_lt _ _ _ H a b);
    compared (Z.ltb_spec (o_int o a) (o_int o b))
  | context [o_le o ?a ?b] => rewrite (int_le _ _ _ H a b);
    compared (Z.leb_spec (o_int o a) (o_int o b))
  | context [o_eq o ?a ?b] => rewrite (int_equal _ _ _ H a b);
    compared (Z.eqb_spec (o_int o a) (o_int o b))
  | context [o_ne o ?a ?b] => rewrite (int_other _ _ _ H a b);
    compared (Z.eqb_spec (o_int o a) (o_int o b))
  end end.
Ltac value n := match goal with
  | E : Z.of_nat n = ?v |- _ => v
  | _ => eval cbv in (Z.of_nat n) end.
Ltac size_of v := match goal with
  | E : Z.of_nat ?n = v |- _ => n
  | _ => eval cbv in (Z.to_nat v) end.

(* -- names ------------------------------------------------------------------ *)

Ltac has_no_let t :=
  lazymatch t with context [let x := _ in @?b x] => fail | _ => idtac end.
Ltac is_defined y := is_var y; let v := eval cbv delta [y] in y in
  tryif constr_eq v y then fail else idtac.
(* Of a type about which nothing is known: a float. *)
Ltac is_plain a := let T := type of a in is_var T.
(* A let outside of functions goes; its value, if that is a float, is a
   definition. *)
Ltac unlet t named := match t with
  context C [let x := ?a in @?b x] => has_no_let a;
    tryif (is_plain a; tryif is_var a then fail else idtac) then
      let y := fresh "y" in set (y := a); named y
    else let v := eval cbv beta in (b a) in
      let u := context C [v] in change t with u end.

(* -- heads ------------------------------------------------------------------ *)

Ltac head_of t := lazymatch t with ?f _ => head_of f | _ => t end.
(* The operator that is applied, or tt. *)
Ltac operator t := let h := head_of t in lazymatch type of h with
  | forall A, ops A -> _ => h
  | _ => constr:(tt) end.
Ltac alike l r := let f := operator l in let g := operator r in constr_eq f g.
Ltac unlike l r := tryif alike l r then fail else idtac.
(* Indices by one view: of what, is compared first. *)
Ltac alike_index l r := let f := head_of l in let g := head_of r in
  is_const f; constr_eq f g.
(* Operators on floats, which are known by nothing but their names. *)
Ltac operators l r := is_plain l;
  let f := operator l in let g := operator r in
  tryif first [constr_eq f tt | constr_eq g tt] then fail else idtac.

(* -- states of loops -------------------------------------------------------- *)

(* The parts of a state, each as a function of it. *)
Ltac each_part p k := lazymatch type of p with
  | _ -> pr _ _ =>
    (let q := eval cbv beta in (fun s => p1 (p s)) in each_part q k);
    (let q := eval cbv beta in (fun s => p2 (p s)) in each_part q k)
  | _ => k p end.
(* That all these pairs of parts are the same. *)
Ltac relation l A B := lazymatch l with
  | ((?p, ?q), ?t) => let R := relation t A B in
    constr:(fun (a : A) (b : B) => p a = q b /\ R a b)
  | _ => constr:(fun (_ : A) (_ : B) => True) end.
Ltac start u := lazymatch u with
  | iterate _ _ ?z => z
  | foldl _ ?z _ => z end.
(* That one of them is after a round where R holds before it. *)
Ltac kept R p q u v := lazymatch u with
  | iterate _ ?f _ => lazymatch v with iterate _ ?g _ =>
    constr:(forall a b, R a b -> p (f a) = q (g b)) end
  | foldl ?f _ ?x => lazymatch v with foldl ?g _ ?y =>
    constr:(forall a b i, R a b -> p (f a (x i)) = q (g b (y i))) end end.
Ltac all_kept l R u v proof := lazymatch l with
  | ((?p, ?q), ?t) =>
    let t' := all_kept t R u v proof in
    let g := kept R p q u v in
    match constr:(tt) with
    | _ => let _ := constr:(ltac:(proof tt) : g) in constr:(((p, q), t'))
    | _ => t' end
  | _ => l end.
(* Until none is lost by the loss of others. *)
Ltac invariant l A B u v proof :=
  let R := relation l A B in
  let l' := all_kept l R u v proof in
  lazymatch l' with
  | l => R
  | tt => fail
  | _ => invariant l' A B u v proof end.
Ltac conjuncts := repeat match goal with
  | |- _ /\ _ => split
  | |- True => exact I end.

(* -- both sides compared ----------------------------------------------------- *)

Ltac same := lazymatch goal with |- ?l = ?r =>
  tryif constr_eq l r then reflexivity else first
    [assumption | named; repeat named; beta; same | different | known] end
(* Names of the right side first, those of the left are then compared. *)
with named := lazymatch goal with
  | |- ?l = ?r => names l r
  | |- elements _ ?l ?r => names l r end
with names l r := first
  [unlet r ltac:(fun _ => idtac) | unlet l ltac:(fun y => paired y)]
with paired y := let v := eval cbv delta [y] in y in
  try match reverse goal with z := ?w |- _ =>
  tryif constr_eq y z then fail else alike v w;
  let E := fresh "E" in assert (y = z) as E by (cbv delta [y z]; beta; same);
  clearbody y; subst y end
(* Two names that are not paired have nothing in common. *)
with opened := lazymatch goal with |- ?l = ?r =>
  tryif is_defined l then
    tryif is_defined r then fail else (cbv delta [l]; beta; same)
  else (is_defined r; cbv delta [r]; beta; same) end
with different := lazymatch goal with
  | |- @eq (fin _) (element_ix _ _ _) (element_ix _ _ _) =>
    first [apply f_equal; same | apply fin_eq; number]
  | |- @eq (fin _) ?l ?r => first [alike_index l r; apps
    | apply fin_eq; number | apps]
  | |- @eq Z _ _ => first [number | apps]
  | |- @eq nat _ _ => number
  | |- @eq (_ -> _) _ _ => let i := fresh "i" in extensionality i; beta; same
  | |- @eq (pr _ _) _ _ =>
    first [folded | scanned | apply pr_eq; beta; same]
  | |- ?l = ?r => first
    [ opened
    | tryif operators l r then (alike l r; first [about | apps | swapped])
      else first [chosen | parts | folded | scanned | looped | apps | swapped
        | started | integer | rounded] ] end
(* Operands that look like those across. *)
with about := lazymatch goal with |- ?f ?a _ = ?g ?c ?d =>
  unlike a c; alike a d; swapped end
with apps := lazymatch goal with |- ?l = ?r =>
  tryif constr_eq l r then reflexivity else lazymatch l with
  | p1 ?a => lazymatch r with p1 ?b => refine (f_equal p1 (_ : a = b)); whole end
  | p2 ?a => lazymatch r with p2 ?b => refine (f_equal p2 (_ : a = b)); whole end
  | ?f ?a => lazymatch r with ?g ?b =>
    refine (app_eq f g a b _ _); [apps | same] end end end
(* By what is known of the states of two folds. *)
with known := match goal with
  | E : _ = ?r |- _ = ?r => refine (eq_trans _ E); apps end
(* Not part by part again. *)
with whole := first [assumption | folded | scanned | apps]
(* The same part of what may be equal as a whole. *)
with parts := lazymatch goal with
  | |- p1 _ = p1 _ => apply (f_equal p1); whole
  | |- p2 _ = p2 _ => apply (f_equal p2); whole end
with swapped := first
  [ lazymatch goal with
    | K : commutes ?o |- o_add ?o ?a ?b = _ =>
      refine (eq_trans (swap_add _ K a b) _)
    | K : commutes ?o |- o_mul ?o ?a ?b = _ =>
      refine (eq_trans (swap_mul _ K a b) _)
    | K : commutes ?o |- o_eq ?o ?a ?b = _ =>
      refine (eq_trans (swap_eq _ K a b) _)
    | K : commutes ?o |- o_ne ?o ?a ?b = _ =>
      refine (eq_trans (swap_ne _ K a b) _)
    | K : commutes ?o |- o_gt ?o ?a ?b = _ =>
      refine (eq_trans (turn_gt _ K a b) _)
    | K : commutes ?o |- o_ge ?o ?a ?b = _ =>
      refine (eq_trans (turn_ge _ K a b) _)
    | K : commutes ?o |- _ = o_gt ?o ?a ?b =>
      refine (eq_trans _ (eq_sym (turn_gt _ K a b)))
    | K : commutes ?o |- _ = o_ge ?o ?a ?b =>
      refine (eq_trans _ (eq_sym (turn_ge _ K a b)))
    | K : integers ?o _ _ |- o_min ?o ?a ?b = _ =>
      refine (eq_trans (swap_min _ _ _ K a b) _)
    | K : integers ?o _ _ |- o_max ?o ?a ?b = _ =>
      refine (eq_trans (swap_max _ _ _ K a b) _)
    | K : integers ?o _ _ |- o_and ?o ?a ?b = _ =>
      refine (eq_trans (swap_and _ _ _ K a b) _)
    | K : integers ?o _ _ |- o_or ?o ?a ?b = _ =>
      refine (eq_trans (swap_or _ _ _ K a b) _)
    | K : integers ?o _ _ |- o_xor ?o ?a ?b = _ =>
      refine (eq_trans (swap_xor _ _ _ K a b) _)
    | |- andb ?a ?b = _ => refine (eq_trans (andb_comm a b) _)
    | |- orb ?a ?b = _ => refine (eq_trans (orb_comm a b) _)
    end; apps ]
with integer := lazymatch goal with
  | K : @integers ?A ?o _ _ |- @eq ?A _ _ => apply (int_eq _ _ _ K); number
  end
(* Of one number, whatever types of integers it was in. *)
with rounded := match goal with
  | K : rounds ?o ?r ?c, K' : rounds ?p ?r ?d |- ?c ?a = ?d ?b =>
    rewrite (K a), (K' b); apply (f_equal r); number
  end
with chosen := lazymatch goal with
  | |- ?l = ?r => first
  [ let h := scrutinee l in choice h l r | let h := scrutinee r in choice h l r]
  end
with choice h l r := lazymatch h with
  | half_ix ?n ?m ?s ?H ?i =>
    let E := fresh "E" in let V := fresh "V" in
    destruct (half_spec n m s H i) as [(? & E & V) | (? & E & V)];
    rewrite ?E; inside V values; branch
  | _ => try (let d := scrutinee r in let E := fresh in
      assert (h = d) as E by same; rewrite E; clear E);
    lazymatch goal with |- ?l = ?r => first
    [ let h := scrutinee l in cases h | let h := scrutinee r in cases h ] end
  end
with cases h := lazymatch h with
  | o_gt ?o ?a ?b => match goal with K : commutes o |- _ =>
    rewrite (turn_gt _ K a b); cases (o_lt o b a) end
  | o_ge ?o ?a ?b => match goal with K : commutes o |- _ =>
    rewrite (turn_ge _ K a b); cases (o_le o b a) end
  | _ => first
    [ by_integers h; branch
    | decided h; branch
    | let E := fresh "E" in destruct h eqn:E; branch ] end
(* By a case in which this is. *)
with decided h := match goal with E : ?c = ?v |- _ =>
  first [constr_eq v true | constr_eq v false]; alike c h;
  let F := fresh "F" in assert (h = c) as F by same; rewrite F, E; clear F end
with branch := beta; cbn [either andb orb negb];
  first [exfalso; numbers | same]
with folded := lazymatch goal with |- ?l = ?r =>
  let u := fold_of l in let v := fold_of r in
  lazymatch u with @foldl ?A ?C ?n ?f ?z ?x =>
  lazymatch v with @foldl ?B ?D ?m ?g ?w ?y => first
  [ constr_eq n m; constr_eq u l; constr_eq v r;
    refine (foldl_elements f g x y z w _ _);
      [intros ? ?; element | beta; same]
  | constr_eq n m;
    let p := eval pattern u in l in let q := eval pattern v in r in
    lazymatch p with ?p _ => lazymatch q with ?q _ =>
      apply (foldl_alike f g p q x y z w);
      [intros ? ? ? ?E; revert E; beta; intros E; same | beta; same] end end
  | constr_eq u l; constr_eq v r;
    match goal with H : cmonoid ?M ?e |- _ =>
      apply (foldl_as M e);
      [by_law H | by_law H | same | same |
        first [domain H | turned H; domain H]] end ] end end end
(* A loop of another kind, then by all parts of the states. *)
with looped := lazymatch goal with |- ?l = ?r =>
  let u := loop_of l in let v := loop_of r in
  lazymatch u with
  | iterateUntil ?n ?c ?f ?z => rewrite (iterate_until n c f z); looped
  | _ => lazymatch v with
    | iterateUntil ?n ?c ?f ?z => rewrite (iterate_until n c f z); looped
    | _ => first [nested u v; looped | nested v u; looped |
      let p := eval pattern u in l in let q := eval pattern v in r in
      lazymatch p with ?p _ => lazymatch q with ?q _ => first
        [ constr_eq p q; refine (f_equal p _); iterated u v
        | related u v (fun a b => p a = q b)
        | by_parts l r u v ] end end ] end end end
(* Rounds of rounds, as many as there are in one loop. *)
with nested u v := lazymatch u with
  iterate ?n (fun x => iterate ?m ?f x) ?z => lazymatch v with
  iterate ?k _ _ => rewrite (iterate_nest n m k f z) by number end end
(* The same states. *)
with iterated u v := lazymatch u with iterate ?n ?f ?z =>
  lazymatch v with iterate ?m ?g ?w => constr_eq n m;
    apply (iterate_by eq n f g z w);
    [intros ? ? <-; beta; same | beta; same] end end
(* States of which this is known. *)
with related u v R := lazymatch u with
  | iterate ?n ?f ?z => lazymatch v with iterate ?m ?g ?w => constr_eq n m;
    apply (iterate_by R n f g z w); [step | beta; conjuncts; same] end
  | @foldl _ _ ?n ?f ?z ?x => lazymatch v with @foldl _ _ ?m ?g ?w ?y =>
    constr_eq n m; apply (foldl_by R f g x y z w);
    [step | beta; conjuncts; same] end end
with step := beta; intros;
  repeat match goal with E : _ /\ _ |- _ => destruct E end; conjuncts; same
with by_parts l r u v :=
  let s := state_of l in let t := state_of r in
  let p := eval pattern u in s in let q := eval pattern v in t in
  let A := type of u in let B := type of v in
  let z := start u in let w := start v in
  let pairs := fresh "pairs" in pose (pairs := tt);
  lazymatch p with ?p _ => lazymatch q with ?q _ =>
    each_part p ltac:(fun p => each_part q ltac:(fun q => try (
      assert_succeeds (assert (p z = q w) by (beta; same));
      let v := eval cbv delta [pairs] in pairs in
      clear pairs; pose (pairs := ((p, q), v))))) end end;
  let all := eval cbv delta [pairs] in pairs in clear pairs;
  let R := invariant all A B u v ltac:(fun _ => step) in
  let E := fresh "E" in
  assert (R u v) as E by (related u v R);
  cbv beta in E; repeat match goal with E : _ /\ _ |- _ => destruct E end;
  assumption
(* Names in an element, before it stands in several places. *)
with element := repeat named; cbv delta [elements]; beta; same
with scanned := lazymatch goal with |- ?l = ?r =>
  let u := scan_of l in let v := scan_of r in
  lazymatch u with scanSeq ?f ?z ?x ?i =>
  lazymatch v with scanSeq ?g ?w ?y ?j =>
    let p := eval pattern u in l in let q := eval pattern v in r in
    lazymatch p with ?p _ => lazymatch q with ?q _ =>
      apply (scanSeq_alike f g p q x y z w i j);
      [intros ? ? ? ?E; revert E; beta; intros E; same | beta; same | same]
    end end end end end
with by_law H := intros ?a ?b; first [reflexivity | exact (comm _ _ H _ _)]
(* The same domain, or the outer loop of one divided. *)
with domain H := lazymatch goal with
  |- @foldl _ _ ?n ?M ?e ?x = @foldl _ _ ?m _ _ ?y => first
  [ constr_eq n m; apply foldl_same; [intros; apply f_equal; beta; same | same]
  | let a := value n in let b := value m in
    lazymatch eval compute in (Z.compare a b, Z.modulo a b, Z.modulo b a) with
    | (Datatypes.Gt, 0%Z, _) => divided H M e n m x
    | (Datatypes.Lt, _, 0%Z) => symmetry; divided H M e m n y; symmetry
    end;
    apply foldl_same; [intros; apply f_equal; beta; same | same]
  | constr_eq n m; refine (eq_trans (foldl_back M e H n x) _);
    apply foldl_same; [intros; apply f_equal; beta; same | same]
  | constr_eq n m; match goal with P : forall n, perm (?o n) |- _ =>
      lazymatch x with context [o] => idtac end;
      refine (eq_trans _ (eq_sym (foldl_order M e H m (o m) y (P m))));
      apply foldl_same; [intros; apply f_equal; beta; same | same] end ] end
with divided H M e n m x :=
  let a := value n in let b := value m in
  let k := eval compute in (Z.div a b) in let k := size_of k in
  let E := fresh "E" in assert (E : Eq n (k * m)) by (apply to_eq; numbers);
  refine (eq_trans (foldl_nest M e H k m n E x) _)
with turned H := lazymatch goal with
  |- @foldl _ _ ?n ?M ?e (fun i => @foldl _ _ ?m ?f ?z (@?y i)) = _ =>
    refine (eq_trans (foldl_turn M e H m n _ y _) _);
    [intros ?i; apply foldl_same; [by_law H | same] | ] end
with started := match goal with
  | H : cmonoid ?M ?e |- foldl ?f ?z ?x = ?r =>
    lazymatch r with foldl _ _ _ => fail | _ => idtac end;
    refine (eq_trans (foldl_start M e H f z x _) _); [by_law H | beta; same]
  | H : cmonoid ?M ?e |- ?l = foldl ?f ?z ?x =>
    lazymatch l with foldl _ _ _ => fail | _ => idtac end;
    refine (eq_trans _ (eq_sym (foldl_start M e H f z x _)));
    [beta; same | by_law H] end.

(* Most are short enough without names. *)
Ltac canonical := computed; lazymatch goal with |- ?g =>
  tryif has_no_let g then same else first [timeout 6 (cbv zeta; same) | same]
  end.
