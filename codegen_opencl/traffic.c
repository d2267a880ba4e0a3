#include "codegen_opencl/traffic.h"

#include "base/hash.h"
#include "codegen_opencl/traffic_walk.h"
#include "ir/core/size.h"

/* -- expressions ----------------------------------------------------------- */

static Lanes code(TrafficWalk *w, const Code *c);

/* Of one of two, by those that want it. */
static Lanes choice(TrafficWalk *w, const Code *c)
{
	const uint64_t all = w->warp.there;
	Lanes condition = code(w, c->args[0]), yes, no;
	uint64_t wanted = condition.known ? lanes_true(&w->warp, &condition)
					  : all;

	w->warp.there = wanted;
	yes = code(w, c->args[1]);
	w->warp.there = condition.known ? all & ~wanted : all;
	no = code(w, c->args[2]);
	w->warp.there = all;
	if (!condition.known)
		return lanes_either(&condition, &yes, &no);
	if (!(all & ~wanted))
		return yes;
	if (!wanted)
		return no;
	if (!yes.known || !no.known)
		return (Lanes){ .known = false };
	for (int i = 0; i < w->warp.lanes; i++)
		if (!condition.at[i])
			yes.at[i] = no.at[i];
	return yes;
}

static Lanes applied(TrafficWalk *w, const Code *c)
{
	Lanes args[2] = { { .known = false }, { .known = false } };

	for (int i = 0; i < c->count; i++) {
		Lanes arg = code(w, c->args[i]);

		if (i < 2)
			args[i] = arg;
	}
	traffic_issue(w, traffic_issues(c));
	if (c->width > 1 || scalar_is_float(c->scalar))
		return (Lanes){ .known = false };
	if (c->kind == CODE_CAST)
		return args[0];
	if (c->kind == CODE_INFIX || (c->kind == CODE_CALL && c->count == 2))
		return lanes_op(c->op, &args[0], &args[1]);
	if (c->kind == CODE_PREFIX && c->op == OPERATOR_NOT) {
		const Lanes zero = lanes_all(0);

		return lanes_op(OPERATOR_EQ, &args[0], &zero);
	}
	return (Lanes){ .known = false };
}

/* Offsets of rows that have so many elements on average: as if drawn, from none to
 * twice as many. */
static Lanes offsets(const Lanes *rows, int64_t each)
{
	Lanes made = *rows;

	for (int i = 0; i < LANES_MAX; i++) {
		const uint64_t drawn = hash_combine(HASH_SEED,
						    (uint64_t)rows->at[i]);

		made.at[i] = rows->at[i] * each
			   + (int64_t)(drawn % (uint64_t)each);
	}
	return made;
}

/* All load the same where it is at one place; running sums of neighbours are as far
 * apart as they can be. */
static Lanes loaded(TrafficWalk *w, const Code *load)
{
	const Lanes index = lanes_index(&w->warp, load->index);
	const Lanes rise = lanes_all(load->buffer->rise);
	Lanes sums = lanes_op(OPERATOR_MUL, &index, &rise);

	if (load->width > 1)
		return (Lanes){ .known = false };
	if (index.known && load->buffer->each) {
		w->sum->guessed = true;
		return offsets(&index, load->buffer->each);
	}
	if (lanes_same(&index))
		return lanes_some();
	if (!rise.at[0])
		return (Lanes){ .known = false };
	sums.apart |= sums.known;
	sums.known = false;
	return sums;
}

/* Its value, and what it loads is counted. */
static Lanes code(TrafficWalk *w, const Code *c)
{
	switch (c->kind) {
	case CODE_VAR: return lanes_var(&w->warp, c->var);
	case CODE_LITERAL: return lanes_literal(c);
	case CODE_INDEX:
		traffic_issue_index(w, c->index);
		return lanes_index(&w->warp, c->index);
	case CODE_COND:
		traffic_issue(w, traffic_issues(c));
		return choice(w, c);
	case CODE_LOAD:
		if (!traffic_is_loaded_before(w, c))
			traffic_access(w, c->buffer, c->index, c->width, false);
		return loaded(w, c);
	default: return applied(w, c);
	}
}

/* -- statements ------------------------------------------------------------ */

/* Instructions: a jump; of a round its comparison, count and two jumps; of a
 * loop the jump to it, and what finds that no round is left. */
enum { BRANCH = 1, ROUND = 4, LOOP = 3 };

static void block(TrafficWalk *w, const Block *b);

static void declare(TrafficWalk *w, const Stmt *stmt)
{
	Lanes value = { .known = false };

	if (stmt->value)
		value = code(w, stmt->value);
	if (stmt->kind == STMT_DECLARE)
		lanes_set(&w->warp, stmt->var, &value);
	else
		lanes_assign(&w->warp, stmt->var, &value);
}

static void branch(TrafficWalk *w, const Stmt *stmt)
{
	const uint64_t all = w->warp.there;
	const Lanes condition = code(w, stmt->value);
	const int depth = w->depth;
	uint64_t wanted = condition.known ? lanes_true(&w->warp, &condition)
					  : all;

	w->sum->guessed |= !condition.known;
	w->depth = 0;
	traffic_issue(w, BRANCH);
	w->warp.there = wanted;
	traffic_issue(w, BRANCH);
	block(w, stmt->body);
	w->warp.there = condition.known ? all & ~wanted : all;
	if (stmt->other) {
		traffic_issue(w, BRANCH);
		block(w, stmt->other);
	}
	w->warp.there = all;
	w->depth = depth;
}

/* Of a loop's variable. */
typedef struct Bounds {
	Lanes start, step, end;
	bool by_data; /* what is loaded decides how many rounds there are */
} Bounds;

static Lanes known_or(TrafficWalk *w, Lanes lanes, int64_t otherwise)
{
	w->sum->guessed |= !lanes.known;
	return lanes.known ? lanes : lanes_all(otherwise);
}

/* Where they begin, from a number that is not known: from 0. */
static Lanes start_of(TrafficWalk *w, const Stmt *stmt)
{
	const Lanes start = stmt->start ? code(w, stmt->start) : lanes_all(0);

	if (!start.apart)
		return known_or(w, start, 0);
	w->sum->guessed = true;
	return start;
}

static Bounds bounds_of(TrafficWalk *w, const Stmt *stmt)
{
	const int64_t extent = stmt->open ? stmt->open->value : stmt->extent;
	const bool ends = stmt->end && !stmt->open;
	const Lanes end = ends ? lanes_index(&w->warp, stmt->end)
			       : lanes_all(extent);

	return (Bounds){
		start_of(w, stmt),
		known_or(w, stmt->step ? code(w, stmt->step) : lanes_all(1), 1),
		known_or(w, end, extent),
		!end.known || traffic_is_left(stmt->body),
	};
}

/* One round, by those that come to it. */
static void one_round(TrafficWalk *w, const Stmt *stmt, const Bounds *bounds,
		      int64_t number, double times)
{
	const uint64_t all = w->warp.there;
	const double around = w->weight;
	const int known = w->warp.count, depth = w->depth;
	const int loops = w->loop_count;
	Lanes at = bounds->start;

	for (int i = 0; i < w->warp.lanes; i++) {
		at.at[i] += number * bounds->step.at[i];
		if (at.at[i] >= bounds->end.at[i])
			w->warp.there &= ~(UINT64_C(1) << i);
	}
	w->warp.there &= ~w->left;
	w->weight *= times;
	if (w->depth == TRAFFIC_DEPTH || traffic_has_barrier(stmt->body))
		w->depth = 0;
	else
		w->around[w->depth++] = (TrafficLoop){ known, number == 0 };
	if (loops < TRAFFIC_DEPTH)
		w->loops[w->loop_count++] = (TrafficLoop){ known, number == 0 };
	lanes_set(&w->warp, stmt->var, &at);
	traffic_issue(w, ROUND);
	block(w, stmt->body);
	w->warp.count = known;
	w->loop_count = loops;
	w->depth = depth;
	w->weight = around;
	w->warp.there = all;
}

static int64_t rounds_of(const TrafficWalk *w, const Bounds *bounds)
{
	int64_t most = 0;

	for (int i = 0; i < w->warp.lanes; i++) {
		const int64_t step = bounds->step.at[i];
		const int64_t by = step > 0 ? step : 1;
		const int64_t n = (bounds->end.at[i] - bounds->start.at[i]
				   + by - 1) / by;

		if (w->warp.there >> i & 1 && n > most)
			most = n;
	}
	return most;
}

/* Whether the loop is over for all that came to it. */
static bool is_over(const TrafficWalk *w)
{
	return !(w->warp.there & ~w->left);
}

/* Where rounds are left out, the one before the next counts nothing: what it
 * loads is there. */
static void loop(TrafficWalk *w, const Stmt *stmt)
{
	const uint64_t left = w->left;
	Bounds bounds;
	int64_t rounds, period, last = -1;

	w->left = 0;
	traffic_issue(w, LOOP);
	bounds = bounds_of(w, stmt);
	rounds = rounds_of(w, &bounds);
	if (bounds.by_data)
		rounds = traffic_rounds(w, stmt, rounds);
	period = traffic_period(stmt->body, stmt->var, bounds.step.at[0]);
	for (int64_t i = 0; i < traffic_samples(rounds, period) && !is_over(w);
	     i++) {
		double times;
		int64_t number = traffic_sample(rounds, period, i, &times);

		if (number > last + 1)
			one_round(w, stmt, &bounds, number - 1, 0);
		one_round(w, stmt, &bounds, number, times);
		last = number;
	}
	w->left = left;
}

/* By those for which it is known, the others go on. */
static void leave(TrafficWalk *w, const Stmt *stmt)
{
	const Lanes over = code(w, stmt->value);

	traffic_issue(w, BRANCH);
	w->sum->guessed = true;
	if (over.known)
		w->left |= lanes_true(&w->warp, &over);
}

static void statement(TrafficWalk *w, const Stmt *stmt)
{
	switch (stmt->kind) {
	case STMT_DECLARE: case STMT_ASSIGN:
		declare(w, stmt);
		break;
	case STMT_STORE:
		code(w, stmt->value);
		traffic_access(w, stmt->buffer, stmt->index,
			       stmt->value->width, true);
		break;
	case STMT_LOOP:
		loop(w, stmt);
		break;
	case STMT_IF:
		branch(w, stmt);
		break;
	case STMT_LEAVE:
		leave(w, stmt);
		break;
	default: /* STMT_BARRIER: nothing is spread any more */
		w->sum->barriers += w->first ? w->weight : 0;
		traffic_issue(w, 1);
	}
}

static void block(TrafficWalk *w, const Block *b)
{
	const uint64_t all = w->warp.there;
	const int known = w->warp.count, seen = w->seen_count;

	for (int i = 0; i < b->count && w->warp.there; i++) {
		const Stmt *branch = traffic_sunk_into(b, i);

		if (branch) {
			const Lanes wanted = code(w, branch->value);

			if (wanted.known)
				w->warp.there = lanes_true(&w->warp, &wanted);
		}
		statement(w, b->items[i]);
		w->warp.there = all & ~w->left;
	}
	w->warp.there = all;
	w->warp.count = known;
	traffic_forget(w, seen);
}

void traffic_block(TrafficWalk *w, const Block *b)
{
	block(w, b);
}
