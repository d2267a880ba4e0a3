#!/bin/sh
# What the search matches by hand goes, and does not come back: no files of
# macros, and lines of the search are at most so many (2991 of them graph/, the
# choice of kernels of whole programs).
lines=25176

found=$(find "$srcdir/search" -name 'macro*.[ch]')
[ -z "$found" ] || { echo "macros: $found"; exit 1; }
found=$(find "$srcdir/search" -name '*.[ch]' ! -name schedules_text.c \
	-exec cat {} + | wc -l)
[ "$found" -le $lines ] || { echo "$found lines in search/"; exit 1; }
