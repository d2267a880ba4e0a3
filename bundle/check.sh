#!/bin/sh
# check.sh NAME: NAME.tar.gz, unpacked, moved, and with nothing of the user's
# environment, tunes, runs and queries there.
set -e
archive=$PWD/$1.tar.gz
work=$(mktemp -d "${TMPDIR:-/tmp}/lift-tune-bundle.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
tar -xzf "$archive"
mv "$1" "moved here"
mkdir out

bare() { # bare COMMAND...: with an environment that has nothing in it
	env -i HOME="$work" PATH=/usr/bin:/bin "$work/moved here/bin/lift-tune" \
		"$@" --db "$work/tuned.db"
}

bare tune "moved here/examples/asum.json" --size N=100000 --max-fevals 3 \
	--quiet -o out > tuned
grep -q '^asum, N=100000 on .*: 3 evaluations' tuned
ls out/asum.cl out/asum.manifest.json out/asum.c out/asum.h > /dev/null
bare run "moved here/examples/asum.json" --size N=100000 --fill --verify \
	-o out > ran
grep -q '^out' ran || { cat ran; exit 1; }
bare query asum > found
grep -q 'asum.*N=100000' found
env -i "moved here/bin/lift-tune" eval "moved here/examples/asum.json" \
	--size N=10 --fill -o out > /dev/null
echo "the bundle works in another place"
