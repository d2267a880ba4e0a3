#!/bin/sh
# tune --sizes --objective: one set of kernels with open sizes for all points,
# chosen by its ratios to the best kernel at each of them. What is wrong is said
# before anything is searched.
. "$srcdir/tests/cli/e2e_lib.sh"

refused() { # refused TEXT OPTION...
	text=$1
	shift
	try 2 tune "$examples/scal.lift" --device 0 -o none "$@"
	has err "$text"
	[ ! -e none ] && [ ! -e tuned.db ] || fail "$*: something was searched"
}
refused "no such --objective" --sizes "N=3;N=5" --objective mean
refused "is for --sizes" --objective worst
refused "does not go with it" --sizes "N=3;N=5" --open N

need_device
for objective in geomean worst; do
	try 0 tune "$examples/scal.lift" --device 0 --jobs 0 --max-fevals 1 \
		--quiet --sizes "N=4096;N=1000;N=30000" \
		--objective $objective -o $objective
	grep "objective [0-9]" out > chosen
	same "ratios of each kernel" \
		"$(grep -c "at N=30000, .* N=4096, .* N=1000$" chosen)" \
		"$(grep -c "  open [0-9]" out)"
	has $objective/scal.manifest.json '"version": 2'
	has $objective/scal.manifest.json '"open": ["N"]'
done

# Each score is what its ratios say, and the first is the least.
awk -v objective=worst '{
	text = $0
	sub(/.*objective /, "", text)
	score = text + 0
	sub(/^[^:]*: /, "", text)
	count = split(text, ratios, ", ")
	most = 0
	for (i = 1; i <= count; i++) {
		ratio = ratios[i] + 0
		if (ratio > most)
			most = ratio
	}
	if (text !~ /not for/ && (score > most + 0.01 || score < most - 0.01))
		exit 1
	if (before > 0 && score + 0.001 < before)
		exit 1
	before = score
}' chosen || fail "scores: $(cat chosen)"
finish
