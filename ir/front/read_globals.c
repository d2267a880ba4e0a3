/* The names of a document: inputs, defs and operators share one name space. */
#include <string.h>

#include "ir/front/read.h"

Global *read_global(Reader *r, const char *name)
{
	for (int i = 0; i < r->global_count; i++)
		if (!strcmp(r->globals[i].name, name))
			return &r->globals[i];
	return NULL;
}

static const char *global_word(GlobalKind kind)
{
	static const char *const words[] = { "an input", "a def",
					     "an operator" };

	return words[kind];
}

static bool add_global(Reader *r, const char *name, const Place *place,
		       Global global)
{
	const Global *other = read_global(r, name);

	if (!read_name_ok(r, name, place, true))
		return false;
	if (other) {
		read_error_at(r, E0202, place, name, "another name",
			      "the name %s is already that of %s", name,
			      global_word(other->kind));
		return false;
	}
	global.name = ir_name(r->ir, name, strlen(name));
	r->globals[r->global_count++] = global;
	return true;
}

static bool add_inputs(Reader *r)
{
	const Node *inputs = json_member(r->root, "inputs");
	bool ok = true;

	for (int i = 0; i < inputs->count; i++) {
		const Node *name = json_member(inputs->kids[i], "name");
		Place place = json_place(&r->json, name);

		ok &= add_global(r, name->string, &place,
				 (Global){ .kind = GLOBAL_INPUT, .input = i,
					   .node = inputs->kids[i] });
	}
	return ok;
}

static bool add_members(Reader *r, const char *key, GlobalKind kind)
{
	const Node *members = json_member(r->root, key);
	bool ok = true;

	for (int i = 0; members && i < members->count; i++) {
		const Node *member = members->kids[i];
		Place place = json_key_place(&r->json, member);

		ok &= add_global(r, member->key, &place,
				 (Global){ .kind = kind, .node = member });
	}
	return ok;
}

static bool check_operator(Reader *r, const Node *operator)
{
	static const KeyRow rows[] = {
		{ "fun", 1u << NODE_LIST | 1u << NODE_STRING, true,
		  "a function of two values" },
		{ "assoc", 1u << NODE_BOOL, false, "true or false" },
		{ "comm", 1u << NODE_BOOL, false, "true or false" },
		{ "neutral", ~0u, false, "a constant expression" },
		{ "doc", 1u << NODE_STRING, false, "a text" },
		{ NULL, 0, false, NULL },
	};

	if (operator->kind == NODE_OBJECT)
		return read_keys(r, operator, rows, "an operator");
	read_error(r, E0003, operator, read_found(r, operator),
		   "an object with the key fun",
		   "an operator is of the wrong kind");
	return false;
}

static int member_count(const Node *root, const char *key)
{
	const Node *node = json_member(root, key);

	return node ? node->count : 0;
}

bool read_globals(Reader *r)
{
	const Node *operators = json_member(r->root, "operators");
	int most = member_count(r->root, "inputs")
		 + member_count(r->root, "defs")
		 + member_count(r->root, "operators");
	bool ok = true;

	r->globals = ARENA_ARRAY(r->arena, Global, most + 1);
	ok &= add_inputs(r);
	ok &= add_members(r, "defs", GLOBAL_DEF);
	for (int i = 0; operators && i < operators->count; i++)
		ok &= check_operator(r, operators->kids[i]);
	return ok && add_members(r, "operators", GLOBAL_OPERATOR);
}
