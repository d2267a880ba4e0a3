#include "codegen_opencl/contents_node.h"

/* -- what is set ----------------------------------------------------------- */

static Holder *holder_of(Contents *c, const void *key, const Var *var)
{
	Holder *made = (Holder *)map_find(&c->holders, map_address(key));

	if (made)
		return made;
	made = ARENA_NEW(c->arena, Holder);
	made->var = var;
	map_put(&c->holders, c->arena, map_address(key), made);
	return made;
}

static int64_t times(int64_t a, int64_t b)
{
	return a < EXTENT_OPEN / b ? a * b : EXTENT_OPEN;
}

static int64_t rounds_since(const Contents *c, int depth)
{
	int64_t rounds = 1;

	if (c->depth > DEPTH)
		return EXTENT_OPEN;
	for (int d = depth; d < c->depth; d++)
		rounds = times(rounds, c->rounds[d] > 0 ? c->rounds[d] : 1);
	return rounds;
}

static void add_set(Contents *c, Holder *holder, const Code *value)
{
	Set *set = ARENA_NEW(c->arena, Set);

	*set = (Set){ .value = value, .order = c->order, .depth = c->depth,
		      .rounds = rounds_since(c, holder->depth),
		      .next = holder->sets };
	holder->sets = set;
}

/* Loads of a loop see what later rounds of the outermost around store. */
typedef struct Seen {
	Contents *c;
	int until;
} Seen;

static void place(void *context, const Code *code)
{
	const Seen *seen = context;
	Contents *c = seen->c;
	Place *at = (Place *)map_find(&c->places, map_address(code));

	if (code->kind != CODE_LOAD)
		return;
	if (!at) {
		at = ARENA_NEW(c->arena, Place);
		map_put(&c->places, c->arena, map_address(code), at);
	}
	at->until = seen->until > at->until ? seen->until : at->until;
}

static int count_of(const Block *block)
{
	int count = 0;

	for (int i = 0; block && i < block->count; i++)
		count += 1 + count_of(block->items[i]->body)
		       + count_of(block->items[i]->other);
	return count;
}

static void find(Contents *c, const Block *block, int until);

static void find_in(Contents *c, const Stmt *stmt, int until)
{
	const bool rounds = stmt->kind == STMT_LOOP;
	const int last = rounds && !until ? c->order + 1 + count_of(stmt->body)
		       : until;

	if (rounds && c->depth < DEPTH)
		c->rounds[c->depth] = stmt->start || stmt->step ? EXTENT_OPEN
				    : stmt->extent;
	c->depth += rounds;
	find(c, stmt->body, last);
	find(c, stmt->other, last);
	c->depth -= rounds;
}

/* Until: the end of the outermost loop around, or 0. */
static void find(Contents *c, const Block *block, int until)
{
	for (int i = 0; block && i < block->count; i++) {
		const Stmt *stmt = block->items[i];
		Seen seen = { c, until };
		Holder *holder = NULL;

		c->order++;
		if (!until)
			seen.until = c->order;
		stmt_visit(stmt, place, &seen);
		if (stmt->kind == STMT_STORE)
			holder = holder_of(c, stmt->buffer, NULL);
		else if (stmt->var)
			holder = holder_of(c, stmt->var, stmt->var);
		if (stmt->kind == STMT_DECLARE)
			holder->depth = c->depth;
		if (holder && (stmt->atomic || stmt->kind == STMT_LOOP))
			holder->other = true;
		else if (holder && stmt->value)
			add_set(c, holder, stmt->value);
		find_in(c, stmt, until);
	}
}

/* What is launched in rounds may be given arrays in turn. */
static void see_load(void *context, const Code *code)
{
	Contents *c = context;

	if (code->kind == CODE_LOAD && code->buffer->space == SPACE_GLOBAL)
		holder_of(c, code->buffer, NULL)->other = true;
}

static void find_turns(Contents *c, const Block *block)
{
	for (int i = 0; block && i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		stmt_visit(stmt, see_load, c);
		if (stmt->kind == STMT_STORE
		    && stmt->buffer->space == SPACE_GLOBAL)
			holder_of(c, stmt->buffer, NULL)->other = true;
		find_turns(c, stmt->body);
		find_turns(c, stmt->other);
	}
}

Contents *contents_of(Arena *arena, Kernel *const *kernels, int count)
{
	Contents *c = ARENA_NEW(arena, Contents);

	c->arena = arena;
	for (int i = 0; i < count; i++) {
		find(c, kernels[i]->prologue, 0);
		find(c, kernels[i]->top, 0);
		if (kernels[i]->loop) {
			find_turns(c, kernels[i]->prologue);
			find_turns(c, kernels[i]->top);
		}
	}
	return c;
}

void contents_not_all(Contents *c, const Buffer *buffer)
{
	holder_of(c, buffer, NULL)->other = true;
}

/* -- ranges ---------------------------------------------------------------- */

#define FAR (INT64_C(1) << 61)

static bool is_near(IntRange r)
{
	return r.lo >= -FAR && r.hi <= FAR;
}

static bool is_within(IntRange r, Scalar scalar)
{
	return range_is_within(r, range_of(scalar))
	    && (scalar_bytes(scalar) < 8 || is_near(r));
}

/* All that is of the type; false: of 64 bits. */
static bool all_of(Scalar scalar, IntRange *r)
{
	*r = range_of(scalar);
	return scalar_is_int(scalar) && scalar_bytes(scalar) < 8;
}

static bool sum(Operator op, IntRange a, IntRange b, IntRange *r)
{
	*r = op == OPERATOR_ADD ? range_sum(a, b) : range_difference(a, b);
	return is_near(*r);
}

static bool is_short(IntRange r)
{
	return r.lo >= -(INT64_C(1) << 30) && r.hi <= INT64_C(1) << 30;
}

static bool var_range(Contents *c, const Var *var, IntRange *r);
static bool load_range(Contents *c, const Code *load, IntRange *r);

static bool is_ring(Operator op)
{
	return op == OPERATOR_ADD || op == OPERATOR_SUB || op == OPERATOR_MUL;
}

static bool is_int(const Code *code)
{
	return scalar_is_int(code->scalar);
}

bool contents_is_same_bits(const Code *cast)
{
	return cast->kind == CODE_CAST && is_int(cast) && is_int(cast->args[0])
	    && scalar_bytes(cast->scalar) == scalar_bytes(cast->args[0]->scalar);
}

static int64_t literal(const Code *code)
{
	const int bits = 8 * (int)scalar_bytes(code->scalar);

	return (int64_t)(code->bits << (64 - bits)) >> (64 - bits);
}

bool contents_ring(Contents *c, const Code *code, IntRange *r)
{
	IntRange a, b;

	if (!is_int(code))
		return contents_range(c, code, r);
	if (contents_is_same_bits(code))
		return contents_ring(c, code->args[0], r);
	if (code->kind == CODE_LITERAL) {
		*r = (IntRange){ literal(code), literal(code) };
		return is_near(*r);
	}
	if (code->kind != CODE_INFIX || !is_ring(code->op))
		return contents_range(c, code, r);
	if (!contents_ring(c, code->args[0], &a)
	    || !contents_ring(c, code->args[1], &b))
		return false;
	if (code->op != OPERATOR_MUL)
		return sum(code->op, a, b, r);
	if (!is_short(a) || !is_short(b))
		return false;
	*r = range_product(a, b);
	return true;
}

/* Of the arguments from the first one on. */
static bool any_of(Contents *c, const Code *code, int first, int count,
		   IntRange *r)
{
	IntRange one;

	if (!contents_range(c, code->args[first], r))
		return false;
	for (int i = first + 1; i < first + count; i++) {
		if (!contents_range(c, code->args[i], &one))
			return false;
		*r = range_either(*r, one);
	}
	return true;
}

static bool of_call(Contents *c, const Code *code, IntRange *r)
{
	IntRange a, b;

	switch (code->op) {
	case OPERATOR_SELECT:
		return any_of(c, code, 0, 2, r);
	case OPERATOR_CONVERT:
		return contents_range(c, code->args[0], r)
		    && is_within(*r, code->scalar);
	case OPERATOR_POPCOUNT: case OPERATOR_POPCOUNT_LANES:
		*r = (IntRange){ 0, 8 * (int64_t)scalar_bytes(code->scalar) };
		return true;
	case OPERATOR_MIN: case OPERATOR_MAX:
		if (!contents_range(c, code->args[0], &a)
		    || !contents_range(c, code->args[1], &b))
			return false;
		*r = code->op == OPERATOR_MIN ? range_min(a, b)
					      : range_max(a, b);
		return true;
	default:
		return false;
	}
}

static bool of_integer(Contents *c, const Code *code, IntRange *r)
{
	switch (code->kind) {
	case CODE_LITERAL:
		*r = (IntRange){ literal(code), literal(code) };
		return is_within(*r, code->scalar);
	case CODE_VAR:
		return var_range(c, code->var, r) && is_within(*r, code->scalar);
	case CODE_LOAD:
		return load_range(c, code, r) && is_within(*r, code->scalar);
	case CODE_INDEX:
		*r = (IntRange){ code->index->lo, code->index->hi };
		return is_within(*r, code->scalar);
	case CODE_COND:
		return any_of(c, code, 1, 2, r);
	case CODE_LANES:
		return any_of(c, code, 0, code->count, r);
	case CODE_LANE:
		return contents_range(c, code->args[0], r);
	case CODE_CALL:
		return of_call(c, code, r);
	case CODE_CAST:
		if (is_int(code->args[0]) && !contents_is_same_bits(code))
			return contents_range(c, code->args[0], r)
			    && is_within(*r, code->scalar);
		return (contents_is_same_bits(code)
			? contents_ring(c, code, r)
			: code->args[0]->scalar == SCALAR_BOOL
			  && contents_range(c, code->args[0], r))
		    && is_within(*r, code->scalar);
	case CODE_INFIX:
		return is_ring(code->op) && contents_ring(c, code, r)
		    && is_within(*r, code->scalar);
	default:
		return false;
	}
}

/* A mask is 0 or -1, or what was taken of it by a 1. */
static IntRange of_bool(const Code *code)
{
	const Code *const *args = code->args;

	if (code->width == 1
	    || (code->kind == CODE_INFIX && code->op == OPERATOR_BITAND
		&& args[1]->kind == CODE_LITERAL && args[1]->bits == 1))
		return (IntRange){ 0, 1 };
	return (IntRange){ -1, 0 };
}

bool contents_range(Contents *c, const Code *code, IntRange *r)
{
	if (code->scalar == SCALAR_BOOL) {
		*r = of_bool(code);
		return true;
	}
	if (!is_int(code) || (code->kind == CODE_VAR && code->var->wide))
		return false;
	return of_integer(c, code, r) || all_of(code->scalar, r);
}

/* -- what is held ---------------------------------------------------------- */

bool contents_is_grown(Contents *c, const Code *code, const Var *var,
		       IntRange *r)
{
	IntRange term;
	int own;

	while (contents_is_same_bits(code))
		code = code->args[0];
	if (code->kind == CODE_VAR)
		return code->var == var;
	if (code->kind != CODE_INFIX || !is_int(code)
	    || (code->op != OPERATOR_ADD && code->op != OPERATOR_SUB))
		return false;
	own = code->op == OPERATOR_ADD && code_reads(code->args[1], var);
	return !code_reads(code->args[!own], var)
	    && contents_is_grown(c, code->args[own], var, r)
	    && contents_ring(c, code->args[!own], &term)
	    && sum(code->op, *r, term, r);
}

/* So many times, or fewer. */
static bool grow(IntRange *by, IntRange term, int64_t rounds)
{
	if (rounds > 1 && (term.lo < -(FAR / rounds) || term.hi > FAR / rounds))
		return !term.lo && !term.hi;
	if (term.lo < 0)
		by->lo += term.lo * rounds;
	if (term.hi > 0)
		by->hi += term.hi * rounds;
	return is_near(*by);
}

static bool of_sets(Contents *c, const Holder *holder, IntRange *r)
{
	IntRange by = { 0, 0 }, one;
	bool any = false;

	for (const Set *set = holder->sets; set; set = set->next) {
		IntRange term = { 0, 0 };

		if (holder->var && contents_is_grown(c, set->value, holder->var, &term)) {
			if (!grow(&by, term, set->rounds))
				return false;
			continue;
		}
		if (!contents_range(c, set->value, &one))
			return false;
		*r = any ? range_either(*r, one) : one;
		any = true;
	}
	return any && sum(OPERATOR_ADD, *r, by, r);
}

static bool var_range(Contents *c, const Var *var, IntRange *r)
{
	Holder *holder = (Holder *)map_find(&c->holders, map_address(var));
	Answer *answer = holder ? &holder->answer : NULL;

	if (!holder || holder->other || answer->state == ASKED)
		return false;
	if (answer->state == FRESH) {
		answer->state = ASKED;
		answer->known = of_sets(c, holder, &answer->range);
		answer->state = ANSWERED;
	}
	*r = answer->range;
	return answer->known;
}

static bool set_range(Contents *c, Set *set, IntRange *r)
{
	Answer *answer = &set->answer;

	if (answer->state == ASKED)
		return false;
	if (answer->state == FRESH) {
		answer->state = ASKED;
		answer->known = contents_range(c, set->value, &answer->range);
		answer->state = ANSWERED;
	}
	*r = answer->range;
	return answer->known;
}

/* All that was stored before it can be seen, if it is not known where it is. */
static bool load_range(Contents *c, const Code *load, IntRange *r)
{
	const Holder *holder = map_find(&c->holders, map_address(load->buffer));
	const Place *at = map_find(&c->places, map_address(load));
	bool any = false;
	IntRange one;

	if (!holder || holder->other)
		return false;
	for (Set *set = holder->sets; set; set = set->next) {
		if (at && set->order >= at->until)
			continue;
		if (!set_range(c, set, &one))
			return false;
		*r = any ? range_either(*r, one) : one;
		any = true;
	}
	return any;
}
