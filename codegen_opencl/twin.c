/* The twin of a kernel: the same statements, indices, loops, accesses and
 * barriers, in which every float is a residue modulo a prime
 * (ir/core/residue.h). What floats were computed by, also what the generator
 * chose in place of a function of the language, becomes the function of
 * residues that stands for it; comparisons are of ranks.
 */
#include <string.h>

#include "codegen_opencl/code_node.h"
#include "codegen_opencl/gen.h"
#include "codegen_opencl/pass.h"
#include "ir/core/residue.h"

Scalar gen_twin_scalar(Scalar scalar)
{
	return scalar_is_float(scalar) ? SCALAR_U32 : scalar;
}

/* -- calls ----------------------------------------------------------------- */

static const Code *residue_call(Arena *arena, const char *name, int count,
				const Code *const *args)
{
	return code_call_own(arena, OPERATOR_FUNCTION, name, SCALAR_U32, count,
			     args);
}

static const Code *number(Arena *arena, uint32_t value)
{
	return code_literal(arena, SCALAR_U32, value);
}

static const Code *hash(Arena *arena, uint32_t seed, int count,
			const Code *const *args)
{
	const Code *all[3] = { number(arena, seed), args[0] };

	if (count == 1)
		return residue_call(arena, "residue_hash_@", 2, all);
	all[2] = args[1];
	return residue_call(arena, "residue_hash2_@", 3, all);
}

typedef const Code *Twin(Arena *arena, const char *name, int count,
			 const Code *const *args);

static const Code *twin_rest(Arena *arena, const char *name, int count,
			     const Code *const *args)
{
	(void)name;
	return hash(arena, residue_seed(OP_REM), count, args);
}

static const Code *twin_root(Arena *arena, const char *name, int count,
			     const Code *const *args)
{
	const Code *root = hash(arena, residue_seed(OP_SQRT), count, args);

	(void)name;
	return residue_call(arena, "residue_inverse_@", 1, &root);
}

static const Code *twin_named(Arena *arena, const char *name, int count,
			      const Code *const *args)
{
	return residue_call(arena, name, count, args);
}

/* What stands for operators that are not a hash of their own. */
static const struct TwinRow {
	Twin *make;
	const char *by;
} rows[OP_COUNT] = {
	[OP_ADD] = { twin_named, "residue_add_@" },
	[OP_SUB] = { twin_named, "residue_sub_@" },
	[OP_MUL] = { twin_named, "residue_mul_@" },
	[OP_DIV] = { twin_named, "residue_div_@" },
	[OP_NEG] = { twin_named, "residue_neg_@" },
	[OP_ABS] = { twin_named, "residue_abs_@" },
	[OP_SIGN] = { twin_named, "residue_sign_@" },
	[OP_FMA] = { twin_named, "residue_fma_@" },
	[OP_MIN] = { twin_named, "residue_min_@" },
	[OP_MAX] = { twin_named, "residue_max_@" },
	[OP_REM] = { twin_rest, NULL },
	[OP_RSQRT] = { twin_root, NULL },
};

/* NULL: no function of floats. */
static const Code *function(Arena *arena, const Code *code,
			    const Code *const *args)
{
	const Op op = operator_rows[code->op].op;

	if (op == OP_COUNT)
		return NULL;
	if (rows[op].make)
		return rows[op].make(arena, rows[op].by, code->count, args);
	return hash(arena, residue_seed(op), code->count, args);
}

/* -- conversions ----------------------------------------------------------- */

static const Code *with_args(Arena *arena, const Code *code,
			     const Code *const *args)
{
	Code made = *code;

	made.scalar = gen_twin_scalar(code->scalar);
	return code_with(arena, made, code->count, args);
}

static const Code *of_integer(Arena *arena, const Code *value)
{
	bool is_signed = scalar_is_signed(value->scalar);

	if (!is_signed && scalar_bytes(value->scalar) <= 2)
		return code_convert(arena, SCALAR_U32, value);
	value = code_convert(arena, is_signed ? SCALAR_I64 : SCALAR_U64,
			     value);
	return residue_call(arena, is_signed ? "residue_of_signed_@"
					     : "residue_of_@", 1, &value);
}

/* code converts (or reinterprets) its argument, which is now arg. */
static const Code *converted(Arena *arena, const Code *code, const Code *arg)
{
	Scalar from = code->args[0]->scalar;

	if (scalar_is_float(from) && scalar_is_float(code->scalar))
		return arg;
	if (scalar_is_float(from))
		return code_convert(arena, code->scalar,
				    hash(arena, RESIDUE_TO_INTEGER, 1, &arg));
	return from == SCALAR_BOOL ? with_args(arena, code, &arg)
				   : of_integer(arena, arg);
}

/* -- expressions ----------------------------------------------------------- */

static bool converts(const Code *code)
{
	return code->kind == CODE_CAST
	    || (code->kind == CODE_CALL
		&& (code->op == OPERATOR_CONVERT
		    || code->op == OPERATOR_CONVERT_SAT
		    || code->op == OPERATOR_CUT_FLOAT
		    || code->op == OPERATOR_CUT_DOUBLE
		    || code->op == OPERATOR_BITS));
}

/* Whether it is of floats, as its argument or itself. */
static bool has_floats(const Code *code)
{
	return scalar_is_float(code->scalar)
	    || (code->count && scalar_is_float(code->args[0]->scalar));
}

/* As a comparison's argument. */
static const Code *rank(Arena *arena, const Code *value)
{
	return code_infix(arena, OPERATOR_BITXOR, SCALAR_U32, value,
			  number(arena, RESIDUE_ORDER));
}

static const Code *infix(Arena *arena, const Code *code,
			 const Code *const *args)
{
	if (code->scalar != SCALAR_BOOL)
		return function(arena, code, args);
	return code_splat(arena,
			  code_infix(arena, code->op, SCALAR_BOOL,
				     rank(arena, args[0]),
				     rank(arena, args[1])),
			  code->width, code->mask);
}

/* Nothing is a NaN or infinite. */
static const Code *class_of(Arena *arena, const Code *code)
{
	return code_splat(arena, code_literal(arena, SCALAR_BOOL, false),
			  code->width, code->mask);
}

static const Code *call(Arena *arena, const Code *code,
			const Code *const *args)
{
	const Code *made, *parts[3];

	if (code->scalar == SCALAR_BOOL)
		return class_of(arena, code);
	made = function(arena, code, args);
	if (made)
		return made;
	memcpy(parts, args, sizeof *parts * (size_t)code->count);
	if (code->op == OPERATOR_SELECT)
		parts[2] = code_splat(arena, args[2], code->width,
				      (int)scalar_bytes(SCALAR_U32));
	return with_args(arena, code, parts);
}

static const Code *twin(void *context, const Code *code);

static const Code *of_floats(Arena *arena, const Code *code,
			     const Code *const *args)
{
	double value;

	if (converts(code))
		return converted(arena, code, args[0]);
	switch (code->kind) {
	case CODE_LITERAL:
		memcpy(&value, &code->bits, sizeof value);
		return number(arena, residue_of_double(value));
	case CODE_INDEX:
		return of_integer(arena, code_index(arena, SCALAR_I64,
						    code->index));
	case CODE_PREFIX:
		return function(arena, code, args);
	case CODE_INFIX:
		return infix(arena, code, args);
	case CODE_CALL:
		return call(arena, code, args);
	default:
		return with_args(arena, code, args);
	}
}

static const Code *twin(void *context, const Code *code)
{
	Arena *arena = context;
	const Code **args;

	if (!has_floats(code))
		return code_with_parts(arena, code, twin, arena);
	args = ARENA_ARRAY(arena, const Code *, code->count + 1);
	for (int i = 0; i < code->count; i++)
		args[i] = twin(arena, code->args[i]);
	return of_floats(arena, code, args);
}

/* -- statements ------------------------------------------------------------ */

static void twin_var(Var *var)
{
	if (var)
		var->scalar = gen_twin_scalar(var->scalar);
}

static void twin_block(Arena *arena, Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];
		const Code **own[] = { &stmt->value, &stmt->start,
				       &stmt->step };

		for (int k = 0; k < 3; k++)
			if (*own[k])
				*own[k] = twin(arena, *own[k]);
		twin_var(stmt->var);
		if (stmt->body)
			twin_block(arena, stmt->body);
		if (stmt->other)
			twin_block(arena, stmt->other);
	}
}

static void twin_buffers(int count, Buffer *const *buffers)
{
	for (int i = 0; i < count; i++)
		if (buffers[i])
			buffers[i]->scalar = gen_twin_scalar(buffers[i]
							     ->scalar);
}

void gen_twin(Gen *g)
{
	twin_buffers(g->program->in_port_count, g->inputs);
	twin_buffers(g->program->output_count, g->outputs);
	twin_buffers(g->temp_count, g->temps);
	for (int i = 0; i < g->program->in_port_count; i++)
		twin_var(g->scalars[i]);
	for (int i = 0; i < g->kernel_count; i++) {
		Kernel *kernel = g->kernels[i];

		twin_buffers(kernel->array_count, kernel->arrays);
		twin_block(kernel->arena, kernel->prologue);
		twin_block(kernel->arena, kernel->top);
	}
}
