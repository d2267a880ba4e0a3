/* Small programs, every rule at every place with every number, several steps
 * deep: each expression reached has the value of the program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/eval.h"
#include "rules/derivation.h"
#include "rules/locate.h"

enum { VALUES_MAX = 6, EXPRESSIONS_MAX = 3000 };

typedef struct Explorer {
	Ir *ir;
	Program *program;
	Rewriter *rewriter;
	Array inputs[8], wanted[8];
	int outputs;
	int count;               /* expressions seen */
	const Derivation *seen[EXPRESSIONS_MAX];
	const Derivation *now;   /* the one that is gone on from */
} Explorer;

static const char *const programs[] = {
	"[\"reduce\", \"+\", 0, [\"map\", \"abs\", \"xs\"]]",
	"[\"reduce\", \"max\", -2147483648, \"xs\"]",
	"[\"reduce\", \"-\", 3, [\"map\", \"*\", [\"zip\", \"xs\", \"xs\"]]]",
	"[\"map\", [\"fun\", [\"x\"], [\"+\", \"x\", [\"*\", \"x\", \"x\"]]],"
	" [\"map\", \"neg\", \"xs\"]]",
	"[\"map\", [\"fun\", [\"r\"], [\"head\", [\"reduce\", \"+\", 0, "
	"[\"map\", \"*\", [\"zip\", \"r\", \"ys\"]]]]], \"m\"]",
	"[\"map\", [\"fun\", [\"r\"], [\"map\", [\"fun\", [\"c\"], [\"head\", "
	"[\"reduce\", \"+\", 0, [\"map\", \"*\", [\"zip\", \"r\", \"c\"]]]]], "
	"\"m\"]], \"m\"]",
	"[\"transpose\", [\"map\", [\"map\", \"abs\"], \"m\"]]",
	"[\"join\", [\"map\", [\"reduce\", \"+\", 0], \"m\"]]",
	"[\"let\", \"t\", [\"map\", \"abs\", \"xs\"], [\"map\", \"+\", "
	"[\"zip\", \"t\", \"t\"]]]",
	"[\"tuple\", [\"head\", [\"reduceSeq\", \"+\", 0, \"xs\"]], [\"head\", "
	"[\"reduceSeq\", \"*\", 1, \"xs\"]]]",
	"[\"concat\", [\"take\", 2, \"xs\"], [\"map\", \"abs\", [\"drop\", 2, "
	"\"xs\"]]]",
};

static void run(Explorer *x, const Expr *e, Array *outputs)
{
	Diags *diags = diags_new();

	if (!eval_run(x->program, e, x->inputs, EVAL_DECLARED, outputs, diags))
		diags_print(diags, stderr);
	assert_int_equal(diags->errors, 0);
	diags_free(diags);
}

static void check(Explorer *x, const Derivation *d)
{
	Array outputs[8];
	Text text = { 0 };
	bool same = true;

	run(x, d->expr, outputs);
	for (int i = 0; i < x->outputs; i++) {
		same &= !memcmp(outputs[i].data, x->wanted[i].data,
				array_bytes(&outputs[i]));
		array_free(&outputs[i]);
	}
	if (!same) {
		derivation_text(&text, d);
		print_text(&text, x->program, d->expr);
		fail_msg("%s", text_string(&text));
	}
}

static bool is_new(const Explorer *x, const Expr *e)
{
	for (int i = 0; i < x->count; i++)
		if (x->seen[i]->expr == e)
			return false;
	return x->count < EXPRESSIONS_MAX;
}

static void try_use(Explorer *x, const RewriteSite *site, const RuleUse *use)
{
	const Derivation *d = rewrite_use(x->rewriter, x->now, &site->at, use);

	if (!d || !is_new(x, d->expr))
		return;
	check(x, d);
	x->seen[x->count++] = d;
}

/* Every legal value of the first parameter that is open, then of the next. */
static void try_values(Explorer *x, const RewriteSite *site, RuleUse *use)
{
	RuleParam params[RULE_VALUES_MAX];
	int64_t values[VALUES_MAX];
	int open = rewrite_params(x->rewriter, x->now->expr, &site->at, use,
				  params), count;

	if (open <= 0) {
		try_use(x, site, use);
		return;
	}
	count = param_values(&params[0], values, VALUES_MAX);
	for (int i = 0; i < count; i++) {
		use->values[use->count++] = (RuleValue){
			params[0].name, values[i], NULL };
		try_values(x, site, use);
		use->count--;
	}
}

static bool any_node(const Expr *node, const void *context)
{
	(void)context;
	return node->kind != EXPR_LAMBDA;
}

static bool visit(void *context, const RewriteSite *site)
{
	Explorer *x = context;
	RuleUse use = { .rule = rule_name(site->rule), .back = site->back };
	Path within;
	bool more;

	if (!site->designates) {
		try_values(x, site, &use);
		return true;
	}
	use.within = &within;
	more = locate_first(x->now->expr, &site->at, any_node, NULL, &within);
	for (; more; more = locate_next(x->now->expr, &site->at, any_node, NULL,
					&within))
		try_values(x, site, &use);
	return true;
}

static void explore(Explorer *x, int steps)
{
	const Path root = path_root();

	for (int i = 0; i < x->count && x->seen[i]->length < steps; i++) {
		x->now = x->seen[i];
		rewrite_list(x->rewriter, x->now->expr, &root, true, visit, x);
	}
}

static void start(Explorer *x, const RuleBase *base, const char *body, int n)
{
	const ReadOptions options = { .concrete = true };
	Diags *diags = diags_new();
	Text text = { 0 };

	text_printf(&text, "{\"name\": \"t\", \"inputs\": [{\"name\": \"xs\", "
		    "\"type\": \"[i32; %d]\"}, {\"name\": \"ys\", \"type\": "
		    "\"[i32; 2]\"}, {\"name\": \"m\", \"type\": "
		    "\"[[i32; 2]; %d]\"}], \"body\": %s}", n, n, body);
	x->ir = ir_new();
	x->program = program_read(x->ir, "t", text_string(&text), &options,
				  diags);
	if (!x->program)
		diags_print(diags, stderr);
	assert_non_null(x->program);
	x->rewriter = rewriter_new(base, x->program, (RewriteOptions){ 0 });
	for (int i = 0; i < x->program->in_port_count; i++) {
		x->inputs[i] = array_of_port(&x->program->in_ports[i]);
		for (int64_t k = 0; k < x->inputs[i].elements; k++)
			array_set(&x->inputs[i], k, (double)(7 - 5 * k));
	}
	x->count = 0;
	x->seen[x->count++] = derivation_start(x->rewriter, x->program->body);
	x->outputs = x->program->output_count;
	run(x, x->program->body, x->wanted);
	text_free(&text);
	diags_free(diags);
}

static void finish(Explorer *x)
{
	for (int i = 0; i < x->program->in_port_count; i++)
		array_free(&x->inputs[i]);
	for (int i = 0; i < x->outputs; i++)
		array_free(&x->wanted[i]);
	rewriter_free(x->rewriter);
	ir_free(x->ir);
}

static void test_all_expressions_are_equal(void **state)
{
	RuleBase *base = rulebase_new();
	Explorer *x = base_calloc(1, sizeof *x);
	int expressions = 0;

	(void)state;
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		start(x, base, programs[i], 4);
		explore(x, 2);
		expressions += x->count;
		finish(x);
	}
	assert_true(expressions > 5000);
	free(x);
	rulebase_free(base);
}

/* -- all small programs ---------------------------------------------------- */

/* What is put around a program, @ standing for it; what is ill-typed is left
 * out by the reader. */
static const char *const combinators[] = {
	"[\"map\", \"neg\", @]",
	"[\"map\", [\"fun\", [\"e\"], [\"*\", \"e\", \"e\"]], @]",
	"[\"map\", [\"map\", \"abs\"], @]",
	"[\"reduce\", \"+\", 0, @]",
	"[\"reduce\", \"-\", 3, @]",
	"[\"map\", [\"reduce\", \"max\", -2147483648], @]",
	"[\"map\", \"+\", [\"zip\", @, @]]",
	"[\"split\", 2, @]",
	"[\"split\", 1, @]",
	"[\"join\", @]",
	"[\"transpose\", @]",
	"[\"take\", 1, @]",
	"[\"drop\", 1, @]",
	"[\"concat\", @, @]",
	"[\"slide\", 2, 1, @]",
	"[\"pad\", 1, 0, \"clamp\", @]",
	"[\"let\", \"t\", @, [\"map\", \"+\", [\"zip\", \"t\", \"t\"]]]",
};

enum { COMBINATORS = sizeof combinators / sizeof *combinators };

typedef struct Bounds {
	int combinators, steps; /* of a program, of a derivation */
} Bounds;

typedef struct Count {
	int programs, expressions;
} Count;

static bool is_program(const char *body)
{
	const ReadOptions options = { .concrete = true };
	Diags *diags = diags_new();
	Ir *ir = ir_new();
	Text text = { 0 };
	bool fine;

	text_printf(&text, "{\"name\": \"t\", \"inputs\": [{\"name\": \"xs\", "
		    "\"type\": \"[i32; 4]\"}], \"body\": %s}", body);
	fine = program_read(ir, "t", text_string(&text), &options, diags);
	text_free(&text);
	ir_free(ir);
	diags_free(diags);
	return fine;
}

static void explore_body(Explorer *x, const RuleBase *base, const char *body,
			 int steps, Count *count)
{
	start(x, base, body, 4);
	explore(x, steps);
	count->programs++;
	count->expressions += x->count;
	finish(x);
}

static void put_around(Text *text, const char *combinator, const char *body)
{
	for (; *combinator; combinator++)
		if (*combinator == '@')
			text_put(text, body);
		else
			text_char(text, *combinator);
}

static void explore_all(Explorer *x, const RuleBase *base, const char *body,
			Bounds bounds, Count *count)
{
	for (int i = 0; i < COMBINATORS && bounds.combinators > 0; i++) {
		Bounds rest = { bounds.combinators - 1, bounds.steps };
		Text text = { 0 };

		put_around(&text, combinators[i], body);
		if (is_program(text_string(&text))) {
			explore_body(x, base, text_string(&text), bounds.steps,
				     count);
			explore_all(x, base, text_string(&text), rest, count);
		}
		text_free(&text);
	}
}

/* Of arrays of 0 to 4 elements. In a long run (make check-long) more programs,
 * then more steps. */
static void test_all_small_programs(void **state)
{
	static const Bounds quick[] = { { 1, 2 }, { 2, 1 } };
	static const Bounds slow[] = { { 2, 3 }, { 3, 2 }, { 4, 1 } };
	const bool is_long = getenv("LIFT_TUNE_LONG");
	RuleBase *base = rulebase_new();
	Explorer *x = base_calloc(1, sizeof *x);
	Count count = { 0, 0 };

	(void)state;
	for (int b = 0; b < (is_long ? 3 : 2); b++)
		for (int n = 0; n <= 4; n++) {
			char body[32];

			snprintf(body, sizeof body, "[\"take\", %d, \"xs\"]",
				 n);
			explore_all(x, base, body, (is_long ? slow : quick)[b],
				    &count);
		}
	print_message("%d programs, %d expressions\n", count.programs,
		      count.expressions);
	assert_true(count.programs > 300);
	free(x);
	rulebase_free(base);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_expressions_are_equal),
		cmocka_unit_test(test_all_small_programs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
