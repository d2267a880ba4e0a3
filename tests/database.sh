#!/bin/sh
# Trouble with the database: one clear error, exit code 5, nothing that was
# stored is lost.
. "$srcdir/tests/e2e_lib.sh"
need_device

tune_at "$examples/asum.json" N=100
cp tuned.db before.db

more="tune $examples/asum.json --device 0 --size N=101 --max-fevals 20 \
	--time-limit 10 -o out.d"

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

# A limit on the size of files, as a full disk.
limited() {
	trap '' XFSZ
	ulimit -f $(($(wc -c < tuned.db) / 512 + 8))
	exec "$@"
}
# shellcheck disable=SC2086
(limited "$LIFT_TUNE" $more) > out 2> err
code=$?
same "the exit code with a limit on files" $code 5 || show
grep -q "E060[12]" err || { fail "no error of the database"; show; }
try 0 db check

# A disk that is full, where a small one may be mounted.
cat > full.sh <<'S'
mount -t tmpfs -o size=256k none disk || exit 77
cp before.db disk/tuned.db
"$LIFT_TUNE" "$@" --db disk/tuned.db
code=$?
"$LIFT_TUNE" db check --db disk/tuned.db || code=99
exit $code
S
mkdir disk
if unshare -m true 2> /dev/null; then
	# shellcheck disable=SC2086
	unshare -m sh full.sh $more > out 2> err
	code=$?
	case $code in
	5) grep -q E0601 err || { fail "no E0601"; show; } ;;
	77) ;;
	*) fail "exit code $code on a full disk, expected 5"; show ;;
	esac
fi

# Two searches at the same time share the file.
# shellcheck disable=SC2086
"$LIFT_TUNE" $more --max-fevals 4 --seed 1 > out 2> err &
# shellcheck disable=SC2086
"$LIFT_TUNE" $more --max-fevals 4 --seed 2 -o other.d > out2 2> err2
same "the exit code of one of two searches" $? 0 || cat err2
wait $!
same "the exit code of the other" $? 0 || show
try 0 db check

# A damaged file is reported and left as it is.
cp before.db tuned.db
dd if=/dev/zero of=tuned.db bs=1 seek=4096 count=2000 conv=notrunc 2> dd
cp tuned.db damaged.db
# shellcheck disable=SC2086
try 5 $more
try 5 db check
cmp -s tuned.db damaged.db || fail "a damaged database was changed"
finish
