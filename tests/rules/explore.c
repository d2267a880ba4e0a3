#include "explore_run.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "explore_programs.h"
#include "rules/locate.h"

enum { BYTES_MAX = 1 << 28 };

/* -- marks ----------------------------------------------------------------- */

static void marks_put(Marks *marks, uint64_t hash)
{
	size_t at = (size_t)hash & marks->mask;

	while (marks->items[at] && marks->items[at] != hash)
		at = (at + 1) & marks->mask;
	marks->used += !marks->items[at];
	marks->items[at] = hash;
}

static void marks_grow(Marks *marks)
{
	const Marks old = *marks;

	marks->mask = old.items ? old.mask * 2 + 1 : 4095;
	marks->used = 0;
	marks->items = base_calloc(marks->mask + 1, sizeof *marks->items);
	for (size_t i = 0; old.items && i <= old.mask; i++)
		if (old.items[i])
			marks_put(marks, old.items[i]);
	free(old.items);
}

bool marks_add(Marks *marks, uint64_t hash)
{
	const size_t before = marks->used;

	if (!marks->items || marks->used > marks->mask / 2)
		marks_grow(marks);
	marks_put(marks, hash ? hash : 1);
	return marks->used > before;
}

/* -- notes ----------------------------------------------------------------- */

static Note *note_of(Explore *x, const Expr *e)
{
	if (e->id >= x->capacity) {
		const uint32_t old = x->capacity;

		x->capacity = (e->id + 1024) * 2;
		x->notes = base_realloc(x->notes,
					sizeof *x->notes * x->capacity);
		memset(x->notes + old, 0,
		       sizeof *x->notes * (x->capacity - old));
	}
	return &x->notes[e->id];
}

void steps_add(Steps *steps, const Expr *e)
{
	if (steps->count == steps->capacity) {
		steps->capacity = steps->capacity ? steps->capacity * 2 : 8;
		steps->items = base_realloc(steps->items,
					    sizeof *steps->items
					    * (size_t)steps->capacity);
	}
	steps->items[steps->count++] = e;
}

/* -- one step -------------------------------------------------------------- */

static const Steps *steps_here(Explore *x, const Expr *e)
{
	Steps made = { .made = true };

	if (e->kind != EXPR_LAMBDA && !note_of(x, e)->here.made) {
		explore_uses(x, e, NULL, &made);
		note_of(x, e)->here = made;
	}
	return &note_of(x, e)->here;
}

static const Steps *steps_all(Explore *x, const Expr *e);

/* e with each kid after one step in it. */
static void add_inner(Explore *x, const Expr *e, Steps *made)
{
	const Expr *kids[64];

	if (e->kid_count > 64)
		return;
	for (int i = 0; i < e->kid_count; i++) {
		const Steps of = *steps_all(x, e->kids[i]);

		memcpy(kids, e->kids, sizeof *kids * (size_t)e->kid_count);
		for (int k = 0; k < of.count; k++) {
			kids[i] = of.items[k];
			steps_add(made, locate_rebuild(x->ir, e, kids));
		}
	}
}

static const Steps *steps_all(Explore *x, const Expr *e)
{
	Steps made = { .made = true };

	if (!note_of(x, e)->all.made) {
		const Steps here = *steps_here(x, e);

		for (int i = 0; i < here.count; i++)
			steps_add(&made, here.items[i]);
		add_inner(x, e, &made);
		note_of(x, e)->all = made;
	}
	return &note_of(x, e)->all;
}

/* -- several --------------------------------------------------------------- */

/* Whether it was not gone on from; at the last step, whether what it is with
 * any types was not, which is put for it. */
static bool is_new(Explore *x, const Expr **e, int steps, const RuleWay *way)
{
	const uint64_t key = way ? hash_combine((uint64_t)way->back,
						rule_hash(way->rule)) : 0;

	if (!marks_add(&x->met[steps], hash_combine(key, (*e)->hash)))
		return false;
	if (way)
		*e = explore_any_types(x, *e, way);
	return marks_add(&x->done[steps], hash_combine(key, (*e)->hash));
}

static void end_by(Explore *x, const Expr *e, const RuleWays *ways)
{
	for (int i = 0; i < ways->count; i++)
		for (Unseen k = UNSEEN_PLAIN; k < UNSEEN_KINDS; k++) {
			const RuleWay *way = &ways->items[i];
			const Expr *last = explore_last(x, e, way, k);

			if (!last || !is_new(x, &last, 1, way))
				continue;
			x->count.nodes[1]++;
			explore_uses(x, last, way, NULL);
		}
}

/* The last step. */
static void end(Explore *x, const Expr *e)
{
	if (note_of(x, e)->ended)
		return;
	note_of(x, e)->ended = true;
	e = explore_general(x, e, 1);
	if (!marks_add(&x->ended, e->hash))
		return;
	end_by(x, e, &x->base->by_head[head_of(e)]);
	end_by(x, e, &x->base->anywhere);
}

static void from_node(Explore *x, const Expr *e, int steps);

static void go_on(Explore *x, const Expr *e, int steps)
{
	const Steps here = *steps_here(x, e);
	Steps inner = { 0 };

	for (int i = 0; i < here.count; i++)
		explore_all(x, here.items[i], steps - 1);
	add_inner(x, e, &inner);
	for (int i = 0; i < inner.count; i++)
		from_node(x, inner.items[i], steps - 1);
	free(inner.items);
}

/* All derivations of up to that many steps with one at e itself. */
static void from_node(Explore *x, const Expr *e, int steps)
{
	const Expr *general;

	if (x->on_anything)
		end(x, e);
	if (x->on_anything && steps == 1)
		return;
	general = explore_general(x, e, steps);
	if (!is_new(x, &general, steps, NULL))
		return;
	x->count.nodes[steps]++;
	if (steps == 1)
		explore_uses(x, general, NULL, NULL);
	else
		go_on(x, general, steps);
}

void explore_all(Explore *x, const Expr *e, int steps)
{
	if (!x->begun)
		x->begun = arena_bytes(ir_arena(x->ir));
	if (note_of(x, e)->steps >= steps || text_string(&x->wrong)[0])
		return;
	note_of(x, e)->steps = (signed char)steps;
	x->count.expressions++;
	for (int i = 0; i < e->kid_count; i++)
		explore_all(x, e->kids[i], steps);
	if (e->kind != EXPR_LAMBDA)
		from_node(x, e, steps);
}

/* -- life ------------------------------------------------------------------ */

static void start(Explore *x)
{
	x->ir = ir_new();
	x->program = explore_program(x->ir);
	x->rewriter = rewriter_new(x->base, x->program, (RewriteOptions){ 0 });
	x->symbolic = symbolic_new();
	x->begun = 0;
}

static void stop(Explore *x)
{
	for (uint32_t i = 0; i < x->capacity; i++) {
		free(x->notes[i].here.items);
		free(x->notes[i].all.items);
	}
	free(x->notes);
	x->notes = NULL;
	x->capacity = 0;
	x->count.evaluations += symbolic_count(x->symbolic);
	symbolic_free(x->symbolic);
	rewriter_free(x->rewriter);
	ir_free(x->ir);
}

Explore *explore_new(const RuleBase *base, bool on_anything)
{
	Explore *x = base_calloc(1, sizeof *x);

	x->on_anything = on_anything;

	x->base = base;
	x->arena = arena_new();
	x->sight = sight_new(x->arena, base);
	start(x);
	return x;
}

void explore_free(Explore *x)
{
	stop(x);
	for (int i = 0; i <= EXPLORE_STEPS_MAX; i++) {
		free(x->done[i].items);
		free(x->met[i].items);
	}
	free(x->ended.items);
	arena_free(x->arena);
	text_free(&x->wrong);
	free(x);
}

Ir *explore_ir(Explore *x)
{
	return x->ir;
}

bool explore_is_full(const Explore *x)
{
	return arena_bytes(ir_arena(x->ir)) > x->begun + BYTES_MAX;
}

void explore_restart(Explore *x)
{
	stop(x);
	start(x);
	x->count.restarts++;
}

const char *explore_wrong(Explore *x)
{
	return text_string(&x->wrong);
}

const ExploreCount *explore_count(const Explore *x)
{
	return &x->count;
}
