#!/bin/sh
# run WORK [SECONDS]: what the plan asks for, on an OpenCL device of this machine,
# for so many seconds (540); exits with 0 when nothing is left, with 1 when it has
# to be called again, with 4 without a device. All that comes out is in the folder
# WORK, and packed in WORK.tar.gz. Each line of the plan is an item: WORK/items
# has a file for each that is done, NAME or NAME.failed. It may be stopped at any
# time, by kill -9, too: the next call goes on with the item that was not done.
# Needs nothing but a shell and the usual commands.
# KIT_DEVICE: part of the device's name, else the first GPU, else the first.
# KIT_PLAN: another plan.
kit=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '2,11s/^# //p' "$0"; exit 2; }
limit=${2:-540}
plan=${KIT_PLAN:-$kit/plan}
end=$(($(date +%s) + limit))
umask 022
mkdir -p "$1/items" "$1/spaces" "$1/kernels" || exit 2
work=$(cd "$1" && pwd)
tool=$kit/bin/lift-tune
more=0 # 1: the time of this call is over
running= # the process of an item

if [ -f "$work/kit" ] && ! cmp -s "$kit/version" "$work/kit"; then
	echo "$work is of another kit: $(cat "$work/kit")" >&2
	exit 2
fi
[ -f "$work/kit" ] || {
	cp "$kit/version" "$work/kit.part" && mv "$work/kit.part" "$work/kit"
}

# -- the device -----------------------------------------------------------------

# A loader, and what it reads to find drivers, where the machine has none.
find_drivers() {
	/sbin/ldconfig -p 2> /dev/null | grep -q 'libOpenCL\.so\.1' ||
		LD_LIBRARY_PATH=$kit/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
	[ -z "$LD_LIBRARY_PATH" ] || export LD_LIBRARY_PATH
	[ -z "$OCL_ICD_VENDORS" ] || return
	for icd in /etc/OpenCL/vendors/*.icd; do
		[ ! -f "$icd" ] || return
	done
	mkdir -p "$work/vendors"
	find -L /usr /opt -name 'libnvidia-opencl.so.1' 2> /dev/null |
		head -n 1 > "$work/vendors/nvidia.icd"
	[ -s "$work/vendors/nvidia.icd" ] || return
	OCL_ICD_VENDORS=$work/vendors
	export OCL_ICD_VENDORS
}

name_of() { # of the facts in a file
	sed -n 's/.*"name": "\([^"]*\)".*/\1/p' "$1"
}

choose_device() {
	"$tool" devices --json > "$work/devices.jsonl" 2> "$work/devices.err" ||
		return
	{
		if [ -n "$KIT_DEVICE" ]; then
			grep -F "$KIT_DEVICE" "$work/devices.jsonl"
		else
			grep '"type": "gpu"' "$work/devices.jsonl"
			cat "$work/devices.jsonl"
		fi
	} | head -n 1 > "$work/facts.part"
	[ -s "$work/facts.part" ]
}

find_drivers
{
	uname -a
	grep -m 1 'model name' /proc/cpuinfo
	nvidia-smi
	"$tool" --version
} > "$work/machine" 2>&1
if ! choose_device; then
	echo "no OpenCL device here; $work/machine has what there is" >&2
	cat "$work/devices.err" >&2
	exit 4
fi
if [ -f "$work/facts.json" ] &&
	[ "$(name_of "$work/facts.json")" != "$(name_of "$work/facts.part")" ]
then
	echo "$work is of another device: $(name_of "$work/facts.json")" >&2
	exit 2
fi
[ -f "$work/facts.json" ] || mv "$work/facts.part" "$work/facts.json"
KIT_DEVICE=$(name_of "$work/facts.json")
export KIT_DEVICE

# -- items ----------------------------------------------------------------------

# Of a call that was killed, what it had started.
stop_left() {
	read -r left < "$work/running" || return
	cat "/proc/$left/cmdline" 2> /dev/null | tr '\0' ' ' |
		grep -qF "$kit/" || return
	kill "$left"
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		kill -0 "$left" 2> /dev/null || return
		sleep 1
	done
	kill -KILL "$left"
}

packed() {
	tar -C "$(dirname "$work")" -czf "$work.tar.gz.part" \
		"$(basename "$work")" && mv "$work.tar.gz.part" "$work.tar.gz"
}

leave() { # of a signal, which may come to all of a group, and twice
	trap '' HUP INT TERM
	[ -z "$running" ] || { kill "$running"; wait "$running"; }
	packed
	exit 1
}

# ended NAME CODE
ended() {
	file=$work/items/$1
	rm -f "$work/running"
	case $2 in
	0) mv "$file.part" "$file" ;;
	124 | 137) more=1 ;;
	*)
		{ echo "exit code $2"; cat "$file.err" "$file.part"; } \
			> "$file.failing"
		mv "$file.failing" "$file.failed"
		;;
	esac
	[ $more = 1 ] || echo "$1: $([ "$2" = 0 ] && echo done || echo failed)"
}

# item NAME SECONDS COMMAND...: unless it is done, or so many seconds are not left
item() {
	name=$1
	need=$2
	shift 2
	[ $more = 0 ] && [ ! -e "$work/items/$name" ] &&
		[ ! -e "$work/items/$name.failed" ] || return
	[ "$need" -le $((limit / 2)) ] || need=$((limit / 2))
	left=$((end - $(date +%s)))
	[ $left -ge $need ] && [ $left -gt 0 ] || { more=1; return; }
	if [ "$(grep -cx "$name" "$work/begun")" -ge 3 ]; then
		echo "begun three times and never done" \
			> "$work/items/$name.failed"
		return
	fi
	echo "$name" >> "$work/begun"
	timeout -k 5 $left "$@" > "$work/items/$name.part" \
		2> "$work/items/$name.err" &
	running=$!
	echo $running > "$work/running"
	wait $running
	code=$?
	running=
	ended "$name" $code
}

document() { # of a program
	for file in "$kit/programs/$1".*; do
		echo "$file"
		return
	done
}

# Again after a candidate that failed or ended the process: each time one more
# has its line.
candidates() {
	item "candidates-$1" 20 sh -c 'while :; do
		"$0" "$@"
		code=$?
		[ $code = 3 ] || [ $code -ge 128 ] || exit $code
	done' "$kit/bin/kit_time" "$work/candidates-$1.jsonl" \
		"$kit/candidates/$1"/*.cl
}

# tuned PROGRAM SECONDS EVALUATIONS SIZES...
tuned() {
	name=$1 seconds=$2 evaluations=$3
	shift 3
	for size; do
		shift
		set -- "$@" --size "$size"
	done
	item "tune-$name" $((3 * seconds)) "$tool" tune "$(document "$name")" \
		"$@" --device "$KIT_DEVICE" --time-limit "$seconds" \
		--max-fevals "$evaluations" --db "$work/tuned.db" \
		--record "$work/spaces" -o "$work/kernels/$name"
}

touch "$work/begun"
[ ! -f "$work/running" ] || stop_left
trap leave HUP INT TERM
while read -r what name words <&3 || [ -n "$what" ]; do
	# shellcheck disable=SC2086
	case $what in
	measure)
		item measure 30 "$tool" devices --measure \
			--device "$KIT_DEVICE"
		;;
	expert)
		item "expert-$name" 20 "$kit/bin/expert_run" "$kit/experts" \
			"$name" time
		;;
	candidates) candidates "$name" ;;
	tune) tuned "$name" $words ;;
	'' | '#'*) ;;
	*)
		echo "$plan: $what is nothing that can be done" >&2
		exit 2
		;;
	esac
done 3< "$plan"
packed
[ $more = 0 ] || echo "not done yet: call it again"
exit $more
