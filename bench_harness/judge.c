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

static double tolerance(const Judgement *j, double want)
{
	return j->exact || j->bits ? 0 : j->atol + j->rtol * fabs(want);
}

static bool agrees(const Judgement *j, const Element *got,
		   const Element *want, double *worst)
{
	double error, allowed;

	if (got->class != CLASS_FLOAT)
		return got->integer == want->integer
		    && got->natural == want->natural;
	if (isnan(want->real) || isnan(got->real))
		return isnan(want->real) && isnan(got->real);
	if (got->real == want->real)
		return !j->bits || !signbit(got->real) == !signbit(want->real);
	error = fabs(got->real - want->real);
	allowed = tolerance(j, want->real);
	if (!isfinite(error) || !isfinite(allowed) || error > allowed)
		return false;
	if (error / allowed > *worst)
		*worst = error / allowed;
	return true;
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
		if (agrees(j, &ours, &theirs, &verdict->worst))
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
	bool near = scalar_is_float(s->scalar) && !j->exact && !j->bits;

	s->verdict = (Verdict){ .agrees = true, .index = -1 };
	for (int64_t from = s->from; from < s->to; from += JUDGE_BLOCK) {
		int64_t rest = s->to - from;
		int64_t to = rest < JUDGE_BLOCK ? s->to : from + JUDGE_BLOCK;
		bool good;

		if (near && rest >= JUDGE_BLOCK)
			good = judge_block(s->scalar, j->rtol, j->atol, from,
					   s->got, s->want,
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

Verdict judge(const Judgement *judgement, Scalar scalar, int64_t n,
	      const void *got, const void *want)
{
	Verdict verdict = judge_ordered(judgement, scalar, n, got, want);
	void *ours, *theirs;

	if (verdict.agrees || !judgement->unordered)
		return verdict;
	ours = sorted_copy(scalar, n, got);
	theirs = sorted_copy(scalar, n, want);
	verdict = judge_ordered(judgement, scalar, n, ours, theirs);
	free(ours);
	free(theirs);
	return verdict;
}

double judge_error(Scalar scalar, int64_t n, const void *got, const void *want)
{
	double most = 0, largest = 0;

	if (!scalar_is_float(scalar))
		return 0;
	for (int64_t i = 0; i < n; i++) {
		double ours = element(scalar, got, i).real;
		double theirs = element(scalar, want, i).real;

		if (!isfinite(ours) || !isfinite(theirs))
			continue;
		most = fmax(most, fabs(ours - theirs));
		largest = fmax(largest, fabs(theirs));
	}
	return largest > 0 ? most / largest : 0;
}
