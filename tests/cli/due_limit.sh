#!/bin/sh
# Under --time-limit the winner has been judged by all that is due, or what has
# not judged it is named, and the search ends by its limit. Where special data take
# hours to evaluate, an export ends, too, and says so. (By how much a limit is
# passed is a matter of the machine; $hang is for what does not end.)
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
hang=1200 # seconds

# On data with limits of integers the loop does not end.
cat > steps.json << 'END'
{"name": "steps", "sizes": {"N": 1000},
 "inputs": [{"name": "n", "type": "i32"}],
 "body": ["map", ["fun", ["v"], ["get", 0,
    ["iterateUntil", 2000000000,
      ["fun", ["_", "k"], [">=", "k", "n"]],
      ["fun", ["s", "k"], ["tuple", ["+", ["*", "s", 3], "k"],
                                    ["+", "k", 1]]],
      ["tuple", ["i32", "v"], ["i32", 0]]]]],
   ["generate", "N", "id"]]}
END
# Oracles of all kinds are due, and each takes a while.
cat > rows.json << 'END'
{"name": "rows", "sizes": {"N": 1500000},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["tuple", ["head", ["reduce", "+", 0,
	["map", "sqrt", ["map", "abs", "xs"]]]],
	["head", ["reduce", "max", "-inf", "xs"]]],
 "outputs": ["sum", "most"]}
END
LIFT_TUNE_DB=$work/whole.db try 0 tune rows.json --device 0 --max-fevals 1 -o whole
all=$(sed -n 's/^  judged by   //p' out)
case $all in
*"field"*"special"*"ends"*) ;;
*) fail "not judged by all that is due: $all" ;;
esac

# names JUDGES: each oracle that is named, once
names() {
	echo "$1" | sed 's/; not judged by/ /' | tr -d ',;' | tr ' ' '\n' |
		grep -v ':$' | grep . | sort -u
}

# complete OF: in out, as judged by all of that, or what is not is named
complete() {
	judges=$(sed -n 's/^  judged by   //p' out)
	names "$judges" > named
	names "$1" > wanted
	case $judges in
	"$1" | *"not judged by field, special" | \
	*"not judged by exact, field, special") return ;;
	*"not judged by "*) ;;
	*) fail "judged by $judges, and nothing is owed" ;;
	esac
	comm -13 named wanted > neither
	[ ! -s neither ] || { fail "neither judged nor owed"; cat neither; }
}

# in_time LIMIT OPTIONS...: a winner, or a message that there was no time
in_time() {
	limit=$1
	shift
	rm -f "$LIFT_TUNE_DB"
	timeout $hang "$LIFT_TUNE" tune "$@" --device 0 --time-limit "$limit" \
		-o limited > out 2> err
	code=$?
	[ "$code" = 0 ] && return
	[ "$code" = 1 ] && grep -q E0503 err || { fail "exit code $code"; show; }
	return 1
}

export LIFT_TUNE_DB="$work/limited.db"
for limit in 2 3 4 6; do
	in_time $limit rows.json --fresh && complete "$all"
done

# stored: the database has the judges that are printed
stored() {
	same "what is stored" "$("$probe" sql "$LIFT_TUNE_DB" "SELECT judges
		FROM measurements WHERE judges LIKE '%; not judged by%special%'")" \
		"$(sed -n 's/^  judged by   //p' out)"
}

# With 2 s there is hardly a time for the ranking.
in_time 2 steps.json --input n=10 --max-fevals 1 && stored
for limit in 6 30 150; do
	in_time $limit steps.json --input n=10 --max-fevals 1 &&
		complete "out: exact special" && break
done
grep -q "not judged by .*special" out || { fail "nothing is owed"; cat out; }
stored
try 0 export steps --time-limit 2 -o exported
grep -q "not judged by .*special.* within 2 s" err ||
	{ fail "it is not said"; cat err; }
has exported/steps.manifest.json "; not judged by"

# Of several sizes they share the limit.
for limit in 6 30 150; do
	timeout $hang "$LIFT_TUNE" tune steps.json --device 0 --size N=900 \
		--input n=10 --max-fevals 1 --time-limit $limit -o limited \
		> out 2> err && break
done
try 0 export steps --sizes all --time-limit 8 -o sizes
same "what is said of them" "$(grep -c "not judged by .* within 8 s" err)" 2
finish
