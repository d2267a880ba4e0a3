/* Sines and the like, f32; functions_float.cl says more. */

/* x - k*pi. */
float@ less_pis_float@(float@ x, float@ k)
{
	float@ r = x - k * 3.140625f;
	r = r - k * 9.675025940e-4f;
	r = r - k * 1.509906724e-7f;
	return r - k * 5.126688303e-12f;
}

/* The sine of r, from -pi/2 to pi/2, times (-1)^n. */
float@ sine_float@(float@ r, float@ whole)
{
	float@ s = r * r;
	float@ q = 2.605630698e-6f;
	q = q * s + -1.980953821e-4f;
	q = q * s + 8.333065547e-3f;
	q = q * s + -1.666665971e-1f;
	r = r * (1.0f + s * q);
	return as_float@(as_int@(r) ^ (as_int@(whole) << 31));
}

/* x = n*pi + r. 4; 2.7. */
float@ sin_float@(float@ x)
{
	int@ huge = fabs(x) > 12000.0f;
	float@ whole = x * 3.183098862e-1f + 12582912.0f;
	float@ r = less_pis_float@(x, whole - 12582912.0f);
	r = sine_float@(r, whole);
	if (any_int@(huge))
		r = select(r, sin(aside_float@(x)), huge);
	return r;
}

/* x = (n - 1/2)*pi + r: a sine as well. 4; 2.7. */
float@ cos_float@(float@ x)
{
	int@ huge = fabs(x) > 12000.0f;
	float@ whole = (x * 3.183098862e-1f + 0.5f) + 12582912.0f;
	float@ r = less_pis_float@(x, (whole - 12582912.0f) - 0.5f);
	r = sine_float@(r, whole);
	if (any_int@(huge))
		r = select(r, cos(aside_float@(x)), huge);
	return r;
}

/* x = n*pi/2 + r; the quotient, turned over for odd n. 5; 3.9. */
float@ tan_float@(float@ x)
{
	int@ huge = fabs(x) > 12000.0f;
	float@ whole = x * 6.366197724e-1f + 12582912.0f;
	float@ r = less_pis_float@(x, 0.5f * (whole - 12582912.0f));
	float@ s = r * r;
	float@ over = r * (1.0f + s * -9.580290318e-2f);
	float@ under = 1.0f + s * (9.717257693e-3f * s + -4.291369021e-1f);
	int@ odd = (as_int@(whole) & 1) != 0;
	r = select(over, -under, odd) / select(under, over, odd);
	if (any_int@(huge))
		r = select(r, tan(aside_float@(x)), huge);
	return r;
}

/* The arc of the sine t, from -1/2 to 1/2; s = t*t. */
float@ arc_of_sine_float@(float@ t, float@ s)
{
	float@ q = 4.221854731e-2f;
	q = q * s + 2.414761111e-2f;
	q = q * s + 4.547709599e-2f;
	q = q * s + 7.495241612e-2f;
	q = q * s + 1.666675359e-1f;
	return t + t * s * q;
}

/* Beyond 1/2 it is pi/2 - 2 asin(sqrt((1 - x)/2)). 4; 2.4. */
float@ asin_float@(float@ x)
{
	float@ t = fabs(x);
	int@ large = t > 0.5f;
	float@ s = select(x * x, 0.5f - 0.5f * t, large);
	t = arc_of_sine_float@(select(t, sqrt(s), large), s);
	return copysign(select(t, 1.570796371f - 2.0f * t, large), x);
}

/* The same way. 4; 1.3. */
float@ acos_float@(float@ x)
{
	float@ t = fabs(x);
	int@ large = t > 0.5f;
	float@ s = select(x * x, 0.5f - 0.5f * t, large);
	t = copysign(select(t, sqrt(s), large), x);
	t = arc_of_sine_float@(t, s);
	s = select((float@)0.0f, (float@)3.141592741f, x < 0.0f);
	return select(1.570796371f - t, s + 2.0f * t, large);
}

/* The arc of the tangent t, from -1 to 1. */
float@ arc_of_tangent_float@(float@ t)
{
	float@ s = t * t;
	float@ q = 2.920645988e-3f;
	q = q * s + -1.636774279e-2f;
	q = q * s + 4.321156442e-2f;
	q = q * s + -7.552189380e-2f;
	q = q * s + 1.066599339e-1f;
	q = q * s + -1.421105266e-1f;
	q = q * s + 1.999377310e-1f;
	q = q * s + -3.333315253e-1f;
	return t + t * s * q;
}

/* Beyond 1 it is pi/2 + atan(-1/x). 5; 2.1. */
float@ atan_float@(float@ x)
{
	float@ t = fabs(x);
	int@ large = t > 1.0f;
	float@ s = select((float@)0.0f, (float@)1.570796371f, large);
	t = select(t, (float@)-1.0f, large) / select((float@)1.0f, t, large);
	return copysign(s + arc_of_tangent_float@(t), x);
}

/* The quotient is that of the less to the greater, or to the least of all, for
 * two zeros are frequent. 6; 2.1. */
float@ atan2_float@(float@ y, float@ x)
{
	int@ v = as_int@(fabs(y)), h = as_int@(fabs(x));
	int@ most = max(max(v, h), 1);

	if (any_int@(most >= 0x7f800000))
		return atan2(aside_float@(y), x);
	float@ t = as_float@(min(v, h)) / as_float@(most);
	t = arc_of_tangent_float@(t);
	t = select(t, 1.570796371f - t, v > h);
	return copysign(select(t, 3.141592741f - t, as_int@(x) < 0), y);
}
