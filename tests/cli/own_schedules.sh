#!/bin/sh
# A rule and a schedule of a user's own, in two files, as docs/schedules.md has
# them: listed, applied to a program, chosen by a search, stored, explained, made
# again at other sizes, refused with what is wrong.
. "$srcdir/tests/cli/e2e_lib.sh"

part() { # part FIRST-LINE: an indented block of the page
	awk -v first="    $1" 'index($0, first) == 1 { on = 1 }
		on && !/^    / && NF { exit }
		on { print substr($0, 5) }' "$srcdir/docs/schedules.md"
}

# The page's commands, a line each, those that tune or replay apart.
commands() { # commands REGEX: those that begin so
	sed -n '/^    lift-tune/,/[^\\]$/p' "$srcdir/docs/schedules.md" |
		sed -e ':join' -e '/\\$/{' -e N -e 's/\\\n *//' -e 'b join' \
			-e '}' -e 's/^ *lift-tune //' | grep -E "^($1)( |\$)"
}

part "rule map_twice" > squares.rules
part "schedule in_rounds" | sed '/^lift-tune/,$d' > squares.schedules
own="--rules squares.rules --schedules squares.schedules"
ln -s "$examples" examples

without="tune --list-schedules|rewrite"
with="tune examples.*|explain|replay"
[ "$(commands "$without|$with" | wc -l)" = \
	"$(grep -c '^    lift-tune ' "$srcdir/docs/schedules.md")" ] ||
	fail "a command of the page is not run"
commands "$without" > page
while read -r words; do
	# shellcheck disable=SC2086
	try 0 $words && cat out >> listed
done < page
for said in "tile:m,l,v,panels,dim,k" "halves:k" mapSeqUnroll concat mapGlobal
do
	has listed "$said"
done
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

# A rule of any name is used by normalise.
long=map_twice_$(printf %080d 0)
sed "s/map_twice/$long/" squares.rules > long.rules
echo "schedule split \"\" do normalise with ($long)" > long.schedules
try 0 rewrite "$srcdir/examples/scal.json" --size N=2 --rules long.rules \
	--schedules long.schedules --schedule split && has out concat

# Names of choices, before the search.
# shellcheck disable=SC2086
try 2 tune "$examples/scal.json" $own --require halvez &&
	has err "no such schedule" && has err "expected: halves"
# shellcheck disable=SC2086
try 2 tune "$examples/scal.json" $own --fix halves.j=4 &&
	has err "no schedule has such a number" &&
	has err "expected: halves.k"
try 2 tune "$examples/scal.json" --forbid chunk && has err "expected: chunks"
try 2 tune "$examples/scal.json" --fix tile.rows=4 &&
	has err "expected: tiles.rows"

need_device
commands "$with" > page
while read -r words; do
	device="--device 0"
	[ "${words%% *}" = explain ] && device=
	# shellcheck disable=SC2086
	try 0 $words $device && cat out >> searched
done < page
has searched "halves"
has searched "map_twice at /body"
has searched "N=6000"
rm -f "$LIFT_TUNE_DB"
# shellcheck disable=SC2086
try 0 tune "$examples/scal.json" --size N=4096 $own --require halves \
	--fix halves.k=4 --max-fevals 2 --device 0 -o tuned && has out "concat" &&
	has out "halves: k 4 (4 elements)"
try 0 query --json && has out 'halves[k=4] at /body'
# shellcheck disable=SC2086
try 0 explain 1 --rules squares.rules && has out "map_twice at /body" &&
	has out "halves[k=4] at /body"
# shellcheck disable=SC2086
try 0 replay 1 $own --size N=6000 --device 0 && has out "N=6000" &&
	has out "with numbers for these sizes"
# shellcheck disable=SC2086
try 0 replay 1 $own --size N=1 --device 0 &&
	has err "which was chosen at N=4096, is not offered at N=1"

# What is offered where it cannot be done.
cat > hasty.schedules << 'END'
schedule hasty "a cut into nine, whatever the length"
  form   map (\x. f x) xs
  do     split_join[I = 9] as (block = c) ; at x map_seq ; at block map_seq
END
try 0 tune "$examples/scal.json" --size N=4096 --schedules hasty.schedules \
	--strategy exhaustive --max-fevals 3 --device 0 -o tuned --forbid vectors \
	--forbid items --forbid windows --forbid groups --forbid loop
has err "schedule hasty was offered where its steps do not apply: rule split_join"
[ "$(grep -c hasty err)" = 1 ] || fail "reported $(grep -c hasty err) times"
finish
