/* Which macros are offered where. */
#include <string.h>

#include "search/macro.h"

enum { TOP = 1 << LEVEL_TOP, GROUP = 1 << LEVEL_GROUP, ITEM = 1 << LEVEL_ITEM };

typedef struct Offer {
	SiteKind site;
	unsigned levels;
	const Macro *macro;
	int others; /* rank on devices that are no CPU; the order is a CPU's */
	const Macro *stands_in; /* offered only where this one is forbidden */
} Offer;

static const Offer offers[] = {
	{ SITE_MAP,    TOP,              &macro_reciprocals,  0, NULL },
	{ SITE_REDUCE, TOP,              &macro_reciprocals,  0, NULL },
	{ SITE_NAMED,  TOP,              &macro_reciprocals,  0, NULL },
	{ SITE_MAP,    TOP,              &macro_sums,         0, NULL },
	{ SITE_REDUCE, TOP,              &macro_sums,         0, NULL },
	{ SITE_NAMED,  TOP,              &macro_sums,         0, NULL },
	{ SITE_MAP,    TOP,              &macro_chains,       0, NULL },
	{ SITE_NAMED,  TOP,              &macro_chains,       0, NULL },
	{ SITE_REDUCE, TOP,              &macro_apart,        1, NULL },
	{ SITE_REDUCE, TOP,              &macro_by_rows,      1, NULL },
	{ SITE_REDUCE, TOP,              &macro_chunks,       3, NULL },
	{ SITE_REDUCE, TOP,              &macro_groups,       1, NULL },
	{ SITE_REDUCE, TOP,              &macro_strided,      2, NULL },
	{ SITE_REDUCE, GROUP,            &macro_lone_lane,    5,
	  &macro_chunks },
	{ SITE_REDUCE, GROUP,            &macro_lane_columns, 2, NULL },
	{ SITE_REDUCE, GROUP,            &macro_lane_tree,    1, NULL },
	{ SITE_REDUCE, GROUP,            &macro_lane_chunks,  3, NULL },
	{ SITE_REDUCE, GROUP,            &macro_lane_copy,    4, NULL },
	{ SITE_REDUCE, TOP | ITEM,       &macro_accumulators, 4, NULL },
	{ SITE_REDUCE, TOP | ITEM,       &macro_blocks,       5, NULL },
	{ SITE_REDUCE, TOP,              &macro_stored,       6, NULL },
	{ SITE_REDUCE, TOP | GROUP | ITEM, &macro_fold,       7, NULL },
	{ SITE_REDUCE, ITEM,             &macro_split,        8, NULL },
	{ SITE_MAP,    TOP,              &macro_products,     2, NULL },
	{ SITE_MAP,    TOP | ITEM,       &macro_tiles,        1, NULL },
	{ SITE_MAP,    TOP,              &macro_apart,        1, NULL },
	{ SITE_MAP,    TOP,              &macro_stages,       1, NULL },
	{ SITE_MAP,    TOP,              &macro_bands,        4, NULL },
	{ SITE_MAP,    TOP,              &macro_separable,    4, NULL },
	{ SITE_MAP,    TOP,              &macro_kept,         4, NULL },
	{ SITE_MAP,    TOP,              &macro_borders,      4, NULL },
	{ SITE_MAP,    ITEM,             &macro_flat,         6, NULL },
	{ SITE_MAP,    ITEM,             &macro_windows,      6, NULL },
	{ SITE_MAP,    ITEM,             &macro_row_borders,  6,
	  &macro_windows },
	{ SITE_MAP,    ITEM,             &macro_window_vectors, 6,
	  &macro_windows },
	{ SITE_MAP,    ITEM,             &macro_scalar_windows, 6,
	  &macro_vectors },
	{ SITE_MAP,    TOP | ITEM,       &macro_items,        3, NULL },
	{ SITE_MAP,    TOP,              &macro_group_items,  2, NULL },
	{ SITE_MAP,    TOP | ITEM,       &macro_grid,         1, NULL },
	{ SITE_MAP,    TOP,              &macro_turned,       8, NULL },
	{ SITE_MAP,    TOP,              &macro_alone,        9, NULL },
	{ SITE_MAP,    GROUP,            &macro_lone_item,    3,
	  &macro_items },
	{ SITE_MAP,    GROUP,            &macro_local_items,  2, NULL },
	{ SITE_MAP,    GROUP,            &macro_local_rounds, 1, NULL },
	{ SITE_MAP,    ITEM,             &macro_until,        2, NULL },
	{ SITE_MAP,    ITEM,             &macro_until_groups, 2,
	  &macro_until },
	{ SITE_MAP,    ITEM,             &macro_steps,        2, NULL },
	{ SITE_MAP,    ITEM,             &macro_lines,        2, NULL },
	{ SITE_MAP,    ITEM,             &macro_columns,      2, NULL },
	{ SITE_MAP,    ITEM,             &macro_scans,        2, NULL },
	{ SITE_MAP,    ITEM,             &macro_lanes,        2, NULL },
	{ SITE_MAP,    ITEM,             &macro_rows,         3, NULL },
	{ SITE_MAP,    ITEM,             &macro_vectors,      5, NULL },
	{ SITE_MAP,    ITEM,             &macro_unrolled,     4, NULL },
	{ SITE_MAP,    GROUP | ITEM,     &macro_loop,         6, NULL },
	{ SITE_COPY,   TOP | GROUP | ITEM, &macro_reordered,  1, NULL },
	{ SITE_COPY,   TOP | GROUP | ITEM, &macro_copy,       2, NULL },
	{ SITE_NAMED,  TOP,              &macro_bands,        1, NULL },
	{ SITE_NAMED,  TOP,              &macro_store,        1, NULL },
	{ SITE_NAMED,  ITEM,             &macro_private,      2, NULL },
	{ SITE_NAMED,  GROUP,            &macro_local,        1, NULL },
	{ SITE_NAMED,  TOP | GROUP | ITEM, &macro_inline,     3, NULL },
	{ SITE_NAMED,  ITEM,             &macro_slot,         4, NULL },
	{ SITE_REDUCE, TOP | GROUP | ITEM, &macro_own,       10, NULL },
	{ SITE_MAP,    TOP | GROUP | ITEM, &macro_own,       10, NULL },
	{ SITE_COPY,   TOP | GROUP | ITEM, &macro_own,       10, NULL },
};

enum { OFFERS = sizeof offers / sizeof offers[0] };

/* A map that is one dimension of a grid is spread over it, in any case. */
static bool is_forced(const Site *site)
{
	return site->kind == SITE_MAP && site->level == LEVEL_ITEM
	    && site->dims;
}

static bool keeps_private(const Expr *e)
{
	if (expr_is(e, PRIM_TO_PRIVATE))
		return true;
	for (int i = 0; i < e->kid_count; i++)
		if (keeps_private(e->kids[i]))
			return true;
	return false;
}

/* A map whose function keeps arrays: an element is computed by one item, and
 * nothing in between the computing of two. */
static bool is_whole(const Site *site)
{
	return site->kind == SITE_MAP && keeps_private(site->node->kids[0]);
}

static bool is_forbidden(const Task *task, const Macro *macro)
{
	const Forbidden *f = task->forbidden;

	while (f && strcmp(f->macro, macro->name))
		f = f->next;
	return f != NULL;
}

static bool is_offered(const Task *task, const Derivation *from,
		       const Site *site, const Offer *offer)
{
	if (offer->site != site->kind || !(offer->levels & 1u << site->level))
		return false;
	if (offer->stands_in && !is_forbidden(task, offer->stands_in))
		return false;
	if (is_forced(site) && site->length >= 2
	    && offer->macro != &macro_items && offer->macro != &macro_grid
	    && offer->macro != &macro_tiles)
		return false;
	if (is_whole(site) && offer->macro != &macro_items
	    && offer->macro != &macro_loop)
		return false;
	return offer->macro->fits(task, from, site);
}

int macros_for(const Task *task, const Derivation *from, const Site *site,
	       const Macro *found[MACROS_MAX])
{
	bool cpu = task->device.type == DEVICE_CPU;
	int ranks[MACROS_MAX], count = 0;

	for (int i = 0; i < OFFERS && count < MACROS_MAX; i++) {
		int rank = cpu ? 0 : offers[i].others, at = count;

		if (!is_offered(task, from, site, &offers[i]))
			continue;
		for (; at > 0 && ranks[at - 1] > rank; at--) {
			ranks[at] = ranks[at - 1];
			found[at] = found[at - 1];
		}
		ranks[at] = rank;
		found[at] = offers[i].macro;
		count++;
	}
	return count;
}

/* -- without choice -------------------------------------------------------- */

static bool first_numbers(const Task *task, const Site *site,
			  const Macro *macro, Number *given)
{
	for (int i = 0; i < macro->count; i++) {
		Numbers list = { 0 };

		macro->numbers[i].list(task, site, given, &list);
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

		if (is_forbidden(work->task, found[i]) != forbidden
		    || !first_numbers(work->task, site, found[i], given))
			continue;
		found[i]->apply(&attempt, site, given);
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
	bool around = work->rest;
	Site site;

	work->rest = true;
	for (int i = 0; work->now && site_first(work->now->expr, under, &site);
	     i++)
		if (i == SITES_MAX || !decide(work, &site))
			work_fail(work);
	work->rest = around;
}
