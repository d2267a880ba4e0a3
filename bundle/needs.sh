#!/bin/sh
# needs.sh FILE...: fails when a program or library needs more than a plain
# Linux has: another library than these, or symbols of a newer glibc.
newest=2.34
plain='libc\.so\.6|libm\.so\.6|libdl\.so\.2|libpthread\.so\.0|ld-linux-x86-64\.so\.2'
failed=0

libraries() { # those that FILE names and that are not plain
	objdump -p "$1" | awk '$1 == "NEEDED" { print $2 }' |
		grep -vxE "$plain|${OPENED:-libc.so.6}"
}

newer() { # symbols of versions after the newest
	objdump -T "$1" | awk -v newest="$newest" '
		match($0, /GLIBC_[0-9.]+/) {
			split(substr($0, RSTART + 6, RLENGTH - 6), is, ".")
			split(newest, may, ".")
			if (is[1] > may[1] + 0 ||
			    (is[1] == may[1] && is[2] > may[2] + 0))
				print $NF, substr($0, RSTART, RLENGTH)
		}'
}

for file; do
	objdump -p "$file" > /dev/null || failed=1
	for library in $(libraries "$file"); do
		echo "$file needs $library"
		failed=1
	done
	if newer "$file" | grep .; then
		echo "$file needs a glibc newer than $newest"
		failed=1
	fi
done
exit $failed
