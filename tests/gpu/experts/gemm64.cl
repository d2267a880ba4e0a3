/* C = A B, 1024 x 1024 x 1024: tiles of 64 x 64 x 16, 16 x 16 items, 4 x 4
 * registers each. */
enum { M = 1024, N = 1024, K = 1024, T = 64, TK = 16 };

kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm64(global const float *restrict A, global const float *restrict B,
	    global float *restrict C)
{
	local float4 As[TK][T / 4 + 1], Bs[TK][T / 4];
	local float *f = (local float *)As;
	const int t = get_local_id(0), tx = t % 16, ty = t / 16;
	const int r0 = get_group_id(1) * T, c0 = get_group_id(0) * T;
	float4 c[4] = { 0, 0, 0, 0 };

	for (int k = 0; k < K; k += TK) {
		const int row = t / 4, kk = 4 * (t % 4);
		const float4 a = *(global const float4 *)(A + (r0 + row) * K
							  + k + kk);

		f[(kk + 0) * (T + 4) + row] = a.s0;
		f[(kk + 1) * (T + 4) + row] = a.s1;
		f[(kk + 2) * (T + 4) + row] = a.s2;
		f[(kk + 3) * (T + 4) + row] = a.s3;
		Bs[ty][tx] = *(global const float4 *)(B + (k + ty) * N + c0
						      + 4 * tx);
		barrier(CLK_LOCAL_MEM_FENCE);
		#pragma unroll
		for (int q = 0; q < TK; q++) {
			const float4 x = As[q][ty], b = Bs[q][tx];

			c[0] = fma((float4)(x.s0), b, c[0]);
			c[1] = fma((float4)(x.s1), b, c[1]);
			c[2] = fma((float4)(x.s2), b, c[2]);
			c[3] = fma((float4)(x.s3), b, c[3]);
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	#pragma unroll
	for (int i = 0; i < 4; i++)
		*(global float4 *)(C + (r0 + 4 * ty + i) * N + c0 + 4 * tx)
			= c[i];
}
