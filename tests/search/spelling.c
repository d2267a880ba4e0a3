#include "tests/search/spelling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "ir/core/overwrite.h"
#include "ir/eval/eval.h"
#include "ir/front/document.h"
#include "rules/locate.h"
#include "rules/rewrite.h"
#include "tests/search/spelling_turns.h"
#include "tests/search/spelling_ways.h"

enum { STEPS_LEAST = 3, STEPS_MORE = 6, TRIES = 30, DRAWS = 12,
       SITES_MAX = 4096, PLACES = 40 };

/* What is computed again and again is no spelling that anybody wants. */
static const double COST_GROWTH = 30, COST_LEAST = 1e5, COST_MOST = 3e8;

/* -- places ---------------------------------------------------------------- */

/* Where a way can be used. */
typedef struct Site {
	int group;
	const Rule *rule; /* NULL: a turn */
	bool back, designates;
	const SpellingTurn *turn;
	Path at;
} Site;

typedef struct Walk {
	Rewriter *rewriter;
	const Program *program;
	Rng rng;
	const Expr *body; /* as it is written now, and its sites */
	int count;
	Site *sites;
	int in_group[SPELLING_GROUPS];
	double cost_max;
	int nodes_max;
} Walk;

/* Inside of an operator that the document declares: written otherwise it would
 * be another one, of which nothing is declared. */
static bool is_declared(const Walk *w, const Path *at)
{
	const Program *program = w->program;
	const Expr *e = w->body;

	for (int i = 0; i < at->depth; i++) {
		e = e->kids[at->kids[i]];
		for (int k = 0; k < program->algebra_count; k++)
			if (program->algebra[k].function == e)
				return true;
	}
	return false;
}

static void add_site(Walk *w, Site site)
{
	if (w->count == SITES_MAX || is_declared(w, &site.at))
		return;
	w->sites[w->count++] = site;
	w->in_group[site.group]++;
}

static bool add_rule(void *context, const RewriteSite *site)
{
	char name[64];
	int group;

	snprintf(name, sizeof name, "%s%s", rule_name(site->rule),
		 site->back ? "<" : "");
	group = spelling_group_of(name);
	if (group >= 0 && !site->param_count)
		add_site(context, (Site){ group, site->rule, site->back,
					  site->designates, NULL, site->at });
	return true;
}

static void add_turns(Walk *w, const Expr *e, const Path *at)
{
	Ir *ir = w->program->ir;

	for (const SpellingTurn *t = spelling_turns; t->name; t++) {
		char name[64];

		snprintf(name, sizeof name, "/%s", t->name);
		if (t->turn(ir, e))
			add_site(w, (Site){ .group = spelling_group_of(name),
					    .turn = t, .at = *at });
	}
	for (int i = 0; i < e->kid_count && at->depth < PATH_MAX_DEPTH; i++) {
		Path kid = path_kid(at, i);

		add_turns(w, e->kids[i], &kid);
	}
}

static void list_sites(Walk *w, const Expr *e)
{
	const Path root = path_root();

	w->body = e;
	w->count = 0;
	memset(w->in_group, 0, sizeof w->in_group);
	rewrite_list(w->rewriter, e, &root, true, add_rule, w);
	add_turns(w, e, &root);
}

/* Of a group that has any, one of its sites. */
static const Site *draw_site(Walk *w)
{
	int group, nth;

	do
		group = (int)rng_below(&w->rng, SPELLING_GROUPS);
	while (!w->in_group[group]);
	nth = (int)rng_below(&w->rng, (uint64_t)w->in_group[group]);
	for (int i = 0; i < w->count; i++)
		if (w->sites[i].group == group && !nth--)
			return &w->sites[i];
	return NULL;
}

/* -- steps ----------------------------------------------------------------- */

/* A place below, at any depth, but in no branch of a choice: what is taken out
 * of it might have no value where the other one is chosen. */
static Path draw_below(Walk *w, const Expr *node, Path at)
{
	while (node->kid_count && at.depth < PATH_MAX_DEPTH) {
		int kid = node->kind == EXPR_IF ? 0
			: (int)rng_below(&w->rng, (uint64_t)node->kid_count);

		at = path_kid(&at, kid);
		node = node->kids[kid];
		if (!rng_below(&w->rng, 3))
			break;
	}
	return at;
}

static const Expr *use_rule(Walk *w, const Expr *e, const Site *site)
{
	const Expr *node = locate_node(e, &site->at);
	const Derivation *from = derivation_start(w->rewriter, e);
	RuleUse use = { .rule = rule_name(site->rule), .back = site->back };
	const Derivation *now = NULL;

	if (!site->designates) {
		now = rewrite_use(w->rewriter, from, &site->at, &use);
		return now ? now->expr : NULL;
	}
	for (int i = 0; i < PLACES && !now; i++) {
		const Path within = draw_below(w, node, site->at);

		use.within = &within;
		now = rewrite_use(w->rewriter, from, &site->at, &use);
	}
	return now ? now->expr : NULL;
}

static const Expr *use_turn(Walk *w, const Expr *e, const Site *site)
{
	const Expr *node = locate_node(e, &site->at);

	return locate_replace(w->program->ir, e, &site->at,
			      site->turn->turn(w->program->ir, node));
}

/* How often what nobody writes: elements of the indices, which have a name of
 * their own, an array of one value for each element. */
static int silliness(const Expr *e)
{
	int found = (expr_is(e, PRIM_AT) || e->kind == EXPR_LET)
		 && expr_is(e->kids[0], PRIM_GENERATE);

	found += expr_is(e, PRIM_MAP) && !expr_uses(e->kids[0]->kids[0], 0);
	for (int i = 0; i < e->kid_count; i++)
		found += silliness(e->kids[i]);
	return found;
}

/* What is written over an input reads it in order. */
static bool is_in_place(const Program *program, const Expr *e)
{
	for (int i = 0; i < program->output_count; i++) {
		int into = program->out_ports[i].into;

		if (into >= 0 && !overwrite_ok(program, e, into, i))
			return false;
	}
	return true;
}

static bool is_fit(const Walk *w, const Expr *e)
{
	return expr_node_count(e) <= w->nodes_max
	    && silliness(e) <= silliness(w->program->body)
	    && is_in_place(w->program, e)
	    && eval_cost(w->program, e) <= w->cost_max;
}

/* One way more, or e as it is. */
static const Expr *step(Walk *w, const Expr *e, Text *how)
{
	list_sites(w, e);
	for (int i = 0; w->count && i < TRIES; i++) {
		const Site *site = draw_site(w);
		const Expr *next = site->turn ? use_turn(w, e, site)
					      : use_rule(w, e, site);

		if (!next || next == e || !is_fit(w, next))
			continue;
		text_printf(how, "%s%s%s%s", how->length ? " " : "",
			    site->turn ? "/" : "", site->turn
			    ? site->turn->name : rule_name(site->rule),
			    site->back ? "<" : "");
		return next;
	}
	return e;
}

static const Expr *walk(Walk *w, Text *how)
{
	int steps = STEPS_LEAST + (int)rng_below(&w->rng, STEPS_MORE);
	const Expr *e = w->program->body;

	while (steps-- > 0)
		e = step(w, e, how);
	return e;
}

static bool is_known(const Program *program, const Spelling *known, int count,
		     const Expr *e)
{
	if (e == program->body)
		return true;
	for (int i = 0; i < count; i++)
		if (known[i].body == e)
			return true;
	return false;
}

int spelling_draw(const RuleBase *rules, const Program *program, uint64_t seed,
		  int count, Spelling *spellings)
{
	const double cost = eval_cost(program, program->body);
	Walk w = { .program = program,
		   .rewriter = rewriter_new(rules, program,
					    (RewriteOptions){ 0 }),
		   .rng = rng_seeded(seed, program_key(program)),
		   .sites = base_calloc(SITES_MAX, sizeof *w.sites),
		   .cost_max = cost * COST_GROWTH + COST_LEAST,
		   .nodes_max = 3 * expr_node_count(program->body) + 60 };
	int made = 0;

	if (w.cost_max > COST_MOST)
		w.cost_max = COST_MOST;
	for (int i = 0; i < count * DRAWS && made < count; i++) {
		Text how = { 0 };
		const Expr *e = walk(&w, &how);

		if (!is_known(program, spellings, made, e))
			spellings[made++] = (Spelling){
				e, arena_strdup(ir_arena(program->ir),
						text_string(&how)) };
		text_free(&how);
	}
	free(w.sites);
	rewriter_free(w.rewriter);
	return made;
}
