/* The positive ones of 2^24 integers, in order, and how many they are: 1024 groups
 * count in 16384 neighbours each, one group scans their counts, and each group
 * stores its own from there, 16 neighbours an item at a time, which meet in local
 * memory and leave it side by side. */
enum { GROUPS = 1024, ITEMS = 256, EACH = 16, BLOCK = ITEMS * EACH,
       CHUNK = 4 * BLOCK };

static int spread(int e) /* no two lanes on one bank */
{
	return e + e / 32;
}

/* Sums up to each item's, of s. */
static void scan_items(local int *s, int l)
{
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int d = 1; d < ITEMS; d *= 2) {
		const int y = l >= d ? s[l - d] : 0;

		barrier(CLK_LOCAL_MEM_FENCE);
		s[l] += y;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
}

kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void counts(global const int4 *restrict a, global int *restrict p)
{
	local int t[ITEMS];
	const int l = get_local_id(0), g = get_group_id(0);
	int4 s = 0;

	#pragma unroll 4
	for (int i = l; i < CHUNK / 4; i += ITEMS)
		s -= a[g * (CHUNK / 4) + i] > 0;
	t[l] = s.x + s.y + s.z + s.w;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int h = ITEMS / 2; h > 0; h >>= 1) {
		if (l < h)
			t[l] += t[l + h];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0)
		p[g] = t[0];
}

kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void starts(global const int4 *restrict p, global int4 *restrict q,
	    global int *restrict count)
{
	local int s[ITEMS];
	const int l = get_local_id(0);
	const int4 v = p[l];
	int before;

	s[l] = v.x + v.y + v.z + v.w;
	scan_items(s, l);
	before = l ? s[l - 1] : 0;
	q[l] = (int4)(before, before + v.x, before + v.x + v.y,
		      before + v.x + v.y + v.z);
	if (l == ITEMS - 1)
		count[0] = s[l];
}

kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void filter(global const int *restrict a, global const int *restrict q,
	    global int *restrict o)
{
	local int t[BLOCK + BLOCK / 32], s[ITEMS];
	const int l = get_local_id(0), g = get_group_id(0);
	int to = q[g];

	for (int b = g * CHUNK; b < (g + 1) * CHUNK; b += BLOCK) {
		int v[EACH], at = 0, all;

		for (int i = 0; i < EACH; i++)
			t[spread(i * ITEMS + l)] = a[b + i * ITEMS + l];
		barrier(CLK_LOCAL_MEM_FENCE);
		#pragma unroll
		for (int i = 0; i < EACH; i++) {
			v[i] = t[spread(l * EACH + i)];
			at += v[i] > 0;
		}
		s[l] = at;
		scan_items(s, l);
		at = l ? s[l - 1] : 0;
		all = s[ITEMS - 1];
		#pragma unroll
		for (int i = 0; i < EACH; i++)
			if (v[i] > 0)
				t[at++] = v[i];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int i = l; i < all; i += ITEMS)
			o[to + i] = t[i];
		to += all;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
}
