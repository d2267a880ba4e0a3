#include "rules/locate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* -- paths ----------------------------------------------------------------- */

Path path_root(void)
{
	Path path;

	path.depth = 0;
	return path;
}

static void path_copy(Path *to, const Path *from)
{
	to->depth = from->depth;
	memcpy(to->kids, from->kids, (size_t)from->depth);
}

Path path_kid(const Path *path, int kid)
{
	Path longer;

	assert(path->depth < PATH_MAX_DEPTH);
	path_copy(&longer, path);
	longer.kids[longer.depth++] = (unsigned char)kid;
	return longer;
}

const Path *path_kept(Arena *arena, const Path *path)
{
	const size_t bytes = offsetof(Path, kids) + (size_t)path->depth;

	return memcpy(arena_alloc(arena, bytes), path, bytes);
}

bool path_starts(const Path *path, const Path *with)
{
	return path->depth >= with->depth
	    && !memcmp(path->kids, with->kids, (size_t)with->depth);
}

Path path_common(const Path *a, const Path *b)
{
	Path path = *a;

	for (path.depth = 0; path.depth < a->depth && path.depth < b->depth
	     && a->kids[path.depth] == b->kids[path.depth];)
		path.depth++;
	return path;
}

bool path_same(const Path *a, const Path *b)
{
	return a->depth == b->depth && path_starts(a, b);
}

void path_text(Text *text, const Path *path)
{
	for (int i = 0; i < path->depth; i++)
		text_printf(text, "/%d", path->kids[i]);
}

bool path_parse(const char *text, Path *path)
{
	path->depth = 0;
	while (*text == '/' && path->depth < PATH_MAX_DEPTH) {
		char *end;
		long kid = strtol(text + 1, &end, 10);

		if (end == text + 1 || kid < 0 || kid > 255)
			return false;
		path->kids[path->depth++] = (unsigned char)kid;
		text = end;
	}
	return !*text;
}

/* -- nodes ----------------------------------------------------------------- */

const Expr *locate_node(const Expr *root, const Path *path)
{
	for (int i = 0; i < path->depth; i++) {
		if (path->kids[i] >= root->kid_count)
			return NULL;
		root = root->kids[path->kids[i]];
	}
	return root;
}

int locate_binders(const Expr *root, const Path *path)
{
	int binders = 0;

	for (int i = 0; i < path->depth; i++) {
		binders += expr_binds(root, path->kids[i]);
		root = root->kids[path->kids[i]];
	}
	return binders;
}

static void keep_hints(Ir *ir, const Expr *from, const Expr *to)
{
	int count = from->kind == EXPR_LET ? 1 : from->index;

	if (to->kind != from->kind)
		return;
	for (int i = 0; i < count; i++) {
		const char *name = expr_hinted(ir, from, i);

		if (name)
			expr_hint(ir, to, i, name);
	}
}

const Expr *locate_rebuild(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const Expr *made;

	if (e->kind == EXPR_PRIM)
		return expr_prim_typed(ir, e->prim, e->index, e->type,
				       e->sizes, e->kid_count, kids);
	if (e->kind == EXPR_OP)
		return expr_op(ir, e->op, e->type, kids);
	made = expr_rebuild(ir, e, kids);
	if (e->kind == EXPR_LAMBDA || e->kind == EXPR_LET)
		keep_hints(ir, e, made);
	return made;
}

static const Expr *replace(Ir *ir, const Expr *e, const Path *path, int depth,
			   const Expr *by)
{
	const Expr *few[8], **kids = few, *made;
	int kid;

	if (depth == path->depth)
		return by;
	if (e->kid_count > 8)
		kids = base_calloc((size_t)e->kid_count, sizeof *kids);
	memcpy(kids, e->kids, sizeof *kids * (size_t)e->kid_count);
	kid = path->kids[depth];
	kids[kid] = replace(ir, e->kids[kid], path, depth + 1, by);
	made = locate_rebuild(ir, e, kids);
	if (kids != few)
		free(kids);
	return made;
}

const Expr *locate_replace(Ir *ir, const Expr *root, const Path *path,
			   const Expr *by)
{
	return replace(ir, root, path, 0, by);
}

/* -- searching ------------------------------------------------------------- */

typedef struct Search {
	NodeTest *test;
	const void *context;
	const Path *after; /* only places behind this one; NULL: all */
	Path path;
} Search;

/* Whether a place comes behind search->after in reading order. */
static bool is_behind(const Search *search)
{
	const Path *a = search->after, *p = &search->path;
	int shared = a->depth < p->depth ? a->depth : p->depth;
	int order = memcmp(p->kids, a->kids, (size_t)shared);

	return order ? order > 0 : p->depth > a->depth;
}

/* Whether everything at or below the place comes before search->after. */
static bool is_passed(const Search *search)
{
	const Path *a = search->after, *p = &search->path;
	int shared = a->depth < p->depth ? a->depth : p->depth;

	return memcmp(p->kids, a->kids, (size_t)shared) < 0;
}

static bool search_node(Search *search, const Expr *node)
{
	if (search->after && is_passed(search))
		return false;
	if ((!search->after || is_behind(search))
	    && search->test(node, search->context))
		return true;
	if (search->path.depth == PATH_MAX_DEPTH)
		return false;
	for (int i = 0; i < node->kid_count; i++) {
		search->path.kids[search->path.depth++] = (unsigned char)i;
		if (search_node(search, node->kids[i]))
			return true;
		search->path.depth--;
	}
	return false;
}

static bool search_from(const Expr *root, const Path *from, Search *search,
			Path *found)
{
	const Expr *node = locate_node(root, from);

	path_copy(&search->path, from);
	if (!node || !search_node(search, node))
		return false;
	path_copy(found, &search->path);
	return true;
}

bool locate_first(const Expr *root, const Path *from, NodeTest *test,
		  const void *context, Path *found)
{
	Search search;

	search.test = test;
	search.context = context;
	search.after = NULL;
	return search_from(root, from, &search, found);
}

bool locate_next(const Expr *root, const Path *from, NodeTest *test,
		 const void *context, Path *path)
{
	Search search;
	Path after;

	path_copy(&after, path);
	search.test = test;
	search.context = context;
	search.after = &after;
	return search_from(root, from, &search, path);
}

static bool is_prim(const Expr *node, const void *context)
{
	const Prim *prim = context;

	return node->kind == EXPR_PRIM && node->prim == *prim;
}

bool locate_prim(const Expr *root, const Path *from, Prim prim, int nth,
		 Path *found)
{
	bool is_there = locate_first(root, from, is_prim, &prim, found);

	while (is_there && nth-- > 0)
		is_there = locate_next(root, from, is_prim, &prim, found);
	return is_there;
}
