#include "search/space/canonical_check.h"

#include <inttypes.h>
#include <string.h>

#include "ir/data/testdata.h"
#include "ir/eval/eval.h"
#include "ir/eval/field.h"
#include "ir/eval/operators.h"
#include "ir/front/document.h"

enum { SEED = 1, PORTS = 64, SIZES = 256 };

static const double COST_MAX = 1e5; /* operations of one evaluation */

/* All sizes one of these; then all different, from the first on. */
static const int64_t equal[] = { 0, 1, 2, 3, 4, 8, 16, 64 };
static const int64_t different[][4] = {
	{ 4, 3, 2, 1 }, { 3, 4, 1, 2 }, { 12, 8, 6, 4 }, { 16, 8, 4, 2 },
};

typedef struct Check {
	const CanonicalDocument *document;
	const CanonicalClass *class;
	Text *why;
	int compared;
} Check;

/* -- one instance ---------------------------------------------------------- */

static bool same_bits(const Array *a, const Array *b)
{
	return array_bytes(a) == array_bytes(b)
	    && (!array_bytes(a) || !memcmp(a->data, b->data, array_bytes(a)));
}

static void put_sizes(Text *text, const Program *p)
{
	for (int i = 0; i < p->size_count; i++)
		text_printf(text, "%s%s=%" PRId64, i ? " " : "",
			    p->sizes[i].name, p->sizes[i].value);
}

/* Outputs that residues say something about. */
static bool outputs_agree(Check *c, const Program *p, const Expr *other,
			  const Array *wanted, const Array *got)
{
	for (int i = 0; i < p->output_count; i++) {
		Text no = { 0 };
		const bool judged = field_judges(p, p->body, i, &no)
				 && field_judges(p, other, i, &no);

		text_free(&no);
		if (!judged || same_bits(&wanted[i], &got[i]))
			continue;
		text_printf(c->why, "output %s at ", p->out_ports[i].name);
		put_sizes(c->why, p);
		return false;
	}
	return true;
}

static void free_all(int count, Array *arrays)
{
	for (int i = 0; i < count; i++)
		array_free(&arrays[i]);
}

static bool agree(Check *c, const Program *p, const Expr *other)
{
	Array inputs[PORTS], wanted[PORTS], got[PORTS];
	Diags *quiet = diags_new();
	bool good = true;

	for (int i = 0; i < p->in_port_count; i++)
		inputs[i] = testdata_draw(&p->in_ports[i], SEED,
					  TESTDATA_FIELD);
	if (eval_run(p, p->body, inputs, EVAL_FIELD, wanted, quiet)) {
		if (eval_run(p, other, inputs, EVAL_FIELD, got, quiet)) {
			good = outputs_agree(c, p, other, wanted, got);
			free_all(p->output_count, got);
		} else {
			text_put(c->why, "it has no value at ");
			put_sizes(c->why, p);
			good = false;
		}
		c->compared++;
		free_all(p->output_count, wanted);
	}
	free_all(p->in_port_count, inputs);
	diags_free(quiet);
	return good;
}

static bool is_small(const Program *p, const Expr *other)
{
	return p->in_port_count <= PORTS && p->output_count <= PORTS
	    && eval_cost(p, p->body) <= COST_MAX
	    && eval_cost(p, other) <= COST_MAX;
}

/* Sizes that the document forbids say nothing. */
static bool holds_at(Check *c, const SizeBinding *sizes)
{
	const CanonicalDocument *d = c->document;
	const ReadOptions how = { .concrete = true, .unsafe_c = d->unsafe_c,
				  .override_count = d->program->size_count,
				  .overrides = sizes };
	Diags *quiet = diags_new();
	Ir *ir = ir_new();
	Program *p = program_read(ir, d->file, d->text, &how, quiet);
	const Expr *other = NULL;
	const char *reason;
	bool good;

	if (p) {
		operators_test(p, SEED, quiet);
		other = c->class->expr(p, p->body, d->strict, &reason);
	}
	good = !other || other == p->body || !is_small(p, other)
	    || agree(c, p, other);
	diags_free(quiet);
	ir_free(ir);
	return good;
}

/* -- all of them ----------------------------------------------------------- */

bool canonical_check(const CanonicalDocument *document,
		     const CanonicalClass *class, Text *why, int *compared)
{
	const int count = document->program->size_count;
	Check c = { document, class, why, 0 };
	SizeBinding sizes[SIZES];
	bool good = true;

	if (count > SIZES)
		return true;
	memcpy(sizes, document->program->sizes, sizeof *sizes * (size_t)count);
	good = holds_at(&c, sizes);
	for (size_t k = 0; k < sizeof equal / sizeof *equal && good && count;
	     k++) {
		for (int i = 0; i < count; i++)
			sizes[i].value = equal[k];
		good = holds_at(&c, sizes);
	}
	for (size_t k = 0; k < sizeof different / sizeof *different && good
			   && count > 1; k++) {
		for (int i = 0; i < count; i++)
			sizes[i].value = different[k][i % 4];
		good = holds_at(&c, sizes);
	}
	if (compared)
		*compared = c.compared;
	return good;
}
