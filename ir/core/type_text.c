/* Types as text: printer and reader (language.md). */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "ir/core/type.h"

void type_shape_text(Text *text, const Type *type)
{
	text_put(text, type->shape == SHAPE_ROWS ? "; *" : "; ..");
	size_text(text, type->parts[0]->length);
	if (type->shape == SHAPE_ROWS) {
		text_put(text, "]; ");
		size_text(text, type->length);
	}
	text_char(text, ']');
}

void type_text(Text *text, const Type *type)
{
	switch (type->kind) {
	case TYPE_SCALAR:
		text_put(text, scalar_name(type->scalar));
		break;
	case TYPE_VECTOR:
		if (type->open) {
			text_put(text, "a vector");
			break;
		}
		text_printf(text, "<%s; %d>", scalar_name(type->scalar),
			    type->count);
		break;
	case TYPE_ARRAY:
		text_char(text, '[');
		type_text(text, type->element);
		text_put(text, "; ");
		size_text(text, type->length);
		text_char(text, ']');
		break;
	case TYPE_TUPLE:
		if (type->shape) {
			text_put(text, type->shape == SHAPE_ROWS ? "[[" : "[");
			type_text(text, type->parts[0]->element);
			type_shape_text(text, type);
			break;
		}
		for (int i = 0; i < type->count; i++) {
			text_put(text, i ? ", " : "(");
			type_text(text, type->parts[i]);
		}
		text_char(text, ')');
		break;
	case TYPE_OPEN:
		text_printf(text, "?%d", type->number);
		break;
	}
}

const char *type_string(Ir *ir, const Type *type)
{
	Text text = { 0 };
	const char *kept;

	type_text(&text, type);
	kept = arena_strdup(ir_arena(ir), text_string(&text));
	text_free(&text);
	return kept;
}

enum { DEPTH_MAX = 32, PARTS_MAX = 64 };

typedef struct Reader {
	Ir *ir;
	const char *text;
	size_t at;
	int depth;
	bool row; /* what was read last is a row: [A; *n] */
	SizeLookup *lookup;
	void *context;
	TypeFault *fault;
} Reader;

static const Type *fault(Reader *r, size_t at, const char *found,
			 const char *expected)
{
	r->fault->offset = (int)at;
	snprintf(r->fault->found, sizeof r->fault->found, "%s", found);
	snprintf(r->fault->expected, sizeof r->fault->expected, "%s", expected);
	return NULL;
}

static char peek(Reader *r)
{
	while (r->text[r->at] == ' ')
		r->at++;
	return r->text[r->at];
}

static const Type *unexpected(Reader *r, const char *expected)
{
	char found[64], c = peek(r);

	if (!c)
		snprintf(found, sizeof found, "the end");
	else
		snprintf(found, sizeof found, "'%.16s'", r->text + r->at);
	return fault(r, r->at, found, expected);
}

/* The size up to the bracket that closes the type. */
static const Size *read_size(Reader *r, char close)
{
	size_t start = r->at, end = start;
	SizeFault wrong = { 0 };
	const Size *size;

	while (r->text[end] && r->text[end] != close)
		end++;
	size = size_parse(r->ir, r->text + start, end - start, r->lookup,
			  r->context, &wrong);
	if (!size) {
		fault(r, start + (size_t)wrong.offset, wrong.found,
		      wrong.expected);
		r->fault->size_unknown = wrong.kind == SIZE_UNKNOWN;
		r->fault->overflow = wrong.kind == SIZE_OVERFLOW;
		return NULL;
	}
	r->at = end;
	return size;
}

static const Type *read_any_type(Reader *r);

/* A type that is no row of some. */
static const Type *read_type(Reader *r)
{
	const Type *type = read_any_type(r);

	if (type && r->row)
		return fault(r, r->at, "a row alone",
			     "rows in an array: [[A; *n]; m]");
	return type;
}

/* What says that the length is one that data decide. */
static TypeShape read_shape(Reader *r)
{
	char c = peek(r);

	if (c == '*')
		return r->at++, SHAPE_ROWS;
	if (c != '.' || r->text[r->at + 1] != '.')
		return SHAPE_NONE;
	r->at += 2;
	return SHAPE_LIST;
}

/* of_rows: its elements are rows, at most element->length in them all. */
static const Type *array_of(Reader *r, const Type *element, bool of_rows,
			    TypeShape shape, const Size *length)
{
	if (type_has_shape(element) || (of_rows && shape))
		return fault(r, r->at, "a list in a list, or in an array",
			     "lists and rows of plain values");
	if (of_rows)
		return type_rows(r->ir, element->element, element->length,
				 length);
	r->row = shape == SHAPE_ROWS;
	return shape == SHAPE_LIST ? type_list(r->ir, element, length)
				   : type_array(r->ir, element, length);
}

static const Type *read_array(Reader *r)
{
	const Type *element = read_any_type(r);
	const bool of_rows = r->row;
	const Size *length;
	TypeShape shape;

	r->row = false;
	if (!element)
		return NULL;
	if (peek(r) != ';')
		return unexpected(r, "; and a length");
	r->at++;
	shape = read_shape(r);
	length = read_size(r, ']');
	if (!length)
		return NULL;
	if (peek(r) != ']')
		return unexpected(r, "]");
	r->at++;
	return array_of(r, element, of_rows, shape, length);
}

static const Type *read_vector(Reader *r)
{
	const Type *element = read_type(r), *vector;
	const Size *width;

	if (!element)
		return NULL;
	if (peek(r) != ';')
		return unexpected(r, "; and a width");
	r->at++;
	width = read_size(r, '>');
	if (!width)
		return NULL;
	if (!width->known || !type_is_width(width->value))
		return fault(r, r->at, "another width", "2, 4, 8 or 16");
	if (peek(r) != '>')
		return unexpected(r, ">");
	r->at++;
	vector = type_vector(r->ir, element, (int)width->value);
	return vector ? vector : fault(r, r->at, "a vector of vectors",
				       "a vector of scalars, tuples or arrays");
}

static const Type *read_tuple(Reader *r)
{
	const Type *parts[PARTS_MAX];
	int count = 0;

	do {
		if (count == PARTS_MAX)
			return unexpected(r, "at most 64 parts");
		parts[count] = read_type(r);
		if (!parts[count++])
			return NULL;
	} while (peek(r) == ',' && r->at++ < (size_t)-1);
	if (peek(r) != ')')
		return unexpected(r, ", or )");
	r->at++;
	if (count < 2)
		return fault(r, r->at, "one part", "a tuple of two or more");
	return type_tuple(r->ir, count, parts);
}

static const Type *read_scalar(Reader *r)
{
	size_t start = r->at, length = 0;
	Scalar scalar;

	while (isalnum((unsigned char)r->text[start + length]))
		length++;
	scalar = scalar_named(r->text + start, length);
	if (scalar == SCALAR_COUNT)
		return unexpected(r, "a type: bool, i8 ... u64, f16, f32, f64, "
				     "[T; n], <T; n> or (T, U)");
	r->at += length;
	return type_scalar(r->ir, scalar);
}

static const Type *read_any_type(Reader *r)
{
	const Type *type;

	if (++r->depth > DEPTH_MAX)
		return fault(r, r->at, "too many brackets", "at most 32 deep");
	switch (peek(r)) {
	case '[': r->at++; type = read_array(r); break;
	case '<': r->at++; type = read_vector(r); break;
	case '(': r->at++; type = read_tuple(r); break;
	default: type = read_scalar(r); break;
	}
	r->depth--;
	return type;
}

const Type *type_parse(Ir *ir, const char *text, SizeLookup *lookup,
		       void *context, TypeFault *out)
{
	Reader r = { .ir = ir, .text = text, .lookup = lookup,
		     .context = context, .fault = out };
	const Type *type = read_type(&r);

	if (type && peek(&r))
		return unexpected(&r, "the end");
	return type;
}
