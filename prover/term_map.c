/* Terms with other terms for names; the names and the value of a term. */
#include "prover/term_node.h"

#include <stdlib.h>
#include <string.h>

/* -- other terms for names ------------------------------------------------- */

TermMap term_map(Terms *t)
{
	return (TermMap){ .terms = t };
}

void term_map_free(TermMap *map)
{
	free(map->by);
	*map = (TermMap){ .terms = map->terms };
}

static void remember(TermMap *map, const Term *term, const Term *by)
{
	int wanted = term->number + 1;

	if (wanted > map->capacity) {
		wanted += wanted / 2;
		map->by = base_realloc(map->by, sizeof *map->by
						* (size_t)wanted);
		memset(map->by + map->capacity, 0,
		       sizeof *map->by * (size_t)(wanted - map->capacity));
		map->capacity = wanted;
	}
	map->by[term->number] = by;
}

void term_map_put(TermMap *map, const Term *name, const Term *by)
{
	if (name->kind == TERM_NAME)
		remember(map, name, by);
}

const Term *term_map_get(const TermMap *map, const Term *name)
{
	return name->number < map->capacity ? map->by[name->number] : NULL;
}

static const Term *rebuilt(TermMap *map, const Term *a)
{
	Terms *t = map->terms;
	const Term *p[3] = { NULL, NULL, NULL }, *sum;

	for (int i = 0; i < a->count && i < 3; i++)
		p[i] = term_mapped(map, a->parts[i].term);
	switch (a->kind) {
	case TERM_SUM:
		sum = term_number(t, a->constant);
		for (int i = 0; i < a->count; i++)
			sum = term_add(t, sum, term_times(t,
				term_mapped(map, a->parts[i].term),
				a->parts[i].factor));
		return sum;
	case TERM_DIV:
		return term_div(t, p[0], a->constant);
	case TERM_MOD:
		return term_mod(t, p[0], a->constant);
	case TERM_CHOOSE:
		return term_choose(t, p[0], p[1], p[2]);
	case TERM_LEAST:
		return term_least(t, p[0]);
	case TERM_ZERO:
		return term_equal(t, p[0], term_number(t, 0));
	case TERM_NOT:
		return term_not(t, p[0]);
	case TERM_AND:
		return term_and(t, p[0], p[1]);
	case TERM_OR:
		return term_or(t, p[0], p[1]);
	default:
		return a;
	}
}

const Term *term_mapped(TermMap *map, const Term *term)
{
	const Term *found = term_map_get(map, term);

	if (found)
		return found;
	found = rebuilt(map, term);
	remember(map, term, found);
	return found;
}

/* -- names ----------------------------------------------------------------- */

typedef struct Names {
	bool *seen;
	TermVisit *visit;
	void *context;
} Names;

static void see(Names *names, const Term *term)
{
	if (names->seen[term->number])
		return;
	names->seen[term->number] = true;
	if (term->kind == TERM_NAME)
		names->visit(names->context, term);
	for (int i = 0; i < term->count; i++)
		see(names, term->parts[i].term);
}

void term_names(Terms *t, const Term *term, TermVisit *visit, void *context)
{
	Names names = { base_calloc((size_t)t->count, 1), visit, context };

	see(&names, term);
	free(names.seen);
}

/* -- values ---------------------------------------------------------------- */

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && a < 0);
}

static int64_t sum_value(const Term *term, TermValue *value, void *context)
{
	uint64_t sum = (uint64_t)term->constant;

	for (int i = 0; i < term->count; i++)
		sum += (uint64_t)term->parts[i].factor
		     * (uint64_t)term_value(term->parts[i].term, value,
					    context);
	return (int64_t)sum;
}

int64_t term_value(const Term *term, TermValue *value, void *context)
{
	int64_t first = 0;

	if (term->kind == TERM_NUMBER)
		return term->constant;
	if (term->kind == TERM_NAME)
		return value(context, term);
	if (term->kind == TERM_SUM)
		return sum_value(term, value, context);
	first = term_value(term->parts[0].term, value, context);
	switch (term->kind) {
	case TERM_DIV:
		return floor_div(first, term->constant);
	case TERM_MOD:
		return first - term->constant * floor_div(first,
							  term->constant);
	case TERM_CHOOSE:
		return term_value(term->parts[first ? 1 : 2].term, value,
				  context);
	case TERM_LEAST:
		return first >= 0;
	case TERM_ZERO:
		return first == 0;
	case TERM_NOT:
		return !first;
	case TERM_AND:
		return first && term_value(term->parts[1].term, value,
					   context);
	default:
		return first || term_value(term->parts[1].term, value,
					   context);
	}
}
