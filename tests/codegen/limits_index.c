/* Numbers that are indices of something, or are computed from such. */
#include <stdio.h>

#include "limits_checks.h"

/* Of so many items, less an offset, as a number of a type of so many bytes, or
 * any of more: all of them fit it, or some wrap. */
static const struct Range {
	int count, offset;
	size_t bytes, most;
	bool lanes; /* in vectors, too */
} ranges[] = {
	{ 128, 0, 1, 1, true }, { 144, 0, 1, 1, false },
	{ 256, 128, 1, 1, false }, { 272, 136, 1, 8, true },
	{ 272, 0, 4, 8, false }, { 65536, 32768, 2, 2, true },
	{ 65552, 0, 2, 2, false },
};

static const char *const compared[] = { "<", ">=", "==" };

static void put_comparisons(Document *d, Scalar scalar)
{
	char ends[2][24];

	document_ends(scalar, ends[0], ends[1]);
	for (int i = 0; i < COUNT(compared); i++) {
		document_put(d, "[\"%s\", \"t\", 0]", compared[i]);
		for (int k = 0; k < 2; k++)
			document_put(d, "[\"%s\", \"t\", %s]", compared[i],
			    ends[k]);
	}
	if (scalar == SCALAR_U64)
		document_put(d, "[\"<\", \"t\", \"18446744073709551614\"]\n"
		    "[\"-\", \"18446744073709551610\", \"t\"]");
}

static void put_index(Document *d, Scalar scalar)
{
	static const char *const halves[] = { "neg", "abs", "sign", "~" };

	for (int i = 0; i < COUNT(halves); i++)
		document_put(d, "[\"%s\", \"t\"]", halves[i]);
	document_put(d, "[\"*\", \"t\", \"t\"]\n[\"-\", \"t\", [\"%s\", 100]]\n"
	    "[\"%%\", [\"*\", \"t\", 37], 100]\n"
	    "[\"/\", [\"+\", [\"*\", \"t\", 3], 1], 7]\n"
	    "[\">>\", [\"<<\", \"t\", 3], 1]\n[\"<<\", [\">>\", \"t\", 1], 2]\n"
	    "[\"u8\", [\"i8\", \"t\"]]\n[\"i64\", [\"u16\", \"t\"]]\n"
	    "[\"f32\", \"t\"]\n[\"i8\", [\"f32\", \"t\"]]",
	    scalar_name(scalar));
}

static void index_range(Limits *limits, const struct Range *r, Scalar scalar,
			int width)
{
	Document d = document_of("indices", scalar, width, 0, 0);
	char xs[96];

	snprintf(xs, sizeof xs, "[\"generate\", %d, [\"fun\", [\"i\"], "
		 "\"i\"]]", r->count);
	snprintf(d.let, sizeof d.let, "[\"let\", \"t\", [\"%s\", [\"-\", "
		 "\"i\", %d]], ", scalar_name(scalar), r->offset);
	d.params = "\"i\"";
	d.xs = xs;
	document_literals(&d, scalar, "\"t\"");
	put_comparisons(&d, scalar);
	put_index(&d, scalar);
	document_run(limits, &d, NULL);
}

void limits_indices(Limits *limits, Scalar scalar, int width)
{
	size_t bytes = scalar_bytes(scalar);

	for (int i = 0; i < COUNT(ranges); i++)
		if (ranges[i].bytes <= bytes && bytes <= ranges[i].most
		    && (width == 1 || ranges[i].lanes))
			index_range(limits, &ranges[i], scalar, width);
}

/* -- elements -------------------------------------------------------------- */

static const int lengths[] = { 1, 7, 127, 128, 129, 200, 255, 256, 257,
			       32767, 32768, 32769, 65536, 70000 };

/* Rows and their lengths, joined: quotients and rests, on both sides of 2^7,
 * 2^15 and 2^16. */
static const int joined[][2] = {
	{ 7, 3 }, { 42, 3 }, { 43, 3 }, { 2, 128 }, { 10922, 3 },
	{ 16385, 2 }, { 21845, 3 }, { 257, 256 },
};

/* Where the number is an index of that many elements that element of them, else
 * the number. */
static void put_element(Document *d, int length, const char *elements)
{
	document_put(d, "[\"if\", [\"and\", [\">=\", [\"i64\", \"k\"], 0], "
		     "[\"<\", [\"i64\", \"k\"], %d]], "
		     "[\"at\", %s, \"k\"], [\"i64\", \"k\"]]",
		     length, elements);
}

static void put_generated(Document *d, int length)
{
	char elements[256];

	snprintf(elements, sizeof elements, "[\"generate\", %d, [\"fun\", "
		 "[\"i\"], [\"*\", 3, \"i\"]]]", length);
	put_element(d, length, elements);
}

static void put_joined(Document *d, int rows, int length)
{
	char elements[256];

	snprintf(elements, sizeof elements, "[\"join\", [\"generate\", %d, "
		 "[\"fun\", [\"i\"], [\"generate\", %d, [\"fun\", [\"j\"], "
		 "[\"-\", [\"*\", 5, \"i\"], \"j\"]]]]]]", rows, length);
	put_element(d, rows * length, elements);
}

/* Of arrays of many lengths. */
void limits_elements(Limits *limits, Scalar scalar, int width)
{
	Numbers n = limits_all(scalar);
	Document d = document_of("elements", scalar, width, 1, n.count);

	d.params = "\"k\"";
	for (int i = 0; i < COUNT(lengths); i++)
		put_generated(&d, lengths[i]);
	for (int i = 0; i < COUNT(joined); i++)
		put_joined(&d, joined[i][0], joined[i][1]);
	document_run(limits, &d, &n);
	limits_free(&n);
}
