#!/bin/sh
# What a search proposes first for two GPUs that are not there, of six programs:
# as proposals.sh has it of all, for five (`make check-gpu`).
build=${LIFT_TUNE%/*}
examples=$srcdir/examples programs=$srcdir/tests/gpu/programs
PROPOSALS_DEVICES='h200 mali' \
PROPOSALS_PROGRAMS="$examples/asum.lift $examples/gemv.lift $examples/jacobi.lift
	$programs/colsum.lift $programs/rowscan.lift $programs/transpose.lift" \
	sh "$srcdir/tests/gpu/proposals.sh" "$build/tests/gpu/proposals" "$srcdir"
