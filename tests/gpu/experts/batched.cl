/* 4096 products of 16 x 16: a group of 64 for each, both factors in local
 * memory, four elements of a row an item. */
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void batched(global const float4 *restrict A, global const float4 *restrict B,
	     global float4 *restrict C)
{
	local float As[16][17];
	local float4 Bs[16][4];
	const int l = get_local_id(0), b = get_group_id(0), y = l / 4, x = l % 4;
	const float4 a = A[b * 64 + l];
	float4 c = 0;

	As[y][4 * x] = a.x;
	As[y][4 * x + 1] = a.y;
	As[y][4 * x + 2] = a.z;
	As[y][4 * x + 3] = a.w;
	Bs[y][x] = B[b * 64 + l];
	barrier(CLK_LOCAL_MEM_FENCE);
	#pragma unroll
	for (int k = 0; k < 16; k++)
		c = fma((float4)(As[y][k]), Bs[k][x], c);
	C[b * 64 + l] = c;
}
