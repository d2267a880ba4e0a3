/* Whole numbers next to those of a vector (functions.h says what @ is; real is
 * float and double, each in its turn). Drivers compute them of parts, since not
 * every processor has an instruction for it; compilers that know of vectors take
 * that where there is one. All are exact.
 */

real@ floor_real@(real@ x)
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

real@ ceil_real@(real@ x)
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

real@ trunc_real@(real@ x)
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
real@ round_real@(real@ x)
{
	const real@ less = (real@)(0.5f) - (real@)(REAL_EPSILON / 4);

	return trunc_real@(x + copysign(less, x));
}
