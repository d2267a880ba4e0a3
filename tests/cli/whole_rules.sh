#!/bin/sh
# The rules of scans and scatters without what they ask of their operator, and
# others that come to mind: each is refuted by an instance. With it they are
# among the rules that are proved.
. "$srcdir/tests/cli/e2e_lib.sh"

untrue() { # untrue RULE: with its declarations and sides on stdin
	{ echo "rule $1 \"without its condition\""; cat; } > "$1.rules"
	try 3 rules --rules "$1.rules" &&
		has err E0804 && has err "rule $1 is not true"
}

# Rules of lists and rows: true of instances, with the statements that Coq saw.
try 0 rules --rules "$srcdir/proofs/own/lists.rules" &&
	same "rules of lists" "$(grep -c ' .*lists.rules ' out)" 12
! grep UNPROVED out || fail "a rule of lists is not as it was proved"

untrue scan_of_any_operator << 'END'
  size I J ; type A
  let M : A -> A -> A ; e : A ; z : A ; x : A[I*J]
  (scan M z x, e)
    => (let y = split[I] x in
        join (map (\(c, r). map (\a. M c a) r)
                  (zip (take[J] (concat (fill[1] z)
                         (scan M z (map (\r. fold M e r) y))))
                       (map (\r. scan M e r) y))), e)
END
untrue scan_of_parts_from_z << 'END'
  size I J ; type A
  let M : A -> A -> A ; e : A ; z : A ; x : A[I*J]
  where monoid M e
  scan M z x
    => join (map (\(c, r). scan M c r)
                 (zip (take[J] (concat (fill[1] z)
                        (scan M z (map (\r. fold M z r) (split[I] x)))))
                      (split[I] x)))
END
untrue scan_parts_alone << 'END'
  size n m ; type A
  let M : A -> A -> A ; z : A ; x : A[n+m]
  scan M z x => concat (scan M z (take[n] x)) (scan M z (drop[n] x))
END
untrue scatter_in_any_order << 'END'
  size n m ; type A I
  let M : A -> A -> A ; e : A ; d : A[m] ; is : I[n] ; x : A[n]
  perm s : n
  where monoid M e
  scatter M d is x
    => let p = reorder s (zip is x) in
       scatter M d (map (\(i, b). i) p) (map (\(i, b). b) p)
END
untrue last_of_repeated_indices << 'END'
  size n m ; type A I
  let d : A[m] ; is : I[n] ; x : A[n]
  perm s : n
  scatter (\a b. b) d is x
    => let p = reorder s (zip is x) in
       scatter (\a b. b) d (map (\(i, b). i) p) (map (\(i, b). b) p)
END
untrue private_onto_the_target_twice << 'END'
  size n k m ; type A I
  let M : A -> A -> A ; e : A ; d : A[m] ; is : I[n+k] ; x : A[n+k]
  where monoid M e
  (scatter M d is x, e)
    => (map (\(a, b). M a b)
            (zip (scatter M d (take[n] is) (take[n] x))
                 (scatter M d (drop[n] is) (drop[n] x))), e)
END
untrue private_in_the_other_order << 'END'
  size n k m ; type A I
  let M : A -> A -> A ; e : A ; d : A[m] ; is : I[n+k] ; x : A[n+k]
  where monoid M e
  scatter M d is x
    => map (\(a, b). M a b)
           (zip (scatter M (fill[m] e) (drop[n] is) (drop[n] x))
                (scatter M d (take[n] is) (take[n] x)))
END
untrue private_of_any_operator << 'END'
  size n k m ; type A I
  let M : A -> A -> A ; e : A ; d : A[m] ; is : I[n+k] ; x : A[n+k]
  (scatter M d is x, e)
    => (map (\(a, b). M a b)
            (zip (scatter M d (take[n] is) (take[n] x))
                 (scatter M (fill[m] e) (drop[n] is) (drop[n] x))), e)
END
untrue what_is_dropped_from_a_sum_is_zero << 'END'
  size n ; type A
  let M : A -> A -> A ; e : A ; z : A ; p : A -> bool ; x : A[n]
  where monoid M e
  fold (\a b. if p b then M a b else a) z x
    => fold M z (map (\b. if p b then b else z) x)
END
untrue a_filter_that_starts_each_part_anew << 'END'
  size n m ; type A I
  let M : A -> A -> A ; e : A ; z : A ; f : A -> I ; j : I ; x : A[n+m]
  where monoid M e
  (fold M z (at (bucket[2] (\a. f a) x) j), e)
    => (M (fold M z (at (bucket[2] (\a. f a) (take[n] x)) j))
          (fold M z (at (bucket[2] (\a. f a) (drop[n] x)) j)), e)
END
untrue most_significant_digit_first << 'END'
  size n ; type A I
  let f : A -> I ; g : A -> I ; x : A[n]
  join (bucket[2] (\a. f a) (join (bucket[2] (\b. g b) x)))
    => join (bucket[2] (\b. g b) (join (bucket[2] (\a. f a) x)))
END
untrue a_filter_of_its_parts_in_the_other_order << 'END'
  size n m ; type A I
  let f : A -> I ; j : I ; x : A[n+m]
  at (bucket[2] (\a. f a) x) j
    => concat (at (bucket[2] (\c. f c) (drop[n] x)) j)
              (at (bucket[2] (\b. f b) (take[n] x)) j)
END
untrue folds_of_what_is_kept_of_any_operator << 'END'
  size n m ; type A I
  let f : A -> I ; M : A -> A -> A ; e : A ; z : A ; j : I ; x : A[n+m]
  (fold (\s t. M s t) z (at (bucket[2] (\a. f a) x) j), e)
    => (M (fold (\s t. M s t) z (at (bucket[2] (\b. f b) (take[n] x)) j))
          (fold (\s t. M s t) e (at (bucket[2] (\c. f c) (drop[n] x)) j)), e)
END
untrue a_scan_of_a_list_that_starts_again << 'END'
  size n m ; type A B I
  let f : B -> I ; g : A -> B -> A ; z : A ; j : I ; x : B[n+m]
  scanSeq (\s t. g s t) z (at (bucket[2] (\a. f a) x) j)
    => concat (scanSeq (\s t. g s t) z (at (bucket[2] (\b. f b) (take[n] x)) j))
              (scanSeq (\s t. g s t) z (at (bucket[2] (\c. f c) (drop[n] x)) j))
END
untrue keys_before_the_map << 'END'
  size n ; type A I
  let f : A -> I ; g : A -> A ; j : I ; x : A[n]
  at (bucket[2] (\b. f b) (map (\a. g a) x)) j
    => map (\c. g c) (at (bucket[2] (\d. f d) x) j)
END
untrue more_elements_than_there_are << 'END'
  size n m ; type A B I
  let g : A -> B ; v : A ; w : B ; c : I ; x : A[m]
  (map (\a. g a) (full[n] v (upTo c x)), w)
    => (full[n] w (map (\b. g b) (upTo c x)), w)
END
finish
