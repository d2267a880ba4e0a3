/* The accelerations of 2048 bodies (or of another SIZE): an item a body, tiles of
 * 256 in local memory. */
#ifndef SIZE
#define SIZE 2048
#endif
enum { N = SIZE };

kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void nbody(global const float *restrict X, global const float *restrict Y,
	   global const float *restrict Z, global const float *restrict W,
	   global float *restrict AX, global float *restrict AY,
	   global float *restrict AZ)
{
	local float4 t[256];
	const int i = get_global_id(0), l = get_local_id(0);
	const float px = X[i], py = Y[i], pz = Z[i];
	float ax = 0, ay = 0, az = 0;

	for (int j = 0; j < N; j += 256) {
		t[l] = (float4)(X[j + l], Y[j + l], Z[j + l], W[j + l]);
		barrier(CLK_LOCAL_MEM_FENCE);
		#pragma unroll 8
		for (int k = 0; k < 256; k++) {
			const float4 q = t[k];
			const float dx = q.x - px, dy = q.y - py, dz = q.z - pz;
			const float r = rsqrt(fma(dx, dx, fma(dy, dy,
						fma(dz, dz, 0.01f))));
			const float f = q.w * r * r * r;

			ax = fma(dx, f, ax);
			ay = fma(dy, f, ay);
			az = fma(dz, f, az);
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	AX[i] = ax;
	AY[i] = ay;
	AZ[i] = az;
}
