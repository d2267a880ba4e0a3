/* alpha A x + beta y, 4096 x 4096: a group of 128 a row, a tree. */
enum { K4 = 1024 };

kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void gemv(global const float4 *restrict A, global const float4 *restrict x,
	  global const float *restrict y, float alpha, float beta,
	  global float *restrict o)
{
	local float t[128];
	const int l = get_local_id(0), r = get_group_id(0);
	float4 s = 0;

	#pragma unroll 4
	for (int i = l; i < K4; i += 128)
		s = fma(A[r * K4 + i], x[i], s);
	t[l] = s.x + s.y + s.z + s.w;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int h = 64; h > 0; h >>= 1) {
		if (l < h)
			t[l] += t[l + h];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0)
		o[r] = alpha * t[0] + beta * y[r];
}
