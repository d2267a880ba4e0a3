/* Sets of rules, used until nothing changes. */
#include <stdlib.h>
#include <string.h>

#include "rules/rewriter.h"
#include "rules/solve.h"

enum { STEPS_MAX = 1000 };

static bool is_in(const RuleSet *set, int rule, bool back)
{
	return rule < RULE_SET_MAX
	    && (set->bits[back][rule / 64] >> (rule % 64) & 1);
}

static void add_named(const Rewriter *rw, RuleSet *set, const char *name,
		      size_t length)
{
	bool back = name[length - 1] == '<';
	char *word = base_strdup(name);
	const Rule *rule;

	word[length - back] = '\0';
	rule = rulebase_find(rw->base, word);
	if (!rule || rule->number >= RULE_SET_MAX)
		base_die("there is no rule %s", word);
	free(word);
	set->bits[back][rule->number / 64] |= UINT64_C(1)
					      << (rule->number % 64);
}

RuleSet rewrite_set(const Rewriter *rw, const char *names)
{
	RuleSet set = { { { 0 } } };

	while (*names) {
		size_t length = strcspn(names, " ");

		if (length)
			add_named(rw, &set, names, length);
		names += length + (names[length] == ' ');
	}
	return set;
}

RuleSet rewrite_sets(RuleSet one, RuleSet other)
{
	for (int back = 0; back < 2; back++)
		for (int i = 0; i < RULE_SET_MAX / 64; i++)
			one.bits[back][i] |= other.bits[back][i];
	return one;
}

typedef struct Sweep {
	Rewriter *rw;
	const RuleSet *set;
	const Derivation *now;
	Path path;
} Sweep;

static const Derivation *try_rule(Sweep *sweep, const RuleWay *way,
				  const Expr *node)
{
	const RuleUse use = { .rule = way->rule->name, .back = way->back };
	Match match;
	RuleParam param;
	int var;

	if (way->rule->ways[way->back].designated
	    || !match_node(&match, sweep->rw->ir, way->rule, way->back, node,
			   NULL)
	    || !solve_sizes(&match) || solve_open(&match, &var, &param))
		return NULL;
	return rewriter_finish(sweep->rw, sweep->now, &match, &sweep->path,
			       &use, node);
}

static const Derivation *try_node(Sweep *sweep, const Expr *node)
{
	const RuleWays *ways = &sweep->rw->base->by_head[head_of(node)];

	for (int i = 0; i < ways->count; i++) {
		const RuleWay *way = &ways->items[i];
		const Derivation *next;

		if (!is_in(sweep->set, way->rule->number, way->back))
			continue;
		next = try_rule(sweep, way, node);
		if (next)
			return next;
	}
	return NULL;
}

static const Derivation *sweep_once(Sweep *sweep, const Expr *node)
{
	const Derivation *next = try_node(sweep, node);

	for (int i = 0; !next && i < node->kid_count; i++) {
		if (sweep->path.depth == PATH_MAX_DEPTH)
			return NULL;
		sweep->path.kids[sweep->path.depth++] = (unsigned char)i;
		next = sweep_once(sweep, node->kids[i]);
		sweep->path.depth--;
	}
	return next;
}

const Derivation *rewrite_all(Rewriter *rw, const Derivation *from,
			      const Path *under, const RuleSet *set)
{
	Sweep sweep = { .rw = rw, .set = set, .now = from, .path = *under };

	for (int i = 0; i < STEPS_MAX; i++) {
		const Expr *node = locate_node(sweep.now->expr, under);
		const Derivation *next = node ? sweep_once(&sweep, node) : NULL;

		if (!next)
			break;
		sweep.now = next;
	}
	return sweep.now;
}
