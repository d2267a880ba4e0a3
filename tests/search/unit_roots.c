/* Spelling does not matter: all spellings of a program get the same candidates in
 * the same order from its canonical form; a product written in any way gets
 * tiles. The author's spelling is there, too, and takes no evaluations twice. */
#include "rules/canonical.h"
#include "search/space/prepare.h"
#include "search/space/canonical_form.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/ir/read_fixture.h"
#include "tests/search/search_device.h"

/* Proposals among which the tiles of products are. */
enum { PROPOSALS = 12, KEYS_MAX = 400 };

typedef struct Proposed {
	int count;
	uint64_t keys[KEYS_MAX];
	bool tiles; /* one of them has some */
} Proposed;

static const char *const products[] = {
	"product", "product_relu", "product_three_planes", "product_two_planes",
	"product_two_rows", "product_weighted",
};

static const RuleBase *base;

static int make_rules(void **state)
{
	base = rulebase_new();
	(void)state;
	return 0;
}

static int free_rules(void **state)
{
	rulebase_free((RuleBase *)base);
	(void)state;
	return 0;
}

/* Invented, the same for the same candidate. */
static double cost_of(uint64_t key)
{
	return 1e-6 * (1 + (double)(key >> 40) / (1 << 24));
}

static bool has_tiles(Derive *derive, const void *state)
{
	Derived derived = derive_result(derive, state);
	bool found = false;

	for (int i = 0; i < derived.label_count; i++)
		found |= !strncmp(derived.labels[i], "tiles", 5);
	return found;
}

/* What a search would measure first; forbid: a root, or NULL. */
static Proposed proposed(const Program *program, const char *forbid, int most)
{
	const Device device = device_of_two_cores();
	const RewriteOptions options = { .rounding = true,
					 .canonical = &canonical_index_form };
	Derive *derive = derive_new(base, program, &device, options);
	Space space;
	Strategy *strategy;
	Proposed found = { 0 };
	Candidate candidate;

	if (forbid)
		derive_forbid(derive, forbid);
	space = derive_space(derive);
	strategy = strategy_new(&strategy_portfolio, &space, 1, -1);
	while (found.count < most
	       && strategy_ask(strategy, &candidate) == ASK_CANDIDATE) {
		found.keys[found.count++] = candidate.key;
		found.tiles |= has_tiles(derive, candidate.state);
		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_OK, cost_of(candidate.key) });
	}
	assert_false(derive_is_full(derive)); /* all are in one Ir */
	strategy_free(strategy);
	derive_free(derive);
	return found;
}

typedef struct Seen {
	const Type *type;
	Proposed proposed;
} Seen;

static bool is_product(const char *folder)
{
	for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
		char name[64];

		snprintf(name, sizeof name, "/%s/", products[i]);
		if (strstr(folder, name))
			return true;
	}
	return false;
}

/* Of results of another type (transposed) they are others. */
static int compare(Seen *seen, int *count, const Program *program,
		   const Proposed *now)
{
	for (int i = 0; i < *count; i++)
		if (type_same(seen[i].type, program->body->type))
			return seen[i].proposed.count == now->count
			    && !memcmp(seen[i].proposed.keys, now->keys,
				       sizeof now->keys);
	seen[*count].type = program->body->type;
	seen[(*count)++].proposed = *now;
	return true;
}

static int family(const char *folder)
{
	char pattern[1024];
	Ir *ir = ir_new();
	Seen *seen = base_calloc(64, sizeof *seen);
	int count = 0, differ = 0;
	glob_t files;

	snprintf(pattern, sizeof pattern, "%s*.lift", folder);
	assert_int_equal(glob(pattern, 0, NULL, &files), 0);
	for (size_t k = 0; k < files.gl_pathc; k++) {
		char *text = file_text(files.gl_pathv[k]);
		Program *program = must_read(ir, files.gl_pathv[k], text,
					     true);
		Proposed now = proposed(program, DERIVE_WRITTEN, PROPOSALS);

		if (!compare(seen, &count, program, &now)) {
			print_error("%s: other candidates\n",
				    files.gl_pathv[k]);
			differ++;
		}
		if (is_product(folder) && !now.tiles) {
			print_error("%s: no tiles\n", files.gl_pathv[k]);
			differ++;
		}
		free(text);
	}
	globfree(&files);
	free(seen);
	ir_free(ir);
	return differ;
}

static void test_spellings_get_the_same_candidates(void **state)
{
	glob_t folders = files_of("tests/spellings/*/");
	int differ = 0;

	assert_int_equal(folders.gl_pathc, 26);
	for (size_t i = 0; i < folders.gl_pathc; i++)
		differ += family(folders.gl_pathv[i]);
	assert_int_equal(differ, 0);
	globfree(&folders);
	(void)state;
}

/* -- read back ------------------------------------------------------------- */

/* Views stand inside of the functions of rows: nothing fuses maps of it, cancels
 * a view or moves one. */
static bool is_tidy(const Program *program)
{
	const RewriteOptions options = { .rounding = true,
					 .canonical = &canonical_index_form };
	Task task = { .program = program, .arena = arena_new(),
		      .rewriter = rewriter_new(base, program, options) };
	const Path whole = path_root();
	const Derivation *form, *now;

	task.scratch = task.arena;
	prepare_rules(&task);
	form = canonical_step(task.rewriter, derivation_start(task.rewriter,
							      program->body));
	now = form ? rewrite_all(task.rewriter, form, &whole, &task.tidy)
		   : NULL;
	for (const Derivation *d = now; d != form; d = d->before)
		print_error("%s\n", rule_name(d->rule));
	rewriter_free(task.rewriter);
	arena_free(task.arena);
	return now == form;
}

static void test_read_back_is_tidy(void **state)
{
	glob_t files = files_of("tests/spellings/*/*.lift");
	int untidy = 0;

	assert_true(files.gl_pathc > 100);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		char *text = file_text(files.gl_pathv[i]);
		Ir *ir = ir_new();

		if (!is_tidy(must_read(ir, files.gl_pathv[i], text, true))) {
			print_error("%s is not tidy\n", files.gl_pathv[i]);
			untidy++;
		}
		ir_free(ir);
		free(text);
	}
	assert_int_equal(untidy, 0);
	globfree(&files);
	(void)state;
}

/* -- two roots ------------------------------------------------------------- */

static bool is_in(const Proposed *all, uint64_t key)
{
	for (int i = 0; i < all->count; i++)
		if (all->keys[i] == key)
			return true;
	return false;
}

#define SMALL(body) "{\"name\": \"p\", \"sizes\": {\"N\": 8}, " \
	"\"inputs\": [{\"name\": \"x\", \"type\": \"[i32; N]\"}], " \
	"\"body\": " body "}"

/* A whole small space: what both roots lead to is proposed once, and all that
 * one of them leads to is. */
static void test_both_are_there_once(void **state)
{
	static const char text[] = SMALL("[\"map\", [\"fun\", [\"e\"], "
		"[\"+\", [\"*\", \"e\", 3], [\"abs\", \"e\"]]], \"x\"]");
	Ir *ir = ir_new();
	Program *program = must_read(ir, "small", text, true);
	Proposed all = proposed(program, NULL, KEYS_MAX);
	Proposed one = proposed(program, DERIVE_WRITTEN, KEYS_MAX);
	Proposed other = proposed(program, DERIVE_CANONICAL, KEYS_MAX);

	assert_true(all.count < KEYS_MAX && one.count && other.count);
	assert_int_not_equal(one.keys[0], other.keys[0]);
	for (int i = 0; i < one.count; i++)
		assert_true(is_in(&all, one.keys[i]));
	for (int i = 0; i < other.count; i++)
		assert_true(is_in(&all, other.keys[i]));
	for (int i = 0; i < all.count; i++)
		for (int k = 0; k < i; k++)
			assert_int_not_equal(all.keys[i], all.keys[k]);
	ir_free(ir);
	(void)state;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_spellings_get_the_same_candidates),
		cmocka_unit_test(test_read_back_is_tidy),
		cmocka_unit_test(test_both_are_there_once),
	};

	return cmocka_run_group_tests(tests, make_rules, free_rules);
}
