#!/bin/sh
# The step canonical has a certificate, of every example that has the step and of
# spellings drawn by seed. canonical.sh coq, in a folder where make prove ran, has
# Coq check SPELLINGS (20) of them, one at a time, 20 s of a processor each,
# however busy it is, and counts what is proved: at least CERTIFIED (90) percent.
# Of mutants, steps to another program, none is. Verdicts are kept in
# prove/canonical.log, by a hash of the certificate and of what proves it: a run
# that was interrupted goes on from there.
. "$srcdir/tests/cli/e2e_lib.sh"
build=${LIFT_TUNE%/*}
rm -rf steps && mkdir steps
"$build/tests/search/spelling_certificates" steps "${SPELLINGS:-20}" > list ||
	fail "certificates cannot be made"
[ "$(grep -c "$tab-$tab-\$" list)" -gt 8 ] || fail "few examples: $(cat list)"
while IFS="$tab" read -r number document how missing; do
	[ "$missing" = - ] || fail "$document, $how: no Coq form of $missing"
	[ "$missing" != - ] || grep -q '^Variable canonical_1' "steps/$number.v" ||
		fail "$document, $how: no step"
done < list

# certificate NAME: NAME.v of the program NAME.lift
certificate() {
	"$LIFT_TUNE" rewrite "$1.lift" --rule canonical --coq > "$1.v" ||
		fail "$1 has no certificate"
}

cat > index.lift <<'END'
program index
  size N = 24
  input A : f32[N][N]
  generate[N] (\i. generate[N] (\j. at (at A j) i + 1))
END
cat > guard.lift <<'END'
program guard
  size N = 24
  input x : f32[N]
  generate[N] (\i. if i > 0 then at x (i - 1) else 0)
END
cat > flat.lift <<'END'
program flat
  input A : f32[24][24]
  generate[576] (\i. at (at A (i / 24)) (i % 24) * 2)
END
cat > order.lift <<'END'
program order
  size N = 24
  input x : f32[N]
  map (\a. a - abs a * 2) x
END

# Names in elements of a reduction of tuples, of which each component reads all.
cat > names.lift <<'END'
program names
  size N = 24; M = 20
  input A : f32[M][N]
  output s, t
  map (\r. head $ reduce (+) (0, 0) $
    map (\a. let d = a - 1; e = d * d + a in (e * d, e * a)) r) A
END
cat > rounds.lift <<'END'
program rounds
  size N = 24
  input xs : f32[N]
  map (iterate[2] $ iterate[3] $ \s. s * s) xs
END
cp "$srcdir/tests/programs/literal_default_i32.json" number.lift

# mutant NAME SED: the step of that program, to another one
mutant() {
	certificate "$1"
	sed "/^Definition t_1/,/^Variable/$2" "$1.v" > "mutants/$1.v"
	! cmp -s "$1.v" "mutants/$1.v" || fail "$1: no mutant: $(cat "$1.v")"
}

rm -rf mutants && mkdir mutants
mutant index 's/(transpose in_0)/in_0/'
mutant guard 's/(fill 1 (o_lit ops_f32 (0)%Z))/(fill 1 (head n24 h_1 in_0))/'
mutant flat 's/\([ (]\)in_0/\1(transpose in_0)/'
mutant order 's/o_sub/o_add/'
mutant names 's/o_sub/o_add/'
mutant rounds 's/iterate 6/iterate 5/'
mutant number 's/(convert_i64_f64 (o_lit ops_i64 (3)/(convert_i64_f64 (o_lit ops_i64 (4)/'
own="index guard flat order names rounds number"
for name in $own; do cp "$name.v" steps; done

# verdict FILE: proved, assumed, slow, or refused
verdict() (
	ulimit -t 20
	sed "s/timeout 20/timeout 3600/" "$1" > t.v
	coqc -q -R "$build/prove" LiftTune t.v > t.log 2>&1
	case $? in
	0) tr "\n" " " < t.log | sed "s/.*canonical form: *\([a-z]*\).*/\1/" ;;
	1) echo refused ;;
	*) echo slow ;;
	esac
)

# checked FOLDER: a line for each file, its name and what became of the step
checked() {
	log=$build/prove/canonical.log
	for file in "$1"/*.v; do
		hash=$(cat "$build/prove/Canonical.v" "$build/prove/Same.v" \
			"$build/prove/Certificates.v" "$file" | sha256sum)
		hash=${hash%% *}
		grep -q "^$hash " "$log" 2> /dev/null ||
			echo "$hash $(verdict "$file")" >> "$log"
		file=${file##*/}
		echo "${file%.v} $(sed -n "s/^$hash //p" "$log")"
	done
}

if [ "${1-}" = coq ] || { [ -n "${LIFT_TUNE_LONG-}" ] &&
	[ -f "$build/prove/Certificates.vo" ]; }; then
	checked mutants > out
	same "mutants that are not proved" "$(grep -c ' assumed$' out)" 7
	checked steps > out
	! grep refused out || fail "refused by Coq: $(grep refused out)"
	for name in $own; do
		grep -q "^$name proved" out || fail "$name is not proved"
	done
	grep -v '^s.* proved' out | while read -r name verdict; do
		echo "$verdict: $(grep "^$name$tab" list | cut -f 2,3)"
	done
	of=$(wc -l < list)
	proved=$(grep -c '^s.* proved' out)
	echo "$proved of $of certificates of the canonical form are proved"
	[ $((100 * proved)) -ge $((${CERTIFIED:-90} * of)) ] ||
		fail "only $proved of $of"
fi
finish
