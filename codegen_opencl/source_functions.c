/* Functions of vectors of f32 that drivers on CPUs compute lane by lane, as
 * polynomials, which stay in vectors. Coefficients are weighted least squares
 * fits made even by Lawson's iteration; all are within 3 ulp, where OpenCL asks
 * for 16 (erf), 5 (tanh) and 4 (sin, cos).
 *
 * Next to 0 erf and tanh are x + x*p(x*x); beyond `from`, erf(t) is
 * 1 - exp(-t*q(t)), tanh(t) is 1 - 2/(exp(2t) + 1), and 1 beyond `to`.
 */
#include "codegen_opencl/source.h"

enum { COEFFICIENTS = 7 };

typedef struct Function {
	const char *name, *from, *to;
	const char *small[COEFFICIENTS]; /* p, from the highest power */
	const char *large[COEFFICIENTS]; /* q; none: not used */
	const char *rest;                /* from t, and q as `large` */
} Function;

static const Function functions[] = {
	{ "erf", "1.0f", "4.0f",
	  { "7.853857824e-5f", "-8.010192541e-4f", "5.188327748e-3f",
	    "-2.685381100e-2f", "1.128358543e-1f", "-3.761262596e-1f",
	    "1.283791661e-1f" },
	  { "1.396244243e-5f", "-3.505920467e-4f", "3.757476807e-3f",
	    "-2.401006967e-2f", "1.065308675e-1f", "6.349695325e-1f",
	    "1.128694296f" },
	  "exp(-t * large)" },
	{ "tanh", "0.625f", "10.0f",
	  { "-5.704978481e-3f", "2.063907869e-2f", "-5.373971164e-2f",
	    "1.333144158e-1f", "-3.333328068e-1f", "0.0f" },
	  { NULL },
	  "2.0f / (exp(2.0f * t) + 1.0f)" },
};

static void put_polynomial(Text *out, int width, const char *name,
			   const char *const *coefficients, const char *of)
{
	text_printf(out, "\tfloat%d %s = %s;\n", width, name, coefficients[0]);
	for (int i = 1; i < COEFFICIENTS && coefficients[i]; i++)
		text_printf(out, "\t%s = %s * %s + %s;\n", name, name, of,
			    coefficients[i]);
}

static void put_function(Text *out, const Function *f, int w)
{
	text_printf(out, "float%d %s_float%d(float%d x)\n{\n", w, f->name, w,
		    w);
	text_printf(out, "\tfloat%d s = x * x, t = fmin(fabs(x), %s);\n", w,
		    f->to);
	put_polynomial(out, w, "small", f->small, "s");
	if (f->large[0])
		put_polynomial(out, w, "large", f->large, "t");
	text_printf(out, "\treturn select(x + x * small, "
		    "copysign(1.0f - %s, x),\n\t\tfabs(x) >= %s);\n}\n\n",
		    f->rest, f->from);
}

/* Vectors with a lane for which the condition holds, an unsigned comparison of
 * bits, are left to the device. */
static void put_others(Text *out, int w, const char *condition,
		       const char *name)
{
	text_printf(out, "\tulong%d odd = as_ulong%d(", w / 2, w / 2);
	text_printf(out, condition, w);
	text_put(out, ");\n");
	for (int half = w / 4; half >= 2; half /= 2)
		text_printf(out, "\tulong%d odd%d = odd%.0d.lo | odd%.0d.hi;\n",
			    half, half, 2 * half < w / 2 ? 2 * half : 0,
			    2 * half < w / 2 ? 2 * half : 0);
	text_printf(out, "\n\tif (odd%.0d.x | odd%.0d.y)\n"
		    "\t\treturn %s(x);\n", w > 4 ? 2 : 0, w > 4 ? 2 : 0,
		    name);
}

/* The bits of a float are nearly its logarithm: half of them, negated, are a
 * first guess; a step of the third order and one of the second, after which it
 * is 1.5 ulp off at most. What is not normal (0, subnormal, negative, infinite,
 * NaN) is left to the device. */
static void put_root(Text *out, int width)
{
	const int w = width;

	text_printf(out, "float%d rsqrt_float%d(float%d x)\n{\n", w, w, w);
	text_printf(out, "\tfloat%d y = as_float%d(0x5f375a86 - "
		    "(as_int%d(x) >> 1));\n", w, w, w);
	text_printf(out, "\tfloat%d e = 1.0f - x * y * y;\n", w);
	put_others(out, w, "as_uint%d(x) - 0x800000u >= 0x7f000000u",
		   "rsqrt");
	text_put(out, "\ty = y + y * e * (0.5f + 0.375f * e);\n"
		 "\te = 1.0f - x * y * y;\n"
		 "\treturn y + 0.5f * y * e;\n}\n\n");
}

/* Up to 200 (the bits 0x43480000) the nearest multiple k of pi/2 is taken off
 * in three parts, the products with the first two of which are exact (Cody and
 * Waite); k says whose polynomial it is, and its sign. */
static void put_circular(Text *out, const char *name, int turns, int w)
{
	static const char *const sine[] = {
		"2.718122005e-6f", "-1.983931579e-4f", "8.333329111e-3f",
		"-1.666666716e-1f", NULL
	};
	static const char *const cosine[] = {
		"2.443125959e-5f", "-1.388730016e-3f", "4.166664556e-2f", NULL
	};

	text_printf(out, "float%d %s_float%d(float%d x)\n{\n", w, name, w, w);
	put_others(out, w, "as_uint%d(fabs(x)) > 0x43480000u", name);
	text_printf(out, "\tfloat%d k = floor(x * 6.366197724e-1f + 0.5f);\n"
		    "\tfloat%d r = x - k * 1.570785522f;\n"
		    "\tint%d turns = convert_int%d(k) + %d;\n", w, w, w, w,
		    turns);
	text_printf(out, "\tr = r - k * 1.080427319e-5f;\n"
		    "\tr = r - k * 6.077100628e-11f;\n"
		    "\tfloat%d s = r * r;\n", w);
	put_polynomial(out, w, "odd_part", sine, "s");
	put_polynomial(out, w, "even_part", cosine, "s");
	text_printf(out, "\tr = select(r + r * s * odd_part,\n"
		    "\t\t1.0f - (0.5f * s - s * s * even_part), "
		    "(turns & 1) != 0);\n"
		    "\treturn select(r, -r, (turns & 2) != 0);\n}\n\n");
}

void source_function(Text *out, Op op, int width)
{
	switch (op) {
	case OP_RSQRT:
		put_root(out, width);
		break;
	case OP_SIN:
	case OP_COS:
		put_circular(out, op == OP_SIN ? "sin" : "cos",
			     op == OP_COS, width);
		break;
	default:
		put_function(out, &functions[op == OP_TANH], width);
	}
}
