/* Trace: what would be evaluated, to be looked at without data. */
#ifndef IR_EVAL_EVAL_TRACE_H
#define IR_EVAL_EVAL_TRACE_H

#include "ir/eval/eval_graph.h"

typedef struct Trace {
	struct Evaluation *evaluation;
	const Graph *graph;
	const Stmt *stmts;      /* what is done in all */
	Buffer *const *outputs; /* where; one for each output port */
} Trace;

Trace trace_new(const Program *program, const Expr *body);
void trace_free(Trace *trace);

#endif
