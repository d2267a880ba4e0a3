/* ascending: offsets, which the evaluator has checked or the program computes so
 * that they ascend. Whatever is in memory, none leads out of the elements: each
 * is taken as the nearest number of 0 to their number. */
#include "codegen_opencl/gen.h"

static const Expr *bounded(Ir *ir, Op op, const Expr *value, int64_t limit)
{
	const Expr *args[] = { value, expr_int(ir, value->type, limit) };

	return expr_op_of(ir, op, args);
}

const Expr *gen_ascending(Gen *g, const Expr *e)
{
	Ir *ir = g->ir;
	const Expr *offsets = e->kids[0], *body, *kids[2];
	const Type *const *param = &offsets->type->element;

	body = expr_convert(ir, e->type->element, expr_var(ir, 0, *param));
	body = bounded(ir, OP_MAX, body, 0);
	body = bounded(ir, OP_MIN, body, e->sizes[0]->value);
	kids[0] = expr_lambda(ir, 1, param, body);
	kids[1] = offsets;
	return expr_prim(ir, PRIM_MAP, 0, NULL, 2, kids);
}
