#include "codegen_opencl/contents.h"

#include "base/map.h"

typedef enum { FRESH, ASKED, ANSWERED } State;

typedef struct Answer {
	State state;
	bool known;
	IntRange range;
} Answer;

/* What a variable, or an element, is set to; rounds: so often at most from its
 * declaration to the end of its block. */
typedef struct Set {
	const Code *value;
	int64_t rounds;
	int order; /* of its statement in the program */
	int depth; /* loops around */
	Answer answer;
	struct Set *next;
} Set;

typedef struct Holder {
	const Var *var; /* or NULL: an array */
	int depth;      /* loops around its declaration */
	bool other;     /* set in other ways, too */
	Set *sets;      /* the last first */
	Answer answer;  /* of a variable */
	State rise_state;
	int64_t rise;
} Holder;

/* Where a load is: what is stored by statements before this may be seen. */
typedef struct Place {
	int until;
} Place;

enum { DEPTH = 64 };

struct Contents {
	Arena *arena;
	Map holders, places;
	int order;             /* of statements, while they are gone through */
	int depth;             /* loops around */
	int64_t rounds[DEPTH]; /* of each */
};

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
	const int64_t bits = 8 * (int64_t)scalar_bytes(scalar);

	if (bits == 64)
		return is_near(r) && (scalar_is_signed(scalar) || r.lo >= 0);
	if (scalar_is_signed(scalar))
		return r.lo >= -(INT64_C(1) << (bits - 1))
		    && r.hi < INT64_C(1) << (bits - 1);
	return r.lo >= 0 && r.hi < INT64_C(1) << bits;
}

/* All that is of the type; false: of 64 bits. */
static bool all_of(Scalar scalar, IntRange *r)
{
	const int64_t bits = 8 * (int64_t)scalar_bytes(scalar);

	if (!scalar_is_int(scalar) || bits == 64)
		return false;
	*r = scalar_is_signed(scalar)
	   ? (IntRange){ -(INT64_C(1) << (bits - 1)),
			 (INT64_C(1) << (bits - 1)) - 1 }
	   : (IntRange){ 0, (INT64_C(1) << bits) - 1 };
	return true;
}

static int64_t lesser(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t greater(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static IntRange both(IntRange a, IntRange b)
{
	return (IntRange){ lesser(a.lo, b.lo), greater(a.hi, b.hi) };
}

static bool sum(Operator op, IntRange a, IntRange b, IntRange *r)
{
	if (op == OPERATOR_ADD)
		*r = (IntRange){ a.lo + b.lo, a.hi + b.hi };
	else
		*r = (IntRange){ a.lo - b.hi, a.hi - b.lo };
	return is_near(*r);
}

static bool is_short(IntRange r)
{
	return r.lo >= -(INT64_C(1) << 30) && r.hi <= INT64_C(1) << 30;
}

static bool product(IntRange a, IntRange b, IntRange *r)
{
	const int64_t ends[] = { a.lo * b.lo, a.lo * b.hi, a.hi * b.lo,
				 a.hi * b.hi };

	*r = (IntRange){ ends[0], ends[0] };
	for (int i = 1; i < 4; i++)
		*r = both(*r, (IntRange){ ends[i], ends[i] });
	return true;
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

/* An integer of as many bits as another. */
static bool is_same_bits(const Code *cast)
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
	if (is_same_bits(code))
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
	if (code->op == OPERATOR_MUL)
		return is_short(a) && is_short(b) && product(a, b, r);
	return sum(code->op, a, b, r);
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
		*r = both(*r, one);
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
		*r = code->op == OPERATOR_MIN
		   ? (IntRange){ lesser(a.lo, b.lo), lesser(a.hi, b.hi) }
		   : (IntRange){ greater(a.lo, b.lo), greater(a.hi, b.hi) };
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
		if (is_int(code->args[0]) && !is_same_bits(code))
			return contents_range(c, code->args[0], r)
			    && is_within(*r, code->scalar);
		return (is_same_bits(code)
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

/* Whether the code is the variable and a sum of others, which is added to r. */
static bool is_grown(Contents *c, const Code *code, const Var *var, IntRange *r)
{
	IntRange term;
	int own;

	while (is_same_bits(code))
		code = code->args[0];
	if (code->kind == CODE_VAR)
		return code->var == var;
	if (code->kind != CODE_INFIX || !is_int(code)
	    || (code->op != OPERATOR_ADD && code->op != OPERATOR_SUB))
		return false;
	own = code->op == OPERATOR_ADD && code_reads(code->args[1], var);
	return !code_reads(code->args[!own], var)
	    && is_grown(c, code->args[own], var, r)
	    && contents_ring(c, code->args[!own], &term)
	    && sum(code->op, *r, term, r);
}

/* So many times, or fewer. */
static bool grow(IntRange *by, IntRange term, int64_t rounds)
{
	if (rounds > 1 && (term.lo < -(FAR / rounds) || term.hi > FAR / rounds))
		return !term.lo && !term.hi;
	by->lo += lesser(0, term.lo * rounds);
	by->hi += greater(0, term.hi * rounds);
	return is_near(*by);
}

static bool of_sets(Contents *c, const Holder *holder, IntRange *r)
{
	IntRange by = { 0, 0 }, one;
	bool any = false;

	for (const Set *set = holder->sets; set; set = set->next) {
		IntRange term = { 0, 0 };

		if (holder->var && is_grown(c, set->value, holder->var, &term)) {
			if (!grow(&by, term, set->rounds))
				return false;
			continue;
		}
		if (!contents_range(c, set->value, &one))
			return false;
		*r = any ? both(*r, one) : one;
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
		*r = any ? both(*r, one) : one;
		any = true;
	}
	return any;
}

/* -- running sums ---------------------------------------------------------- */

/* A register that grows, by so much at most at a time, and never falls. */
static int64_t growth(Contents *c, const Holder *holder)
{
	int64_t most = 0;

	for (const Set *set = holder->sets; set; set = set->next) {
		IntRange term = { 0, 0 };

		if (!is_grown(c, set->value, holder->var, &term))
			continue;
		if (term.lo < 0)
			return 0;
		most = greater(most, term.hi);
	}
	return most;
}

/* The register whose value, now or before, the code is; or NULL. */
static const Holder *grown(Contents *c, const Code *code)
{
	const Holder *holder;

	while (is_same_bits(code))
		code = code->args[0];
	if (code->kind != CODE_VAR)
		return NULL;
	holder = map_find(&c->holders, map_address(code->var));
	if (!holder || holder->other)
		return NULL;
	if (growth(c, holder) > 0)
		return holder;
	return holder->sets && !holder->sets->next
	    && code->var->kind != VAR_LOAD ? grown(c, holder->sets->value) : NULL;
}

/* The array that the code is an element of, or several; or NULL. */
static const Buffer *copied(const Contents *c, const Code *code)
{
	const Holder *holder;

	if (code->kind == CODE_LOAD)
		return code->buffer;
	if (code->kind == CODE_LANE)
		return copied(c, code->args[0]);
	if (code->kind != CODE_VAR || code->var->kind != VAR_LOAD)
		return NULL;
	holder = map_find(&c->holders, map_address(code->var));
	return holder && holder->sets ? copied(c, holder->sets->value) : NULL;
}

/* What one array's elements have shown. */
typedef struct Rise {
	const Holder *by; /* the register that was stored last, */
	bool running;     /* which was so more than once */
	int64_t most;
} Rise;

static bool rises(Contents *c, Rise *rise, const Set *set, const Code *value)
{
	const Holder *by = grown(c, value);
	const Buffer *from = by ? NULL : copied(c, value);
	const int64_t most = by ? growth(c, by)
			   : from ? contents_rise(c, from) : 0;

	rise->running |= from || (by && (by == rise->by || set->depth > by->depth));
	rise->by = by;
	rise->most = greater(rise->most, most);
	return most > 0;
}

static int64_t rise_of(Contents *c, const Holder *holder)
{
	Rise rise = { 0 };

	for (const Set *set = holder->sets; set; set = set->next) {
		const bool lanes = set->value->kind == CODE_LANES;
		const int count = lanes ? set->value->count : 1;

		for (int i = 0; i < count; i++)
			if (!rises(c, &rise, set,
				   lanes ? set->value->args[i] : set->value))
				return 0;
	}
	return rise.running ? rise.most : 0;
}

int64_t contents_rise(Contents *c, const Buffer *buffer)
{
	Holder *holder = (Holder *)map_find(&c->holders, map_address(buffer));

	if (!holder || holder->other || holder->rise_state == ASKED)
		return 0;
	if (holder->rise_state == FRESH) {
		holder->rise_state = ASKED;
		holder->rise = rise_of(c, holder);
		holder->rise_state = ANSWERED;
	}
	return holder->rise;
}
