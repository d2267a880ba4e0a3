#!/bin/sh
# The tables of docs/performance.md are made of what bench --json prints: of
# stored lines, the last of a row that was measured twice, the fastest C, a
# side's single thread, caches and --fp in the label, and no ratio where a side
# failed; the tables that the page has are of that form.
cd "$srcdir" || exit 99
failed=0

awk -f docs/performance.awk tests/cli/performance.jsonl |
	diff - tests/cli/performance.txt || failed=1

heads=$(grep -c '^| program | time |' docs/performance.md)
[ "$heads" -gt 0 ] || { echo "docs/performance.md has no table"; failed=1; }
grep '^| program | time |' docs/performance.md | grep -v \
	'^| program | time |.* best C | quiet rounds |$' && failed=1
exit $failed
