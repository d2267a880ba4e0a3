#!/bin/sh
# pack.sh NAME BUNDLE PROGRAMS PLAN FACTS COUNT: the folder NAME and NAME.tar.gz,
# for a machine that has a device and no tools: the bundle in the folder BUNDLE,
# the programs expert_run, kit_time and candidates of the folder PROGRAMS, and what
# PLAN asks for: documents, experts' kernels, and at most COUNT candidates of each
# program, drawn for the device of FACTS.
set -e
name=$1 bundle=$2 programs=$3 plan=$4 facts=$5 count=$6
most=$((64 << 20))
kit=$srcdir/tests/device-kit
rm -rf "$name" "$name.tar.gz"
mkdir -p "$name/programs" "$name/experts" "$name/candidates" "$name/lib"
cp -R "$bundle/bin" "$bundle/lib" "$bundle/libexec" "$bundle/licenses" \
	"$bundle/LICENSE" "$bundle/NOTICE" "$name/"
for program in "$programs/gpu/expert_run" "$programs/device-kit/kit_time"; do
	cp "$program" "$name/bin/"
	strip "$name/bin/${program##*/}"
	OPENED=libOpenCL.so.1 sh "$srcdir/bundle/needs.sh" \
		"$name/bin/${program##*/}"
done
cp "$kit/run.sh" "$name/run"
chmod +x "$name/run"
cp "$plan" "$name/plan"
cp "$facts" "$name/facts.json"
cp "$srcdir/docs/device-kit.md" "$name/README.md"
cp "$srcdir"/tests/gpu/experts/*.cl "$name/experts/"
echo "lift-tune device-kit 1" > "$name/version"

document() { # of a program
	for file in "$srcdir/examples/$1.lift" \
		"$srcdir/tests/gpu/programs/$1.lift" \
		"$srcdir/examples/programs/$1.json"; do
		[ ! -f "$file" ] || { echo "$file"; return; }
	done
	echo "no program $1" >&2
	return 1
}

while read -r what of sizes || [ -n "$what" ]; do
	case $what in
	candidates | tune) cp "$(document "$of")" "$name/programs/" ;;
	esac
	[ "$what" = candidates ] || continue
	mkdir "$name/candidates/$of"
	# shellcheck disable=SC2086
	"$programs/device-kit/candidates" "$facts" "$(document "$of")" \
		"$count" "$name/candidates/$of" $sizes 2> "$name.err" ||
		{ cat "$name.err" >&2; exit 1; }
	rm "$name.err"
	find "$name/candidates/$of" -name '*.cl' | grep -q . ||
		{ echo "no candidates of $of" >&2; exit 1; }
done < "$plan"
tar --sort=name --owner=0 --group=0 --numeric-owner -czf "$name.tar.gz" \
	"$name"
size=$(wc -c < "$name.tar.gz")
echo "$name.tar.gz: $size bytes"
[ "$size" -le $most ] || { echo "more than $most" >&2; exit 1; }
