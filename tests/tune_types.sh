#!/bin/sh
# The same programs on other element types. A device without f64 is left out
# of that one.
. "$srcdir/tests/e2e_lib.sh"
need_device

types="i32 u32"
"$LIFT_TUNE" devices --json | "$probe" json f64 | head -n 1 | grep -q true &&
	types="f64 $types"
for type in $types; do
	for name in asum dot scal gemv matmul; do
		sed "s/f32/$type/g" "$examples/$name.json" > $name-$type.json
	done
	tune_at dot-$type.json N=1003
	tune_at scal-$type.json N=1003
	tune_at asum-$type.json N=77
	tune_at gemv-$type.json M=5 K=17
	tune_at matmul-$type.json M=5 K=6 N=7
done
finish
