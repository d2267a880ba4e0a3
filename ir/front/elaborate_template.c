/* Derived primitives written down in the language itself (language.md): the
 * definition, with what stands for its parameters, is put in the place of the
 * use. Built-in names in it have their point, so that no name of the document
 * is caught. */
#include <string.h>

#include "ir/front/derived.h"

static const Value failed = { NULL, NULL, NULL };

/* params: a letter for each letter of the signature; n, where no parameter is
 * called so, is the length of the last one, at most. */
typedef struct Template {
	const char *name, *signature, *params, *text;
} Template;

#define LAST_INDEX "[\".-\", [\".length\", \"x\"], 1]"
#define REVERSED(xs) "[\".gather\", [\"fun\", [\"i\"], " \
	"[\".-\", " LAST_INDEX ", \"i\"]], " xs "]"
#define STATES "[\".concat\", [\".array\", \"z\"], " \
	"[\".scan\", \"f\", \"z\", \"x\"]]"

#define STATE_BEFORE(i) "[\".at\", \"s\", [\".-\", " i ", 1], \"z\"]"

/* As many as a list has, which is no size. */
#define LIST_INDICES "[\".scan\", \".+\", [\"i64\", -1], [\".map\", " \
	"[\"fun\", [\"v\"], [\"i64\", 1]], \"x\"]]"

/* For each of n elements the number, of those given, of the last that begins
 * before it. */
#define LAST_BEGUN(n, begins, numbers) \
	"[\".scan\", \".max\", [\"i64\", 0], [\".scatter\", \".max\", " \
	"[\".fill\", " n ", [\"i64\", 0]], " begins ", " numbers "]]"

static const Template templates[] = {
	{ "scanExclusive", "2xx", "fzx",
	  "[\".take\", \"n\", " STATES "]" },
	{ "scanRight", "2xx", "fzx",
	  REVERSED("[\".scan\", \"f\", \"z\", " REVERSED("\"x\"") "]") },
	{ "scanTotal", "2xx", "fzx",
	  "[\"let\", \"s\", " STATES ", "
	  "[\"tuple\", [\".take\", \"n\", \"s\"], "
	  "[\".head\", [\".drop\", \"n\", \"s\"]]]]" },
	{ "reduceByIndex", "2xnxx", "fzmix",
	  "[\".scatter\", \"f\", [\".fill\", \"m\", \"z\"], \"i\", \"x\"]" },
	{ "histogram", "nx", "mx",
	  "[\".scatter\", \".+\", [\".fill\", \"m\", 0], \"x\", "
	  "[\".fill\", \"n\", 1]]" },
	{ "filter", "1x", "px",
	  "[\".at\", [\".bucket\", 1, [\"fun\", [\"v\"], "
	  "[\"if\", [\"p\", \"v\"], 0, -1]], \"x\"], 0]" },
	{ "partition", "1x", "px",
	  "[\"let\", \"r\", [\".bucket\", 2, [\"fun\", [\"v\"], "
	  "[\"if\", [\"p\", \"v\"], 0, 1]], \"x\"], "
	  "[\"tuple\", [\".at\", \"r\", 0], [\".at\", \"r\", 1]]]" },
	{ "groupBy", "n1x", "kfx", "[\".bucket\", \"k\", \"f\", \"x\"]" },
	{ "rowOf", "x", "x",
	  "[\"let\", \"o\", [\".offsets\", \"x\"], "
	  "[\".upTo\", [\".at\", \"o\", [\"size\", \"m\"]], "
	  LAST_BEGUN("\"n\"", "[\".take\", \"m\", \"o\"]",
		     "[\".generate\", \"m\", [\"fun\", [\"i\"], \"i\"]]")
	  "]]" },
	{ "expand", "nx2", "nlf",
	  "[\"let\", [\"b\", \"t\"], [\".scanTotal\", \".+\", [\"i64\", 0], "
	  "[\".map\", [\"fun\", [\"v\"], [\".max\", 0, [\"i64\", \"v\"]]], "
	  "\"l\"]], \"w\", "
	  LAST_BEGUN("\"n\"", "\"b\"", "[\".scan\", \".+\", [\"i64\", -1], "
		     "[\".map\", [\"fun\", [\"v\"], [\"i64\", 1]], \"b\"]]")
	  ", [\".rows\", [\".concat\", \"b\", [\".array\", \"t\"]], "
	  "[\".map\", [\"fun\", [\"i\", \"e\"], "
	  "[\"f\", \"i\", [\".-\", \"e\", [\".at\", \"b\", \"i\"]]]], "
	  "[\".upTo\", \"t\", [\".zip\", \"w\", "
	  "[\".generate\", \"n\", [\"fun\", [\"i\"], \"i\"]]]]]]]" },
	{ "sortBy", "n1x", "bkx",
	  "[\".get\", 0, [\".iterate\", \"b\", [\"fun\", [\"y\", \"s\"], "
	  "[\"tuple\", [\".full\", \"n\", [\".at\", \"y\", 0], "
	  "[\".join\", [\".bucket\", 2, [\"fun\", [\"v\"], "
	  "[\".&\", [\".>>\", [\"k\", \"v\"], \"s\"], 1]], \"y\"]]], "
	  "[\".+\", \"s\", 1]]], [\"tuple\", \"x\", 0]]]" },
	{ "while", "11x", "cfx",
	  "[\".iterateUntil\", 2147483647, [\"fun\", [\"s\"], "
	  "[\".not\", [\"c\", \"s\"]]], \"f\", \"x\"]" },
	{ "sort", "x", "x", NULL },
};

/* What stands for them where x is a list. */
static const struct {
	const char *name, *text;
} of_lists[] = {
	{ "scanExclusive",
	  "[\"let\", \"s\", [\".scan\", \"f\", \"z\", \"x\"], [\".map\", "
	  "[\"fun\", [\"i\"], " STATE_BEFORE("\"i\"") "], " LIST_INDICES
	  "]]" },
	{ "scanTotal",
	  "[\"let\", \"s\", [\".scan\", \"f\", \"z\", \"x\"], [\"tuple\", "
	  "[\".scanExclusive\", \"f\", \"z\", \"x\"], "
	  STATE_BEFORE("[\".length\", \"x\"]") "]]" },
};

/* x read at the indices that f gives, as many as it has. */
static const char gathered[] =
	"[\".map\", [\"fun\", [\"i\"], [\".at\", \"x\", [\"f\", \"i\"]]], "
	LIST_INDICES "]";

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

	while (strcmp(scope->name, "b"))
		scope = scope->up;
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

static const Template *find(const char *name)
{
	for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
		if (!strcmp(templates[i].name, name))
			return &templates[i];
	return NULL;
}

const char *derived_template_name(int i)
{
	return i < (int)(sizeof templates / sizeof *templates)
		? templates[i].name : NULL;
}

const char *derived_template_signature(const char *name)
{
	const Template *template = find(name);

	return template ? template->signature : NULL;
}

/* The definition's values, each at the place of its use. */
static const Node *placed(Reader *r, const Node *node, const Node *at)
{
	Node *copy = ARENA_NEW(r->arena, Node);
	const Node **kids = ARENA_ARRAY(r->arena, const Node *,
					node->count + 1);

	*copy = *node;
	copy->up = at->up;
	copy->key = at->key;
	copy->index = at->index;
	copy->offset = at->offset;
	copy->length = at->length;
	copy->kids = kids;
	for (int i = 0; i < node->count; i++)
		kids[i] = placed(r, node->kids[i], at);
	return copy;
}

static const Node *body_at(Reader *r, const char *body, const Node *list)
{
	const JsonText text = { .arena = r->arena, .file = r->json.file,
				.text = body, .diags = r->diags };

	return placed(r, json_read(&text), list);
}

/* -- parameters ------------------------------------------------------------ */

static const char *name_of(Reader *r, char letter)
{
	return ir_name(r->ir, &letter, 1);
}

static const Scope *with(Reader *r, const Scope *up, Scope wanted, char letter)
{
	Scope *scope = ARENA_NEW(r->arena, Scope);

	*scope = wanted;
	scope->up = up;
	scope->name = name_of(r, letter);
	return scope;
}

static bool bind(Reader *r, const Node *node, char letter, char kind,
		 const Scope *outer, const Scope **scope,
		 const Pending **pending)
{
	Scope bound = { .size = kind == 'n' ? read_size(r, node, outer)
					    : NULL };

	if (kind == 'n') {
		*scope = with(r, *scope, bound, letter);
		return bound.size != NULL;
	}
	bound.value = elaborate(r, node, outer);
	if (elaborate_failed(bound.value))
		return false;
	if (bound.value.term)
		bound.value.term = pattern_share(r, bound.value.term, NULL,
						 pending);
	*scope = with(r, *scope, bound, letter);
	return kind != 'x' || elaborate_as_term(r, bound.value, node);
}

/* n: the length of the last argument, which is an array or a list; m: how many
 * rows it has. */
static bool bind_length(Reader *r, const Node *list, const Scope **scope)
{
	const Term *last = (*scope)->value.term;
	const Type *array = last ? unify_find(r->unifier, last->type) : NULL;
	const Node *node = list->kids[list->count - 1];

	if (array && type_is(array, SHAPE_ROWS))
		*scope = with(r, *scope, (Scope){ .size = array->length },
			      'm');
	array = !array ? NULL
	      : type_has_shape(array) && array->shape ? array->parts[0]
	      : unify_array(r->unifier, array);
	if (array) {
		*scope = with(r, *scope, (Scope){ .size = array->length },
			      'n');
		return true;
	}
	read_error(r, E0101, node, last ? term_type_text(r, last->type)
					: "a function", "an array",
		   "%s needs an array", list->kids[0]->string
		   + (list->kids[0]->string[0] == '.'));
	return false;
}

static bool bind_all(Reader *r, const Template *template, const Node *list,
		     const Scope *outer, const Scope **scope,
		     const Pending **pending)
{
	for (int i = 1; i < list->count; i++)
		if (!bind(r, list->kids[i], template->params[i - 1],
			  template->signature[i - 1], outer, scope, pending))
			return false;
	return strchr(template->params, 'n') || !template->text
	    || !strstr(template->text, "\"n\"")
	    || bind_length(r, list, scope);
}

/* By the type of x; NULL after a message. */
static const char *sort_of(Reader *r, const Node *list, const Scope *scope)
{
	const Type *type;

	while (strcmp(scope->name, "x"))
		scope = scope->up;
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

static Term *last_term(const Scope *scope)
{
	while (scope->size)
		scope = scope->up;
	return scope->value.term;
}

static bool is_list(Reader *r, const Term *term)
{
	return term && type_is(term_type(r, term), SHAPE_LIST);
}

/* NULL after a message. */
static const char *sort_by_of(Reader *r, const Template *template,
			      const Node *list, const Scope *scope)
{
	const Term *last = last_term(scope);
	const char *text;

	if (is_list(r, last)) {
		read_error(r, E0101, list->kids[3], term_type_text(r, last->type),
			   "an array", "sortBy needs an array");
		return NULL;
	}
	text = sort_by_text(r, scope);
	return text ? text : template->text;
}

static const char *text_of(Reader *r, const Template *template,
			   const Node *list, const Scope *scope)
{
	if (!template->text)
		return sort_of(r, list, scope);
	if (!strcmp(template->name, "sortBy"))
		return sort_by_of(r, template, list, scope);
	if (is_list(r, last_term(scope)))
		for (size_t i = 0; i < sizeof of_lists / sizeof *of_lists; i++)
			if (!strcmp(of_lists[i].name, template->name))
				return of_lists[i].text;
	return template->text;
}

Value derived_template(Reader *r, const Node *list, const Scope *outer)
{
	const char *name = list->kids[0]->string;
	const Template *template = find(name + (name[0] == '.'));
	int need = (int)strlen(template->signature);
	const Scope *scope = NULL;
	const Pending *pending = NULL;
	const char *text;
	Value value;

	if (list->count == need)
		return derived_partial(r, list, outer);
	if (list->count != need + 1)
		return derived_wrong_count(r, list, arena_printf(r->arena,
			"%d, or all but the last", need));
	if (!bind_all(r, template, list, outer, &scope, &pending))
		return failed;
	text = text_of(r, template, list, scope);
	if (!text)
		return failed;
	value = elaborate(r, body_at(r, text, list), scope);
	if (value.term)
		value.term = term_wrap(r, value.term, pending, NULL);
	return value;
}

Value derived_gather(Reader *r, const Node *list, Value function, Term *xs)
{
	const Scope *scope = with(r, NULL, (Scope){ .value = function }, 'f');

	scope = with(r, scope, (Scope){ .value = elaborate_value(xs) }, 'x');
	return elaborate(r, body_at(r, gathered, list), scope);
}
