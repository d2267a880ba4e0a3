/* Five points of 4096 x 4096, borders clamped: tiles of 32 x 32 with their
 * halo in local memory. */
enum { M = 4096, N = 4096 };

kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void jacobi_local(global const float *restrict u, global float *restrict o)
{
	local float t[34][34];
	const int lx = get_local_id(0), ly = get_local_id(1);
	const int c0 = get_group_id(0) * 32, r0 = get_group_id(1) * 32;

	for (int y = ly; y < 34; y += 8)
		for (int x = lx; x < 34; x += 32)
			t[y][x] = u[clamp(r0 + y - 1, 0, M - 1) * N
				    + clamp(c0 + x - 1, 0, N - 1)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int q = 0; q < 4; q++) {
		const int y = ly + 8 * q + 1, x = lx + 1;

		o[(r0 + y - 1) * N + c0 + lx] =
			0.2f * (t[y - 1][x] + t[y][x - 1] + t[y][x]
				+ t[y][x + 1] + t[y + 1][x]);
	}
}
