/* Nine points of 4096 x 4096 with weights, borders clamped: 32 x 8 items, four
 * rows each, three rows of three in registers. */
enum { M = 4096, N = 4096 };

kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void convolution(global const float *restrict u, global const float *restrict w,
		 global float *restrict o)
{
	const int j = get_global_id(0);
	const int r0 = get_group_id(1) * 32 + get_local_id(1) * 4;
	const int at[3] = { max(j - 1, 0), j, min(j + 1, N - 1) };
	float row[3][3];

	#pragma unroll
	for (int x = 0; x < 3; x++) {
		row[0][x] = u[max(r0 - 1, 0) * N + at[x]];
		row[1][x] = u[r0 * N + at[x]];
	}
	#pragma unroll
	for (int q = 0; q < 4; q++) {
		float s = 0;

		#pragma unroll
		for (int x = 0; x < 3; x++)
			row[2][x] = u[min(r0 + q + 1, M - 1) * N + at[x]];
		#pragma unroll
		for (int y = 0; y < 3; y++)
			#pragma unroll
			for (int x = 0; x < 3; x++)
				s = fma(row[y][x], w[3 * y + x], s);
		o[(r0 + q) * N + j] = s;
		#pragma unroll
		for (int x = 0; x < 3; x++) {
			row[0][x] = row[1][x];
			row[1][x] = row[2][x];
		}
	}
}
