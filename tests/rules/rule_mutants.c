/* rule_mutants [FOLDER]: all mutants of all rules, a line each: number, rule,
 * fault, change and what became of it: "ill-typed" (the reader refuses it),
 * "refuted" (a random instance does), "held" (neither). With a folder, writes
 * the statement of each well-typed one there, as NUMBER.v. */
#include <stdio.h>
#include <string.h>

#include "rules/coq.h"
#include "rules/refute.h"
#include "tests/rules/rule_mutant.h"

enum { INSTANCES = 300 };

typedef struct Mutants {
	const char *folder;
	const char *rule;
	int count;
} Mutants;

static void write_statement(const Mutants *all, const Rule *rule)
{
	char path[4096];
	Text text = { 0 };
	FILE *file;

	snprintf(path, sizeof path, "%s/%d.v", all->folder, all->count);
	rule_coq(rule, &text);
	file = fopen(path, "w");
	if (!file || fputs(text_string(&text), file) == EOF || fclose(file))
		base_die("%s cannot be written", path);
	text_free(&text);
}

static const char *verdict(const Mutants *all, const char *text)
{
	Diags *diags = diags_new();
	RuleBase *base = rulebase_parse("mutant.rules", text, diags);
	Counterexample found;
	const char *word = "ill-typed";

	if (base) {
		const Rule *rule = rulebase_at(base, 0);

		word = rule_refute(rule, INSTANCES, 7, &found) == REFUTE_FOUND
		       ? "refuted" : "held";
		counterexample_free(&found);
		if (all->folder)
			write_statement(all, rule);
	}
	rulebase_free(base);
	diags_free(diags);
	return word;
}

static void try_mutant(void *context, const RuleMutant *mutant)
{
	Mutants *all = context;

	all->count++;
	printf("%d\t%s\t%s\t%s\t%s\n", all->count, all->rule, mutant->fault,
	       mutant->change, verdict(all, mutant->text));
}

int main(int argc, char **argv)
{
	Mutants all = { .folder = argc > 1 ? argv[1] : NULL };
	RuleBase *base = rulebase_new();

	for (int i = 0; i < rulebase_count(base); i++) {
		const Rule *rule = rulebase_at(base, i);

		all.rule = rule_name(rule);
		rule_mutate(rule_text(rule), try_mutant, &all);
	}
	rulebase_free(base);
	return 0;
}
