/* Pool: values of one type, to try an operator on; component by component. */
#ifndef IR_EVAL_OPERATORS_POOL_H
#define IR_EVAL_OPERATORS_POOL_H

#include "base/rng.h"
#include "ir/core/program.h"
#include "ir/data/array.h"
#include "ir/eval/eval.h"

enum { POOL_LEAVES = 16, POOL_MAX = 256 };

typedef struct Pool {
	const Type *type;
	bool field; /* floats are residues (ir/core/residue.h) */
	int count, leaves;
	Array leaf[POOL_LEAVES]; /* count values, then room */
	int64_t step[POOL_LEAVES]; /* elements of one value */
} Pool;

Pool pool_new(const Type *type, bool field);
void pool_free(Pool *pool);

/* Adds value i of n that lie in arrays, one for each component. */
void pool_add(Pool *pool, const Array *arrays, int64_t i);

/* Values drawn from the pool: arrays of n of them, one for each component. */
void pool_draw(const Pool *pool, Rng *rng, int64_t n, Array *arrays);

/* Element i of arrays, one for each component, as text: "(1, [2, 3])". */
void pool_text(const Pool *pool, const Array *arrays, int64_t i, Text *text);

/* Fills the pool with elements that reduces of the function see; false when
 * there are none or the program cannot be evaluated. */
bool pool_sample(const Program *program, const Expr *function, uint64_t seed,
		 Pool *pool);

#endif
