#!/bin/sh
# Trouble with the database: one clear error, exit code 5, nothing that was
# stored is lost.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

tune_at "$examples/asum.json" N=100
cp tuned.db before.db

more="tune $examples/asum.json --device 0 --size N=101 --max-fevals 60 \
	--time-limit 900 -o out.d"

# Read-only, also for the superuser.
without_override() {
	if [ "$(id -u)" = 0 ]; then
		setpriv --bounding-set=-dac_override "$@"
	else
		"$@"
	fi
}
if without_override true 2> /dev/null; then
	chmod a-w . tuned.db
	# shellcheck disable=SC2086
	(cd / && without_override "$LIFT_TUNE" $more) > ro 2>&1
	code=$?
	chmod u+w . tuned.db
	same "the exit code on a read-only database" $code 5 || cat ro
	grep -q E0601 ro || { fail "no E0601"; cat ro; }
	same "errors" "$(grep -c '^.*error E' ro)" 1
	cmp -s tuned.db before.db || fail "a read-only database changed"
fi

# A full disk, where a small one may be mounted: from the start, and after some
# evaluations. What was announced is there.
cat > full.sh <<'S'
left=$1
shift
mount -t tmpfs -o size=2m none disk || exit 99
cp before.db disk/tuned.db
dd if=/dev/zero of=disk/filler bs=4096 2> /dev/null
if [ "$left" -gt 0 ]; then
	size=$(wc -c < disk/filler)
	truncate -s $((size - left * 4096)) disk/filler
fi
LIFT_TUNE_DB=disk/tuned.db
export LIFT_TUNE_DB
"$LIFT_TUNE" "$@" --json
code=$?
"$LIFT_TUNE" db check >&2 || code=99
rm disk/filler
cp disk/tuned.db full.db
exit $code
S
mkdir disk
full="0 4"
own_mounts || full=
for left in $full; do
	# shellcheck disable=SC2086
	$own sh full.sh $left $more > out 2> err
	code=$?
	same "the exit code on a full disk" $code 5 || show
	"$probe" json code < out | grep -q E0601 || { fail "no E0601"; show; }
	for id in $("$probe" json measurement < out | grep '^[0-9]'); do
		same "row $id" "$(LIFT_TUNE_DB=full.db sql \
			"SELECT count(*) FROM measurements WHERE id = $id")" 1
	done
done

# Two searches at the same time share the file.
# shellcheck disable=SC2086
"$LIFT_TUNE" $more --max-fevals 4 --seed 1 > out 2> err &
# shellcheck disable=SC2086
"$LIFT_TUNE" $more --max-fevals 4 --seed 2 -o other.d > out2 2> err2
same "the exit code of one of two searches" $? 0 || cat err2
wait $!
same "the exit code of the other" $? 0 || show
try 0 db check

# Its rows travel: by lines and by merging, once and whole.
try 0 db export lines.jsonl
tuned=$LIFT_TUNE_DB
LIFT_TUNE_DB=copy.db
try 0 db import lines.jsonl
try 0 db export -
cmp -s out lines.jsonl || fail "what was imported is not what was exported"
try 0 db merge "$tuned"
has out "new: 0 programs"
try 0 db check
cp copy.db same.db
head -n 3 lines.jsonl > short.jsonl
try 5 db import short.jsonl
has err "lines are missing"
try 5 db merge copy.db
cmp -s copy.db same.db || fail "a refused import changed the database"
try 2 db merge

# One program of it: by its name, which must be there.
try 0 db export one.jsonl asum
try 5 db export one.jsonl nosuch
has err E0603 && has err nosuch
try 5 db forget nosuch
cmp -s copy.db same.db || fail "what is not there changed the database"
try 0 db forget asum
has out "gone: 1 programs"
try 0 db check
try 5 query asum
try 0 db import one.jsonl
try 0 db export again.jsonl asum
cmp -s one.jsonl again.jsonl || fail "what was forgotten did not come back"
try 2 db forget
LIFT_TUNE_DB=$tuned

# A damaged file is reported and left as it is.
cp before.db tuned.db
dd if=/dev/zero of=tuned.db bs=1 seek=4096 count=2000 conv=notrunc 2> dd
cp tuned.db damaged.db
# shellcheck disable=SC2086
try 5 $more
try 5 db check
cmp -s tuned.db damaged.db || fail "a damaged database was changed"
finish
