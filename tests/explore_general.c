/* What several left sides in a row cannot see of a node. */
#include "explore_run.h"

#include "base/arena.h"
#include "rules/locate.h"
#include "rules/pattern.h"

/* -- left sides, with all their parts -------------------------------------- */

typedef struct Sights {
	int count, capacity;
	const Pat **items;
} Sights;

/* By what they begin with. */
struct Sight {
	Sights by_head[HEADS];
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

Sight *sight_new(Arena *arena, const RuleBase *base)
{
	Sight *sight = ARENA_NEW(arena, Sight);

	for (int i = 0; i < rulebase_count(base); i++) {
		const Rule *rule = rulebase_at(base, i);

		for (int back = 0; back <= rule->both; back++)
			add_parts(arena, sight, rule->ways[back].from);
	}
	return sight;
}

/* -- symbols --------------------------------------------------------------- */

enum { SYMBOLS_MAX = 32, SIGHTS_MAX = 128 };

/* Equal arrays are equal symbols: rules may ask for that. */
typedef struct General {
	Explore *x;
	int count;
	const Expr *of[SYMBOLS_MAX];
} General;

static const Expr *symbol_for(General *g, const Expr *e)
{
	int i = 0;

	while (i < g->count && g->of[i] != e)
		i++;
	if (i == SYMBOLS_MAX)
		return e;
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

static const Expr *any_general(General *g, const Expr *e, int steps);

static const Expr *general(General *g, const Expr *e, int count,
			   const Pat *const *pats, int steps)
{
	const Pat *kept[SIGHTS_MAX], *below[SIGHTS_MAX];
	const Expr *kids[64];

	if (!e->kid_count || e->kind == EXPR_LAMBDA || e->kid_count > 64
	    || count > SIGHTS_MAX)
		return e;
	count = seeing(e, count, pats, kept);
	if (!count && e->type->kind == TYPE_ARRAY && !e->open)
		return steps > 1 ? any_general(g, e, steps - 1)
				 : symbol_for(g, e);
	for (int i = 0; i < e->kid_count; i++) {
		int some = 0;

		for (int k = 0; k < count; k++)
			if (i < kept[k]->kid_count)
				below[some++] = kept[k]->kids[i];
		kids[i] = e->kids[i]->kind == EXPR_INPUT
			? symbol_for(g, e->kids[i])
			: general(g, e->kids[i], some, below, steps);
	}
	return locate_rebuild(g->x->ir, e, kids);
}

/* By all left sides. */
static const Expr *any_general(General *g, const Expr *e, int steps)
{
	const Sights *sights = &g->x->sight->by_head[head_of(e)];

	if (!sights->count && e->type->kind == TYPE_ARRAY && !e->open)
		return symbol_for(g, e);
	return general(g, e, sights->count, sights->items, steps);
}

const Expr *explore_general(Explore *x, const Expr *e, int steps)
{
	const Sights *sights = &x->sight->by_head[head_of(e)];
	General g = { .x = x };

	if (sights->count)
		return general(&g, e, sights->count, sights->items, steps);
	return e;
}
