/* Lennard-Jones forces of 128 neighbours on each of 12288 particles: a group a
 * particle, a neighbour an item, three trees. */
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void md(global const float4 *restrict pos, global const int *restrict nb,
	float cut, global float *restrict FX, global float *restrict FY,
	global float *restrict FZ)
{
	local float tx[128], ty[128], tz[128];
	const int l = get_local_id(0), i = get_group_id(0);
	const float4 p = pos[i], q = pos[nb[i * 128 + l]];
	const float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
	const float r2 = dx * dx + dy * dy + dz * dz;
	const float i2 = 1 / r2, i6 = i2 * i2 * i2;
	const float f = r2 > 0 && r2 < cut ? i2 * i6 * (1.5f * i6 - 2) : 0;

	tx[l] = dx * f;
	ty[l] = dy * f;
	tz[l] = dz * f;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int h = 64; h > 0; h >>= 1) {
		if (l < h) {
			tx[l] += tx[l + h];
			ty[l] += ty[l + h];
			tz[l] += tz[l + h];
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0) {
		FX[i] = tx[0];
		FY[i] = ty[0];
		FZ[i] = tz[0];
	}
}
