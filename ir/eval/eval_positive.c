/* Values that are not negative, nor NaN for finite arguments, however they are
 * rounded: what sums of magnitudes and of squares are. */
#include "ir/eval/eval_bound.h"

#include <math.h>
#include <string.h>

/* How far down is looked. */
enum { DEEP = 12 };

static bool is_positive(const Node *node, int deep);

static bool all_positive(int count, const Node *const *nodes, int deep)
{
	for (int i = 0; i < count; i++)
		if (!is_positive(nodes[i], deep))
			return false;
	return true;
}

static bool op_is_positive(const Node *node, int deep)
{
	switch (node->op) {
	case OP_ABS:
	case OP_EXP:
	case OP_EXP2:
	case OP_SQRT:
	case OP_COSH:
	case OP_HYPOT:
		return true;
	case OP_MUL:
		return node->kids[0] == node->kids[1]
		    || all_positive(2, node->kids, deep);
	case OP_FMA:
		return (node->kids[0] == node->kids[1]
			|| all_positive(2, node->kids, deep))
		    && is_positive(node->kids[2], deep);
	case OP_ADD:
	case OP_DIV:
	case OP_MIN:
		return all_positive(2, node->kids, deep);
	case OP_MAX:
		return is_positive(node->kids[0], deep)
		    || is_positive(node->kids[1], deep);
	default:
		return false;
	}
}

/* A running sum that begins so and adds what is so. */
static bool acc_is_positive(const Fold *fold, int64_t i, int deep)
{
	const Node *next = fold->next[i], *acc = fold->accs[i];

	if (next->kind != NODE_OP || next->op != OP_ADD
	    || !is_positive(fold->initial[i], deep))
		return false;
	return (next->kids[0] == acc && is_positive(next->kids[1], deep))
	    || (next->kids[1] == acc && is_positive(next->kids[0], deep));
}

static bool is_positive(const Node *node, int deep)
{
	double value;

	if (!deep-- || !scalar_is_float(node->scalar))
		return false;
	switch (node->kind) {
	case NODE_CONST:
		memcpy(&value, &node->bits, sizeof value);
		return value >= 0 && !signbit(value);
	case NODE_OP:
		return op_is_positive(node, deep);
	case NODE_CONVERT:
		return is_positive(node->kids[0], deep);
	case NODE_SELECT:
		return all_positive(2, node->kids + 1, deep);
	case NODE_ACC:
		return acc_is_positive(node->fold, node->number, deep);
	case NODE_RESULT:
		return node->kids[0]->kind == NODE_FOLD
		    && acc_is_positive(node->kids[0]->fold, node->number,
				       deep);
	default:
		return false;
	}
}

bool bound_is_positive(const Node *node)
{
	return is_positive(node, DEEP);
}
