/* The declarations of a rule: sizes, types, functions and values, permutations,
 * dimensions, what it needs, and the type of its implicit argument. */
#include <string.h>

#include "rules/draft.h"

/* -- names ----------------------------------------------------------------- */

int draft_var(const Draft *draft, const char *name)
{
	for (int i = 0; i < draft->rule->var_count; i++)
		if (!strcmp(draft->rule->vars[i].name, name))
			return i;
	return -1;
}

int draft_meta(const Draft *draft, const char *name)
{
	for (int i = 0; i < draft->rule->meta_count; i++)
		if (!strcmp(draft->rule->metas[i].name, name))
			return i;
	return -1;
}

int draft_type_var(const Draft *draft, const char *name)
{
	for (int i = 0; i < draft->rule->type_count; i++)
		if (!strcmp(draft->rule->types[i], name))
			return i;
	return -1;
}

static bool is_keyword(const Scan *scan)
{
	static const char *const keywords[] = { "size", "type", "let", "perm",
						"dim", "where", "on", "rule" };

	for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
		if (scan_is(scan, keywords[i]))
			return true;
	return false;
}

/* The word as a new name; NULL when it is none or is taken. */
static const char *new_name(Draft *draft)
{
	Scan *scan = draft->scan;
	const char *name;

	if (scan->token.kind != TOKEN_NAME || is_keyword(scan)) {
		scan_unexpected(scan, "a name");
		return NULL;
	}
	name = draft_word(draft);
	if (draft_var(draft, name) >= 0 || draft_meta(draft, name) >= 0
	    || draft_type_var(draft, name) >= 0) {
		scan_error(scan, scan->token.at, name, "a new name",
			   "%s is declared twice", name);
		return NULL;
	}
	scan_next(scan);
	return name;
}

static bool room(Draft *draft, int count, int most)
{
	return count < most
	    || scan_error(draft->scan, draft->scan->token.at, NULL, NULL,
			  "more than %d declarations of a kind", most);
}

static bool add_var(Draft *draft, VarKind kind)
{
	Rule *rule = draft->rule;
	const char *name;

	if (!room(draft, rule->var_count, RULE_VARS_MAX))
		return false;
	name = new_name(draft);
	if (!name)
		return false;
	rule->vars[rule->var_count++] = (RuleVar){ .name = name, .kind = kind };
	return true;
}

static bool add_type(Draft *draft)
{
	Rule *rule = draft->rule;

	if (!room(draft, rule->type_count, RULE_TYPES_MAX))
		return false;
	rule->types[rule->type_count] = new_name(draft);
	return rule->types[rule->type_count++] != NULL;
}

static bool in_list(const Scan *scan)
{
	return scan->token.kind == TOKEN_NAME && !scan->token.starts_line
	    && !is_keyword(scan);
}

static bool read_vars(Draft *draft, VarKind kind)
{
	do {
		if (!add_var(draft, kind))
			return false;
	} while (in_list(draft->scan));
	return true;
}

static bool read_types(Draft *draft)
{
	do {
		if (!add_type(draft))
			return false;
	} while (in_list(draft->scan));
	return true;
}

/* -- functions, values, needs ---------------------------------------------- */

static bool read_meta_type(Draft *draft, DraftMeta *meta)
{
	const Type *type;

	while ((type = draft_type(draft)) && scan_accept(draft->scan, "->")) {
		if (meta->arity == RULE_ARITY_MAX)
			return scan_unexpected(draft->scan,
					       "fewer parameters");
		meta->params[meta->arity++] = type;
	}
	meta->result = type;
	return type != NULL;
}

static bool add_meta(Draft *draft, const char *name, DraftMeta meta)
{
	Rule *rule = draft->rule;

	if (!room(draft, rule->meta_count, RULE_METAS_MAX))
		return false;
	draft->metas[rule->meta_count] = meta;
	rule->metas[rule->meta_count++] = (Meta){ .name = name,
						  .arity = meta.arity };
	return true;
}

static bool read_metas(Draft *draft)
{
	Scan *scan = draft->scan;

	do {
		DraftMeta meta = { 0 };
		const char *name;

		if (is_keyword(scan))
			return true;
		name = new_name(draft);
		if (!name || !scan_expect(scan, ":")
		    || !read_meta_type(draft, &meta)
		    || !add_meta(draft, name, meta))
			return false;
	} while (scan_accept(scan, ";"));
	return true;
}

static bool read_perm(Draft *draft)
{
	Rule *rule = draft->rule;
	Scan *scan = draft->scan;
	int at, var = rule->var_count, length;

	if (!add_var(draft, VAR_PERM) || !scan_expect(scan, ":"))
		return false;
	at = scan->token.at;
	length = draft_var(draft, draft_word(draft));
	if (length < 0)
		return scan_error(scan, at, draft_word(draft),
				  "a declared size",
				  "a permutation of an unknown length");
	draft->perm_lengths[var] = size_var(draft->ir, draft_word(draft));
	scan_next(scan);
	return true;
}

static int used_meta(Draft *draft)
{
	int meta = draft_meta(draft, draft_word(draft));

	if (meta < 0)
		scan_unexpected(draft->scan, "a declared function or value");
	scan_next(draft->scan);
	return meta;
}

static bool read_where(Draft *draft)
{
	static const char *const names[] = { "monoid", "cmonoid", "rounding",
					     "unordered" };
	Rule *rule = draft->rule;
	Guard guard = { .function = -1, .neutral = -1 };
	int needs = 0;

	while (needs < 4 && !scan_is(draft->scan, names[needs]))
		needs++;
	if (needs == 4)
		return scan_unexpected(draft->scan, "monoid, cmonoid, "
				       "rounding or unordered");
	if (rule->guard_count == RULE_GUARDS_MAX)
		return scan_unexpected(draft->scan, "one where, not more");
	scan_next(draft->scan);
	guard.needs = (Needs)needs;
	if (guard.needs <= NEEDS_CMONOID) {
		guard.function = used_meta(draft);
		guard.neutral = used_meta(draft);
		if (guard.function < 0 || guard.neutral < 0)
			return false;
		if (rule->metas[guard.function].arity != 2
		    || rule->metas[guard.neutral].arity != 0)
			return scan_error(draft->scan, draft->scan->token.at,
					  NULL, "monoid FUNCTION VALUE",
					  "%s needs a function of two and a "
					  "value", names[needs]);
	}
	rule->guards[rule->guard_count++] = guard;
	return true;
}

static bool read_on(Draft *draft)
{
	DraftMeta meta = { .result = draft_type(draft) };

	if (!meta.result)
		return false;
	draft->rule->on = draft->rule->meta_count;
	return add_meta(draft, "", meta);
}

static bool read_declaration(Draft *draft)
{
	Scan *scan = draft->scan;

	if (scan_accept(scan, "size"))
		return read_vars(draft, VAR_SIZE);
	if (scan_accept(scan, "type"))
		return read_types(draft);
	if (scan_accept(scan, "let"))
		return read_metas(draft);
	if (scan_accept(scan, "perm"))
		return read_perm(draft);
	if (scan_accept(scan, "dim"))
		return read_vars(draft, VAR_DIM);
	if (scan_accept(scan, "where"))
		return read_where(draft);
	return scan_expect(scan, "on") && read_on(draft);
}

bool draft_declarations(Draft *draft)
{
	Scan *scan = draft->scan;

	while (is_keyword(scan) && !scan_is(scan, "rule")
	       && draft->rule->on < 0) {
		if (!read_declaration(draft))
			return false;
		scan_accept(scan, ";");
	}
	return !scan->failed;
}
