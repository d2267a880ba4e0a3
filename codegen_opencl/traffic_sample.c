/* Samples: rounds of a loop, and groups, that stand for all of them. */
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
