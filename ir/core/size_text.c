/* Size expressions as text: printer and reader (language.md). */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/checked.h"
#include "ir/core/size_terms.h"

static const char *const atom_operators[] = {
	[ATOM_DIV] = "/", [ATOM_FLOORDIV] = "//", [ATOM_MOD] = "%",
	[ATOM_POW] = "^",
};

static bool is_simple(const Size *size)
{
	return size_is_const(size)
	    || (size->count == 1 && size->terms[0].count == 1
		&& size->terms[0].factor == 1
		&& size->terms[0].atoms[0]->kind == ATOM_VAR);
}

static void operand_text(Text *text, const Size *size)
{
	if (is_simple(size)) {
		size_text(text, size);
		return;
	}
	text_char(text, '(');
	size_text(text, size);
	text_char(text, ')');
}

/* first: nothing stands before it in its product. */
static void atom_text(Text *text, const SizeAtom *atom, bool first)
{
	bool wrap = !first && atom->kind != ATOM_VAR && atom->kind != ATOM_POW;

	if (atom->kind == ATOM_VAR) {
		text_put(text, atom->name);
		return;
	}
	if (wrap)
		text_char(text, '(');
	operand_text(text, atom->a);
	text_put(text, atom_operators[atom->kind]);
	operand_text(text, atom->b);
	if (wrap)
		text_char(text, ')');
}

/* A quotient or rest comes first in its product, unwrapped: N//8*8. */
static void term_text(Text *text, const SizeTerm *term, uint64_t factor)
{
	bool first = true, led = false;

	if (term->count == 1 && factor != 1
	    && term->atoms[0]->kind != ATOM_VAR
	    && term->atoms[0]->kind != ATOM_POW) {
		atom_text(text, term->atoms[0], true);
		text_printf(text, "*%" PRIu64, factor);
		return;
	}
	if (factor != 1 || !term->count) {
		text_printf(text, "%" PRIu64, factor);
		first = false;
		led = true;
	}
	for (int i = 0; i < term->count; i++) {
		if (led)
			text_char(text, '*');
		atom_text(text, term->atoms[i], first);
		first = false;
		led = true;
	}
}

/* The first term that is not negative leads, so that no size expression
 * begins with a minus. */
static int leading_term(const Size *size)
{
	for (int t = 0; t < size->count; t++)
		if (size->terms[t].factor > 0)
			return t;
	return -1;
}

void size_text(Text *text, const Size *size)
{
	int lead = leading_term(size);

	if (lead < 0)
		text_char(text, '0');
	else
		term_text(text, &size->terms[lead],
			  size_magnitude(size->terms[lead].factor));
	for (int t = 0; t < size->count; t++) {
		int64_t factor = size->terms[t].factor;

		if (t == lead)
			continue;
		text_char(text, factor < 0 ? '-' : '+');
		term_text(text, &size->terms[t], size_magnitude(factor));
	}
}

void size_explain(Text *text, const Size *size)
{
	size_text(text, size);
	if (!size_is_const(size) && size->known)
		text_printf(text, " = %" PRId64, size->value);
}

typedef struct Reader {
	Ir *ir;
	const char *text;
	size_t length, at;
	int depth;
	SizeLookup *lookup;
	void *context;
	SizeFault *fault;
} Reader;

static const Size *fault(Reader *r, size_t at, int kind, const char *found,
			 const char *expected)
{
	r->fault->offset = (int)at;
	r->fault->kind = kind;
	snprintf(r->fault->found, sizeof r->fault->found, "%s", found);
	snprintf(r->fault->expected, sizeof r->fault->expected, "%s", expected);
	return NULL;
}

static char peek(Reader *r)
{
	while (r->at < r->length && r->text[r->at] == ' ')
		r->at++;
	return r->at < r->length ? r->text[r->at] : '\0';
}

static bool accept(Reader *r, const char *token)
{
	size_t length = strlen(token);

	peek(r);
	if (r->length - r->at < length
	    || memcmp(r->text + r->at, token, length))
		return false;
	r->at += length;
	return true;
}

static const Size *read_sum(Reader *r);

static const Size *read_number(Reader *r)
{
	size_t start = r->at;
	int64_t value = 0;

	while (r->at < r->length && isdigit((unsigned char)r->text[r->at]))
		if (!checked_mul(value, 10, &value)
		    || !checked_add(value, r->text[r->at++] - '0', &value))
			return fault(r, start, SIZE_OVERFLOW,
				     "a number beyond 2^63 - 1",
				     "a number that fits 63 bits");
	return size_const(r->ir, value);
}

static const Size *read_variable(Reader *r)
{
	size_t start = r->at;
	const char *name;
	const Size *size;

	r->at += r->text[r->at] == '@';
	while (r->at < r->length && (isalnum((unsigned char)r->text[r->at])
				     || r->text[r->at] == '_'))
		r->at++;
	name = ir_name(r->ir, r->text + start, r->at - start);
	size = r->lookup ? r->lookup(r->context, name)
			 : size_var(r->ir, name);
	return size ? size : fault(r, start, SIZE_UNKNOWN, name,
				   "a size variable with a value");
}

static const Size *read_primary(Reader *r)
{
	char c = peek(r), found[32];
	const Size *size;

	if (isdigit((unsigned char)c))
		return read_number(r);
	if (isalpha((unsigned char)c) || c == '_' || (c == '@' && r->lookup))
		return read_variable(r);
	if (c == '(' && r->depth < 64) {
		r->depth++;
		r->at++;
		size = read_sum(r);
		r->depth--;
		if (!size || accept(r, ")"))
			return size;
		return fault(r, r->at, SIZE_SYNTAX, "no closing parenthesis",
			     ")");
	}
	if (!c)
		snprintf(found, sizeof found, "the end");
	else
		snprintf(found, sizeof found, "'%c'", c < 32 ? '?' : c);
	return fault(r, r->at, SIZE_SYNTAX, found,
		     "a number, a size variable or a parenthesis");
}

static const Size *checked_result(Reader *r, size_t at, const Size *a,
				  const Size *b, const char *op,
				  const Size *result)
{
	Text found = { 0 };

	if (!a || !b || result)
		return result;
	size_text(&found, a);
	text_printf(&found, " %s ", op);
	size_text(&found, b);
	if (a->known && b->known && !(size_is_const(a) && size_is_const(b)))
		text_printf(&found, " = %" PRId64 " %s %" PRId64, a->value, op,
			    b->value);
	if (!strcmp(op, "/") && a->known && b->known
	    && checked_divides(a->value, b->value) && a->value % b->value)
		fault(r, at, SIZE_INEXACT, text_string(&found),
		      "an exact quotient (// rounds down)");
	else
		fault(r, at, SIZE_OVERFLOW, text_string(&found),
		      "a size below 2^63 of at most 512 terms, and no "
		      "division by 0");
	text_free(&found);
	return NULL;
}

static const Size *read_power(Reader *r)
{
	const Size *base = read_primary(r), *exponent;
	size_t at;

	if (!base || !accept(r, "^"))
		return base;
	at = r->at - 1;
	if (++r->depth > 64)
		return fault(r, at, SIZE_SYNTAX, "too many ^", "fewer");
	exponent = read_power(r);
	r->depth--;
	return checked_result(r, at, base, exponent, "^",
			      exponent ? size_pow(r->ir, base, exponent) : NULL);
}

static const Size *read_product(Reader *r)
{
	const Size *left = read_power(r), *right;

	while (left) {
		size_t at = r->at;

		if (accept(r, "*")) {
			right = read_power(r);
			left = checked_result(r, at, left, right, "*",
					      size_mul(r->ir, left, right));
		} else if (accept(r, "//")) {
			right = read_power(r);
			left = checked_result(r, at, left, right, "//",
					      size_floordiv(r->ir, left, right));
		} else if (accept(r, "/")) {
			right = read_power(r);
			left = checked_result(r, at, left, right, "/",
					      size_div(r->ir, left, right));
		} else if (accept(r, "%")) {
			right = read_power(r);
			left = checked_result(r, at, left, right, "%",
					      size_mod(r->ir, left, right));
		} else {
			break;
		}
	}
	return left;
}

static const Size *read_sum(Reader *r)
{
	const Size *left = read_product(r), *right;

	while (left) {
		size_t at = r->at;

		if (accept(r, "+")) {
			right = read_product(r);
			left = checked_result(r, at, left, right, "+",
					      size_add(r->ir, left, right));
		} else if (accept(r, "-")) {
			right = read_product(r);
			left = checked_result(r, at, left, right, "-",
					      size_sub(r->ir, left, right));
		} else {
			break;
		}
	}
	return left;
}

/* Deeper and longer ones are no sizes of programs. */
enum { SIZE_TEXT = 4096 };

const Size *size_parse(Ir *ir, const char *text, size_t length,
		       SizeLookup *lookup, void *context, SizeFault *out)
{
	Reader r = { ir, text, length, 0, 0, lookup, context, out };
	const Size *size;
	char found[32];

	if (length > SIZE_TEXT) {
		snprintf(found, sizeof found, "%zu characters", length);
		return fault(&r, 0, SIZE_SYNTAX, found, "at most 4096");
	}
	size = read_sum(&r);
	if (!size)
		return NULL;
	if (peek(&r)) {
		snprintf(found, sizeof found, "'%.8s'", text + r.at);
		return fault(&r, r.at, SIZE_SYNTAX, found,
			     "an operator or the end");
	}
	if (size->known && size->value < 0) {
		snprintf(found, sizeof found, "%" PRId64, size->value);
		return fault(&r, 0, SIZE_NEGATIVE, found,
			     "a size that is not negative");
	}
	return size;
}
