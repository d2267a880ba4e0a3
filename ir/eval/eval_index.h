/* Index arithmetic on graph nodes: indices into arrays as linear forms over
 * loop indices and what is opaque (quotients, remainders, checked indices),
 * every one with its range. c*m*(e/m) + c*(e%m) is c*e, and (m*a + b)/m is a
 * when 0 <= b < m: so splits, joins and transpositions that undo each other
 * leave no trace, and most accesses are strided. What is divided is never
 * negative.
 */
#ifndef IR_EVAL_EVAL_INDEX_H
#define IR_EVAL_EVAL_INDEX_H

#include "ir/eval/eval_graph.h"

const Node *index_const(Graph *graph, int64_t value);
const Node *index_add(Graph *graph, const Node *a, const Node *b);
const Node *index_offset(Graph *graph, const Node *a, int64_t by);
const Node *index_scale(Graph *graph, const Node *a, int64_t factor);
const Node *index_div(Graph *graph, const Node *a, int64_t divisor);
const Node *index_mod(Graph *graph, const Node *a, int64_t divisor);

/* a cut to 0 .. count - 1. */
const Node *index_clamp(Graph *graph, const Node *a, int64_t count);

/* Whether a < bound. */
const Node *index_less(Graph *graph, const Node *a, int64_t bound);

#endif
