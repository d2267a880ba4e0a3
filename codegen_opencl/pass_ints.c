/* Integers of 64 bits that fit 32: programs count and number elements so that any
 * length is safe, but what the kernels of this length hold is known (contents.h).
 * Variables, and arrays of one item or one group, whose values all fit are of
 * 32 bits, and sums of such are plain ones. What is computed is the same, since
 * nothing wraps. */
#include "codegen_opencl/contents.h"
#include "codegen_opencl/pass.h"

typedef struct Ints {
	Arena *arena;
	Contents *contents;
} Ints;

/* -- what fits ------------------------------------------------------------- */

static bool is_wide(Scalar scalar)
{
	return scalar == SCALAR_I64 || scalar == SCALAR_U64;
}

static bool is_int32(IntRange r)
{
	return r.lo >= INT32_MIN && r.hi <= INT32_MAX;
}

static bool fits(const Ints *s, const Code *code)
{
	IntRange r;

	return contents_range(s->contents, code, &r) && is_int32(r);
}

/* The same of a number equal to it modulo 2^64: vectors are converted as what
 * they are. */
static bool fits_ring(const Ints *s, const Code *code)
{
	IntRange r;

	if (code->width > 1)
		return fits(s, code);
	return contents_ring(s->contents, code, &r) && is_int32(r);
}

/* -- expressions ----------------------------------------------------------- */

static const Code *kept(void *context, const Code *code);
static const Code *narrow(Ints *s, const Code *code);

/* So many of its arguments, where all fit. */
static bool narrow_args(Ints *s, const Code *code, int first, int count,
			const Code **args)
{
	for (int i = 0; i < count; i++)
		if (!is_wide(code->args[first + i]->scalar)
		    || !fits_ring(s, code->args[first + i]))
			return false;
	for (int i = 0; i < count; i++)
		args[i] = narrow(s, code->args[first + i]);
	return true;
}

/* That of a select, as a mask of any size. */
static const Code *condition_of(const Code *select)
{
	const Code *mask = select->args[2];

	while (mask->kind == CODE_CALL && mask->op == OPERATOR_CONVERT
	       && mask->args[0]->scalar == SCALAR_BOOL
	       && mask->args[0]->width > 1)
		mask = mask->args[0];
	return mask;
}

static const Code *narrow_call(Ints *s, const Code *code)
{
	const Code *args[2];

	switch (code->op) {
	case OPERATOR_CONVERT:
		return is_wide(code->args[0]->scalar) ? narrow(s, code->args[0])
		     : code_convert(s->arena, SCALAR_I32,
				    kept(s, code->args[0]));
	case OPERATOR_SELECT:
		return narrow_args(s, code, 0, 2, args)
		     ? code_choose(s->arena,
				   kept(s, condition_of(code)),
				   args[1], args[0])
		     : NULL;
	case OPERATOR_MIN: case OPERATOR_MAX:
		return fits(s, code->args[0]) && fits(s, code->args[1])
		    && narrow_args(s, code, 0, 2, args)
		     ? code_call(s->arena, code->op, SCALAR_I32, 0, 2, args)
		     : NULL;
	default:
		return NULL;
	}
}

static const Code *narrow_lanes(Ints *s, const Code *code)
{
	const Code *args[16];
	Code made = { .kind = CODE_LANES, .scalar = SCALAR_I32,
		      .width = code->width };

	return narrow_args(s, code, 0, code->count, args)
	     ? code_with(s->arena, made, code->count, args) : NULL;
}

/* Sums begin with 0. */
static const Code *plain(Ints *s, Operator op, const Code *const *args)
{
	Code *made;

	if (op == OPERATOR_ADD && args[0]->kind == CODE_LITERAL
	    && !args[0]->bits)
		return args[1];
	made = ARENA_NEW(s->arena, Code);
	*made = *code_infix(s->arena, op, SCALAR_I32, args[0], args[1]);
	made->fits = true;
	return made;
}

/* What is 64 bits and fits, in 32; NULL: nothing but a conversion of it. */
static const Code *narrower(Ints *s, const Code *code)
{
	const Code *args[2];

	switch (code->kind) {
	case CODE_VAR:
		return is_wide(code->var->scalar) ? NULL
		     : code_var(s->arena, code->var);
	case CODE_LOAD:
		return is_wide(code->buffer->scalar) ? NULL
		     : code_load(s->arena, code->buffer, code->index,
				 code->width);
	case CODE_LITERAL:
		return code_int(s->arena, SCALAR_I32, (int64_t)code->bits);
	case CODE_INDEX:
		return code->width > 1 ? NULL
		     : code_index(s->arena, SCALAR_I32, code->index);
	case CODE_CAST:
		if (is_wide(code->args[0]->scalar))
			return fits_ring(s, code->args[0])
			     ? narrower(s, code->args[0]) : NULL;
		return scalar_is_float(code->args[0]->scalar) ? NULL
		     : code_convert(s->arena, SCALAR_I32,
				    kept(s, code->args[0]));
	case CODE_INFIX:
		return (code->op == OPERATOR_ADD || code->op == OPERATOR_SUB
			|| code->op == OPERATOR_MUL)
		    && narrow_args(s, code, 0, 2, args)
		     ? plain(s, code->op, args) : NULL;
	case CODE_COND:
		return code->width == 1 && narrow_args(s, code, 1, 2, args)
		     ? code_choose(s->arena, kept(s, code->args[0]), args[0],
				   args[1])
		     : NULL;
	case CODE_LANES:
		return narrow_lanes(s, code);
	case CODE_LANE:
		return fits(s, code->args[0])
		     ? code_lane(s->arena, narrow(s, code->args[0]), code->lane)
		     : NULL;
	case CODE_CALL:
		return narrow_call(s, code);
	default:
		return NULL;
	}
}

static const Code *narrow(Ints *s, const Code *code)
{
	const Code *made = is_wide(code->scalar) ? narrower(s, code) : NULL;

	return made ? made
	     : code_convert(s->arena, SCALAR_I32,
			    code_with_parts(s->arena, code, kept, s));
}

static bool is_comparison(const Code *code)
{
	return code->kind == CODE_INFIX && code->op >= OPERATOR_LT
	    && code->op <= OPERATOR_NE && code->width == 1;
}

static bool is_conversion(const Code *code)
{
	return code->kind == CODE_CAST
	    || (code->kind == CODE_CALL && code->op == OPERATOR_CONVERT);
}

/* As an unsigned number of 64 bits and of 32 it is below the same: a negative one of
 * neither. */
static bool is_below(const Ints *s, const Code *code)
{
	IntRange end;

	return code->op == OPERATOR_LT && code->args[0]->scalar == SCALAR_U64
	    && fits_ring(s, code->args[0])
	    && contents_range(s->contents, code->args[1], &end)
	    && is_int32(end);
}

static const Code *below(Ints *s, const Code *code)
{
	const Code *args[2];

	for (int i = 0; i < 2; i++)
		args[i] = code_convert(s->arena, SCALAR_U32,
				       narrow(s, code->args[i]));
	return code_infix(s->arena, OPERATOR_LT, SCALAR_BOOL, args[0], args[1]);
}

static bool is_number(const Code *code)
{
	return code->kind == CODE_LITERAL
	    || (code->kind == CODE_LANES && code->count == 1
		&& code->args[0]->kind == CODE_LITERAL);
}

/* Of the same type. */
static const Code *kept(void *context, const Code *code)
{
	Ints *s = context;
	const Code *const *args = code->args, *made = NULL;

	if (is_comparison(code) && is_wide(args[0]->scalar)
	    && fits(s, args[0]) && fits(s, args[1]))
		return code_infix(s->arena, code->op, SCALAR_BOOL,
				  narrow(s, args[0]), narrow(s, args[1]));
	if (is_comparison(code) && is_below(s, code))
		return below(s, code);
	if (is_conversion(code) && is_wide(args[0]->scalar) && fits(s, args[0]))
		made = narrower(s, args[0]);
	else if (is_wide(code->scalar) && !is_number(code)
		 && code->kind != CODE_INDEX && fits_ring(s, code))
		made = narrower(s, code);
	return made ? code_convert(s->arena, code->scalar, made)
	     : code_with_parts(s->arena, code, kept, s);
}

/* -- statements ------------------------------------------------------------ */

static const Code *value_of(Ints *s, const Stmt *stmt)
{
	const Scalar to = stmt->kind == STMT_STORE ? stmt->buffer->scalar
			: stmt->kind == STMT_DECLARE || stmt->kind == STMT_ASSIGN
			? stmt->var->scalar : stmt->value->scalar;

	return is_wide(stmt->value->scalar) && to == SCALAR_I32
	     ? narrow(s, stmt->value) : kept(s, stmt->value);
}

static void change(Ints *s, Block *block)
{
	for (int i = 0; block && i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->value)
			stmt->value = value_of(s, stmt);
		if (stmt->start)
			stmt->start = kept(s, stmt->start);
		if (stmt->step)
			stmt->step = kept(s, stmt->step);
		change(s, stmt->body);
		change(s, stmt->other);
	}
}

/* -- variables and arrays -------------------------------------------------- */

/* Marks what fits. */
static void choose(Ints *s, const Block *block)
{
	for (int i = 0; block && i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_DECLARE && is_wide(stmt->var->scalar))
			stmt->var->mark = fits(s, code_var(s->arena, stmt->var));
		choose(s, stmt->body);
		choose(s, stmt->other);
	}
}

static void take(const Block *block)
{
	for (int i = 0; block && i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_DECLARE && is_wide(stmt->var->scalar)
		    && stmt->var->mark)
			stmt->var->scalar = SCALAR_I32;
		take(stmt->body);
		take(stmt->other);
	}
}

/* An array's elements, wherever they lie. */
static bool array_fits(Ints *s, Buffer *array)
{
	static const Affine nowhere;

	return is_wide(array->scalar)
	    && fits(s, code_load(s->arena, array, &nowhere, 1));
}

void pass_ints(Kernel *kernel, Contents *contents)
{
	Ints s = { kernel->arena, contents };
	Block *const blocks[] = { kernel->prologue, kernel->top };

	for (int b = 0; b < 2; b++)
		choose(&s, blocks[b]);
	for (int i = 0; i < kernel->array_count; i++)
		kernel->arrays[i]->mark = array_fits(&s, kernel->arrays[i]);
	for (int b = 0; b < 2; b++)
		take(blocks[b]);
	for (int i = 0; i < kernel->array_count; i++)
		if (kernel->arrays[i]->mark)
			kernel->arrays[i]->scalar = SCALAR_I32;
	for (int b = 0; b < 2; b++)
		change(&s, blocks[b]);
}
