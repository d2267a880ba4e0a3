#!/bin/sh
# warp.sh PLUGIN: the plugin's counts on kernels whose counts are known: requests,
# sectors and wavefronts by the formula for each stride, width, and number of
# lanes; what a loop, a branch, a second group adds.
plugin=$1
folder=$(mktemp -d "${TMPDIR:-/tmp}/lift-tune-test.XXXXXX") || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
failed=0

# counted GLOBAL LOCAL BYTES SETTINGS...: runs kernel k of k.cl on two arrays of
# so many bytes; its counts are in ./counts
counted() {
	global=$1 local=$2 bytes=$3
	shift 3
	printf 'k.cl\nk\n%s 1 1\n%s 1 1\n\n' "$global" "$local" > k.sim
	printf '<size=%s float fill=1>\n<size=%s float fill=1>\n' "$bytes" \
		"$bytes" >> k.sim
	rm -f counts
	env WARP_OUT=counts "$@" oclgrind-kernel --plugins "$plugin" k.sim \
		> log 2>&1
	[ -s counts ] || { echo "FAIL: no counts"; cat k.cl log; exit 1; }
}

# is NAME VALUE: one of the counts; loads.sectors is that of "loads"
is() {
	side=${1%.*}
	[ "$side" = "$1" ] && side=
	found=$(awk -v side="$side" -v name="${1#*.}" '{
		text = $0
		if (side)
			sub(".*\"" side "\": [{]", "", text)
		text = substr(text, index(text, "\"" name "\": "))
		sub("[^:]*: ", "", text)
		print text + 0
	}' counts)
	[ "$found" = "$2" ] && return
	echo "FAIL: $1 is $found, not $2, of"
	cat k.cl counts
	failed=1
}

# Four warps of 32 copy floats at a stride: a request a warp, a sector for each
# eight words that it reads, at most one for each lane.
for stride in 1 2 4 8 16; do
	cat > k.cl <<C
kernel void k(global const float *a, global float *b)
{
	b[get_global_id(0)] = a[$stride * get_global_id(0)];
}
C
	counted 128 64 8192
	is groups 2
	is loads.requests 4
	is loads.lanes 128
	is loads.bytes 512
	is loads.sectors $((stride < 8 ? 16 * stride : 128))
	is stores.requests 4
	is stores.sectors 16
	is stores.touched 16
	is local_requests 0
	is barriers 0
done

# Half as many warps of 64.
counted 128 64 8192 WARP_LANES=64
is loads.requests 2
is stores.requests 2

# Wide accesses are one request each, or one for each part; the sectors of a
# request are those that its lanes touch.
cat > k.cl <<'C'
kernel void k(global const float4 *a, global float4 *b)
{
	b[get_global_id(0)] = a[get_global_id(0)];
}
C
counted 32 32 512
is loads.requests 1
is loads.sectors 16
is loads.bytes 512
counted 32 32 512 WARP_WIDEST=4
is loads.requests 4
is loads.sectors 64
is loads.touched 16
is group_sectors 16

# Rows of local memory: a bank gives one word a wavefront, to all that ask.
for pair in 0:1 1:1 2:2 4:4 8:8 16:16 32:32 33:1 17:1 12:4; do
	cat > k.cl <<C
kernel void k(global const float *a, global float *b)
{
	local float t[32 * 33 + 1];
	const int l = get_local_id(0);

	t[l] = a[l];
	barrier(CLK_LOCAL_MEM_FENCE);
	b[l] = t[${pair%:*} * l];
}
C
	counted 32 32 128
	is local_requests 2
	is wavefronts $((1 + ${pair#*:}))
	is barriers 1
done

# Each round of a loop is a request; what two groups read is touched once by the
# kernel, and asked for by each.
cat > k.cl <<'C'
kernel void k(global const float *a, global float *b)
{
	float s = 0;

	for (int i = 0; i < 5; i++)
		s = s + a[32 * i + get_local_id(0)];
	b[get_global_id(0)] = s;
}
C
counted 64 32 640
is loads.requests 10
is loads.sectors 40
is loads.touched 20
is group_sectors 40
is flops 320

# Lanes that count up one word wait for one another.
for bins in 1 4 32; do
	cat > k.cl <<C
kernel void k(global const float *a, global float *b)
{
	local int t[32];
	const int l = get_local_id(0);

	t[l] = 0;
	atomic_inc(&t[l % $bins]);
	b[l] = t[l];
}
C
	counted 32 32 128
	is atomics 32
	is local_requests 3
	is wavefronts $((2 + 32 / bins))
done

# Lanes that are not there ask for nothing.
cat > k.cl <<'C'
kernel void k(global const float *a, global float *b)
{
	if (get_global_id(0) < 5)
		b[get_global_id(0)] = a[get_global_id(0)];
}
C
counted 32 32 128
is loads.requests 1
is loads.lanes 5
is loads.sectors 1

# The instructions of a warp are those of its longest item.
cat > k.cl <<'C'
kernel void k(global const float *a, global float *b)
{
	float s = a[0];

	for (int i = 0; i < (int)get_global_id(0); i++)
		s = s * 1.5f;
	b[get_global_id(0)] = s;
}
C
counted 32 32 128
longest=$(awk '{ sub(/.*"warp_instructions": /, ""); print $0 + 0 }' counts)
all=$(awk '{ sub(/.*"instructions": /, ""); print $0 + 0 }' counts)
counted 1 1 128
one=$(awk '{ sub(/.*"warp_instructions": /, ""); print $0 + 0 }' counts)
[ "$longest" -gt $((one + 30)) ] && [ "$all" -lt $((32 * longest)) ] || {
	echo "FAIL: $one, $longest and $all instructions"
	failed=1
}
exit $failed
