/* Sizes of a document, and size expressions and types in its strings. */
#include <inttypes.h>
#include <string.h>

#include "ir/front/term.h"

static bool add_size(Reader *r, const Node *value)
{
	const char *name = ir_name(r->ir, value->key, strlen(value->key));
	Place place = json_key_place(&r->json, value);

	if (!read_name_ok(r, name, &place, false))
		return false;
	if (value->kind != NODE_INTEGER || value->integer < 1) {
		read_error(r, E0003, value, read_found(r, value),
			   "an integer of at least 1",
			   "the size %s needs a value", name);
		return false;
	}
	r->sizes[r->size_count++] = (SizeBinding){ name, value->integer };
	return true;
}

static SizeBinding *size_binding(Reader *r, const char *name)
{
	for (int i = 0; i < r->size_count; i++)
		if (!strcmp(r->sizes[i].name, name))
			return &r->sizes[i];
	return NULL;
}

static bool add_override(Reader *r, const SizeBinding *override)
{
	SizeBinding *binding = size_binding(r, override->name);

	const int64_t least = r->options->empty ? 0 : 1;

	if (override->value < least) {
		read_error(r, E0901, r->root,
			   arena_printf(r->arena, "%" PRId64, override->value),
			   least ? "at least 1" : "at least 0",
			   "the size %s is too small", override->name);
		return false;
	}
	if (!binding) {
		binding = &r->sizes[r->size_count++];
		binding->name = ir_name(r->ir, override->name,
					strlen(override->name));
	}
	binding->value = override->value;
	return true;
}

static bool is_asked(const Node *open, int before, const char *name)
{
	for (int i = 0; i < before; i++)
		if (!strcmp(open->kids[i]->string, name))
			return true;
	return false;
}

/* One name of the document's "open". */
static bool ask_open(Reader *r, const Node *open, int i)
{
	const Node *name = open->kids[i];

	if (name->kind != NODE_STRING || !size_binding(r, name->string)) {
		read_error(r, name->kind == NODE_STRING ? E0203 : E0003, name,
			   read_found(r, name),
			   "a size variable of this program",
			   "what is to be open is no size");
		return false;
	}
	if (is_asked(open, i, name->string)) {
		read_error(r, E0202, name, read_found(r, name),
			   "each size variable once",
			   "a size is to be open twice");
		return false;
	}
	r->asks_open = arena_printf(ir_arena(r->ir), "%s%s%s",
				    i ? r->asks_open : "", i ? "," : "",
				    name->string);
	return true;
}

static bool read_open(Reader *r)
{
	const Node *open = json_member(r->root, "open");
	bool good = true;

	for (int i = 0; open && i < open->count && good; i++)
		good = ask_open(r, open, i);
	return good;
}

/* Marks the variables of "N,K", or all. */
static bool open_sizes(Reader *r)
{
	const char *names = r->options->open;

	if (!names && r->options->open_as_asked)
		names = r->asks_open;
	if (names && !strcmp(names, "none"))
		return true;
	while (names && *names) {
		size_t length = strcspn(names, ",");
		const char *name = ir_name(r->ir, names, length);
		bool all = !strcmp(name, "all"), found = all;

		for (int i = 0; i < r->size_count; i++)
			if (all || !strcmp(r->sizes[i].name, name))
				found = r->size_open[i] = true;
		if (!found) {
			read_error(r, E0901, r->root, name,
				   "a size variable of this program, or all",
				   "%s cannot be open", name);
			return false;
		}
		names += length + (names[length] == ',');
	}
	return true;
}

bool read_sizes(Reader *r)
{
	const Node *sizes = json_member(r->root, "sizes");
	int written = sizes ? sizes->count : 0;
	int most = written + r->options->override_count;
	bool ok = true;

	r->sizes = ARENA_ARRAY(ir_arena(r->ir), SizeBinding, most + 1);
	r->size_used = ARENA_ARRAY(r->arena, bool, most + 1);
	r->size_open = ARENA_ARRAY(ir_arena(r->ir), bool, most + 1);
	for (int i = 0; i < written; i++)
		ok &= add_size(r, sizes->kids[i]);
	for (int i = 0; ok && i < r->options->override_count; i++)
		ok &= add_override(r, &r->options->overrides[i]);
	return ok && read_open(r) && open_sizes(r);
}

const Size *read_size_variable(Reader *r, const char *name)
{
	SizeBinding *binding = size_binding(r, name);

	if (!binding)
		return NULL;
	r->size_used[binding - r->sizes] = true;
	if (r->size_open[binding - r->sizes])
		return size_var_open(r->ir, binding->name, binding->value);
	return size_var_valued(r->ir, binding->name, binding->value);
}

bool read_unused_overrides(Reader *r)
{
	const Node *sizes = json_member(r->root, "sizes");

	for (int i = sizes ? sizes->count : 0; i < r->size_count; i++)
		if (!r->size_used[i]) {
			read_error(r, E0203, r->root, r->sizes[i].name,
				   "a size variable of this program",
				   "a size is given for %s, which is not used",
				   r->sizes[i].name);
			return false;
		}
	return true;
}

/* -- in strings ------------------------------------------------------------ */

typedef struct Look {
	Reader *r;
	const Scope *scope;
	bool of_data; /* a name was found that is the length of a list */
} Look;

static const Size *look_up(void *context, const char *name)
{
	Look *look = context;

	for (const Scope *s = look->scope; s; s = s->up) {
		if (scope_is_value(s) || strcmp(s->name, name))
			continue;
		look->of_data |= s->count;
		return s->size;
	}
	return read_size_variable(look->r, name);
}

static DiagCode size_code(int kind)
{
	static const DiagCode codes[] = {
		[SIZE_SYNTAX] = E0006, [SIZE_UNKNOWN] = E0203,
		[SIZE_OVERFLOW] = E0107, [SIZE_INEXACT] = E0104,
		[SIZE_NEGATIVE] = E0104,
	};

	return codes[kind];
}

static const char *size_message(int kind)
{
	static const char *const messages[] = {
		[SIZE_SYNTAX] = "a size expression is not well formed",
		[SIZE_UNKNOWN] = "a size variable has no value",
		[SIZE_OVERFLOW] = "a size overflows",
		[SIZE_INEXACT] = "a size does not divide",
		[SIZE_NEGATIVE] = "a size is negative",
	};

	return messages[kind];
}

static void *of_data(Reader *r, const Place *place, const char *found)
{
	read_error_at(r, E0108, place, found, "a size; [\"size\", k] is how "
		      "long a list is, upTo and full take such a number",
		      "a length known at run time is no size");
	return NULL;
}

const Size *read_size_text(Reader *r, const Node *node, int from, int length,
			   const Scope *scope)
{
	Look look = { r, scope, false };
	SizeFault fault = { 0 };
	const Size *size = size_parse(r->ir, node->string + from,
				      (size_t)length, look_up, &look, &fault);
	Place place;

	if (size)
		return size;
	place = json_part_place(&r->json, node, from + fault.offset);
	if (look.of_data)
		return of_data(r, &place, fault.found);
	read_error_at(r, size_code(fault.kind), &place, fault.found,
		      fault.expected, "%s", size_message(fault.kind));
	return NULL;
}

const Size *read_size(Reader *r, const Node *node, const Scope *scope)
{
	if (node->kind == NODE_STRING)
		return read_size_text(r, node, 0, (int)strlen(node->string),
				      scope);
	if (node->kind == NODE_INTEGER && node->integer >= 0)
		return size_const(r->ir, node->integer);
	read_error(r, E0006, node, read_found(r, node),
		   "an integer of at least 0 or a size expression like "
		   "\"N//128\"", "a size is asked for here");
	return NULL;
}

const Type *read_type(Reader *r, const Node *node, int from,
		      const Scope *scope)
{
	Look look = { r, scope, false };
	TypeFault fault = { 0 };
	const Type *type = type_parse(r->ir, node->string + from, look_up,
				      &look, &fault);
	DiagCode code = fault.size_unknown ? E0203 : fault.overflow ? E0107
		      : E0005;
	Place place;

	if (type)
		return type;
	place = json_part_place(&r->json, node, from + fault.offset);
	if (look.of_data)
		return of_data(r, &place, fault.found);
	read_error_at(r, code, &place, fault.found, fault.expected, "%s",
		      fault.size_unknown ? "a size variable has no value"
					 : diag_title(code));
	return NULL;
}
