#!/bin/sh
# What the search matches by hand goes, and does not come back: files of macros
# in C, and lines of the search, are at most so many.
macros=3
lines=21394

found=$(find "$srcdir/search" -name 'macro_*.c' | wc -l)
[ "$found" -le $macros ] || { echo "$found files of macros"; exit 1; }
found=$(find "$srcdir/search" -name '*.[ch]' ! -name schedules_text.c \
	-exec cat {} + | wc -l)
[ "$found" -le $lines ] || { echo "$found lines in search/"; exit 1; }
