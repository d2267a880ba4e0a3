/* Softmax of the rows of 4096 x 1024: a group a row, which stays in registers,
 * two trees. */
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void softmax(global const float4 *restrict a, global float4 *restrict o)
{
	local float t[256];
	const int l = get_local_id(0), r = get_group_id(0);
	float4 v = a[r * 256 + l];
	float most;

	t[l] = fmax(fmax(v.x, v.y), fmax(v.z, v.w));
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int h = 128; h > 0; h >>= 1) {
		if (l < h)
			t[l] = fmax(t[l], t[l + h]);
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	most = t[0];
	barrier(CLK_LOCAL_MEM_FENCE);
	v = exp(v - most);
	t[l] = v.x + v.y + v.z + v.w;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int h = 128; h > 0; h >>= 1) {
		if (l < h)
			t[l] += t[l + h];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	o[r * 256 + l] = v * (1.0f / t[0]);
}
