/* spelling_certificates FOLDER COUNT [DOCUMENT...]: the step `canonical` as
 * certificates for Coq. Of each example as it stands, then of COUNT spellings,
 * each of a document drawn by seed (of all tests, or of those named):
 * FOLDER/NUMBER.v, and a line for each: number, document, how it was spelt
 * ("-": as it stands), and what has no Coq form ("-": it is covered). What has no
 * such step, or is its canonical form, is passed over. CERTIFICATES_FROM is the
 * seed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "ir/eval/eval.h"
#include "rules/coq.h"
#include "search/space/canonical_form.h"
#include "tests/search/spelling.h"
#include "tests/search/spelling_read.h"

enum { DRAWS = 20, DOCUMENTS_MAX = 512 };

typedef struct Maker {
	const char *folder;
	RuleBase *rules;
	uint64_t seed;
	int number;
	int document_count;
	char *documents[DOCUMENTS_MAX];
} Maker;

static void write_text(const Maker *m, const Text *text)
{
	Text path = { 0 };
	FILE *file;

	text_printf(&path, "%s/s%03d.v", m->folder, m->number);
	file = fopen(text_string(&path), "w");
	if (!file || fputs(text_string(text), file) == EOF || fclose(file))
		base_die("%s cannot be written", text_string(&path));
	text_free(&path);
}

/* Whether there is such a step. */
static bool certify(Maker *m, const Program *program, const Expr *body,
		    const char *path, const char *how)
{
	const RewriteOptions options = { .rounding = true,
					 .canonical = &canonical_index_form };
	Rewriter *rw = rewriter_new(m->rules, program, options);
	const Derivation *made = canonical_step(rw, derivation_start(rw, body));
	Text text = { 0 };
	const char *missing;

	if (made) {
		missing = derivation_coq(rw, made, &text);
		m->number++;
		if (!missing)
			write_text(m, &text);
		printf("s%03d\t%s\t%s\t%s\n", m->number, path, how,
		       missing ? missing : "-");
	}
	text_free(&text);
	rewriter_free(rw);
	return made != NULL;
}

static void as_it_stands(void *context, const char *path)
{
	Ir *ir = ir_new();
	char *text = spelling_text(path);
	const Program *program = spelling_read_at(ir, path, text, 0, NULL);

	if (program)
		certify(context, program, program->body, path, "-");
	free(text);
	ir_free(ir);
}

/* Whether a certificate was made. */
static bool draw(Maker *m, const char *path, uint64_t seed)
{
	Ir *ir = ir_new();
	char *text = spelling_text(path);
	const Program *program = spelling_read(ir, path, text);
	Spelling spelling;
	bool made = program
		 && eval_cost(program, program->body) <= SPELLING_COST_MAX
		 && spelling_draw(m->rules, program, seed, 1, &spelling)
		 && certify(m, program, spelling.body, path, spelling.how);

	free(text);
	ir_free(ir);
	return made;
}

static void add(void *context, const char *path)
{
	Maker *m = context;

	if (m->document_count < DOCUMENTS_MAX)
		m->documents[m->document_count++] = base_strdup(path);
}

int main(int argc, char **argv)
{
	const char *from = getenv("CERTIFICATES_FROM");
	Maker m = { .rules = spelling_rules() };
	Rng rng;

	if (argc < 3)
		base_die("usage: spelling_certificates FOLDER COUNT [FILE...]");
	m.folder = argv[1];
	m.seed = from ? strtoull(from, NULL, 10) : SPELLING_SEED;
	rng = rng_seeded(m.seed, 0);
	for (int i = 3; i < argc; i++)
		add(&m, argv[i]);
	if (argc == 3) {
		spelling_documents("examples/*.json", &m, as_it_stands);
		spelling_documents("examples/*.json", &m, add);
		spelling_documents("tests/programs/*.json", &m, add);
		spelling_documents("tests/programs_e2e/*.json", &m, add);
		spelling_documents("tests/spellings/*/*.lift", &m, add);
	}
	for (int made = 0, i = 0; m.document_count && i < DRAWS * atoi(argv[2])
	     && made < atoi(argv[2]); i++)
		made += draw(&m, m.documents[rng_below(
			     &rng, (uint64_t)m.document_count)],
			     m.seed + (uint64_t)i);
	for (int i = 0; i < m.document_count; i++)
		free(m.documents[i]);
	rulebase_free(m.rules);
	return EXIT_SUCCESS;
}
