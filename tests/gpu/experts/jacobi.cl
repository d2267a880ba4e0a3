/* Five points of 4096 x 4096, borders clamped: 32 x 8 items, four rows each,
 * plain loads (the first-level cache holds the neighbours). */
enum { M = 4096, N = 4096 };

kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void jacobi(global const float *restrict u, global float *restrict o)
{
	const int j = get_global_id(0);
	const int r0 = get_group_id(1) * 32 + get_local_id(1) * 4;
	const int left = max(j - 1, 0), right = min(j + 1, N - 1);
	float up = u[max(r0 - 1, 0) * N + j], c = u[r0 * N + j];

	#pragma unroll
	for (int q = 0; q < 4; q++) {
		const int r = r0 + q;
		const float down = u[min(r + 1, M - 1) * N + j];

		o[r * N + j] = 0.2f * (up + u[r * N + left] + c
				       + u[r * N + right] + down);
		up = c;
		c = down;
	}
}
