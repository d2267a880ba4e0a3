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
		[VAR_BASE] = "b", [VAR_ARGUMENT] = "s",
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

/* -- indices --------------------------------------------------------------- */

static void source_component(Text *out, int lane)
{
	text_printf(out, ".s%c", "0123456789abcdef"[lane]);
}

/* clamp(x, 0, n - 1) or min(x, 2n - 1 - x), in one type. */
static void source_folded(Text *out, const AffineAtom *atom)
{
	bool wide = affine_is_wide(atom->of) || atom->by > INT32_MAX / 2;
	const char *type = wide ? "(long)" : "(int)", *suffix = wide ? "L" : "";
	bool clamp = atom->kind == AFFINE_CLAMP;

	text_printf(out, clamp ? "clamp(%s" : "min(%s", type);
	source_index(out, atom->of, true);
	if (clamp) {
		text_printf(out, ", 0%s, %" PRId64 "%s)", suffix,
			    atom->by - 1, suffix);
		return;
	}
	text_printf(out, ", %" PRId64 "%s - %s", 2 * atom->by - 1, suffix,
		    type);
	source_index(out, atom->of, true);
	text_char(out, ')');
}

static void source_atom(Text *out, const AffineAtom *atom, bool alone)
{
	bool quotient = atom->kind == AFFINE_DIV || atom->kind == AFFINE_MOD;

	if (atom->kind == AFFINE_CLAMP || atom->kind == AFFINE_MIRROR) {
		source_folded(out, atom);
		return;
	}
	if (!quotient) {
		source_var(out, atom->var);
		if (atom->kind == AFFINE_LANE_OF)
			source_component(out, atom->component);
		return;
	}
	if (!alone)
		text_char(out, '(');
	source_index(out, atom->of, true);
	text_printf(out, atom->kind == AFFINE_DIV ? "/%" PRId64 : "%%%" PRId64,
		    atom->by);
	if (!alone)
		text_char(out, ')');
}

static int by_factor(const void *a, const void *b)
{
	const AffineTerm *x = a, *y = b;
	int64_t p = llabs(x->factor), q = llabs(y->factor);

	if (p != q)
		return p < q ? 1 : -1;
	return x->atom->number < y->atom->number ? -1
	       : x->atom->number > y->atom->number;
}

static void source_term(Text *out, const AffineTerm *term, bool wide,
			bool first)
{
	int64_t factor = term->factor;

	if (!first)
		text_put(out, factor < 0 ? " - " : " + ");
	else if (factor < 0)
		text_char(out, '-');
	factor = llabs(factor);
	if (factor != 1)
		text_printf(out, "%" PRId64 "%s*", factor, wide ? "L" : "");
	else if (wide && first)
		text_put(out, "(long)");
	source_atom(out, term->atom, factor == 1);
}

int source_index_rank(const Affine *index)
{
	if (index->count + (index->constant != 0) > 1)
		return RANK_ADD;
	if (index->count == 0)
		return index->constant < 0 ? RANK_PREFIX : RANK_POSTFIX;
	if (index->terms[0].factor != 1 || index->terms[0].atom->of)
		return RANK_MUL;
	return RANK_POSTFIX;
}

void source_index(Text *out, const Affine *index, bool factor)
{
	AffineTerm few[16], *terms = few;
	bool wide = affine_is_wide(index);
	bool parens = factor && source_index_rank(index) < RANK_PREFIX;

	if (index->count > 16)
		terms = base_calloc((size_t)index->count, sizeof *terms);
	if (index->count)
		memcpy(terms, index->terms,
		       sizeof *terms * (size_t)index->count);
	qsort(terms, (size_t)index->count, sizeof *terms, by_factor);
	if (parens)
		text_char(out, '(');
	for (int i = 0; i < index->count; i++)
		source_term(out, &terms[i], wide, i == 0);
	if (!index->count)
		text_printf(out, "%" PRId64, index->constant);
	else if (index->constant)
		text_printf(out, " %c %lld", index->constant < 0 ? '-' : '+',
			    llabs(index->constant));
	if (parens)
		text_char(out, ')');
	if (terms != few)
		free(terms);
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

static void source_address(Source *p, const Code *place)
{
	text_put(p->out, place->buffer->name);
	if (affine_is_const(place->index) && !place->index->constant)
		return;
	text_put(p->out, " + ");
	source_index(p->out, place->index, false);
}

/* *(global const float16u *)(i0 + 64*g0) */
static void source_pointer(Source *p, const Code *place)
{
	bool unaligned = source_is_unaligned(p->access, place->buffer,
					    place->index, place->width);

	text_printf(p->out, "*(%s ", space_name(place->buffer->space));
	if (place->buffer->mark == 0)
		text_put(p->out, "const ");
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
	    && affine_is_multiple(place->index, place->width);
}

static void source_element(Source *p, const Code *place)
{
	text_printf(p->out, "%s[", place->buffer->name);
	source_index(p->out, place->index, false);
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
	for (const char *c = code->name; *c; c++) {
		if (*c == '@')
			source_type(p->out, code->scalar, code->width,
				   code->mask);
		else
			text_char(p->out, *c);
	}
	source_list(p, code);
}

/* An index that is computed as an int and used as a long: overloaded functions
 * must see which it is. */
static bool is_widened(const Code *code)
{
	return code->scalar == SCALAR_I64 && !affine_is_wide(code->index);
}

static int code_rank(const Code *code)
{
	switch (code->kind) {
	case CODE_PREFIX:
	case CODE_CAST:
		return RANK_PREFIX;
	case CODE_INFIX:
		return code->rank;
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
	int rank = code->rank + right;

	if (rank >= RANK_BITOR && rank <= RANK_SHIFT)
		return RANK_ADD;
	if (rank == RANK_OR || rank == RANK_AND)
		return right ? rank : code->rank == RANK_OR ? RANK_OR + 2
							    : rank;
	return rank;
}

static void source_infix(Source *p, const Code *code)
{
	source_code(p, code->args[0], operand_rank(code, false));
	text_printf(p->out, " %s ", code->name);
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
			text_put(p->out, "(long)");
		source_index(p->out, code->index, is_widened(code));
		break;
	case CODE_PREFIX:
		text_put(p->out, code->name);
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
