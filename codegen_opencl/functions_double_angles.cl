/* Sines and the like, f64; functions_float.cl says more. */

/* x - k*pi. */
double@ less_pis_double@(double@ x, double@ k)
{
	double@ r = x - k * 3.1415926535846666;
	r = r - k * 5.1266883031679116e-12;
	return r - k * 2.1125998133974855e-23;
}

/* The sine of r, from -pi/2 to pi/2, times (-1)^n. */
double@ sine_double@(double@ r, double@ whole)
{
	double@ s = r * r;
	double@ q = 2.721141233025219e-15;
	q = q * s + -7.642988376530966e-13;
	q = q * s + 1.6058939590037674e-10;
	q = q * s + -2.50521068705783e-08;
	q = q * s + 2.7557319211113944e-06;
	q = q * s + -0.00019841269841209088;
	q = q * s + 0.008333333333333194;
	q = q * s + -0.16666666666666666;
	r = r * (1.0 + s * q);
	return as_double@(as_long@(r) ^ (as_long@(whole) << 63));
}

/* x = n*pi + r. 4; 2.5. */
double@ sin_double@(double@ x)
{
	long@ huge = !(fabs(x) <= 100000.0);
	double@ whole = x * 0.3183098861837907 + 6755399441055744.0;
	double@ r = less_pis_double@(x, whole - 6755399441055744.0);
	r = sine_double@(r, whole);
	if (any_long@(huge))
		r = select(r, sin(aside_double@(x)), huge);
	return r;
}

/* x = (n - 1/2)*pi + r: a sine as well. 4; 2.7. */
double@ cos_double@(double@ x)
{
	long@ huge = !(fabs(x) <= 100000.0);
	double@ whole = (x * 0.3183098861837907 + 0.5) + 6755399441055744.0;
	double@ r = less_pis_double@(x, (whole - 6755399441055744.0) - 0.5);
	r = sine_double@(r, whole);
	if (any_long@(huge))
		r = select(r, cos(aside_double@(x)), huge);
	return r;
}

/* x = n*pi/2 + r; the quotient, turned over for odd n. 5; 4.3. */
double@ tan_double@(double@ x)
{
	long@ huge = !(fabs(x) <= 100000.0);
	double@ whole = x * 0.6366197723675814 + 6755399441055744.0;
	double@ k = 0.5 * (whole - 6755399441055744.0);
	double@ r = less_pis_double@(x, k);
	double@ s = r * r;
	double@ over = -7.470643552431946e-06;
	over = over * s + 0.0028045750576247918;
	over = over * s + -0.12827141245225482;
	over = r * (1.0 + over * s);
	double@ under = -0.00020825528000478384;
	under = under * s + 0.023339490319475853;
	under = under * s + -0.461604745785588;
	under = 1.0 + under * s;
	long@ odd = (as_long@(whole) & 1) != 0;
	r = select(over, -under, odd) / select(under, over, odd);
	if (any_long@(huge))
		r = select(r, tan(aside_double@(x)), huge);
	return r;
}

/* The arc of the sine t, at most 1/2; s = t*t. */
double@ arc_of_sine_double@(double@ t, double@ s)
{
	double@ q = 0.031959602878099354;
	q = q * s + -0.016295104475992743;
	q = q * s + 0.01957463556347442;
	q = q * s + 0.006510556742940081;
	q = q * s + 0.012173355880765176;
	q = q * s + 0.013884585386767881;
	q = q * s + 0.0173597726020145;
	q = q * s + 0.02237175341071564;
	q = q * s + 0.030381959336616936;
	q = q * s + 0.04464285682333284;
	q = q * s + 0.07500000000343256;
	q = q * s + 0.1666666666666538;
	return t + t * s * q;
}

/* Beyond 1/2 it is pi/2 - 2 asin(sqrt((1 - x)/2)). 4; 2.2. */
double@ asin_double@(double@ x)
{
	double@ t = fabs(x);
	long@ large = t > 0.5;
	double@ s = select(x * x, 0.5 - 0.5 * t, large);
	t = arc_of_sine_double@(select(t, sqrt(s), large), s);
	return copysign(select(t, 1.5707963267948966 - 2.0 * t, large), x);
}

/* The same way. 4; 1.3. */
double@ acos_double@(double@ x)
{
	double@ t = fabs(x);
	long@ large = t > 0.5;
	double@ s = select(x * x, 0.5 - 0.5 * t, large);
	t = copysign(select(t, sqrt(s), large), x);
	t = arc_of_sine_double@(t, s);
	s = select((double@)0.0, (double@)3.141592653589793, x < 0.0);
	return select(1.5707963267948966 - t, s + 2.0 * t, large);
}

/* The arc of the tangent t, from -1 to 1. */
double@ arc_of_tangent_double@(double@ t)
{
	double@ s = t * t, z = s * s;
	double@ odd = -2.0258172524836273e-05;
	odd = odd * z + -0.00116405678949822;
	odd = odd * z + -0.009184492411053603;
	odd = odd * z + -0.02582672208133343;
	odd = odd * z + -0.04092635769290693;
	odd = odd * z + -0.052392327935499965;
	odd = odd * z + -0.06665860364059342;
	odd = odd * z + -0.0909090123563597;
	odd = odd * z + -0.1428571427133642;
	double@ even = 0.0002230188722257475;
	even = even * z + 0.0038559364252450335;
	even = even * z + 0.016977953265649992;
	even = even * z + 0.0340677610161638;
	even = even * z + 0.046739487400659266;
	even = even * z + 0.05877307744149978;
	even = even * z + 0.07692212931715452;
	even = even * z + 0.11111110678775232;
	even = even * z + 0.19999999999755072;
	even = even + s * odd;
	return t + t * s * (-0.3333333333333186 + s * even);
}

/* Beyond 1 it is pi/2 + atan(-1/x). 5; 2.8. */
double@ atan_double@(double@ x)
{
	double@ t = fabs(x);
	long@ large = t > 1.0;
	double@ s = select((double@)0.0, (double@)1.5707963267948966, large);
	t = select(t, (double@)-1.0, large) / select((double@)1.0, t, large);
	return copysign(s + arc_of_tangent_double@(t), x);
}

/* The quotient is that of the less to the greater, or to the least of all, for
 * two zeros are frequent. 6; 2.7. */
double@ atan2_double@(double@ y, double@ x)
{
	double@ v = fabs(y), h = fabs(x);
	long@ steep = v > h;
	double@ most = select(h, v, steep);

	most = select((double@)0x1p-1074, most, most != 0.0);
	if (any_long@(!(most < INFINITY)))
		return atan2(aside_double@(y), x);
	double@ t = arc_of_tangent_double@(select(v, h, steep) / most);
	t = select(t, 1.5707963267948966 - t, steep);
	return copysign(select(t, 3.141592653589793 - t, as_long@(x) < 0), y);
}
