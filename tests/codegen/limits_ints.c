/* Integers of 64 bits that fit 32, and those that just do not: in arrays of a
 * work-group and of an item, and in what is computed from these. */
#include <stdio.h>

#include "base/arena.h"
#include "limits_checks.h"

/* What an array holds, of x. */
static const struct Held {
	Scalar from;
	const char *type, *value;
} held[] = {
	{ SCALAR_U16, "i64", "[\"*\", @X, 32768]" },
	{ SCALAR_U16, "i64", "[\"*\", @X, 32769]" },
	{ SCALAR_I16, "i64", "[\"*\", @X, @X]" },
	{ SCALAR_U16, "i64", "[\"*\", @X, @X]" },
	{ SCALAR_I16, "i64", "[\"*\", [\"*\", @X, @X], 2]" },
	{ SCALAR_I16, "i64", "[\"-\", [\"*\", @X, 65536], 0]" },
	{ SCALAR_I16, "i64", "[\"-\", [\"*\", @X, 65536], 1]" },
	{ SCALAR_I16, "u64", "@X" },
	{ SCALAR_U8, "u64", "[\"-\", @X, 200]" },
	{ SCALAR_I32, "i64", "@X" },
	{ SCALAR_I32, "i64", "[\"+\", @X, 1]" },
	{ SCALAR_I32, "i64", "[\"neg\", @X]" },
	{ SCALAR_U32, "i64", "@X" },
	{ SCALAR_U32, "i64", "[\"-\", @X, 2147483648]" },
	{ SCALAR_I32, "i64", "[\"if\", [\">\", \"x\", 0], [\"i64\", 3], "
			     "[\"i64\", -1]]" },
	{ SCALAR_I32, "i64", "[\"max\", @X, [\"min\", @X, 7]]" },
	{ SCALAR_I32, "i64", "[\"popcount\", @X]" },
};

/* What is computed of an element, s. */
static const char *const uses[] = {
	"\"s\"", "[\"+\", \"s\", \"s\"]", "[\"-\", \"s\", 1]",
	"[\"*\", \"s\", \"s\"]", "[\"neg\", \"s\"]", "[\"abs\", \"s\"]",
	"[\">>\", \"s\", 40]", "[\"<<\", \"s\", 20]", "[\"/\", \"s\", 3]",
	"[\"%\", \"s\", 7]", "[\"f64\", \"s\"]", "[\"f32\", \"s\"]",
	"[\"i16\", \"s\"]", "[\"u32\", \"s\"]", "[\"<\", \"s\", 5]",
	"[\"<\", [\"u64\", \"s\"], 4000000000]",
	"[\"<\", [\"u64\", [\"-\", \"s\", 1]], 200]",
	"[\"if\", [\"<\", \"s\", 0], [\"-\", \"s\", 9], 4]",
	"[\"&\", \"s\", 255]", "[\"popcount\", \"s\"]", "[\"clz\", \"s\"]",
};

static const char *const memories[] = {
	"[\"mapLocal\", @F, [\"toLocal\", [\"mapLocal\", @G, \"c\"]]]",
	"[\"mapLocal\", @F, [\"reorderStride\", 8, [\"toLocal\", "
		"[\"mapLocal\", @G, \"c\"]]]]",
	"[\"join\", [\"mapLocal\", [\"fun\", [\"p\"], [\"mapSeq\", @F, "
		"[\"toPrivate\", [\"mapSeq\", @G, \"p\"]]]], "
		"[\"split\", 4, \"c\"]]]",
	"[\"scanSeq\", [\"fun\", [\"t\", \"x\"], [\"+\", \"t\", @V]], "
		"[\"@T\", 0], \"c\"]",
	"[\"joinVec\", [\"mapLocal\", [\"mapVec\", @F], [\"toLocal\", "
		"[\"mapLocal\", [\"mapVec\", @G], [\"splitVec\", 4, \"c\"]]]]]",
};

enum { N = 256, CHUNK = 64 };

/* The text with @F, @G, @V, @X and @T put in. */
static void put(Text *text, const char *form, const struct Held *h,
		const char *use)
{
	for (const char *c = form; *c; c++) {
		if (*c != '@') {
			text_char(text, *c);
			continue;
		}
		switch (*++c) {
		case 'F':
			text_printf(text, "[\"fun\", [\"s\"], %s]", use);
			break;
		case 'G':
			text_printf(text, "[\"fun\", [\"x\"], ");
			put(text, h->value, h, use);
			text_char(text, ']');
			break;
		case 'V':
			put(text, h->value, h, use);
			break;
		case 'X':
			text_printf(text, "[\"%s\", \"x\"]", h->type);
			break;
		default: /* T */
			text_printf(text, "%s", h->type);
		}
	}
}

static void put_number(Numbers *n, int64_t at, int64_t value)
{
	const size_t size = scalar_bytes(n->scalar);

	for (size_t b = 0; b < size; b++)
		((unsigned char *)n->data)[(size_t)at * size + b] =
			(unsigned char)(value >> 8 * b);
}

static Numbers numbers_of(Scalar from)
{
	Numbers n = { .scalar = from, .count = N };
	const int64_t ends[] = { limits_least(from), limits_greatest(from) };

	n.data = base_calloc(N, scalar_bytes(from));
	for (int i = 0; i < N; i++)
		put_number(&n, i, i % 5 < 2 ? ends[i % 5]
				: i % 5 == 2 ? ends[1] - i : i % 5 - 3);
	return n;
}

static void ints_of(Limits *limits, const struct Held *h, int memory,
		    const char *use)
{
	Numbers n = numbers_of(h->from);
	Text text = { 0 };

	text_printf(&text, "{\"name\": \"ints_%s_%d\", \"inputs\": [{\"name\": "
		    "\"a\", \"type\": \"[%s; %d]\"}], \"body\": [\"join\", "
		    "[\"mapWorkgroup\", [\"fun\", [\"c\"], ",
		    scalar_name(h->from), memory, scalar_name(h->from), N);
	put(&text, memories[memory], h, use);
	text_printf(&text, "], [\"split\", %d, \"a\"]]]}", CHUNK);
	limits_run(limits, text_string(&text), &n);
	text_free(&text);
	limits_free(&n);
}

void limits_ints(Limits *limits, bool all)
{
	for (int h = 0; h < COUNT(held); h++)
		for (int m = 0; m < COUNT(memories); m++)
			for (int u = 0; u < COUNT(uses); u++)
				if (all || (h + m + u) % 32 == 0)
					ints_of(limits, &held[h], m, uses[u]);
}
