#include "search/nest/flow.h"

/* Components, those from the last bit on together. */
typedef uint64_t Demand;

enum { BITS = 64 };

#define ALL (~(Demand)0)

/* A binder's parameter, from the inside out. */
typedef struct Bound {
	const struct Bound *outer;
	Demand *demand; /* of what it is bound to */
} Bound;

typedef struct Flow {
	const Path *at; /* NULL: anywhere */
	bool found;
} Flow;

/* A node, and whether it is still on the way to the place asked for. */
typedef struct Spot {
	const Expr *node;
	const Bound *bound;
	int depth; /* -1: beside the way */
} Spot;

static void visit(Flow *flow, Spot spot, Demand demand);

/* -- components ------------------------------------------------------------ */

static Demand shifted(Demand demand, int by)
{
	return by < BITS ? demand << by : demand ? (Demand)1 << (BITS - 1) : 0;
}

/* Of so many components from the first on. */
static Demand part_of(Demand demand, int first, int count)
{
	if (first + count > BITS - 1)
		return demand ? ALL : 0;
	return demand >> first & (((Demand)1 << count) - 1);
}

static bool has_float(const Type *type, Demand demand)
{
	int first = 0;

	if (type->kind == TYPE_SCALAR || type->kind == TYPE_VECTOR)
		return demand && scalar_is_float(type->scalar);
	if (type->kind == TYPE_ARRAY)
		return has_float(type->element, demand);
	for (int i = 0; i < type->count; i++) {
		int count = type_leaves(type->parts[i]);

		if (has_float(type->parts[i], part_of(demand, first, count)))
			return true;
		first += count;
	}
	return false;
}

/* Notes what is demanded of the place asked for; of what becomes something else,
 * where no place is. */
static void meet(Flow *flow, const Spot *spot, Demand demand)
{
	const Expr *e = spot->node;

	if (flow->at ? spot->depth == flow->at->depth && e->kind != EXPR_LAMBDA
		     : e->kind == EXPR_CONVERT)
		flow->found |= has_float(flow->at ? e->type : e->kids[0]->type,
					 demand);
}

/* -- nodes ----------------------------------------------------------------- */

static Spot kid_of(const Flow *flow, const Spot *spot, int kid)
{
	bool on = flow->at && spot->depth >= 0
	       && spot->depth < flow->at->depth
	       && flow->at->kids[spot->depth] == kid;

	return (Spot){ spot->node->kids[kid], spot->bound,
			on ? spot->depth + 1 : -1 };
}

static void visit_kid(Flow *flow, const Spot *spot, int kid, Demand demand)
{
	visit(flow, kid_of(flow, spot, kid), demand);
}

static void visit_kids(Flow *flow, const Spot *spot, Demand demand)
{
	for (int i = 0; i < spot->node->kid_count; i++)
		if (spot->node->kids[i]->kind != EXPR_LAMBDA)
			visit_kid(flow, spot, i, demand);
}

/* Of a tuple's parts, or of zipped arrays. */
static void visit_parts(Flow *flow, const Spot *spot, Demand demand)
{
	const Expr *e = spot->node;
	int first = 0;

	for (int i = 0; i < e->kid_count; i++) {
		int count = type_leaves(e->kids[i]->type);

		visit_kid(flow, spot, i, part_of(demand, first, count));
		first += count;
	}
}

static void visit_get(Flow *flow, const Spot *spot, Demand demand)
{
	const Expr *e = spot->node;
	const Type *whole = e->kids[0]->type;
	int first = 0;

	for (int i = 0; i < e->index; i++)
		first += type_leaves(whole->parts[i]);
	visit_kid(flow, spot, 0, shifted(demand, first));
}

static void visit_var(const Spot *spot, Demand demand)
{
	const Bound *bound = spot->bound;

	for (int i = 0; bound && i < spot->node->index; i++)
		bound = bound->outer;
	if (bound)
		*bound->demand |= demand;
}

static void visit_let(Flow *flow, const Spot *spot, Demand demand)
{
	Demand value = 0;
	const Bound own = { spot->bound, &value };
	Spot body = kid_of(flow, spot, 1);

	body.bound = &own;
	visit(flow, body, demand);
	visit_kid(flow, spot, 0, value);
}

static bool compares_floats(const Expr *op)
{
	const Type *type = op->kids[0]->type;

	return op->type->scalar == SCALAR_BOOL && scalar_is_float(type->scalar);
}

/* -- functions ------------------------------------------------------------- */

enum { PARAMS = 2 };

/* Adds what a function's result demands of its parameters. */
static void visit_function(Flow *flow, const Spot *spot, int kid,
			   Demand demand, Demand *params)
{
	Spot lambda = kid_of(flow, spot, kid);
	Bound own[PARAMS];
	int count = lambda.node->index;
	Spot body;

	if (count > PARAMS)
		return;
	for (int i = 0; i < count; i++)
		own[i] = (Bound){ i ? &own[i - 1] : spot->bound, &params[i] };
	lambda.bound = &own[count - 1];
	body = kid_of(flow, &lambda, 0);
	visit(flow, body, demand);
}

/* A function whose first parameter is, from round to round, what it gave; others
 * only look at it. */
static void visit_rounds(Flow *flow, const Spot *spot, int functions,
			 Demand demand, Demand *params)
{
	Demand before;

	params[0] = demand;
	do {
		before = params[0];
		for (int i = 0; i < functions; i++)
			visit_function(flow, spot, i,
				       i + 1 < functions ? 1 : params[0],
				       params);
	} while (params[0] != before);
}

static void visit_prim(Flow *flow, const Spot *spot, Demand demand)
{
	const Expr *e = spot->node;
	const int last = e->kid_count - 1;
	Demand params[PARAMS] = { 0 };

	switch (e->prim) {
	case PRIM_AT:
		visit_kid(flow, spot, 0, demand);
		visit_kid(flow, spot, 1, 1);
		return;
	case PRIM_ZIP:
		visit_parts(flow, spot, demand);
		return;
	case PRIM_REDUCE: case PRIM_REDUCE_SEQ: case PRIM_REDUCE_SEQ_UNROLL:
	case PRIM_REDUCE_PART: case PRIM_SCAN_SEQ:
		visit_rounds(flow, spot, 1, demand, params);
		meet(flow, spot, params[0]);
		visit_kid(flow, spot, 1, params[0]);
		visit_kid(flow, spot, last, params[1]);
		return;
	case PRIM_ITERATE: case PRIM_ITERATE_UNTIL:
		visit_rounds(flow, spot, last, demand, params);
		meet(flow, spot, params[0]);
		visit_kid(flow, spot, last, params[0]);
		return;
	case PRIM_OPENCL:
		visit_kids(flow, spot, demand ? ALL : 0);
		return;
	default:
		if (last >= 0 && e->kids[0]->kind == EXPR_LAMBDA) {
			visit_function(flow, spot, 0, demand, params);
			demand = params[0];
		}
		visit_kids(flow, spot, demand);
	}
}

static void visit(Flow *flow, Spot spot, Demand demand)
{
	const Expr *e = spot.node;

	if (flow->found)
		return;
	meet(flow, &spot, demand);
	switch (e->kind) {
	case EXPR_VAR:
		visit_var(&spot, demand);
		break;
	case EXPR_LET:
		visit_let(flow, &spot, demand);
		break;
	case EXPR_TUPLE:
		visit_parts(flow, &spot, demand);
		break;
	case EXPR_GET:
		visit_get(flow, &spot, demand);
		break;
	case EXPR_PRIM:
		visit_prim(flow, &spot, demand);
		break;
	case EXPR_OP:
		visit_kids(flow, &spot, compares_floats(e) ? 0 : demand);
		break;
	case EXPR_IF:
		visit_kid(flow, &spot, 0, demand != 0);
		visit_kid(flow, &spot, 1, demand);
		visit_kid(flow, &spot, 2, demand);
		break;
	default:
		visit_kids(flow, &spot, demand);
	}
}

static bool found(const Expr *root, const Path *at)
{
	Flow flow = { .at = at };

	visit(&flow, (Spot){ root, NULL, 0 }, 0);
	return flow.found;
}

bool flow_indexes(const Expr *root)
{
	return found(root, NULL);
}

bool flow_indexes_at(const Expr *root, const Path *at)
{
	return found(root, at);
}
