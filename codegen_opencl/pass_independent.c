/* Innermost loops whose rounds are independent of one another, where a compiler
 * cannot tell: it is told, and computes several rounds at once.
 *
 * Shown is, of each store in the loop and each load or store of that array in it, in
 * one work-item and any two rounds: they are never of one element, or are so in
 * one round only, by the forms of the two indices and the conditions around them
 * (apart.c). Arrays of two names are two: parameters are restrict. No variable keeps
 * a value from round to round, so that no sum is computed in another order. A
 * compiler cannot tell where two places in one array lie a distance apart that is
 * no number: rows of a matrix that are numbered by variables.
 *
 * A compiler that is told does so whether it pays or not. It does where neighbouring
 * rounds are at neighbouring elements, or at the same one, and there are many. It
 * asks in each round what one round asks, so that loops are cut there (split.c);
 * loops over vectors, which compute all lanes whatever their masks say, are, too. */
#include "codegen_opencl/affine_node.h"
#include "codegen_opencl/apart.h"
#include "codegen_opencl/pass.h"
#include "codegen_opencl/split.h"

enum { FEW = 16 }; /* rounds: lanes of the widest vectors of 32 bits */

typedef struct Access {
	bool store;
	const Buffer *buffer;
	const Affine *index;
	const Fact *facts;
	const struct Access *next;
} Access;

/* What is known where a statement stands. */
typedef struct Known {
	const Fact *facts;
	const Condition *conditions;
} Known;

typedef struct Rounds {
	AffineTable *t;
	const Stmt *loop;
	const Access *found;
	const Fact *facts; /* around what is looked at */
	bool good;
} Rounds;

/* -- what is known --------------------------------------------------------- */

/* Whether no variable of it is assigned again. */
static bool is_steady(const Affine *a)
{
	for (int i = 0; i < a->count; i++) {
		const AffineAtom *atom = a->terms[i].atom;

		if ((atom->var && atom->var->kind == VAR_REGISTER)
		    || (atom->of && !is_steady(atom->of))
		    || (atom->end && !is_steady(atom->end)))
			return false;
	}
	return true;
}

static const Fact *with_fact(AffineTable *t, const Fact *fact,
			     const Fact *others)
{
	Fact *made;

	if (!is_steady(fact->form))
		return others;
	made = ARENA_NEW(t->arena, Fact);
	*made = (Fact){ fact->kind, fact->form, others };
	return made;
}

static const Fact *facts_in(AffineTable *t, const Stmt *branch, bool holds,
			    const Known *known)
{
	const Fact *facts = facts_of(t, branch->value, holds,
				     known->conditions, NULL);
	const Fact *all = known->facts;

	for (; facts; facts = facts->next)
		all = with_fact(t, facts, all);
	return all;
}

/* Registers may be something else later on. */
static void declared(AffineTable *t, const Stmt *stmt, Known *known)
{
	if (stmt->kind == STMT_DECLARE && stmt->var->kind != VAR_REGISTER)
		known->conditions = condition_declared(t->arena, stmt,
						       known->conditions);
}

/* form = constant + of/by, or of cut to 0..most alone, or both. */
typedef struct Limit {
	const Affine *of;
	int64_t constant, by, most;
} Limit;

static Limit limit_of(AffineTable *t, const Affine *form)
{
	Limit limit = { NULL, form->constant, 1, INT64_MAX };
	const AffineAtom *atom;

	limit.of = affine_plus(t, form, -form->constant);
	atom = affine_lone(limit.of, AFFINE_DIV);
	if (atom) {
		limit.of = atom->of;
		limit.by = atom->by;
	}
	atom = affine_lone(limit.of, AFFINE_CLAMP);
	if (atom) {
		limit.of = atom->of;
		limit.most = atom->by - 1;
	}
	return limit;
}

/* What a round is at least where what it begins at is cut off or divided: the rest
 * of the division is less than the divisor, and where more was cut off at the top
 * there is no round. */
static const Fact *facts_of_start(AffineTable *t, const Affine *number,
				  const Affine *start, const Fact *facts)
{
	const Limit limit = limit_of(t, start);
	const Affine *rounds = affine_plus(t, number, -limit.constant);

	if (limit.of->count == 0 || limit.most / limit.by < rounds->hi + 1)
		return facts;
	rounds = affine_plus(t, affine_times(t, rounds, limit.by),
			     limit.by - 1);
	return with_fact(t, &(Fact){ FACT_NATURAL,
			 affine_sub(t, rounds, limit.of), NULL }, facts);
}

/* In the same way, what it is below. */
static const Fact *facts_of_end(AffineTable *t, const Affine *number,
				const Affine *end, const Fact *facts)
{
	const Limit limit = limit_of(t, end);
	const Affine *rounds = affine_plus(t, number, 1 - limit.constant);

	if (limit.of->count == 0 || limit.constant > 0)
		return facts;
	rounds = affine_times(t, rounds, limit.by);
	return with_fact(t, &(Fact){ FACT_NATURAL,
			 affine_sub(t, limit.of, rounds), NULL }, facts);
}

/* From the first round to the last; nothing beyond the limit of forms. */
static const Fact *facts_of_loop(AffineTable *t, const Stmt *loop,
				 const Fact *facts)
{
	const Fact *const around = facts;
	const bool before = t->overflow;
	const Affine *number;

	if (loop->step || loop->open || loop->extent < 1)
		return facts;
	number = affine_var(t, loop->var, 0, loop->extent - 1);
	if (loop->start && loop->start->kind == CODE_INDEX
	    && loop->start->width == 1) {
		facts = with_fact(t, &(Fact){ FACT_NATURAL,
				  affine_sub(t, number, loop->start->index),
				  NULL }, facts);
		facts = facts_of_start(t, number, loop->start->index, facts);
	}
	if (loop->end) {
		facts = with_fact(t, &(Fact){ FACT_NATURAL, affine_plus(t,
				  affine_sub(t, loop->end, number), -1),
				  NULL }, facts);
		facts = facts_of_end(t, number, loop->end, facts);
	}
	if (t->overflow == before)
		return facts;
	t->overflow = before;
	return around;
}

/* -- what is done in a round ----------------------------------------------- */

static bool declares(const Block *block, const Var *var)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if ((stmt->kind == STMT_DECLARE && stmt->var == var)
		    || (stmt->body && declares(stmt->body, var))
		    || (stmt->other && declares(stmt->other, var)))
			return true;
	}
	return false;
}

static bool is_of_round(const Stmt *loop, const Var *var)
{
	return var == loop->var || declares(loop->body, var);
}

/* Whether elements of neighbouring rounds are neighbours, or one. */
static bool is_beside(const Stmt *loop, const Affine *index)
{
	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;

		if (atom->kind == AFFINE_VAR && atom->var == loop->var) {
			if (index->terms[i].factor != 1)
				return false;
		} else if ((atom->var && is_of_round(loop, atom->var))
			   || (atom->of && !is_beside(loop, atom->of))
			   || (atom->of
			       && affine_mentions(atom->of, loop->var))) {
			return false;
		}
	}
	return true;
}

static void add(Rounds *rounds, bool store, const Buffer *buffer,
		const Affine *index)
{
	Access *made = ARENA_NEW(rounds->t->arena, Access);

	rounds->good &= is_steady(index) && is_beside(rounds->loop, index);
	*made = (Access){ store, buffer, index, rounds->facts,
			  rounds->found };
	rounds->found = made;
}

static void see_code(void *context, const Code *code)
{
	Rounds *rounds = context;

	rounds->good &= code->width == 1;
	if (code->kind == CODE_LOAD && rounds->good)
		add(rounds, false, code->buffer, code->index);
}

static void look(Rounds *rounds, const Block *block, Known known)
{
	for (int i = 0; i < block->count && rounds->good; i++) {
		const Stmt *stmt = block->items[i];

		rounds->facts = known.facts;
		stmt_visit(stmt, see_code, rounds);
		declared(rounds->t, stmt, &known);
		switch (stmt->kind) {
		case STMT_DECLARE:
			break;
		case STMT_ASSIGN:
			rounds->good &= declares(rounds->loop->body,
						 stmt->var);
			break;
		case STMT_STORE:
			rounds->good &= !stmt->atomic;
			if (rounds->good)
				add(rounds, true, stmt->buffer, stmt->index);
			break;
		case STMT_IF:
			look(rounds, stmt->body, (Known){
			     facts_in(rounds->t, stmt, true, &known),
			     known.conditions });
			if (stmt->other)
				look(rounds, stmt->other, (Known){
				     facts_in(rounds->t, stmt, false, &known),
				     known.conditions });
			break;
		default:
			rounds->good = false;
		}
	}
}

/* -- independent ----------------------------------------------------------- */

/* Of two rounds in one item. */
static bool is_shared(const void *context, const Var *var)
{
	return !is_of_round(context, var);
}

static bool is_one_round(const Rounds *rounds, const Access *a,
			 const Access *store)
{
	Apart *pair = apart_new(rounds->t, is_shared, rounds->loop);

	apart_places(pair, a->index, 1, store->index, 1);
	apart_facts(pair, a->facts, false);
	apart_facts(pair, store->facts, true);
	return apart_always(pair) || apart_has_same(pair, rounds->loop->var);
}

static bool is_independent(Rounds *rounds)
{
	bool told = true;

	for (const Access *a = rounds->found; a; a = a->next)
		for (const Access *b = rounds->found; b; b = b->next) {
			int64_t distance;

			if (!b->store || a->buffer != b->buffer)
				continue;
			if (!is_one_round(rounds, a, b))
				return false;
			told &= affine_distance(rounds->t, a->index, b->index,
						&distance);
		}
	return !told;
}

/* No forms beyond the limit are made, but for this question. */
static bool is_apart(AffineTable *t, const Stmt *loop, Known known)
{
	const bool before = t->overflow;
	Rounds rounds = { .t = t, .loop = loop, .good = true };
	bool apart;

	if (loop->step || (!loop->open && loop->extent < FEW))
		return false;
	look(&rounds, loop->body, known);
	apart = rounds.good && is_independent(&rounds)
	     && (before || !t->overflow);
	t->overflow = before;
	return apart;
}

static void see_vector(void *context, const Code *code)
{
	*(bool *)context |= code->width > 1;
}

/* Whether no variable keeps a value from round to round of a loop without others or
 * barriers, and whether there are vectors. */
static bool keeps_nothing(const Stmt *loop, const Block *block, bool *vectors)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];
		const bool simple = stmt->kind == STMT_DECLARE
				 || (stmt->kind == STMT_STORE && !stmt->atomic)
				 || stmt->kind == STMT_IF
				 || (stmt->kind == STMT_ASSIGN
				     && declares(loop->body, stmt->var));

		stmt_visit(stmt, see_vector, vectors);
		if (!simple
		    || (stmt->body && !keeps_nothing(loop, stmt->body, vectors))
		    || (stmt->other
			&& !keeps_nothing(loop, stmt->other, vectors)))
			return false;
	}
	return true;
}

/* Whether it is worth a cut: what compilers make vectors of, or vectors. */
static bool may_be_cut(const Stmt *loop)
{
	bool vectors = false;

	return loop->apart
	    || (keeps_nothing(loop, loop->body, &vectors) && vectors);
}

/* Whether a loop was cut. */
static bool each_loop(AffineTable *t, Block *block, Known known);

/* Leaves `at` at the last statement in its place. */
static bool one_loop(AffineTable *t, Block *block, int *at, Known known)
{
	Stmt *loop = block->items[*at];
	const Known inner = { facts_of_loop(t, loop, known.facts),
			      known.conditions };
	const int before = block->count;

	if (block_has_loop(loop->body))
		return each_loop(t, loop->body, inner);
	loop->apart = is_apart(t, loop, inner);
	if (!may_be_cut(loop) || !split_loop(t, block, *at, known.facts))
		return false;
	*at += block->count - before;
	return true;
}

static bool each_loop(AffineTable *t, Block *block, Known known)
{
	bool cut = false;

	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		declared(t, stmt, &known);
		if (stmt->kind == STMT_LOOP) {
			cut |= one_loop(t, block, &i, known);
		} else if (stmt->kind == STMT_IF) {
			cut |= each_loop(t, stmt->body, (Known){
					 facts_in(t, stmt, true, &known),
					 known.conditions });
			if (stmt->other)
				cut |= each_loop(t, stmt->other, (Known){
					facts_in(t, stmt, false, &known),
					known.conditions });
		}
	}
	return cut;
}

bool pass_independent(Kernel *kernel, AffineTable *indices)
{
	return each_loop(indices, kernel->top, (Known){ NULL, NULL });
}
