/* Offer: which blocks of schedules (search/schedule/schedule.h) are offered at a
 * site, the most promising first. A class of devices has an order of them for
 * each kind of site (schedules/orders.schedules); a user's own come last, and are
 * offered everywhere.
 */
#ifndef SEARCH_SPACE_OFFER_H
#define SEARCH_SPACE_OFFER_H

#include "search/schedule/order.h"

enum { OFFERS_MAX = 32 };

/* Those that open there; their number. */
int offers_for(const Task *task, const Derivation *from, const Site *site,
	       const Block *found[OFFERS_MAX]);

/* Whether any may be offered at such a site of this device. */
bool offer_may_decide(const Task *task, const Site *site);

/* The values of its number i, where those before are given: none where it does
 * not open. Its steps: the work ends when one does not apply, and the task keeps
 * why, once for each block. */
void offer_list(const Task *task, const Derivation *from, const Site *site,
		const Block *block, int i, const Number *given, Numbers *list);
void offer_apply(Work *work, const Site *site, const Block *block,
		 const Number *given);

/* Decides every site at or below a place by the first block that applies and the
 * first of its numbers, by a forbidden one only for want of others: for
 * remainders and other small things. */
void offer_decide(Work *work, const Path *under);

/* Whether one that is offered somewhere is called so, or has a number that is,
 * alone or after its name and a dot; if not, *near becomes the nearest name, in
 * the arena. */
bool offer_is_known(const Schedules *schedules, Arena *arena, const char *name,
		    bool number, const char **near);

/* Whether the search was told not to choose it. */
bool offer_is_forbidden(const Task *task, const char *name);

#endif
