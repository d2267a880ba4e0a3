#include "search/space/number.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/least.h"
#include "search/space/hardware.h"

void numbers_add(Numbers *list, int64_t value, const char *format, ...)
{
	Number *number = &list->items[list->count];
	va_list args;

	for (int i = 0; i < list->count; i++)
		if (list->items[i].value == value)
			return;
	if (list->count == NUMBERS_MAX)
		return;
	va_start(args, format);
	vsnprintf(number->origin, sizeof number->origin, format, args);
	va_end(args);
	number->value = value;
	list->count++;
}

/* -- from where it is promising outwards ----------------------------------- */

static void add(Numbers *list, const Number *number)
{
	numbers_add(list, number->value, "%s", number->origin);
}

/* All of a rising list: the last that is at most `first`, then in turn those
 * below and above it, or (up) above and below. */
static void outwards(Numbers *list, const Numbers *rising, int64_t first,
		     bool up)
{
	int at = 0;

	while (at + 1 < rising->count && rising->items[at + 1].value <= first)
		at++;
	for (int i = 0; i < 2 * rising->count; i++) {
		int far = (i + 1) / 2;
		int next = (i % 2 == 1) == up ? at + far : at - far;

		if (next >= 0 && next < rising->count)
			add(list, &rising->items[next]);
	}
}

/* The middle, in ratios, between 1 and most: a power of two. */
static int64_t middle(int64_t most)
{
	int64_t root = 1;

	while (2 * root <= most / (2 * root))
		root *= 2;
	return root;
}

/* -- work-items and groups ------------------------------------------------- */

/* One piece of work for each compute unit, two, and so on in steps of four. */
static int64_t more_units(int64_t times)
{
	return times == 1 ? 2 : 4 * times;
}

/* From `first` outwards those that are worthwhile, then the others. */
static void add_units(Numbers *list, const Device *device, int64_t n,
		      int64_t worthwhile, int64_t first)
{
	int64_t units = device->compute_units > 0 ? device->compute_units : 1;
	int64_t most = least(n / units, hardware_resident(device));
	Numbers good = { 0 };
	int64_t t = 1;

	for (; t <= most && t <= worthwhile; t = more_units(t))
		numbers_add(&good, t * units, "%lld CU", (long long)t);
	outwards(list, &good, first * units, false);
	for (; t <= most; t = more_units(t))
		numbers_add(list, t * units, "%lld CU", (long long)t);
	if (!list->count && n >= 1)
		numbers_add(list, n, "all");
}

/* How many times the compute units give every item enough to do and are not
 * more than a unit holds. */
static int64_t worthwhile(const Device *device, int64_t n, int64_t each)
{
	int64_t units = device->compute_units > 0 ? device->compute_units : 1;
	int64_t elements = hardware_worthwhile(device) / each;

	return least(hardware_resident(device),
		       n / units / (elements > 0 ? elements : 1));
}

void numbers_items(Numbers *list, const Device *device, int64_t n,
		   int64_t each)
{
	int64_t good = worthwhile(device, n, each);

	add_units(list, device, n, good, hardware_in_turn(device)
		  ? middle(good) : hardware_resident(device));
}

void numbers_groups(Numbers *list, const Device *device, int64_t n,
		    int64_t each)
{
	int64_t good = worthwhile(device, n, each);

	add_units(list, device, n, good, hardware_in_turn(device) ? middle(good)
		  : hardware_resident(device) / hardware_group(device));
}

static int64_t group_limit(const Device *device)
{
	return least(device->max_group_size, device->max_item_sizes[0]);
}

static void add_group_sizes(Numbers *list, const Device *device, int64_t n,
			    int64_t step)
{
	int64_t limit = group_limit(device);
	Numbers rising = { 0 };

	for (int64_t i = hardware_group_least(device); i <= least(limit, n);
	     i *= step)
		numbers_add(&rising, i, "of %lld", (long long)limit);
	outwards(list, &rising, hardware_group(device), true);
}

void numbers_group_size(Numbers *list, const Device *device, int64_t n)
{
	add_group_sizes(list, device, n, 4);
	add_group_sizes(list, device, n, 2);
	if (!list->count && n >= 1 && n <= group_limit(device))
		numbers_add(list, n, "all");
}

void numbers_group_few(Numbers *list, const Device *device, int64_t n)
{
	enum { FEW = 4 };
	Numbers sizes = { 0 };

	numbers_group_size(&sizes, device, n);
	for (int i = 0; i < sizes.count && list->count < FEW; i++)
		if (n / sizes.items[i].value <= hardware_items(device))
			add(list, &sizes.items[i]);
}

void numbers_launch(Numbers *list, const Device *device, int64_t n,
		    bool several)
{
	enum { LEAST = 64, MOST = 512 };
	int64_t unit = hardware_multiple(device);
	int64_t first = several ? MOST / 4 : MOST / 2;
	Numbers rising = { 0 };

	for (int64_t size = (LEAST + unit - 1) / unit * unit;
	     size < MOST && size <= device->max_group_size; size *= 2)
		numbers_add(&rising, size, "multiple of %lld",
			    (long long)unit);
	if (!rising.count)
		numbers_add(&rising, least(unit, device->max_group_size),
			    "multiple of %lld", (long long)unit);
	while (first > LEAST && n / first < device->compute_units)
		first /= 2;
	outwards(list, &rising, first, false);
}

void numbers_across(Numbers *list, const Device *device, int64_t items)
{
	static const int64_t widths[] = { 32, 16 }, narrow[] = { 8, 4 };
	int64_t unit = hardware_multiple(device);

	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
		if (widths[i] <= items)
			numbers_add(list, widths[i], "neighbours");
	if (unit <= items)
		numbers_add(list, unit, "one multiple");
	for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
		if (narrow[i] <= items)
			numbers_add(list, narrow[i], "in a block");
}

/* -- inside a work-item ---------------------------------------------------- */

static void add_width(Numbers *list, int64_t lanes, int64_t n,
		      const char *origin)
{
	if (lanes >= 2 && lanes <= n && type_is_width(lanes))
		numbers_add(list, lanes, "%s", origin);
}

/* The first is the one to begin with. */
static void add_widths(Numbers *list, const Device *device, const Type *type,
		       int64_t n, int64_t line)
{
	int64_t lanes = hardware_lanes(device, type);

	add_width(list, lanes, n, "native width");
	if (lanes > 1)
		add_width(list, hardware_lanes_most(device, type), n,
			  "of the narrowest");
	if (line > lanes)
		add_width(list, line, n, "a line");
	add_width(list, lanes / 2, n, "native width / 2");
	add_width(list, lanes / 4, n, "native width / 4");
	numbers_add(list, 1, "no vectors");
}

void numbers_width(Numbers *list, const Device *device, const Type *type,
		   int64_t n)
{
	add_widths(list, device, type, n, 0);
}

void numbers_width_summed(Numbers *list, const Device *device,
			  const Type *sum, const Type *each, int64_t n)
{
	int64_t lanes = hardware_lanes(device, sum);
	int64_t most = hardware_lanes(device, each);

	if (lanes > 1 && most > lanes) {
		add_width(list, 2 * lanes, n, "native width * 2");
		add_width(list, most, n, "of the elements");
	}
	add_widths(list, device, sum, n, 0);
}

void numbers_width_stored(Numbers *list, const Device *device,
			  const Type *type, int64_t n)
{
	add_widths(list, device, type, n, hardware_lanes_line(device, type));
}

void numbers_unroll(Numbers *list, int64_t most)
{
	for (int64_t u = hardware_flight(); u >= 1; u /= 2)
		if (u <= most)
			numbers_add(list, u, "%lld", (long long)u);
}

static void add_things(Numbers *list, int64_t count, int64_t size,
		       const char *thing)
{
	numbers_add(list, count * size, count * size == 1 ? "%lld %s"
		    : "%lld %ss", (long long)(count * size), thing);
}

/* Powers of two, from `first` outwards. */
static void add_powers(Numbers *list, int64_t from, int64_t most,
		       int64_t first, int64_t size, const char *thing)
{
	Numbers rising = { 0 };

	for (int64_t i = 1; i <= least(most, hardware_flight()); i *= 2)
		if (i >= from)
			add_things(&rising, i, size, thing);
	outwards(list, &rising, first * size, false);
}

void numbers_several(Numbers *list, int64_t least, int64_t most, int64_t size,
		     const char *thing)
{
	add_powers(list, least, most, hardware_flight() / 2, size, thing);
}

void numbers_copies(Numbers *list, int64_t most, const char *thing)
{
	add_powers(list, 1, most, middle(least(most, hardware_flight())), 1,
		   thing);
}

/* -- tiles ----------------------------------------------------------------- */

void numbers_tile_rows(Numbers *list, const Device *device, int64_t n)
{
	int64_t registers = hardware_registers(device);
	Numbers rising = { 0 };

	for (int64_t i = 2; i <= least(n, registers / 2); i *= 2) {
		add_things(&rising, i, 1, "row");
		if (3 * i / 2 <= least(n, registers / 2))
			add_things(&rising, 3 * i / 2, 1, "row");
	}
	outwards(list, &rising, registers / 4, false);
}

void numbers_tile_vectors(Numbers *list, int64_t n)
{
	int64_t most = least(n, hardware_flight() / 2);
	Numbers rising = { 0 };

	for (int64_t i = 1; i <= most; i++)
		add_things(&rising, i, 1, "vector");
	outwards(list, &rising, middle(most), false);
}
