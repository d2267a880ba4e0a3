#include "search/schedule/order.h"

#include <string.h>

#include "rules/draft.h"
#include "search/schedule/block.h"

/* SITE_LAUNCH is the last of the kinds, LEVEL_ITEM of the levels. */
enum { KINDS = SITE_LAUNCH + 1, LEVELS = LEVEL_ITEM + 1 };

static const char *const kinds[KINDS] = {
	[SITE_MAP] = "map", [SITE_REDUCE] = "reduce", [SITE_SCAN] = "scan",
	[SITE_PUT] = "scatter", [SITE_COPY] = "copy", [SITE_NAMED] = "named",
	[SITE_LAUNCH] = "launch",
};

static const char *const levels[LEVELS] = {
	[LEVEL_TOP] = "top", [LEVEL_GROUP] = "group", [LEVEL_ITEM] = "item",
};

/* Which of the words stands here, and on; -1 with an error: none. */
static int read_one(BlockReader *r, const char *const *words, int count,
		    const char *expected)
{
	for (int i = 0; i < count; i++)
		if (scan_accept(r->scan, words[i]))
			return i;
	scan_unexpected(r->scan, expected);
	return -1;
}

static bool read_site(BlockReader *r, Order *order)
{
	const int kind = read_one(r, kinds, KINDS, "map, reduce, scan, "
				  "scatter, copy, named or launch");

	if (kind < 0)
		return false;
	order->kind = (SiteKind)kind;
	do {
		const int level = read_one(r, levels, LEVELS,
					   "top, group or item");

		if (level < 0)
			return false;
		order->levels |= 1u << level;
	} while (!scan_is(r->scan, ":"));
	return scan_expect(r->scan, ":");
}

static bool read_blocks(BlockReader *r, Order *order)
{
	do {
		const int at = r->scan->token.at;
		const char *name = read_word(r, "a schedule's name");

		if (!name)
			return false;
		if (order->count == ORDER_MAX)
			return scan_unexpected(r->scan, "fewer schedules");
		order->blocks[order->count] = schedules_find(r->all, name);
		if (!order->blocks[order->count++])
			return scan_error(r->scan, at, name,
					  schedules_near(r->all, name),
					  "there is no schedule %s", name);
	} while (scan_accept(r->scan, ","));
	return true;
}

static bool read_devices(BlockReader *r, Order *order)
{
	do {
		const int i = order->device_count++;

		if (i == CLASSES_MAX)
			return scan_unexpected(r->scan, "fewer classes");
		order->devices[i] = read_word(r, "a class of devices");
		if (!order->devices[i])
			return false;
	} while (scan_accept(r->scan, ","));
	return true;
}

bool read_order(BlockReader *r)
{
	Order all = { 0 };

	if (!read_devices(r, &all))
		return false;
	do {
		Order *order = ARENA_NEW(r->arena, Order);

		*order = all;
		order->next = r->all->orders;
		r->all->orders = order;
		if (!read_site(r, order) || !read_blocks(r, order))
			return false;
	} while (scan_accept(r->scan, ";"));
	return true;
}

static bool is_for(const Order *order, const char *device, SiteKind kind,
		   SiteLevel level)
{
	for (int i = 0; i < order->device_count; i++)
		if (!strcmp(order->devices[i], device))
			return order->kind == kind
			    && order->levels & 1u << level;
	return false;
}

int schedules_order(const Schedules *all, const char *device, SiteKind kind,
		    SiteLevel level, const Block *const **blocks)
{
	const Order *order = all->orders;

	while (order && !is_for(order, device, kind, level))
		order = order->next;
	*blocks = order ? order->blocks : NULL;
	return order ? order->count : 0;
}

bool schedules_offers(const Schedules *all, int i)
{
	if (i >= all->built_in)
		return true;
	for (const Order *order = all->orders; order; order = order->next)
		for (int k = 0; k < order->count; k++)
			if (order->blocks[k] == all->blocks[i])
				return true;
	return false;
}
