/* Emit: from the graph to flat code.
 *
 * Code of a node goes to the end of the code of its scope when the node is
 * first asked for, which is before the loop or branch that asks has ended; so
 * everything is computed before it is used, once for each iteration of the
 * scope it belongs into. Lane loops are chosen by the plan.
 */
#ifndef IR_EVAL_EVAL_EMIT_H
#define IR_EVAL_EVAL_EMIT_H

#include "ir/eval/eval_code.h"
#include "ir/eval/eval_plan.h"

/* The code that runs stmts; width: see ir/eval/eval_way.h. Lives as long as the
 * graph. */
const EvalCode *emit_code(Graph *graph, const Plan *plan, const Stmt *stmts,
			  int64_t width);

/* -- between the files of emission ----------------------------------------- */

typedef struct ScopeCode {
	Code code;
	bool lanes;        /* its iterations are lanes */
	bool leaves;       /* its lanes do not all take the same time */
	bool serial;       /* STEP: goes through the lanes of its EACH */
	const Scope *lane; /* STEP: the lanes around the fold, or NULL */
	int id;            /* of a lane loop */
	int index;         /* register of the iteration's number */
} ScopeCode;

/* What is known of a node once its code is there. */
typedef struct NodeCode {
	bool emitted;
	int reg;
	const Scope *lane; /* whose lanes it has a value for, or NULL */
	int picked;        /* its value at one lane, in lane's step; or 0 */
	int *results;      /* FOLD, BRANCH: registers */
} NodeCode;

typedef struct Emit {
	Graph *graph;
	const Plan *plan;
	EvalCode *code;
	NodeCode *nodes;             /* by id */
	const Scope **buffer_lanes;  /* by id */
	const Scope **lane_scopes;   /* by number of the lane loop */
	int lane_capacity, register_capacity;
	int64_t width;
} Emit;

/* A value as it is seen from some scope. */
typedef struct Operand {
	int reg;
	const Scope *lane;
} Operand;

/* The type of its values in registers. */
Scalar emit_scalar(const Emit *e, const Node *node);

Operand emit_operand(Emit *e, const Node *node, const Scope *home);
void emit_stmts(Emit *e, const Stmt *stmts, Scope *home, const Scope *lane);
void emit_fold(Emit *e, const Node *node, Scope *home, NodeCode *code);
void emit_branch(Emit *e, const Node *node, Scope *home, NodeCode *code);

void emit_enter(Emit *e, Scope *scope);
void emit_make_lanes(Emit *e, Scope *loop);
void emit_instr(Emit *e, Scope *scope, Instr instr);
int emit_register(Emit *e, const Scope *lane, size_t bytes);
int emit_lane_id(const Scope *lane);
const Scope *emit_lane_of(const Deps *deps, const Scope *home);

/* Whether code in home sees that loop's lanes one at a time. */
bool emit_is_serial(const Scope *home, const Scope *lane);

/* The cell of an index in a buffer, seen from home; *opaque: some of its terms
 * differ from lane to lane in no regular way. */
const Cell *emit_cell(Emit *e, const Buffer *buffer, const Node *index,
			const Scope *home, bool *opaque);
const Access *emit_access(const Emit *e, const Buffer *buffer);

#endif
