/* Running sums: arrays whose elements are what a register that never falls was,
 * one after the other. */
#include "codegen_opencl/contents_node.h"

/* A register that grows, by so much at most at a time, and never falls. */
static int64_t growth(Contents *c, const Holder *holder)
{
	int64_t most = 0;

	for (const Set *set = holder->sets; set; set = set->next) {
		IntRange term = { 0, 0 };

		if (!contents_is_grown(c, set->value, holder->var, &term))
			continue;
		if (term.lo < 0)
			return 0;
		most = term.hi > most ? term.hi : most;
	}
	return most;
}

/* The register whose value, now or before, the code is; or NULL. */
static const Holder *grown(Contents *c, const Code *code)
{
	const Holder *holder;

	while (contents_is_same_bits(code))
		code = code->args[0];
	if (code->kind != CODE_VAR)
		return NULL;
	holder = map_find(&c->holders, map_address(code->var));
	if (!holder || holder->other)
		return NULL;
	if (growth(c, holder) > 0)
		return holder;
	return holder->sets && !holder->sets->next
	    && code->var->kind != VAR_LOAD ? grown(c, holder->sets->value) : NULL;
}

/* The array that the code is an element of, or several; or NULL. */
static const Buffer *copied(const Contents *c, const Code *code)
{
	const Holder *holder;

	if (code->kind == CODE_LOAD)
		return code->buffer;
	if (code->kind == CODE_LANE)
		return copied(c, code->args[0]);
	if (code->kind != CODE_VAR || code->var->kind != VAR_LOAD)
		return NULL;
	holder = map_find(&c->holders, map_address(code->var));
	return holder && holder->sets ? copied(c, holder->sets->value) : NULL;
}

/* What one array's elements have shown. */
typedef struct Rise {
	const Holder *by; /* the register that was stored last, */
	bool running;     /* which was so more than once */
	int64_t most;
} Rise;

static bool rises(Contents *c, Rise *rise, const Set *set, const Code *value)
{
	const Holder *by = grown(c, value);
	const Buffer *from = by ? NULL : copied(c, value);
	const int64_t most = by ? growth(c, by)
			   : from ? contents_rise(c, from) : 0;

	rise->running |= from || (by && (by == rise->by || set->depth > by->depth));
	rise->by = by;
	rise->most = most > rise->most ? most : rise->most;
	return most > 0;
}

static int64_t rise_of(Contents *c, const Holder *holder)
{
	Rise rise = { 0 };

	for (const Set *set = holder->sets; set; set = set->next) {
		const bool lanes = set->value->kind == CODE_LANES;
		const int count = lanes ? set->value->count : 1;

		for (int i = 0; i < count; i++)
			if (!rises(c, &rise, set,
				   lanes ? set->value->args[i] : set->value))
				return 0;
	}
	return rise.running ? rise.most : 0;
}

int64_t contents_rise(Contents *c, const Buffer *buffer)
{
	Holder *holder = (Holder *)map_find(&c->holders, map_address(buffer));

	if (!holder || holder->other || holder->rise_state == ASKED)
		return 0;
	if (holder->rise_state == FRESH) {
		holder->rise_state = ASKED;
		holder->rise = rise_of(c, holder);
		holder->rise_state = ANSWERED;
	}
	return holder->rise;
}
