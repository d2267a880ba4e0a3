# What the end-to-end tests share; to be sourced. A test runs in a folder of
# its own, with a database of its own, and ends with `finish`.
#
# need_device           skips the test when there is no OpenCL device
# try CODE WORDS...     runs lift-tune; stdout in ./out, stderr in ./err;
#                       fails when the exit code is not CODE
# need_numpy            skips the test when no python3 has numpy; has_numpy says
#                       whether one has, which is $python then
# tune_at DOC SIZES... [-- OPTIONS]
#                       tunes with one evaluation, with LIFT_TUNE_LONG in the
#                       environment three; fails without a good kernel
# heard COUNT TEXT      waits for COUNT lines with TEXT in ./out, or for the end of
#                       process $tuner
# fail TEXT             notes a failure
case $srcdir in /*) ;; *) srcdir=$PWD/$srcdir ;; esac
examples=$srcdir/examples
probe=${LIFT_TUNE%/*}/tests/cli/probe
[ -x "$LIFT_TUNE" ] || { echo "no $LIFT_TUNE"; exit 99; }
work=$(mktemp -d "${TMPDIR:-/tmp}/lift-tune-test.XXXXXX") || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM
cd "$work" || exit 99
LIFT_TUNE_DB=$work/tuned.db
export LIFT_TUNE_DB
unset LIFT_TUNE_DEVICE
evaluations=1
[ -z "$LIFT_TUNE_LONG" ] || evaluations=3
failed=0
tab=$(printf '\t')

fail() {
	echo "FAIL: $*"
	failed=1
}

# Every manifest that a test leaves is as its schema says.
finish() {
	find "$work" -name '*.manifest.json' -size +0 -exec "$probe" schema \
		"$srcdir/docs/manifest.schema.json" {} + > "$work/schema.out" 2>&1 ||
		fail "$(cat "$work/schema.out")"
	exit $failed
}

skip() {
	echo "skipped: $*"
	exit 77
}

need_device() {
	"$LIFT_TUNE" devices > out 2> err || skip "no OpenCL device"
}

has_numpy() { # the first python3 of the PATH may not be Debian's
	for python in python3 /usr/bin/python3; do
		"$python" -c 'import numpy' > /dev/null 2>&1 && return
	done
	return 1
}

need_numpy() {
	has_numpy || skip "no python3 with numpy (python3-numpy)"
}

# The command before a shell with mounts of its own, if there may be one.
own_mounts() {
	own="unshare -m"
	[ "$(id -u)" = 0 ] || own="unshare -r -m"
	$own mount -t tmpfs none "$work" 2> own.err && return
	echo "not tested: full file systems ($own: $(cat own.err))"
	return 1
}

show() {
	tail -n 20 out err
}

try() {
	expected=$1
	shift
	"$LIFT_TUNE" "$@" > out 2> err
	code=$?
	[ $code = "$expected" ] && return
	fail "lift-tune $*: exit code $code, expected $expected"
	show
	return 1
}

has() { # has FILE TEXT: the text occurs in the file
	grep -qF -- "$2" "$1" && return
	fail "no \"$2\" in $1:"
	cat "$1"
	return 1
}

same() { # same WHAT FOUND EXPECTED
	[ "$2" = "$3" ] && return
	fail "$1: found $2, expected $3"
	return 1
}

heard() {
	while [ "$(grep -c -- "$2" out)" -lt "$1" ] &&
		kill -0 "$tuner" 2> /dev/null; do
		sleep 0.1
	done
}

# try_races BLOCK ARGUMENTS...: a kernel by that schedule on Oclgrind, without a race
try_races() {
	required=$1
	shift
	oclgrind --data-races "$LIFT_TUNE" tune "$@" --device 0 --max-fevals 1 \
		--no-files --require "$required" > out 2> err ||
		fail "on Oclgrind: $*"
	! grep -i 'data race' out err || fail "a race: $*"
}

sql() {
	"$probe" sql "$LIFT_TUNE_DB" "$1"
}

tune_at() {
	doc=$1
	shift
	sizes=
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		sizes="$sizes --size $1"
		shift
	done
	[ $# = 0 ] || shift
	# shellcheck disable=SC2086
	try 0 tune "$doc" --device 0 --jobs 0 $sizes --json \
		--max-fevals "$evaluations" -o tuned "$@" || return
	"$probe" json < out > /dev/null || fail "$doc$sizes: not JSON lines"
	grep -q '"status": *"ok"' out || fail "$doc$sizes: no good kernel"
	bad=$(grep -cE '"status": *"(wrong|nan|guard|run_crash)"' out)
	[ "$bad" = 0 ] || {
		fail "$doc$sizes: $bad kernels that are wrong:"
		grep -E '"status": *"(wrong|nan|guard|run_crash)"' out
	}
}
