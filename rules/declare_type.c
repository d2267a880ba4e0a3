/* Sizes and types as rule files write them: A[J][I], (A, B), <A; w>. */
#include <string.h>

#include "rules/draft.h"

static const Size *lookup_size(void *context, const char *name)
{
	const Draft *draft = context;
	int var = draft_var(draft, name);

	if (var < 0 || draft->rule->vars[var].kind > VAR_WIDTH)
		return NULL;
	return size_var(draft->ir, name);
}

const Size *draft_size_before(Draft *draft, const char *marks)
{
	Scan *scan = draft->scan;
	int start = scan->token.at + scan->token.length;
	int length = (int)strcspn(scan->text + start, marks);
	SizeFault fault = { 0 };
	const Size *size = size_parse(draft->ir, scan->text + start,
				      (size_t)length, lookup_size, draft,
				      &fault);

	if (!size) {
		scan_error(scan, start + fault.offset, fault.found,
			   fault.kind == SIZE_UNKNOWN ? "a declared size"
						      : fault.expected,
			   "a size is not well formed");
		return NULL;
	}
	scan_resume(scan, start + length);
	return size;
}

const Size *draft_size(Draft *draft, const char *closing)
{
	const Size *size = draft_size_before(draft, closing);

	return size && scan_expect(draft->scan, closing) ? size : NULL;
}

static const Type *named_type(Draft *draft)
{
	Scan *scan = draft->scan;
	const char *name = draft_word(draft);
	Scalar scalar = scalar_named(name, strlen(name));
	int var = draft_type_var(draft, name);

	if (var < 0 && scalar == SCALAR_COUNT) {
		scan_unexpected(scan, "a declared type");
		return NULL;
	}
	scan_next(scan);
	return var >= 0 ? type_open(draft->ir, var)
			: type_scalar(draft->ir, scalar);
}

enum { PARTS_MAX = 7 };

static const Type *tuple_type(Draft *draft)
{
	Scan *scan = draft->scan;
	const Type *parts[PARTS_MAX];
	int count = 0;

	do {
		scan_next(scan);
		if (count == PARTS_MAX) {
			scan_unexpected(scan, "at most 7 parts");
			return NULL;
		}
		parts[count] = draft_type(draft);
		if (!parts[count++])
			return NULL;
	} while (scan_is(scan, ","));
	if (!scan_expect(scan, ")"))
		return NULL;
	return count == 1 ? parts[0] : type_tuple(draft->ir, count, parts);
}

static const Type *vector_type(Draft *draft)
{
	Scan *scan = draft->scan;
	const Type *lane, *vector;
	const Size *width;
	int at = scan->token.at;

	scan_next(scan);
	lane = draft_type(draft);
	if (!lane)
		return NULL;
	if (!scan_is(scan, ";")) {
		scan_unexpected(scan, ";");
		return NULL;
	}
	width = draft_size(draft, ">");
	vector = width ? draft_vector(draft, lane, width) : NULL;
	if (width && !vector)
		scan_error(scan, at, NULL, "no vectors inside",
			   "a vector of vectors");
	return vector;
}

const Type *draft_type(Draft *draft)
{
	Scan *scan = draft->scan;
	const Size *lengths[8];
	const Type *type = NULL;
	int count = 0;

	if (draft->depth++ >= DRAFT_DEPTH_MAX || (!scan_is(scan, "(")
	    && !scan_is(scan, "<") && scan->token.kind != TOKEN_NAME)) {
		scan_unexpected(scan, "a type");
		return NULL;
	}
	if (scan_is(scan, "("))
		type = tuple_type(draft);
	else
		type = scan_is(scan, "<") ? vector_type(draft)
					  : named_type(draft);
	draft->depth--;
	while (type && count < 8 && scan_is(scan, "[")) {
		lengths[count] = draft_size(draft, "]");
		if (!lengths[count++])
			return NULL;
	}
	while (type && count--)
		type = type_array(draft->ir, type, lengths[count]);
	return type;
}
