/* The core term of a rule as text: variables by level, functions and values by
 * number, without the names of binders. */
#include "rules/core.h"

#include "base/hash.h"
#include "rules/pat.h"

static const char *word_of(const Pat *pat)
{
	static const char *const words[] = {
		[PAT_META] = "meta", [PAT_VAR] = "var",
		[PAT_LITERAL] = "literal", [PAT_TUPLE] = "tuple",
		[PAT_GET] = "get", [PAT_LET] = "let", [PAT_IF] = "if",
		[PAT_LAMBDA] = "lambda", [PAT_REORDER] = "order",
	};

	if (pat->kind == PAT_OP)
		return op_rows[pat->op].name;
	return pat->kind == PAT_PRIM ? prim_name(pat->prim) : words[pat->kind];
}

static void put_term(Text *text, const Draft *draft, const Pat *pat)
{
	text_printf(text, "(%s %d %d", word_of(pat), pat->index, pat->dim);
	if (pat->kind == PAT_LITERAL) {
		text_printf(text, " %.17g : ", pat->value);
		draft_type_text(draft, text, pat->type);
	}
	for (int i = 0; i < pat->size_count; i++) {
		text_char(text, ' ');
		size_text(text, pat->written[i]);
	}
	for (int i = 0; i < pat->kid_count; i++) {
		text_char(text, ' ');
		put_term(text, draft, pat->kids[i]);
	}
	text_char(text, ')');
}

uint64_t core_hash(const Draft *draft)
{
	const Rule *rule = draft->rule;
	Text text = { 0 };
	uint64_t hash;

	text_printf(&text, "%s %d\n", rule->name, rule->both);
	draft_print_declared(draft, &text);
	put_term(&text, draft, rule->ways[0].from);
	put_term(&text, draft, rule->ways[0].to);
	hash = hash_string(text_string(&text));
	text_free(&text);
	return hash;
}

/* -- rules that were named by another hash --------------------------------- */

typedef struct Former {
	uint64_t core, text;
} Former;

uint64_t core_stored(uint64_t core)
{
#define FORMER(core, text) { UINT64_C(core), UINT64_C(text) },
	static const Former formers[] = {
#include "rules/former.def"
	};
#undef FORMER

	for (size_t i = 0; i < sizeof formers / sizeof *formers; i++)
		if (formers[i].core == core)
			return formers[i].text;
	return core;
}
