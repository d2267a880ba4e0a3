#include "cli/list_schedules.h"

#include <stdio.h>

#include "cli/own_schedules.h"

static void list_block(const Block *block)
{
	Text text = { 0 };

	text_put(&text, block_name(block));
	for (int i = 0; i < block_number_count(block); i++)
		text_printf(&text, "%s%s", i ? "," : ":",
			    block_number(block, i));
	printf("%-28s %s\n", text_string(&text), block_about(block));
	text_free(&text);
}

int list_schedules(Session *s)
{
	RuleBase *rules = s->schedules ? NULL : rulebase_new();
	Schedules *own = s->schedules ? NULL : schedules_new(rules);
	const Schedules *all = own ? own : s->schedules;

	for (int i = 0; i < schedules_count(all); i++)
		list_block(schedules_at(all, i));
	schedules_free(own);
	rulebase_free(rules);
	return EXIT_DONE;
}
