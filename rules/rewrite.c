#include "rules/rewrite.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/build.h"
#include "rules/guard.h"
#include "rules/order.h"
#include "rules/polynomial.h"
#include "rules/rewriter.h"
#include "rules/solve.h"

Rewriter *rewriter_new(const RuleBase *base, const Program *program,
		       RewriteOptions options)
{
	Rewriter *rewriter = base_calloc(1, sizeof *rewriter);

	rewriter->base = base;
	rewriter->program = program;
	rewriter->ir = program->ir;
	rewriter->options = options;
	return rewriter;
}

void rewriter_free(Rewriter *rewriter)
{
	free(rewriter);
}

const RuleBase *rewriter_base(const Rewriter *rewriter)
{
	return rewriter->base;
}

const Program *rewriter_program(const Rewriter *rewriter)
{
	return rewriter->program;
}

const char *rewriter_reason(const Rewriter *rewriter)
{
	return rewriter->reason;
}

bool rewriter_refuse(Rewriter *rewriter, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(rewriter->reason, sizeof rewriter->reason, format, args);
	va_end(args);
	return false;
}

/* -- matching -------------------------------------------------------------- */

static bool below(const Path *path, int depth, const Path *from,
		  const Path *within)
{
	return within->depth >= depth && path_starts(within, from)
	    && !memcmp(within->kids + from->depth, path->kids,
		       (size_t)(depth - from->depth));
}

/* The part of `within` behind the META that designates it. */
static bool rest_of(const Way *way, const Path *at, const Path *within,
		    Path *rest)
{
	int start = at->depth + way->place_depth;
	Path place;

	place.depth = way->place_depth;
	memcpy(place.kids, way->place, (size_t)way->place_depth);
	if (!below(&place, start, at, within))
		return false;
	rest->depth = within->depth - start;
	memcpy(rest->kids, within->kids + start, (size_t)rest->depth);
	return true;
}

bool rewriter_match(Rewriter *rw, Match *match, const Rule *rule, bool back,
		    const Expr *node, const Path *at, const Path *within)
{
	const Way *way = &rule->ways[back];
	Path rest;

	if (back && !rule->both)
		return rewriter_refuse(rw, "%s is not used backwards",
				       rule->name);
	if (way->designated && !within)
		return rewriter_refuse(rw, "%s needs a place within",
				       rule->name);
	if (way->designated && !rest_of(way, at, within, &rest))
		return rewriter_refuse(rw, "the place within is not inside the "
				       "function that %s takes apart",
				       rule->name);
	if (!match_node(match, rw->ir, rule, back, node,
			way->designated ? &rest : NULL))
		return rewriter_refuse(rw, "%s does not fit here", rule->name);
	return true;
}

bool rewriter_guard(Rewriter *rw, Match *match, Assumption *assumed)
{
	const char *reason = "";

	if (guard_allows(match, rw->program, &rw->options, assumed, &reason))
		return true;
	return rewriter_refuse(rw, "%s", reason);
}

/* -- parameters ------------------------------------------------------------ */

static int var_named(const Rule *rule, const char *name)
{
	for (int i = 0; i < rule->var_count; i++)
		if (!strcmp(rule->vars[i].name, name))
			return i;
	return -1;
}

bool rewriter_give(Rewriter *rw, Match *match, int count,
		   const RuleValue *values)
{
	for (int i = 0; i < count; i++) {
		int var = var_named(match->rule, values[i].name);

		if (var < 0)
			return rewriter_refuse(rw, "%s has no %s",
					       match->rule->name,
					       values[i].name);
		if (values[i].value < 0
		    || (match->rule->vars[var].kind == VAR_DIM
			&& values[i].value > 2))
			return rewriter_refuse(rw, "%s is out of range",
					       values[i].name);
		if (match->known[var] && match->vars[var] != values[i].value)
			return rewriter_refuse(rw, "%s is %lld here",
					       values[i].name,
					       (long long)match->vars[var]);
		match->known[var] = true;
		match->vars[var] = values[i].value;
		match->sizes[var] = polynomial_given(rw->program, match->node,
						     &values[i]);
	}
	if (solve_sizes(match))
		return true;
	return rewriter_refuse(rw, count ? "the sizes do not fit"
					 : "%s does not fit these sizes",
			       match->rule->name);
}

static bool all_chosen(Rewriter *rw, const Match *match)
{
	RuleParam param;
	int var;

	if (solve_open(match, &var, &param))
		return rewriter_refuse(rw, "%s is left to choose", param.name);
	return solve_holds(match)
	    || rewriter_refuse(rw, "the sizes do not fit");
}

static bool all_sizes(Rewriter *rw, Match *match)
{
	return !match->open || polynomials_solve(match)
	    || rewriter_refuse(rw, "%s holds for some of the open sizes only",
			       match->rule->name);
}

/* -- one step -------------------------------------------------------------- */

static const RuleValue *kept_values(Rewriter *rw, const Match *match,
				    const RuleUse *use, int *count)
{
	const Rule *rule = match->rule;
	RuleValue *values = ARENA_ARRAY(ir_arena(rw->ir), RuleValue,
					use->count + 1);

	*count = use->count;
	for (int i = 0; i < use->count; i++) {
		const RuleValue *given = &use->values[i];

		values[i] = *given;
		values[i].name = rule->vars[var_named(rule, given->name)].name;
		if (given->origin)
			values[i].origin = ir_name(rw->ir, given->origin,
						   strlen(given->origin));
	}
	return values;
}

static RewriteLabel label_with(RewriteLabel label, const Rule *rule,
			       RuleKind kind)
{
	label.unproved |= !rule_is_proved(rule);
	label.reassociates |= kind == RULE_REASSOCIATES;
	label.rounds |= kind == RULE_ROUNDS;
	label.chooses |= kind == RULE_CHOOSES;
	return label;
}

static const Derivation *step(Rewriter *rw, const Derivation *from,
			      const Match *match, const Path *at,
			      const RuleUse *use, const Assumption *assumed,
			      const Expr *expr)
{
	Arena *arena = ir_arena(rw->ir);
	Derivation *next = ARENA_NEW(arena, Derivation);

	*next = (Derivation){
		.before = from, .length = from->length + 1, .expr = expr,
		.label = label_with(from->label, match->rule,
				    assumed->kind),
		.rule = match->rule, .assumed = *assumed, .back = use->back,
		.at = path_kept(arena, at),
		.within = use->within ? path_kept(arena, use->within) : NULL,
	};
	next->values = kept_values(rw, match, use, &next->count);
	return next;
}

const Derivation *derivation_start(Rewriter *rw, const Expr *e)
{
	Derivation *start = ARENA_NEW(ir_arena(rw->ir), Derivation);

	start->expr = e;
	return start;
}

const Derivation *rewriter_finish(Rewriter *rw, const Derivation *from,
				  Match *match, const Path *at,
				  const RuleUse *use, const Expr *node)
{
	const Expr *made, *root;
	Assumption assumed;

	if (!all_chosen(rw, match) || !all_sizes(rw, match)
	    || !rewriter_guard(rw, match, &assumed))
		return NULL;
	made = build_side(match);
	if (!made || !type_same(made->type, node->type)) {
		rewriter_refuse(rw, "%s gives no well-typed expression here",
				match->rule->name);
		return NULL;
	}
	if (order_is_copied(match, node, made)) {
		rewriter_refuse(rw, "%s would leave two orders open where one "
				"was: choose it first", match->rule->name);
		return NULL;
	}
	root = locate_replace(rw->ir, from->expr, at, made);
	if (root == from->expr) {
		rewriter_refuse(rw, "%s changes nothing here",
				match->rule->name);
		return NULL;
	}
	return step(rw, from, match, at, use, &assumed, root);
}

const Derivation *rewrite_use(Rewriter *rw, const Derivation *from,
			      const Path *at, const RuleUse *use)
{
	const Rule *rule = rulebase_find(rw->base, use->rule);
	const Expr *node = locate_node(from->expr, at);
	Match match;

	if (!rule || !node || node->kind == EXPR_LAMBDA) {
		rewriter_refuse(rw, rule ? "there is no value at that place"
					 : "there is no rule %s", use->rule);
		return NULL;
	}
	if (!rewriter_match(rw, &match, rule, use->back, node, at, use->within)
	    || !rewriter_give(rw, &match, use->count, use->values))
		return NULL;
	return rewriter_finish(rw, from, &match, at, use, node);
}

const Derivation *rewrite(Rewriter *rw, const Derivation *from,
			  const Path *at, const char *rule)
{
	const RuleUse use = { .rule = rule };

	return rewrite_use(rw, from, at, &use);
}

const Derivation *rewrite_with(Rewriter *rw, const Derivation *from,
			       const Path *at, const char *rule,
			       const char *name, int64_t value,
			       const char *origin)
{
	const RuleUse use = { .rule = rule, .count = 1,
			      .values = { { name, value, origin } } };

	return rewrite_use(rw, from, at, &use);
}

bool rewrite_fits(Rewriter *rw, const Expr *root, const Path *at,
		  const char *name, bool back)
{
	const Rule *rule = rulebase_find(rw->base, name);
	const Expr *node = locate_node(root, at);
	Assumption assumed;
	Match match;

	return rule && node && node->kind != EXPR_LAMBDA
	    && rewriter_match(rw, &match, rule, back, node, at, NULL)
	    && rewriter_give(rw, &match, 0, NULL)
	    && rewriter_guard(rw, &match, &assumed);
}
