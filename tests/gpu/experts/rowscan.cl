/* Inclusive sums of the rows of 4096 x 4096: a group a row, 16 neighbours an
 * item, loaded and stored through local memory, the items' sums scanned. */
enum { N = 4096, ITEMS = 256, EACH = 16 };

static int spread(int e) /* no two lanes on one bank */
{
	return e + e / 32;
}

kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void rowscan(global const float *restrict a, global float *restrict o)
{
	local float t[N + N / 32], s[ITEMS];
	const int l = get_local_id(0), r = get_group_id(0);
	float v[EACH], c = 0, before;

	for (int i = 0; i < EACH; i++)
		t[spread(i * ITEMS + l)] = a[r * N + i * ITEMS + l];
	barrier(CLK_LOCAL_MEM_FENCE);
	#pragma unroll
	for (int i = 0; i < EACH; i++) {
		c += t[spread(l * EACH + i)];
		v[i] = c;
	}
	s[l] = c;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int d = 1; d < ITEMS; d *= 2) {
		const float y = l >= d ? s[l - d] : 0;

		barrier(CLK_LOCAL_MEM_FENCE);
		s[l] += y;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	before = l ? s[l - 1] : 0;
	#pragma unroll
	for (int i = 0; i < EACH; i++)
		t[spread(l * EACH + i)] = v[i] + before;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = 0; i < EACH; i++)
		o[r * N + i * ITEMS + l] = t[spread(i * ITEMS + l)];
}
