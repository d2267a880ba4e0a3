/* Names of the notation: which take sizes in brackets, which stand between
 * their arguments, which are words of the notation itself. */
#include <string.h>

#include "ir/core/op.h"
#include "ir/core/prim.h"
#include "ir/front/notation_draft.h"

/* What is not in prim.def: sizes that may be left out, and the size of a
 * value. */
static const struct {
	const char *name;
	SizedName sized;
} others[] = {
	{ "gather", { 1, 0, false } },
	{ "size", { 1, 0, false } },
};

bool notation_sized(const char *name, SizedName *sized)
{
	int dim;
	Prim prim = prim_named(name, &dim);
	const char *signature;

	*sized = (SizedName){ 0, 0, false };
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (!strcmp(name, others[i].name))
			*sized = others[i].sized;
	if (prim == PRIM_COUNT)
		return sized->count > 0;
	signature = prim_rows[prim].signature;
	sized->at = (int)strcspn(signature, "n");
	sized->count = (int)strspn(signature + sized->at, "n");
	sized->mode = sized->count && strchr(signature, 'm');
	return sized->count > 0;
}

int notation_infix(const char *name)
{
	static const struct {
		const char *name;
		int level;
	} rows[] = {
		{ "or", LEVEL_OR }, { "and", LEVEL_AND },
		{ "<", LEVEL_COMPARE }, { "<=", LEVEL_COMPARE },
		{ ">", LEVEL_COMPARE }, { ">=", LEVEL_COMPARE },
		{ "==", LEVEL_COMPARE }, { "!=", LEVEL_COMPARE },
		{ "&", LEVEL_BITS }, { "|", LEVEL_BITS },
		{ "^", LEVEL_BITS }, { "<<", LEVEL_SHIFT },
		{ ">>", LEVEL_SHIFT }, { "+", LEVEL_SUM },
		{ "-", LEVEL_SUM }, { "*", LEVEL_PRODUCT },
		{ "/", LEVEL_PRODUCT }, { "%", LEVEL_PRODUCT },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!strcmp(rows[i].name, name))
			return rows[i].level;
	return 0;
}

bool notation_chains(const char *name)
{
	Op op = op_named(name);

	return op != OP_COUNT && op_rows[op].chain;
}

static bool is_one_of(const char *name, const char *const *words)
{
	for (; *words; words++)
		if (!strcmp(*words, name))
			return true;
	return false;
}

bool notation_is_clause(const char *name)
{
	static const char *const words[] = {
		"size", "open", "input", "output", "tolerance", "operator",
		"where", "use", NULL
	};

	return is_one_of(name, words);
}

bool notation_is_reserved(const char *name)
{
	static const char *const words[] = {
		"let", "in", "if", "then", "else", "true", "false", "and",
		"or", "program", NULL
	};

	return is_one_of(name, words);
}
