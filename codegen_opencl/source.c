#include "codegen_opencl/source.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen_opencl/code.h"

/* -- types and literals ---------------------------------------------------- */

void source_type(Text *out, Scalar scalar, int width, int mask)
{
	static const char *const masks[] = { [1] = "char", [2] = "short",
					     [4] = "int", [8] = "long" };

	if (scalar == SCALAR_BOOL)
		text_put(out, width > 1 ? masks[mask] : "bool");
	else
		text_put(out, scalar_rows[scalar].opencl);
	if (width > 1)
		text_printf(out, "%d", width);
}

/* The fewest digits that read back to the same number. */
static void source_decimal(Text *out, double value, bool is_double)
{
	char digits[40];

	for (int precision = 1; precision <= 17; precision++) {
		snprintf(digits, sizeof digits, "%.*g", precision, value);
		if (is_double ? strtod(digits, NULL) == value
			      : strtof(digits, NULL) == (float)value)
			break;
	}
	text_put(out, digits);
	if (!strpbrk(digits, ".e"))
		text_put(out, ".0");
}

static void source_float(Text *out, Scalar scalar, double value)
{
	bool is_double = scalar == SCALAR_F64;

	if (scalar == SCALAR_F16)
		text_put(out, "(half)");
	if (isnan(value) || isinf(value)) {
		text_put(out, is_double ? "(double)" : "");
		text_put(out, value < 0 ? "-" : "");
		text_put(out, isnan(value) ? "NAN" : "INFINITY");
		return;
	}
	source_decimal(out, value, is_double);
	if (!is_double)
		text_char(out, 'f');
}

static void source_signed(Text *out, Scalar scalar, int64_t value)
{
	const char *suffix = scalar == SCALAR_I64 ? "L" : "";

	if (value == INT64_MIN
	    || (value == INT32_MIN && scalar == SCALAR_I32))
		text_printf(out, "(%" PRId64 "%s - 1)", value + 1, suffix);
	else
		text_printf(out, "%" PRId64 "%s", value, suffix);
}

static void source_literal(Text *out, const Code *code)
{
	Scalar scalar = code->scalar;
	double number;

	memcpy(&number, &code->bits, sizeof number);
	if (scalar_is_float(scalar)) {
		source_float(out, scalar, number);
	} else if (scalar == SCALAR_BOOL) {
		text_put(out, code->bits ? "true" : "false");
	} else {
		if (scalar_bytes(scalar) < 4)
			text_printf(out, "(%s)", scalar_rows[scalar].opencl);
		if (scalar_is_signed(scalar))
			source_signed(out, scalar, (int64_t)code->bits);
		else
			text_printf(out, "%" PRIu64 "%s", code->bits,
				    scalar == SCALAR_U64 ? "ul"
				    : scalar == SCALAR_U32 ? "u" : "");
	}
}

/* -- names ----------------------------------------------------------------- */

void source_var(Text *out, const Var *var)
{
	static const char *const prefixes[VAR_KINDS] = {
		[VAR_LOAD] = "x", [VAR_TEMP] = "v", [VAR_REGISTER] = "acc",
		[VAR_BASE] = "b", [VAR_ARGUMENT] = "s", [VAR_SIZE] = "z",
	};
	static const char *const loops[] = { "i", "j", "k" };

	if (var->kind == VAR_ID)
		text_printf(out, "%c%d", var->letter, var->number);
	else if (var->kind != VAR_LOOP)
		text_printf(out, "%s%d", prefixes[var->kind], var->number);
	else if (var->number < 3)
		text_put(out, loops[var->number]);
	else
		text_printf(out, "n%d", var->number);
}

/* -- memory ---------------------------------------------------------------- */

bool source_is_unaligned(AccessForm access, const Buffer *buffer,
			const Affine *index, int width)
{
	(void)buffer;
	(void)index;
	return width > 1 && access == ACCESS_UNALIGNED;
}

static const char *space_name(Space space)
{
	static const char *const names[] = { "global", "local", "private" };

	return names[space];
}

/* What is added to a pointer first may lead out of an array that the compiler
 * knows, what is subtracted then back into it. */
static bool leads_out(const Code *place)
{
	bool subtracts = place->index->constant < 0;

	for (int i = 0; i < place->index->count; i++)
		subtracts |= place->index->terms[i].factor < 0;
	return subtracts && place->buffer->space != SPACE_GLOBAL;
}

static void source_address(Source *p, const Code *place)
{
	text_put(p->out, place->buffer->name);
	if (affine_is_const(place->index) && !place->index->constant)
		return;
	text_put(p->out, " + ");
	source_index(p->out, place->index, leads_out(place));
}

/* *(global const float16u *)(i0 + 64*g0) */
static void source_pointer(Source *p, const Code *place)
{
	bool unaligned = source_is_unaligned(p->access, place->buffer,
					    place->index, place->width);

	text_printf(p->out, "*(%s ", space_name(place->buffer->space));
	if (place->buffer->mark == 0)
		text_put(p->out, "const ");
	if (unaligned)
		text_put(p->out, SOURCE_GLOBAL);
	source_type(p->out, place->scalar, place->width, 0);
	text_put(p->out, unaligned ? "u *)(" : " *)(");
	source_address(p, place);
	text_char(p->out, ')');
}

static bool is_pointer_form(const Source *p, const Code *place)
{
	if (p->access == ACCESS_UNALIGNED)
		return true;
	return p->access == ACCESS_ALIGNED
	    && place->width * (int64_t)scalar_bytes(place->scalar) <= LINE_BYTES
	    && affine_is_multiple(place->index, place->width);
}

static void source_element(Source *p, const Code *place)
{
	const bool shifted = p->access == ACCESS_UNALIGNED
			     && source_index_is_shifted(place->index);

	if (shifted) {
		text_printf(p->out, "(%s + ", place->buffer->name);
		source_index_shift(p->out, place->index, true);
		text_put(p->out, ")[");
		source_index_shift(p->out, place->index, false);
	} else {
		text_printf(p->out, "%s[", place->buffer->name);
		source_index(p->out, place->index, false);
	}
	text_char(p->out, ']');
}

static void source_load(Source *p, const Code *code)
{
	if (code->width == 1) {
		source_element(p, code);
	} else if (is_pointer_form(p, code)) {
		source_pointer(p, code);
	} else {
		text_printf(p->out, "vload%d(0, ", code->width);
		source_address(p, code);
		text_char(p->out, ')');
	}
}

void source_store(Source *p, const Stmt *stmt)
{
	Code place = { .kind = CODE_LOAD, .scalar = stmt->value->scalar,
		       .buffer = stmt->buffer, .index = stmt->index,
		       .width = stmt->value->width };

	if (stmt->atomic) {
		text_printf(p->out, "%s(", stmt->atomic);
		source_address(p, &place);
		text_put(p->out, ", ");
		source_code(p, stmt->value, 0);
		text_char(p->out, ')');
		return;
	}
	if (stmt_fills_line(stmt)) {
		text_put(p->out, stmt->start ? SOURCE_GLOBAL "part_"
					     : SOURCE_GLOBAL "around_");
		source_type(p->out, place.scalar, place.width, 0);
		text_char(p->out, '(');
		source_address(p, &place);
		text_put(p->out, ", ");
		source_code(p, stmt->value, 0);
		if (stmt->start) {
			text_put(p->out, ", ");
			source_code(p, stmt->start, 0);
		}
		text_char(p->out, ')');
		return;
	}
	if (place.width > 1 && !is_pointer_form(p, &place)) {
		text_printf(p->out, "vstore%d(", place.width);
		source_code(p, stmt->value, 0);
		text_put(p->out, ", 0, ");
		source_address(p, &place);
		text_char(p->out, ')');
		return;
	}
	if (place.width == 1)
		source_element(p, &place);
	else
		source_pointer(p, &place);
	text_put(p->out, " = ");
	source_code(p, stmt->value, 0);
}

/* -- expressions ----------------------------------------------------------- */

static void source_list(Source *p, const Code *code)
{
	text_char(p->out, '(');
	for (int i = 0; i < code->count; i++) {
		if (i)
			text_put(p->out, ", ");
		source_code(p, code->args[i], 0);
	}
	text_char(p->out, ')');
}

/* A name in which '@' stands for the type. */
static void source_call(Source *p, const Code *code)
{
	const Code *typed = code_typed(code);

	if (code->helper || code->op == OPERATOR_FUNCTION)
		text_put(p->out, SOURCE_GLOBAL);
	for (const char *c = code_text(code); *c; c++) {
		if (*c == '@')
			source_type(p->out, typed->scalar, typed->width,
				   typed->mask);
		else
			text_char(p->out, *c);
	}
	source_list(p, code);
}

/* An index that is computed in another type than it is used in: overloaded
 * functions must see which it is. */
static bool is_widened(const Code *code)
{
	bool wide = affine_is_wide(code->index);

	return code->scalar != (wide ? SCALAR_I64 : SCALAR_I32)
	       || !source_index_is(code->index, wide);
}

static int code_rank(const Code *code)
{
	switch (code->kind) {
	case CODE_PREFIX:
	case CODE_CAST:
		return RANK_PREFIX;
	case CODE_INFIX:
		return operator_rows[code->op].rank;
	case CODE_COND:
		return RANK_COND;
	case CODE_INDEX:
		return is_widened(code) ? RANK_PREFIX
					: source_index_rank(code->index);
	case CODE_LITERAL:
		return scalar_bytes(code->scalar) < 4 ? RANK_PREFIX
						      : RANK_POSTFIX;
	case CODE_LANES:
		return code->width > 1 ? RANK_PREFIX : RANK_POSTFIX;
	default:
		return RANK_POSTFIX;
	}
}

static void source_cast(Source *p, const Code *code)
{
	text_char(p->out, '(');
	source_type(p->out, code->scalar, code->width, code->mask);
	text_char(p->out, ')');
}

/* Bits, shifts and comparisons inside one another get parentheses that C does
 * not ask for: nobody remembers those precedences. */
static int operand_rank(const Code *code, bool right)
{
	int own = operator_rows[code->op].rank, rank = own + right;

	if (rank >= RANK_BITOR && rank <= RANK_SHIFT)
		return RANK_ADD;
	if (rank == RANK_OR || rank == RANK_AND)
		return right ? rank : own == RANK_OR ? RANK_OR + 2 : rank;
	return rank;
}

static void source_infix(Source *p, const Code *code)
{
	source_code(p, code->args[0], operand_rank(code, false));
	text_printf(p->out, " %s ", code_text(code));
	source_code(p, code->args[1], operand_rank(code, true));
}

static void source_inside(Source *p, const Code *code)
{
	switch (code->kind) {
	case CODE_VAR:
		source_var(p->out, code->var);
		break;
	case CODE_LITERAL:
		source_literal(p->out, code);
		break;
	case CODE_INDEX:
		if (is_widened(code))
			source_cast(p, code);
		source_index(p->out, code->index, is_widened(code));
		break;
	case CODE_PREFIX:
		text_put(p->out, code_text(code));
		source_code(p, code->args[0],
			   code->args[0]->kind == CODE_LITERAL
			   || code->args[0]->kind == CODE_PREFIX
			   ? RANK_POSTFIX + 1 : RANK_PREFIX);
		break;
	case CODE_INFIX:
		source_infix(p, code);
		break;
	case CODE_CALL:
		source_call(p, code);
		break;
	case CODE_CAST:
		source_cast(p, code);
		source_code(p, code->args[0], RANK_PREFIX);
		break;
	case CODE_COND:
		source_code(p, code->args[0], RANK_OR);
		text_put(p->out, " ? ");
		source_code(p, code->args[1], RANK_COND + 1);
		text_put(p->out, " : ");
		source_code(p, code->args[2], RANK_COND);
		break;
	case CODE_LANES:
		source_cast(p, code);
		source_list(p, code);
		break;
	case CODE_LANE:
		source_code(p, code->args[0], RANK_POSTFIX);
		source_component(p->out, code->lane);
		break;
	default:
		source_load(p, code);
		break;
	}
}

void source_code(Source *p, const Code *code, int rank)
{
	bool parens = code_rank(code) < rank;

	if (parens)
		text_char(p->out, '(');
	source_inside(p, code);
	if (parens)
		text_char(p->out, ')');
}
