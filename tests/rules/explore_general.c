/* What several left sides in a row cannot see of a node. */
#include "explore_run.h"

#include <assert.h>

#include "base/arena.h"
#include "rules/locate.h"
#include "rules/pattern.h"

/* -- left sides, with all their parts -------------------------------------- */

typedef struct Sights {
	int count, capacity;
	const Pat **items;
} Sights;

enum { TOGETHER_MAX = 8 };

/* By what they begin with; those of designated arguments, which are seen
 * anywhere, and how many of them after one another are of one rule. */
struct Sight {
	Sights by_head[HEADS];
	Sights anywhere;
	int group_count, groups[TOGETHER_MAX];
};

static bool sees(const Pat *pat)
{
	return pat->kind != PAT_META && pat->kind != PAT_VAR
	    && pat->kind != PAT_LAMBDA;
}

static void sights_add(Arena *arena, Sights *sights, const Pat *pat)
{
	if (sights->count == sights->capacity) {
		const int more = sights->capacity ? sights->capacity * 2 : 8;
		const Pat **items = ARENA_ARRAY(arena, const Pat *, more);

		for (int i = 0; i < sights->count; i++)
			items[i] = sights->items[i];
		sights->items = items;
		sights->capacity = more;
	}
	sights->items[sights->count++] = pat;
}

static void add_parts(Arena *arena, Sight *sight, const Pat *pat)
{
	if (sees(pat))
		sights_add(arena, &sight->by_head[head_of_pattern(pat)], pat);
	if (pat->kind == PAT_REORDER)
		sights_add(arena, &sight->by_head[PRIM_REORDER_STRIDE], pat);
	for (int i = 0; i < pat->kid_count; i++)
		add_parts(arena, sight, pat->kids[i]);
}

static void add_designated(Arena *arena, Sight *sight, const Pat *meta)
{
	const int before = sight->anywhere.count;

	for (int i = 0; meta && i < meta->kid_count; i++)
		if (sees(meta->kids[i]) && meta->kids[i]->kind != PAT_GET)
			sights_add(arena, &sight->anywhere, meta->kids[i]);
	if (sight->anywhere.count == before)
		return;
	assert(sight->group_count < TOGETHER_MAX);
	sight->groups[sight->group_count++] = sight->anywhere.count - before;
}

Sight *sight_new(Arena *arena, const RuleBase *base)
{
	Sight *sight = ARENA_NEW(arena, Sight);

	for (int i = 0; i < rulebase_count(base); i++) {
		const Rule *rule = rulebase_at(base, i);

		for (int back = 0; back <= rule->both; back++) {
			add_parts(arena, sight, rule->ways[back].from);
			add_designated(arena, sight,
				       rule->ways[back].designated);
		}
	}
	return sight;
}

/* -- symbols --------------------------------------------------------------- */

enum { SIGHTS_MAX = 128 };

const Expr *explore_symbol(Symbols *g, const Expr *e)
{
	int i = 0;

	while (i < g->count && g->of[i] != e)
		i++;
	if (i == SYMBOLS_MAX) {
		g->is_full = true;
		return e;
	}
	if (i == g->count)
		g->of[g->count++] = e;
	return expr_input(g->x->ir, i, e->type);
}

/* Those of the left sides, or parts of them, that begin as e does. */
static int seeing(const Expr *e, int count, const Pat *const *pats,
		  const Pat **kept)
{
	int all = 0;

	for (int i = 0; i < count; i++)
		if (sees(pats[i])
		    && (head_of_pattern(pats[i]) == head_of(e)
			|| pats[i]->kind == PAT_TUPLE
			|| pats[i]->kind == PAT_REORDER))
			kept[all++] = pats[i];
	return all;
}

static const Expr *any_general(Symbols *g, const Expr *e, int steps);

static bool is_leaf(const Expr *e)
{
	return e->kind == EXPR_INPUT || e->kind == EXPR_VAR;
}

/* In a function or a let, below so many binders: inputs and variables from
 * around it, and with steps left arrays that use nothing of it; the value of a
 * let stays, since one of a symbol would be none. */
static const Expr *in_function(Symbols *g, const Expr *e, int depth, int steps)
{
	Ir *ir = g->x->ir;
	const Expr *kids[64];
	const bool is_free = e->kind != EXPR_LAMBDA
			  && !explore_uses_inner(e, depth);

	if (is_free && is_leaf(e))
		return expr_shift(ir, explore_symbol(g, expr_shift(ir, e,
								   -depth, 0)),
				  depth, 0);
	if (is_free && steps && e->kid_count && e->type->kind == TYPE_ARRAY)
		return expr_shift(ir, any_general(g, expr_shift(ir, e, -depth,
								0), steps),
				  depth, 0);
	if (!e->kid_count || e->kid_count > 64)
		return e;
	for (int i = 0; i < e->kid_count; i++)
		kids[i] = in_function(g, e->kids[i], depth + expr_binds(e, i),
				      e->kind == EXPR_LET && !i ? 0 : steps);
	return locate_rebuild(ir, e, kids);
}

static const Expr *general(Symbols *g, const Expr *e, int count,
			   const Pat *const *pats, int steps)
{
	const Sights *anywhere = &g->x->sight->anywhere;
	const Pat *kept[2 * SIGHTS_MAX], *below[2 * SIGHTS_MAX];
	const Expr *kids[64];

	if (e->kind == EXPR_LAMBDA || e->kind == EXPR_LET)
		return in_function(g, e, 0, steps - 1);
	if (!e->kid_count || e->kid_count > 64 || count > SIGHTS_MAX)
		return e;
	count = seeing(e, count, pats, kept);
	assert(anywhere->count <= SIGHTS_MAX);
	if (g->designates)
		count += seeing(e, anywhere->count, anywhere->items,
				kept + count);
	if (!count && e->type->kind == TYPE_ARRAY)
		return steps > 1 ? any_general(g, e, steps - 1)
				 : explore_symbol(g, e);
	for (int i = 0; i < e->kid_count; i++) {
		int some = 0;

		for (int k = 0; k < count; k++)
			if (i < kept[k]->kid_count)
				below[some++] = kept[k]->kids[i];
		kids[i] = is_leaf(e->kids[i])
			? explore_symbol(g, e->kids[i])
			: general(g, e->kids[i], some, below, steps);
	}
	return locate_rebuild(g->x->ir, e, kids);
}

/* By all left sides. */
static const Expr *any_general(Symbols *g, const Expr *e, int steps)
{
	const Sights *sights = &g->x->sight->by_head[head_of(e)];

	if (!sights->count && e->type->kind == TYPE_ARRAY)
		return explore_symbol(g, e);
	return general(g, e, sights->count, sights->items, steps);
}

static bool begins(const Pat *pat, const Expr *e)
{
	if (!sees(pat))
		return true;
	if (head_of_pattern(pat) != head_of(e))
		return false;
	for (int i = 0; i < e->kid_count && i < pat->kid_count; i++)
		if (!begins(pat->kids[i], e->kids[i]))
			return false;
	return true;
}

/* Places in e that may be designated by a rule, up to as many as it asks for:
 * `count` patterns. */
static int places_in(const Pat *const *pats, int count, const Expr *e)
{
	int places = 0;

	for (int i = 0; i < count && !places; i++)
		places += begins(pats[i], e);
	for (int i = 0; i < e->kid_count && places < count; i++)
		places += places_in(pats, count, e->kids[i]);
	return places;
}

bool explore_has_places(const Explore *x, const Expr *e)
{
	const Sight *sight = x->sight;
	const Pat *const *pats = sight->anywhere.items;

	for (int i = 0; i < sight->group_count; pats += sight->groups[i++])
		if (places_in(pats, sight->groups[i], e) >= sight->groups[i])
			return true;
	return false;
}

const Expr *explore_general(Explore *x, const Expr *e, int steps)
{
	const Sights *sights = &x->sight->by_head[head_of(e)];
	Symbols g = { .x = x };
	const Expr *made = e;

	g.designates = explore_has_places(x, e);
	if (sights->count)
		made = general(&g, e, sights->count, sights->items, steps);
	return g.is_full ? e : made;
}
