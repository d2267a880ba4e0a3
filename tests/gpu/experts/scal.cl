/* a = s a, 2^24 floats, in place. */
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void scal(global float4 *restrict a, float s)
{
	const int i = get_global_id(0);

	a[i] = s * a[i];
}
