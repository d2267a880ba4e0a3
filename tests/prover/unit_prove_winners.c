/* What was best on a device (tests/winners), generated again: nearly all of it
 * is proved, nothing is refuted, and the others say why. LIFT_TUNE_LONG=1, as
 * `make check-prove-winners` sets it: and candidates of the same spaces that are
 * drawn at random. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/prover/tally.h"
#include "tests/search/winners.h"

enum { DRAWN = 20 };

static void try_winner(void *context, const Winner *winner,
		       const Program *program, const Expr *low)
{
	CodegenOptions options = codegen_options(&winner->device);
	Tally *tally = context;

	options.contract = strcmp(winner->fp, "strict") != 0;
	options.exact = !options.contract;
	tally->what = winner->name;
	if (!tally_try(tally, program, low, &winner->device, &options))
		printf("%s: not generated\n", winner->name);
	if (getenv("LIFT_TUNE_LONG"))
		tally_search(tally, &strategy_random, DRAWN, program,
			     &winner->device);
}

int main(void)
{
	const char *source = getenv("srcdir");
	Tally tally = tally_new(1);
	Arena *arena = arena_new();
	RuleBase *rules = rulebase_new();
	Winner *winners;
	int count = winners_read(arena, arena_printf(arena,
		"%s/tests/winners/winners.jsonl", source ? source : "."),
		&winners);

	for (int i = 0; i < count; i++) {
		Text why = { 0 };

		if (tally_is_due(&tally, winners[i].name)
		    && !winner_see(rules, &winners[i], try_winner, &tally,
				   &why)) {
			printf("%s: %s\n", winners[i].name, text_string(&why));
			tally.bad++;
		}
		text_free(&why);
	}
	rulebase_free(rules);
	arena_free(arena);
	return tally_end(&tally);
}
