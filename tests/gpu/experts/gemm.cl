/* C = A B, 1024 x 1024 x 1024 (or of another SIZE): tiles of 128 x 128 x 8,
 * 16 x 16 items, 8 x 8 registers each as 2 x 2 blocks of 4 x 4. */
#ifndef SIZE
#define SIZE 1024
#endif
enum { M = SIZE, N = SIZE, K = SIZE, TM = 128, TN = 128, TK = 8 };

kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void gemm(global const float *restrict A, global const float *restrict B,
	  global float *restrict C)
{
	local float4 As[TK][TM / 4 + 1], Bs[TK][TN / 4];
	local float *f = (local float *)As;
	const int t = get_local_id(0), tx = t % 16, ty = t / 16;
	const int r0 = get_group_id(1) * TM, c0 = get_group_id(0) * TN;
	float4 acc[8][2];

	#pragma unroll
	for (int i = 0; i < 8; i++) {
		acc[i][0] = (float4)(0);
		acc[i][1] = (float4)(0);
	}
	for (int k = 0; k < K; k += TK) {
		const int row = t / 2, kk = 4 * (t % 2), kr = t / 32;
		const float4 a = *(global const float4 *)(A + (r0 + row) * K
							  + k + kk);

		f[(kk + 0) * (TM + 4) + row] = a.s0;
		f[(kk + 1) * (TM + 4) + row] = a.s1;
		f[(kk + 2) * (TM + 4) + row] = a.s2;
		f[(kk + 3) * (TM + 4) + row] = a.s3;
		Bs[kr][t % 32] = *(global const float4 *)(B + (k + kr) * N + c0
							  + 4 * (t % 32));
		barrier(CLK_LOCAL_MEM_FENCE);
		#pragma unroll
		for (int q = 0; q < TK; q++) {
			const float4 a0 = As[q][ty], a1 = As[q][ty + 16];
			const float4 b0 = Bs[q][tx], b1 = Bs[q][tx + 16];
			const float as[8] = { a0.s0, a0.s1, a0.s2, a0.s3,
					      a1.s0, a1.s1, a1.s2, a1.s3 };

			#pragma unroll
			for (int i = 0; i < 8; i++) {
				acc[i][0] = fma((float4)(as[i]), b0, acc[i][0]);
				acc[i][1] = fma((float4)(as[i]), b1, acc[i][1]);
			}
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	#pragma unroll
	for (int i = 0; i < 8; i++) {
		const int r = r0 + (i < 4 ? 4 * ty + i : 64 + 4 * ty + i - 4);

		*(global float4 *)(C + r * N + c0 + 4 * tx) = acc[i][0];
		*(global float4 *)(C + r * N + c0 + 64 + 4 * tx) = acc[i][1];
	}
}
