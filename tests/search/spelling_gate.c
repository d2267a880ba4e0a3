/* Does it matter how a program is spelt? For each program: how many equivalents
 * were made, in how many forms they are, how many have the form of the program
 * itself, and of the others how they are written.
 *
 *   tests/search/spelling [DOCUMENT]...   of some programs
 *   tests/search/spelling -p DOCUMENT     the equivalents, as documents
 *
 * 5 equivalents each, with LIFT_TUNE_LONG in the environment 50. It fails when
 * one does not compute what the program does, when there are none of some
 * kind, or too few of one form.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/eval/eval.h"
#include "ir/front/document.h"
#include "tests/search/spelling.h"
#include "tests/search/spelling_form.h"
#include "tests/search/spelling_read.h"
#include "tests/search/values.h"

enum { FEW = 5, MANY = 50 };

typedef struct Gate {
	RuleBase *rules;
	bool print;
	int each;
	int programs, equivalents, same; /* same: of the program's own form */
	int unread, unequal;
	int used[SPELLING_GROUPS]; /* by how many equivalents, of each group */
} Gate;

/* -- one program ----------------------------------------------------------- */

static bool is_among(const uint64_t *forms, int count, uint64_t form)
{
	for (int i = 0; i < count; i++)
		if (forms[i] == form)
			return true;
	return false;
}

/* The form of the equivalent as a document that is read again; 0: it is none. */
static uint64_t form_of(const Program *program, const Expr *body,
			const Text *document, Text *why)
{
	Ir *ir = ir_new();
	Program *again = spelling_read_at(ir, program->name,
					  text_string(document), 0, NULL);
	uint64_t form = 0;

	if (again && again->body->hash == body->hash)
		form = spelling_form.hash(again, again->body, why);
	ir_free(ir);
	return form;
}

static bool check_value(Gate *g, const Program *program, const Values *wanted,
			const Spelling *spelling, const Text *document)
{
	Values values = values_of(program, spelling->body, SPELLING_SEED);
	Text why = { 0 };
	bool same = values_same(wanted, &values, &why);

	if (!same) {
		g->unequal++;
		printf("%s: another value by %s: %s\n%s\n", program->name,
		       spelling->how, text_string(&why),
		       text_string(document));
	}
	values_free(&values);
	text_free(&why);
	return same;
}

/* Whose form is another one, and why: how it is written, or that it has none. */
static void tell_other(const Spelling *spelling, const Text *why)
{
	printf("\tother: %s%s%s\n", spelling->how, why->length ? ": " : "",
	       text_string(why));
}

/* Its form; 0: it cannot be read again. */
static uint64_t take(Gate *g, const Program *program, const Values *wanted,
		     const Spelling *spelling, uint64_t own)
{
	Text document = { 0 }, why = { 0 };
	uint64_t form;

	program_print(&document, program, spelling->body);
	if (g->print)
		printf("# %s\n%s\n", spelling->how, text_string(&document));
	check_value(g, program, wanted, spelling, &document);
	form = form_of(program, spelling->body, &document, &why);
	if (form && form != own)
		tell_other(spelling, &why);
	if (!form) {
		g->unread++;
		printf("%s: not read again, by %s:\n%s\n", program->name,
		       spelling->how, text_string(&document));
	}
	text_free(&document);
	text_free(&why);
	for (int i = 0; i < SPELLING_GROUPS; i++)
		g->used[i] += spelling_uses(spelling, i);
	return form;
}

static void try_program(Gate *g, const char *path, const Program *program)
{
	Spelling spellings[MANY];
	uint64_t forms[MANY + 1];
	Values wanted = values_of(program, program->body, SPELLING_SEED);
	int distinct = 1, same = 0, count = 0;
	Text why = { 0 };

	forms[0] = spelling_form.hash(program, program->body, &why);
	if (why.length)
		printf("\tno form: %s\n", text_string(&why));
	text_free(&why);
	if (wanted.count >= 0)
		count = spelling_draw(g->rules, program, SPELLING_SEED,
				      g->each, spellings);
	for (int i = 0; i < count; i++) {
		uint64_t form = take(g, program, &wanted, &spellings[i],
				     forms[0]);

		same += form == forms[0];
		if (!is_among(forms, distinct, form))
			forms[distinct++] = form;
	}
	values_free(&wanted);
	g->programs++;
	g->equivalents += count;
	g->same += same;
	printf("%-52s %3d equivalents %3d forms %3d the program's\n", path,
	       count, distinct, same);
	fflush(stdout);
}

static void try_file(void *context, const char *path)
{
	Gate *g = context;
	Ir *ir = ir_new();
	char *text = spelling_text(path);
	Program *program = spelling_read(ir, path, text);

	if (!program)
		g->unread++;
	else if (eval_cost(program, program->body) > SPELLING_COST_MAX)
		printf("%-52s too much to evaluate\n", path);
	else
		try_program(g, path, program);
	free(text);
	ir_free(ir);
}

/* -- the verdict ----------------------------------------------------------- */

static bool uses_all_groups(const Gate *g)
{
	bool all = true;

	for (int i = 0; i < SPELLING_GROUPS; i++) {
		printf("%-52s %3d equivalents\n", spelling_group(i),
		       g->used[i]);
		all &= g->used[i] > 0;
	}
	return all;
}

static bool is_good(const Gate *g)
{
	return !g->unread && !g->unequal
	    && g->same >= spelling_form.least * g->equivalents;
}

int main(int argc, char **argv)
{
	Gate g = { .rules = spelling_rules(),
		   .each = getenv("LIFT_TUNE_LONG") ? MANY : FEW };
	bool good;

	g.print = argc > 1 && !strcmp(argv[1], "-p");
	for (int i = 1 + g.print; i < argc; i++)
		try_file(&g, argv[i]);
	if (argc == 1) {
		spelling_documents("examples/*.json", &g, try_file);
		spelling_documents("tests/programs/*.json", &g, try_file);
		spelling_documents("tests/programs_e2e/*.json", &g, try_file);
		spelling_documents("tests/programs_scatter/*.json", &g,
				   try_file);
		spelling_documents("tests/spellings/*/*.lift", &g, try_file);
	}
	good = is_good(&g) && (argc > 1 || uses_all_groups(&g));
	printf("%d programs, %d equivalents, %.1f %% of the program's form "
	       "(%s; at least %.0f %%); %d of another value, %d not read\n",
	       g.programs, g.equivalents, g.equivalents
	       ? 100.0 * g.same / g.equivalents : 100.0, spelling_form.name,
	       100 * spelling_form.least, g.unequal, g.unread);
	rulebase_free(g.rules);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
