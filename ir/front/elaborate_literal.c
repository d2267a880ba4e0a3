/* Literals: numbers as written, their open types, and how they fit the type
 * that the program asks of them (language.md). */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ir/front/term.h"

bool elaborate_is_literal_text(const char *text)
{
	return isdigit((unsigned char)text[0])
	    || (text[0] == '-' && isdigit((unsigned char)text[1]));
}

typedef struct NamedLiteral {
	const char *name;
	double value;
} NamedLiteral;

static const NamedLiteral named[] = {
	{ "inf", INFINITY }, { "-inf", -INFINITY }, { "nan", NAN },
	{ "pi", 3.14159265358979323846 },
};

static const NamedLiteral *named_literal(const char *text)
{
	for (size_t i = 0; i < sizeof named / sizeof *named; i++)
		if (!strcmp(named[i].name, text))
			return &named[i];
	return NULL;
}

bool elaborate_is_literal_name(const char *text)
{
	return named_literal(text) != NULL;
}

static Term *real_literal(Reader *r, const Node *node, double value)
{
	Term *term = term_new(r, EXPR_LITERAL, node,
			      unify_open(r->unifier, OPEN_FLOAT), 0, NULL);

	memcpy(&term->bits, &value, sizeof value);
	return term;
}

static Term *integer_literal(Reader *r, const Node *node, bool negative,
			     uint64_t magnitude)
{
	Term *term = term_new(r, EXPR_LITERAL, node,
			      unify_open(r->unifier, OPEN_NUMBER), 0, NULL);

	term->integral = true;
	term->negative = negative && magnitude;
	term->bits = magnitude;
	return term;
}

Term *elaborate_integer(Reader *r, const Node *at, int64_t value)
{
	return integer_literal(r, at, value < 0,
			       value < 0 ? 0 - (uint64_t)value
					 : (uint64_t)value);
}

static Term *bool_literal(Reader *r, const Node *node)
{
	Term *term = term_new(r, EXPR_LITERAL, node,
			      type_scalar(r->ir, SCALAR_BOOL), 0, NULL);

	term->bits = node->integer != 0;
	return term;
}

static Term *malformed(Reader *r, const Node *node, const char *expected)
{
	read_error(r, E0007, node, read_found(r, node), expected,
		   "a literal is not well formed");
	return NULL;
}

static bool all_digits(const char *text, int (*is_digit)(int))
{
	if (!*text)
		return false;
	for (; *text; text++)
		if (!is_digit((unsigned char)*text))
			return false;
	return true;
}

static Term *text_literal(Reader *r, const Node *node)
{
	const char *text = node->string + (node->string[0] == '-');
	bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	bool integer = hex ? all_digits(text + 2, isxdigit)
			   : all_digits(text, isdigit);
	char *end;
	double real;

	errno = 0;
	if (integer) {
		uint64_t magnitude = strtoull(text, NULL, hex ? 16 : 10);

		if (errno == ERANGE)
			return malformed(r, node, "an integer below 2^64");
		return integer_literal(r, node, text != node->string,
				       magnitude);
	}
	real = strtod(node->string, &end);
	if (*end || strchr(node->string, ' '))
		return malformed(r, node, "a number like \"12\", \"0xff\", "
				 "\"1e-3\" or \"0x1p-24\"; no name begins with "
				 "a digit");
	if (isinf(real))
		return malformed(r, node, "a finite number (\"inf\" is "
				 "infinity)");
	return real_literal(r, node, real);
}

Term *elaborate_literal(Reader *r, const Node *node)
{
	const NamedLiteral *name;

	switch (node->kind) {
	case NODE_BOOL:
		return bool_literal(r, node);
	case NODE_INTEGER:
		return elaborate_integer(r, node, node->integer);
	case NODE_REAL:
		return real_literal(r, node, node->real);
	default:
		name = named_literal(node->string);
		return name ? real_literal(r, node, name->value)
			    : text_literal(r, node);
	}
}

static bool is_hidden(Reader *r, const char *name, const Scope *scope)
{
	for (; scope; scope = scope->up)
		if (scope_is_value(scope) && !strcmp(scope->name, name))
			return true;
	return read_global(r, name) != NULL;
}

bool elaborate_is_number(Reader *r, const Node *node, const Scope *scope)
{
	if (node->kind == NODE_STRING)
		return elaborate_is_literal_text(node->string)
		    || (elaborate_is_literal_name(node->string)
			&& !is_hidden(r, node->string, scope));
	return node->kind == NODE_INTEGER || node->kind == NODE_REAL;
}

/* -- closing --------------------------------------------------------------- */

static bool integer_fits(const Term *term, Scalar scalar)
{
	int bits = (int)scalar_bytes(scalar) * 8;
	uint64_t most = UINT64_MAX >> (64 - bits);

	if (scalar_is_signed(scalar))
		most >>= 1;
	if (!term->negative)
		return term->bits <= most;
	return scalar_is_signed(scalar) && term->bits <= most + 1;
}

static double literal_value(const Term *term)
{
	double value;

	if (!term->integral)
		memcpy(&value, &term->bits, sizeof value);
	else
		value = (double)term->bits;
	return term->negative ? -value : value;
}

static const Expr *float_literal(Reader *r, const Term *term, const Type *type)
{
	double value = literal_value(term);
	const Expr *literal = expr_float(r->ir, type, value);

	if (isinf(expr_literal_double(literal)) && !isinf(value))
		return NULL;
	return literal;
}

static const Expr *fitted(Reader *r, const Term *term, const Type *type)
{
	if (type->scalar == SCALAR_BOOL)
		return term->integral || term->type->kind == TYPE_OPEN ? NULL
			: expr_literal(r->ir, type, term->bits);
	if (scalar_is_float(type->scalar))
		return float_literal(r, term, type);
	if (!term->integral || !integer_fits(term, type->scalar))
		return NULL;
	return expr_literal(r->ir, type,
			    term->negative ? 0 - term->bits : term->bits);
}

const Expr *elaborate_literal_close(Reader *r, const Term *term,
				    const Type *type)
{
	const Expr *literal = fitted(r, term, type);

	if (!literal)
		read_error(r, E0007, term->at, read_found(r, term->at),
			   arena_printf(r->arena, "a literal of type %s",
					scalar_name(type->scalar)),
			   "a literal does not fit its type");
	return literal;
}
