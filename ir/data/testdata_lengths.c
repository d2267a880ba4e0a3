#include "ir/data/testdata_lengths.h"

#include <string.h>

/* Rows as they are drawn. */
typedef struct Lengths {
	int64_t rows, most; /* most: elements in all */
	int64_t share;      /* of one row */
	int64_t longest;    /* the row that has a third */
	Rng *rng;
} Lengths;

typedef int64_t Draw(const Lengths *l, int64_t row);

static int64_t below(Rng *rng, int64_t bound)
{
	return (int64_t)rng_below(rng, (uint64_t)bound);
}

static int64_t uniform(const Lengths *l, int64_t row)
{
	if (row == l->longest)
		return l->most / 3;
	return below(l->rng, 10) ? 1 + below(l->rng, 2 * l->share + 1) : 0;
}

/* Longer than x with a probability of about 1 / x; some are empty. */
static int64_t power_law(const Lengths *l, int64_t row)
{
	const double u = rng_unit(l->rng);

	(void)row;
	return (int64_t)((double)l->share / 4 * (1 / (u + 1e-6) - 1));
}

static int64_t mostly_empty(const Lengths *l, int64_t row)
{
	if (row == 0 || row == l->rows - 1 || below(l->rng, 8))
		return 0;
	return below(l->rng, 12 * l->share + 2);
}

/* One row of so many, the first of them anywhere among as many, is long. */
enum { OF_ROWS = 1024 };

static int64_t skewed(const Lengths *l, int64_t row)
{
	const int64_t each = l->rows < OF_ROWS ? l->rows : OF_ROWS;
	const int64_t longs = (l->rows + each - 1) / each;

	if (row % each == l->longest % each)
		return (l->most - l->most / 3) / longs;
	return below(l->rng, 2 * (l->most / 3 / l->rows) + 1);
}

static Draw *const draws[] = { uniform, power_law, mostly_empty, skewed };

static void fill_offsets(int64_t *offsets, const Lengths *l, Draw *draw)
{
	int64_t end = 0;

	offsets[0] = 0;
	for (int64_t row = 0; row < l->rows; row++) {
		const int64_t length = draw(l, row), rest = l->most - end;

		end += length < rest ? length : rest;
		offsets[row + 1] = end;
	}
}

void lengths_fill(Array *array, const Port *port, uint64_t seed, Rng *rng)
{
	Lengths l = { .rows = array->elements - 1, .most = port->ihi,
		      .rng = rng };

	if (!strcmp(port->part, "count")) {
		*(int64_t *)array->data = below(rng, l.most + 1);
		return;
	}
	if (l.rows) {
		l.longest = below(rng, l.rows);
		l.share = (l.most - l.most / 3) / l.rows;
	}
	fill_offsets(array->data, &l,
		     draws[seed % (sizeof draws / sizeof *draws)]);
}
