#!/bin/sh
# A rule and a schedule of a user's own, in two files, as docs/schedules.md has
# them: listed, applied to a program, refused with what is wrong.
. "$srcdir/tests/e2e_lib.sh"

part() { # part FIRST-LINE: an indented block of the page
	awk -v first="    $1" 'index($0, first) == 1 { on = 1 }
		on && !/^    / && NF { exit }
		on { print substr($0, 5) }' "$srcdir/docs/schedules.md"
}

part "rule map_twice" > squares.rules
part "schedule unrolled" | sed '/^lift-tune/,$d' > squares.schedules
own="--rules squares.rules --schedules squares.schedules"

try 0 tune --list-schedules && has out "tile:m,l,v,panels,dim,k"
# shellcheck disable=SC2086
try 0 tune --list-schedules $own && has out "halves:k"
# shellcheck disable=SC2086
try 0 rewrite "$srcdir/examples/scal.json" --size N=4096 $own \
	--schedule halves:k=4 && has out "mapSeqUnroll" && has out "concat"
try 0 rewrite "$srcdir/examples/matmul.json" --size M=64 --size N=64 \
	--size K=64 --schedule tile:m=8,l=16,v=1,panels=1,dim=0,k=4 &&
	has out "mapGlobal"

# shellcheck disable=SC2086
try 3 rewrite "$srcdir/examples/scal.json" $own --schedule halvez:k=4 &&
	has err "no such schedule" && has err halve
# shellcheck disable=SC2086
try 3 rewrite "$srcdir/examples/scal.json" $own --schedule halves:j=4 &&
	has err "no such number"
try 3 rewrite "$srcdir/examples/scal.json" --schedule fold &&
	has err "reduce is wanted, map stands there"
sed 's/map_twice/map_twise/' squares.schedules > wrong.schedules
try 3 tune --list-schedules --rules squares.rules \
	--schedules wrong.schedules && has err "no rule or step map_twise" &&
	has err map_twice && has err wrong.schedules:11
finish
