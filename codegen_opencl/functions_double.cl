/* The functions of functions_float.cl for f64. */

bool any_long@(long@ mask)
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

/* x, by way of memory. */
double@ aside_double@(double@ x)
{
	volatile double@ kept = x;

	return kept;
}

/* exp(r) - 1, for r between halves of log 2 of both signs. */
double@ little_exp_double@(double@ r)
{
	double@ q = 2.5114452957967067e-08;
	q = q * r + 2.7626380201814285e-07;
	q = q * r + 2.7557228034410157e-06;
	q = q * r + 2.4801504316760033e-05;
	q = q * r + 0.0001984126990291979;
	q = q * r + 0.0013888888932481152;
	q = q * r + 0.008333333333314654;
	q = q * r + 0.04166666666657333;
	q = q * r + 0.16666666666666685;
	q = q * r + 0.5000000000000006;
	return r + r * r * q;
}

/* x = n*log 2 + r: exp(r) - 1; the last bits of `whole` are those of n. */
double@ rest_of_exp_double@(double@ x, double@ *whole)
{
	*whole = x * 1.4426950408889634 + 6755399441055744.0;
	double@ k = *whole - 6755399441055744.0;
	double@ r = x - k * 0.6931471805598903;
	return little_exp_double@(r - k * 5.497923018708371e-14);
}

/* x 2^n. */
double@ scaled_double@(double@ x, double@ whole)
{
	return as_double@(as_long@(x) + (as_long@(whole) << 52));
}

/* exp(x) - 1, for x from -708 to 708: 2^n (exp(r) - 1) + (2^n - 1). */
double@ less_one_double@(double@ x)
{
	double@ whole;
	double@ e = rest_of_exp_double@(x, &whole);
	double@ power = scaled_double@((double@)1.0, whole);
	return power * e + (power - 1.0);
}

/* 3; 1.1. */
double@ exp_double@(double@ x)
{
	double@ whole;

	if (any_long@(!(fabs(x) < 708.0)))
		return exp(aside_double@(x));
	x = 1.0 + rest_of_exp_double@(x, &whole);
	return scaled_double@(x, whole);
}

/* x = n + r. 3; 1.1. */
double@ exp2_double@(double@ x)
{
	if (any_long@(!(fabs(x) < 1022.0)))
		return exp2(aside_double@(x));
	double@ whole = x + 6755399441055744.0;
	double@ r = x - (whole - 6755399441055744.0);
	return scaled_double@(1.0 + little_exp_double@(r * 0.6931471805599453),
			      whole);
}

/* Copying the sign keeps -0. 3; 2.2. */
double@ expm1_double@(double@ x)
{
	if (any_long@(x > 708.0))
		return expm1(aside_double@(x));
	double@ t = select(x, (double@)-40.0, x < -40.0);
	return copysign(less_one_double@(t), x);
}

/* e / (e + 2) with e = exp(2t) - 1. 5; 2.6. */
double@ tanh_double@(double@ x)
{
	double@ t = fabs(x);
	t = select(t, (double@)20.0, t > 20.0);
	double@ e = less_one_double@(2.0 * t);
	return copysign(e / (e + 2.0), x);
}

/* Half of e + e / (e + 1) with e = exp(t) - 1. 4; 2.4. */
double@ sinh_double@(double@ x)
{
	double@ t = fabs(x);

	if (any_long@(t > 707.0))
		return sinh(aside_double@(x));
	double@ e = less_one_double@(t);
	return copysign(0.5 * (e + e / (e + 1.0)), x);
}

/* Half of e + 1 / e with e = exp(t). 4; 1.5. */
double@ cosh_double@(double@ x)
{
	double@ t = fabs(x), whole;

	if (any_long@(!(t < 707.0)))
		return cosh(aside_double@(x));
	t = 1.0 + rest_of_exp_double@(t, &whole);
	t = scaled_double@(t, whole);
	return 0.5 * t + 0.5 / t;
}

/* 1 - 1 / (1 + t*q(t))^8, of which the power less 1 is made by squaring thrice;
 * q in four parts, which do not wait for each other. From 5.93 on it is 1.
 * 16; 6.7. */
double@ erf_double@(double@ x)
{
	double@ t = fabs(x);
	t = select(t, (double@)5.93, t > 5.93);
	double@ s = t * t, z = s * s;
	double@ first = -1.902206786183295e-14;
	first = first * z + -1.675066279819163e-09;
	first = first * z + -3.3063489047654147e-07;
	first = first * z + 6.582347782028445e-06;
	first = first * z + 0.0012709617173484445;
	first = first * z + 0.14104739588693907;
	double@ third = -1.660725657983705e-11;
	third = third * z + -4.477876120304969e-08;
	third = third * z + 6.069794933502517e-07;
	third = third * z + -2.881762128954936e-05;
	third = third * z + 0.02453844534243773;
	double@ second = 2.0174937900745056e-10;
	second = second * z + 1.4680572198997054e-07;
	second = second * z + -3.3269770260940803e-06;
	second = second * z + 0.0003438047956530332;
	second = second * z + 0.0895246554891964;
	double@ fourth = 8.334932030266793e-13;
	fourth = fourth * z + 1.006305764498206e-08;
	fourth = fourth * z + 3.713380991062172e-07;
	fourth = fourth * z + 1.637516870214671e-05;
	fourth = fourth * z + 0.003395269954030774;
	double@ u = t * ((first + s * third) + t * (second + s * fourth));
	u = u * u + 2.0 * u;
	u = u * u + 2.0 * u;
	u = u * u + 2.0 * u;
	return copysign(u / (u + 1.0), x);
}

/* x = 2^k m, sqrt(1/2) <= m < sqrt(2): the bits of x / sqrt(1/2), which have
 * k + 1023 before those of the fraction. */
ulong@ shifted_bits_double@(double@ x)
{
	return as_ulong@(x) + 0x95f619980c433ul;
}

/* k; what is put before its bits makes them a number of 2^52 and more. */
double@ exponent_double@(ulong@ bits)
{
	return as_double@((bits >> 52) | 0x4330000000000000ul)
	       - 4503599627371519.0;
}

/* m. */
double@ split_double@(double@ x, double@ *k)
{
	ulong@ bits = shifted_bits_double@(x);
	*k = exponent_double@(bits);
	return as_double@((bits & 0xffffffffffffful) + 0x3fe6a09e667f3bcdul);
}

long@ beyond_long@(double@ x, ulong least, ulong count)
{
	return as_long@(as_ulong@(x) + (0x8000000000000000ul - least))
	       >= as_long(count - 0x8000000000000000ul);
}

bool any_odd_double@(double@ x)
{
	return any_long@(beyond_long@(x, 0x10000000000000ul,
				      0x7fe0000000000000ul));
}

/* f - log(1 + f), of which the logarithm is twice the artanh of
 * s = f / (f + 2). */
double@ less_log_double@(double@ f)
{
	double@ s = f / (f + 2.0);
	double@ z = s * s;
	double@ q = 0.14796062301664786;
	q = q * z + 0.15314039822991576;
	q = q * z + 0.18183564725961984;
	q = q * z + 0.2222219856584091;
	q = q * z + 0.2857142874245617;
	q = q * z + 0.3999999999941438;
	q = q * z + 0.6666666666666734;
	return s * (f - z * q);
}

/* 3; 1.0. */
double@ log_double@(double@ x)
{
	double@ k;

	if (any_odd_double@(x))
		return log(aside_double@(x));
	double@ f = split_double@(x, &k) - 1.0;
	f = f - (less_log_double@(f) - k * 5.497923018708371e-14);
	return k * 0.6931471805598903 + f;
}

/* 3; 1.8. */
double@ log2_double@(double@ x)
{
	double@ k;

	if (any_odd_double@(x))
		return log2(aside_double@(x));
	double@ f = split_double@(x, &k) - 1.0;
	return k + (f - less_log_double@(f)) * 1.4426950408889634;
}

/* 3; 2.0. */
double@ log10_double@(double@ x)
{
	double@ k;

	if (any_odd_double@(x))
		return log10(aside_double@(x));
	double@ f = split_double@(x, &k) - 1.0;
	f = (f - less_log_double@(f)) * 0.4342944819032518;
	return k * 0.3010299956640665 + (f - k * 8.532344317057107e-14);
}

/* f of 1 + x from x itself, rounded once. 2; 1.6. */
double@ log1p_double@(double@ x)
{
	double@ one = 1.0 + x;

	if (any_long@(beyond_long@(one, 0x10000000000000ul,
				   0x7fb0000000000000ul)))
		return log1p(aside_double@(x));
	ulong@ bits = shifted_bits_double@(one);
	double@ k = exponent_double@(bits);
	double@ down = as_double@(0x7fe0000000000000ul
				  - (bits & 0xfff0000000000000ul));
	double@ f = x * down - (1.0 - down);
	f = f - (less_log_double@(f) - k * 5.497923018708371e-14);
	return copysign(k * 0.6931471805598903 + f, x);
}

/* One after the other: PoCL 3.1's pow of double8 is wrong where x < 0. */
double@ pow_of_lanes_double@(double@ x, double@ y)
{
	private double *to = (private double *)&x;
	const private double *by = (const private double *)&y;

	for (int i = 0; i < @; i++)
		to[i] = pow(to[i], by[i]);
	return x;
}

/* log2 x in two parts, of which this is the small one; what has been cut to 26
 * digits has exact products. x = 2^n m, m or 5/4 or 3/4 of it 1 + f, and the
 * logarithm twice the artanh of s = s1 + s2 = f / (f + 2). */
double@ rest_of_log2_double@(double@ x, double@ *whole)
{
	const long cut = -134217728;
	double@ k;
	double@ m = split_double@(x, &k);
	long@ low = m < 0.875, high = m > 1.15;
	double@ part = select((double@)0.0, (double@)0.25, low);
	part = select(part, (double@)-0.25, high);
	double@ f = (m - 1.0) + m * part;
	part = select((double@)0.0, (double@)-0.32192809488333296, low);
	k = k + select(part, (double@)0.4150374992750585, high);
	double@ rest = select((double@)0.0, (double@)-4.0293875627213155e-12,
			      low);
	rest = select(rest, (double@)3.785310626949533e-12, high);
	double@ d = f + 2.0;
	double@ r = 1.0 / d;
	double@ s1 = as_double@(as_long@(f * r) & cut);
	double@ d1 = as_double@(as_long@(d) & cut);
	double@ s2 = ((f - s1 * d1) - s1 * (f - (d1 - 2.0))) * r;
	double@ s = s1 + s2;
	double@ z = s * s;
	double@ zz = z * z;
	double@ odd = (0.22565102837418488 * zz + 0.3205989991715898) * zz
		      + 0.577078016355745;
	double@ q = (0.2622805841145543 * zz + 0.41219858292370715) * zz
		    + 0.9617966939259756;
	q = q + odd * z;
	rest = s * z * q + (s2 * 2.8853900817779268
			    + (s1 * -2.1085384952858276e-08 + rest));
	s1 = s1 * 2.8853901028633118;
	*whole = as_double@(as_long@(k + (s1 + rest)) & cut);
	return ((k - *whole) + s1) + rest;
}

/* 2^(y log2 |x|), of normal numbers above 0 all that is asked. Powers of 0 and
 * whole powers of numbers below it are frequent, too. 16; 5.3. */
double@ pow_double@(double@ x, double@ y)
{
	double@ t = fabs(x), whole;
	double@ rest = rest_of_log2_double@(t, &whole);
	double@ y1 = as_double@(as_long@(y) & -134217728l);
	rest = (y - y1) * whole + y * rest;
	whole = y1 * whole;
	double@ all = whole + rest;

	long@ odd = !(fabs(all) <= 1021.0);
	all = all + 6755399441055744.0;
	double@ r = (whole - (all - 6755399441055744.0)) + rest;
	double@ q = 1.0 + little_exp_double@(r * 0.6931471805599453);
	q = scaled_double@(q, all);
	if (!any_long@(odd | beyond_long@(x, 0x10000000000000ul,
					  0x7fe0000000000000ul)))
		return q;

	double@ last = y + 6755399441055744.0;
	long@ zero = (t == 0.0) & (y > 0.0);
	odd |= beyond_long@(t, 0x10000000000000ul, 0x7fe0000000000000ul);
	odd = (odd & ~zero)
	    | ((as_long@(x) < 0) & ((last - 6755399441055744.0 != y)
				    | (fabs(y) > 1e15)));
	if (any_long@(odd))
		return pow_of_lanes_double@(x, y);
	q = select(q, (double@)0.0, zero);
	return as_double@(as_long@(q) ^ (as_long@(x) & (as_long@(last) << 63)));
}

/* 1 / sqrt(x), nearly: by the bits of x and two steps of higher order, as
 * rsqrt_float. */
double@ inverse_root_double@(double@ x)
{
	double@ y = as_double@(0x5fe6eb50c7b537a9ul - (as_ulong@(x) >> 1));
	double@ e = 1.0 - x * y * y;
	y = y + y * e * (0.5 + e * (0.375 + 0.3125 * e));
	e = 1.0 - x * y * y;
	return y + y * e * (0.5 + 0.375 * e);
}

/* One step more. Registers of 256 bits have roots and quotients that take no
 * longer. 2; 1.5. */
double@ rsqrt_double@(double@ x)
{
#if defined(__AVX__) && !defined(__AVX512F__)
	return 1.0 / sqrt(x);
#else
	if (any_odd_double@(x))
		return rsqrt(aside_double@(x));
	double@ y = inverse_root_double@(x);
	double@ e = 1.0 - x * y * y;
	return y + 0.5 * y * e;
#endif
}

/* Where the sum is neither too large nor too small, or 0 for zeros: a root
 * r = s / sqrt(s), nearly, and a step more. 4; 1.5. */
double@ hypot_double@(double@ x, double@ y)
{
	double@ s = x * x + y * y;
	long@ odd = beyond_long@(s, 0x700000000000000ul, 0x78f0000000000000ul);

	if (any_long@(odd) && any_long@(odd & ((x != 0.0) | (y != 0.0))))
		return hypot(aside_double@(x), y);
#if defined(__AVX__) && !defined(__AVX512F__)
	return sqrt(s);
#else
	double@ t = inverse_root_double@(s);
	double@ r = s * t;
	return r + 0.5 * t * (s - r * r);
#endif
}

/* A third of the bits, of which so few are kept that the cube is exact, is a
 * guess c; the root is c (1 + s)^(1/3), s = (x - c^3)/c^3. 2; 0.9. */
double@ cbrt_double@(double@ x)
{
	double@ t = fabs(x);

	if (any_long@(beyond_long@(t, 0x10000000000000ul, 0x7fd0000000000000ul)
		      & (x != 0.0)))
		return cbrt(aside_double@(x));
	ulong@ third = (as_ulong@(t) >> 32) * 0x55555556ul >> 32;
	double@ c = as_double@((third + 0x2a9f8000ul << 32)
			       & 0xfffffff800000000ul);
	t = c * c * c;
	double@ s = (fabs(x) - t) / t;
	double@ q = 0.01055428960241965;
	q = q * s + -0.011940277354012515;
	q = q * s + 0.013484847990581104;
	q = q * s + -0.01583177936497485;
	q = q * s + 0.019001190812569117;
	q = q * s + -0.02347204326556514;
	q = q * s + 0.03017832640910813;
	q = q * s + -0.04115226335142209;
	q = q * s + 0.061728395061808584;
	q = q * s + -0.11111111111112604;
	q = q * s + 0.3333333333333333;
	c = select(c + c * s * q, (double@)0.0, x == 0.0);
	return copysign(c, x);
}
