#!/bin/sh
# A search ends at its limit, whatever is evaluated, built or run then, and what
# was stored before is the winner where nothing else could be measured.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

# What it takes depends on the data: n steps, which are a blink or hours.
cat > steps.json << 'END'
{"name": "steps", "inputs": [{"name": "n", "type": "i32"}],
 "body": ["map", ["fun", ["v"], ["get", 0,
    ["iterateUntil", 2000000000,
      ["fun", ["_", "k"], [">=", "k", "n"]],
      ["fun", ["s", "k"], ["tuple", ["+", ["*", "s", 3], "k"],
                                    ["+", "k", 1]]],
      ["tuple", ["i32", "v"], ["i32", 0]]]]],
   ["generate", 1000, "id"]]}
END

cut_at() { # cut_at LIMIT: an endless search; sets $code
	limit=$1
	timeout 1200 "$LIFT_TUNE" tune steps.json --device 0 \
		--input n=2000000000 --time-limit "$limit" -o best > out 2> err
	code=$?
}

cut_at 8
same "the exit code of an endless search" $code 1 || show
# On a busy machine there may be no device in this time.
grep -q "no kernel was built and checked in 8 s" err ||
	has err "the reference alone takes longer than 8 s"
for limit in 10 40 160; do
	"$LIFT_TUNE" tune steps.json --device 0 --input n=10 --max-fevals 1 \
		--time-limit $limit -o first > out 2> err && break
done
[ -d first ] || { fail "no kernel in $limit s"; show; }
rm -rf best
for limit in 8 40 160; do # until there is a device in this time
	cut_at $limit
	[ $code = 0 ] && break
done
same "the exit code where a kernel is stored" $code 0 || show
has err "this is the best that was stored"
has out " 0 evaluations"
for folder in first best; do
	sed -n '/^kernel/,$p' $folder/steps.cl > $folder.cl
done
cmp first.cl best.cl || fail "not the kernel that was stored"
[ -s first.cl ] || fail "no kernel"
finish
