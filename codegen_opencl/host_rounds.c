/* Where the parts of a state are from round to round.
 *
 * A part that a round passes on stays where it is, under another number
 * perhaps: nothing of it is copied. One that is computed is updated where it is,
 * if no kernel of the round loads what it or another one has stored (in_place.c),
 * or if what these load can be put aside before (aside.c); else it goes to a place
 * that no part of the state before has. Which place each has is the same again after
 * some rounds, which are the turn of a loop of launches (host_turns.c); those
 * before are made by themselves. The last round writes the result. */
#include "codegen_opencl/host_rounds.h"

#include <string.h>

#include "codegen_opencl/pass.h"

enum { PARTS_MAX = 16, PLACES_MAX = 4 * PARTS_MAX, AHEAD_MAX = 24,
       LETS_MAX = 32,
       SHORT_BYTES = 1 << 20 }; /* of a state whose rounds take little more than
				 * a launch, by their loads and stores */

typedef struct StatePlace {
	const View *view;
	const Type *type;
	bool taken; /* by a part that stays there, or by the start */
} StatePlace;

typedef struct Course {
	Gen *g;
	const Rounds *of;
	const Type *type;
	int parts;             /* of a tuple its components, else 1 */
	int passed[PARTS_MAX]; /* the part before that it is; -1: computed */
	bool stays[PARTS_MAX]; /* computed where it is */
	unsigned moves;        /* those that cannot be: bits by part */
	unsigned asides;       /* those that can only with elements put aside */
	int count;
	StatePlace places[PLACES_MAX]; /* the first `parts`: what is started from */
	int at[AHEAD_MAX + 1][PARTS_MAX]; /* places of the parts, by round */
	int first, turn;       /* at[first + turn] is at[first] */
} Course;

/* -- what a round passes on ------------------------------------------------ */

/* The body's lets, outermost first, and what their body is. */
typedef struct Named {
	const Expr *values[LETS_MAX];
	int count, state; /* number of the state's variable outside of them */
} Named;

static bool is_state(const Named *named, const Expr *e, int depth)
{
	if (e->kind != EXPR_VAR)
		return false;
	if (e->index >= depth)
		return e->index - depth == named->state;
	depth -= 1 + e->index;
	return is_state(named, named->values[depth], depth);
}

/* The part of the state that e is, below so many lets, or -1. */
static int part_of(const Named *named, const Expr *e, int depth)
{
	if (e->kind == EXPR_GET)
		return is_state(named, e->kids[0], depth) ? e->index : -1;
	if (e->kind != EXPR_VAR || e->index >= depth)
		return -1;
	depth -= 1 + e->index;
	return part_of(named, named->values[depth], depth);
}

static void find_passed(Course *course)
{
	const Expr *body = course->of->lambda->kids[0];
	Named named = { .state = course->of->xs ? 1 : 0 };

	for (int i = 0; i < course->parts; i++)
		course->passed[i] = -1;
	for (; body->kind == EXPR_LET && named.count < LETS_MAX;
	     body = body->kids[1])
		named.values[named.count++] = body->kids[0];
	for (int i = 0; course->parts > 1 && body->kind == EXPR_TUPLE
	     && i < course->parts; i++)
		course->passed[i] = part_of(&named, body->kids[i],
					    named.count);
}

/* -- places ---------------------------------------------------------------- */

static const Type *part_type(const Course *course, int part)
{
	return course->type->kind == TYPE_TUPLE && course->parts > 1
	       ? course->type->parts[part] : course->type;
}

static const View *part_view(const Course *course, const View *state, int part)
{
	return course->parts > 1 ? view_get(course->g, state, part) : state;
}

static const View *state_at(const Course *course, const int *at)
{
	const View *parts[PARTS_MAX];

	for (int i = 0; i < course->parts; i++)
		parts[i] = course->places[at[i]].view;
	return course->parts > 1
	       ? view_tuple(course->g, course->parts, parts) : parts[0];
}

static bool is_among(const int *at, int parts, int place)
{
	for (int i = 0; i < parts; i++)
		if (at[i] == place)
			return true;
	return false;
}

/* A place that none of the parts has, before or after. */
static int free_place(Course *course, const Type *type, const int *before,
		      const int *after)
{
	for (int i = course->parts; i < course->count; i++)
		if (!course->places[i].taken
		    && type_same(course->places[i].type, type)
		    && !is_among(before, course->parts, i)
		    && !is_among(after, course->parts, i))
			return i;
	course->places[course->count] = (StatePlace){
		gen_temp(course->g, type, course->of->e), type, false };
	return course->count++;
}

/* Where a part is updated in place: in the result, where that can be read. */
static int own_place(Course *course, const View *to, int part)
{
	const Type *type = part_type(course, part);
	const View *place = part_view(course, to, part);

	if (!view_is_place(place))
		place = gen_temp(course->g, type, course->of->e);
	course->places[course->count] = (StatePlace){ place, type, true };
	return course->count++;
}

static void next(Course *course, const View *to, const int *before,
		 int *after)
{
	for (int i = 0; i < course->parts; i++)
		after[i] = course->passed[i] < 0
			   ? -1 : before[course->passed[i]];
	for (int i = 0; i < course->parts; i++) {
		if (course->passed[i] >= 0)
			continue;
		if (!course->stays[i])
			after[i] = free_place(course, part_type(course, i),
					      before, after);
		else if (before[i] >= course->parts)
			after[i] = before[i];
		else
			after[i] = own_place(course, to, i);
	}
}

/* False: they are not the same again within AHEAD_MAX rounds. */
static bool find_turn(Course *course, const View *to)
{
	const size_t size = sizeof(int) * (size_t)course->parts;

	for (int i = 0; i < course->parts; i++)
		course->at[0][i] = i;
	for (int i = 0; i < AHEAD_MAX; i++) {
		next(course, to, course->at[i], course->at[i + 1]);
		for (int j = 0; j <= i; j++) {
			course->first = j;
			course->turn = i + 1 - j;
			if (!memcmp(course->at[j], course->at[i + 1], size))
				return true;
		}
	}
	return false;
}

static const int *places_before(const Course *course, int64_t round)
{
	if (round > course->first)
		round = course->first
			+ (round - course->first) % course->turn;
	return course->at[round];
}

/* What is started from can be read in each round: an array that is computed
 * where it is read is stored, if rounds pass it on. */
static void start_from(Course *course, const View *start)
{
	Gen *g = course->g;

	for (int i = 0; i < course->parts; i++) {
		const Type *type = part_type(course, i);
		const View *view = part_view(course, start, i), *place;

		if (is_among(course->passed, course->parts, i)
		    && type_has_array(type) && !view_is_place(view)) {
			place = gen_temp(g, type, course->of->e);
			host_copy(g, view, place, type);
			view = place;
		}
		course->places[course->count++] = (StatePlace){ view, type, true };
	}
}

static const Affine *fixed(Gen *g, int64_t number)
{
	return affine_const(&g->indices, number);
}

/* -- in place -------------------------------------------------------------- */

/* A part may be updated where it is, unless others are what it was. */
static void find_stays(Course *course)
{
	for (int i = 0; i < course->parts; i++)
		course->stays[i] = course->passed[i] < 0
			&& !is_among(course->passed, course->parts, i)
			&& !(course->moves & 1u << i);
}

/* The same place by other names of its buffers: what a part was before. */
static const View *renamed(Gen *g, const View *place)
{
	const int leaves = place->of ? 0 : type_leaves(place->type);
	Leaf *others = ARENA_ARRAY(g->arena, Leaf, leaves + 1);
	View made = *place;

	if (place->of)
		made.of = renamed(g, place->of);
	for (int i = 0; i < leaves; i++) {
		Buffer *other = ARENA_NEW(g->arena, Buffer);

		*other = *place->leaves[i].buffer;
		others[i] = place->leaves[i];
		others[i].buffer = other;
		made.leaves = others;
	}
	return view_new(g, made);
}

static const View *memory_of(const View *place)
{
	while (place->of)
		place = place->of;
	return place;
}

/* A part that the round loads as `before`. */
static bool is_in_place(Gen *g, int from, const View *before,
			const View *place)
{
	bool ok = true;

	before = memory_of(before);
	place = memory_of(place);
	for (int i = 0; i < type_leaves(place->type) && ok; i++) {
		Buffer *buffer = place->leaves[i].buffer;

		ok = before->leaves[i].buffer == buffer
		  || gen_put_aside(g, from, before->leaves[i].buffer, buffer);
		for (int k = from; k < g->kernel_count && ok; k++)
			pass_kept(g->kernels[k], &g->indices, buffer);
		ok = ok && gen_updates_in_place(g, from, buffer);
	}
	return ok;
}

/* A round of kernels from that number on. Loops are cut last: what is known to be
 * apart is so by the conditions that these begin with. */
static void check_round(Course *course, int from, const int *before,
			const View *state, const View *to)
{
	for (int i = 0; i < course->parts && !course->g->stopped; i++) {
		const View *place = course->places[before[i]].view;

		if (course->stays[i]
		    && view_is_same(place, part_view(course, to, i))
		    && !is_in_place(course->g, from,
				    part_view(course, state, i), place))
			course->moves |= 1u << i;
	}
	for (int k = from; k < course->g->kernel_count && !course->moves; k++)
		pass_narrow(course->g->kernels[k], &course->g->indices);
}

/* -- rounds ---------------------------------------------------------------- */

void host_round(Gen *g, const Rounds *rounds, const Affine *number,
		const View *from, const View *to)
{
	const Env *inner = gen_named(g, from, rounds->env);

	if (rounds->xs)
		inner = gen_named(g, view_at(g, rounds->xs, number), inner);
	host_write(g, rounds->lambda->kids[0], inner, to);
}

typedef struct Watched {
	Buffer *buffer;
	const struct Watched *next;
} Watched;

/* What a round may update in place, but for what one around it does. */
static const Watched *watch(Course *course, const int *before, const View *to)
{
	const Watched *all = NULL;

	for (int i = 0; i < course->parts; i++) {
		const View *place = course->places[before[i]].view;

		if (!course->stays[i]
		    || !view_is_same(place, part_view(course, to, i)))
			continue;
		while (place->of)
			place = place->of;
		for (int j = 0; j < type_leaves(place->type); j++) {
			Buffer *buffer = place->leaves[j].buffer;
			Watched *made;

			if (buffer->since)
				continue;
			buffer->since = 1 + buffer->version;
			made = ARENA_NEW(course->g->arena, Watched);
			*made = (Watched){ buffer, all };
			all = made;
		}
	}
	return all;
}

/* The state that a round begins with; by names of their own those parts of which
 * it puts elements aside. */
static const View *state_before(Course *course, const int *before,
				const View *to)
{
	const View *state = state_at(course, before);
	const View *parts[PARTS_MAX];

	for (int i = 0; i < course->parts; i++) {
		parts[i] = part_view(course, state, i);
		if (course->asides & 1u << i && course->stays[i]
		    && view_is_same(parts[i], part_view(course, to, i)))
			parts[i] = renamed(course->g, parts[i]);
	}
	return course->parts > 1
	       ? view_tuple(course->g, course->parts, parts) : parts[0];
}

static void make_round(Course *course, const int *before,
		       const Affine *number, const View *to)
{
	const int from = course->g->kernel_count;
	const Watched *watched;
	const View *state;

	if (course->moves || course->g->stopped)
		return;
	watched = watch(course, before, to);
	state = state_before(course, before, to);
	host_round(course->g, course->of, number, state, to);
	for (; watched; watched = watched->next)
		watched->buffer->since = 0;
	check_round(course, from, before, state, to);
}

static void make_next(Course *course, int64_t round, const Affine *number)
{
	make_round(course, places_before(course, round), number,
		   state_at(course, places_before(course, round + 1)));
}

static void make_rounds(Course *course, int64_t from, int64_t to)
{
	for (; from < to && !course->g->stopped; from++)
		make_next(course, from, fixed(course->g, from));
}

static void make_turns(Course *course, Turns *turns)
{
	Gen *g = course->g;
	const Affine *number = host_turns_begin(g, course->of, turns);

	for (int i = 0; i < turns->rounds; i++)
		make_next(course, turns->first + i,
			  number ? affine_plus(&g->indices, number, i) : NULL);
	host_turns_end(g, turns);
}

/* Writes the result, but for what it passes on. */
static void make_last(Course *course, const View *to)
{
	const int64_t last = course->of->count - 1;
	const int *before = places_before(course, last);
	const View *places[PARTS_MAX];
	Gen *g = course->g;

	for (int i = 0; i < course->parts; i++)
		places[i] = course->passed[i] < 0 ? part_view(course, to, i)
			  : course->places[before[course->passed[i]]].view;
	make_round(course, before, fixed(g, last), course->parts > 1
		   ? view_tuple(g, course->parts, places) : places[0]);
}

/* Whether what is computed is in the result after so many rounds, if each goes to
 * its next place. */
static bool ends_in(const Course *course, const View *to)
{
	const int *at = places_before(course, course->of->count);

	for (int i = 0; i < course->parts; i++)
		if (course->passed[i] < 0
		    && !view_is_same(course->places[at[i]].view,
				     part_view(course, to, i)))
			return false;
	return true;
}

/* Numbers that are in no memory have none. */
static int64_t bytes_of(const View *place)
{
	int64_t bytes = 0;

	if (!view_is_place(place))
		return 0;
	place = memory_of(place);
	for (int i = 0; i < type_leaves(place->type); i++) {
		const Buffer *buffer = place->leaves[i].buffer;

		bytes += buffer->elements
		       * (int64_t)scalar_bytes(buffer->scalar);
	}
	return bytes;
}

/* Whether a launch that only counts rounds would be much of a round. */
static bool is_short(const Course *course)
{
	const int *at = course->at[course->first];
	int64_t bytes = 0;

	for (int i = 0; i < course->parts; i++)
		bytes += bytes_of(course->places[at[i]].view);
	return bytes < SHORT_BYTES;
}

static void make_all(Course *course, const View *to)
{
	const int64_t count = course->of->count;
	const bool ends = ends_in(course, to);
	const int64_t end = ends ? count : count - 1;
	const int *after = places_before(course, count);
	Turns turns = { .rounds = course->turn };

	if (course->of->xs && turns.rounds == 1 && is_short(course))
		turns.rounds = 2; /* the launch that counts is for both */
	turns.first = end < course->first ? end : course->first;
	turns.times = (end - turns.first) / turns.rounds;
	make_rounds(course, 0, turns.first);
	if (turns.times)
		make_turns(course, &turns);
	make_rounds(course, turns.first + turns.times * turns.rounds, end);
	if (!ends)
		make_last(course, to);
	for (int i = 0; i < course->parts && !course->g->stopped; i++)
		if (course->passed[i] >= 0)
			host_copy(course->g, course->places[after[i]].view,
				  part_view(course, to, i),
				  part_type(course, i));
}

/* A part that rounds pass on is one that they compute where its places are not
 * the same again soon. */
static void plan_course(Course *course, const View *to)
{
	course->count = course->parts;
	find_stays(course);
	if (find_turn(course, to))
		return;
	course->count = course->parts;
	for (int i = 0; i < course->parts; i++)
		if (course->passed[i] != i)
			course->passed[i] = -1;
	find_stays(course);
	find_turn(course, to);
}

/* Those parts that are worth it, and were not tried so. */
static unsigned put_aside(const Course *course, unsigned parts)
{
	const int *at = course->at[course->first];
	const int64_t least = course->g->options->aside_bytes;
	unsigned found = 0;

	for (int i = 0; i < course->parts; i++)
		if (least > 0 && parts & 1u << i
		    && bytes_of(course->places[at[i]].view) >= least)
			found |= ~course->asides & 1u << i;
	return found;
}

/* In place at first; what cannot be is made again, with elements put aside, and
 * then from place to place. */
static void make_course(Course *course, const View *to)
{
	Gen *g = course->g;
	const Pin *pins = g->pins;
	const KernelLoop *loop = g->loop;
	const int kernels = g->kernel_count, temps = g->temp_count;
	const int statements = g->statements;

	for (;;) {
		const unsigned moved = course->moves;
		unsigned again;

		plan_course(course, to);
		course->moves = 0;
		make_all(course, to);
		if (!course->moves || g->stopped)
			return;
		again = put_aside(course, course->moves);
		course->asides |= again;
		course->moves = moved | (course->moves & ~again);
		g->pins = pins;
		g->loop = loop;
		g->kernel_count = kernels;
		g->temp_count = temps;
		g->statements = statements;
	}
}

void host_rounds(Gen *g, const Rounds *rounds, const View *start,
		 const View *to)
{
	Course *course = ARENA_NEW(g->arena, Course);
	const Type *type = rounds->e->prim == PRIM_ITERATE
			   ? rounds->e->type : rounds->e->kids[1]->type;

	*course = (Course){ .g = g, .of = rounds, .type = type, .parts = 1 };
	if (type->kind == TYPE_TUPLE && type->count > 1
	    && type->count <= PARTS_MAX)
		course->parts = type->count;
	find_passed(course);
	start_from(course, start);
	if (!g->stopped)
		make_course(course, to);
}
