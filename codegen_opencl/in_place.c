/* Whether a round of kernels may store where it loads: whether each of its loads
 * comes before any store to that element. A load and a store may be of one
 * element only in one work-item, in one round of its loops, where the load comes
 * first; else the places are shown to differ, by the forms of the two indices
 * and the conditions around them.
 *
 * Equal places of forms that are sums by strides (a row, a column in it) are
 * equal by each stride. The store's variables are others than the load's, but
 * for what is one number for all work-items. */
#include "codegen_opencl/facts.h"
#include "codegen_opencl/gen.h"

typedef struct Around {
	const Stmt *stmt;
	const struct Around *up;
} Around;

typedef struct Access {
	int kernel, order;
	bool store;
	const Affine *index;
	int width;
	const Fact *facts;
	const Around *around;
	struct Access *next;
} Access;

typedef struct Search {
	Gen *g;
	const Buffer *buffer;
	const KernelLoop *loop; /* around the round */
	int kernel, order;
	const Fact *facts;
	const Around *around;
	Access *found;
} Search;

/* -- what is loaded and stored --------------------------------------------- */

static void add(Search *search, bool store, const Affine *index, int width)
{
	Access *made = ARENA_NEW(search->g->arena, Access);

	*made = (Access){ search->kernel, search->order++, store, index, width,
			  search->facts, search->around, search->found };
	search->found = made;
}

static void see_load(void *context, const Code *code)
{
	Search *search = context;

	if (code->kind == CODE_LOAD && code->buffer == search->buffer)
		add(search, false, code->index, code->width);
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
			add(search, true, stmt->index, stmt->value->width);
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

/* -- one load and one store ------------------------------------------------ */

enum { RENAMED_MAX = 32, FORMS_MAX = 32 };

typedef struct Pair {
	AffineTable *t;
	const Search *search;
	int renamed_count, equal_count, fact_count;
	const AffineAtom *atoms[RENAMED_MAX]; /* of the store */
	const Affine *renamed[RENAMED_MAX];
	const Affine *equal[FORMS_MAX]; /* to 0, where the places are one */
	Fact facts[FORMS_MAX];
	bool full;
} Pair;

/* Whether the variable is the same number for all work-items of the round. */
static bool is_one_number(const Search *search, const Var *var)
{
	if (var->kind == VAR_SIZE || var->kind == VAR_ARGUMENT)
		return true;
	for (const KernelLoop *loop = search->loop; loop; loop = loop->outer)
		if (loop->number == var)
			return true;
	return false;
}

static bool is_one_form(const Search *search, const Affine *a)
{
	for (int i = 0; i < a->count; i++) {
		const AffineAtom *atom = a->terms[i].atom;

		if ((atom->var && !is_one_number(search, atom->var))
		    || (atom->of && !is_one_form(search, atom->of))
		    || (atom->end && !is_one_form(search, atom->end))
		    || atom->width > 1)
			return false;
	}
	return true;
}

static const Affine *fresh(Pair *pair, int64_t lo, int64_t hi)
{
	return affine_var(pair->t, var_new(pair->t->arena, VAR_TEMP,
					   SCALAR_I64, 1, 0), lo, hi);
}

static const Affine *renamed_atom(Pair *pair, const AffineAtom *atom)
{
	const Affine *form = affine_atom(pair->t, atom);

	if (is_one_form(pair->search, form))
		return form;
	for (int i = 0; i < pair->renamed_count; i++)
		if (pair->atoms[i] == atom)
			return pair->renamed[i];
	if (pair->renamed_count == RENAMED_MAX) {
		pair->full = true;
		return form;
	}
	pair->atoms[pair->renamed_count] = atom;
	return pair->renamed[pair->renamed_count++] = fresh(pair, atom->lo,
							    atom->hi);
}

static const Affine *renamed(Pair *pair, const Affine *a)
{
	const Affine *sum = affine_const(pair->t, a->constant);

	for (int i = 0; i < a->count; i++)
		sum = affine_add(pair->t, sum,
				 affine_times(pair->t,
					renamed_atom(pair, a->terms[i].atom),
					a->terms[i].factor));
	return sum;
}

static void add_equal(Pair *pair, const Affine *form)
{
	if (pair->equal_count < FORMS_MAX)
		pair->equal[pair->equal_count++] = form;
}

static int64_t magnitude(int64_t a)
{
	return a < 0 ? -a : a;
}

/* Whole strides of the terms, divided by the stride, and what is left of them;
 * neither with the constant. */
static const Affine *by_stride(Pair *pair, const Affine *a, int64_t stride,
			       const Affine **left)
{
	const Affine *sum = affine_const(pair->t, 0);

	*left = sum;
	for (int i = 0; i < a->count; i++) {
		const Affine *atom = affine_atom(pair->t, a->terms[i].atom);
		const int64_t factor = a->terms[i].factor;

		sum = affine_add(pair->t, sum, affine_times(pair->t, atom,
							    factor / stride));
		*left = affine_add(pair->t, *left,
				   affine_times(pair->t, atom,
						factor % stride));
	}
	return sum;
}

/* The greatest factor of a term that is less than that; 0: there is none. */
static int64_t next_stride(const Affine *a, int64_t below)
{
	int64_t most = 0;

	for (int i = 0; i < a->count; i++) {
		const int64_t factor = magnitude(a->terms[i].factor);

		if (factor > most && factor < below)
			most = factor;
	}
	return most;
}

/* Where the form is 0, so are the whole strides of it and what is left, if that
 * is less than a stride: false: it may be more. */
static bool split_at(Pair *pair, const Affine *form, int64_t stride,
		     const Affine **left)
{
	const Affine *whole = by_stride(pair, form, stride, left);
	int64_t times = form->constant / stride;
	int64_t rest = form->constant % stride;

	if ((*left)->lo + rest <= -stride) {
		times--;
		rest += stride;
	} else if ((*left)->hi + rest >= stride) {
		times++;
		rest -= stride;
	}
	*left = affine_plus(pair->t, *left, rest);
	if ((*left)->lo <= -stride || (*left)->hi >= stride)
		return false;
	add_equal(pair, affine_plus(pair->t, whole, times));
	return true;
}

/* What is 0 where the form is, by strides. */
static void split(Pair *pair, const Affine *form)
{
	int64_t stride = INT64_MAX;

	while ((stride = next_stride(form, stride))) {
		const Affine *left;

		if (split_at(pair, form, stride, &left)) {
			form = left;
			stride = INT64_MAX;
		}
	}
	add_equal(pair, form);
}

static void add_facts(Pair *pair, const Fact *facts, bool of_store)
{
	for (; facts; facts = facts->next) {
		Fact fact = *facts;

		if (of_store)
			fact.form = renamed(pair, fact.form);
		if (fact.kind == FACT_ZERO)
			add_equal(pair, fact.form);
		else if (pair->fact_count < FORMS_MAX)
			pair->facts[pair->fact_count++] = fact;
	}
}

static bool is_false(FactKind kind, const Affine *form)
{
	return kind == FACT_NATURAL ? form->hi < 0
	     : affine_is_const(form) && !form->constant;
}

/* Whether the fact, with what is 0 added or taken away, is false. */
static bool is_refuted(const Pair *pair, FactKind kind, const Affine *form)
{
	if (is_false(kind, form))
		return true;
	for (int i = 0; i < pair->equal_count; i++)
		if (is_false(kind, affine_add(pair->t, form, pair->equal[i]))
		    || is_false(kind, affine_sub(pair->t, form,
						 pair->equal[i])))
			return true;
	return false;
}

/* Whether the two places are never one. */
static bool are_apart(const Pair *pair)
{
	for (int i = 0; i < pair->equal_count; i++)
		if (pair->equal[i]->lo > 0 || pair->equal[i]->hi < 0)
			return true;
	for (int i = 0; i < pair->fact_count; i++) {
		const Fact *a = &pair->facts[i];

		if (is_refuted(pair, a->kind, a->form))
			return true;
		for (int j = 0; j < i && a->kind == FACT_NATURAL; j++)
			if (pair->facts[j].kind == FACT_NATURAL
			    && is_refuted(pair, FACT_NATURAL,
					  affine_add(pair->t, a->form,
						     pair->facts[j].form)))
				return true;
	}
	return false;
}

/* -- one work-item and one round of its loops ------------------------------ */

static bool is_around(const Access *access, const Stmt *stmt)
{
	const Around *around = access->around;

	while (around && around->stmt != stmt)
		around = around->up;
	return around != NULL;
}

/* Whether the statement's variable is the same for both, where the places are. */
static bool is_same_round(const Pair *pair, const Stmt *stmt)
{
	for (int i = 0; i < pair->renamed_count; i++) {
		const AffineAtom *atom = pair->atoms[i];
		const Affine *apart;

		if (atom->kind != AFFINE_VAR || atom->var != stmt->var)
			continue;
		apart = affine_sub(pair->t, affine_atom(pair->t, atom),
				   pair->renamed[i]);
		for (int j = 0; j < pair->equal_count; j++)
			if (pair->equal[j] == apart || pair->equal[j]
			    == affine_times(pair->t, apart, -1))
				return true;
	}
	return stmt->extent == 1 && !stmt->open;
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

static bool is_same_item(const Pair *pair, const Access *load,
			 const Access *store)
{
	const Kernel *kernel = pair->search->g->kernels[load->kernel];

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

static const Affine *lane(Pair *pair, const Affine *index, int width)
{
	return width == 1 ? index
	     : affine_add(pair->t, index, fresh(pair, 0, width - 1));
}

static bool comes_first(const Search *search, const Access *load,
			const Access *store)
{
	Pair *pair = ARENA_NEW(search->g->arena, Pair);
	const KernelLoop *of_load = search->g->kernels[load->kernel]->loop;
	const KernelLoop *of_store = search->g->kernels[store->kernel]->loop;

	*pair = (Pair){ .t = &search->g->indices, .search = search };
	if (load->index->width > 1 || store->index->width > 1)
		return false;
	split(pair, affine_sub(pair->t, lane(pair, load->index, load->width),
			       renamed(pair, lane(pair, store->index,
						  store->width))));
	add_facts(pair, load->facts, false);
	add_facts(pair, store->facts, true);
	if (pair->full)
		return false;
	if (are_apart(pair))
		return true;
	if (load->kernel < store->kernel)
		return of_load == search->loop || of_store == search->loop;
	return load->kernel == store->kernel && of_load == search->loop
	    && is_same_item(pair, load, store);
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

bool gen_updates_in_place(Gen *g, int from, const Buffer *buffer)
{
	Search search = { .g = g, .buffer = buffer, .loop = g->loop };

	for (int i = from; i < g->kernel_count; i++) {
		search.kernel = i;
		see_block(&search, g->kernels[i]->prologue, NULL);
		see_block(&search, g->kernels[i]->top, NULL);
	}
	for (const Access *a = search.found; a; a = a->next)
		if (a->store && !is_spread(&search, a))
			return false;
	for (const Access *a = search.found; a; a = a->next)
		for (const Access *b = search.found; b && !a->store;
		     b = b->next)
			if (b->store && !comes_first(&search, a, b))
				return false;
	return true;
}
