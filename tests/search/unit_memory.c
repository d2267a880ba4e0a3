/* What a search takes of memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "ir/front/document.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/search/search_device.h"

#define PRODUCT(body)                                                       \
	"{\"name\": \"product\", \"sizes\": {\"M\": 1000, \"K\": 1200},"    \
	" \"inputs\": [{\"name\": \"A\", \"type\": \"[[f32; K]; M]\"},"     \
	"  {\"name\": \"B\", \"type\": \"[[f32; K]; M]\"},"                 \
	"  {\"name\": \"x\", \"type\": \"[f32; K]\"}],"                     \
	" \"defs\": {\"dot\": [\"fun\", [\"a\", \"b\"], [\"reduce\", \"+\"," \
	"   0, [\"map\", \"*\", [\"zip\", \"a\", \"b\"]]]],"                \
	"  \"mul\": [\"fun\", [\"A\", \"x\"], [\"join\", [\"map\","         \
	"   [\"fun\", [\"row\"], [\"dot\", \"row\", \"x\"]], \"A\"]]]},"    \
	" \"body\": " body "}"

static const char one_product[] = PRODUCT("[\"mul\", \"A\", \"x\"]");
static const char two_products[] = PRODUCT(
	"[\"tuple\", [\"mul\", \"A\", \"x\"], [\"mul\", \"B\", \"x\"]]");

enum { MEGABYTES_MAX = 500, MANY = 1 << 20 };

static long megabytes(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss / 1024;
}

/* Asks for at most so many candidates, with invented times, none of which is
 * twice the least, so that none is given up for slow; how many there were. */
static int search(const char *text, const StrategyKind *kind, int most)
{
	const ReadOptions options = { .concrete = true };
	Ir *ir = ir_new();
	RuleBase *rules = rulebase_new();
	Device device = device_of_two_cores();
	Diags *diags = diags_new();
	Program *program = program_read(ir, "product", text, &options, diags);
	Derive *derive = derive_new(rules, program, &device,
				    (RewriteOptions){ .rounding = true });
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(kind, &space, 1, -1);
	Candidate candidate;
	int count = 0;

	while (count < most
	       && strategy_ask(strategy, &candidate) == ASK_CANDIDATE) {
		double seconds = 1e-3 + 1e-7 * (double)(candidate.key % 9001);

		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_OK, seconds });
		count++;
	}
	strategy_free(strategy);
	derive_free(derive);
	diags_free(diags);
	rulebase_free(rules);
	ir_free(ir);
	return count;
}

/* In a space of a million candidates (as many for the second product as for the
 * first, whatever that is) a search takes at most 500 MB: one that goes on
 * until it ends, and one that keeps candidates in mind. */
static void test_a_million(void **state)
{
	(void)state;
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
	print_message("skipped: a sanitizer takes memory of its own\n");
	skip();
#endif
	assert_true(search(one_product, &strategy_random, MANY) >= 1024);
	assert_true(search(two_products, &strategy_random, MANY) < MANY);
	assert_true(search(two_products, &strategy_portfolio, 300) == 300);
	print_message("%ld MB\n", megabytes());
	assert_true(megabytes() <= MEGABYTES_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_million),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
