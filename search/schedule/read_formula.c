/* Numbers: sums, products and comparisons of numbers, of chosen ones and of
 * what is asked about places. */
#include <stdlib.h>

#include "rules/draft.h"
#include "search/schedule/block.h"

enum { DEPTH_MAX = 40 };

static Formula *formula_new(BlockReader *r, FormulaKind kind)
{
	Formula *formula = ARENA_NEW(r->arena, Formula);

	formula->kind = kind;
	formula->at = r->scan->token.at;
	return formula;
}

static const Formula *joined(BlockReader *r, FormulaKind kind,
			     const Formula *left, const Formula *right)
{
	Formula *formula = formula_new(r, kind);

	formula->left = left;
	formula->right = right;
	return right ? formula : NULL;
}

/* extent(place) and the like; what follows the word, here and below. */
static bool read_asked(BlockReader *r, Formula *formula)
{
	return read_place(r, &formula->place);
}

/* fits(place, rule) */
static bool read_fits(BlockReader *r, Formula *formula)
{
	if (!read_place(r, &formula->place) || !scan_expect(r->scan, ","))
		return false;
	formula->at = r->scan->token.at;
	formula->name = read_word(r, "a rule");
	formula->back = formula->kind == FORMULA_FITS
		     && scan_accept(r->scan, "<");
	return formula->name != NULL;
}

/* same(place, place) and the like */
static bool read_pair(BlockReader *r, Formula *formula)
{
	return read_place(r, &formula->place) && scan_expect(r->scan, ",")
	    && read_place(r, &formula->other);
}

/* power(a) */
static bool read_one(BlockReader *r, Formula *formula)
{
	formula->left = read_formula(r);
	return formula->left != NULL;
}

/* min(a, b) */
static bool read_two(BlockReader *r, Formula *formula)
{
	if (!read_one(r, formula) || !scan_expect(r->scan, ","))
		return false;
	formula->right = read_formula(r);
	return formula->right != NULL;
}

typedef struct Word {
	const char *word;
	FormulaKind kind;
	bool (*read)(BlockReader *r, Formula *formula);
} Word;

static const Word words[] = {
	{ "min",       FORMULA_MIN,       read_two },
	{ "max",       FORMULA_MAX,       read_two },
	{ "multiple",  FORMULA_MULTIPLE,  read_two },
	{ "missing",   FORMULA_MISSING,   read_two },
	{ "power",     FORMULA_POWER,     read_one },
	{ "fits",      FORMULA_FITS,      read_fits },
	{ "somewhere", FORMULA_SOMEWHERE, read_fits },
	{ "applies",   FORMULA_APPLIES,   read_fits },
	{ "there",     FORMULA_THERE,     read_asked },
};

/* A number may be called as a query is: that has a place behind it. */
static const Query *query_here(const Scan *scan)
{
	const Token *token = &scan->token;
	const char *word = scan->text + token->at;

	return token->kind == TOKEN_NAME && word[token->length] == '('
	     ? query_named(word, token->length) : NULL;
}

static Word word_here(const Scan *scan, const Formula *formula)
{
	if (formula->query)
		return (Word){ NULL, FORMULA_QUERY, read_asked };
	if (formula->pair)
		return (Word){ NULL, FORMULA_PAIR, read_pair };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (scan_is(scan, words[i].word))
			return words[i];
	return (Word){ NULL, FORMULA_NAME, NULL };
}

static const Formula *read_named(BlockReader *r)
{
	Formula *formula = formula_new(r, FORMULA_NAME);
	Word word;

	formula->query = query_here(r->scan);
	formula->pair = pair_query_named(r->scan->text + r->scan->token.at,
					 r->scan->token.length);
	word = word_here(r->scan, formula);
	formula->kind = word.kind;
	if (!word.read) {
		formula->name = read_word(r, "a number");
		return formula->name ? formula : NULL;
	}
	scan_next(r->scan);
	return scan_expect(r->scan, "(") && word.read(r, formula)
	       && scan_expect(r->scan, ")") ? formula : NULL;
}

static const Formula *read_atom(BlockReader *r)
{
	const Formula *inside;
	Formula *number;

	if (scan_accept(r->scan, "(")) {
		inside = read_formula(r);
		return inside && scan_expect(r->scan, ")") ? inside : NULL;
	}
	if (r->scan->token.kind != TOKEN_NUMBER)
		return read_named(r);
	number = formula_new(r, FORMULA_NUMBER);
	number->value = strtoll(r->scan->text + r->scan->token.at, NULL, 10);
	scan_next(r->scan);
	return number;
}

typedef struct Infix {
	const char *mark;
	FormulaKind kind;
	int level; /* binds tighter the higher */
} Infix;

enum { LOOSEST = 1, TIGHTEST = 5 };

static const Infix *infix_here(const Scan *scan, int level)
{
	static const Infix infixes[] = {
		{ "or", FORMULA_OR, 1 }, { "and", FORMULA_AND, 2 },
		{ "==", FORMULA_EQ, 3 }, { "!=", FORMULA_NE, 3 },
		{ "<=", FORMULA_LE, 3 }, { ">=", FORMULA_GE, 3 },
		{ "<", FORMULA_LT, 3 }, { ">", FORMULA_GT, 3 },
		{ "+", FORMULA_ADD, 4 }, { "-", FORMULA_SUB, 4 },
		{ "*", FORMULA_MUL, 5 }, { "/", FORMULA_DIV, 5 },
		{ "%", FORMULA_MOD, 5 },
	};

	for (size_t i = 0; i < sizeof infixes / sizeof *infixes; i++)
		if (infixes[i].level == level
		    && scan_is(scan, infixes[i].mark))
			return &infixes[i];
	return NULL;
}

static const Formula *read_level(BlockReader *r, int level)
{
	const Formula *left = level > TIGHTEST ? read_atom(r)
					       : read_level(r, level + 1);
	const Infix *infix;

	for (int terms = 1; left && level <= TIGHTEST
	     && (infix = infix_here(r->scan, level)); terms++) {
		if (terms == DEPTH_MAX)
			return scan_unexpected(r->scan, "fewer terms"), NULL;
		scan_next(r->scan);
		left = joined(r, infix->kind, left, read_level(r, level + 1));
	}
	return left;
}

const Formula *read_formula(BlockReader *r)
{
	const Formula *formula;

	if (r->depth == DEPTH_MAX) {
		scan_unexpected(r->scan, "less nesting");
		return NULL;
	}
	r->depth++;
	formula = read_level(r, LOOSEST);
	r->depth--;
	return formula;
}

/* Up to the end, each with where it comes from: 1 "one"; of a list the last may
 * be what its values are so many of. */
static bool read_items(BlockReader *r, Values *values, const char *end)
{
	do {
		int i = values->count;

		if (i == LIST_ITEMS_MAX)
			return scan_unexpected(r->scan, "fewer values");
		if (values->list && r->scan->token.kind == TOKEN_STRING) {
			values->word = read_quoted(r, "a word");
			break;
		}
		values->items[i] = read_formula(r);
		if (!values->items[i])
			return false;
		if (!values->list && r->scan->token.kind == TOKEN_STRING)
			values->words[i] = read_quoted(r, "a word");
		values->count++;
	} while (scan_accept(r->scan, ","));
	return scan_expect(r->scan, end);
}

/* list(a, b) or [a, b], and if where */
static bool read_values(BlockReader *r, Values *values)
{
	bool list = !scan_accept(r->scan, "[");

	values->at = r->scan->token.at;
	if (list) {
		values->list = read_word(r, "a list");
		if (!values->list || !scan_expect(r->scan, "("))
			return false;
	}
	if (list && choice_list_has_place(values->list)
	    && (!read_place(r, &values->place)
		|| (!scan_is(r->scan, ")") && !scan_expect(r->scan, ","))))
		return false;
	if (!(list && scan_accept(r->scan, ")"))
	    && !read_items(r, values, list ? ")" : "]"))
		return false;
	if (scan_accept(r->scan, "if")) {
		values->only = read_formula(r);
		return values->only != NULL;
	}
	return true;
}

/* NAME : values, values */
bool read_choice(BlockReader *r, Choice *choice)
{
	choice->at = r->scan->token.at;
	choice->number = read_word(r, "a number's name");
	if (!choice->number || !scan_expect(r->scan, ":"))
		return false;
	do {
		if (choice->count == VALUES_MAX)
			return scan_unexpected(r->scan, "fewer lists");
		if (!read_values(r, &choice->values[choice->count++]))
			return false;
	} while (scan_accept(r->scan, ","));
	return true;
}
