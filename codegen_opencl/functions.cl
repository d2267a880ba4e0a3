/* Functions of vectors of f32 and f64 (functions.h says what @ and $ are).
 *
 * Coefficients of f32 are weighted least squares fits made even by Lawson's
 * iteration. Behind each description stand two numbers of units in the last
 * place: what OpenCL allows, and the greatest error found among every third
 * float, or 140 million pairs, with and without contraction; of f64 among the
 * numbers of tests/function_bounds. Coefficients of f64 interpolate at
 * the nodes of Chebyshev's polynomials.
 *
 * Constants that are taken off in several parts (Cody and Waite) have so few
 * digits that the products are exact. A number becomes the nearest whole one
 * by adding a half and cutting off, since that is two instructions.
 * Vectors with rare lanes (too large, infinite, subnormal where it matters)
 * are left to the device.
 */
bool any_int@(int@ mask)
{
	$2 part = as_$2(convert_char@(mask));

	return (part.x | part.y) != 0;
}

/* e / (e + 2) with e = exp(2t) - 1, of which 2t is n*log 2 + r. 5; 2.7. */
float@ tanh_float@(float@ x)
{
	float@ t = fabs(x);
	t = 2.0f * select(t, (float@)10.0f, t > 10.0f);
	int@ n = convert_int@(t * 1.442695041f + 0.5f);
	float@ k = convert_float@(n);
	float@ r = t - k * 6.931457520e-1f;
	r = r - k * 1.428606766e-6f;
	float@ q = 1.388248638e-3f;
	q = q * r + 8.366691880e-3f;
	q = q * r + 4.166720435e-2f;
	q = q * r + 1.666654199e-1f;
	q = q * r + 4.999999702e-1f;
	float@ power = as_float@((n << 23) + 0x3f800000);
	float@ e = power * (r + r * r * q) + (power - 1.0f);
	return copysign(e / (e + 2.0f), x);
}

/* x = n*log 2 + r; 2^n (exp(r) - 1) + (2^n - 1). Copying the sign keeps -0.
 * 3; 1.8. */
float@ expm1_float@(float@ x)
{
	if (any_int@(x > 88.0f))
		return expm1(x);
	float@ t = select(x, (float@)-20.0f, x < -20.0f);
	float@ k = t * 1.442695041f;
	int@ n = convert_int@(k + copysign((float@)0.5f, k));
	k = convert_float@(n);
	float@ r = t - k * 6.931457520e-1f;
	r = r - k * 1.428606766e-6f;
	float@ q = 1.388248638e-3f;
	q = q * r + 8.366691880e-3f;
	q = q * r + 4.166720435e-2f;
	q = q * r + 1.666654199e-1f;
	q = q * r + 4.999999702e-1f;
	float@ power = as_float@((n << 23) + 0x3f800000);
	return copysign(power * (r + r * r * q) + (power - 1.0f), x);
}

/* t = n*log 2 + r; sinh(n*log 2) cosh(r) + cosh(n*log 2) sinh(r), where r goes
 * from -0.18 to 0.53, for there is less to cancel. 4; 2.8. */
float@ sinh_float@(float@ x)
{
	float@ t = fabs(x);

	if (any_int@(t > 87.0f))
		return sinh(x);
	int@ n = convert_int@(t * 1.442695041f + 0.25f);
	float@ k = convert_float@(n);
	float@ r = t - k * 6.931457520e-1f;
	r = r - k * 1.428606766e-6f;
	float@ s = r * r;
	float@ odd = 1.999049564e-4f;
	odd = odd * s + 8.333089761e-3f;
	odd = odd * s + 1.666666716e-1f;
	float@ even = 1.399789122e-3f;
	even = even * s + 4.166553169e-2f;
	even = even * s + 0.5f;
	float@ up = as_float@((n << 23) + 0x3f000000);
	float@ down = as_float@(0x3f000000 - (n << 23));
	odd = (up + down) * (r + r * s * odd);
	return copysign(odd + (up - down) * (1.0f + s * even), x);
}

/* The same way. 4; 3.2. */
float@ cosh_float@(float@ x)
{
	float@ t = fabs(x);

	if (any_int@(t > 87.0f))
		return cosh(x);
	int@ n = convert_int@(t * 1.442695041f + 0.5f);
	float@ k = convert_float@(n);
	float@ r = t - k * 6.931457520e-1f;
	r = r - k * 1.428606766e-6f;
	float@ s = r * r;
	float@ odd = 8.366757073e-3f;
	odd = odd * s + 1.666654199e-1f;
	float@ even = 1.393564511e-3f;
	even = even * s + 4.166645557e-2f;
	even = even * s + 0.5f;
	float@ up = as_float@((n << 23) + 0x3f000000);
	float@ down = as_float@(0x3f000000 - (n << 23));
	odd = (up - down) * (r + r * s * odd);
	return odd + (up + down) * (1.0f + s * even);
}

/* x = 2^n (1 + f), 3/4 <= 1 + f < 3/2. 3; 1.3. */
float@ log_float@(float@ x)
{
	if (any_int@(as_uint@(x) - 0x800000u >= 0x7f000000u))
		return log(x);
	int@ n = (as_int@(x) - 0x3f400000) >> 23;
	float@ k = convert_float@(n);
	float@ f = as_float@(as_int@(x) - (n << 23)) - 1.0f;
	float@ q = 5.413192511e-2f;
	q = q * f + -1.206733137e-1f;
	q = q * f + 1.498392373e-1f;
	q = q * f + -1.682281941e-1f;
	q = q * f + 1.997707784e-1f;
	q = q * f + -2.499344200e-1f;
	q = q * f + 3.333354890e-1f;
	q = q * f + -5.000005960e-1f;
	return k * 6.931457520e-1f + (f + (f * f * q + k * 1.428606766e-6f));
}

/* The same way. 3; 1.9. */
float@ log2_float@(float@ x)
{
	if (any_int@(as_uint@(x) - 0x800000u >= 0x7f000000u))
		return log2(x);
	int@ n = (as_int@(x) - 0x3f400000) >> 23;
	float@ f = as_float@(as_int@(x) - (n << 23)) - 1.0f;
	float@ q = 7.813579589e-2f;
	q = q * f + -1.739118546e-1f;
	q = q * f + 2.159664184e-1f;
	q = q * f + -2.426728159e-1f;
	q = q * f + 2.882307172e-1f;
	q = q * f + -3.605834544e-1f;
	q = q * f + 4.809006453e-1f;
	q = q * f + -7.213482857e-1f;
	return (convert_float@(n) + f) + (f * 4.426950514e-1f + f * f * q);
}

/* The same way. 3; 2.5. */
float@ log10_float@(float@ x)
{
	if (any_int@(as_uint@(x) - 0x800000u >= 0x7f000000u))
		return log10(x);
	int@ n = (as_int@(x) - 0x3f400000) >> 23;
	float@ k = convert_float@(n);
	float@ f = as_float@(as_int@(x) - (n << 23)) - 1.0f;
	float@ q = 2.351917699e-2f;
	q = q * f + -5.236211047e-2f;
	q = q * f + 6.502295285e-2f;
	q = q * f + -7.305329293e-2f;
	q = q * f + 8.676494658e-2f;
	q = q * f + -1.085462123e-1f;
	q = q * f + 1.447655559e-1f;
	q = q * f + -2.171474844e-1f;
	q = f * -6.570551544e-2f + (f * f * q + k * 4.605038981e-6f);
	return k * 3.010253906e-1f + (0.5f * f + q);
}

/* The same of 1 + x; f from x itself, rounded once. 2; 1.4. */
float@ log1p_float@(float@ x)
{
	float@ one = 1.0f + x;

	if (any_int@(as_uint@(one) - 0x800000u >= 0x7b000000u))
		return log1p(x);
	int@ n = (as_int@(one) - 0x3f400000) >> 23;
	float@ k = convert_float@(n);
	float@ down = as_float@(0x3f800000 - (n << 23));
	float@ f = x * down - (1.0f - down);
	float@ q = 5.413192511e-2f;
	q = q * f + -1.206733137e-1f;
	q = q * f + 1.498392373e-1f;
	q = q * f + -1.682281941e-1f;
	q = q * f + 1.997707784e-1f;
	q = q * f + -2.499344200e-1f;
	q = q * f + 3.333354890e-1f;
	q = q * f + -5.000005960e-1f;
	f = f + (f * f * q + k * 1.428606766e-6f);
	return copysign(k * 6.931457520e-1f + f, x);
}

/* x = n*pi + r, and n says the sign. 4; 2.8. */
float@ sin_float@(float@ x)
{
	int@ huge = fabs(x) > 12000.0f;
	float@ k = x * 3.183098862e-1f;
	int@ n = convert_int@(k + copysign((float@)0.5f, x));
	k = convert_float@(n);
	float@ r = x - k * 3.140625f;
	r = r - k * 9.675025940e-4f;
	r = r - k * 1.509906724e-7f;
	r = r - k * 5.126688303e-12f;
	float@ s = r * r;
	float@ q = 2.605630698e-6f;
	q = q * s + -1.980953821e-4f;
	q = q * s + 8.333065547e-3f;
	q = q * s + -1.666665971e-1f;
	r = as_float@(as_int@(r * (1.0f + s * q)) ^ (n << 31));
	if (any_int@(huge))
		r = select(r, sin(x), huge);
	return r;
}

/* x = (n - 1/2)*pi + r: a sine as well. 4; 2.8. */
float@ cos_float@(float@ x)
{
	float@ t = fabs(x);
	int@ huge = t > 12000.0f;
	int@ n = convert_int@(t * 3.183098862e-1f + 1.0f);
	float@ k = convert_float@(n) - 0.5f;
	float@ r = t - k * 3.140625f;
	r = r - k * 9.675025940e-4f;
	r = r - k * 1.509906724e-7f;
	r = r - k * 5.126688303e-12f;
	float@ s = r * r;
	float@ q = 2.605630698e-6f;
	q = q * s + -1.980953821e-4f;
	q = q * s + 8.333065547e-3f;
	q = q * s + -1.666665971e-1f;
	r = as_float@(as_int@(r * (1.0f + s * q)) ^ (n << 31));
	if (any_int@(huge))
		r = select(r, cos(x), huge);
	return r;
}

/* x = n*pi/2 + r; the quotient, turned over for odd n. 5; 4.4. */
float@ tan_float@(float@ x)
{
	int@ huge = fabs(x) > 12000.0f;
	float@ k = x * 6.366197724e-1f;
	int@ n = convert_int@(k + copysign((float@)0.5f, x));
	k = convert_float@(n);
	float@ r = x - k * 1.570312500f;
	r = r - k * 4.837512970e-4f;
	r = r - k * 7.549533621e-8f;
	r = r - k * 2.563344152e-12f;
	float@ s = r * r;
	float@ over = r * (1.0f + s * -9.580290318e-2f);
	float@ under = 1.0f + s * (9.717257693e-3f * s + -4.291369021e-1f);
	int@ odd = (n & 1) != 0;
	r = select(over, -under, odd) / select(under, over, odd);
	if (any_int@(huge))
		r = select(r, tan(x), huge);
	return r;
}

/* Beyond 1/2 it is pi/2 - 2 asin(sqrt((1 - x)/2)). 4; 2.5. */
float@ asin_float@(float@ x)
{
	float@ t = fabs(x);
	int@ large = t > 0.5f;
	float@ s = select(x * x, 0.5f - 0.5f * t, large);
	t = select(t, sqrt(s), large);
	float@ q = 4.221854731e-2f;
	q = q * s + 2.414761111e-2f;
	q = q * s + 4.547709599e-2f;
	q = q * s + 7.495241612e-2f;
	q = q * s + 1.666675359e-1f;
	q = t * s * q;
	return copysign(select(t + q, 1.570796371f - 2.0f * (t + q), large), x);
}

/* The same way. 4; 1.3. */
float@ acos_float@(float@ x)
{
	float@ t = fabs(x);
	int@ large = t > 0.5f;
	float@ s = select(x * x, 0.5f - 0.5f * t, large);
	t = copysign(select(t, sqrt(s), large), x);
	float@ q = 4.221854731e-2f;
	q = q * s + 2.414761111e-2f;
	q = q * s + 4.547709599e-2f;
	q = q * s + 7.495241612e-2f;
	q = q * s + 1.666675359e-1f;
	t = t + t * s * q;
	s = select((float@)0.0f, (float@)3.141592741f, x < 0.0f);
	return select(1.570796371f - t, s + 2.0f * t, large);
}

/* Beyond 1 it is pi/2 + atan(-1/x). 5; 2.1. */
float@ atan_float@(float@ x)
{
	float@ t = fabs(x);
	int@ large = t > 1.0f;
	t = select(t, (float@)-1.0f, large) / select((float@)1.0f, t, large);
	float@ s = t * t;
	float@ q = 2.920645988e-3f;
	q = q * s + -1.636774279e-2f;
	q = q * s + 4.321156442e-2f;
	q = q * s + -7.552189380e-2f;
	q = q * s + 1.066599339e-1f;
	q = q * s + -1.421105266e-1f;
	q = q * s + 1.999377310e-1f;
	q = q * s + -3.333315253e-1f;
	t = t + t * s * q;
	s = select((float@)0.0f, (float@)1.570796371f, large);
	return copysign(s + t, x);
}

/* The quotient is that of the less to the greater, or to the least of all, for
 * two zeros are frequent. 6; 2.1. */
float@ atan2_float@(float@ y, float@ x)
{
	int@ v = as_int@(fabs(y)), h = as_int@(fabs(x));
	int@ most = max(max(v, h), 1);

	if (any_int@(most >= 0x7f800000))
		return atan2(y, x);
	float@ t = as_float@(min(v, h)) / as_float@(most);
	float@ s = t * t;
	float@ q = 2.920645988e-3f;
	q = q * s + -1.636774279e-2f;
	q = q * s + 4.321156442e-2f;
	q = q * s + -7.552189380e-2f;
	q = q * s + 1.066599339e-1f;
	q = q * s + -1.421105266e-1f;
	q = q * s + 1.999377310e-1f;
	q = q * s + -3.333315253e-1f;
	t = t + t * s * q;
	t = select(t, 1.570796371f - t, v > h);
	return copysign(select(t, 3.141592741f - t, as_int@(x) < 0), y);
}

/* Where no square is too large or too small. 4; 1.2. */
float@ hypot_float@(float@ x, float@ y)
{
	uint@ most = as_uint@(max(as_int@(fabs(x)), as_int@(fabs(y))));

	if (any_int@((most - 0x26800000u >= 0x38000000u) & (most != 0u)))
		return hypot(x, y);
	return sqrt(x * x + y * y);
}

/* 2^(y log2 x) with log2 x in two parts, whole and rest: what has been cut to
 * 12 digits has exact products. Powers of 0 are frequent. 16; 3.1. */
float@ pow_float@(float@ x, float@ y)
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
	float@ whole = as_float@(as_int@(k + h1) & cut);
	rest = ((k - whole) + h1) + rest;
	float@ y1 = as_float@(as_int@(y) & cut);
	rest = (y - y1) * whole + y * rest;
	whole = y1 * whole;
	float@ all = whole + rest;

	int@ zero = (as_int@(x) == 0) & (y > 0.0f);
	int@ odd = (as_uint@(x) - 0x800000u >= 0x7f000000u)
		   | !(fabs(all) <= 125.0f);

	if (any_int@(odd & ~zero))
		return pow(x, y);
	n = convert_int@(all + copysign((float@)0.5f, all));
	float@ r = (whole - convert_float@(n)) + rest;
	q = 1.547595457e-4f;
	q = q * r + 1.340033603e-3f;
	q = q * r + 9.618004784e-3f;
	q = q * r + 5.550327525e-2f;
	q = q * r + 2.402265072e-1f;
	q = q * r + 6.931471825e-1f;
	q = as_float@(as_int@(1.0f + r * q) + (n << 23));
	return select(q, (float@)0.0f, zero);
}

/* The bits of a float are nearly its logarithm: half of them, negated, are a
 * first guess; a step of the third order and one of the second. 2; 1.5. */
float@ rsqrt_float@(float@ x)
{
	float@ y = as_float@(0x5f375a86 - (as_int@(x) >> 1));
	float@ e = 1.0f - x * y * y;

	if (any_int@(as_uint@(x) - 0x800000u >= 0x7f000000u))
		return rsqrt(x);
	y = y + y * e * (0.5f + 0.375f * e);
	e = 1.0f - x * y * y;
	return y + 0.5f * y * e;
}

/* A third of the bits, of which so few are kept that the cube is exact, is a
 * guess c; the root is c (1 + s)^(1/3), s = (x - c^3)/c^3. 2; 0.6. */
float@ cbrt_float@(float@ x)
{
	float@ t = fabs(x);

	if (any_int@((as_uint@(t) - 0x02000000u >= 0x7c000000u) & (x != 0.0f)))
		return cbrt(x);
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

/* x + x*p(x*x); beyond 1 1 - exp(-t*q(t)), and beyond 4 1. 16; 1.4. */
float@ erf_float@(float@ x)
{
	float@ s = x * x, t = fmin(fabs(x), 4.0f);
	float@ p = 7.853857824e-5f;
	p = p * s + -8.010192541e-4f;
	p = p * s + 5.188327748e-3f;
	p = p * s + -2.685381100e-2f;
	p = p * s + 1.128358543e-1f;
	p = p * s + -3.761262596e-1f;
	p = p * s + 1.283791661e-1f;
	float@ q = 1.396244243e-5f;
	q = q * t + -3.505920467e-4f;
	q = q * t + 3.757476807e-3f;
	q = q * t + -2.401006967e-2f;
	q = q * t + 1.065308675e-1f;
	q = q * t + 6.349695325e-1f;
	q = q * t + 1.128694296f;
	return select(x + x * p, copysign(1.0f - exp(-t * q), x),
		fabs(x) >= 1.0f);
}

bool any_long@(long@ mask)
{
	$2 part = as_$2(convert_char@(mask));

	return (part.x | part.y) != 0;
}

/* x = n*log 2 + r; 1 + r + r*r*q. 3; 1.0. */
double@ exp_double@(double@ x)
{
	if (any_long@(!(fabs(x) < 708.0)))
		return exp(x);
	double@ k = x * 1.4426950408889634;
	int@ n = convert_int@(k + copysign((double@)0.5, k));
	k = convert_double@(n);
	double@ r = x - k * 0.6931471805598903;
	r = r - k * 5.497923018708371e-14;
	double@ q = 2.5100375832561234e-08;
	q = q * r + 2.7620075879983367e-07;
	q = q * r + 2.7557268480310024e-06;
	q = q * r + 2.4801521322368692e-05;
	q = q * r + 0.00019841269863040545;
	q = q * r + 0.0013888888917196719;
	q = q * r + 0.008333333333330065;
	q = q * r + 0.041666666666624164;
	q = q * r + 0.16666666666666669;
	q = q * r + 0.5000000000000001;
	r = 1.0 + (r + r * r * q);
	return as_double@(as_long@(r) + (convert_long@(n) << 52));
}

/* x = 2^n (1 + f), sqrt(1/2) <= 1 + f < sqrt(2), s = f / (f + 2): the
 * logarithm is twice the artanh of s. 3; 0.8. */
double@ log_double@(double@ x)
{
	if (any_long@(as_ulong@(x) - 0x10000000000000ul
		      >= 0x7fe0000000000000ul))
		return log(x);
	long@ n = (as_long@(x) - 0x3fe6a09e667f3bcdl) >> 52;
	double@ k = convert_double@(n);
	double@ f = as_double@(as_long@(x) - (n << 52)) - 1.0;
	double@ s = f / (f + 2.0);
	double@ z = s * s;
	double@ q = 0.14616449685088906;
	q = q * z + 0.1533172160055169;
	q = q * z + 0.1818288912526188;
	q = q * z + 0.22222211134795078;
	q = q * z + 0.28571428625975487;
	q = q * z + 0.39999999999899505;
	q = q * z + 0.666666666666667;
	q = s * (f - z * q) - k * 5.497923018708371e-14;
	return k * 0.6931471805598903 + (f - q);
}

/* x = n*pi + r, and n says the sign. 4; 2.4. */
double@ sin_double@(double@ x)
{
	long@ huge = !(fabs(x) <= 100000.0);
	double@ k = x * 0.3183098861837907;
	int@ n = convert_int@(k + copysign((double@)0.5, x));
	k = convert_double@(n);
	double@ r = x - k * 3.1415926535846666;
	r = r - k * 5.1266883031679116e-12;
	r = r - k * 2.1125998133974855e-23;
	double@ s = r * r;
	double@ q = 2.7314447669831924e-15;
	q = q * s + -7.643970296798275e-13;
	q = q * s + 1.6058977312464077e-10;
	q = q * s + -2.5052107616996182e-08;
	q = q * s + 2.7557319219163234e-06;
	q = q * s + -0.00019841269841254974;
	q = q * s + 0.008333333333333316;
	q = q * s + -0.16666666666666666;
	r = r * (1.0 + s * q);
	r = as_double@(as_long@(r) ^ (convert_long@(n) << 63));
	if (any_long@(huge))
		r = select(r, sin(x), huge);
	return r;
}

/* x = (n - 1/2)*pi + r: a sine as well. 4; 2.7. */
double@ cos_double@(double@ x)
{
	double@ t = fabs(x);
	long@ huge = !(t <= 100000.0);
	int@ n = convert_int@(t * 0.3183098861837907 + 1.0);
	double@ k = convert_double@(n) - 0.5;
	double@ r = t - k * 3.1415926535846666;
	r = r - k * 5.1266883031679116e-12;
	r = r - k * 2.1125998133974855e-23;
	double@ s = r * r;
	double@ q = 2.7314447669831924e-15;
	q = q * s + -7.643970296798275e-13;
	q = q * s + 1.6058977312464077e-10;
	q = q * s + -2.5052107616996182e-08;
	q = q * s + 2.7557319219163234e-06;
	q = q * s + -0.00019841269841254974;
	q = q * s + 0.008333333333333316;
	q = q * s + -0.16666666666666666;
	r = r * (1.0 + s * q);
	r = as_double@(as_long@(r) ^ (convert_long@(n) << 63));
	if (any_long@(huge))
		r = select(r, cos(x), huge);
	return r;
}

/* e / (e + 2) with e = exp(2t) - 1, of which 2t is n*log 2 + r. 5; 2.5. */
double@ tanh_double@(double@ x)
{
	double@ t = fabs(x);
	t = 2.0 * select(t, (double@)20.0, t > 20.0);
	int@ n = convert_int@(t * 1.4426950408889634 + 0.5);
	double@ k = convert_double@(n);
	double@ r = t - k * 0.6931471805598903;
	r = r - k * 5.497923018708371e-14;
	double@ q = 2.5100375832561234e-08;
	q = q * r + 2.7620075879983367e-07;
	q = q * r + 2.7557268480310024e-06;
	q = q * r + 2.4801521322368692e-05;
	q = q * r + 0.00019841269863040545;
	q = q * r + 0.0013888888917196719;
	q = q * r + 0.008333333333330065;
	q = q * r + 0.041666666666624164;
	q = q * r + 0.16666666666666669;
	q = q * r + 0.5000000000000001;
	double@ power = as_double@((convert_long@(n) + 1023) << 52);
	double@ e = power * (r + r * r * q) + (power - 1.0);
	return copysign(e / (e + 2.0), x);
}
