/* Derived primitives written down in the language itself (language.md): the
 * definition, with what stands for its parameters, is put in the place of the
 * use. Built-in names in it have their point, so that no name of the document
 * is caught. */
#include <string.h>

#include "ir/front/derived.h"

static const Value failed = { NULL, NULL, NULL };

/* params: a letter for each letter of the signature; n, where no parameter is
 * called so, is the length of the last one, at most. of_list: what stands for it
 * where the last one is a list, if that is another text; write: what makes it of
 * the arguments, or NULL. */
typedef struct Template {
	const char *name, *signature, *params, *text, *of_list;
	DerivedText *write;
	bool of_each; /* of each element of x, which is rows */
} Template;

#define LAST_INDEX "[\".-\", [\".length\", \"x\"], 1]"
#define REVERSED(xs) "[\".gather\", [\"fun\", [\"i\"], " \
	"[\".-\", " LAST_INDEX ", \"i\"]], " xs "]"
#define STATES "[\".concat\", [\".array\", \"z\"], " \
	"[\".scan\", \"f\", \"z\", \"x\"]]"

#define STATES_BACKWARDS \
	"[\".scan\", \"f\", \"z\", " REVERSED("\"x\"") "]"

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
	  .text = "[\".take\", \"n\", " STATES "]",
	  .of_list = "[\"let\", \"s\", [\".scan\", \"f\", \"z\", \"x\"], [\".map\", "
	  "[\"fun\", [\"i\"], " STATE_BEFORE("\"i\"") "], " LIST_INDICES
	  "]]" },
	{ "scanRight", "2xx", "fzx",
	  .text = "[\".permute\", [\".unset\", [\".fill\", \"n\", \"z\"]], "
	  "[\".generate\", \"n\", [\"fun\", [\"i\"], "
	  "[\".-\", " LAST_INDEX ", \"i\"]]], "
	  STATES_BACKWARDS "]",
	  .of_list = REVERSED(STATES_BACKWARDS) },
	{ "scanTotal", "2xx", "fzx",
	  .text = "[\"let\", \"s\", " STATES ", "
	  "[\"tuple\", [\".take\", \"n\", \"s\"], "
	  "[\".head\", [\".drop\", \"n\", \"s\"]]]]",
	  .of_list = "[\"let\", \"s\", [\".scan\", \"f\", \"z\", \"x\"], [\"tuple\", "
	  "[\".scanExclusive\", \"f\", \"z\", \"x\"], "
	  STATE_BEFORE("[\".length\", \"x\"]") "]]" },
	{ "reduceByIndex", "2xnxx", "fzmix",
	  .text = "[\".scatter\", \"f\", [\".fill\", \"m\", \"z\"], \"i\", \"x\"]" },
	{ "histogram", "nx", "mx",
	  .text = "[\".scatter\", \".+\", [\".fill\", \"m\", 0], \"x\", "
	  "[\".fill\", \"n\", 1]]" },
	{ "filter", "1x", "px",
	  .text = "[\".at\", [\".bucket\", 1, [\"fun\", [\"v\"], "
	  "[\"if\", [\"p\", \"v\"], 0, -1]], \"x\"], 0]" },
	{ "partition", "1x", "px",
	  .text = "[\"let\", \"r\", [\".bucket\", 2, [\"fun\", [\"v\"], "
	  "[\"if\", [\"p\", \"v\"], 0, 1]], \"x\"], "
	  "[\"tuple\", [\".at\", \"r\", 0], [\".at\", \"r\", 1]]]" },
	{ "groupBy", "n1x", "kfx",
	  .text = "[\".bucket\", \"k\", \"f\", \"x\"]" },
	{ "rowOf", "x", "x",
	  .text = "[\"let\", \"o\", [\".offsets\", \"x\"], "
	  "[\".upTo\", [\".at\", \"o\", [\"size\", \"m\"]], "
	  LAST_BEGUN("\"n\"", "[\".take\", \"m\", \"o\"]",
		     "[\".generate\", \"m\", [\"fun\", [\"i\"], \"i\"]]")
	  "]]", .of_each = true },
	{ "expand", "nx2", "nlf",
	  .text = "[\"let\", [\"b\", \"t\"], [\".scanTotal\", \".+\", [\"i64\", 0], "
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
	  .text = "[\".get\", 0, [\".iterate\", \"b\", [\"fun\", [\"y\", \"s\"], "
	  "[\"tuple\", [\".full\", \"n\", [\".at\", \"y\", 0], "
	  "[\".join\", [\".bucket\", 2, [\"fun\", [\"v\"], "
	  "[\".&\", [\".>>\", [\"k\", \"v\"], \"s\"], 1]], \"y\"]]], "
	  "[\".+\", \"s\", 1]]], [\"tuple\", \"x\", 0]]]",
	  .write = derived_sort_by },
	{ "while", "11x", "cfx",
	  .text = "[\".iterateUntil\", 2147483647, [\"fun\", [\"s\"], "
	  "[\".not\", [\"c\", \"s\"]]], \"f\", \"x\"]" },
	{ "sort", "x", "x",
	  .write = derived_sort },
};

/* x read at the indices that f gives, as many as it has. */
static const char gathered[] =
	"[\".map\", [\"fun\", [\"i\"], [\".at\", \"x\", [\"f\", \"i\"]]], "
	LIST_INDICES "]";

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

/* The last of the arguments. */
static const Term *last_of(const Scope *scope)
{
	while (scope->size)
		scope = scope->up;
	return scope->value.term;
}

bool derived_is_of_list(Reader *r, const Scope *scope)
{
	const Term *last = last_of(scope);

	return last && type_is(term_type(r, last), SHAPE_LIST);
}

/* NULL after a message. */
static const char *text_of(Reader *r, const Template *template,
			   const Node *list, const Scope *scope)
{
	if (template->write)
		return template->write(r, list, scope, template->text);
	return template->of_list && derived_is_of_list(r, scope)
		? template->of_list : template->text;
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
	if (value.term && template->of_each)
		value.term->type = term_counted_as(r, value.term->type,
						   last_of(scope));
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
