#!/bin/sh
# Every fault of the code generator is noticed (unit_mutants.c).
exec "${LIFT_TUNE%/*}/tests/cli/unit_mutants"
