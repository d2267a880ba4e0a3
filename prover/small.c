#include "prover/small.h"

#include <stdlib.h>

/* -- what is in the formulas ----------------------------------------------- */

static void collect(Small *s, const Term *term, bool *seen)
{
	if (seen[term->number])
		return;
	seen[term->number] = true;
	for (int i = 0; i < term->count; i++)
		collect(s, term->parts[i].term, seen);
	s->order[s->term_count++] = term;
	if (term->kind == TERM_NAME)
		s->names[s->name_count++] = term;
}

Small small_new(Terms *terms, int count, const Term *const *all)
{
	Small s = { .terms = terms };
	size_t size = (size_t)terms->count + 1;
	bool *seen = base_calloc(size, 1);

	s.names = base_malloc(size * sizeof *s.names);
	s.order = base_malloc(size * sizeof *s.order);
	s.values = base_calloc(size, sizeof *s.values);
	for (int i = 0; i < count; i++)
		collect(&s, all[i], seen);
	free(seen);
	s.work = s.term_count;
	for (int i = 0; i < s.name_count; i++)
		s.work *= (double)s.names[i]->hi - (double)s.names[i]->lo + 1;
	return s;
}

void small_free(Small *s)
{
	free(s->names);
	free(s->order);
	free(s->values);
	*s = (Small){ 0 };
}

/* -- values ---------------------------------------------------------------- */

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && a < 0);
}

static int64_t part(const Small *s, const Term *term, int which)
{
	return s->values[term->parts[which].term->number];
}

static int64_t sum(const Small *s, const Term *term)
{
	int64_t value = term->constant;

	for (int i = 0; i < term->count; i++)
		value += term->parts[i].factor * part(s, term, i);
	return value;
}

static int64_t value_of(const Small *s, const Term *term)
{
	switch (term->kind) {
	case TERM_NUMBER:
		return term->constant;
	case TERM_NAME:
		return s->values[term->number];
	case TERM_SUM:
		return sum(s, term);
	case TERM_DIV:
		return floor_div(part(s, term, 0), term->constant);
	case TERM_MOD:
		return part(s, term, 0) - term->constant
		       * floor_div(part(s, term, 0), term->constant);
	case TERM_CHOOSE:
		return part(s, term, part(s, term, 0) ? 1 : 2);
	case TERM_LEAST:
		return part(s, term, 0) >= 0;
	case TERM_ZERO:
		return part(s, term, 0) == 0;
	case TERM_NOT:
		return !part(s, term, 0);
	case TERM_AND:
		return part(s, term, 0) && part(s, term, 1);
	default:
		return part(s, term, 0) || part(s, term, 1);
	}
}

static bool all_hold(Small *s, int count, const Term *const *all)
{
	for (int i = 0; i < s->term_count; i++)
		s->values[s->order[i]->number] = value_of(s, s->order[i]);
	for (int i = 0; i < count; i++)
		if (!s->values[all[i]->number])
			return false;
	return true;
}

/* False behind the last. */
static bool next(Small *s)
{
	for (int i = 0; i < s->name_count; i++) {
		const Term *name = s->names[i];

		if (s->values[name->number]++ < name->hi)
			return true;
		s->values[name->number] = name->lo;
	}
	return false;
}

SmtAnswer small_ask(Small *s, int count, const Term *const *all,
		    double (*clock)(void), double deadline)
{
	enum { LOOK = 4096 };
	int tried = 0;

	for (int i = 0; i < s->name_count; i++)
		s->values[s->names[i]->number] = s->names[i]->lo;
	do {
		if (all_hold(s, count, all))
			return SMT_SOMETIMES;
		if (++tried % LOOK == 0 && clock() > deadline)
			return SMT_UNKNOWN;
	} while (next(s));
	return SMT_NEVER;
}

int64_t small_value(const Small *s, const Term *name)
{
	for (int i = 0; i < s->name_count; i++)
		if (s->names[i] == name)
			return s->values[name->number];
	return name->lo;
}
