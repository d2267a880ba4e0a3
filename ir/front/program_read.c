/* Reading a document: the order of the parts. */
#include <string.h>

#include "ir/front/lists.h"
#include "ir/front/notation.h"
#include "ir/front/read_names.h"

static const KeyRow document_keys[] = {
	{ "name", 1u << NODE_STRING, true, "a name" },
	{ "doc", 1u << NODE_STRING, false, "a text" },
	{ "sizes", 1u << NODE_OBJECT, false,
	  "an object of size variables and their values" },
	{ "open", 1u << NODE_LIST, false, "a list of size variables" },
	{ "inputs", 1u << NODE_LIST, true, "a list of inputs" },
	{ "defs", 1u << NODE_OBJECT, false, "an object of definitions" },
	{ "operators", 1u << NODE_OBJECT, false, "an object of operators" },
	{ "body", ~0u, true, "an expression" },
	{ "outputs", 1u << NODE_LIST, false, "a list of names" },
	{ "tolerance", 1u << NODE_OBJECT, false,
	  "an object with rtol and atol" },
	{ NULL, 0, false, NULL },
};

/* More are no program that anyone wrote. */
static const struct {
	const char *key;
	int most;
} limits[] = {
	{ "sizes", 256 }, { "inputs", 256 }, { "operators", 256 },
	{ "defs", 2000 },
};

static bool within_limits(Reader *r)
{
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		const Node *part = json_member(r->root, limits[i].key);

		if (!part || part->count <= limits[i].most)
			continue;
		read_error(r, E0002, part,
			   arena_printf(r->arena, "%d", part->count),
			   arena_printf(r->arena, "at most %d",
					limits[i].most),
			   "a document has too many %s", limits[i].key);
		return false;
	}
	return true;
}

/* In the notation, with what the program uses. */
static const Node *read_tree(Reader *r)
{
	const Node *root;

	if (!notation_is(r->json.text))
		return json_read(&r->json);
	root = notation_read(&r->json);
	if (!root || !json_member(root, "module"))
		return root ? notation_resolve(&r->json, root) : NULL;
	read_error(r, E1101, root, "a module", "a program, which may use it",
		   "the file is no program");
	return NULL;
}

static bool read_document(Reader *r)
{
	const Node *name;
	Place place;

	r->root = read_tree(r);
	if (!r->root)
		return false;
	if (r->root->kind != NODE_OBJECT) {
		read_error(r, E0003, r->root, read_found(r, r->root),
			   "an object with name, inputs and body",
			   "a document is an object");
		return false;
	}
	if (!read_keys(r, r->root, document_keys, "the document")
	    || !within_limits(r))
		return false;
	name = json_member(r->root, "name");
	place = json_place(&r->json, name);
	return read_name_ok(r, name->string, &place, false);
}

/* A function as body is applied to all inputs in order. */
static Value apply_to_inputs(Reader *r, Value function, const Node *at)
{
	Value *args = ARENA_ARRAY(r->arena, Value, r->input_count + 1);

	r->body_is_function = true;
	if (!r->input_count) {
		read_error(r, E0102, at, "a function", "a value",
			   "a function as body needs inputs");
		return (Value){ NULL, NULL, NULL };
	}
	for (int i = 0; i < r->input_count; i++)
		args[i] = elaborate_input(r, i, at);
	return elaborate_apply(r, function, at, r->input_count, args);
}

static Term *read_body(Reader *r)
{
	const Node *node = json_member(r->root, "body");
	Value value = elaborate(r, node, NULL);

	if (value.function)
		value = apply_to_inputs(r, value, node);
	return elaborate_as_term(r, value, node);
}

/* The body as the program keeps it; its key is that of the sizes as
 * written. */
static const Expr *close_body(Reader *r, Term *term)
{
	const Expr *body = term_close(r, term);

	if (!body)
		return NULL;
	r->key = read_body_key(r, body);
	if (!r->options->concrete)
		return body;
	r->concrete = true;
	r->algebra_count = 0;
	for (int i = 0; i < r->input_count; i++)
		r->inputs[i].type = read_final_type(r, r->inputs[i].type);
	return term_close(r, term);
}

static bool is_open(const Reader *r)
{
	for (int i = 0; i < r->size_count; i++)
		if (r->size_open[i])
			return true;
	return false;
}

static Program *program_of(Reader *r, const Expr *body)
{
	Program *program = ARENA_NEW(ir_arena(r->ir), Program);
	const char *name = read_string(r->root, "name");
	const char *doc = read_string(r->root, "doc");

	*program = (Program){
		.ir = r->ir, .concrete = r->options->concrete, .typed = body,
		.body = r->options->concrete ? lists_plain(r->ir, body) : body,
		.name = ir_name(r->ir, name, strlen(name)),
		.doc = doc ? arena_strdup(ir_arena(r->ir), doc) : NULL,
		.size_count = r->size_count, .sizes = r->sizes,
		.open = is_open(r) ? r->size_open : NULL,
		.asks_open = r->asks_open,
		.input_count = r->input_count, .inputs = r->inputs,
		.algebra_count = r->algebra_count, .algebra = r->algebra,
		.in_port_count = r->in_port_count, .in_ports = r->in_ports,
		.rtol = -1, .atol = -1,
	};
	return program;
}

/* What is left of them has lengths of their most elements. */
static bool check_lists(Reader *r, const Program *program)
{
	if (!is_open(r) || program->body == program->typed)
		return true;
	read_error(r, E0108, r->root, "lists or rows", "arrays",
		   "a program with lists has no open sizes");
	return false;
}

static Program *read_parts(Reader *r)
{
	const Expr *body;
	Program *program;
	Term *term;

	if (!read_document(r) || !read_sizes(r) || !read_inputs(r)
	    || !read_globals(r) || !read_names(r))
		return NULL;
	term = read_body(r);
	body = term ? close_body(r, term) : NULL;
	if (!body || !read_unused_overrides(r))
		return NULL;
	program = program_of(r, body);
	if (!check_lists(r, program) || !read_outputs(r, program) || !read_tolerance(r, program))
		return NULL;
	read_promises(r, program);
	program->key = read_program_key(r->key, program);
	read_names_unused(r);
	return program;
}

Program *program_read(Ir *ir, const char *file, const char *text,
		      const ReadOptions *options, Diags *diags)
{
	Reader r = { .ir = ir, .arena = arena_new(), .diags = diags,
		     .options = options, .unifier = unifier_new(ir) };
	int errors = diags->errors;
	Program *program;

	r.names = ARENA_NEW(r.arena, NameTable);
	r.json = (JsonText){ r.arena, file, text, diags };
	program = read_parts(&r);
	unifier_free(r.unifier);
	arena_free(r.arena);
	return diags->errors == errors ? program : NULL;
}
