#include "cli/guide_names.h"

#include "search/schedule/schedule.h"

static bool is_known(Session *s, const Schedules *schedules,
		     const Guide *guide)
{
	const char *near = NULL;

	if (derive_knows(schedules, s->arena, guide, &near))
		return true;
	diag_add(s->diags, E0901, NULL, guide->name, near,
		 guide->kind == GUIDE_FIX
		 ? "no schedule has such a number"
		 : "there is no such schedule");
	return false;
}

bool guides_are_known(Session *s)
{
	RuleBase *rules = s->schedules ? NULL : rulebase_new();
	Schedules *built_in = rules ? schedules_new(rules) : NULL;
	bool known = true;

	for (int i = 0; known && i < s->options->guide_count; i++)
		known = is_known(s, built_in ? built_in : s->schedules,
				 &s->options->guides[i]);
	schedules_free(built_in);
	rulebase_free(rules);
	return known;
}

bool guides_are_clusterings(Session *s, const Derive *derive)
{
	for (int i = 0; i < s->options->guide_count; i++) {
		const Guide *guide = &s->options->guides[i];
		const char *near;

		if (guide->kind == GUIDE_FIX
		    || !derive_is_clustering(guide->name)
		    || derive_begins(derive, guide->name, &near))
			continue;
		diag_add(s->diags, E0901, NULL, guide->name, near,
			 "the search begins with no such clustering");
		return false;
	}
	return true;
}
