/* Functions of vectors of f32 that drivers on CPUs compute lane by lane, as
 * polynomials, which stay in vectors. Coefficients are weighted least squares
 * fits made even by Lawson's iteration; all are within 2 ulp, where OpenCL
 * asks for 16 (erf) and 5 (tanh).
 *
 * Next to 0 both are x + x*p(x*x); beyond `from`, erf(t) is 1 - exp(-t*q(t)),
 * tanh(t) is 1 - 2/(exp(2t) + 1), and both are 1 beyond `to`.
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

void source_function(Text *out, Op op, int width)
{
	put_function(out, &functions[op == OP_TANH], width);
}
