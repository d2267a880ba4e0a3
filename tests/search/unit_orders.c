/* Orders: which schedules are offered at which sites, on each class of devices
 * (schedules/orders.schedules), and how often. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ir/front/document.h"
#include "search/schedule/order.h"
#include "search/space/derive.h"
#include "search/space/hardware.h"
#include "search/strategy/strategy.h"
#include "tests/search/search_device.h"

enum { KINDS = SITE_LAUNCH + 1, LEVELS = LEVEL_ITEM + 1, DRAWS = 80 };

static const char *const classes[] = { "cpu", "gpu" };

enum { CLASSES = sizeof classes / sizeof *classes };

typedef void Check(const Block *const *blocks, int count);

static void check_orders(Check *check)
{
	RuleBase *rules = rulebase_new();
	Schedules *all = schedules_new(rules);
	const Block *const *blocks;

	for (int c = 0; c < CLASSES; c++)
		for (int k = 0; k < KINDS; k++)
			for (int l = 0; l < LEVELS; l++) {
				int count = schedules_order(all, classes[c],
					(SiteKind)k, (SiteLevel)l, &blocks);

				check(blocks, count);
			}
	schedules_free(all);
	rulebase_free(rules);
}

static void check_once(const Block *const *blocks, int count)
{
	for (int i = 0; i < count; i++)
		for (int k = 0; k < i; k++)
			assert_ptr_not_equal(blocks[i], blocks[k]);
}

static void each_stands_there_once(void **state)
{
	(void)state;
	check_orders(check_once);
}

static bool is_offered_as(const Schedules *all, const char *called)
{
	for (int i = 0; i < schedules_count(all); i++)
		if (schedules_offers(all, i)
		    && !strcmp(block_called(schedules_at(all, i)), called))
			return true;
	return false;
}

static void stand_ins_are_for_what_is_offered(void **state)
{
	RuleBase *rules = rulebase_new();
	Schedules *all = schedules_new(rules);
	int count = 0;

	(void)state;
	for (int i = 0; i < schedules_count(all); i++) {
		const Block *block = schedules_at(all, i);

		if (!block_instead(block))
			continue;
		assert_true(schedules_offers(all, i));
		assert_true(is_offered_as(all, block_instead(block)));
		count++;
	}
	assert_true(count > 0);
	schedules_free(all);
	rulebase_free(rules);
}

/* All that a search meets is decided by something, whatever the device, but for
 * the groups of a device that makes one loop of them. */
static void classes_decide_the_same_sites(void **state)
{
	RuleBase *rules = rulebase_new();
	Schedules *all = schedules_new(rules);
	const Block *const *blocks;

	(void)state;
	for (int k = 0; k < SITE_LAUNCH; k++)
		for (int l = 0; l < LEVELS; l++)
			assert_int_equal(
				schedules_order(all, "cpu", (SiteKind)k,
						(SiteLevel)l, &blocks) > 0,
				schedules_order(all, "gpu", (SiteKind)k,
						(SiteLevel)l, &blocks) > 0);
	assert_int_equal(schedules_order(all, "cpu", SITE_LAUNCH, LEVEL_TOP,
					 &blocks), 0);
	assert_true(schedules_order(all, "gpu", SITE_LAUNCH, LEVEL_TOP,
				    &blocks) > 0);
	schedules_free(all);
	rulebase_free(rules);
}

static void every_device_has_a_class(void **state)
{
	Device device = device_of_two_cores();

	(void)state;
	for (int type = DEVICE_CPU; type <= DEVICE_OTHER; type++) {
		device.type = (DeviceType)type;
		assert_string_equal(hardware_class(&device),
				    hardware_in_turn(&device) ? "cpu" : "gpu");
	}
}

/* -- how often ------------------------------------------------------------- */

static int times(const Derived *derived, const char *name)
{
	int count = 0;

	for (int i = 0; i < derived->label_count; i++)
		count += !strcmp(derived->labels[i], name);
	return count;
}

/* The most that a candidate has of one that leaves a map as a map. */
static int most_times(const char *own)
{
	const ReadOptions options = { .concrete = true };
	const Device device = device_of_two_cores();
	Ir *ir = ir_new();
	RuleBase *rules = rulebase_new();
	Diags *diags = diags_new();
	Schedules *all = schedules_with(rules, "own", own, diags);
	const Program *program = program_read(ir, "p", "program p\n"
		"size N = 64\ninput x : f32[N]\nmap (\\e. 2 * e) x\n",
		&options, diags);
	Derive *derive = derive_new(rules, program, &device,
				    (RewriteOptions){ 0 });
	const Space space = derive_space(derive);
	Strategy *strategy;
	Candidate candidate;
	int most = 0;

	assert_non_null(all);
	derive_schedules(derive, all);
	strategy = strategy_new(&strategy_random, &space, 1, -1);
	for (int i = 0; i < DRAWS
	     && strategy_ask(strategy, &candidate) == ASK_CANDIDATE; i++) {
		const Derived derived = derive_result(derive, candidate.state);
		const int count = times(&derived, "again");

		most = count > most ? count : most;
		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_OK, 1 });
	}
	strategy_free(strategy);
	derive_free(derive);
	schedules_free(all);
	diags_free(diags);
	rulebase_free(rules);
	ir_free(ir);
	return most;
}

#define AGAIN(often) "schedule again \"\" " often " form map (\\x. f x) xs " \
	"where extent(x) >= 2 do map_cut[n1 = 1]"

static void so_often_and_no_more(void **state)
{
	(void)state;
	assert_int_equal(most_times(AGAIN("times 1")), 1);
	assert_int_equal(most_times(AGAIN("times 2")), 2);
	assert_true(most_times(AGAIN("")) > 2);
	assert_int_equal(most_times(AGAIN("instead of \"loop\"")), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_stands_there_once),
		cmocka_unit_test(stand_ins_are_for_what_is_offered),
		cmocka_unit_test(classes_decide_the_same_sites),
		cmocka_unit_test(every_device_has_a_class),
		cmocka_unit_test(so_often_and_no_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
