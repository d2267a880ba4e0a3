#!/bin/sh
# The same programs on other element types: all on i32, half of them on f64 (if
# the device has it), the others on u32.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

tuned() { # tuned TYPE NAME SIZES...
	doc=$2-$1.json
	sed "s/f32/$1/g" "$examples/$2.json" > "$doc"
	shift 2
	tune_at "$doc" "$@"
}

f64=i32
"$LIFT_TUNE" devices --json | "$probe" json has_f64 | head -n 1 | grep -q true &&
	f64=f64
for type in $f64 i32; do
	tuned $type asum N=77
	tuned $type gemv M=5 K=17
	tuned $type matmul M=5 K=6 N=7
done
for type in u32 i32; do
	tuned $type dot N=1003
	tuned $type scal N=1003
done
finish
