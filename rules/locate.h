/* Locate: places in an expression (Path, ir/core/path.h): nodes of the applied
 * form, so a piece in the middle of a chain f . g . h is the place of g's node.
 */
#ifndef RULES_LOCATE_H
#define RULES_LOCATE_H

#include "ir/front/print.h"

Path path_root(void);

/* The path one kid further; it must not be PATH_MAX_DEPTH deep. */
Path path_kid(const Path *path, int kid);
bool path_same(const Path *a, const Path *b);
bool path_starts(const Path *path, const Path *with);

/* What both start with. */
Path path_common(const Path *a, const Path *b);

/* A copy in the arena, no longer than needed. */
const Path *path_kept(Arena *arena, const Path *path);

/* As "/1/0/2"; the root is "". Reading: false when it is no path. */
void path_text(Text *text, const Path *path);
bool path_parse(const char *text, Path *path);

/* The node at a place, or NULL when there is none. */
const Expr *locate_node(const Expr *root, const Path *path);

/* root with the node at that place replaced by one of the same type. */
const Expr *locate_replace(Ir *ir, const Expr *root, const Path *path,
			   const Expr *by);

/* e with other kids of the same types, without typing it anew. */
const Expr *locate_rebuild(Ir *ir, const Expr *e, const Expr *const *kids);

/* Variables bound between the root and that place. */
int locate_binders(const Expr *root, const Path *path);

/* The first node at or below `from` that passes, in reading order (a node
 * before its kids); false when none does. */
typedef bool NodeTest(const Expr *node, const void *context);

bool locate_first(const Expr *root, const Path *from, NodeTest *test,
		  const void *context, Path *found);

/* The next one after *path in reading order, still below `from`. */
bool locate_next(const Expr *root, const Path *from, NodeTest *test,
		 const void *context, Path *path);

/* The nth (from 0) node of that primitive at or below from. */
bool locate_prim(const Expr *root, const Path *from, Prim prim, int nth,
		 Path *found);

#endif
