#!/bin/sh
# make install puts a program that runs and a library that links below DESTDIR;
# make uninstall takes all of it away again, with the folders that are its own.
. "$srcdir/tests/cli/e2e_lib.sh"

build=$(cd "${LIFT_TUNE%/*}" && pwd)
to=$PWD/dest
make_() { # make_ TARGET
	make -C "$build" "$1" DESTDIR="$to" > said 2>&1 ||
		fail "make $1: $(tail -5 said)"
}
make_ install
program=$(find "$to" -path '*/bin/lift-tune' -type f)
[ -x "$program" ] || fail "no program was installed"
"$program" --version > said 2>&1 || fail "the program: $(cat said)"
for file in lift_tune.h liblift_tune.so liblift_tune.a lift-tune.pc \
	lift-tune.1 gemv.json gemv.lift filter.json; do
	[ "$(find "$to" -name "$file")" ] || fail "no $file was installed"
done
make_ uninstall
left=$(find "$to" ! -type d)
[ "$left" ] && fail "left: $left"
left=$(find "$to" -name 'lift-tune*')
[ "$left" ] && fail "folders left: $left"
finish
