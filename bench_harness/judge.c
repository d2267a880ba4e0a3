#include "bench_harness/judge.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "bench_harness/judge_block.h"

enum { LARGE = 1 << 22 }; /* elements that are worth another thread */

/* What one element is, whatever its type. */
typedef struct Element {
	ScalarClass class;
	double real;
	int64_t integer;
	uint64_t natural;
} Element;

static Element element(Scalar scalar, const void *values, int64_t i)
{
	const unsigned char *at = values;
	Element e = { .class = scalar_rows[scalar].class };
	union {
		int8_t i8; int16_t i16; int32_t i32; int64_t i64;
		uint8_t u8; uint16_t u16; uint32_t u32; uint64_t u64;
		float f32; double f64;
	} u;

	memcpy(&u, at + (size_t)i * scalar_bytes(scalar),
	       scalar_bytes(scalar));
	switch (scalar) {
	case SCALAR_I8: e.integer = u.i8; break;
	case SCALAR_I16: e.integer = u.i16; break;
	case SCALAR_I32: e.integer = u.i32; break;
	case SCALAR_I64: e.integer = u.i64; break;
	case SCALAR_BOOL:
	case SCALAR_U8: e.natural = u.u8; break;
	case SCALAR_U16: e.natural = u.u16; break;
	case SCALAR_U32: e.natural = u.u32; break;
	case SCALAR_U64: e.natural = u.u64; break;
	case SCALAR_F16: e.real = scalar_from_half(u.u16); break;
	case SCALAR_F32: e.real = (double)u.f32; break;
	case SCALAR_F64: e.real = u.f64; break;
	case SCALAR_COUNT: break;
	}
	return e;
}

static void element_text(char *target, const Element *e)
{
	if (e->class == CLASS_FLOAT)
		snprintf(target, JUDGE_TEXT, "%.9g", e->real);
	else if (e->class == CLASS_SIGNED)
		snprintf(target, JUDGE_TEXT, "%" PRId64, e->integer);
	else
		snprintf(target, JUDGE_TEXT, "%" PRIu64, e->natural);
}

static bool is_near(const Judgement *j, Scalar scalar)
{
	return scalar_is_float(scalar) && !j->exact && !j->bits && !j->special;
}

double judge_allowed(const Judgement *j, Scalar scalar, int64_t i,
		     double want)
{
	double growth = j->growth > 1 ? j->growth : 1;

	if (!is_near(j, scalar))
		return 0;
	if (j->ulps)
		return (double)j->outside[i];
	if (!j->outside)
		return j->atol + j->rtol * fabs(want);
	return 4 * ((double)j->outside[i] + growth * (double)j->folds[i])
	     + judge_tiny(scalar);
}

static bool is_undecided(const Judgement *j, int64_t i)
{
	return j->outside && isinf(j->outside[i]);
}

static bool same_class(double got, double want)
{
	return isfinite(want) ? isfinite(got)
	     : isnan(want) ? isnan(got) : got == want;
}

static bool within(double got, double want, double allowed, double *worst)
{
	double error = fabs(got - want);

	if (!isfinite(error) || !isfinite(allowed) || error > allowed)
		return false;
	if (error / allowed > *worst)
		*worst = error / allowed;
	return true;
}

static bool equals_declared(const Judgement *j, Scalar scalar, int64_t i,
			    const Element *got)
{
	const Element want = element(scalar, j->declared, i);

	return got->integer == want.integer && got->natural == want.natural
	    && (got->real == want.real
		|| (isnan(got->real) && isnan(want.real)));
}

static bool agrees(const Judgement *j, Scalar scalar, int64_t i,
		   const Element *got, const Element *want, double *worst)
{
	if (!j->exact && !j->bits && is_undecided(j, i))
		return !j->declared || equals_declared(j, scalar, i, got);
	if (got->class != CLASS_FLOAT)
		return got->integer == want->integer
		    && got->natural == want->natural;
	if (j->special)
		return same_class(got->real, want->real);
	if (isnan(want->real) || isnan(got->real))
		return isnan(want->real) && isnan(got->real);
	if (got->real == want->real)
		return !(j->bits || (j->ulps && j->outside[i] == 0)) || !signbit(got->real) == !signbit(want->real);
	return within(got->real, want->real,
		      judge_allowed(j, scalar, i, want->real), worst);
}

static bool same_bytes(Scalar scalar, int64_t from, int64_t to,
		       const void *got, const void *want)
{
	size_t at = (size_t)from * scalar_bytes(scalar);
	size_t bytes = (size_t)(to - from) * scalar_bytes(scalar);

	return memcmp((const char *)got + at, (const char *)want + at,
		      bytes) == 0;
}

/* Element by element, for a block in which something may be wrong. */
static bool judge_slowly(const Judgement *j, Scalar scalar, int64_t from,
			 int64_t to, const void *got, const void *want,
			 Verdict *verdict)
{
	for (int64_t i = from; i < to; i++) {
		Element ours, theirs;

		if (same_bytes(scalar, i, i + 1, got, want))
			continue;
		ours = element(scalar, got, i);
		theirs = element(scalar, want, i);
		if (agrees(j, scalar, i, &ours, &theirs, &verdict->worst))
			continue;
		verdict->agrees = false;
		verdict->index = i;
		verdict->nan = ours.class == CLASS_FLOAT && isnan(ours.real);
		element_text(verdict->got, &ours);
		element_text(verdict->want, &theirs);
		return false;
	}
	return true;
}

/* Part of an output. */
typedef struct Span {
	const Judgement *judgement;
	Scalar scalar;
	int64_t from, to;
	const void *got, *want;
	Verdict verdict;
} Span;

static void judge_span(Span *s)
{
	const Judgement *j = s->judgement;
	bool near = is_near(j, s->scalar) && !j->declared && !j->ulps;

	s->verdict = (Verdict){ .agrees = true, .index = -1 };
	for (int64_t from = s->from; from < s->to; from += JUDGE_BLOCK) {
		int64_t rest = s->to - from;
		int64_t to = rest < JUDGE_BLOCK ? s->to : from + JUDGE_BLOCK;
		bool good;

		if (near && rest >= JUDGE_BLOCK)
			good = judge_block(j, s->scalar, from, s->got, s->want,
					   &s->verdict.worst);
		else
			good = same_bytes(s->scalar, from, to, s->got,
					  s->want);
		if (!good && !judge_slowly(j, s->scalar, from, to, s->got,
					   s->want, &s->verdict))
			break;
	}
}

static void *judge_in_thread(void *span)
{
	judge_span(span);
	return NULL;
}

/* Large outputs are judged by two threads: nothing is timed meanwhile. */
static Verdict judge_halves(Span first)
{
	Span second = first;
	pthread_t thread;
	double worst;

	first.to = second.from = first.to / 2;
	if (pthread_create(&thread, NULL, judge_in_thread, &second) != 0) {
		judge_span(&second);
		judge_span(&first);
	} else {
		judge_span(&first);
		pthread_join(thread, NULL);
	}
	worst = fmax(first.verdict.worst, second.verdict.worst);
	if (first.verdict.agrees)
		first.verdict = second.verdict;
	first.verdict.worst = worst;
	return first.verdict;
}

static Verdict judge_ordered(const Judgement *j, Scalar scalar, int64_t n,
			     const void *got, const void *want)
{
	Span all = { .judgement = j, .scalar = scalar, .to = n, .got = got,
		     .want = want };

	if (n >= LARGE)
		return judge_halves(all);
	judge_span(&all);
	return all.verdict;
}

static void *sorted_copy(Scalar scalar, int64_t n, const void *values)
{
	size_t bytes = (size_t)n * scalar_bytes(scalar);
	void *copy = memcpy(base_malloc(bytes), values, bytes);

	judge_sort(scalar, n, copy);
	return copy;
}

static Verdict judge_sorted(const Judgement *j, Scalar scalar, int64_t n,
			    const void *got, const void *want)
{
	void *ours = sorted_copy(scalar, n, got);
	void *theirs = sorted_copy(scalar, n, want);
	Verdict verdict = judge_ordered(j, scalar, n, ours, theirs);

	free(ours);
	free(theirs);
	return verdict;
}

/* What is allowed of each element, from lower to upper, and what there is. */
typedef struct Ends {
	double *got, *lower, *upper;
} Ends;

static double *sorted_reals(int64_t n)
{
	return base_malloc((size_t)n * sizeof(double));
}

static Ends ends_new(const Judgement *j, Scalar scalar, int64_t n,
		     const void *got, const void *want)
{
	Ends e = { sorted_reals(n), sorted_reals(n), sorted_reals(n) };

	for (int64_t i = 0; i < n; i++) {
		double theirs = element(scalar, want, i).real;
		double allowed = is_undecided(j, i) ? (double)INFINITY
			: isfinite(theirs) ? judge_allowed(j, scalar, i, theirs)
					   : 0;

		e.got[i] = element(scalar, got, i).real;
		e.lower[i] = theirs - allowed;
		e.upper[i] = theirs + allowed;
	}
	judge_sort(SCALAR_F64, n, e.got);
	judge_sort(SCALAR_F64, n, e.lower);
	judge_sort(SCALAR_F64, n, e.upper);
	return e;
}

static void ends_free(Ends *e)
{
	free(e->got);
	free(e->lower);
	free(e->upper);
}

static bool between(double got, double lower, double upper, double *worst)
{
	double middle = lower + (upper - lower) / 2;

	if (isnan(got) || isnan(lower) || isnan(upper))
		return isnan(got) && isnan(lower) && isnan(upper);
	if (got < lower || got > upper)
		return false;
	if (isfinite(lower) && isfinite(upper) && upper > lower)
		*worst = fmax(*worst, 2 * fabs(got - middle)
				      / (upper - lower));
	return true;
}

/* Values that each have a place of their own are, when sorted, between the
 * sorted ends. */
static Verdict judge_ends(const Ends *e, int64_t n)
{
	Verdict verdict = { .agrees = true, .index = -1 };

	for (int64_t i = 0; i < n; i++) {
		if (between(e->got[i], e->lower[i], e->upper[i],
			    &verdict.worst))
			continue;
		verdict.agrees = false;
		verdict.index = i;
		verdict.nan = isnan(e->got[i]);
		snprintf(verdict.got, JUDGE_TEXT, "%.9g", e->got[i]);
		snprintf(verdict.want, JUDGE_TEXT, "%.9g to %.9g", e->lower[i],
			 e->upper[i]);
		break;
	}
	return verdict;
}

static Verdict judge_multiset(const Judgement *j, Scalar scalar, int64_t n,
			      const void *got, const void *want)
{
	Verdict verdict;
	Ends ends;

	if (!is_near(j, scalar))
		return judge_sorted(j, scalar, n, got, want);
	ends = ends_new(j, scalar, n, got, want);
	verdict = judge_ends(&ends, n);
	ends_free(&ends);
	return verdict;
}

Verdict judge(const Judgement *judgement, Scalar scalar, int64_t n,
	      const void *got, const void *want)
{
	Verdict verdict = { .agrees = true, .index = -1 };

	if (!judgement->skip)
		verdict = judge_ordered(judgement, scalar, n, got, want);
	if (verdict.agrees || !judgement->unordered)
		return verdict;
	return judge_multiset(judgement, scalar, n, got, want);
}
