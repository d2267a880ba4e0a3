/* The sums of the columns of 4096 x 4096: an item a column, 32 bands of 128
 * rows; then the 32 results of each column. */
enum { N = 4096, BAND = 128, BANDS = 32 };

kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void bands(global const float *restrict a, global float *restrict p)
{
	const int c = get_global_id(0), b = get_group_id(1);
	float s = 0;

	#pragma unroll 8
	for (int i = 0; i < BAND; i++)
		s += a[(b * BAND + i) * N + c];
	p[b * N + c] = s;
}

kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void columns(global const float *restrict p, global float *restrict o)
{
	const int c = get_global_id(0);
	float s = 0;

	#pragma unroll 8
	for (int i = 0; i < BANDS; i++)
		s += p[i * N + c];
	o[c] = s;
}
