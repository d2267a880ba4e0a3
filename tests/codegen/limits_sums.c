/* Sums of 64 bits in 32: of as many numbers as fit them, and of more. */
#include <stdio.h>

#include "base/arena.h"
#include "limits_checks.h"

/* What is added, and the most rounds whose sum fits 32 bits. */
static const struct Sum {
	Scalar from;
	const char *to, *term;
	int rounds;
} sums[] = {
	{ SCALAR_U8, "i64", "[\"*\", X, X]", 33025 },
	{ SCALAR_I8, "i64", "[\"*\", X, X]", 131071 },
	{ SCALAR_I8, "i64", "[\"i64\", [\"abs\", [\"i32\", \"x\"]]]", 65536 },
	{ SCALAR_I16, "i64", "X", 65536 },
	{ SCALAR_I16, "i64", "[\"neg\", X]", 65535 },
	{ SCALAR_U16, "u64", "X", 32768 },
	{ SCALAR_U16, "i64", "[\"-\", 5, X]", 32770 },
	{ SCALAR_I16, "i16", "\"x\"", 70000 },
	{ SCALAR_U8, "u8", "\"x\"", 300 },
	{ SCALAR_I32, "i32", "\"x\"", 3 },
};

static void put_term(Text *text, const struct Sum *sum)
{
	for (const char *c = sum->term; *c; c++)
		if (*c == 'X')
			text_printf(text, "[\"%s\", \"x\"]", sum->to);
		else
			text_char(text, *c);
}

static void put_number(Numbers *n, int64_t at, int64_t value)
{
	size_t size = scalar_bytes(n->scalar);

	for (size_t b = 0; b < size; b++)
		((unsigned char *)n->data)[(size_t)at * size + b] =
			(unsigned char)(value >> 8 * b);
}

/* As many times the least number of the type, and as many the greatest, in so
 * many rounds. */
static void sum_of(Limits *limits, const struct Sum *sum, int rounds)
{
	enum { LANES = 8 };
	Numbers n = { .scalar = sum->from, .count = 2 * LANES * rounds };
	Text text = { 0 };

	n.data = base_calloc((size_t)n.count, scalar_bytes(sum->from));
	for (int64_t i = 0; i < n.count; i++)
		put_number(&n, i, i < n.count / 2
				  ? limits_least(sum->from)
				  : limits_greatest(sum->from));
	text_printf(&text, "{\"name\": \"sums_%s_%d\", \"inputs\": [{\"name\": "
		    "\"a\", \"type\": \"[%s; %lld]\"}], \"body\": [\"join\", "
		    "[\"mapGlobal\", [\"compose\", \"lanes\", \"head\", "
		    "[\"reduceSeq\", [\"fun\", [\"s\", \"v\"], [\"mapVec\", "
		    "[\"fun\", [\"u\", \"x\"], [\"+\", \"u\", ",
		    scalar_name(sum->from), rounds, scalar_name(sum->from),
		    (long long)n.count);
	put_term(&text, sum);
	text_printf(&text, "]], [\"tuple\", \"s\", \"v\"]]], [\"<%s; 8>\", "
		    "[\"fill\", 8, [\"%s\", 0]]]], [\"splitVec\", 8]], "
		    "[\"split\", %d, \"a\"]]]}", sum->to, sum->to,
		    LANES * rounds);
	limits_run(limits, text_string(&text), &n);
	text_free(&text);
	limits_free(&n);
}

void limits_sums(Limits *limits)
{
	for (int i = 0; i < COUNT(sums); i++)
		for (int more = 0; more < 2; more++)
			sum_of(limits, &sums[i], sums[i].rounds + more);
}
