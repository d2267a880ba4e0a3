#include "ir/eval/accuracy.h"

typedef struct Found {
	const Device *device;
	bool ulps[OP_COUNT]; /* used, and not exact */
	bool divide[OP_COUNT]; /* the same, on f32 only */
	bool denormals;
} Found;

static Scalar scalar_of(const Expr *e)
{
	return e->type->kind == TYPE_SCALAR || e->type->kind == TYPE_VECTOR
	       ? e->type->scalar : SCALAR_BOOL;
}

static void look_at_op(Found *found, const Expr *e)
{
	Scalar scalar = scalar_of(e->kids[0]);
	OpAccuracy accuracy = op_rows[e->op].accuracy;

	if (!scalar_is_float(scalar))
		return;
	found->denormals |= scalar == SCALAR_F32;
	if (accuracy == ACCURACY_ULPS)
		found->ulps[e->op] = true;
	else if (accuracy == ACCURACY_OFFERED && scalar == SCALAR_F32)
		found->divide[e->op] = !found->device->has_correct_divide_sqrt;
}

static void look(Found *found, const Expr *e)
{
	if (e->kind == EXPR_OP)
		look_at_op(found, e);
	for (int i = 0; i < e->kid_count; i++)
		look(found, e->kids[i]);
}

static void put_name(Text *names, const char *name, const char *type)
{
	text_printf(names, "%s%s%s", names->length ? ", " : "", name, type);
}

static bool put_names(const Found *found, Text *names)
{
	size_t before = names->length;

	for (int op = 0; op < OP_COUNT; op++) {
		if (found->ulps[op])
			put_name(names, op_rows[op].name, "");
		if (found->divide[op])
			put_name(names, op_rows[op].name, " on f32");
	}
	if (found->denormals && !found->device->has_f32_denormals)
		put_name(names, "denormal f32", "");
	return names->length == before;
}

bool accuracy_is_exact(const Expr *e, const Device *device, Text *names)
{
	Found found = { .device = device };
	Text own = { 0 };
	bool exact;

	look(&found, e);
	exact = put_names(&found, names ? names : &own);
	text_free(&own);
	return exact;
}
