/* Literals as JSON: numbers where JSON has them, else strings. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/front/print_tree.h"

static double rounded(Scalar scalar, double value)
{
	if (scalar == SCALAR_F32)
		return (float)value;
	if (scalar == SCALAR_F16)
		return scalar_from_half(scalar_to_half(value));
	return value;
}

void print_double(Text *text, Scalar scalar, double value)
{
	char number[40];

	for (int digits = 1; digits <= 17; digits++) {
		snprintf(number, sizeof number, "%.*g", digits, value);
		if (rounded(scalar, strtod(number, NULL)) == value)
			break;
	}
	text_put(text, number);
	if (!strpbrk(number, ".e"))
		text_put(text, ".0");
}

static void print_float(Text *text, Scalar scalar, double value)
{
	if (isnan(value))
		text_put(text, "\"nan\"");
	else if (isinf(value))
		text_put(text, value < 0 ? "\"-inf\"" : "\"inf\"");
	else
		print_double(text, scalar, value);
}

void print_literal(Text *text, const Expr *literal)
{
	Scalar scalar = literal->type->scalar;

	if (scalar == SCALAR_BOOL)
		text_put(text, literal->bits ? "true" : "false");
	else if (scalar_is_float(scalar))
		print_float(text, scalar, expr_literal_double(literal));
	else if (scalar_is_signed(scalar))
		text_printf(text, "%" PRId64, (int64_t)literal->bits);
	else if (literal->bits > INT64_MAX)
		text_printf(text, "\"0x%" PRIx64 "\"", literal->bits);
	else
		text_printf(text, "%" PRIu64, literal->bits);
}
