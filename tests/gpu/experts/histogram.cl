/* How many of 2^24 numbers below 256 are equal: bins of a group in local memory,
 * added to those of all in the end. The bins begin as zeros. */
enum { N4 = 4194304, G = 1056 };

kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void histogram(global const uint4 *restrict a, global uint *restrict bins)
{
	local uint t[256];
	const int l = get_local_id(0);

	t[l] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = get_group_id(0) * 256 + l; i < N4; i += G * 256) {
		const uint4 v = a[i];

		atomic_inc(&t[v.x]);
		atomic_inc(&t[v.y]);
		atomic_inc(&t[v.z]);
		atomic_inc(&t[v.w]);
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	if (t[l])
		atomic_add(&bins[l], t[l]);
}
