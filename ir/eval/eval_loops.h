/* Loops over blocks: from an expression in a and b to a Block. T is the type of
 * the arguments, R that of the result. Each loop body is one expression and no
 * argument overlaps the result, so that the compiler can use vectors. */
#ifndef IR_EVAL_EVAL_LOOPS_H
#define IR_EVAL_EVAL_LOOPS_H

#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize("O3", "no-trapping-math", "no-math-errno", \
		     "fp-contract=off")
#endif

/* Once more for wider vectors, where a machine has them: the same results, as
 * nothing is contracted. (Sanitizers would look into the choice between both,
 * which is made before they are ready.) */
#if defined __x86_64__ && defined __GLIBC__ && defined __GNUC__ \
	&& !defined __clang__ && !defined __SANITIZE_ADDRESS__ \
	&& !defined __SANITIZE_THREAD__
#define BLOCK_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define BLOCK_CLONES
#endif

#define BLOCK_UNARY(name, T, R, expression) \
BLOCK_CLONES \
static void name(int64_t n, void *result, const void *const *args, \
		 unsigned uniform) \
{ \
	R *restrict d = result; \
	const T *x = args[0]; \
	const int64_t step = !uniform; \
\
	for (int64_t i = 0; i < n; i++) { \
		const T a = x[i * step]; \
		d[i] = (R)(expression); \
	} \
}

#define BLOCK_LANES(A, B, R, expression) \
	for (int64_t i = 0; i < n; i++) { \
		const A; \
		const B; \
		d[i] = (R)(expression); \
	}

#define BLOCK_BINARY(name, T, R, expression) \
BLOCK_CLONES \
static void name(int64_t n, void *result, const void *const *args, \
		 unsigned uniform) \
{ \
	R *restrict d = result; \
	const T *x = args[0], *y = args[1]; \
	const T p = x[0], q = y[0]; \
\
	if (!uniform) \
		BLOCK_LANES(T a = x[i], T b = y[i], R, expression) \
	else if (uniform == 1) \
		BLOCK_LANES(T a = p, T b = y[i], R, expression) \
	else if (uniform == 2) \
		BLOCK_LANES(T a = x[i], T b = q, R, expression) \
	else \
		BLOCK_LANES(T a = p, T b = q, R, expression) \
}

/* a is the accumulator, b the element. */
#define BLOCK_FOLD(name, T, expression) \
static void name(int64_t n, void *result, const void *const *args, \
		 unsigned uniform) \
{ \
	T *d = result; \
	const T *x = args[0]; \
	const int64_t step = !uniform; \
	T a = *d; \
\
	for (int64_t i = 0; i < n; i++) { \
		const T b = x[i * step]; \
		a = (T)(expression); \
	} \
	*d = a; \
}

#endif
