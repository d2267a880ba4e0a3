/* Whole numbers next to those of a vector (functions.h says what @ is). Drivers
 * compute them of parts, since not every processor has an instruction for it;
 * compilers that know of vectors take that where there is one. All are exact.
 */

float@ floor_float@(float@ x)
{
#ifndef __has_builtin
#define __has_builtin(name) 0
#endif
#if __has_builtin(__builtin_elementwise_floor) && !defined(__SPIR__)
	return __builtin_elementwise_floor(x);
#else
	return floor(x);
#endif
}

float@ ceil_float@(float@ x)
{
#ifndef __has_builtin
#define __has_builtin(name) 0
#endif
#if __has_builtin(__builtin_elementwise_ceil) && !defined(__SPIR__)
	return __builtin_elementwise_ceil(x);
#else
	return ceil(x);
#endif
}

float@ trunc_float@(float@ x)
{
#ifndef __has_builtin
#define __has_builtin(name) 0
#endif
#if __has_builtin(__builtin_elementwise_trunc) && !defined(__SPIR__)
	return __builtin_elementwise_trunc(x);
#else
	return trunc(x);
#endif
}

/* Halves go away from zero: what is added is the number before a half, with
 * which none of those below a half reaches the next. */
float@ round_float@(float@ x)
{
	return trunc_float@(x + copysign((float@)(0.49999997f), x));
}

double@ floor_double@(double@ x)
{
#ifndef __has_builtin
#define __has_builtin(name) 0
#endif
#if __has_builtin(__builtin_elementwise_floor) && !defined(__SPIR__)
	return __builtin_elementwise_floor(x);
#else
	return floor(x);
#endif
}

double@ ceil_double@(double@ x)
{
#ifndef __has_builtin
#define __has_builtin(name) 0
#endif
#if __has_builtin(__builtin_elementwise_ceil) && !defined(__SPIR__)
	return __builtin_elementwise_ceil(x);
#else
	return ceil(x);
#endif
}

double@ trunc_double@(double@ x)
{
#ifndef __has_builtin
#define __has_builtin(name) 0
#endif
#if __has_builtin(__builtin_elementwise_trunc) && !defined(__SPIR__)
	return __builtin_elementwise_trunc(x);
#else
	return trunc(x);
#endif
}

/* Halves go away from zero: what is added is the number before a half, with
 * which none of those below a half reaches the next. */
double@ round_double@(double@ x)
{
	return trunc_double@(x + copysign((double@)(0.49999999999999994), x));
}
