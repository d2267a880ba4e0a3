/* The sum of the absolute values of 2^24 floats: 1056 groups stride over all,
 * a tree in each; then a group adds up their results. */
enum { N4 = 4194304, G = 1056 };

kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void asum(global const float4 *restrict a, global float *restrict p)
{
	local float t[256];
	const int l = get_local_id(0);
	float4 s = 0;

	for (int i = get_group_id(0) * 256 + l; i < N4; i += G * 256)
		s += fabs(a[i]);
	t[l] = s.x + s.y + s.z + s.w;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int h = 128; h > 0; h >>= 1) {
		if (l < h)
			t[l] += t[l + h];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0)
		p[get_group_id(0)] = t[0];
}

kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void total(global const float *restrict p, global float *restrict o)
{
	local float t[256];
	const int l = get_local_id(0);
	float s = 0;

	for (int i = l; i < G; i += 256)
		s += p[i];
	t[l] = s;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int h = 128; h > 0; h >>= 1) {
		if (l < h)
			t[l] += t[l + h];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0)
		o[0] = t[0];
}
