#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "rules/canonical.h"
#include "rules/draft.h"
#include "rules/rules_text.h"

/* -- by what a left side begins with --------------------------------------- */

int head_of(const Expr *e)
{
	if (e->kind == EXPR_PRIM)
		return (int)e->prim;
	if (e->kind == EXPR_OP)
		return PRIM_COUNT + (int)e->op;
	return PRIM_COUNT + OP_COUNT + (int)e->kind;
}

int head_of_pattern(const Pat *pat)
{
	static const ExprKind kinds[] = {
		[PAT_VAR] = EXPR_VAR, [PAT_LITERAL] = EXPR_LITERAL,
		[PAT_TUPLE] = EXPR_TUPLE, [PAT_GET] = EXPR_GET,
		[PAT_LET] = EXPR_LET, [PAT_IF] = EXPR_IF,
		[PAT_LAMBDA] = EXPR_LAMBDA,
	};

	if (pat->kind == PAT_PRIM)
		return (int)pat->prim;
	if (pat->kind == PAT_REORDER)
		return PRIM_REORDER;
	if (pat->kind == PAT_OP)
		return PRIM_COUNT + (int)pat->op;
	return PRIM_COUNT + OP_COUNT + (int)kinds[pat->kind];
}

static void ways_add(RuleWays *ways, const Rule *rule, bool back)
{
	if (ways->count == ways->capacity) {
		ways->capacity = ways->capacity ? ways->capacity * 2 : 8;
		ways->items = base_realloc(ways->items,
					   sizeof *ways->items
						   * (size_t)ways->capacity);
	}
	ways->items[ways->count++] = (RuleWay){ rule, back };
}

static void index_rule(RuleBase *base, const Rule *rule)
{
	for (int back = 0; back <= rule->both; back++) {
		const Pat *from = rule->ways[back].from;

		if (from->kind == PAT_META)
			ways_add(&base->anywhere, rule, back);
		else
			ways_add(&base->by_head[head_of_pattern(from)], rule,
				 back);
		if (from->kind == PAT_REORDER)
			ways_add(&base->by_head[PRIM_REORDER_STRIDE], rule,
				 back);
	}
}

/* -- all rules ------------------------------------------------------------- */

static void add_rule(RuleBase *base, Rule *rule)
{
	if (base->count == base->capacity) {
		base->capacity = base->capacity ? base->capacity * 2 : 64;
		base->rules = base_realloc(base->rules,
					   sizeof *base->rules
						   * (size_t)base->capacity);
	}
	base->rules[base->count++] = rule;
	index_rule(base, rule);
}

static int compare_names(const void *a, const void *b)
{
	return strcmp((*(const Rule *const *)a)->name,
		      (*(const Rule *const *)b)->name);
}

static bool names_differ(const RuleBase *base, Scan *scan)
{
	const char *taken = rule_name(canonical_rule());

	if (rulebase_find(base, taken))
		return scan_error(scan, 0, taken, "another name",
				  "a rule has the name of a step that is none");
	for (int i = 1; i < base->count; i++)
		if (!strcmp(base->by_name[i - 1]->name, base->by_name[i]->name))
			return scan_error(scan, 0, base->by_name[i]->name,
					  "different names",
					  "two rules of one name");
	return true;
}

static bool index_names(RuleBase *base, Scan *scan)
{
	base->by_name = base_realloc(base->by_name, sizeof *base->by_name
					     * (size_t)(base->count + 1));
	if (base->count)
		memcpy(base->by_name, base->rules,
		       sizeof *base->by_name * (size_t)base->count);
	qsort(base->by_name, (size_t)base->count, sizeof *base->by_name,
	      compare_names);
	return names_differ(base, scan);
}

static bool read_rules(RuleBase *base, const char *file, const char *text,
		       Diags *diags)
{
	Scan scan = scan_start(file, text, diags);

	while (scan.token.kind != TOKEN_END) {
		Rule *rule = draft_rule(base, &scan);

		if (!rule)
			return false;
		add_rule(base, rule);
	}
	base->hash = HASH_SEED;
	for (int i = 0; i < base->count; i++)
		base->hash = hash_combine(base->hash, base->rules[i]->hash);
	return index_names(base, &scan);
}

/* -- public ---------------------------------------------------------------- */

static RuleBase *base_new(void)
{
	RuleBase *base = base_calloc(1, sizeof *base);

	base->ir = ir_new();
	return base;
}

RuleBase *rulebase_parse(const char *file, const char *text, Diags *diags)
{
	RuleBase *base = base_new();

	if (read_rules(base, file, text, diags))
		return base;
	rulebase_free(base);
	return NULL;
}

RuleBase *rulebase_new(void)
{
	RuleBase *base = base_new();
	Diags *diags = diags_new();

	for (const RulesText *file = rules_texts; file->name; file++)
		if (!read_rules(base, file->name, file->text, diags)) {
			diags_print(diags, stderr);
			base_die("the built-in rules are not well formed");
		}
	diags_free(diags);
	return base;
}

RuleBase *rulebase_with(const char *file, const char *text, Diags *diags)
{
	RuleBase *base = rulebase_new();
	const int first = base->count;

	if (!read_rules(base, file, text, diags)) {
		rulebase_free(base);
		return NULL;
	}
	for (int i = first; i < base->count; i++)
		base->rules[i]->own = true;
	return base;
}

void rulebase_proved(RuleBase *base, const char *text)
{
	for (int i = 0; i < base->count; i++) {
		Rule *rule = base->rules[i];
		Text line = { 0 };

		text_printf(&line, "%s %016" PRIx64 "\n", rule->name,
			    rule_key(rule));
		rule->proved = rule->own && strstr(text, text_string(&line));
		text_free(&line);
	}
}

void rulebase_free(RuleBase *base)
{
	if (!base)
		return;
	for (int i = 0; i < HEADS; i++)
		free(base->by_head[i].items);
	free(base->anywhere.items);
	free(base->by_name);
	free(base->rules);
	ir_free(base->ir);
	free(base);
}

int rulebase_count(const RuleBase *base)
{
	return base->count;
}

const Rule *rulebase_at(const RuleBase *base, int i)
{
	return base->rules[i];
}

const Rule *rulebase_find(const RuleBase *base, const char *name)
{
	int low = 0, high = base->count;

	while (low < high) {
		int middle = (low + high) / 2;
		int order = strcmp(name, base->by_name[middle]->name);

		if (!order)
			return base->by_name[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

uint64_t rulebase_hash(const RuleBase *base)
{
	return base->hash;
}
