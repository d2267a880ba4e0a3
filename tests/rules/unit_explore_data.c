/* A few programs, every rule at every place with every number, two steps deep:
 * each expression reached is evaluated, and has the value of the program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/eval/eval.h"
#include "ir/front/document.h"
#include "rules/derivation.h"
#include "rules/locate.h"

enum { VALUES_MAX = 6 };

typedef struct Explorer {
	Ir *ir;
	Program *program;
	Rewriter *rewriter;
	Array inputs[8], wanted[8];
	int outputs;
	int count, capacity;     /* expressions seen */
	const Derivation **seen;
	bool *known;             /* by number of the expression */
	uint32_t numbers;
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

static bool is_new(Explorer *x, const Expr *e)
{
	if (e->id >= x->numbers) {
		const uint32_t old = x->numbers;

		x->numbers = (e->id + 1) * 2;
		x->known = base_realloc(x->known, x->numbers);
		memset(x->known + old, 0, x->numbers - old);
	}
	if (x->known[e->id])
		return false;
	return x->known[e->id] = true;
}

static void see(Explorer *x, const Derivation *d)
{
	if (x->count == x->capacity) {
		x->capacity = x->capacity ? x->capacity * 2 : 1024;
		x->seen = base_realloc(x->seen, sizeof *x->seen
						* (size_t)x->capacity);
	}
	x->seen[x->count++] = d;
}

static void try_use(Explorer *x, const RewriteSite *site, const RuleUse *use)
{
	const Derivation *d = rewrite_use(x->rewriter, x->now, &site->at, use);

	if (!d || !is_new(x, d->expr))
		return;
	check(x, d);
	see(x, d);
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
	see(x, derivation_start(x->rewriter, x->program->body));
	is_new(x, x->program->body);
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
	free(x->known);
	x->known = NULL;
	x->numbers = 0;
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
	print_message("%d expressions\n", expressions);
	assert_true(expressions > 5000);
	free(x->seen);
	free(x);
	rulebase_free(base);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_expressions_are_equal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
