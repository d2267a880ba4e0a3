/* Samples: rounds of a loop, and groups, that stand for all of them. */
#include <math.h>

#include "codegen_opencl/traffic_walk.h"

enum { PERIOD = 8 }; /* of 4 bytes, the shortest, in a sector */

typedef struct Period {
	const Var *var;
	int64_t step, most;
} Period;

/* As many steps of the variable as it takes to come to the beginning of a
 * sector again. */
static void look_index(Period *p, const Affine *index)
{
	for (int i = 0; i < index->count; i++) {
		const AffineTerm *term = &index->terms[i];
		int64_t period = PERIOD;

		if (term->atom->kind == AFFINE_VAR) {
			if (term->atom->var != p->var)
				continue;
			period /= affine_gcd(PERIOD, term->factor * p->step);
		} else if (!affine_mentions(index, p->var)) {
			continue;
		}
		p->most = period > p->most ? period : p->most;
	}
}

static void look_code(void *context, const Code *code)
{
	if (code->kind == CODE_LOAD || code->kind == CODE_INDEX)
		look_index(context, code->index);
}

static void look_block(Period *p, const Block *b)
{
	for (int i = 0; b && i < b->count; i++) {
		const Stmt *stmt = b->items[i];

		if (stmt->kind == STMT_STORE)
			look_index(p, stmt->index);
		stmt_visit(stmt, look_code, p);
		look_block(p, stmt->body);
		look_block(p, stmt->other);
	}
}

int64_t traffic_period(const Block *b, const Var *var, int64_t step)
{
	Period p = { .var = var, .step = step, .most = 1 };

	if (var)
		look_block(&p, b);
	return p.most;
}

/* -- rounds that data end --------------------------------------------------- */

/* The most rounds that it takes to read one of the arrays once, where so many loads
 * are done at a time. */
typedef struct Through {
	double at_once, rounds;
} Through;

static void look_through(void *context, const Code *code)
{
	Through *t = context;

	if (code->kind != CODE_LOAD || code->buffer->space != SPACE_GLOBAL)
		return;
	t->rounds = fmax(t->rounds, (double)code->buffer->elements
				    / (t->at_once * code->width));
}

static void go_through(Through *t, const Block *b)
{
	for (int i = 0; b && i < b->count; i++) {
		const Stmt *stmt = b->items[i];
		const double times = stmt->kind == STMT_LOOP
				   ? (double)stmt->extent : 1;

		stmt_visit(stmt, look_through, t);
		t->at_once *= times;
		go_through(t, stmt->body);
		go_through(t, stmt->other);
		t->at_once /= times;
	}
}

bool traffic_is_left(const Block *b)
{
	for (int i = 0; b && i < b->count; i++)
		if (b->items[i]->kind == STMT_LEAVE
		    || (b->items[i]->kind == STMT_IF
			&& (traffic_is_left(b->items[i]->body)
			    || traffic_is_left(b->items[i]->other))))
			return true;
	return false;
}

int64_t traffic_rounds(const TrafficWalk *w, const Stmt *loop, int64_t most)
{
	Through t = { w->weight / w->group_weight, 0 };

	for (int d = 0; d < DEVICE_DIMS; d++)
		t.at_once *= (double)w->kernel->global[d];
	go_through(&t, loop->body);
	return t.rounds > 0 && t.rounds < (double)most ? (int64_t)ceil(t.rounds)
						      : most;
}

/* -- samples ---------------------------------------------------------------- */

/* Of few, those that are left out would be too many: what is new in them is new
 * nowhere else. */
static bool are_few(int64_t count, int64_t period)
{
	enum { PERIODS = 4 };

	return count <= PERIODS * period;
}

int64_t traffic_samples(int64_t count, int64_t period)
{
	return are_few(count, period) ? count : period + 2;
}

int64_t traffic_sample(int64_t count, int64_t period, int64_t i, double *times)
{
	*times = 1;
	if (are_few(count, period) || i == 0)
		return i;
	if (i == period + 1)
		return count - 1;
	*times = (double)(count - 2) / (double)period;
	return (count - period) / 2 + i - 1;
}
