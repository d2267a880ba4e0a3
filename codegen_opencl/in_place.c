/* Whether a round of kernels may store where it loads: whether each of its loads
 * comes before any store to that element. A load and a store may be of one
 * element only in one work-item, in one round of its loops, where the load comes
 * first; else the places are shown to differ, by the forms of the two indices
 * and the conditions around them (apart.c). */
#include "codegen_opencl/apart.h"
#include "codegen_opencl/gen.h"

typedef struct Around {
	const Stmt *stmt;
	const struct Around *up;
} Around;

typedef struct Access {
	int kernel, order;
	const Code *load; /* NULL: it is a store */
	const Affine *index;
	int width;
	const Fact *facts;
	const Around *around;
	struct Access *next;
} Access;

typedef struct Search {
	Gen *g;
	const Buffer *buffer, *before; /* stored; loaded by another name */
	const KernelLoop *loop; /* around the round */
	int kernel, order;
	const Fact *facts;
	const Around *around;
	Access *found;
} Search;

/* -- what is loaded and stored --------------------------------------------- */

static void add(Search *search, const Code *load, const Affine *index,
		int width)
{
	Access *made = ARENA_NEW(search->g->arena, Access);

	*made = (Access){ search->kernel, search->order++, load, index, width,
			  search->facts, search->around, search->found };
	search->found = made;
}

static void see_load(void *context, const Code *code)
{
	Search *search = context;

	if (code->kind == CODE_LOAD && (code->buffer == search->buffer
					|| code->buffer == search->before))
		add(search, code, code->index, code->width);
}

static void see_block(Search *search, const Block *block,
		      const Condition *known)
{
	AffineTable *t = &search->g->indices;
	const Fact *facts = search->facts;
	const Around *outer = search->around;

	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];
		const bool asks = stmt->kind == STMT_IF;
		const Around here = { stmt, outer };
		Around *around = ARENA_NEW(search->g->arena, Around);

		*around = here;
		stmt_visit(stmt, see_load, search);
		if (stmt->kind == STMT_STORE && stmt->buffer == search->buffer)
			add(search, NULL, stmt->index, stmt->value->width);
		known = condition_declared(search->g->arena, stmt, known);
		search->around = around;
		if (asks)
			search->facts = facts_of(t, stmt->value, true, known,
						 facts);
		if (stmt->body)
			see_block(search, stmt->body, known);
		if (asks)
			search->facts = facts_of(t, stmt->value, false, known,
						 facts);
		if (stmt->other)
			see_block(search, stmt->other, known);
		search->facts = facts;
		search->around = outer;
	}
}

/* -- one work-item and one round of its loops ------------------------------ */

static bool is_around(const Access *access, const Stmt *stmt)
{
	const Around *around = access->around;

	while (around && around->stmt != stmt)
		around = around->up;
	return around != NULL;
}

/* Whether maps around the access take each dimension of the launch. */
static bool is_of_one_item(const Kernel *kernel, const Access *access)
{
	for (int level = 0; level < LEVELS; level++)
		for (int d = 0; d < DEVICE_DIMS; d++) {
			const Around *a = access->around;

			while (a && !(a->stmt->kind == STMT_PARALLEL
				      && (int)a->stmt->level == level
				      && a->stmt->dim == d && !a->stmt->soft))
				a = a->up;
			if (!a && kernel->used[level][d])
				return false;
		}
	return true;
}

static bool is_same_round(const Apart *pair, const Stmt *stmt)
{
	return (stmt->extent == 1 && !stmt->open)
	    || apart_has_same(pair, stmt->var);
}

static bool is_same_item(const Search *search, const Apart *pair,
			 const Access *load, const Access *store)
{
	const Kernel *kernel = search->g->kernels[load->kernel];

	if (load->order > store->order || !is_of_one_item(kernel, load))
		return false;
	for (const Around *a = store->around; a; a = a->up) {
		const bool common = is_around(load, a->stmt);
		const bool map = a->stmt->kind == STMT_PARALLEL;

		if ((map && !common)
		    || (common && (map || a->stmt->kind == STMT_LOOP)
			&& !is_same_round(pair, a->stmt)))
			return false;
	}
	for (const Around *a = load->around; a; a = a->up)
		if (a->stmt->kind == STMT_PARALLEL
		    && !is_around(store, a->stmt))
			return false;
	return true;
}

/* -- all ------------------------------------------------------------------- */

/* Whether the variable is the same number for all work-items of the round. */
static bool is_one_number(const void *context, const Var *var)
{
	const KernelLoop *around = context;

	if (var->kind == VAR_SIZE || var->kind == VAR_ARGUMENT)
		return true;
	for (; around; around = around->outer)
		if (around->number == var)
			return true;
	return false;
}

static bool is_first(const Search *search, const Access *load,
		     const Access *store)
{
	const KernelLoop *of_load = search->g->kernels[load->kernel]->loop;
	const KernelLoop *of_store = search->g->kernels[store->kernel]->loop;
	Apart *pair = apart_new(&search->g->indices, is_one_number,
				search->loop);

	if (load->index->width > 1 || store->index->width > 1)
		return false;
	apart_places(pair, load->index, load->width, store->index,
		     store->width);
	apart_facts(pair, load->facts, false);
	apart_facts(pair, store->facts, true);
	if (apart_always(pair))
		return true;
	if (load->kernel < store->kernel)
		return of_load == search->loop || of_store == search->loop;
	return load->kernel == store->kernel && of_load == search->loop
	    && is_same_item(search, pair, load, store);
}

/* The same; no forms beyond the limit are made, but for this question. */
static bool comes_first(const Search *search, const Access *load,
			const Access *store)
{
	AffineTable *t = &search->g->indices;
	const bool before = t->overflow;
	const bool first = is_first(search, load, store);
	const bool known = before || !t->overflow;

	t->overflow = before;
	return first && known;
}

/* Whether an item of its own stores each element: where one of several does for
 * all, no other may be known to load there (reach.c). */
static bool is_spread(const Search *search, const Access *store)
{
	const Kernel *kernel = search->g->kernels[store->kernel];

	for (int d = 0; d < DEVICE_DIMS; d++) {
		const Around *a = store->around;

		while (a && (a->stmt->kind != STMT_PARALLEL
			     || a->stmt->level == LEVEL_LOCAL
			     || a->stmt->dim != d))
			a = a->up;
		if (!a && (kernel->used[LEVEL_GLOBAL][d]
			   || kernel->used[LEVEL_GROUP][d]))
			return false;
	}
	return true;
}

/* All accesses of kernels from that number on. */
static void find(Search *search, int from)
{
	Gen *g = search->g;

	search->loop = g->loop;
	for (int i = from; i < g->kernel_count; i++) {
		search->kernel = i;
		see_block(search, g->kernels[i]->prologue, NULL);
		see_block(search, g->kernels[i]->top, NULL);
	}
}

static bool is_late(const Search *search, const Access *load)
{
	for (const Access *b = search->found; b; b = b->next)
		if (!b->load && !comes_first(search, load, b))
			return true;
	return false;
}

bool gen_updates_in_place(Gen *g, int from, const Buffer *buffer)
{
	Search search = { .g = g, .buffer = buffer };

	find(&search, from);
	for (const Access *a = search.found; a; a = a->next)
		if (a->load ? is_late(&search, a) : !is_spread(&search, a))
			return false;
	return true;
}

void gen_late_loads(Gen *g, int from, const Buffer *before,
		    const Buffer *buffer, LateLoad *see, void *context)
{
	Search search = { .g = g, .buffer = buffer, .before = before };

	find(&search, from);
	for (const Access *a = search.found; a; a = a->next)
		if (a->load && a->load->buffer == before
		    && is_late(&search, a))
			see(context, a->load);
}
