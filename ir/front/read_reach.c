/* What the body reaches: no def may need itself, operators use no input, and
 * what is never reached is warned of. */
#include <string.h>

#include "ir/front/read_names.h"

enum { VISIT_NEW, VISIT_OPEN, VISIT_DONE };

static bool cycle(Reader *r, const Reference *reference)
{
	const Global *global = &r->globals[reference->to];

	read_error(r, E0204, reference->at, global->name,
		   "definitions that do not need themselves",
		   "the definition of %s needs %s itself", global->name,
		   global->name);
	return false;
}

static bool visit(Reader *r, int owner)
{
	r->globals[owner].visit = VISIT_OPEN;
	for (int i = 0; i < r->reference_count; i++) {
		const Reference *reference = &r->references[i];

		if (reference->from != owner)
			continue;
		if (r->globals[reference->to].visit == VISIT_OPEN)
			return cycle(r, reference);
		if (r->globals[reference->to].visit == VISIT_NEW
		    && !visit(r, reference->to))
			return false;
	}
	r->globals[owner].visit = VISIT_DONE;
	return true;
}

static bool check_cycles(Reader *r)
{
	for (int i = 0; i < r->global_count; i++)
		if (r->globals[i].visit == VISIT_NEW && !visit(r, i))
			return false;
	return true;
}

/* Marks what `from` reaches. */
static void reach(Reader *r, int from, bool *reached)
{
	for (int i = 0; i < r->reference_count; i++) {
		int to = r->references[i].to;

		if (r->references[i].from != from || reached[to])
			continue;
		reached[to] = true;
		reach(r, to, reached);
	}
}

static bool is_pure(Reader *r, int operator)
{
	bool *reached = ARENA_ARRAY(r->arena, bool, r->global_count + 1);

	reach(r, operator, reached);
	for (int i = 0; i < r->global_count; i++)
		if (reached[i] && r->globals[i].kind == GLOBAL_INPUT) {
			read_error(r, E0008, r->globals[operator].node,
				   r->globals[i].name,
				   "parameters, constants and defs of these",
				   "the operator %s uses the input %s",
				   r->globals[operator].name,
				   r->globals[i].name);
			return false;
		}
	return true;
}

bool read_names(Reader *r)
{
	bool ok = names_walk(r, r->names), *reached;

	if (!ok || !check_cycles(r))
		return false;
	for (int i = 0; i < r->global_count; i++)
		if (r->globals[i].kind == GLOBAL_OPERATOR)
			ok &= is_pure(r, i);
	reached = ARENA_ARRAY(r->arena, bool, r->global_count + 1);
	reach(r, OWNER_BODY, reached);
	for (int i = 0; i < r->global_count; i++)
		r->globals[i].reached = reached[i];
	return ok;
}

/* -- warnings -------------------------------------------------------------- */

static void warn_global(Reader *r, const Global *global)
{
	static const char *const words[] = { "input", "def", "operator" };
	const Node *name = global->node;
	Place place;

	if (global->reached
	    || (global->kind == GLOBAL_INPUT && r->body_is_function))
		return;
	if (global->kind == GLOBAL_INPUT)
		name = json_member(name, "name");
	place = name->key && global->kind != GLOBAL_INPUT
		? json_key_place(&r->json, name) : json_place(&r->json, name);
	read_warning(r, W0302, &place, "the %s %s is not used",
		     words[global->kind], global->name);
}

static void warn_local(Reader *r, const NameUse *use)
{
	Place place = json_part_place(&r->json, use->at, 0);

	if (use->used || !strcmp(use->name, "_")
	    || (use->owner != OWNER_BODY && !r->globals[use->owner].reached))
		return;
	place.width = use->length;
	read_warning(r, W0302, &place, "the name %s is not used (_ says so)",
		     use->name);
}

static void warn_size(Reader *r, int i)
{
	const Node *size = json_member(json_member(r->root, "sizes"),
				       r->sizes[i].name);
	Place place = json_key_place(&r->json, size);

	if (!r->size_used[i])
		read_warning(r, W0302, &place, "the size %s is not used",
			     r->sizes[i].name);
}

void read_names_unused(Reader *r)
{
	const Node *sizes = json_member(r->root, "sizes");

	for (int i = 0; sizes && i < sizes->count; i++)
		warn_size(r, i);
	for (int i = 0; i < r->global_count; i++)
		warn_global(r, &r->globals[i]);
	for (int i = 0; i < r->names->use_count; i++)
		warn_local(r, &r->names->uses[i]);
}
