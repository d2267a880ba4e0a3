#include "codegen_opencl/facts.h"

#include "codegen_opencl/code_node.h"

const Condition *condition_declared(Arena *arena, const Stmt *stmt,
				    const Condition *known)
{
	Condition *made;

	if (stmt->kind != STMT_DECLARE || !stmt->value
	    || stmt->value->scalar != SCALAR_BOOL || stmt->value->width > 1)
		return known;
	made = ARENA_NEW(arena, Condition);
	*made = (Condition){ stmt->var, stmt->value, known };
	return made;
}

const Code *condition_meant(const Code *code, const Condition *known)
{
	for (; code->kind == CODE_VAR && known; known = known->next)
		if (known->var == code->var)
			code = known->value;
	return code;
}

/* An index, or a number, as a form. */
static const Affine *form_of(AffineTable *t, const Code *code)
{
	const int64_t limit = INT64_C(1) << 40;
	const int64_t value = (int64_t)code->bits;

	if (code->kind == CODE_INDEX && code->width == 1)
		return code->index;
	if (code->kind != CODE_LITERAL || !scalar_is_int(code->scalar)
	    || value <= -limit || value >= limit)
		return NULL;
	return affine_const(t, value);
}

/* first - second + plus, or second - first + plus, is of that kind. */
typedef struct Meaning {
	bool known, swapped;
	int plus;
	FactKind kind;
	Operator opposite;
} Meaning;

static const Meaning meanings[OPERATOR_COUNT] = {
	[OPERATOR_LT] = { true, true, -1, FACT_NATURAL, OPERATOR_GE },
	[OPERATOR_LE] = { true, true, 0, FACT_NATURAL, OPERATOR_GT },
	[OPERATOR_GT] = { true, false, -1, FACT_NATURAL, OPERATOR_LE },
	[OPERATOR_GE] = { true, false, 0, FACT_NATURAL, OPERATOR_LT },
	[OPERATOR_EQ] = { true, false, 0, FACT_ZERO, OPERATOR_NE },
	[OPERATOR_NE] = { true, false, 0, FACT_NOT_ZERO, OPERATOR_EQ },
};

bool fact_compared(AffineTable *indices, const Code *code, bool holds,
		   Fact *fact)
{
	const Affine *a, *b;
	const Meaning *meaning;

	if (code->kind != CODE_INFIX || !meanings[code->op].known)
		return false;
	meaning = &meanings[holds ? code->op : meanings[code->op].opposite];
	a = form_of(indices, code->args[0]);
	b = form_of(indices, code->args[1]);
	if (!a || !b)
		return false;
	fact->kind = meaning->kind;
	fact->form = affine_plus(indices, meaning->swapped
				 ? affine_sub(indices, b, a)
				 : affine_sub(indices, a, b), meaning->plus);
	return true;
}

const Fact *facts_of(AffineTable *indices, const Code *condition, bool holds,
		     const Condition *known, const Fact *others)
{
	const Code *code = condition_meant(condition, known);
	Fact found, *made;

	if (code->kind == CODE_PREFIX && code->op == OPERATOR_NOT)
		return facts_of(indices, code->args[0], !holds, known, others);
	if (code->kind == CODE_INFIX
	    && code->op == (holds ? OPERATOR_AND : OPERATOR_OR))
		return facts_of(indices, code->args[0], holds, known,
				facts_of(indices, code->args[1], holds, known,
					 others));
	if (!fact_compared(indices, code, holds, &found))
		return others;
	made = ARENA_NEW(indices->arena, Fact);
	*made = found;
	made->next = others;
	return made;
}
