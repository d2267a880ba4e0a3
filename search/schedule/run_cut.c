/* What does not divide: a loop cut into a main part, which all names go on
 * with, and a rest. */
#include <string.h>

#include "search/nest/edges.h"
#include "search/schedule/run.h"

/* What is kept in memory is named, and at moves below that name. */
static void name_kept(Run *run, Path *at, const Expr *kept)
{
	Work work = { .task = run->task, .now = run->state.now };

	work_name_kept(&work, at, kept);
	state_advance(run->task, &run->state, work.now, NULL);
}

static const Expr *kept_at(Run *run, const Path *at)
{
	const Work work = { .task = run->task, .now = run->state.now };

	return work_kept(&work, at);
}

static bool use(Run *run, const char *rule, const Path *at, int count,
		const RuleValue *values)
{
	int given_count;

	return run_use(run, rule, false, at, NULL, count, values, NULL,
		       &given_count);
}

static bool is_one_of(const Places *places, const Path *path)
{
	for (int i = 0; i < places->count; i++)
		if (path_same(places->items[i], path))
			return true;
	return false;
}

static Places below(Run *run, const Places *places, const Path *main)
{
	Places kept = *places;
	const Path **items = ARENA_ARRAY(run->task->scratch, const Path *,
					 places->count + 1);

	kept.count = 0;
	for (int i = 0; i < places->count; i++)
		if (path_starts(places->items[i], main))
			items[kept.count++] = places->items[i];
	kept.items = items;
	return kept;
}

/* Names of what there are two of now, and of the whole: the main part's. */
static void keep_main(Run *run, const Path *at, const Path *main)
{
	const Path **one = ARENA_NEW(run->task->scratch, const Path *);

	one[0] = path_kept(run->task->scratch, main);
	for (int i = 0; i < run->state.count; i++) {
		Places *places = &run->state.names[i].places;
		Places kept = below(run, places, main);

		if (!strcmp(places->name, "root"))
			continue;
		if (is_one_of(places, at)) {
			places->count = 1;
			places->items = one;
		} else if (kept.count) {
			*places = kept;
		}
	}
}

static bool own_place(Run *run, const char *name, const Path *path)
{
	return state_give_place(run->task, &run->state, name, true, true,
				path)
	    || run_refuse(run, "too many names");
}

/* The work of normalise may move the node at a place. */
static bool tidy(Run *run, const Path *at)
{
	return run_normalise(run, at, NULL);
}

static bool cut_at(Run *run, const char *name, Path *at, Amount first)
{
	const Expr *node = locate_node(run->state.now->expr, at);
	const Expr *kept = kept_at(run, at);
	const RuleValue value = run_value(run, at, "n1", first);
	CutWay way = place_cut_way(node, at);

	if (!way.rule)
		return run_refuse(run, "%s is not cut", expr_word(node));
	if (!use(run, way.rule, at, 1, &value))
		return false;
	name_kept(run, at, kept);
	way = place_cut_way(node, at);
	keep_main(run, at, &way.main);
	return own_place(run, name, &way.main)
	    && own_place(run, "rest", &way.rest)
	    && tidy(run, at);
}

/* The last part begins before the end of the main one. */
static bool cut_overlap(Run *run, const char *name, Path *at, Amount length,
			int64_t unit)
{
	Arena *arena = run->task->scratch;
	const Expr *kept = kept_at(run, at);
	const RuleValue values[] = {
		run_value(run, at, "q", amount_plus(arena, length, -unit)),
		run_value(run, at, "d", amount_missing(arena, length, unit)),
	};
	const Path **items = ARENA_ARRAY(arena, const Path *, 2);
	Path main, last;

	if (!use(run, "map_overlap", at, 2, values))
		return false;
	name_kept(run, at, kept);
	main = last = *at;
	place_go(run->state.now->expr, WAY_FIRST, &main);
	place_go(run->state.now->expr, WAY_SECOND, &last);
	place_go(run->state.now->expr, WAY_FIRST, &last);
	items[0] = path_kept(arena, &main);
	items[1] = path_kept(arena, &last);
	return (state_give(&run->state, name, true, (Places){
			.loop = true, .count = 2, .items = items })
		|| run_refuse(run, "too many names"))
	    && tidy(run, &main) && tidy(run, &last);
}

static bool cut_named(Run *run, const Step *step, int64_t unit);

/* A cut of an inner loop outside of the outer one. */
static bool cut_above(Run *run, const Step *step, int64_t unit)
{
	Step inner = *step;
	Path at;

	inner.has_above = false;
	if (!place_one(run, &step->above, &at)
	    || !use(run, "map_interchange", &at, 0, NULL)
	    || !cut_named(run, &inner, unit)
	    || !place_one(run, &step->places[0], &at)
	    || !use(run, "map_interchange", &at, 0, NULL))
		return false;
	return place_named(run, "rest", &at)
	    && use(run, "map_interchange", &at, 0, NULL);
}

static bool cut_named(Run *run, const Step *step, int64_t unit)
{
	const char *name = step->places[0].name;
	const Expr *node;
	Amount length;
	Path at;

	if (!place_one(run, &step->places[0], &at))
		return false;
	node = locate_node(run->state.now->expr, &at);
	length = amount_length(place_extent(node));
	if (unit < 1)
		return run_refuse(run, "%s is cut by %lld", name,
				  (long long)unit);
	if (length.value < unit || length.value % unit == 0)
		return true;
	if (step->has_above)
		return cut_above(run, step, unit);
	if (step->overlap && place_cut_way(node, &at).overlaps)
		return cut_overlap(run, name, &at, length, unit);
	return cut_at(run, name, &at,
		      amount_multiple(run->task->scratch, length, unit));
}

bool run_cut(Run *run, const Step *step)
{
	Amount unit;

	return formula_value(run, step->values[0], &unit)
	    && cut_named(run, step, unit.value);
}

/* -- what touches padding -------------------------------------------------- */

/* Cuts so many elements off, at the beginning or the end: the edge. */
static bool peel_off(Run *run, const Step *step, Amount size, bool first)
{
	const char *name = step->places[0].name;
	RuleValue value;
	const Expr *kept;
	Path at, main, edge;

	if (!place_one(run, &step->places[0], &at))
		return false;
	value = run_value(run, &at, "n1", size);
	kept = kept_at(run, &at);
	if (!use(run, "map_cut", &at, 1, &value))
		return false;
	name_kept(run, &at, kept);
	main = path_kid(&at, first);
	edge = path_kid(&at, !first);
	keep_main(run, &at, &main);
	if (!own_place(run, name, &main) || !own_place(run, "edge", &edge)
	    || !tidy(run, &at) || !run_step(run, step->steps[0], "edge"))
		return false;
	state_forget(&run->state, "edge");
	return true;
}

/* With a number: so many before; with two: and after. */
bool run_peel(Run *run, const Step *step)
{
	const Expr *node;
	Amount before, after;
	Edges edges;
	int64_t length;
	Path at;

	if (!place_one(run, &step->places[0], &at))
		return false;
	node = locate_node(run->state.now->expr, &at);
	length = place_extent(node);
	edges = edges_of_map(run->state.now->expr, &at, node);
	before = amount_number(edges.before);
	after = amount_number(edges.after);
	if ((step->value_count
	     && !formula_value(run, step->values[0], &before))
	    || (step->value_count > 1
		&& !formula_value(run, step->values[1], &after)))
		return false;
	if (before.value && !peel_off(run, step, before, true))
		return false;
	return !after.value
	    || peel_off(run, step,
			amount_plus(run->task->scratch,
				    amount_length(length - before.value),
				    -after.value), false);
}
