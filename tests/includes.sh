#!/bin/sh
# Folders are layers: a file includes only from its own folder and from those
# its row names (docs/architecture.md).
allowed() {
	case $1 in
	base) echo base ;;
	ir/*) echo base ir ;;
	cost) echo base ir cost ;;
	rules) echo base ir rules ;;
	search/schedule) echo base ir rules search ;;
	search/nest | search/space) echo base ir cost rules search ;;
	search/strategy) echo base search ;;
	search/normal | search/graph) echo base ir search ;;
	codegen_opencl) echo base ir codegen_opencl ;;
	prover) echo base ir codegen_opencl prover ;;
	bench_harness) echo base ir codegen_opencl bench_harness ;;
	db) echo base db ;;
	lib) echo base ir cost rules search codegen_opencl prover bench_harness db lib ;;
	cli) echo base ir cost rules search codegen_opencl prover bench_harness db lib cli ;;
	esac
}

# The rooms of ir/ and of search/ that are seen, of folders that do not see all.
rooms() {
	case $1 in
	ir/core | cost | codegen_opencl | prover) echo core ;;
	ir/front) echo core front ;;
	ir/data | bench_harness) echo core data ;;
	ir/eval) echo core front data eval ;;
	search/normal) echo normal ;;
	search/graph) echo graph nest ;;
	search/nest) echo nest space ;;
	search/strategy) echo space strategy ;;
	esac
}

failed=0
# enters FOLDER OF: what FOLDER includes of the rooms of OF are its own.
enters() {
	for file in "$srcdir/$1"/*.[ch]; do
		for seen in $(sed -n "s|^#include \"$2/\([a-z_]*\)/.*|\1|p" \
			"$file"); do
			case " $(rooms "$1") " in
			*" $seen "*) ;;
			*)
				echo "$file includes from $2/$seen/"
				failed=1
				;;
			esac
		done
	done
}
for folder in ir/core ir/front ir/data ir/eval cost codegen_opencl prover \
	bench_harness; do
	enters $folder ir
done
for folder in search/normal search/graph search/nest search/strategy; do
	enters $folder search
done

# What a program looks like is asked in nest/, normal/ and graph/ alone; search/ has no
# code but in its folders.
ls "$srcdir"/search/*.[ch] 2>/dev/null && echo "search/ has code" && failed=1
for folder in search/schedule search/space search/strategy; do
	ls "$srcdir/$folder"/*.c | grep -v schedules_text |
		xargs grep -nE 'PRIM_[A-Z]|for .*kid_count' &&
		echo "$folder looks into programs" && failed=1
done

# What a header of the language declares is defined in its own room, and not in
# one that it does not see.
awk '
	{ room = FILENAME; sub("/[^/]*$", "", room); sub(".*/", "", room) }
	/^static|^typedef|^#/ || !/^[A-Za-z][A-Za-z0-9_ ]*[ *][a-z][a-z0-9_]*\(/ {
		next
	}
	{ name = $0; sub("\\(.*", "", name); sub(".*[ *]", "", name) }
	FILENAME ~ /h$/ { declared[name, room] = name; of[name, room] = room }
	FILENAME ~ /c$/ && !/;$/ { defined[name, room] = where[name] = room }
	END {
		for (i in declared) if (where[declared[i]] && !(i in defined)) {
			print "ir/" of[i] " declares " declared[i] \
				", which is in ir/" where[declared[i]]
			failed = 1
		}
		exit failed
	}' "$srcdir"/ir/*/*.[ch] || failed=1

# Where something is in a program is named, asked for or walked to: no path is
# written down; in nest/ and normal/ none as text.
grep -nE '"[0-9](\.[0-9])+"|path_kid\(.*, [0-9]\)' "$srcdir"/search/s*/*.c &&
	echo "search writes paths" && failed=1
grep -nE 'path_by|"[0-9](\.[0-9])+"' "$srcdir"/search/n*/*.c &&
	echo "search writes paths as text" && failed=1

# What a device is like is known in numbers.
grep -rnE 'DEVICE_(CPU|GPU|ACCELERATOR|OTHER)' "$srcdir/search" \
	--include='*.[ch]' | grep -v '/space/hardware.c:' &&
	echo "search asks for the type of a device" && failed=1

for folder in base ir/core ir/front ir/data ir/eval cost rules \
	search/normal search/graph search/nest search/schedule search/space search/strategy \
	codegen_opencl prover bench_harness db lib cli; do
	for file in "$srcdir/$folder"/*.[ch] "$srcdir/$folder"/*.cc; do
		[ -f "$file" ] || continue
		for seen in $(sed -n 's|^#include "\([a-z_]*\)/.*|\1|p' "$file"); do
			case " $(allowed $folder) " in
			*" $seen "*) ;;
			*)
				echo "$file includes from $seen/"
				failed=1
				;;
			esac
		done
	done
done
exit $failed
