/* Functions of vectors of f32 and f64 (functions.h says what @ and $ are).
 *
 * Behind each description stand two numbers of units in the last place: what
 * OpenCL allows, and the greatest error found among 60 million numbers or
 * pairs of many kinds, with and without contraction. Coefficients of f32 are
 * weighted least squares fits made even by Lawson's iteration; those of f64
 * are Remez's.
 *
 * Constants that are taken off in several parts (Cody and Waite) have so few
 * digits that the products are exact. A number becomes the nearest whole one
 * by adding 1.5 * 2^23 (in f64 2^52), after which the last bits are that
 * whole number, and taking it off again.
 * Vectors with rare lanes (too large, infinite, subnormal where it matters)
 * are left to the device. Whether there are any is one instruction for compilers
 * that know of it; what takes SPIR (Intel's, Oclgrind) may not.
 */
bool any_int@(int@ mask)
{
#ifndef __has_builtin
#define __has_builtin(name) 0
#endif
#if __has_builtin(__builtin_reduce_or) && !defined(__SPIR__)
	return __builtin_reduce_or(mask) != 0;
#else
	$2 part = as_$2(convert_char@(mask));

	return (part.x | part.y) != 0;
#endif
}

/* x, by way of memory, for the device's functions. A frame that holds a whole
 * vector begins at a line; else the constants that a call drives out of the
 * registers would lie across two each, and take twice the time to load. */
float@ aside_float@(float@ x)
{
	volatile float@ kept = x;

	return kept;
}

/* exp(r) - 1, for r between halves of log 2 of both signs. */
float@ little_exp_float@(float@ r)
{
	float@ q = 1.388248638e-3f;
	q = q * r + 8.366691880e-3f;
	q = q * r + 4.166720435e-2f;
	q = q * r + 1.666654199e-1f;
	q = q * r + 4.999999702e-1f;
	return r + r * r * q;
}

/* x = n*log 2 + r: r; the last bits of `whole` are those of n. */
float@ less_logs_float@(float@ x, float@ whole)
{
	float@ k = whole - 12582912.0f;
	float@ r = x - k * 6.931457520e-1f;
	return r - k * 1.428606766e-6f;
}

/* 2^n / 2. */
float@ half_power_float@(int@ n)
{
	return as_float@((n << 23) + 0x3f000000);
}

/* exp(x) - 1, for x from -87 to 88: 2^n (exp(r) - 1) + (2^n - 1). */
float@ less_one_float@(float@ x)
{
	float@ whole = x * 1.442695041f + 12582912.0f;
	float@ e = little_exp_float@(less_logs_float@(x, whole));
	float@ power = as_float@((as_int@(whole) << 23) + 0x3f800000);
	return power * e + (power - 1.0f);
}

/* e / (e + 2) with e = exp(2t) - 1. 5; 2.5. */
float@ tanh_float@(float@ x)
{
	float@ t = fabs(x);
	t = select(t, (float@)10.0f, t > 10.0f);
	float@ e = less_one_float@(2.0f * t);
	return copysign(e / (e + 2.0f), x);
}

/* 3; 1.1. */
float@ exp_float@(float@ x)
{
	if (any_int@(!(fabs(x) < 87.0f)))
		return exp(aside_float@(x));
	float@ whole = x * 1.442695041f + 12582912.0f;
	x = 1.0f + little_exp_float@(less_logs_float@(x, whole));
	return as_float@(as_int@(x) + (as_int@(whole) << 23));
}

/* x = n + r. 3; 1.1. */
float@ exp2_float@(float@ x)
{
	if (any_int@(!(fabs(x) < 126.0f)))
		return exp2(aside_float@(x));
	float@ whole = x + 12582912.0f;
	float@ r = x - (whole - 12582912.0f);
	x = 1.0f + little_exp_float@(r * 6.931471825e-1f);
	return as_float@(as_int@(x) + (as_int@(whole) << 23));
}

/* Copying the sign keeps -0. 3; 1.8. */
float@ expm1_float@(float@ x)
{
	if (any_int@(x > 88.0f))
		return expm1(aside_float@(x));
	float@ t = select(x, (float@)-20.0f, x < -20.0f);
	return copysign(less_one_float@(t), x);
}

/* t = n*log 2 + r; sinh(n*log 2) cosh(r) + cosh(n*log 2) sinh(r), where r goes
 * from -0.18 to 0.53, for there is less to cancel. 4; 2.8. */
float@ sinh_float@(float@ x)
{
	float@ t = fabs(x);

	if (any_int@(t > 87.0f))
		return sinh(aside_float@(x));
	float@ whole = (t * 1.442695041f - 0.25f) + 12582912.0f;
	float@ r = less_logs_float@(t, whole);
	float@ s = r * r;
	float@ odd = 1.999049564e-4f;
	odd = odd * s + 8.333089761e-3f;
	odd = odd * s + 1.666666716e-1f;
	float@ even = 1.399789122e-3f;
	even = even * s + 4.166553169e-2f;
	even = even * s + 0.5f;
	float@ up = half_power_float@(as_int@(whole));
	float@ down = half_power_float@(-as_int@(whole));
	odd = (up + down) * (r + r * s * odd);
	return copysign(odd + (up - down) * (1.0f + s * even), x);
}

/* The same way. 4; 3.2. */
float@ cosh_float@(float@ x)
{
	float@ t = fabs(x);

	if (any_int@(t > 87.0f))
		return cosh(aside_float@(x));
	float@ whole = t * 1.442695041f + 12582912.0f;
	float@ r = less_logs_float@(t, whole);
	float@ s = r * r;
	float@ odd = 8.366757073e-3f;
	odd = odd * s + 1.666654199e-1f;
	float@ even = 1.393564511e-3f;
	even = even * s + 4.166645557e-2f;
	even = even * s + 0.5f;
	float@ up = half_power_float@(as_int@(whole));
	float@ down = half_power_float@(-as_int@(whole));
	odd = (up - down) * (r + r * s * odd);
	return odd + (up + down) * (1.0f + s * even);
}

/* Whether its bits are not among `count` from `least` on: less what makes those
 * the least of all, compared with signs, for which AVX2 has an instruction. */
int@ beyond_int@(float@ x, uint least, uint count)
{
	return as_int@(as_uint@(x) + (0x80000000u - least))
	       >= as_int(count - 0x80000000u);
}

/* Whether any is not normal or below 0. */
bool any_odd_float@(float@ x)
{
	return any_int@(beyond_int@(x, 0x800000u, 0x7f000000u));
}

/* x = 2^k (1 + f), 3/4 <= 1 + f < 3/2: f. */
float@ split_float@(float@ x, float@ *k)
{
	int@ n = (as_int@(x) - 0x3f400000) >> 23;
	*k = convert_float@(n);
	return as_float@(as_int@(x) - (n << 23)) - 1.0f;
}

/* log(1 + f) + k*log 2. Even and odd parts do not wait for each other. */
float@ log_of_split_float@(float@ f, float@ k)
{
	float@ s = f * f;
	float@ even = -1.206733137e-1f;
	even = even * s + -1.682281941e-1f;
	even = even * s + -2.499344200e-1f;
	even = even * s + -5.000005960e-1f;
	float@ odd = 5.413192511e-2f;
	odd = odd * s + 1.498392373e-1f;
	odd = odd * s + 1.997707784e-1f;
	odd = odd * s + 3.333354890e-1f;
	float@ q = even + f * odd;
	return k * 6.931457520e-1f + (f + (s * q + k * 1.428606766e-6f));
}

/* 3; 1.6. */
float@ log_float@(float@ x)
{
	float@ k;

	if (any_odd_float@(x))
		return log(aside_float@(x));
	float@ f = split_float@(x, &k);
	return log_of_split_float@(f, k);
}

/* x = 2^k (1 + f), 1 + f between the roots of 1/2 and 2: f. */
float@ centred_float@(float@ x, float@ *k)
{
	int@ n = as_int@(x) - 0x3f3504f3;

	*k = convert_float@(n >> 23);
	return as_float@((n & 0x7fffff) + 0x3f3504f3) - 1.0f;
}

/* 3; 2.0. */
float@ log2_float@(float@ x)
{
	float@ k;

	if (any_odd_float@(x))
		return log2(aside_float@(x));
	float@ f = centred_float@(x, &k);
	float@ q = 1.258434355e-1f;
	q = q * f + -2.067875117e-1f;
	q = q * f + 2.154807746e-1f;
	q = q * f + -2.390148491e-1f;
	q = q * f + 2.879534960e-1f;
	q = q * f + -3.607005775e-1f;
	q = q * f + 4.809089601e-1f;
	q = q * f + -7.213473916e-1f;
	q = q * f + 1.442695022f;
	return q * f + k;
}

/* 3; 1.9. */
float@ log10_float@(float@ x)
{
	float@ k;

	if (any_odd_float@(x))
		return log10(aside_float@(x));
	float@ f = centred_float@(x, &k);
	float@ q = 3.580152616e-2f;
	q = q * f + -6.253728271e-2f;
	q = q * f + 6.574292481e-2f;
	q = q * f + -7.195483893e-2f;
	q = q * f + 8.659601957e-2f;
	q = q * f + -1.085797623e-1f;
	q = q * f + 1.447705925e-1f;
	q = q * f + -2.171472311e-1f;
	q = q * f + 4.342944622e-1f;
	return k * 3.010253906e-1f + (q * f + k * 4.605038981e-6f);
}

/* f of 1 + x from x itself, rounded once. 2; 1.5. */
float@ log1p_float@(float@ x)
{
	float@ one = 1.0f + x;

	if (any_int@(beyond_int@(one, 0x800000u, 0x7b000000u)))
		return log1p(aside_float@(x));
	int@ n = (as_int@(one) - 0x3f400000) >> 23;
	float@ down = as_float@(0x3f800000 - (n << 23));
	float@ f = x * down - (1.0f - down);
	return copysign(log_of_split_float@(f, convert_float@(n)), x);
}

/* Where the sum is neither too large nor too small, or 0 for zeros, which are
 * frequent. 4; 1.2. */
float@ hypot_float@(float@ x, float@ y)
{
	float@ s = x * x + y * y;
	int@ odd = beyond_int@(s, 0x0d800000u, 0x72000000u);

	if (any_int@(odd) && any_int@(odd & ((x != 0.0f) | (y != 0.0f))))
		return hypot(aside_float@(x), y);
	return sqrt(s);
}

/* log2 x in two parts, of which this is the small one; what has been cut to 12
 * digits has exact products. x = 2^n m, m or 5/4 or 3/4 of it 1 + f. */
float@ rest_of_log2_float@(float@ x, float@ *whole)
{
	const int cut = -4096;
	int@ n = (as_int@(x) - 0x3f2aaaab) >> 23;
	float@ m = as_float@(as_int@(x) - (n << 23));
	int@ low = m < 0.875f, high = m > 1.15f;
	float@ f = select((float@)0.0f, (float@)0.25f, low);
	f = (m - 1.0f) + m * select(f, (float@)-0.25f, high);
	float@ k = select((float@)0.0f, (float@)-3.220214844e-1f, low);
	k = convert_float@(n) + select(k, (float@)4.150390625e-1f, high);
	float@ rest = select((float@)0.0f, (float@)9.338948764e-5f, low);
	rest = select(rest, (float@)-1.563221156e-6f, high);
	float@ f1 = as_float@(as_int@(f) & cut);
	float@ q = -1.375655085e-1f;
	q = q * f + 1.480627805e-1f;
	q = q * f + -1.663458496e-1f;
	q = q * f + 1.999280453e-1f;
	q = q * f + -2.500021458e-1f;
	q = q * f + 3.333336115e-1f;
	float@ u = 0.5f * f1 * f1;
	float@ h = f - u;
	float@ h1 = as_float@(as_int@(h) & cut);
	q = f * f * f * q - 0.5f * (f + f1) * (f - f1);
	q = q + ((f - h) - u) + (h - h1);
	rest = rest + (q * 1.442695022f + h1 * 3.122283961e-4f);
	h1 = h1 * 1.442382812f;
	*whole = as_float@(as_int@(k + h1) & cut);
	return ((k - *whole) + h1) + rest;
}

/* 2^(y log2 |x|), of normal numbers above 0 all that is asked. Powers of 0 and
 * whole powers of numbers below it are frequent, too. 16; 2.8. */
float@ pow_float@(float@ x, float@ y)
{
	float@ t = fabs(x), whole;
	float@ rest = rest_of_log2_float@(t, &whole);
	float@ y1 = as_float@(as_int@(y) & -4096);
	rest = (y - y1) * whole + y * rest;
	whole = y1 * whole;
	float@ all = whole + rest;

	int@ odd = !(fabs(all) <= 125.0f);
	all = all + 12582912.0f;
	float@ r = (whole - (all - 12582912.0f)) + rest;
	float@ q = 1.547595457e-4f;
	q = q * r + 1.340033603e-3f;
	q = q * r + 9.618004784e-3f;
	q = q * r + 5.550327525e-2f;
	q = q * r + 2.402265072e-1f;
	q = q * r + 6.931471825e-1f;
	q = as_float@(as_int@(1.0f + r * q) + (as_int@(all) << 23));
	if (!any_int@(odd | beyond_int@(x, 0x800000u, 0x7f000000u)))
		return q;

	float@ last = y + 12582912.0f;
	int@ zero = (t == 0.0f) & (y > 0.0f);
	odd |= beyond_int@(t, 0x800000u, 0x7f000000u);
	odd = (odd & ~zero)
	    | ((as_int@(x) < 0) & ((last - 12582912.0f != y)
				   | (fabs(y) > 4e6f)));
	if (any_int@(odd))
		return pow(aside_float@(x), y);
	q = select(q, (float@)0.0f, zero);
	return as_float@(as_int@(q) ^ (as_int@(x) & (as_int@(last) << 31)));
}

/* The processor's guess, where there is one of such vectors, is within 2^-11,
 * and a step of the third order is enough; it is 0 or infinite where x is
 * infinite, 0 or subnormal. Else the bits of a float are nearly its logarithm:
 * half of them, negated, are the guess, and another step follows. 2; 1.5. */
float@ rsqrt_float@(float@ x)
{
#if defined(__AVX__) && @ == 8
	float@ y = __builtin_ia32_rsqrtps256(x);
	float@ e = 1.0f - x * y * y;

	if (any_int@(!(fabs(e) < 1.0f)))
		return rsqrt(aside_float@(x));
	return y + y * e * (0.5f + 0.375f * e);
#else
	float@ y = as_float@(0x5f375a86 - (as_int@(x) >> 1));
	float@ e = 1.0f - x * y * y;

	if (any_odd_float@(x))
		return rsqrt(aside_float@(x));
	y = y + y * e * (0.5f + 0.375f * e);
	e = 1.0f - x * y * y;
	return y + 0.5f * y * e;
#endif
}

/* A third of the bits, of which so few are kept that the cube is exact, is a
 * guess c; the root is c (1 + s)^(1/3), s = (x - c^3)/c^3. 2; 0.6. */
float@ cbrt_float@(float@ x)
{
	float@ t = fabs(x);

	if (any_int@(beyond_int@(t, 0x2000000u, 0x7c000000u) & (x != 0.0f)))
		return cbrt(aside_float@(x));
	t = convert_float@(as_int@(t)) * 3.333333433e-1f;
	float@ c = as_float@((convert_int@(t) + 0x2a520000) & -65536);
	t = c * c * c;
	float@ s = (fabs(x) - t) / t;
	float@ q = 3.068296053e-2f;
	q = q * s + -4.151038080e-2f;
	q = q * s + 6.172492355e-2f;
	q = q * s + -1.111099049e-1f;
	q = q * s + 3.333333433e-1f;
	c = select(c + c * s * q, (float@)0.0f, x == 0.0f);
	return copysign(c, x);
}

/* 1 - 1 / (1 + t*q(t))^4, of which the power less 1 is made by squaring twice.
 * From 3.95 on it is 1. 16; 5.8. */
float@ erf_float@(float@ x)
{
	float@ t = fabs(x);
	t = select(t, (float@)3.95f, t > 3.95f);
	float@ s = t * t;
	float@ even = -6.332254472e-05f;
	even = even * s + -6.223147568e-04f;
	even = even * s + -4.920208881e-04f;
	even = even * s + 7.690067380e-03f;
	even = even * s + 7.432688472e-02f;
	even = even * s + 2.820947907e-01f;
	float@ odd = 7.422264369e-06f;
	odd = odd * s + 2.774911830e-04f;
	odd = odd * s + 1.139245925e-03f;
	odd = odd * s + 2.810520981e-03f;
	odd = odd * s + 2.176988778e-02f;
	odd = odd * s + 1.989438548e-01f;
	float@ u = t * (even + t * odd);
	u = u * u + 2.0f * u;
	u = u * u + 2.0f * u;
	return copysign(u / (u + 1.0f), x);
}
