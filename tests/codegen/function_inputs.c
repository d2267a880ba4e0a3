#include "function_inputs.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { GROUP = 64, KINDS = 8 };

/* Of both formats: array_set rounds. */
static const double special[] = {
	0, 0x1p-1074, 0x1.fffffffffffffp-1023, 0x1p-1022, 0x1p-600, 0x1p-149,
	0x1.fffffcp-127, 0x1p-126, 0x1p-64, 0x1p-63, 0x1p-54, 0x1p-27, 0x1p-24,
	0x1.fffffep-2, 0x1.fffffffffffffp-2, 0.5, 0x1.6a09e667f3bccp-1,
	0x1.6a09e667f3bcdp-1, 0x1.fffffep-1, 0x1.fffffffffffffp-1, 1,
	0x1.0000000000001p0, 0x1.000002p0, 0x1.6a09e667f3bcdp0,
	0x1.921fb54442d18p0, 2, 3, 0x1.921fb54442d18p1, 20, 87, 0x1.62e43p6,
	149, 707.9999, 708, 709.7, 709.8, 745.1, 745.2, 12000, 0x1.770002p13,
	99999, 100000, 0x1.86a0000000001p16, 8388609, 0x1p24, 1e10, 0x1p52,
	0x1p53, 0x1p63, 0x1p126, 0x1.fffffep127, 0x1p600,
	0x1.6ac5b262ca1ffp849, 0x1.fffffffffffffp1023, INFINITY, NAN,
};

enum { SPECIAL = 2 * sizeof special / sizeof *special };

/* Lanes, of which one is special: another could send all on the rare way. */
enum { ALONE = 16 };

static double special_of(int i)
{
	return i % 2 ? -special[i / 2] : special[i / 2];
}

static uint64_t draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 32;
}

static double between(uint64_t *state, double low, double high)
{
	uint64_t first = draw(state);

	return low + (high - low)
	       * ((double)(first << 21 ^ draw(state)) * 0x1p-53);
}

/* Of any sign and size, NaN and infinite, too. */
static double of_any_size(const Format *format, uint64_t *state)
{
	uint64_t high = draw(state), bits = high << 32 | draw(state);
	uint32_t half = (uint32_t)high;
	double value;
	float single;

	memcpy(&value, &bits, sizeof value);
	memcpy(&single, &half, sizeof single);
	return format->wide ? value : single;
}

/* Numbers of one kind. */
static void draw_pair(const Format *format, uint64_t *state, uint64_t kind,
		      double *x, double *y)
{
	double most = format->beyond;

	*x = of_any_size(format, state);
	*y = of_any_size(format, state);
	switch (kind) {
	case 0:
		break;
	case 1:
		*x = between(state, -10, 10);
		*y = between(state, -10, 10);
		break;
	case 2: /* powers that nearly overflow */
		*x = between(state, 0.5, 2);
		*y = (most - 4) / log2(*x) * between(state, -1, 1);
		break;
	case 3: /* whole numbers and halves */
		*x = floor(between(state, -16, 16));
		*y = floor(between(state, -16, 16)) / 2;
		break;
	case 4: /* above 0, neither great nor small */
		*x = ldexp(between(state, 1, 2), (int)(draw(state) % 40) - 20);
		*y = between(state, -5, 5);
		break;
	case 5: /* exponentials that nearly overflow */
		*x = between(state, -0.7 * most, 0.7 * most);
		break;
	case 6: /* near multiples of pi/2 */
		*x = floor(between(state, -64000, 64000)) * 0x1.921fb54442d18p0;
		break;
	default:
		*x = between(state, -1, 1);
		*y = between(state, 0, 1);
	}
}

void function_inputs(const Format *format, Array in[2])
{
	uint64_t state = 1, kind = 0;

	for (int i = 0; i < COUNT; i++) {
		double x, y;

		if (i % GROUP == 0)
			kind = draw(&state) % KINDS;
		if (i < SPECIAL * SPECIAL) {
			x = special_of(i / SPECIAL);
			y = special_of(i % SPECIAL);
		} else if (i < (1 + ALONE) * SPECIAL * SPECIAL) {
			int k = i / ALONE - SPECIAL * SPECIAL / ALONE;

			x = i % ALONE ? 0.5 : special_of(k / SPECIAL);
			y = i % ALONE ? 0.5 : special_of(k % SPECIAL);
		} else {
			draw_pair(format, &state, kind, &x, &y);
		}
		array_set(&in[0], i, x);
		array_set(&in[1], i, y);
	}
}
