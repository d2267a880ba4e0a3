/* Definitions of files and of the prelude put where a program uses them. */
#include <string.h>

#include "ir/front/notation.h"
#include "ir/front/notation_use.h"

enum { MODULES_MAX = 64, ENTRIES_MAX = 2000 };

typedef struct Module {
	const char *name; /* the path of its file */
	const Node *root;
	int use_count;
	struct Module *uses[MODULES_MAX];
} Module;

/* What the program has under a name: its own or one that it uses. */
typedef struct Entry {
	const char *name;
	const Module *module;
	const Node *definition;
} Entry;

typedef struct Resolver {
	const JsonText *text;
	const Module *program, *at; /* of the expression that is walked */
	int module_count, count;
	Module *modules[MODULES_MAX];
	Entry entries[ENTRIES_MAX];
	bool failed;
} Resolver;

/* -- what a document defines ------------------------------------------------ */

static const Node *defined_in(const Node *document, const char *part,
			      const char *name)
{
	const Node *list = json_member(document, part);

	for (int i = 0; list && i < list->count; i++) {
		const Node *item = list->kids[i];
		const Node *of = list->kind == NODE_OBJECT ? NULL
			       : item->kind == NODE_OBJECT
			       ? json_member(item, "name") : NULL;
		const char *own = list->kind == NODE_OBJECT ? item->key
				: of && of->kind == NODE_STRING ? of->string
				: "";

		if (!strcmp(own, name))
			return item;
	}
	return NULL;
}

const Node *notation_defined(const Node *document, const char *name)
{
	static const char *const parts[] = { "defs", "operators", "inputs" };
	const Node *found = NULL;

	for (int i = 0; i < 3 && !found; i++)
		found = defined_in(document, parts[i], name);
	return found;
}

/* -- modules ---------------------------------------------------------------- */

static Module *load(Resolver *r, const JsonText *from, const Node *at);
static Module *refuse(const JsonText *from, const Node *at, const char *found,
		      const char *expected);

static bool load_uses(Resolver *r, Module *module, const JsonText *from)
{
	const Node *uses = json_member(module->root, "use");

	for (int i = 0; uses && i < uses->count; i++) {
		Module *used = load(r, from, uses->kids[i]);

		if (used && module->use_count == MODULES_MAX)
			used = refuse(from, uses->kids[i], "one more",
				      "each file once");
		if (!used)
			return false;
		module->uses[module->use_count++] = used;
	}
	return true;
}

static Module *add_module(Resolver *r, const char *name, const Node *root)
{
	Module *module = ARENA_NEW(r->text->arena, Module);

	*module = (Module){ .name = name, .root = root };
	r->modules[r->module_count++] = module;
	return module;
}

static Module *refuse(const JsonText *from, const Node *at, const char *found,
		      const char *expected)
{
	Place place = json_place(from, at);

	diag_add(from->diags, E1103, &place, found, expected,
		 "a file that the program uses cannot be read");
	return NULL;
}

/* Each file once, also when files use one another. */
static Module *load(Resolver *r, const JsonText *from, const Node *at)
{
	const char *path = notation_beside(from, at->string);
	const Node *root, *uses;
	Module *module;

	for (int i = 0; i < r->module_count; i++)
		if (!strcmp(r->modules[i]->name, path))
			return r->modules[i];
	if (r->module_count + 1 >= MODULES_MAX)
		return refuse(from, at, "one more", "at most 62 files");
	root = notation_file(from, at, path);
	if (!root)
		return NULL;
	uses = json_member(root, "use");
	if (!json_member(root, "module") || (uses && uses->count
					     >= MODULES_MAX - 1))
		return refuse(from, at, "a program", "a file whose first word "
			      "is module");
	module = add_module(r, path, root);
	return load_uses(r, module, root->source) ? module : NULL;
}

/* What a name means in a module: its own definition, that of the first file it
 * uses that has one, the prelude's. */
static const Module *owner(const Resolver *r, const Module *module,
			   const char *name)
{
	if (notation_defined(module->root, name))
		return module;
	for (int i = 0; i < module->use_count; i++)
		if (notation_defined(module->uses[i]->root, name))
			return module->uses[i];
	return notation_defined(r->modules[0]->root, name) ? r->modules[0]
							    : NULL;
}

/* -- names ------------------------------------------------------------------ */

static const Entry *entry_of(const Resolver *r, const char *name)
{
	for (int i = 0; i < r->count; i++)
		if (!strcmp(r->entries[i].name, name))
			return &r->entries[i];
	return NULL;
}

/* What that module says of the name is not what the program has. */
static void conflict(Resolver *r, const char *name, const Node *at)
{
	Place place = json_place(r->text, at);

	if (!r->failed)
		diag_add(r->text->diags, E1104, &place, name,
			 arena_printf(r->text->arena, "%s as %s has it; give "
				      "the program's own another name", name,
				      r->at->name),
			 "a name means one thing in the program and another "
			 "in what it uses");
	r->failed = true;
}

static void use_name(void *context, const char *name, const Node *at)
{
	Resolver *r = context;
	const Module *module = owner(r, r->at, name);
	const Entry *entry = entry_of(r, name);
	bool own = notation_defined(r->program->root, name);

	if (own && r->at != r->program) {
		conflict(r, name, at);
	} else if (own || (!module && !entry)) {
		return;
	} else if (entry) {
		if (entry->module != module)
			conflict(r, name, at);
	} else if (r->count < ENTRIES_MAX) {
		r->entries[r->count++] = (Entry){
			name, module, notation_defined(module->root, name) };
	}
}

static void walk_all(Resolver *r, const Node *list)
{
	for (int i = 0; list && i < list->count; i++)
		notation_free_names(r->text->arena, list->kids[i], use_name, r);
}

/* An operator's function, and its neutral element. */
static void walk_operator(Resolver *r, const Node *operator)
{
	for (int i = 0; i < operator->count; i++)
		if (strcmp(operator->kids[i]->key, "doc"))
			notation_free_names(r->text->arena, operator->kids[i],
					    use_name, r);
}

static bool is_operator(const Entry *entry)
{
	return defined_in(entry->module->root, "operators", entry->name);
}

static void walk_program(Resolver *r)
{
	const Node *root = r->program->root;
	const Node *body = json_member(root, "body");
	const Node *operators = json_member(root, "operators");

	r->at = r->program;
	if (body)
		notation_free_names(r->text->arena, body, use_name, r);
	walk_all(r, json_member(root, "defs"));
	for (int i = 0; operators && i < operators->count; i++)
		if (operators->kids[i]->kind == NODE_OBJECT)
			walk_operator(r, operators->kids[i]);
	for (int i = 0; i < r->count && !r->failed; i++) {
		const Entry *entry = &r->entries[i];

		r->at = entry->module;
		if (is_operator(entry))
			walk_operator(r, entry->definition);
		else
			notation_free_names(r->text->arena, entry->definition,
					    use_name, r);
	}
}

/* -- the document with them ------------------------------------------------- */

/* The part with what is used added; NULL when it is empty. */
static const Node *extended(Resolver *r, const char *key, bool operators)
{
	const Node *part = json_member(r->program->root, key);
	int count = part ? part->count : 0;
	const Node **kids = ARENA_ARRAY(r->text->arena, const Node *,
					count + r->count + 1);
	Node *made;

	for (int i = 0; i < count; i++)
		kids[i] = part->kids[i];
	for (int i = 0; i < r->count; i++)
		if (is_operator(&r->entries[i]) == operators)
			kids[count++] = r->entries[i].definition;
	if (!count)
		return NULL;
	made = ARENA_NEW(r->text->arena, Node);
	if (part)
		*made = *part;
	made->kind = NODE_OBJECT;
	made->up = r->program->root;
	made->key = key;
	made->count = count;
	made->kids = kids;
	return made;
}

static const Node *with_definitions(Resolver *r)
{
	const Node *root = r->program->root;
	const Node *parts[] = { extended(r, "operators", true),
				extended(r, "defs", false) };
	Node *made = ARENA_NEW(r->text->arena, Node);
	const Node **kids = ARENA_ARRAY(r->text->arena, const Node *,
					root->count + 2);

	*made = *root;
	made->count = 0;
	made->kids = kids;
	for (int i = 0; i < root->count; i++) {
		const char *key = root->kids[i]->key;

		if (strcmp(key, "use") && strcmp(key, "operators")
		    && strcmp(key, "defs"))
			kids[made->count++] = root->kids[i];
	}
	for (int i = 0; i < 2; i++)
		if (parts[i])
			kids[made->count++] = parts[i];
	return made;
}

const Node *notation_resolve(const JsonText *text, const Node *document)
{
	Resolver *r = ARENA_NEW(text->arena, Resolver);
	const Node *prelude = notation_prelude_read(text->arena, text->diags);
	Module *program;

	if (!prelude)
		return NULL;
	*r = (Resolver){ .text = text };
	add_module(r, "the prelude", prelude);
	program = add_module(r, "the program", document);
	r->program = program;
	if (!load_uses(r, program, text))
		return NULL;
	walk_program(r);
	return r->failed ? NULL : with_definitions(r);
}
