/* Which macros are offered where. */
#include <string.h>

#include "ir/front/read_names.h"
#include "search/macro_launch.h"
#include "search/nest/walk.h"
#include "search/space/hardware.h"

enum { TOP = 1 << LEVEL_TOP, GROUP = 1 << LEVEL_GROUP, ITEM = 1 << LEVEL_ITEM };

/* In a map that is spread over a grid in any case; in one whose elements have
 * arrays of their own; where one item then does it all. */
enum { IN_GRID = 1, IN_WHOLE = 2, BY_ONE = 4 };

typedef struct Offer {
	SiteKind site;
	unsigned levels;
	const Macro *macro;
	int others; /* rank on devices that are no CPU; the order is a CPU's */
	const char *stands_in; /* offered only where this one is forbidden */
	const char *block; /* instead of the macro */
	unsigned also; /* where few are (suits) */
} Offer;

static const Offer offers[] = {
	{ SITE_MAP,    TOP,           NULL, 0, NULL, "reciprocals", 0 },
	{ SITE_REDUCE, TOP,           NULL, 0, NULL, "reciprocals", 0 },
	{ SITE_NAMED,  TOP,           NULL, 0, NULL, "reciprocals", 0 },
	{ SITE_MAP,    TOP,           NULL, 0, NULL, "sums", 0 },
	{ SITE_REDUCE, TOP,           NULL, 0, NULL, "sums", 0 },
	{ SITE_NAMED,  TOP,           NULL, 0, NULL, "sums", 0 },
	{ SITE_MAP,    TOP,           NULL, 0, NULL, "chains", 0 },
	{ SITE_NAMED,  TOP,           NULL, 0, NULL, "chains", 0 },
	{ SITE_REDUCE, TOP,           NULL, 1, NULL, "products_first", 0 },
	{ SITE_REDUCE, TOP,           NULL, 1, NULL, "row_by_row", 0 },
	{ SITE_REDUCE, TOP,           NULL, 0, NULL, "one_group", 0 },
	{ SITE_REDUCE, TOP,           NULL, 3, NULL, "chunks", 0 },
	{ SITE_REDUCE, TOP,           NULL, 1, NULL, "groups", 0 },
	{ SITE_REDUCE, TOP,           NULL, 2, NULL, "strided", 0 },
	{ SITE_REDUCE, GROUP,         NULL, 5, "chunks", "one_lane", BY_ONE },
	{ SITE_REDUCE, GROUP,         NULL, 2, NULL, "lanes_in_turn", 0 },
	{ SITE_REDUCE, GROUP,         NULL, 1, NULL, "tree", 0 },
	{ SITE_REDUCE, GROUP,         NULL, 3, NULL, "lanes_in_chunks", 0 },
	{ SITE_REDUCE, GROUP,         NULL, 4, NULL, "local_copy", BY_ONE },
	{ SITE_REDUCE, TOP | ITEM,    NULL, 4, NULL, "accumulators", BY_ONE },
	{ SITE_REDUCE, TOP | ITEM,    NULL, 5, NULL, "blocks", BY_ONE },
	{ SITE_REDUCE, TOP,           NULL, 6, NULL, "stored", 0 },
	{ SITE_REDUCE, TOP | GROUP | ITEM, NULL, 7, NULL, "fold", BY_ONE },
	{ SITE_REDUCE, ITEM,          NULL, 8, NULL, "side_by_side", 0 },
	{ SITE_SCAN,   TOP,           NULL, 1, NULL, "scan_chunks", 0 },
	{ SITE_SCAN,   TOP | GROUP | ITEM, NULL, 2, NULL, "scan_in_order", 0 },
	{ SITE_PUT,    TOP,           NULL, 1, NULL, "filter_in_chunks", 0 },
	{ SITE_PUT,    TOP,           NULL, 1, NULL, "scatter_chunks", 0 },
	{ SITE_PUT,    TOP | GROUP | ITEM, NULL, 2, NULL, "scatter_in_place", 0 },
	{ SITE_PUT,    ITEM,          NULL, 3, NULL, "scatter_privately", 0 },
	{ SITE_MAP,    TOP,              NULL, 0, NULL, "windows_turned", 0 },
	{ SITE_MAP,    TOP,              NULL, 0, NULL, "flat", 0 },
	{ SITE_MAP,    TOP,              NULL, 0, NULL, "group_tiles", 0 },
	{ SITE_MAP,    TOP,              NULL, 2, NULL, "products_in_bands", 0 },
	{ SITE_MAP,    TOP | ITEM,       NULL, 1, NULL, "tiles", IN_GRID },
	{ SITE_MAP,    TOP,           NULL, 1, NULL, "products_first", 0 },
	{ SITE_MAP,    TOP,              NULL, 1, NULL, "stages", 0 },
	{ SITE_MAP,    TOP,              NULL, 4, NULL, "bands_beside", 0 },
	{ SITE_MAP,    TOP,              NULL, 4, NULL, "bands", 0 },
	{ SITE_MAP,    TOP,              NULL, 4, NULL, "separable", 0 },
	{ SITE_MAP,    TOP,              NULL, 4, NULL, "kept_tiles", 0 },
	{ SITE_MAP,    TOP,              NULL, 4, NULL, "borders", 0 },
	{ SITE_MAP,    ITEM,             NULL, 6, NULL, "in_line", 0 },
	{ SITE_MAP,    ITEM,             NULL, 6, NULL, "windows", 0 },
	{ SITE_MAP,    ITEM,       NULL, 6, "windows", "row_borders", 0 },
	{ SITE_MAP,    ITEM,       NULL, 6, "windows", "vectors_of_windows", 0 },
	{ SITE_MAP,    ITEM,       NULL, 6, "vectors", "windows_of_elements", 0 },
	{ SITE_MAP,    TOP | ITEM,       NULL, 3, NULL, "items",
	  IN_GRID | IN_WHOLE },
	{ SITE_MAP,    TOP,              NULL, 2, NULL, "group_chunks", 0 },
	{ SITE_MAP,    TOP | ITEM,       NULL, 1, NULL, "grid", IN_GRID },
	{ SITE_MAP,    TOP,              NULL, 8, NULL, "turned", 0 },
	{ SITE_MAP,    TOP,              NULL, 9, NULL, "one_item", BY_ONE },
	{ SITE_MAP,    GROUP,      NULL, 3, "items", "one_item_of_group",
	  BY_ONE },
	{ SITE_MAP,    GROUP,         NULL, 2, NULL, "items_of_group", 0 },
	{ SITE_MAP,    GROUP,         NULL, 1, NULL, "rounds_of_group", 0 },
	{ SITE_MAP,    ITEM,             NULL, 2, NULL, "until", 0 },
	{ SITE_MAP,    ITEM,             NULL, 2, NULL, "until_ended", 0 },
	{ SITE_MAP,    ITEM,       NULL, 2, "until", "until_groups", 0 },
	{ SITE_MAP,    ITEM,       NULL, 2, "until", "until_groups_ended", 0 },
	{ SITE_MAP,    ITEM,             NULL, 2, NULL, "steps", 0 },
	{ SITE_MAP,    ITEM,             NULL, 2, NULL, "lines", 0 },
	{ SITE_MAP,    ITEM,          NULL, 2, NULL, "columns", 0 },
	{ SITE_MAP,    ITEM,          NULL, 2, NULL, "scans", 0 },
	{ SITE_MAP,    ITEM,          NULL, 2, NULL, "scans_mapped", 0 },
	{ SITE_MAP,    ITEM,          NULL, 2, NULL, "columns_whole", 0 },
	{ SITE_MAP,    ITEM,          NULL, 2, NULL, "windows_of_columns", 0 },
	{ SITE_MAP,    ITEM,          NULL, 3, NULL, "rows", 0 },
	{ SITE_MAP,    ITEM,             NULL, 5, NULL, "vectors", 0 },
	{ SITE_MAP,    ITEM,             NULL, 4, NULL, "unrolled", 0 },
	{ SITE_MAP,    GROUP | ITEM,     NULL, 6, NULL, "loop",
	  IN_WHOLE | BY_ONE },
	{ SITE_COPY,   TOP | GROUP | ITEM,    NULL, 1, NULL, "reordered", 0 },
	{ SITE_COPY,   TOP | GROUP | ITEM,    NULL, 2, NULL, "copied", 0 },
	{ SITE_NAMED,  TOP,              NULL, 1, NULL, "bands_fed", 0 },
	{ SITE_NAMED,  TOP,              NULL, 1, NULL, "store", 0 },
	{ SITE_NAMED,  ITEM,             NULL, 2, NULL, "private", 0 },
	{ SITE_NAMED,  GROUP,            NULL, 1, NULL, "local", 0 },
	{ SITE_NAMED,  TOP | GROUP | ITEM, NULL, 3, NULL, "recompute", 0 },
	{ SITE_NAMED,  ITEM,             NULL, 4, NULL, "slot", 0 },
	{ SITE_LAUNCH, TOP,           &macro_launch,       0, NULL, NULL, 0 },
	{ SITE_REDUCE, TOP | GROUP | ITEM, &macro_own,    10, NULL, NULL, 0 },
	{ SITE_MAP,    TOP | GROUP | ITEM, &macro_own,    10, NULL, NULL, 0 },
	{ SITE_COPY,   TOP | GROUP | ITEM, &macro_own,    10, NULL, NULL, 0 },
};

enum { OFFERS = sizeof offers / sizeof offers[0] };

/* A map that is one dimension of a grid is spread over it, in any case. */
static bool is_forced(const Site *site)
{
	return site->kind == SITE_MAP && site->level == LEVEL_ITEM
	    && site->dims;
}

static bool is_private(const Expr *e)
{
	return expr_is(e, PRIM_TO_PRIVATE);
}

/* A map whose function keeps arrays: an element is computed by one item, and
 * nothing in between the computing of two. */
static bool is_whole(const Site *site)
{
	return site->kind == SITE_MAP && walk_finds(site->node->kids[0], is_private);
}

bool macro_is_forbidden(const Task *task, const char *name)
{
	const Forbidden *f = task->forbidden;

	while (f && strcmp(f->macro, name))
		f = f->next;
	return f != NULL;
}

/* Sites where others would compute elements in another way than is decided. */
static bool suits(const Site *site, unsigned also)
{
	if (is_forced(site) && site->length >= 2 && !(also & IN_GRID))
		return false;
	return !is_whole(site) || also & IN_WHOLE;
}

static const Macro *macro_of(const MacroBlocks *blocks, const Offer *offer)
{
	return offer->block ? macro_block(blocks, offer->block)
			    : offer->macro;
}

static bool is_offered(const Task *task, const Derivation *from,
		       const Site *site, const Offer *offer)
{
	if (offer->site != site->kind || !(offer->levels & 1u << site->level))
		return false;
	if (offer->stands_in && !macro_is_forbidden(task, offer->stands_in))
		return false;
	return suits(site, offer->also)
	    && macro_fits(task, from, site, macro_of(task->blocks, offer));
}

/* A user's own, after all others. */
static int own_blocks(const Task *task, const Derivation *from,
		      const Site *site, int count,
		      const Macro *found[MACROS_MAX])
{
	const MacroBlocks *blocks = task->blocks;

	for (int i = blocks->own; i < blocks->count && count < MACROS_MAX;
	     i++)
		if (suits(site, 0)
		    && macro_fits(task, from, site, &blocks->macros[i]))
			found[count++] = &blocks->macros[i];
	return count;
}

/* Where an item is slow and others wait, it is given only what is short, if there
 * is another way. */
static bool is_too_long(const Task *task, const Site *site, const Offer *offer)
{
	return offer->also & BY_ONE && !hardware_is_cpu(&task->device)
	    && site->level != LEVEL_ITEM
	    && site->length > hardware_last(&task->device);
}

static bool has_other_way(const Task *task, const Derivation *from,
			  const Site *site)
{
	for (int i = 0; i < OFFERS; i++)
		if (!is_too_long(task, site, &offers[i])
		    && offers[i].macro != &macro_own
		    && is_offered(task, from, site, &offers[i]))
			return true;
	return false;
}

int macros_for(const Task *task, const Derivation *from, const Site *site,
	       const Macro *found[MACROS_MAX])
{
	bool cpu = task->device.type == DEVICE_CPU;
	bool others = cpu || has_other_way(task, from, site);
	int ranks[MACROS_MAX], count = 0;

	for (int i = 0; i < OFFERS && count < MACROS_MAX; i++) {
		int rank = cpu ? 0 : offers[i].others, at = count;

		if ((others && is_too_long(task, site, &offers[i]))
		    || !is_offered(task, from, site, &offers[i]))
			continue;
		for (; at > 0 && ranks[at - 1] > rank; at--) {
			ranks[at] = ranks[at - 1];
			found[at] = found[at - 1];
		}
		ranks[at] = rank;
		found[at] = macro_of(task->blocks, &offers[i]);
		count++;
	}
	return own_blocks(task, from, site, count, found);
}

/* -- names ----------------------------------------------------------------- */

typedef struct Search {
	Arena *arena;
	const char *name;
	bool number;
	int best;
	const char *near;
} Search;

static bool is_found(Search *search, const char *name)
{
	if (!strcmp(search->name, name))
		return true;
	names_nearer(search->name, name, &search->best, &search->near);
	return false;
}

/* Of its numbers, or its own. */
static bool has_name(const Macro *macro, Search *search)
{
	if (!search->number)
		return is_found(search, macro->name);
	for (int i = 0; i < macro->count; i++)
		if (is_found(search, macro->numbers[i].name)
		    || is_found(search, arena_printf(search->arena, "%s.%s",
				macro->name, macro->numbers[i].name)))
			return true;
	return false;
}

bool macro_is_known(const MacroBlocks *blocks, Arena *arena, const char *name,
		    bool number, const char **near)
{
	Search search = { arena, name, number, 1000, NULL };

	for (int i = 0; i < OFFERS; i++)
		if (has_name(macro_of(blocks, &offers[i]), &search))
			return true;
	for (int i = blocks->own; i < blocks->count; i++)
		if (has_name(&blocks->macros[i], &search))
			return true;
	*near = search.near;
	return false;
}

/* -- without choice -------------------------------------------------------- */

static bool first_numbers(const Task *task, const Derivation *from,
			  const Site *site, const Macro *macro, Number *given)
{
	for (int i = 0; i < macro->count; i++) {
		Numbers list = { 0 };

		macro_list(task, from, site, macro, i, given, &list);
		if (!list.count)
			return false;
		given[i] = list.items[0];
	}
	return true;
}

/* By the first macro that applies, of those that are forbidden or the others. */
static bool decide_by(Work *work, const Site *site, bool forbidden)
{
	const Macro *found[MACROS_MAX];
	int count = macros_for(work->task, work->now, site, found);

	for (int i = 0; i < count; i++) {
		Number given[MACRO_NUMBERS_MAX];
		Work attempt = *work;

		if (macro_is_forbidden(work->task, found[i]->name) != forbidden
		    || !first_numbers(work->task, work->now, site, found[i],
				      given))
			continue;
		macro_apply(&attempt, site, found[i], given);
		if (attempt.now) {
			*work = attempt;
			return true;
		}
	}
	return false;
}

static bool decide(Work *work, const Site *site)
{
	return decide_by(work, site, false) || decide_by(work, site, true);
}

void macro_lower(Work *work, const Path *under)
{
	enum { SITES_MAX = 64 };
	Task rest = *work->task;
	Work part = { .task = &rest, .now = work->now };
	Site site;

	rest.rest = true;
	for (int i = 0; part.now && site_first(part.now->expr, under, &site);
	     i++)
		if (i == SITES_MAX || !decide(&part, &site))
			work_fail(&part);
	work->now = part.now;
}
