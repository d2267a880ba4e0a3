#!/bin/sh
# Kernels with open sizes of all random programs, at a tenth of the points.
OPEN_PROGRAMS=random exec tests/harness/open_programs
