#!/bin/sh
# tune --t4 writes what the T4 schema asks for; db import takes it back row for
# row; what another tuner wrote, and what is damaged, changes nothing.
. "$srcdir/tests/cli/e2e_lib.sh"
LT_WORKER=${LIFT_TUNE%/*}/tests/harness/fault_worker
export LT_WORKER
LT=$LIFT_TUNE
LIFT_TUNE=$work/lift-tune
printf '#!/bin/sh\nexec env LD_PRELOAD=%s %s "$@"\n' \
	"${LT%/*}/tests/cli/fail.so" "$LT" > lift-tune
chmod +x lift-tune
cat > twice.json <<'J'
{"name": "twice", "sizes": {"N": 64},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["x"], ["*", ["f32", 2.0], "x"]], "xs"],
 "outputs": ["ys"]}
J
"$LIFT_TUNE" tune twice.json --quiet --max-fevals 5 --t4 run.json -o out.d \
	> out 2> err || { cat err; skip "no stand-in"; }

# Every result has what the schema requires, in its types.
lines=$(grep -c '^{"timestamp"' run.json)
same "results" "$lines" \
	"$(sql 'SELECT count(*) FROM measurements')"
for member in '"timestamp": "20[0-9T:.-]*Z"' '"configuration": {' \
	'"times": {"compilation_time": [0-9.e+-]*, ' '"runtimes": \[[0-9]' \
	'"invalidity": "correct"' '"correctness": 1' '"objectives": \["time"\]' \
	'"measurements": \[{"name": "time", "value": [0-9.e+-]*, "unit": "ms"}'
do
	same "$member" "$(grep '^{"timestamp"' run.json | grep -c "$member")" \
		"$lines"
done
has run.json '"schema_version": "1.0.0"'
tr '\n' ' ' < run.json > one
echo >> one
"$probe" json schema_version < one > schema || fail "not JSON"
same "the schema" "$(cat schema)" 1.0.0

# Back into an empty database: the same rows.
try 0 db export before.jsonl
LIFT_TUNE_DB=other.db
try 0 db import run.json
has out "$lines measurements"
try 0 db export after.jsonl
cmp -s before.jsonl after.jsonl || fail "another database came back"
try 0 db import run.json
has out "new: 0 programs"
try 0 db check
try 0 replay twice

# Nothing of these.
cp other.db kept.db
cat > foreign.json <<'J'
{"schema_version": "1.0.0", "results": [{"timestamp": "2024-01-01T00:00:00Z",
 "configuration": {"block_size_x": 32}, "objectives": ["time"],
 "times": {"compilation_time": 1, "runtimes": [0.5]}, "invalidity": "correct",
 "correctness": 1, "measurements": []}]}
J
try 5 db import foreign.json
has err "results of another tuner"
sed 's/"invalidity": "correct",//' foreign.json > lacking.json
try 5 db import lacking.json
has err "invalidity"
head -c 300 run.json > cut.json
try 5 db import cut.json
sed 's/samples/simples/' run.json > changed.json
try 5 db import changed.json
cmp -s other.db kept.db || fail "a refused import changed the database"

# A file that is somebody else's stays.
echo mine > theirs.json
try 3 tune twice.json --quiet --max-fevals 6 --t4 theirs.json -o out.d
same "theirs" "$(cat theirs.json)" mine
finish
