/* Inclusive sums of 2^24 floats: 1024 groups add up 16384 neighbours each, one
 * group scans their sums, and each group scans its own from there, 16 neighbours
 * an item at a time, loaded and stored through local memory. */
enum { GROUPS = 1024, ITEMS = 256, EACH = 16, BLOCK = ITEMS * EACH,
       CHUNK = 4 * BLOCK };

static int spread(int e) /* no two lanes on one bank */
{
	return e + e / 32;
}

/* Sums up to each item's, of s. */
static void scan_items(local float *s, int l)
{
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int d = 1; d < ITEMS; d *= 2) {
		const float y = l >= d ? s[l - d] : 0;

		barrier(CLK_LOCAL_MEM_FENCE);
		s[l] += y;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
}

kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void sums(global const float4 *restrict a, global float *restrict p)
{
	local float t[ITEMS];
	const int l = get_local_id(0), g = get_group_id(0);
	float4 s = 0;

	#pragma unroll 4
	for (int i = l; i < CHUNK / 4; i += ITEMS)
		s += a[g * (CHUNK / 4) + i];
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
void starts(global const float4 *restrict p, global float4 *restrict q)
{
	local float s[ITEMS];
	const int l = get_local_id(0);
	const float4 v = p[l];
	float before;

	s[l] = v.x + v.y + v.z + v.w;
	scan_items(s, l);
	before = l ? s[l - 1] : 0;
	q[l] = (float4)(before, before + v.x, before + v.x + v.y,
			before + v.x + v.y + v.z);
}

kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void scan(global const float *restrict a, global const float *restrict q,
	  global float *restrict o)
{
	local float t[BLOCK + BLOCK / 32], s[ITEMS];
	const int l = get_local_id(0), g = get_group_id(0);
	float carry = q[g];

	for (int b = g * CHUNK; b < (g + 1) * CHUNK; b += BLOCK) {
		float v[EACH], c = 0, before;

		for (int i = 0; i < EACH; i++)
			t[spread(i * ITEMS + l)] = a[b + i * ITEMS + l];
		barrier(CLK_LOCAL_MEM_FENCE);
		#pragma unroll
		for (int i = 0; i < EACH; i++) {
			c += t[spread(l * EACH + i)];
			v[i] = c;
		}
		s[l] = c;
		scan_items(s, l);
		before = carry + (l ? s[l - 1] : 0);
		carry += s[ITEMS - 1];
		#pragma unroll
		for (int i = 0; i < EACH; i++)
			t[spread(l * EACH + i)] = v[i] + before;
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int i = 0; i < EACH; i++)
			o[b + i * ITEMS + l] = t[spread(i * ITEMS + l)];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
}
