#!/bin/sh
# rewrite --dump-graph, --dump-clusterings: the kernels of eight programs and
# their bytes; a solver that is missing, crashes or hangs.
. "$srcdir/tests/cli/e2e_lib.sh"
programs=$srcdir/tests/programs_fusion
unset LIFT_TUNE_CBC

# best FILE MEGABYTES KERNELS: the cheapest clustering.
best() {
	try 0 rewrite "$programs/$1.lift" --dump-clusterings || return
	same "$1" "$(head -n 1 out | awk '{
		megabytes = $1
		sub(".*: ", "")
		printf "%.1f %s", megabytes, $0
	}')" "$2 $3"
}
best normalise 270.4 'mean | d+map_1+var | d+out'
best moments 201.7 's+map_1+t | out'
best pagerank_step 105.5 'contrib+map_1+dangling | map_2+rows_1 | new+map_3+delta'
best canny 520.9 'map_1 | by | gx+gy+map_2+map_3 | nms+map_4+map_5+out'
best kmeans_step 67.5 'map_1+near+scatter_1+scatter_2 | out'
best norm2 268.8 'sum1+filter_1+sum2 | res1+res2'
best squares 201.7 'total | map_1+out'
best compaction 168.4 'y+keep+total+map_1+hist'

# The list: as many as asked for, the cheapest first, nothing fused among them.
try 0 rewrite "$programs/norm2.lift" --dump-clusterings --limit 3 --json
"$probe" json < out > /dev/null || fail "not JSON lines"
[ "$(wc -l < out)" -le 6 ] || fail "too many: $(cat out)"
has out '"by": "nothing fused"'
sed 's/{"cost": \([0-9]*\).*/\1/' out > costs
sort -n costs | cmp -s - costs || fail "not the cheapest first: $(cat costs)"

# The graph, as JSON and for dot: what a step reads, and what forbids fusion.
try 0 rewrite "$programs/norm2.lift" --dump-graph --json
"$probe" json < out > /dev/null || fail "not JSON lines"
has out '{"operation": "filter_1", "kind": "filter", "steps": 16777216'
has out '{"array": "sum1", "how": "whole", "fuses": false, "why": "its whole result is needed first"}'
try 0 rewrite "$programs/norm2.lift" --dump-graph
has out '"xs" -> "filter_1" [label="own 67.1 MB"];'
has out '"sum1" -> "res1" [label="whole 4e-06 MB", style=dashed];'

# Windows of windows, of which each element of the last comes from 2^64 of a map.
wide='["map", "abs", "x"]'
for window in 1048576 1048576 1048576 16; do
	wide="[\"take\", 2097152, [\"join\", [\"slide\", $window, 1, $wide]]]"
done
printf '{"name": "wide", "inputs": [{"name": "x", "type": "[f32; 2097152]"}],
 "body": ["join", ["map", ["fun", ["r"], ["map", "neg", "r"]],
 ["split", 2, %s]]]}' "$wide" > wide.json
try 0 rewrite wide.json --dump-graph
has out '"map_1" -> "out" [label="any 8.39 MB", style=dashed];'

# Solvers: of twelve operations one is asked.
{
	echo 'program long'
	echo '  size N = 1048576'
	echo '  input x : f32[N]'
	echo '  let'
	last=x
	for i in 1 2 3 4 5 6; do
		echo "    s$i = head (reduce (+) 0 $last);"
		printf '    m%d = map (\\v. v - s%d) %s;\n' $i $i $last
		last=m$i
	done
	echo '    end = map abs m6'
	echo '    in end'
} > long.lift
printf '#!/bin/sh\nkill -SEGV $$\n' > crashes
printf '#!/bin/sh\nexec sleep 1000\n' > hangs
printf '#!/bin/sh\nfor last; do :; done\necho 1 y_0_0 nonsense > "$last"\n' > lies
chmod +x crashes hangs lies
asked() { # asked SOLVER NOTE [SECONDS]
	LIFT_TUNE_CBC=$1 LIFT_TUNE_CBC_SECONDS=$3 "$LIFT_TUNE" rewrite long.lift \
		--dump-clusterings > out 2> err || fail "$1: $(cat err)"
	has err "note: greedy: $2"
	has out ' greedy: '
}
asked ./none 'the solver ./none cannot be started'
asked ./crashes 'the solver ./crashes crashed'
asked ./hangs 'the solver ./hangs does not end' 1
asked ./lies "the solver's answer is no clustering"
asked /bin/true 'the solver /bin/true gave no answer'

# A signal while the solver works: it is ended, and leaves no files.
mkdir bin tmp
printf '#!/bin/sh\necho $$ > started.new\nmv started.new started\nexec sleep 1000\n' > bin/cbc
chmod +x bin/cbc
TMPDIR=$work/tmp PATH=$work/bin:$PATH "$LIFT_TUNE" rewrite long.lift \
	--dump-clusterings > out 2> err &
asking=$!
while [ ! -e started ] && kill -0 $asking 2> /dev/null; do
	sleep 0.1
done
[ -n "$(ls tmp)" ] || fail "the solver has no files: $(cat err)"
kill -TERM $asking
wait $asking
same "the exit code" $? 143
same "files of the solver" "$(ls tmp)" ""
kill -0 "$(cat started)" 2> /dev/null && fail "the solver goes on"

# One that this process ignores ends neither.
rm started
printf '#!/bin/sh\necho $$ > started.new\nmv started.new started\nexec sleep 1000\n' > waits
chmod +x waits
(trap '' HUP
	LIFT_TUNE_CBC=./waits LIFT_TUNE_CBC_SECONDS=1 exec "$LIFT_TUNE" \
		rewrite long.lift --dump-clusterings > out 2> err) &
asking=$!
while [ ! -e started ] && kill -0 $asking 2> /dev/null; do
	sleep 0.1
done
kill -HUP $asking
wait $asking
same "the exit code" $? 0
has err 'the solver ./waits does not end'

mkdir -p folder/cbc # is no solver
PATH=/nonexistent:$work/folder "$LIFT_TUNE" version > out
has out 'clusterings: greedy (no cbc is found)'

# Brought to a clustering: what other kernels read is stored, and all of it is the
# same program.
try 0 rewrite "$programs/normalise.lift" --clustering 0
same "arrays that are stored" "$(grep -o toGlobal out | wc -l)" 2
has err 'nothing fused: mean | d | map_1 | var | out'
try 0 rewrite "$programs/normalise.lift" --clustering 1
grep toGlobal out && fail "what is fused is stored"
has err 'note: clustering 1: '
has err 'mean | d+map_1+var | d+out'
try 2 rewrite "$programs/normalise.lift" --clustering 99
has err 'there is no such clustering'
for program in normalise canny; do
	try 0 eval "$programs/$program.lift" --size N=24 -o written
	for k in 0 1 2; do
		try 0 rewrite "$programs/$program.lift" --size N=24 \
			--clustering $k
		cp out clustered.lift
		try 0 eval clustered.lift -o clustered
		for file in written/*.npy; do
			cmp "$file" "clustered/${file#*/}" ||
				fail "$program in clustering $k"
		done
	done
done

# A search in it, explained and made again: beside a kernel that was stored before, and
# with an open size.
if "$LIFT_TUNE" devices > /dev/null 2>&1; then
	in_clustering() { # in_clustering PROGRAM STEPS OPTION...: the winner is
		program=$1 steps=$2
		shift 2
		try 0 tune "$programs/$program.lift" --size N=4096 --device 0 \
			--jobs 0 --clustering 0 --max-fevals 1 --no-files \
			--json "$@"
		has err 'note: clustering 0: '
		best=$(sed -n 's/.*"best": {"id": \([0-9]*\).*/\1/p' out)
		try 0 explain "$best"
		same "first steps of $program" "$(sed -n \
			"s/^ *[1-$steps]\. store_global.*/stored/p" out |
			wc -l)" "$steps"
	}
	try 0 tune "$programs/normalise.lift" --size N=4096 --device 0 --jobs 0 \
		--max-fevals 1 --no-files
	try 0 tune "$programs/normalise.lift" --size N=4096 --device 0 --jobs 0 \
		--max-fevals 1 --no-files --fresh \
		--forbid 'clustered mean | d | map_1 | var | out'
	grep 'no choice' err && fail "a clustering that is forbidden is unknown"
	try 2 tune "$programs/normalise.lift" --size N=4096 --device 0 --jobs 0 \
		--max-fevals 1 --no-files --forbid 'clustered mean | d | map_1 | vor | out'
	has err 'E0901: the search begins with no such clustering'
	has err 'clustered mean | d | map_1 | var | out'
	in_clustering normalise 2
	in_clustering squares 1 --open N
	try 0 replay normalise --size N=4096 --device 0
fi

# Many operations: no solver is asked.
awk 'BEGIN {
	printf "{\"name\": \"many\", \"sizes\": {\"N\": 1024}, \"inputs\": ["
	printf "{\"name\": \"x\", \"type\": \"[f32; N]\"}], \"body\": [\"let\""
	for (i = 1; i <= 200; i++)
		printf ", \"v%d\", [\"map\", \"abs\", \"%s\"]", i, \
			(i > 1 ? "v" (i - 1) : "x")
	print ", \"v200\"]}"
}' > many.json
LIFT_TUNE_CBC=./hangs try 0 rewrite many.json --dump-clusterings
has err 'note: greedy: 200 operations, a solver is asked for at most 40'
has out ' 4 kernels, 0 copies, greedy: '
finish
