/* A rule printed as the block it was read from, in one layout. */
#include <stdio.h>
#include <string.h>

#include "rules/draft.h"

/* How tightly an operator binds; its arguments bind tighter. */
enum { LOOSE, CHAIN, SUM, PRODUCT, APPLY, ATOM };

static void put(Text *text, const Syn *syn, int tightness);

static void put_param(Text *text, const SynParam *param)
{
	if (param->name) {
		text_put(text, param->name);
		return;
	}
	text_char(text, '(');
	for (int i = 0; i < param->count; i++) {
		text_put(text, i ? ", " : "");
		put_param(text, param->parts[i]);
	}
	text_char(text, ')');
}

static void put_list(Text *text, const Syn *syn, const char *between,
		     int tightness)
{
	for (int i = 0; i < syn->count; i++) {
		text_put(text, i ? between : "");
		put(text, syn->kids[i], tightness);
	}
}

static void put_name(Text *text, const Syn *syn)
{
	text_put(text, syn->name);
	if (syn->dim)
		text_printf(text, "(%s)", syn->dim);
	for (int i = 0; i < syn->size_count; i++) {
		text_put(text, i ? ", " : "[");
		size_text(text, syn->sizes[i]);
	}
	if (syn->mode)
		text_printf(text, ", %s", syn->mode);
	text_put(text, syn->size_count ? "]" : "");
}

static void put_lambda(Text *text, const Syn *syn)
{
	text_char(text, '\\');
	for (int i = 0; i < syn->param_count; i++) {
		text_put(text, i ? " " : "");
		put_param(text, syn->params[i]);
	}
	text_put(text, ". ");
	put(text, syn->kids[0], LOOSE);
}

static void put_let(Text *text, const Syn *syn)
{
	text_printf(text, "let %s = ", syn->name);
	put(text, syn->kids[0], LOOSE);
	text_put(text, " in ");
	put(text, syn->kids[1], LOOSE);
}

static void put_if(Text *text, const Syn *syn)
{
	static const char *const words[] = { "if ", " then ", " else " };

	for (int i = 0; i < 3; i++) {
		text_put(text, words[i]);
		put(text, syn->kids[i], LOOSE);
	}
}

static void put_infix(Text *text, const Syn *syn)
{
	bool sum = syn->op == OP_ADD || syn->op == OP_SUB;

	put(text, syn->kids[0], sum ? SUM : PRODUCT);
	text_printf(text, sum ? " %s " : "%s", op_rows[syn->op].name);
	put(text, syn->kids[1], sum ? PRODUCT : APPLY);
}

static int tightness_of(const Syn *syn)
{
	switch (syn->kind) {
	case SYN_LAMBDA: case SYN_LET: case SYN_IF: return LOOSE;
	case SYN_COMPOSE: return CHAIN;
	case SYN_INFIX: return syn->op == OP_ADD || syn->op == OP_SUB
			     ? SUM : PRODUCT;
	case SYN_APPLY: return APPLY;
	default: return ATOM;
	}
}

static void put_bare(Text *text, const Syn *syn)
{
	switch (syn->kind) {
	case SYN_NAME: put_name(text, syn); break;
	case SYN_NUMBER: text_put(text, syn->name); break;
	case SYN_APPLY: put_list(text, syn, " ", ATOM); break;
	case SYN_COMPOSE: put_list(text, syn, " . ", SUM); break;
	case SYN_LAMBDA: put_lambda(text, syn); break;
	case SYN_LET: put_let(text, syn); break;
	case SYN_IF: put_if(text, syn); break;
	case SYN_PART: break;
	case SYN_INFIX: put_infix(text, syn); break;
	case SYN_TUPLE:
		text_char(text, '(');
		put_list(text, syn, ", ", LOOSE);
		text_char(text, ')');
		break;
	}
}

static void put(Text *text, const Syn *syn, int tightness)
{
	bool inside = tightness_of(syn) < tightness;

	text_put(text, inside ? "(" : "");
	put_bare(text, syn);
	text_put(text, inside ? ")" : "");
}

/* -- the block ------------------------------------------------------------- */

static void put_vars(const Draft *draft, Text *text, VarKind from, VarKind to,
		     const char *word)
{
	const Rule *rule = draft->rule;
	bool any = false;

	for (int i = 0; i < rule->var_count; i++) {
		if (rule->vars[i].kind < from || rule->vars[i].kind > to)
			continue;
		text_printf(text, any ? " %s" : "  %s %s",
			    any ? rule->vars[i].name : word,
			    rule->vars[i].name);
		any = true;
	}
	text_put(text, any ? "\n" : "");
}

static void put_types(const Draft *draft, Text *text)
{
	const Rule *rule = draft->rule;

	text_put(text, rule->type_count ? "  type" : "");
	for (int i = 0; i < rule->type_count; i++)
		text_printf(text, " %s", rule->types[i]);
	text_put(text, rule->type_count ? "\n" : "");
}

static void put_perms(const Draft *draft, Text *text)
{
	const Rule *rule = draft->rule;

	for (int i = 0; i < rule->var_count; i++) {
		if (rule->vars[i].kind != VAR_PERM)
			continue;
		text_printf(text, "  perm %s : ", rule->vars[i].name);
		size_text(text, draft->perm_lengths[i]);
		text_char(text, '\n');
	}
}

static void put_metas(const Draft *draft, Text *text)
{
	const Rule *rule = draft->rule;

	for (int i = 0; i < rule->meta_count; i++) {
		const DraftMeta *meta = &draft->metas[i];

		if (i == rule->on)
			continue;
		text_printf(text, "%s%s : ", i ? " ; " : "  let ",
			    rule->metas[i].name);
		for (int j = 0; j < meta->arity; j++) {
			draft_type_text(draft, text, meta->params[j]);
			text_put(text, " -> ");
		}
		draft_type_text(draft, text, meta->result);
	}
	text_put(text, rule->meta_count - (rule->on >= 0) > 0 ? "\n" : "");
}

static void put_guards(const Draft *draft, Text *text)
{
	static const char *const names[] = { "monoid", "cmonoid", "rounding",
					     "unordered" };
	const Rule *rule = draft->rule;

	for (int i = 0; i < rule->guard_count; i++) {
		const Guard *guard = &rule->guards[i];

		text_printf(text, "  where %s", names[guard->needs]);
		if (guard->function >= 0)
			text_printf(text, " %s %s",
				    rule->metas[guard->function].name,
				    rule->metas[guard->neutral].name);
		text_char(text, '\n');
	}
}

void draft_print_declared(const Draft *draft, Text *text)
{
	const Rule *rule = draft->rule;

	put_vars(draft, text, VAR_SIZE, VAR_WIDTH, "size");
	put_types(draft, text);
	put_perms(draft, text);
	put_vars(draft, text, VAR_DIM, VAR_DIM, "dim");
	put_metas(draft, text);
	put_guards(draft, text);
	if (rule->on >= 0) {
		text_put(text, "  on ");
		draft_type_text(draft, text, draft->metas[rule->on].result);
		text_char(text, '\n');
	}
}

void draft_print(const Draft *draft, Text *text)
{
	const Rule *rule = draft->rule;

	text_printf(text, "rule %s \"%s\"\n", rule->name, rule->source);
	draft_print_declared(draft, text);
	text_put(text, "  ");
	put(text, draft->left, LOOSE);
	text_put(text, rule->both ? "\n    <=> " : "\n    => ");
	put(text, draft->right, LOOSE);
	text_char(text, '\n');
}
