#include "search/space/offer.h"

#include <stdio.h>
#include <string.h>

#include "ir/front/read_names.h"
#include "search/nest/facts.h"
#include "search/space/hardware.h"

/* -- at a site ------------------------------------------------------------- */

/* A map that is one dimension of a grid is spread over it, in any case. Of one
 * whose function keeps arrays an element is computed by one item, and nothing in
 * between the computing of two. */
static bool suits(const Site *site, const Block *block)
{
	const bool is_map = site->kind == SITE_MAP;
	const bool forced = is_map && site->level == LEVEL_ITEM && site->dims
			 && site->length >= 2;

	return (!forced || block_is(block, BLOCK_SPREAD))
	    && (!is_map || block_is(block, BLOCK_WHOLE)
		|| !fact_keeps_private(site->node->kids[0]));
}

bool offer_is_forbidden(const Task *task, const char *name)
{
	const Forbidden *f = task->forbidden;

	while (f && strcmp(f->name, name))
		f = f->next;
	return f != NULL;
}

static bool is_offered(const Task *task, const Derivation *from,
		       const Site *site, const Block *block)
{
	const char *instead = block_instead(block);
	char reason[256];

	return (!instead || offer_is_forbidden(task, instead))
	    && suits(site, block)
	    && block_opens(task, task->schedules, block, from, &site->path,
			   reason);
}

static int order_of(const Task *task, const Site *site,
		    const Block *const **blocks)
{
	return schedules_order(task->schedules, hardware_class(&task->device),
			       site->kind, site->level, blocks);
}

bool offer_may_decide(const Task *task, const Site *site)
{
	const Block *const *blocks;

	for (int i = order_of(task, site, &blocks); i-- > 0;)
		if (!offer_is_forbidden(task, block_called(blocks[i])))
			return true;
	return false;
}

/* Where an item is slow and others wait, it is given only what is short, if there
 * is another way. */
static bool is_too_long(const Task *task, const Site *site, const Block *block)
{
	return block_is(block, BLOCK_ALONE) && site->level != LEVEL_ITEM
	    && site->length > hardware_waits(&task->device);
}

/* What leaves a site as it is is no way. */
static bool has_other_way(const Task *task, const Derivation *from,
			  const Site *site)
{
	const Block *const *blocks;
	const int count = order_of(task, site, &blocks);

	for (int i = 0; i < count; i++)
		if (!is_too_long(task, site, blocks[i])
		    && !block_times(blocks[i])
		    && is_offered(task, from, site, blocks[i]))
			return true;
	return false;
}

static int add_own(const Task *task, const Derivation *from, const Site *site,
		   const Block *found[OFFERS_MAX], int count)
{
	const Schedules *all = task->schedules;

	for (int i = schedules_built_in(all);
	     i < schedules_count(all) && count < OFFERS_MAX; i++)
		if (is_offered(task, from, site, schedules_at(all, i)))
			found[count++] = schedules_at(all, i);
	return count;
}

int offers_for(const Task *task, const Derivation *from, const Site *site,
	       const Block *found[OFFERS_MAX])
{
	const Block *const *blocks;
	const int most = order_of(task, site, &blocks);
	const bool waits = site->length > hardware_waits(&task->device)
			&& has_other_way(task, from, site);
	int count = 0;

	for (int i = 0; i < most && count < OFFERS_MAX; i++)
		if (!(waits && is_too_long(task, site, blocks[i]))
		    && is_offered(task, from, site, blocks[i]))
			found[count++] = blocks[i];
	return add_own(task, from, site, found, count);
}

/* -- numbers and steps ----------------------------------------------------- */

static void values_of(const Number *given, int count, int64_t *values)
{
	for (int i = 0; i < count; i++)
		values[i] = given[i].value;
}

void offer_list(const Task *task, const Derivation *from, const Site *site,
		const Block *block, int i, const Number *given, Numbers *list)
{
	int64_t values[BLOCK_NUMBERS_MAX];
	char reason[256];

	values_of(given, i, values);
	if (!block_list(task, task->schedules, block, from, &site->path, i,
			values, list, reason))
		list->count = 0;
}

static void keep_fault(const Task *task, const Block *block,
		       const char *reason)
{
	const int i = schedules_index(task->schedules, block);

	if (task->faults && !task->faults[i])
		task->faults[i] = arena_strdup(task->arena, reason);
}

void offer_apply(Work *work, const Site *site, const Block *block,
		 const Number *given)
{
	const Derivation *from = work->now;
	int64_t values[BLOCK_NUMBERS_MAX];
	char reason[256];

	values_of(given, block_number_count(block), values);
	work->now = block_apply(work->task, work->task->schedules, block, from,
				&site->path, block_number_count(block), values,
				reason);
	if (work->now == from) {
		work->now = NULL;
		snprintf(reason, sizeof reason, "it makes no step");
	}
	if (!work->now)
		keep_fault(work->task, block, reason);
}

/* -- without a choice ------------------------------------------------------ */

static bool first_numbers(const Task *task, const Derivation *from,
			  const Site *site, const Block *block, Number *given)
{
	for (int i = 0; i < block_number_count(block); i++) {
		Numbers list = { 0 };

		offer_list(task, from, site, block, i, given, &list);
		if (!list.count)
			return false;
		given[i] = list.items[0];
	}
	return true;
}

/* By the first block that applies, of those that are forbidden or the others. */
static bool decide_by(Work *work, const Site *site, bool forbidden)
{
	const Block *found[OFFERS_MAX];
	int count = offers_for(work->task, work->now, site, found);

	for (int i = 0; i < count; i++) {
		Number given[BLOCK_NUMBERS_MAX];
		Work attempt = *work;

		if (offer_is_forbidden(work->task, block_called(found[i]))
		    != forbidden
		    || !first_numbers(work->task, work->now, site, found[i],
				      given))
			continue;
		offer_apply(&attempt, site, found[i], given);
		if (attempt.now) {
			*work = attempt;
			return true;
		}
	}
	return false;
}

void offer_decide(Work *work, const Path *under)
{
	enum { SITES_MAX = 1024 };
	Task rest = *work->task;
	Work part = { .task = &rest, .now = work->now };
	Site site;

	rest.rest = true;
	for (int i = 0; part.now && site_first(part.now->expr, under, &site);
	     i++)
		if (i == SITES_MAX || !(decide_by(&part, &site, false)
					|| decide_by(&part, &site, true)))
			work_fail(&part);
	work->now = part.now;
}

/* -- names ----------------------------------------------------------------- */

typedef struct Search {
	Arena *arena;
	const char *name, *near;
	bool number;
	int best;
} Search;

static bool is_found(Search *search, const char *name)
{
	if (!strcmp(search->name, name))
		return true;
	names_nearer(search->name, name, &search->best, &search->near);
	return false;
}

/* Of its numbers, or its own. */
static bool has_name(const Block *block, Search *search)
{
	const char *called = block_called(block);

	if (!search->number)
		return is_found(search, called);
	for (int i = 0; i < block_number_count(block); i++) {
		const char *number = block_number(block, i);

		if (is_found(search, number)
		    || is_found(search, arena_printf(search->arena, "%s.%s",
						     called, number)))
			return true;
	}
	return false;
}

bool offer_is_known(const Schedules *schedules, Arena *arena, const char *name,
		    bool number, const char **near)
{
	Search search = { arena, name, NULL, number, 1000 };

	for (int i = 0; i < schedules_count(schedules); i++)
		if (schedules_offers(schedules, i)
		    && has_name(schedules_at(schedules, i), &search))
			return true;
	*near = search.near;
	return false;
}
