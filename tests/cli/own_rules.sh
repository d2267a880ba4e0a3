#!/bin/sh
# A user's own rules: ill-typed and untrue ones are refused, with what is wrong
# and a counterexample; the others are used, and marked unproved wherever they
# or what was made with them is shown, until a proof was checked.
. "$srcdir/tests/cli/e2e_lib.sh"

refused() { # refused CODE TEXT...: with the rule on stdin
	cat > refused.rules
	diagnostic=$1
	shift
	try 3 rules --rules refused.rules && has err "$diagnostic"
	for text; do has err "$text"; done
}

refused E0801 "the sides differ in type" "A[m]" << 'END'
rule differ "the halves the other way round"
  size n m ; type A
  let x : A[n] ; y : A[m]
  take[n] (concat x y) => y
END
refused E0801 "an unknown name" << 'END'
rule unknown "no such thing"
  size n ; type A
  let x : A[n]
  reverse x => x
END
refused E0801 "two rules of one name" << 'END'
rule split_join "taken"
  size n ; type A
  on A[n]
  map (\x. x) => id
END
refused E0804 "rule exchanged is not true: with n = 1" "concat y x = [" \
	"concat x y = [" "x = [" "y = [" << 'END'
rule exchanged "an order that matters"
  size n ; type A
  let x : A[n] ; y : A[n]
  concat x y => concat y x
END
refused E0804 "rule parts is not true" "reduce" << 'END'
rule parts "6d-1 as printed"
  size I J ; type A
  let M : A -> A -> A ; N : A
  on A[I*J]
  reduce M N => reduce M N . reducePart[I] M N
END
refused E0804 "rule plus_zero is not true" "x = [-0]" << 'END'
rule plus_zero "not of -0"
  type A
  let x : A
  x + 0 => x
END
refused E0804 "rule never cannot be tried" << 'END'
rule never "for operators that nothing draws"
  size n ; type A B
  let M : (A, B) -> (A, B) -> (A, B) ; e : (A, B)
  where monoid M e
  on (A, B)[n]
  reduce M e => reduceSeq M e
END
refused E0804 "rule huge cannot be tried" << 'END'
rule huge "no instance has room"
  type A
  let z : A
  fill[1000000000000] z => fill[1000000000000] z
END
refused E0801 "one where, not more" << 'END'
rule both "an order and a rounding"
  size n ; type A
  let M : A -> A -> A ; e : A
  where monoid M e
  where rounding
  on A[n]
  reduce M e => reduceSeq M e
END

# Named types, quotients of sizes: what can be read can be stated.
cat > stated.rules << 'END'
rule doubled "of words"
  let x : i32
  x + x => 2 * x

rule negated "of floats"
  let a : f32 ; b : f32
  a - b => a + neg b

rule third "an order by every third"
  size I J ; type A
  where unordered
  on A[I*J]
  reorder => reorderStride[I+1]
END
try 0 rules --rules stated.rules --coq
same "statements" "$(grep -c '^Definition stmt_' out)" 3
try 0 rules --rules stated.rules && has out "UNPROVED: an order by every third"

# An author's reorder is any order, and each place may choose its own.
refused E0801 "reorder is the left side" << 'END'
rule disorder "an order where there is none"
  size n ; type A
  where unordered
  on A[2*n]
  map (\x. x) => reorderStride[2]
END
refused E0801 "reorder is the left side" << 'END'
rule open "an order that is left open again"
  size n ; type A
  where unordered
  on A[n]
  reorder => reorder . reorder
END
refused E0801 "reorder is the left side" << 'END'
rule kept "an order taken to be none, without where"
  size n ; type A
  on A[n]
  reorder => id
END
refused E0801 "a permutation twice on one side" << 'END'
rule twice "an order as two"
  size n ; type A B
  let x : A[n] ; y : B[n]
  perm s : n
  reorder s (zip x y) => zip (reorder s x) (reorder s y)
END
try 3 rules --rules absent.rules && has err E0701

cat > own.rules << 'END'
rule map_halves "a map over two halves"
  size n m ; type A B
  let f : A -> B ; x : A[n+m]
  map f x => concat (map f (take[n] x)) (map f (drop[n] x))

rule unzip_swap "pairs the other way round"
  size n ; type A B C
  let f : A -> B -> C ; x : A[n] ; y : B[n]
  map (\(a, b). f a b) (zip x y) => map (\(b, a). f a b) (zip y x)
END
try 0 rules --rules own.rules && has out "UNPROVED: a map over two halves"
try 0 rules --rules own.rules --json
same "unproved rules" "$(grep -c '"proved": false' out)" 2
try 0 rules --json
same "unproved rules of ours" "$(grep -c '"proved": false' out)" 0
try 0 rules --rules own.rules --coq
same "statements" "$(grep -c '^Definition stmt_' out)" 2
try 0 rewrite "$examples/dot.json" --size N=8 --list --rules own.rules &&
	has out UNPROVED
try 0 rewrite "$examples/dot.json" --size N=8 --at /body/3 --rules own.rules \
	--rule map_halves:n=5 && has out '"concat"' && has err "unproved rules"
try 3 rewrite "$examples/dot.json" --size N=8 --at /body/3 \
	--rule map_halves:n=5

# what Coq checked is noted by name and key; a rule that changed is unproved
try 0 rules --rules own.rules --json
sed -n 's/.*"rule": "\(map_halves\)".*"key": "\([0-9a-f]*\)".*/\1 \2/p' out \
	> own.rules.proved
try 0 rules --rules own.rules --json
same "unproved rules" "$(grep -c '"proved": false' out)" 1
cp own.rules other.rules && cp own.rules.proved other.rules.proved
sed -i 's/map f x => concat/map f x <=> concat/' other.rules
try 0 rules --rules other.rules --json
same "unproved rules" "$(grep -c '"proved": false' out)" 2
rm own.rules.proved

"$LIFT_TUNE" devices > out 2> err || finish
try 0 tune "$examples/dot.json" --size N=4096 --device 0 --max-fevals 8 \
	--time-limit 900 --strategy random --rules own.rules -o tuned --json &&
	has out '"unproved": true'
try 0 query dot && has out ", by unproved rules"
try 0 query dot --json && has out '"unproved": true'
id=$(sql "SELECT max(derivation) FROM steps WHERE step LIKE '%unproved%'")
try 0 explain "$id" --rules own.rules && has out "of own.rules is true, which"
try 0 explain "$id" --rules own.rules --json &&
	has out "is UNPROVED (no random instance refutes it)"
try 0 export "$id" --rules own.rules -o exported &&
	has exported/dot.cl ", by unproved rules"
try 0 report -o report.html && has report.html ", by unproved rules"
try 0 explain "$id" --rules own.rules --coq &&
	has out "Variable rule_"
try 3 explain "$id"
has err "there is no rule" || cat err
try 0 replay "$id" --rules own.rules --device 0
finish
