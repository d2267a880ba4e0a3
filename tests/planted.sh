#!/bin/sh
# Faults planted into kernels of whole programs are found by the judge, or change
# nothing (tests/planted.c). One in 7 places of a few programs; with
# LIFT_TUNE_LONG in the environment all places of all examples and of
# tests/programs, at their own sizes, with a table in planted.md.
"$LIFT_TUNE" devices > /dev/null 2>&1 || exit 77

if [ "$LIFT_TUNE_LONG" ]; then
	rm -f planted.md
	exec tests/planted --seeds 100 --table planted.md \
		"$srcdir"/examples/*.json "$srcdir"/tests/programs/*.json
fi
programs=
for name in at_default body_is_a_function chains compose reduce_part if_of_tuples ranges; do
	programs="$programs $srcdir/tests/programs/$name.json"
done
# shellcheck disable=SC2086
exec tests/planted --places 7 $programs
