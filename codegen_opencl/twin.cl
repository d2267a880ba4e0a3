/* Floats as residues modulo 2^31 - 1: ir/core/residue.h in OpenCL, of as many
 * lanes as are asked for ('@'; one for scalars). Nothing here differs from there.
 */
uint@ residue_cut_uint@(uint@ x)
{
	int@ rest = as_int@(x - 0x7fffffffu);

	return as_uint@(rest + ((rest >> 31) & 0x7fffffff));
}

uint@ residue_of_uint@(ulong@ x)
{
	ulong@ once = (x & 0x7ffffffful) + (x >> 31);

	return residue_cut_uint@(convert_uint@((once & 0x7ffffffful)
					       + (once >> 31)));
}

/* Of negative numbers the bits are those of 2^64 more. */
uint@ residue_of_signed_uint@(long@ x)
{
	ulong@ bits = as_ulong@(x), below = bits >> 63;
	uint@ rest = residue_of_uint@(bits);

	return residue_cut_uint@(rest + convert_uint@(below) * 0x7ffffffbu);
}

uint@ residue_add_uint@(uint@ a, uint@ b)
{
	return residue_cut_uint@(a + b);
}

uint@ residue_sub_uint@(uint@ a, uint@ b)
{
	return residue_cut_uint@(a + (0x7fffffffu - b));
}

uint@ residue_neg_uint@(uint@ a)
{
	return residue_cut_uint@(0x7fffffffu - a);
}

uint@ residue_mul_uint@(uint@ a, uint@ b)
{
	ulong@ product = convert_ulong@(a) * convert_ulong@(b);

	return residue_cut_uint@(convert_uint@((product & 0x7ffffffful)
					       + (product >> 31)));
}

uint@ residue_fma_uint@(uint@ a, uint@ b, uint@ c)
{
	return residue_add_uint@(residue_mul_uint@(a, b), c);
}

uint@ residue_min_uint@(uint@ a, uint@ b)
{
	return min(a ^ 0x2aaaaaaau, b ^ 0x2aaaaaaau) ^ 0x2aaaaaaau;
}

uint@ residue_max_uint@(uint@ a, uint@ b)
{
	return max(a ^ 0x2aaaaaaau, b ^ 0x2aaaaaaau) ^ 0x2aaaaaaau;
}

uint@ residue_abs_uint@(uint@ a)
{
	return residue_max_uint@(a, residue_neg_uint@(a));
}

/* -1 where it is not its own magnitude. */
uint@ residue_sign_uint@(uint@ a)
{
	uint@ other = min(residue_abs_uint@(a) ^ a, (uint@)1u);

	return other * 0x7ffffffeu + (min(a, (uint@)1u) - other);
}

uint@ residue_inverse_uint@(uint@ a)
{
	uint@ all = a;

	for (int i = 0; i < 28; i++)
		all = residue_mul_uint@(residue_mul_uint@(all, all), a);
	for (int i = 0; i < 2; i++)
		all = residue_mul_uint@(all, all);
	return residue_mul_uint@(all, a);
}

uint@ residue_div_uint@(uint@ a, uint@ b)
{
	return residue_mul_uint@(a, residue_inverse_uint@(b));
}

uint@ residue_mixed_uint@(uint@ h)
{
	h = (h ^ (h >> 16)) * 0x85ebca6bu;
	h = (h ^ (h >> 13)) * 0xc2b2ae35u;
	return h ^ (h >> 16);
}

uint@ residue_hash_uint@(uint@ seed, uint@ a)
{
	return residue_cut_uint@(residue_mixed_uint@(a ^ seed) & 0x7fffffffu);
}

uint@ residue_hash2_uint@(uint@ seed, uint@ a, uint@ b)
{
	return residue_hash_uint@(seed, residue_mixed_uint@(a ^ seed)
					+ b * 0x9e3779b1u);
}
