#!/bin/sh
# What every file of the project must keep: no path of one particular machine,
# and no link in a document that leads nowhere.
cd "$srcdir" || exit 99
git rev-parse --is-inside-work-tree > /dev/null 2>&1 ||
	{ echo "skipped: no git work tree"; exit 77; }
failed=0

paths='(^|[^A-Za-z0-9_.~}-])/(root|work|Users|mnt|srv|(home|tmp)/[a-z]{2,})/[A-Za-z]'
git ls-files | grep -v '^tests/hygiene.sh$' | tr '\n' '\0' |
	xargs -0 -r grep -nIE "$paths" && {
	echo "paths of one machine"
	failed=1
}

for document in $(git ls-files '*.md'); do
	folder=$(dirname "$document")
	for link in $(grep -oE '\]\([^)#:]+\)' "$document" |
		sed 's/^](//; s/)$//'); do
		[ -e "$folder/$link" ] || {
			echo "$document: no $link"
			failed=1
		}
	done
done
exit $failed
