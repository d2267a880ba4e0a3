/* What a round loads of its state after it may have stored there is put aside
 * before: where it is little of the state, the rest can be updated in place.
 *
 * Of a load's index, what is one number in a round is where a slice begins; the
 * other terms, whose ranges are known, go over it in steps: a row, or a column.
 * The round loads through a name of its own of what the state was (`before`), so
 * that no load that is moved may be meant to see what the round has stored. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/gen.h"

enum { SHARE = 8,  /* slices are at most one part of so many of the state */
       CHUNK = 64 }; /* elements that an item keeps */

typedef struct Slice {
	const Affine *first;
	int64_t step, count;
	Buffer *kept;
	struct Slice *next;
} Slice;

typedef struct Aside {
	Gen *g;
	const Buffer *before;
	Buffer *buffer;
	Slice *slices;
	bool good;
} Aside;

/* -- slices ---------------------------------------------------------------- */

static bool is_number(const Gen *g, const Var *var)
{
	for (const KernelLoop *loop = g->loop; loop; loop = loop->outer)
		if (loop->number == var)
			return true;
	return false;
}

/* Whether it is the same in all work-items and loops of a round. */
static bool is_fixed(const Gen *g, const AffineAtom *atom)
{
	if (atom->end || atom->width > 1 || (atom->var
					     && !is_number(g, atom->var)))
		return false;
	for (int i = 0; atom->of && i < atom->of->count; i++)
		if (!is_fixed(g, atom->of->terms[i].atom))
			return false;
	return atom->var || atom->of;
}

/* The slice that the load is of, without a place yet, and where in it. */
static Slice slice_of(Aside *aside, const Code *load, const Affine **at)
{
	AffineTable *t = &aside->g->indices;
	const Affine *index = load->index;
	const Affine *first = affine_const(t, index->constant);
	const Affine *rest = affine_const(t, 0);
	int64_t step = load->width > 1;

	for (int i = 0; i < index->count; i++) {
		const AffineTerm *term = &index->terms[i];
		const Affine *sum = affine_times(t, affine_atom(t, term->atom),
						 term->factor);

		if (is_fixed(aside->g, term->atom)) {
			first = affine_add(t, first, sum);
		} else {
			rest = affine_add(t, rest, sum);
			step = affine_gcd(step, term->factor);
		}
	}
	step = step ? step : 1;
	*at = affine_div(t, affine_plus(t, rest, -rest->lo), step);
	return (Slice){ .first = affine_plus(t, first, rest->lo), .step = step,
			.count = (*at)->hi + load->width };
}

/* Whether all of it is in the state, and little of that. */
static bool is_small(const Aside *aside, const Code *load, const Slice *slice)
{
	const int64_t elements = aside->buffer->elements;

	return load->index->width == 1 && !aside->buffer->size
	    && slice->count <= elements / SHARE && slice->first->lo >= 0
	    && slice->first->hi + (slice->count - 1) * slice->step < elements;
}

static int64_t step_of(const Slice *slice)
{
	return slice->count > 1 ? slice->step : 0;
}

/* The place of the first element of `inner` in `outer`; -1 where that has not all
 * of them. */
static int64_t place_in(AffineTable *t, const Slice *outer, const Slice *inner)
{
	int64_t distance;

	if (!affine_distance(t, outer->first, inner->first, &distance)
	    || distance < 0 || distance % outer->step
	    || step_of(inner) % outer->step)
		return -1;
	distance /= outer->step;
	return distance + (inner->count - 1) * (step_of(inner) / outer->step)
	       < outer->count ? distance : -1;
}

/* The slice that has all of `wanted`, and where in it those are that are at `at`
 * there. */
static const Slice *known_slice(const Aside *aside, const Slice *wanted,
				const Affine **at)
{
	AffineTable *t = &aside->g->indices;
	const Slice *slice = aside->slices;
	int64_t place = -1;

	while (slice && (place = place_in(t, slice, wanted)) < 0)
		slice = slice->next;
	if (slice)
		*at = affine_plus(t, affine_times(t, *at, step_of(wanted)
							  / slice->step),
				  place);
	return slice;
}

static void see_late(void *context, const Code *load)
{
	Aside *aside = context;
	const Affine *at;
	Slice slice = slice_of(aside, load, &at), *made;

	aside->good &= is_small(aside, load, &slice);
	if (!aside->good || known_slice(aside, &slice, &at))
		return;
	made = ARENA_NEW(aside->g->arena, Slice);
	*made = slice;
	made->next = aside->slices;
	aside->slices = made;
}

/* -- slices of one row or column ------------------------------------------- */

/* The least slice that has the elements of both; there is none where how far they
 * are apart is not the same in all rounds. */
static bool join(AffineTable *t, const Slice *a, const Slice *b, Slice *joined)
{
	int64_t distance, end;

	if (!affine_distance(t, a->first, b->first, &distance))
		return false;
	if (distance < 0)
		return join(t, b, a, joined);
	*joined = (Slice){ .first = a->first, .step = affine_gcd(distance,
				affine_gcd(step_of(a), step_of(b))) };
	joined->step += joined->step == 0;
	end = distance + (b->count - 1) * b->step;
	if (end < (a->count - 1) * a->step)
		end = (a->count - 1) * a->step;
	joined->count = end / joined->step + 1;
	return true;
}

/* The slice and those behind it that are of one row, or column, as one, where that
 * has no more elements than they have; all of them, or each that adds none. */
static void join_all(const Aside *aside, Slice *first, bool each)
{
	AffineTable *t = &aside->g->indices;
	Slice all = *first, more;
	int64_t elements = first->count;

	for (const Slice *other = first->next; other; other = other->next) {
		if (!join(t, &all, other, &more)
		    || (each && more.count > elements + other->count))
			continue;
		elements += other->count;
		all = more;
	}
	if (all.count > elements)
		return;
	for (Slice **at = &first->next; *at;)
		if (place_in(t, &all, *at) >= 0)
			*at = (*at)->next;
		else
			at = &(*at)->next;
	all.next = first->next;
	*first = all;
}

/* As few slices as are found. */
static void settle(Aside *aside)
{
	for (Slice *slice = aside->slices; slice; slice = slice->next) {
		join_all(aside, slice, false);
		join_all(aside, slice, true);
		slice->kept = gen_temp_buffer(aside->g, aside->buffer->scalar,
					      slice->count,
					      aside->buffer->origin);
	}
}

/* The last item may keep the last element more than once. */
static void keep_elements(Aside *aside, const Slice *slice)
{
	const int64_t items = (slice->count + CHUNK - 1) / CHUNK;
	Gen *g = aside->g;
	AffineTable *t = &g->indices;
	const Affine *item, *at;
	Region region;
	Loop loop;

	item = gen_spread(g, &region, LEVEL_GLOBAL, 0, items);
	for (loop = gen_loop(g, items > 1 ? CHUNK : slice->count, false, NULL);
	     gen_next(g, &loop);) {
		at = affine_clamp(t, affine_add(t, loop.index,
				  affine_times(t, item, CHUNK)),
				  slice->count);
		gen_add(g, (Stmt){ .kind = STMT_STORE, .buffer = slice->kept,
				   .index = at,
				   .value = code_load(g->arena, aside->buffer,
					affine_add(t, slice->first,
						   affine_times(t, at,
							slice->step)), 1) });
	}
	gen_gather(g, &region);
}

/* A kernel before the others; those of one round may share a launch. */
static void keep_slice(Aside *aside, int from, const Slice *slice)
{
	Gen *g = aside->g;
	Kernel *made;

	kernel_open(g);
	keep_elements(aside, slice);
	kernel_close(g);
	made = g->kernels[g->kernel_count - 1];
	for (int k = g->kernel_count - 1; k > from; k--)
		g->kernels[k] = g->kernels[k - 1];
	g->kernels[from] = made;
}

/* -- loads ----------------------------------------------------------------- */

static const Code *moved(void *context, const Code *code)
{
	Aside *aside = context;
	Arena *arena = aside->g->arena;
	const Slice *known;
	const Affine *at;
	Slice slice;

	code = code_with_parts(arena, code, moved, context);
	if (code->kind != CODE_LOAD || code->buffer != aside->before)
		return code;
	slice = slice_of(aside, code, &at);
	known = known_slice(aside, &slice, &at);
	return known ? code_load(arena, known->kept, at, code->width)
	     : code_load(arena, aside->buffer, code->index, code->width);
}

static void move_loads(Aside *aside, Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];
		const Code **own[] = { &stmt->value, &stmt->start,
				       &stmt->step };

		for (int k = 0; k < 3; k++)
			if (*own[k])
				*own[k] = moved(aside, *own[k]);
		aside->good &= stmt->kind != STMT_STORE
			    || stmt->buffer != aside->before;
		if (stmt->body)
			move_loads(aside, stmt->body);
		if (stmt->other)
			move_loads(aside, stmt->other);
	}
}

bool gen_put_aside(Gen *g, int from, const Buffer *before, Buffer *buffer)
{
	Aside aside = { .g = g, .before = before, .buffer = buffer,
			.good = true };
	const int concat = g->concat;

	gen_late_loads(g, from, before, buffer, see_late, &aside);
	if (aside.good)
		settle(&aside);
	for (int k = from; k < g->kernel_count && aside.good; k++) {
		move_loads(&aside, g->kernels[k]->prologue);
		move_loads(&aside, g->kernels[k]->top);
	}
	g->concat = ++g->concats;
	for (const Slice *slice = aside.slices; slice && aside.good;
	     slice = slice->next)
		keep_slice(&aside, from, slice);
	g->concat = concat;
	return aside.good;
}
