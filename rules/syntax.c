/* The expressions of rule files:
 *   expression = \p ... . expression | let x = expression in expression
 *              | if expression then expression else expression | chain
 *   chain      = sum { . sum }              (f . g is f after g)
 *   sum        = product { (+|-) product }, product = apply { (*|/) apply }
 *   apply      = atom { atom }
 *   atom       = name [size, ...] (dimension) | number | (expression, ...) */
#include <stdlib.h>
#include <string.h>

#include "rules/draft.h"

enum { SYN_KIDS_MAX = 16 };

typedef struct SynList {
	const Syn *items[SYN_KIDS_MAX];
	int count;
} SynList;

const char *draft_word(const Draft *draft)
{
	const Token *token = &draft->scan->token;

	return ir_name(draft->ir, draft->scan->text + token->at,
		       (size_t)token->length);
}

static bool enter(Draft *draft)
{
	if (draft->depth++ < DRAFT_DEPTH_MAX)
		return true;
	return scan_unexpected(draft->scan, "less nesting");
}

static Syn *syn_new(Draft *draft, SynKind kind, int at)
{
	Syn *syn = ARENA_NEW(draft->arena, Syn);

	syn->kind = kind;
	syn->at = at;
	return syn;
}

static const Syn *syn_with(Draft *draft, Syn *syn, const SynList *list)
{
	const Syn **kids = ARENA_ARRAY(draft->arena, const Syn *, list->count);

	memcpy(kids, list->items, sizeof *kids * (size_t)list->count);
	syn->count = list->count;
	syn->kids = kids;
	return syn;
}

static bool list_add(Draft *draft, SynList *list, const Syn *syn)
{
	if (!syn)
		return false;
	if (list->count == SYN_KIDS_MAX)
		return scan_error(draft->scan, syn->at, NULL, NULL,
				  "more than %d arguments", SYN_KIDS_MAX);
	list->items[list->count++] = syn;
	return true;
}

/* -- atoms ----------------------------------------------------------------- */

static bool read_dimension(Draft *draft, Syn *syn)
{
	Scan *scan = draft->scan;

	scan_next(scan);
	if (scan->token.kind != TOKEN_NAME && scan->token.kind != TOKEN_NUMBER)
		return scan_unexpected(scan, "a dimension");
	syn->dim = draft_word(draft);
	scan_next(scan);
	return scan_expect(scan, ")");
}

/* slide[n, s], pad[l, r, clamp] */
static bool read_sizes(Draft *draft, Syn *syn)
{
	Scan *scan = draft->scan;

	do {
		if (syn->size_count == PRIM_SIZES_MAX) {
			scan_next(scan);
			syn->mode = draft_word(draft);
			scan_next(scan);
			break;
		}
		syn->sizes[syn->size_count] = draft_size_before(draft, ",]");
		if (!syn->sizes[syn->size_count++])
			return false;
	} while (scan_is(scan, ","));
	return scan_expect(scan, "]");
}

static const Syn *read_parentheses(Draft *draft);

/* sum:(...) in a form */
static const Syn *read_part(Draft *draft, Syn *part)
{
	SynList list = { .count = 0 };

	part->kind = SYN_PART;
	if (!scan_is(draft->scan, "(")) {
		scan_unexpected(draft->scan, "( and the part of that name");
		return NULL;
	}
	return list_add(draft, &list, read_parentheses(draft))
	     ? syn_with(draft, part, &list) : NULL;
}

static const Syn *read_name(Draft *draft)
{
	Scan *scan = draft->scan;
	Syn *syn = syn_new(draft, SYN_NAME, scan->token.at);
	int dim;

	syn->name = draft_word(draft);
	scan_next(scan);
	if (scan->stops && scan_accept(scan, ":"))
		return read_part(draft, syn);
	if (scan_is(scan, "(") && scan->token.touches
	    && prim_named(syn->name, &dim) != PRIM_COUNT
	    && prim_is(prim_named(syn->name, &dim), TRAIT_DIM)
	    && !read_dimension(draft, syn))
		return NULL;
	if (scan_is(scan, "["))
		return read_sizes(draft, syn) ? syn : NULL;
	return syn;
}

static const Syn *read_number(Draft *draft)
{
	Syn *syn = syn_new(draft, SYN_NUMBER, draft->scan->token.at);

	syn->name = draft_word(draft);
	syn->value = strtod(syn->name, NULL);
	scan_next(draft->scan);
	return syn;
}

static const Syn *read_parentheses(Draft *draft)
{
	Scan *scan = draft->scan;
	Syn *tuple = syn_new(draft, SYN_TUPLE, scan->token.at);
	SynList list = { .count = 0 };

	scan_next(scan);
	do {
		if (!list_add(draft, &list, draft_expression(draft)))
			return NULL;
	} while (scan_accept(scan, ","));
	if (!scan_expect(scan, ")"))
		return NULL;
	return list.count == 1 ? list.items[0] : syn_with(draft, tuple, &list);
}

static bool at_keyword(const Scan *scan)
{
	static const char *const words[] = { "rule", "in", "then", "else" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (scan_is(scan, words[i]))
			return true;
	for (const char *const *stop = scan->stops; stop && *stop; stop++)
		if (scan_is(scan, *stop))
			return true;
	return false;
}

static bool at_atom(const Scan *scan)
{
	return (scan->token.kind == TOKEN_NAME && !at_keyword(scan))
	    || scan->token.kind == TOKEN_NUMBER || scan_is(scan, "(");
}

static const Syn *read_atom(Draft *draft)
{
	Scan *scan = draft->scan;

	if (!at_atom(scan)) {
		scan_unexpected(scan, "an expression");
		return NULL;
	}
	if (scan->token.kind == TOKEN_NUMBER)
		return read_number(draft);
	return scan_is(scan, "(") ? read_parentheses(draft) : read_name(draft);
}

/* -- applications, sums, chains -------------------------------------------- */

static const Syn *read_apply(Draft *draft)
{
	Scan *scan = draft->scan;
	Syn *apply = syn_new(draft, SYN_APPLY, scan->token.at);
	SynList list = { .count = 0 };

	do {
		if (!list_add(draft, &list, read_atom(draft)))
			return NULL;
	} while (at_atom(scan));
	return list.count == 1 ? list.items[0] : syn_with(draft, apply, &list);
}

/* Each operator is a level. */
static bool room(Draft *draft, int terms)
{
	return terms < SYN_KIDS_MAX
	    || scan_unexpected(draft->scan, "at most 16 terms");
}

static const Syn *infix(Draft *draft, int at, Op op, const Syn *a, const Syn *b)
{
	Syn *syn = syn_new(draft, SYN_INFIX, at);
	SynList list = { .items = { a, b }, .count = 2 };

	syn->op = op;
	return b ? syn_with(draft, syn, &list) : NULL;
}

static const Syn *read_product(Draft *draft)
{
	Scan *scan = draft->scan;
	const Syn *left = read_apply(draft);

	for (int terms = 1; left && (scan_is(scan, "*") || scan_is(scan, "/"));
	     terms++) {
		Op op = scan_is(scan, "*") ? OP_MUL : OP_DIV;

		if (!room(draft, terms))
			return NULL;
		scan_next(scan);
		left = infix(draft, left->at, op, left, read_apply(draft));
	}
	return left;
}

static const Syn *read_sum(Draft *draft)
{
	Scan *scan = draft->scan;
	const Syn *left = read_product(draft);

	for (int terms = 1; left && (scan_is(scan, "+") || scan_is(scan, "-"));
	     terms++) {
		Op op = scan_is(scan, "+") ? OP_ADD : OP_SUB;

		if (!room(draft, terms))
			return NULL;
		scan_next(scan);
		left = infix(draft, left->at, op, left, read_product(draft));
	}
	return left;
}

static const Syn *read_chain(Draft *draft)
{
	Syn *chain = syn_new(draft, SYN_COMPOSE, draft->scan->token.at);
	SynList list = { .count = 0 };

	do {
		if (!list_add(draft, &list, read_sum(draft)))
			return NULL;
	} while (scan_accept(draft->scan, "."));
	return list.count == 1 ? list.items[0] : syn_with(draft, chain, &list);
}

/* -- binders --------------------------------------------------------------- */

static const SynParam *read_param(Draft *draft)
{
	Scan *scan = draft->scan;
	SynParam *param = ARENA_NEW(draft->arena, SynParam);
	const SynParam **parts = ARENA_ARRAY(draft->arena, const SynParam *,
					     SYN_KIDS_MAX);

	if (scan->token.kind == TOKEN_NAME) {
		param->name = draft_word(draft);
		scan_next(scan);
		return param;
	}
	param->parts = parts;
	if (!scan_expect(scan, "("))
		return NULL;
	do {
		if (param->count == SYN_KIDS_MAX || !enter(draft)) {
			scan_unexpected(scan, "fewer parts");
			return NULL;
		}
		parts[param->count] = read_param(draft);
		draft->depth--;
		if (!parts[param->count++])
			return NULL;
	} while (scan_accept(scan, ","));
	return scan_expect(scan, ")") ? param : NULL;
}

static const Syn *read_lambda(Draft *draft)
{
	Scan *scan = draft->scan;
	Syn *lambda = syn_new(draft, SYN_LAMBDA, scan->token.at);
	const SynParam **params = ARENA_ARRAY(draft->arena, const SynParam *,
					      RULE_ARITY_MAX);
	SynList body = { .count = 0 };

	scan_next(scan);
	lambda->params = params;
	do {
		if (lambda->param_count == RULE_ARITY_MAX) {
			scan_unexpected(scan, "fewer parameters");
			return NULL;
		}
		params[lambda->param_count] = read_param(draft);
		if (!params[lambda->param_count++])
			return NULL;
	} while (!scan_is(scan, "."));
	scan_next(scan);
	if (!list_add(draft, &body, draft_expression(draft)))
		return NULL;
	return syn_with(draft, lambda, &body);
}

static const Syn *read_let(Draft *draft)
{
	Scan *scan = draft->scan;
	Syn *let = syn_new(draft, SYN_LET, scan->token.at);
	SynList list = { .count = 0 };

	scan_next(scan);
	let->name = draft_word(draft);
	scan_next(scan);
	if (!scan_expect(scan, "=")
	    || !list_add(draft, &list, draft_expression(draft))
	    || !scan_expect(scan, "in")
	    || !list_add(draft, &list, draft_expression(draft)))
		return NULL;
	return syn_with(draft, let, &list);
}

static const Syn *read_if(Draft *draft)
{
	static const char *const words[] = { "if", "then", "else" };
	Syn *choice = syn_new(draft, SYN_IF, draft->scan->token.at);
	SynList list = { .count = 0 };

	for (int i = 0; i < 3; i++)
		if (!scan_expect(draft->scan, words[i])
		    || !list_add(draft, &list, draft_expression(draft)))
			return NULL;
	return syn_with(draft, choice, &list);
}

const Syn *draft_expression(Draft *draft)
{
	const Syn *syn;

	if (!enter(draft))
		return NULL;
	if (scan_is(draft->scan, "\\"))
		syn = read_lambda(draft);
	else if (scan_is(draft->scan, "let"))
		syn = read_let(draft);
	else if (scan_is(draft->scan, "if"))
		syn = read_if(draft);
	else
		syn = read_chain(draft);
	draft->depth--;
	return syn;
}
