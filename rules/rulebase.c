#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "rules/draft.h"
#include "rules/rules_text.h"

/* -- one rule -------------------------------------------------------------- */

static const char *read_string(Draft *draft)
{
	Scan *scan = draft->scan;
	const char *string = draft_word(draft);

	if (scan->token.kind != TOKEN_STRING) {
		scan_unexpected(scan, "the source in quotes");
		return NULL;
	}
	scan_next(scan);
	return string;
}

static bool read_head(Draft *draft)
{
	Scan *scan = draft->scan;
	Rule *rule = draft->rule;

	if (!scan_expect(scan, "rule"))
		return false;
	if (scan->token.kind != TOKEN_NAME)
		return scan_unexpected(scan, "the rule's name");
	rule->name = draft_word(draft);
	scan_next(scan);
	rule->source = read_string(draft);
	return rule->source != NULL;
}

static bool read_sides(Draft *draft)
{
	Scan *scan = draft->scan;

	draft->left = draft_expression(draft);
	if (!draft->left)
		return false;
	draft->rule->both = scan_is(scan, "<=>");
	if (!scan_accept(scan, "<=>") && !scan_accept(scan, "=>"))
		return scan_unexpected(scan, "=> or <=>");
	draft->right = draft_expression(draft);
	if (!draft->right)
		return false;
	return scan->token.kind == TOKEN_END || scan_is(scan, "rule")
	    || scan_unexpected(scan, "the next rule");
}

static bool one_type(Draft *draft, const Pat *left, const Pat *right)
{
	Text a = { 0 }, b = { 0 };

	if (type_same(left->type, right->type))
		return true;
	draft_type_text(draft, &a, right->type);
	draft_type_text(draft, &b, left->type);
	scan_error(draft->scan, draft->right->at, text_string(&a),
		   text_string(&b), "the sides differ in type");
	text_free(&a);
	text_free(&b);
	return false;
}

static bool type_sides(Draft *draft)
{
	Rule *rule = draft->rule;
	const Pat *left = draft_elaborate(draft, draft->left);
	const Pat *right = left ? draft_elaborate(draft, draft->right) : NULL;

	if (!right || !one_type(draft, left, right))
		return false;
	rule->ways[0] = (Way){ .from = left, .to = right };
	rule->ways[1] = (Way){ .from = right, .to = left };
	return draft_check(draft, &rule->ways[0])
	    && (!rule->both || draft_check(draft, &rule->ways[1]));
}

static void compile(Draft *draft)
{
	Rule *rule = draft->rule;

	for (int i = 0; i < rule->meta_count; i++) {
		const DraftMeta *meta = &draft->metas[i];

		for (int j = 0; j < meta->arity; j++)
			rule->metas[i].params[j] =
				draft_type_pattern(draft, meta->params[j]);
		rule->metas[i].result = draft_type_pattern(draft, meta->result);
	}
	for (int i = 0; i < rule->var_count; i++)
		if (rule->vars[i].kind == VAR_PERM)
			rule->vars[i].length = draft_size_pattern(
				draft, draft->perm_lengths[i]);
}

static void keep_text(Draft *draft)
{
	Text text = { 0 };

	draft_print(draft, &text);
	draft->rule->text = arena_strdup(draft->arena, text_string(&text));
	draft->rule->hash = hash_string(draft->rule->text);
	text_free(&text);
}

static Rule *read_rule(RuleBase *base, Scan *scan)
{
	Arena *arena = ir_arena(base->ir);
	Draft *draft = ARENA_NEW(arena, Draft);
	Rule *rule = ARENA_NEW(arena, Rule);

	*draft = (Draft){ .ir = base->ir, .arena = arena, .scan = scan,
			  .rule = rule };
	rule->on = -1;
	rule->number = base->count;
	rule->file = arena_strdup(arena, scan->file);
	if (!read_head(draft) || !draft_declarations(draft)
	    || !read_sides(draft) || !type_sides(draft))
		return NULL;
	compile(draft);
	keep_text(draft);
	return rule;
}

/* -- the tables ------------------------------------------------------------ */

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
		ways->items = base_realloc(ways->items, sizeof *ways->items
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

static void add_rule(RuleBase *base, Rule *rule)
{
	if (base->count == base->capacity) {
		base->capacity = base->capacity ? base->capacity * 2 : 64;
		base->rules = base_realloc(base->rules, sizeof *base->rules
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
		Rule *rule = read_rule(base, &scan);

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

const char *rule_name(const Rule *rule)
{
	return rule->name;
}

const char *rule_source(const Rule *rule)
{
	return rule->source;
}

const char *rule_file(const Rule *rule)
{
	return rule->file;
}

int rule_number(const Rule *rule)
{
	return rule->number;
}

bool rule_both_ways(const Rule *rule)
{
	return rule->both;
}

RuleKind rule_kind(const Rule *rule)
{
	static const RuleKind kinds[] = {
		[NEEDS_MONOID] = RULE_REASSOCIATES,
		[NEEDS_CMONOID] = RULE_REASSOCIATES,
		[NEEDS_ROUNDING] = RULE_ROUNDS,
		[NEEDS_UNORDERED] = RULE_CHOOSES,
	};

	return rule->guard_count ? kinds[rule->guards[0].needs] : RULE_EXACT;
}

const char *rule_effect(RuleKind kind)
{
	static const char *const effects[] = {
		[RULE_EXACT] = "bit-exact",
		[RULE_REASSOCIATES] = "reassociates",
		[RULE_ROUNDS] = "rounds otherwise",
		[RULE_CHOOSES] = "chooses an order",
	};

	return effects[kind];
}

uint64_t rule_hash(const Rule *rule)
{
	return rule->hash;
}

const char *rule_text(const Rule *rule)
{
	return rule->text;
}
