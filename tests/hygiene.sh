#!/bin/sh
# What every file of the project must keep: no path of one particular machine,
# no link in a document and no comment that leads to a document that is not
# there, and sentences of documents with a subject.
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
documents=$(git ls-files '*.md' | sed 's|.*/||')
for named in $(git grep -ohE '[A-Za-z_-]+\.md\b' -- '*.[ch]' '*.def' \
	'*.rules' '*.schedules' '*.v' | sort -u); do
	echo "$documents" | grep -qx "$named" || {
		echo "comments name $named, which is not there"
		failed=1
	}
done
git grep -nE '^(#+ |[-*] )?(What|The same)\b|[.:|] (What|The same)\b' -- '*.md' && {
	echo "sentences that begin with What, The same"
	failed=1
}
exit $failed
