#!/bin/bash
# Help in all its forms says what the tables say; a word that is none gets the
# nearest that is one.
. "$srcdir/tests/cli/e2e_lib.sh"

# docs/command-line.md is what the program prints.
try 0 help markdown
diff "$srcdir/docs/command-line.md" out > diff.out ||
	fail "lift-tune help markdown > docs/command-line.md: $(cat diff.out)"

# Each command has help of its own, however it is asked for.
sed -n 's/^| `\([a-z]*\)` | .*/\1/p' "$srcdir/docs/command-line.md" |
	sort -u > commands
[ "$(wc -l < commands)" -ge 18 ] || fail "commands: $(cat commands)"
while read -r command; do
	try 0 help "$command" && mv out help.out
	for option in --help -h; do
		try 0 "$command" $option
		case $command in version) ;; *)
			same "$command $option" "$(cat out)" "$(cat help.out)" ;;
		esac
	done
done < commands
try 0 version && mv out version.out
try 0 --version
same "versions" "$(cat out)" "$(cat version.out)"
try 0 help && mv out help.out
try 0 --help
same "help without a command" "$(cat out)" "$(cat help.out)"

# Numbers of errors
try 0 help errors
has out 'E0001  ' && has out 'W0301  '

# nearest FOUND EXPECTED WORDS...
nearest() {
	word=$1 near=$2
	shift 2
	try 2 "$@"
	has err "error E0901: " && has err "found:    $word" &&
		has err "expected: $near"
}
nearest tun tune tun
nearest hlep help hlep
nearest qurey query qurey asum
nearest xyzzy 'a command of lift-tune --help' xyzzy
nearest tunne tune help tunne
nearest --seeed --seed tune --seeed 3
nearest --max-fevls=3 --max-fevals examples/asum.json --max-fevls=3
nearest --xyzzy 'an option of lift-tune --help' tune --xyzzy

# What may be a file is one, whether it is there or not.
try 3 tune.json && has err E0701
cp "$examples/asum.json" check_me
try 2 check_me --size N=0x && has err "a size that is none"

# The page for man has no fault, and all that the tables have.
try 0 help man
cp out lift-tune.1
if command -v groff > /dev/null; then
	groff -man -Tutf8 -ww lift-tune.1 2> groff.err > page
	[ ! -s groff.err ] || fail "man page: $(cat groff.err)"
fi
while read -r command; do
	grep -q "^.fB$command.fR" lift-tune.1 || fail "no $command in the page"
done < commands

# completed WORDS... : what bash completes the last word to
try 0 help bash
cp out lift-tune.bash
completed() {
	bash -c '. ./lift-tune.bash
		COMP_WORDS=("$@")
		COMP_CWORD=$(($# - 1))
		_lift_tune
		echo "${COMPREPLY[*]}"' bash "$@"
}
same "completion of a command" "$(completed lift-tune ex)" "export explain"
same "completion of an option" \
	"$(completed lift-tune tune --max)" "--max-fevals"
same "another command's option" "$(completed lift-tune query --max)" ""
same "completion of a value" "$(completed lift-tune tune --fp re)" \
	"reassoc relaxed"
same "a file's name" "$(completed lift-tune tune --db x)" ""
finish
