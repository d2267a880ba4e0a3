/* Derived primitives written down in the language itself (language.md): the
 * definition, with what stands for its parameters, is put in the place of the
 * use. Built-in names in it have their point, so that no name of the document
 * is caught. */
#include <string.h>

#include "ir/derived.h"

static const Value failed = { NULL, NULL, NULL };

/* params: a letter for each letter of the signature; n, where no parameter is
 * called so, is the length of the last one. */
typedef struct Template {
	const char *name, *signature, *params, *text;
} Template;

#define LAST_INDEX "[\".-\", [\".length\", \"x\"], 1]"
#define REVERSED(xs) "[\".gather\", [\"fun\", [\"i\"], " \
	"[\".-\", " LAST_INDEX ", \"i\"]], " xs "]"
#define STATES "[\".concat\", [\".array\", \"z\"], " \
	"[\".scan\", \"f\", \"z\", \"x\"]]"

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
};

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

static const Node *body_at(Reader *r, const Template *template,
			   const Node *list)
{
	const JsonText text = { .arena = r->arena, .file = r->json.file,
				.text = template->text, .diags = r->diags };

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
	return bound.value.term || kind != 'x';
}

/* n: the length of the last argument, which is an array. */
static bool bind_length(Reader *r, const Node *list, const Scope **scope)
{
	const Term *last = (*scope)->value.term;
	const Type *array = last ? unify_array(r->unifier, last->type) : NULL;
	const Node *node = list->kids[list->count - 1];

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
	return strchr(template->params, 'n')
	    || bind_length(r, list, scope);
}

Value derived_template(Reader *r, const Node *list, const Scope *outer)
{
	const char *name = list->kids[0]->string;
	const Template *template = find(name + (name[0] == '.'));
	int need = (int)strlen(template->signature);
	const Scope *scope = NULL;
	const Pending *pending = NULL;
	Value value;

	if (list->count == need)
		return derived_partial(r, list, outer);
	if (list->count != need + 1)
		return derived_wrong_count(r, list, arena_printf(r->arena,
			"%d, or all but the last", need));
	if (!bind_all(r, template, list, outer, &scope, &pending))
		return failed;
	value = elaborate(r, body_at(r, template, list), scope);
	if (value.term)
		value.term = term_wrap(r, value.term, pending, NULL);
	return value;
}
