#!/bin/sh
# Certificates: random derivations of all programs have one, with an equation
# for each step, and so has what tune stores; it assumes what explain says is
# assumed, of integers nothing. certificates.sh coq, in a folder where make prove
# ran, has Coq check those of the examples; with LIFT_TUNE_LONG those of all
# programs, CERTIFICATES (3) of each kind.
. "$srcdir/tests/cli/e2e_lib.sh"
build=${LIFT_TUNE%/*}
examples_only="$examples/*.json"
all="$examples_only $srcdir/tests/programs_e2e/*.json
	$srcdir/tests/programs/*.json $srcdir/proofs/derivations/constructs.json"

# make COUNT FILE...: certificates in ./certificates, the list in ./list
make_certificates() {
	rm -rf certificates && mkdir certificates
	"$build/tests/search/certificates" certificates "$@" > list ||
		fail "certificates cannot be made"
}

shaped() { # shaped FILE STEPS: is a certificate of that many steps
	[ "$(grep -c '^Definition step_' "$1")" = "$2" ] &&
		[ "$(grep -c '^Definition t_[0-9]* :' "$1")" = $(($2 + 1)) ] &&
		grep -q "^Theorem derivation : t_0 = t_$2\.$" "$1" &&
		[ "$(tail -n 1 "$1")" = "Print Assumptions derivation." ]
}

make_certificates 1 $all
while IFS="$tab" read -r name number kind steps missing; do
	[ "$missing" = - ] || [ "$kind $missing" = \
		"walk two orders for arrays of one length" ] ||
		fail "$name, $kind $number: no Coq form of $missing"
	[ "$missing" != - ] ||
		shaped "certificates/${name}_$number.v" "$steps" ||
		fail "$name, $kind $number: no certificate of $steps steps"
done < list
[ "$(wc -l < list)" -gt 200 ] || fail "only $(wc -l < list) derivations"

# stored ID: both forms of explain assume as many things, which is printed
stored() {
	try 0 explain "$1" && mv out plain
	try 0 explain "$1" --coq && mv out certificate
	shaped certificate "$(grep -c '^ *[0-9]*\. ' plain)" ||
		fail "derivation $1 has no certificate"
	assumed=$(grep -c 'assumed_[0-9]* :' certificate)
	same "what derivation $1 assumes" "$assumed" \
		"$(grep '^Assumed' plain | grep -vc 'the canonical form')"
	same "canonical forms of derivation $1" \
		"$(grep -c 'canonical_[0-9]* :' certificate)" \
		"$(grep -c '^ *[0-9]*\. canonical' plain)"
}

if "$LIFT_TUNE" devices > /dev/null 2>&1; then
	try 0 tune "$srcdir/tests/programs_e2e/count.json" --max-fevals 1 -o k
	try 0 tune "$examples/asum.json" --size N=4096 --max-fevals 1 -o k
	stored 1
	same "what a sum of integers assumes" "$assumed" 0
	grep -q "Machine.signed_add 32" certificate || fail "no law of words"
	stored 2
	[ "$assumed" -gt 0 ] || fail "a sum of floats assumes nothing"
fi

checked() {
	for file in certificates/*.v; do
		echo "$file"
	done | xargs -P 2 -I FILE sh -c 'ulimit -t 300
		coqc -q -R "$0" LiftTune "$1" > "$1.log" 2>&1 || {
			echo "$1"
			head -n 5 "$1.log"
		}' "$build/prove" FILE > refused
	[ ! -s refused ] || fail "refused by Coq: $(cat refused)"
	grep -l "^Axioms:" certificates/*.log > axioms
	! xargs cat < axioms | grep '^[^ ]' |
		grep -vx 'Axioms:\|functional_extensionality_dep\|.*\.functional_extensionality_dep' ||
		fail "axioms beyond functional extensionality"
	echo "certificates that Coq accepted: $(ls certificates/*.vo | wc -l)"
}

if [ "${1-}" = coq ] || { [ -n "${LIFT_TUNE_LONG-}" ] &&
	[ -f "$build/prove/Certificates.vo" ]; }; then
	if [ -n "${LIFT_TUNE_LONG-}" ]; then
		make_certificates "${CERTIFICATES:-3}" $all
	else
		make_certificates 1 $examples_only
	fi
	checked
fi
finish
