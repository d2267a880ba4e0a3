/* The nearest of 16 centres for each of 262144 points of four numbers. */
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void kmeans(global const float4 *restrict points,
	    global const float4 *restrict centres, global int *restrict o)
{
	const int i = get_global_id(0);
	const float4 v = points[i];
	float best = INFINITY;
	int at = 0;

	#pragma unroll
	for (int k = 0; k < 16; k++) {
		const float4 d = v - centres[k];
		const float e = dot(d, d);

		if (e < best) {
			best = e;
			at = k;
		}
	}
	o[i] = at;
}
