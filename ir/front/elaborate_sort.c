/* sort, sortBy: passes over digits of the key, the lowest first, as many and as
 * wide as the type or the number of bits asks for. */
#include "ir/front/derived.h"

static const Scope *parameter(const Scope *scope, char letter)
{
	while (scope->name[0] != letter)
		scope = scope->up;
	return scope;
}

/* What sorts numbers of a type: by their bits, the sign's turned where there is
 * one, and all others, too, of negative floats. */
static const char *sort_text(Reader *r, Scalar scalar)
{
	const int bits = (int)scalar_bytes(scalar) * 8;
	const char *word = arena_printf(r->arena, "u%d", bits);
	const char *value = arena_printf(r->arena,
					 "[\".bits\", \"%s\", \"v\"]", word);
	const char *sign = arena_printf(r->arena, "[\".<<\", 1, %d]",
					bits - 1);
	const char *key = arena_printf(r->arena,
		scalar_is_float(scalar)
		? "[\"if\", [\".<\", %s, %s], [\".|\", %s, %s], [\".~\", %s]]"
		: scalar_is_signed(scalar) ? "[\".^\", %s, %s]" : "%s",
		value, sign, value, sign, value);

	return arena_printf(r->arena, "[\".sortBy\", %d, [\"fun\", [\"v\"], "
			    "%s], \"x\"]", bits, key);
}

/* The same by digits of several bits: each element goes, of those with its digit,
 * after all before it, and after all with smaller ones. key: of v. */
static const char *digits_text(Reader *r, int passes, int width,
			       const char *key)
{
	const int64_t digits = (int64_t)1 << width;
	const char *digit = arena_printf(r->arena,
		"[\".map\", [\"fun\", [\"v\"], [\".&\", [\".>>\", %s, \"s\"], "
		"%lld]], \"y\"]", key, (long long)digits - 1);
	const char *ones = "[\".fill\", \"n\", [\"i64\", 1]]";

	return arena_printf(r->arena,
		"[\".get\", 0, [\".iterate\", %d, [\"fun\", [\"y\", \"s\"], "
		"[\"tuple\", [\".permute\", [\".unset\", \"y\"], "
		"[\".scanByIndex\", \".+\", "
		"[\".scanExclusive\", \".+\", [\"i64\", -1], "
		"[\".reduceByIndex\", \".+\", [\"i64\", 0], %lld, %s, %s]], "
		"%s, %s], \"y\"], [\".+\", \"s\", %d]]], [\"tuple\", \"x\", 0]]]",
		passes, (long long)digits, digit, ones, digit, ones, width);
}

/* A key that has so many bits. Shifts count modulo the width: passes over more bits
 * than a key has begin anew with the lowest, which is right where they end with the
 * highest, as those of a power of two do. | refuses what is no integer. */
static const char *key_of(Reader *r, int64_t bits)
{
	if (!(bits & (bits - 1)))
		return "[\"k\", \"v\"]";
	return arena_printf(r->arena, "[\"%s\", [\".|\", [\"k\", \"v\"], 0]]",
			    bits > 32 ? "u64" : "u32");
}

/* What sorts by that many bits, or NULL. */
static const char *sort_by_text(Reader *r, const Scope *scope)
{
	enum { DIGIT_MAX = 8 };
	const char *key;
	int64_t bits;
	int passes, width;

	scope = parameter(scope, 'b');
	if (!size_is_const(scope->size))
		return NULL;
	bits = scope->size->value;
	if (bits < 1 || bits > 64)
		return NULL;
	passes = (int)(bits + DIGIT_MAX - 1) / DIGIT_MAX;
	width = (int)(bits + passes - 1) / passes;
	key = key_of(r, bits);
	if (passes * width > bits)
		key = arena_printf(r->arena, "[\".&\", %s, %lld]", key,
				   (long long)(((uint64_t)1 << bits) - 1));
	return digits_text(r, passes, width, key);
}

/* By the type of x; NULL after a message. */
const char *derived_sort(Reader *r, const Node *list, const Scope *scope,
			 const char *text)
{
	const Type *type;

	(void)text;
	scope = parameter(scope, 'x');
	type = unify_array(r->unifier, scope->value.term->type);
	type = type ? unify_current(r->unifier, type->element) : NULL;
	if (type && type->kind == TYPE_SCALAR && type->scalar != SCALAR_BOOL)
		return sort_text(r, type->scalar);
	read_error(r, E0106, list->kids[1], term_type_text(r,
				scope->value.term->type),
		   "an array of numbers of a known type (sortBy: of others)",
		   "sort needs an array of numbers");
	return NULL;
}

const char *derived_sort_by(Reader *r, const Node *list, const Scope *scope,
			    const char *text)
{
	const Scope *last = parameter(scope, 'x');
	const char *digits;

	if (derived_is_of_list(r, scope)) {
		read_error(r, E0101, list->kids[3],
			   term_type_text(r, last->value.term->type),
			   "an array", "sortBy needs an array");
		return NULL;
	}
	digits = sort_by_text(r, scope);
	return digits ? digits : text;
}
