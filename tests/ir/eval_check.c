#include "eval_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/eval/eval_way.h"
#include "ir/front/document.h"
#include "ir/front/print.h"

Program *check_read(Ir *ir, const char *json)
{
	const ReadOptions options = { .concrete = true };
	Diags *diags = diags_new();
	Program *program = program_read(ir, "test", json, &options, diags);

	if (!program) {
		diags_print(diags, stderr);
		abort();
	}
	diags_free(diags);
	return program;
}

void check_draw(const Program *program, Rng *rng, Array *inputs)
{
	for (int k = 0; k < program->in_port_count; k++) {
		Array *array = &inputs[k];

		*array = array_of_port(&program->in_ports[k]);
		for (int64_t i = 0; i < array->elements; i++)
			if (scalar_is_float(array->scalar))
				array_set(array, i, (double)rng_below(rng, 400)
					  / 64 - 3);
			else if (array->scalar == SCALAR_BOOL)
				array_set(array, i, (double)rng_below(rng, 2));
			else
				array_set(array, i, (double)rng_below(rng, 14)
					- 2 * scalar_is_signed(array->scalar));
	}
}

void check_free(const Program *program, Array *inputs)
{
	for (int k = 0; k < program->in_port_count; k++)
		array_free(&inputs[k]);
}

static bool same_element(const Array *a, const Array *b, int64_t i)
{
	size_t bytes = scalar_bytes(a->scalar), at = bytes * (size_t)i;

	if (scalar_is_float(a->scalar) && isnan(array_get(a, i)))
		return isnan(array_get(b, i));
	if (scalar_is_float(a->scalar) && array_get(a, i) == 0)
		return array_get(b, i) == 0;
	return !memcmp((const char *)a->data + at, (const char *)b->data + at,
		       bytes);
}

bool check_same(const Array *a, const Array *b)
{
	if (a->scalar != b->scalar || a->rank != b->rank
	    || memcmp(a->dims, b->dims, sizeof *a->dims * (size_t)a->rank))
		return false;
	for (int64_t i = 0; i < a->elements; i++)
		if (!same_element(a, b, i))
			return false;
	return true;
}

static bool told(const Program *program, const Expr *body, const char *name,
		 const EvalWay *way)
{
	Text text = { 0 };

	print_json(&text, program, body);
	fprintf(stderr, "%s, width %lld, lanes %llu:\n%s\n", name,
		(long long)way->width, (unsigned long long)way->seed,
		text_string(&text));
	text_free(&text);
	return false;
}

static bool check_way(const EvalWay *way, const Program *program,
		      const Expr *body, const Array *inputs,
		      EvalDomain domain, const Array *wanted)
{
	Diags *diags = diags_new();
	Array got[CHECK_OUTPUTS];
	bool good = eval_run_as(way, program, body, inputs, domain, got,
				diags);

	for (int k = 0; good && k < type_leaves(body->type); k++)
		good = check_same(&wanted[k], &got[k]);
	for (int k = 0; !diags->count && k < type_leaves(body->type); k++)
		array_free(&got[k]);
	diags_free(diags);
	return good;
}

/* Arrays of the right shapes: those that the evaluator made. */
static void naive_outputs(const Program *program, const Expr *body,
			  const Array *inputs, EvalDomain domain,
			  Array *outputs)
{
	Diags *diags = diags_new();

	if (!eval_run(program, body, inputs, domain, outputs, diags)
	    || !naive_run(program, body, inputs, domain, outputs)) {
		diags_print(diags, stderr);
		abort();
	}
	diags_free(diags);
}

#define WAY(lanes, drawn) { .width = lanes, .seed = drawn }

bool check_body(const Program *program, const Expr *body,
		const Array *inputs, const char *name)
{
	static const EvalWay ways[] = { WAY(0, 0), WAY(3, 0), WAY(2, 1),
					WAY(5, 2), WAY(1, 3), WAY(4, 4),
					WAY(0, 5), WAY(7, 6),
					{ .width = 1, .threads = 3 },
					{ .width = 2, .seed = 7,
					  .threads = 2 } };
	bool good = true;

	for (int d = 0; d < 2; d++) {
		EvalDomain domain = d ? EVAL_F64 : EVAL_DECLARED;
		Array wanted[CHECK_OUTPUTS];

		naive_outputs(program, body, inputs, domain, wanted);
		for (size_t w = 0; good && w < sizeof ways / sizeof *ways; w++)
			good = check_way(&ways[w], program, body, inputs,
					 domain, wanted)
			    || told(program, body, name, &ways[w]);
		for (int k = 0; k < type_leaves(body->type); k++)
			array_free(&wanted[k]);
	}
	return good;
}

bool check_json(const char *json, uint64_t seed)
{
	Ir *ir = ir_new();
	Program *program = check_read(ir, json);
	Rng rng = rng_seeded(seed, 1);
	Array inputs[CHECK_OUTPUTS];
	bool good;

	check_draw(program, &rng, inputs);
	good = check_body(program, program->body, inputs, program->name);
	check_free(program, inputs);
	ir_free(ir);
	return good;
}

bool check_equal(const char *json, const char *other, uint64_t seed)
{
	const EvalWay plain = { 0 };
	Ir *ir = ir_new();
	Program *a = check_read(ir, json), *b = check_read(ir, other);
	Rng rng = rng_seeded(seed, 1);
	Diags *diags = diags_new();
	Array inputs[CHECK_OUTPUTS], wanted[CHECK_OUTPUTS];
	bool good;

	check_draw(a, &rng, inputs);
	eval_run(a, a->body, inputs, EVAL_DECLARED, wanted, diags);
	good = check_way(&plain, b, b->body, inputs, EVAL_DECLARED, wanted);
	if (!good)
		fprintf(stderr, "%s\n%s\n", json, other);
	for (int k = 0; k < type_leaves(a->body->type); k++)
		array_free(&wanted[k]);
	check_free(a, inputs);
	diags_free(diags);
	ir_free(ir);
	return good;
}
