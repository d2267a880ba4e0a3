/* Certificates: a file of Coq for one derivation. */
#include "rules/coq_certificate.h"

#include "rules/canonical.h"
#include "rules/rewriter.h"

/* -- steps ----------------------------------------------------------------- */

typedef struct Surroundings {
	int depth;
	const Type *types[PATH_MAX_DEPTH]; /* of the variables there */
} Surroundings;

static void surroundings(const Expr *root, const Path *place,
			 Surroundings *found)
{
	found->depth = 0;
	for (int i = 0; i < place->depth; i++) {
		if (root->kind == EXPR_LAMBDA)
			for (int k = 0; k < root->index; k++)
				found->types[found->depth++] = root->params[k];
		if (root->kind == EXPR_LET && place->kids[i] == 1)
			found->types[found->depth++] = root->kids[0]->type;
		root = root->kids[place->kids[i]];
	}
}

/* The rule's equation, for all values of the variables around it. */
static const char *equation(Certificate *c, const Surroundings *around,
			    const char *rule, bool back)
{
	Arena *arena = c->print.arena;

	rule = arena_printf(arena, back ? "(eq_sym (%s))" : "(%s)", rule);
	for (int i = around->depth - 1; i >= 0; i--)
		rule = arena_printf(arena, "(ext (fun x_%d : %s => %s))", i,
				    coq_type(&c->print, around->types[i]),
				    rule);
	return rule;
}

/* fun h => the program with h there, applied to the variables around. */
static const char *context(Certificate *c, const Derivation *step,
			   const Surroundings *around)
{
	Arena *arena = c->print.arena;
	const Expr *node = locate_node(step->before->expr, step->at);
	const char *type = coq_type(&c->print, node->type), *hole = "h";

	for (int i = around->depth - 1; i >= 0; i--)
		type = arena_printf(arena, "%s -> %s",
				    coq_type(&c->print, around->types[i]),
				    type);
	for (int i = 0; i < around->depth; i++)
		hole = arena_printf(arena, "%s x_%d", hole, i);
	return arena_printf(arena, "(fun h : %s => %s)", type,
			    coq_expr_around(c, step->before->expr, step->at,
					    arena_printf(arena, "(%s)", hole)));
}

static bool match_again(Rewriter *rw, const Derivation *step, Match *match)
{
	const Expr *node = locate_node(step->before->expr, step->at);
	Assumption assumed;

	return rewriter_match(rw, match, step->rule, step->back, node,
			      step->at, step->within)
	    && rewriter_give(rw, match, step->count, step->values)
	    && rewriter_guard(rw, match, &assumed);
}

static const char *step_term(Certificate *c, Rewriter *rw,
			     const Derivation *step)
{
	Surroundings *around = ARENA_NEW(c->print.arena, Surroundings);
	Match match;
	const char *rule;

	if (!match_again(rw, step, &match))
		return coq_missing(c, "a step that no longer fits");
	surroundings(step->before->expr, step->at, around);
	rule = equation(c, around, coq_step(c, &match, around->depth),
			step->back);
	return step->at->depth
	     ? arena_printf(c->print.arena, "f_equal %s\n    %s",
			    context(c, step, around), rule)
	     : rule;
}

static void put_program(Certificate *c, Text *text, int number, const Expr *e)
{
	text_printf(text, "Definition t_%d : %s :=\n  %s.\n", number,
		    coq_type(&c->print, e->type), coq_expr(c, e, 0));
}

static void put_steps(Certificate *c, Rewriter *rw,
		      const Derivation *derivation, Text *text)
{
	const Derivation *const *steps = derivation_steps(c->print.arena,
							  derivation);
	int count = derivation->length;

	put_program(c, text, 0, count ? steps[0]->before->expr
				      : derivation->expr);
	for (int i = 0; i < count && !c->print.missing; i++) {
		text_printf(text, "\n(* %d: %s *)\n", i + 1,
			    steps[i]->rule->name);
		put_program(c, text, i + 1, steps[i]->expr);
		if (canonical_is(steps[i])) {
			c->canonical = true;
			coq_canonical(c, steps[i], i + 1, text);
			continue;
		}
		text_printf(text, "Definition step_%d : t_%d = t_%d :=\n"
			    "  %s.\n", i + 1, i, i + 1,
			    step_term(c, rw, steps[i]));
	}
	text_printf(text, "\nTheorem derivation : t_0 = t_%d.\nProof. exact (",
		    count);
	for (int i = 1; i <= count; i++)
		text_printf(text, "eq_trans step_%d (", i);
	text_put(text, "eq_refl");
	for (int i = 1; i <= count; i++)
		text_char(text, ')');
	text_put(text, "). Qed.\n");
}

static void put_all(Certificate *c, const Text *steps, Text *text)
{
	Text all = { 0 };

	text_printf(&all, "(* %s, derived step by step: lift-tune explain "
		    "--coq *)\nRequire Import Certificates.\n\n",
		    c->program->name);
	text_put(&all, "Section Derivation.\n");
	coq_names(c, &all);
	text_char(&all, '\n');
	text_put(&all, text_string(steps));
	text_put(&all, "End Derivation.\nPrint Assumptions derivation.\n");
	coq_lines(text, text_string(&all));
	text_free(&all);
}

const char *derivation_coq(Rewriter *rw, const Derivation *derivation,
			   Text *text)
{
	Certificate c = { .print = { .ir = rw->ir, .arena = ir_arena(rw->ir) },
			  .program = rw->program };
	Text steps = { 0 };

	put_steps(&c, rw, derivation, &steps);
	if (!c.print.missing)
		put_all(&c, &steps, text);
	text_free(&steps);
	return c.print.missing;
}
