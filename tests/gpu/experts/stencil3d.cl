/* v + c (sum of the six neighbours - 6 v) in 256 x 256 x 256, zero outside: an
 * item goes through 16 planes. */
enum { L = 256, M = 256, N = 256, PLANES = 16 };

kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void stencil3d(global const float *restrict u, float c,
	       global float *restrict o)
{
	const int x = get_global_id(0), y = get_global_id(1);
	const int z0 = get_group_id(2) * PLANES;
	float below = z0 > 0 ? u[((z0 - 1) * M + y) * N + x] : 0;
	float v = u[(z0 * M + y) * N + x];

	for (int z = z0; z < z0 + PLANES; z++) {
		const int at = (z * M + y) * N + x;
		const float above = z + 1 < L ? u[at + M * N] : 0;
		const float around = (x > 0 ? u[at - 1] : 0)
				   + (x < N - 1 ? u[at + 1] : 0)
				   + (y > 0 ? u[at - N] : 0)
				   + (y < M - 1 ? u[at + N] : 0);

		o[at] = v + c * (around + below + above - 6 * v);
		below = v;
		v = above;
	}
}
