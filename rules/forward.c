#include "rules/forward.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "rules/build.h"
#include "rules/forward_side.h"
#include "rules/mark.h"
#include "rules/polynomial.h"
#include "rules/rewriter.h"

/* A mark to be put around a node: of the root (meta -1), or of what a meta
 * stands for. */
typedef struct Spot {
	int number, meta;
	const Path *path; /* from the root; from the meta's */
} Spot;

typedef struct Forward {
	Rewriter *rw;
	Ir *ir;
	Arena *arena;     /* of the paths found */
	const Derivation *step;
	bool local;       /* around the place of the rule all is as it was */
	Match match;
	Path rest;        /* of the designated argument */
	int count, named; /* sets: those given, then those of names */
	Places *places, *names;
	bool *stay;       /* sets that do not move */
	const Path **items;
	int *owners, item_count, item_capacity;
	Spot *spots;
	int spot_count;
	PatMark *marks;
	int mark_count, mark_capacity;
	bool looked_at;   /* the turn of what constructors look at */
} Forward;

bool forward_is_loop(const Expr *node)
{
	for (int i = 0; i < node->kid_count; i++)
		if (node->kids[i]->kind == EXPR_LAMBDA)
			return true;
	return false;
}

static void match_again(Forward *f)
{
	const Derivation *s = f->step;
	const Expr *node = locate_node(s->before->expr, s->at);
	Assumption assumed;
	bool fits = rewriter_match(f->rw, &f->match, s->rule, s->back, node,
				   s->at, s->within)
		 && rewriter_give(f->rw, &f->match, s->count, s->values)
		 && (!f->match.open || polynomials_solve(&f->match))
		 && rewriter_guard(f->rw, &f->match, &assumed);

	if (!fits)
		base_die("a step of a derivation does not fit its place");
}

/* -- where the marks go ---------------------------------------------------- */

static void add_mark(Forward *f, const Pat *pat, int number)
{
	if (f->mark_count == f->mark_capacity) {
		f->mark_capacity = f->mark_capacity ? 2 * f->mark_capacity : 32;
		f->marks = base_realloc(f->marks, sizeof *f->marks
					* (size_t)f->mark_capacity);
	}
	f->marks[f->mark_count++] = (PatMark){ pat, number };
}

static void add_spot(Forward *f, int number, int meta, const Path *path)
{
	f->spots[f->spot_count++] = (Spot){
		number, meta, path_kept(f->arena, path) };
}

/* Whether a node may become another one when variables are replaced. */
static bool may_vanish(const Expr *e)
{
	return e->kind == EXPR_VAR || e->kind == EXPR_GET
	    || e->kind == EXPR_TUPLE || e->kind == EXPR_LET;
}

/* In what a meta stands for, as the match has it: over its parameters. */
static void mark_meta(Forward *f, int number, const SidePlace *place,
		      const Expr *was)
{
	const int meta = place->pat->index;
	const Expr *is = locate_node(f->match.metas[meta], &place->rest);

	if (is && is->kind == was->kind)
		add_spot(f, number, meta, &place->rest);
	else
		assert(!is || may_vanish(was) || is->kind == EXPR_VAR);
}

/* The same where a part of what was matched, and the like of it, became a
 * parameter. */
static void mark_designated(Forward *f, int number, const Path *rel,
			    const Expr *was)
{
	const Derivation *s = f->step;
	const Expr *node = locate_node(s->before->expr, s->at);
	const int meta = f->match.way->designated->index;
	const Expr *is;
	Path moved;

	if (!side_designated(&f->match, s->back, node, rel, &f->rest, &moved))
		return;
	is = locate_node(f->match.metas[meta], &moved);
	if (is->kind == was->kind || may_vanish(was))
		add_spot(f, number, meta, &moved);
	else
		assert(is->kind == EXPR_VAR);
}

static void mark_node(Forward *f, int number, const Pat *pat)
{
	enum { LOOPS_MAX = 16 };
	const Way *way = f->match.way;
	const Pat *loops[LOOPS_MAX];
	int count = f->places[number].loop
		  ? side_loops(way, pat, loops, LOOPS_MAX) : 0;

	for (int i = 0; i < count; i++)
		add_mark(f, loops[i], number);
	if (!count && pat == way->from)
		add_mark(f, way->to, number);
}

/* Constructors look at these: marks around several would hide what they do. */
static bool is_looked_at(const Expr *e)
{
	return e->kind == EXPR_TUPLE || e->kind == EXPR_GET
	    || e->kind == EXPR_VAR || e->kind == EXPR_LITERAL
	    || e->kind == EXPR_INPUT || e->kind == EXPR_SIZE;
}

static void found(Forward *f, int number, const Path *path,
		  const Expr *node);

static void mark_place(Forward *f, int number, const Path *path)
{
	const Derivation *s = f->step;
	const Expr *root = s->before->expr;
	SidePlace place;
	Path rel;

	if (!path_starts(path, s->at)) {
		if (f->local)
			found(f, number, path, locate_node(s->expr, path));
		else
			add_spot(f, number, -1, path);
		return;
	}
	rel.depth = path->depth - s->at->depth;
	memcpy(rel.kids, path->kids + s->at->depth, (size_t)rel.depth);
	place = side_place(f->match.way, locate_node(root, s->at), &rel,
			   s->within ? &f->rest : NULL);
	if (place.kind == SIDE_META && place.pat == f->match.way->designated)
		mark_designated(f, number, &rel, locate_node(root, path));
	else if (place.kind == SIDE_META)
		mark_meta(f, number, &place, locate_node(root, path));
	else if (place.kind == SIDE_NODE)
		mark_node(f, number, place.pat);
}

static void make(Forward *f);

static bool is_name_looked_at(const Forward *f, const Pat *pat)
{
	return pat->kind == PAT_TUPLE || pat->kind == PAT_GET
	    || pat->kind == PAT_VAR || pat->kind == PAT_LITERAL
	    || (pat->kind == PAT_META
		&& is_looked_at(f->match.metas[pat->index]));
}

static void mark_name(void *context, const char *name, bool loop,
		      const Pat *pat)
{
	Forward *f = context;
	int i = 0;

	if (is_name_looked_at(f, pat) != f->looked_at)
		return;
	while (i < f->named && (strcmp(f->names[i].name, name)
				|| f->names[i].loop != loop))
		i++;
	if (i == FORWARD_NAMES_MAX)
		return;
	if (i == f->named)
		f->names[f->named++] = (Places){ .name = name, .loop = loop };
	add_mark(f, pat, f->count + i);
	if (f->looked_at)
		make(f);
}

/* -- putting them there ---------------------------------------------------- */

typedef struct Marking {
	Ir *ir;
	const Forward *forward;
	int meta;
	const Path *at; /* here stands made; or NULL */
	const Expr *made;
	Path path;
} Marking;

static bool leads(const Path *path, const Path *to)
{
	return to->depth > path->depth && path_starts(to, path);
}

static bool is_above_any(const Marking *m)
{
	const Forward *f = m->forward;

	if (m->at && leads(&m->path, m->at))
		return true;
	for (int i = 0; i < f->spot_count; i++)
		if (f->spots[i].meta == m->meta
		    && leads(&m->path, f->spots[i].path))
			return true;
	return false;
}

static const Expr *marked(Marking *m, const Expr *e);

static const Expr *marked_kids(Marking *m, const Expr *e)
{
	const Expr **kids = base_calloc((size_t)e->kid_count, sizeof *kids);

	for (int i = 0; i < e->kid_count; i++) {
		m->path.kids[m->path.depth++] = (unsigned char)i;
		kids[i] = marked(m, e->kids[i]);
		m->path.depth--;
	}
	e = locate_rebuild(m->ir, e, kids);
	free(kids);
	return e;
}

static const Expr *marked(Marking *m, const Expr *e)
{
	const Forward *f = m->forward;

	if (m->at && path_same(&m->path, m->at))
		e = m->made;
	else if (is_above_any(m))
		e = marked_kids(m, e);
	for (int i = 0; e->kind != EXPR_LAMBDA && i < f->spot_count; i++)
		if (f->spots[i].meta == m->meta
		    && path_same(&m->path, f->spots[i].path))
			e = mark(m->ir, f->spots[i].number, e);
	return e;
}

/* The expression after the step, or what the rule made if nothing else differs,
 * with marks. */
static const Expr *made_again(Forward *f)
{
	Marking m = { .ir = f->ir, .forward = f };
	Match match = f->match;

	for (int i = 0; i < match.rule->meta_count; i++) {
		m.meta = i;
		m.path.depth = 0;
		if (match.metas[i])
			match.metas[i] = marked(&m, match.metas[i]);
	}
	match.marks = f->marks;
	match.mark_count = f->mark_count;
	m.meta = -1;
	m.at = f->step->at;
	m.made = build_side(&match);
	m.path.depth = 0;
	return f->local ? m.made : marked(&m, f->step->before->expr);
}

/* -- finding them ---------------------------------------------------------- */

static bool is_found(const Forward *f, int number, const Path *path)
{
	for (int i = 0; i < f->item_count; i++)
		if (f->owners[i] == number && path_same(f->items[i], path))
			return true;
	return false;
}

static void found(Forward *f, int number, const Path *path, const Expr *node)
{
	const Places *places = number < f->count
			     ? &f->places[number]
			     : &f->names[number - f->count];

	if ((places->loop && !forward_is_loop(node))
	    || is_found(f, number, path))
		return;
	if (f->item_count == f->item_capacity) {
		f->item_capacity = f->item_capacity ? 2 * f->item_capacity : 32;
		f->items = base_realloc(f->items, sizeof *f->items
					* (size_t)f->item_capacity);
		f->owners = base_realloc(f->owners, sizeof *f->owners
					 * (size_t)f->item_capacity);
	}
	f->items[f->item_count] = path_kept(f->arena, path);
	f->owners[f->item_count++] = number;
}

static bool is_same(const Expr *a, const Expr *b)
{
	return a->kind == b->kind && a->kid_count == b->kid_count
	    && (a->kind != EXPR_OP || a->op == b->op)
	    && (a->kind != EXPR_PRIM || a->prim == b->prim);
}

/* e is the node with marks; parts of a marked tuple are taken there only. */
static void find_marks(Forward *f, const Expr *e, const Expr *node, Path *path)
{
	const Expr *inside = mark_inside(e);

	if (e == node)
		return;
	if (inside->kind == EXPR_GET && node->kind != EXPR_GET
	    && mark_inside(inside->kids[0])->kind == EXPR_TUPLE) {
		find_marks(f, mark_inside(inside->kids[0])
				      ->kids[inside->index], node, path);
		return;
	}
	if (!is_same(inside, node))
		return;
	for (int n; (n = mark_number(e)) >= 0; e = e->kids[0])
		found(f, n, path, node);
	for (int i = 0; i < e->kid_count && path->depth < PATH_MAX_DEPTH; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		find_marks(f, e->kids[i], node->kids[i], path);
		path->depth--;
	}
}

static int count_of(const Forward *f, int number)
{
	int count = 0;

	for (int i = 0; i < f->item_count; i++)
		count += f->owners[i] == number;
	return count;
}

static bool is_before(const Path *a, const Path *b)
{
	const int least = a->depth < b->depth ? a->depth : b->depth;
	const int order = memcmp(a->kids, b->kids, (size_t)least);

	return order < 0 || (!order && a->depth < b->depth);
}

static void put_in_order(const Path **items, int count, const Path *path)
{
	for (; count > 0 && is_before(path, items[count - 1]); count--)
		items[count] = items[count - 1];
	items[count] = path;
}

static void collect(Forward *f, Places *places, int number)
{
	const Path **items = ARENA_ARRAY(f->arena, const Path *,
					 count_of(f, number) + 1);

	places->count = 0;
	for (int i = 0; i < f->item_count; i++)
		if (f->owners[i] == number)
			put_in_order(items, places->count++, f->items[i]);
	places->items = items;
}

/* -- one step -------------------------------------------------------------- */

/* The part of the place within behind the meta that designates it. */
static void find_rest(Forward *f)
{
	const Derivation *s = f->step;
	int start = s->at->depth + f->match.way->place_depth;

	if (!s->within)
		return;
	f->rest.depth = s->within->depth - start;
	memcpy(f->rest.kids, s->within->kids + start, (size_t)f->rest.depth);
}

/* Makes the step with the marks added so far, and takes them away. */
static void make(Forward *f)
{
	const Path *at = f->step->at;
	Path path = path_root();

	if (f->local) {
		memcpy(path.kids, at->kids, (size_t)at->depth);
		path.depth = at->depth;
	}
	if (f->spot_count || f->mark_count)
		find_marks(f, made_again(f), locate_node(f->step->expr, &path),
			   &path);
	f->spot_count = f->mark_count = 0;
}

/* Where no place is at or below the rule's, and nothing else differs, there is
 * nothing to move. */
static bool stays(const Forward *f, const Places *places)
{
	for (int i = 0; i < places->count; i++)
		if (path_starts(places->items[i], f->step->at))
			return false;
	return f->local;
}

/* What constructors look at is marked alone, everything else at once. */
static void follow(Forward *f, bool looked_at)
{
	const Expr *root = f->step->before->expr;

	f->looked_at = looked_at;
	for (int i = 0; i < f->count; i++)
		for (int k = 0; !f->stay[i] && k < f->places[i].count; k++) {
			const Path *path = f->places[i].items[k];

			if (is_looked_at(locate_node(root, path)) != looked_at)
				continue;
			mark_place(f, i, path);
			if (looked_at)
				make(f);
		}
	make(f);
	if (f->names)
		side_names(f->step->rule, f->match.way->to, mark_name, f);
	make(f);
}

static int all_places(int count, const Places *places)
{
	int all = 0;

	for (int i = 0; i < count; i++)
		all += places[i].count;
	return all;
}

/* Whether nothing but the node at the place of the rule became another one; a
 * node that may vanish around it is asked for what was made there. */
static bool is_local(Forward *f)
{
	const Derivation *s = f->step;
	const Expr *was = s->before->expr, *is = s->expr;
	bool sure = true;

	for (int d = 0; d < s->at->depth; d++) {
		const int kid = s->at->kids[d];

		if (!is_same(was, is))
			return false;
		for (int i = 0; i < was->kid_count; i++)
			if (i != kid && was->kids[i] != is->kids[i])
				return false;
		sure &= !may_vanish(was);
		was = was->kids[kid];
		is = is->kids[kid];
	}
	return sure || build_side(&f->match) == is;
}

/* How many sets move. */
static int find_moving(Forward *f)
{
	int moving = 0;

	f->local = is_local(f);
	for (int i = 0; i < f->count; i++) {
		f->stay[i] = stays(f, &f->places[i]);
		moving += !f->stay[i];
	}
	return moving;
}

int forward_step(Rewriter *rw, Arena *arena, const Derivation *step, int count,
		 Places *places, Places *names)
{
	Forward f = { .rw = rw, .ir = rw->ir, .arena = arena, .step = step,
		      .count = count, .places = places, .names = names };

	f.spots = base_calloc((size_t)all_places(count, places) + 1,
			      sizeof *f.spots);
	f.stay = base_calloc((size_t)count + 1, sizeof *f.stay);
	match_again(&f);
	find_rest(&f);
	if (find_moving(&f) || names) {
		follow(&f, false);
		follow(&f, true);
	}
	for (int i = 0; i < count; i++)
		if (!f.stay[i])
			collect(&f, &places[i], i);
	for (int i = 0; i < f.named; i++)
		collect(&f, &names[i], count + i);
	free(f.items);
	free(f.owners);
	free(f.spots);
	free(f.stay);
	free(f.marks);
	return f.named;
}
