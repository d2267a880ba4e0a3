/* The transpose of 4096 x 4096: tiles of 32 x 32 through local memory. */
enum { M = 4096, N = 4096 };

kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void transpose(global const float *restrict a, global float *restrict b)
{
	local float t[32][33];
	const int x = get_local_id(0), y = get_local_id(1);
	const int c0 = 32 * get_group_id(0), r0 = 32 * get_group_id(1);

	for (int i = 0; i < 32; i += 8)
		t[y + i][x] = a[(r0 + y + i) * N + c0 + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = 0; i < 32; i += 8)
		b[(c0 + y + i) * M + r0 + x] = t[x][y + i];
}
