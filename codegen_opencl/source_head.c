/* What stands before the kernels of a source. */
#include <inttypes.h>
#include <math.h>

#include "codegen_opencl/functions.h"
#include "codegen_opencl/source.h"

enum { HELPERS = 12 };

/* What the kernels use, found by walking over them. */
typedef struct Uses {
	AccessForm access;
	bool f64, f16;
	bool unaligned[SCALAR_COUNT][17];
	/* As many lanes as fill a line; parts of them. */
	bool around[SCALAR_COUNT][17], parts[SCALAR_COUNT][17];
	bool helpers[HELPERS][SCALAR_COUNT][17];
	bool functions[17][FUNCTIONS_MAX];
} Uses;

static void source_typedef(Text *out, Scalar scalar, int width)
{
	text_put(out, "typedef ");
	source_type(out, scalar, width, 0);
	text_put(out, " " SOURCE_GLOBAL);
	source_type(out, scalar, width, 0);
	text_printf(out, "u __attribute__((aligned(%d)));\n",
		    (int)scalar_bytes(scalar));
}

/* A store of a line that leaves the caches alone, where the compiler has such:
 * it wants the address to be aligned. */
static void source_around(Text *out, Scalar scalar, int width)
{
	int bytes = width * (int)scalar_bytes(scalar);
	Text type = { 0 };
	const char *t;

	source_type(&type, scalar, width, 0);
	t = text_string(&type);
	text_printf(out, "void " SOURCE_GLOBAL "around_%s(global %s *to, "
		    "%s value)\n{\n", t,
		    scalar_rows[scalar].opencl, t);
	text_printf(out, "#if __has_builtin(__builtin_nontemporal_store)\n"
		    "\tif ((size_t)to %% %d == 0) {\n"
		    "\t\t__builtin_nontemporal_store(value, (global %s *)to);\n"
		    "\t\treturn;\n\t}\n#endif\n", bytes, t);
	text_printf(out, "\t*(global " SOURCE_GLOBAL "%su *)to = value;"
		    "\n}\n\n", t);
	text_free(&type);
}

/* Of a vector that begins `at` lanes after a line, or before it, what is in
 * that line: the line itself, or one lane after the other. */
static void source_part(Text *out, Scalar scalar, int width)
{
	const char *lane = scalar_rows[scalar].opencl;
	Text type = { 0 };
	const char *t;

	source_type(&type, scalar, width, 0);
	t = text_string(&type);
	text_printf(out, "void " SOURCE_GLOBAL "part_%s(global %s *to, "
		    "%s value, int at)\n{\n"
		    "\tconst private %s *lanes = (const private %s *)&value;\n"
		    "\n\tif (at == 0) {\n\t\t" SOURCE_GLOBAL
		    "around_%s(to, value);\n"
		    "\t\treturn;\n\t}\n", t, lane, t, lane, lane, t);
	text_printf(out, "\tfor (int i = max(-at, 0); i < min(%d - at, %d); "
		    "i++)\n\t\tto[i] = lanes[i];\n}\n\n", width, width);
	text_free(&type);
}

static void source_arounds(Text *out, const Uses *uses)
{
	bool first = true;

	for (int i = 0; i < SCALAR_COUNT * 17; i++) {
		Scalar scalar = (Scalar)(i / 17);
		int width = i % 17;

		if (!uses->around[scalar][width])
			continue;
		if (first)
			text_put(out, "#ifndef __has_builtin\n"
				 "#define __has_builtin(name) 0\n#endif\n\n");
		first = false;
		source_around(out, scalar, width);
		if (uses->parts[scalar][width])
			source_part(out, scalar, width);
	}
}

/* Integer division that is total: 0 for x/0 and x%0, MIN/-1 wraps. */
static void source_scalar_division(Text *out, Scalar scalar, bool rest)
{
	const char *type = scalar_rows[scalar].opencl;
	const char *ring = scalar == SCALAR_I64 ? "ulong" : "uint";

	text_printf(out, "%s " SOURCE_GLOBAL "%s_%s(%s a, %s b)\n{\n", type,
		    rest ? "rem" : "div", type, type, type);
	if (!scalar_is_signed(scalar))
		text_printf(out, "\treturn b == 0 ? 0 : a %c b;\n",
			    rest ? '%' : '/');
	else if (rest)
		text_put(out, "\treturn b == 0 || b == -1 ? 0 : a % b;\n");
	else
		text_printf(out, "\treturn b == 0 ? 0 : b == -1 ? "
			    "(%s)(-(%s)a) : a / b;\n", type, ring);
	text_put(out, "}\n\n");
}

static void source_vector_division(Text *out, Scalar scalar, int width,
				  bool rest)
{
	Text type = { 0 };
	const char *t;

	source_type(&type, scalar, width, 0);
	t = text_string(&type);
	text_printf(out, "%s " SOURCE_GLOBAL "%s_%s(%s a, %s b)\n{\n", t, rest ? "rem" : "div",
		    t, t, t);
	text_printf(out, "\t%s zero = 0, one = 1;\n", t);
	if (scalar_is_signed(scalar)) {
		text_printf(out, "\t%s wrapped = select(b, one, "
			    "b == zero | b == -one);\n", t);
		text_printf(out, "\t%s whole = select(a / wrapped, -a, "
			    "b == -one);\n", t);
	} else {
		text_printf(out, "\t%s wrapped = select(b, one, "
			    "b == zero);\n", t);
		text_printf(out, "\t%s whole = a / wrapped;\n", t);
	}
	text_put(out, rest ? "\n\treturn select(a - whole * b, zero, "
			     "b == zero);\n}\n\n"
			   : "\n\treturn select(whole, zero, b == zero);\n"
			     "}\n\n");
	text_free(&type);
}

static void source_division(Text *out, Scalar scalar, int width, bool rest)
{
	if (width == 1)
		source_scalar_division(out, scalar, rest);
	else
		source_vector_division(out, scalar, width, rest);
}

static void source_fmod(Text *out, Scalar scalar, int width, bool second)
{
	Text type = { 0 };
	const char *t;

	source_type(&type, scalar, width, 0);
	t = text_string(&type);
	(void)second;
	text_printf(out, "%s " SOURCE_GLOBAL "fmod_%s(%s a, %s b)\n{\n"
		    "\treturn (%s)(", t, t, t,
		    t, t);
	for (int i = 0; i < width; i++)
		text_printf(out, "%sfmod(a.s%x, b.s%x)", i ? ",\n\t\t" : "",
			    (unsigned)i, (unsigned)i);
	text_put(out, ");\n}\n\n");
	text_free(&type);
}

/* The other one for a NaN; of zeros of two signs the first. */
static void source_extreme(Text *out, Scalar scalar, int width, bool largest)
{
	char less = largest ? '>' : '<';
	Text type = { 0 };
	const char *t;

	source_type(&type, scalar, width, 0);
	t = text_string(&type);
	text_printf(out, "%s " SOURCE_GLOBAL "%s_%s(%s a, %s b)\n{\n", t,
		    largest ? "max" : "min", t, t, t);
	text_printf(out, width == 1
		    ? "\treturn b %c a || a != a ? b : a;\n}\n\n"
		    : "\treturn select(a, b, b %c a | a != a);\n}\n\n", less);
	text_free(&type);
}

/* Of vectors PoCL 3.1's abs is computed lane by lane. */
static void source_abs(Text *out, Scalar scalar, int width, bool second)
{
	Text type = { 0 };
	const char *t;

	source_type(&type, scalar, width, 0);
	t = text_string(&type);
	(void)second;
	text_printf(out, "%s " SOURCE_GLOBAL "abs_%s(%s a)\n{\n"
		    "\treturn select(a, -a, a < (%s)0);"
		    "\n}\n\n", t, t, t, t);
	text_free(&type);
}

/* Bits in pairs, in fours, in bytes, and their sum: of vectors PoCL 3.1's
 * popcount is computed lane by lane; that this is one, compilers know. */
static void source_popcount(Text *out, Scalar scalar, int width, bool second)
{
	static const char sixteen[] = "5555555555555555333333333333333"
				      "30f0f0f0f0f0f0f0f0101010101010101";
	int bits = (int)scalar_bytes(scalar) * 8, digits = bits / 4;
	Scalar natural = scalar_is_signed(scalar) ? (Scalar)(scalar + 1)
						  : scalar;
	Text type = { 0 }, ring = { 0 };
	const char *t, *u;

	(void)second;
	source_type(&type, scalar, width, 0);
	source_type(&ring, natural, width, 0);
	t = text_string(&type);
	u = text_string(&ring);
	text_printf(out, "%s " SOURCE_GLOBAL "popcount_%s(%s a)\n{\n"
		    "\t%s v = as_%s(a);\n\n", t, t,
		    t, u, u);
	text_printf(out, "\tv = v - ((v >> (%s)1) & (%s)0x%.*s);\n", u, u, digits,
		    sixteen);
	text_printf(out, "\tv = (v & (%s)0x%.*s) + ((v >> (%s)2) & (%s)0x%.*s);"
		    "\n", u, digits, sixteen + 16, u, u, digits, sixteen + 16);
	text_printf(out, "\tv = (v + (v >> (%s)4)) & (%s)0x%.*s;\n", u, u, digits,
		    sixteen + 32);
	text_printf(out, "\treturn as_%s((v * (%s)0x%.*s) >> (%s)%d);\n}\n\n", t,
		    u, digits, sixteen + 48, u, bits - 8);
	text_free(&type);
	text_free(&ring);
}

/* b for a NaN in a. */
static void source_compared(Text *out, Scalar scalar, int width, bool greater)
{
	Text type = { 0 };
	const char *t;

	source_type(&type, scalar, width, 0);
	t = text_string(&type);
	text_printf(out, "%s " SOURCE_GLOBAL "%s_%s(%s a, %s b)\n{\n"
		    "\treturn a %c b ? a : b;\n"
		    "}\n\n", t, greater ? "greater" : "lesser", t, t, t,
		    greater ? '>' : '<');
	text_free(&type);
}

/* One instruction for compilers that know of it; PoCL 3.1's any looks at lane
 * after lane. */
static void source_any_nan(Text *out, Scalar scalar, int width, bool second)
{
	Text type = { 0 };
	const char *t;

	(void)second;
	source_type(&type, scalar, width, 0);
	t = text_string(&type);
	text_printf(out, "#ifndef __has_builtin\n"
		    "#define __has_builtin(name) 0\n#endif\n\n"
		    "bool " SOURCE_GLOBAL "any_nan_%s(%s x)\n{\n"
		    "#if __has_builtin(__builtin_reduce_or) "
		    "&& !defined(__SPIR__)\n"
		    "\treturn __builtin_reduce_or(x != x) != 0;\n"
		    "#else\n\treturn any(x != x);\n#endif\n}\n\n", t, t);
	text_free(&type);
}

/* What a float is without its fraction, the nearest that there is; 0 for a NaN. All
 * below 2^bits fits once it is not too small: what is cut is no less than MIN. */
static void source_cut(Text *out, Scalar scalar, int width, bool of_double)
{
	const bool sign = scalar_is_signed(scalar);
	const int bits = (int)scalar_bytes(scalar) * 8 - sign;
	const char *to = scalar_rows[scalar].opencl;
	const char *from = of_double ? "double" : "float";
	const char *f = of_double ? "" : "f";

	(void)width;
	text_printf(out, "%s " SOURCE_GLOBAL "%s_of_%s(%s x)\n{\n", to, to, from,
		    from);
	text_printf(out, "\t%s cut = x < %.1f%s ? (%s)fmax(x, %.1f%s)\n\t\t: (%s)",
		    to, ldexp(1, bits), f, to, sign ? -ldexp(1, bits) : 0.0, f,
		    to);
	text_printf(out, "0x%" PRIx64 "%s;\n\n\treturn x == x ? cut : 0;\n}\n\n",
		    UINT64_MAX >> (64 - bits), bits > 32 ? "UL" : "u");
}

/* Functions that OpenCL lacks, or leaves open, or that are slow. */
static const struct Helper {
	Operator op;
	void (*put)(Text *out, Scalar scalar, int width, bool second);
	bool second;
} helpers[HELPERS] = {
	{ OPERATOR_DIV_TOTAL, source_division, false },
	{ OPERATOR_REM_TOTAL, source_division, true },
	{ OPERATOR_FMOD_LANES, source_fmod, false },
	{ OPERATOR_MIN_EXACT, source_extreme, false },
	{ OPERATOR_MAX_EXACT, source_extreme, true },
	{ OPERATOR_ABS_LANES, source_abs, false },
	{ OPERATOR_POPCOUNT_LANES, source_popcount, false },
	{ OPERATOR_LESSER, source_compared, false },
	{ OPERATOR_GREATER, source_compared, true },
	{ OPERATOR_ANY_NAN, source_any_nan, false },
	{ OPERATOR_CUT_FLOAT, source_cut, false },
	{ OPERATOR_CUT_DOUBLE, source_cut, true },
};

static void use_scalar(Uses *uses, Scalar scalar)
{
	uses->f64 |= scalar == SCALAR_F64;
	uses->f16 |= scalar == SCALAR_F16;
}

static void use_helper(Uses *uses, const Code *code)
{
	const Code *typed = code_typed(code);
	bool wide = code->scalar == SCALAR_F64;
	int h = 0;

	if (code->name) {
		uses->functions[code->width]
			       [function_index(code->name, wide)] = true;
		return;
	}
	while (helpers[h].op != code->op)
		h++;
	uses->helpers[h][typed->scalar][typed->width] = true;
}

static void use_code(void *context, const Code *code)
{
	Uses *uses = context;

	use_scalar(uses, code->scalar);
	if (code->kind == CODE_LOAD
	    && source_is_unaligned(uses->access, code->buffer, code->index,
				  code->width))
		uses->unaligned[code->scalar][code->width] = true;
	if (code->helper)
		use_helper(uses, code);
}

static void use_store(Uses *uses, const Stmt *store)
{
	Scalar scalar = store->value->scalar;
	int width = store->value->width;

	uses->unaligned[scalar][width] |= source_is_unaligned(uses->access,
					store->buffer, store->index, width);
	uses->around[scalar][width] |= stmt_fills_line(store);
	uses->parts[scalar][width] |= store->start != NULL;
}

static void use_block(Uses *uses, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		stmt_visit(stmt, use_code, uses);
		if (stmt->var)
			use_scalar(uses, stmt->var->scalar);
		if (stmt->kind == STMT_STORE)
			use_store(uses, stmt);
		if (stmt->body)
			use_block(uses, stmt->body);
		if (stmt->other)
			use_block(uses, stmt->other);
	}
}

static void use_kernel(Uses *uses, const Kernel *kernel)
{
	use_block(uses, kernel->prologue);
	use_block(uses, kernel->top);
	for (int i = 0; i < kernel->arg_count; i++) {
		const KernelArg *arg = &kernel->args[i];

		use_scalar(uses, arg->buffer ? arg->buffer->scalar
					     : arg->var->scalar);
	}
	for (int i = 0; i < kernel->array_count; i++)
		use_scalar(uses, kernel->arrays[i]->scalar);
}

void source_head(Text *out, int count, Kernel *const *kernels,
		AccessForm access, bool contract)
{
	Uses uses = { .access = access };
	size_t start = out->length;

	for (int i = 0; i < count; i++)
		use_kernel(&uses, kernels[i]);
	if (uses.f64)
		text_put(out, "#pragma OPENCL EXTENSION cl_khr_fp64 : "
			 "enable\n");
	if (uses.f16)
		text_put(out, "#pragma OPENCL EXTENSION cl_khr_fp16 : "
			 "enable\n");
	if (!contract)
		text_put(out, "#pragma OPENCL FP_CONTRACT OFF\n");
	for (int s = 0; s < SCALAR_COUNT; s++)
		for (int w = 2; w <= 16; w *= 2)
			if (uses.unaligned[s][w])
				source_typedef(out, (Scalar)s, w);
	if (out->length > start)
		text_char(out, '\n');
	source_arounds(out, &uses);
	for (int s = 0; s < SCALAR_COUNT; s++)
		for (int w = 1; w <= 16; w *= 2)
			for (int h = 0; h < HELPERS; h++)
				if (uses.helpers[h][s][w])
					helpers[h].put(out, (Scalar)s, w,
						       helpers[h].second);
	for (int w = 1; w <= 16; w *= 2)
		functions_put(out, uses.functions[w], w);
}
