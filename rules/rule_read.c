/* One block of a rule file: read, typed, checked. */
#include "rules/core.h"

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

static void compile_names(Draft *draft)
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
	draft->rule->hash = core_stored(core_hash(draft));
	text_free(&text);
}

Rule *draft_rule(RuleBase *base, Scan *scan)
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
	compile_names(draft);
	keep_text(draft);
	rule->draft = draft;
	return rule;
}
