#include "rules/refute.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/instance.h"

enum { SHOWN = 16 };

/* With no more digits than tell it from its neighbours. */
static void put_float(Text *text, double value, bool wide)
{
	char digits[40];

	for (int count = 6; count <= 17; count++) {
		snprintf(digits, sizeof digits, "%.*g", count, value);
		if (strtod(digits, NULL) == value
		    || (!wide && strtof(digits, NULL) == (float)value))
			break;
	}
	text_put(text, isnan(value) ? "nan" : digits);
}

static void put_number(Text *text, const Array *array, int64_t i)
{
	if (scalar_is_float(array->scalar))
		put_float(text, array_get(array, i),
			  array->scalar == SCALAR_F64);
	else if (array->scalar == SCALAR_I64)
		text_printf(text, "%" PRId64,
			    ((const int64_t *)array->data)[i]);
	else if (array->scalar == SCALAR_U64)
		text_printf(text, "%" PRIu64,
			    ((const uint64_t *)array->data)[i]);
	else
		text_printf(text, "%.0f", array_get(array, i));
}

static void put_array(Text *text, const Array *array)
{
	text_char(text, '[');
	for (int64_t i = 0; i < array->elements && i < SHOWN; i++) {
		text_put(text, i ? ", " : "");
		put_number(text, array, i);
	}
	text_put(text, array->elements > SHOWN ? ", ...]" : "]");
}

/* The inputs that a side names. */
static void put_data(Text *text, Instance *in, const char *sides)
{
	for (int i = 0; i < in->program->in_port_count; i++) {
		const Port *port = &in->program->in_ports[i];
		size_t length = strcspn(port->name, ".");
		char *name = arena_strndup(ir_arena(in->ir), port->name,
					   length);

		if (!strcmp(name, "ms") || !strstr(sides, name))
			continue;
		text_printf(text, "%s%s = ", text->length ? ", " : "",
			    port->name);
		put_array(text, &in->inputs[i]);
	}
}

static void put_side(Text *text, Instance *in, const Expr *side)
{
	Array outputs[INSTANCE_PORTS];
	int count = instance_value_of(in, side, outputs);

	print_text(text, in->program, side);
	text_put(text, count < 0 ? " has no value" : " = ");
	for (int i = 0; i < count; i++) {
		text_put(text, i ? ", " : "");
		put_array(text, &outputs[i]);
		array_free(&outputs[i]);
	}
}

static Counterexample describe(Instance *in)
{
	Counterexample made = { { 0 }, { 0 }, { 0 } };
	Text sides = { 0 };

	put_side(&made.left, in, in->left);
	put_side(&made.right, in, in->right);
	text_put(&sides, text_string(&made.left));
	text_put(&sides, text_string(&made.right));
	instance_text(in, &made.instance);
	put_data(&made.instance, in, text_string(&sides));
	text_free(&sides);
	return made;
}

static size_t length(const Counterexample *c)
{
	return c->instance.length + c->left.length + c->right.length;
}

/* Keeps the shorter one. */
static void keep(Instance *in, Counterexample *found)
{
	Counterexample made = describe(in);

	if (found->left.length && length(found) <= length(&made)) {
		counterexample_free(&made);
		return;
	}
	counterexample_free(found);
	*found = made;
}

Refutation rule_refute(const Rule *rule, int count, uint64_t seed,
		       Counterexample *found)
{
	Rng rng = rng_seeded(seed, rule_hash(rule));
	int drawn = 0;

	*found = (Counterexample){ { 0 }, { 0 }, { 0 } };

	for (int i = 0; i < 10 * count && drawn < count; i++) {
		Instance in;
		bool legal = instance_draw(&in, rule, &rng);

		drawn += legal;
		if (legal && !instance_equal(&in, in.left, in.right))
			keep(&in, found);
		instance_free(&in);
	}
	if (found->left.length)
		return REFUTE_FOUND;
	return drawn < count / 4 ? REFUTE_UNTRIED : REFUTE_HELD;
}

bool rule_holds_in_field(const Rule *rule, int count, uint64_t seed)
{
	Rng rng = rng_seeded(seed, rule_hash(rule));
	bool holds = true;
	int drawn = 0;

	for (int i = 0; i < 10 * count && drawn < count && holds; i++) {
		Instance in;
		bool legal = instance_draw(&in, rule, &rng);

		drawn += legal;
		if (legal) {
			instance_to_field(&in);
			holds = instance_equal(&in, in.left, in.right);
		}
		instance_free(&in);
	}
	return holds && drawn >= count / 4;
}

/* The same rule in later steps is not asked again. */
static bool is_new(const Derivation *step)
{
	for (const Derivation *d = step->before; d; d = d->before)
		if (d->rule == step->rule)
			return false;
	return true;
}

bool derivation_holds_in_field(const Derivation *derivation)
{
	enum { INSTANCES = 200, SEED = 1 };

	for (const Derivation *d = derivation; d && d->rule; d = d->before)
		if (rule_is_own(d->rule) && is_new(d)
		    && !rule_holds_in_field(d->rule, INSTANCES, SEED))
			return false;
	return true;
}

void counterexample_free(Counterexample *counterexample)
{
	text_free(&counterexample->instance);
	text_free(&counterexample->left);
	text_free(&counterexample->right);
}
