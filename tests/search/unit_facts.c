/* What a device says of itself is input: absurd numbers are refused by name;
 * for any that are not, the search's proposals for every example and their
 * kernels come in bounded time, and no kernel asks for more than the device
 * has. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include <cmocka.h>

#include "base/rng.h"
#include "codegen_opencl/codegen.h"
#include "ir/front/document.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/ir/read_fixture.h"

enum { DEVICES = 3, PROPOSALS = 2, BOUND_SECONDS = 5, HANG_SECONDS = 60 };

/* -- by name --------------------------------------------------------------- */

static const char *const names[DEVICE_FACTS] = {
#define FACT(member, least, most, power) #member,
#include "base/device.def"
#undef FACT
};

static const int64_t extremes[] = {
	INT64_MIN, -1, 0, 1, 2, 3, 7, 64, 96, 256, 4096, INT64_C(1) << 16,
	INT64_C(1) << 20, INT64_C(1) << 26, INT64_C(1) << 31, INT64_C(1) << 40, INT64_C(1) << 62,
	INT64_MAX - 1, INT64_MAX,
};

enum { EXTREMES = sizeof extremes / sizeof *extremes };

/* One absurd number among good ones is the one that is named. */
static void test_named(void **state)
{
	int refused = 0;

	(void)state;
	for (int i = 0; i < DEVICE_FACTS; i++)
		for (int e = 0; e < EXTREMES; e++) {
			Device device = device_generic();
			Text why = { 0 };

			*device_fact(&device, i) = extremes[e];
			if (!device_check(&device, &why)) {
				assert_non_null(strstr(text_string(&why),
						       names[i]));
				refused++;
			}
			text_free(&why);
		}
	printf("%d of %d refused\n", refused, DEVICE_FACTS * EXTREMES);
	assert_true(refused > DEVICE_FACTS * 4);
}

/* What made the search divide by zero, loop for ever, or overflow. */
static void test_known(void **state)
{
	static const struct { const char *name; int64_t value; } known[] = {
		{ "max_group_size", 0 }, { "line_bytes", 3 },
		{ "compute_units", 0 }, { "compute_units", INT64_C(1) << 62 },
		{ "max_group_size", INT64_C(1) << 62 },
		{ "local_bytes", INT64_C(1) << 62 }, { "local_bytes", -1 },
		{ "native_float_width", 3 },
		{ "global_bytes", INT64_C(1) << 62 },
		{ "timer_resolution_ns", INT64_C(1) << 62 },
	};

	(void)state;
	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		for (int i = 0; i < DEVICE_FACTS; i++) {
			Device device = device_generic();
			Text why = { 0 };

			if (strcmp(names[i], known[k].name) != 0)
				continue;
			*device_fact(&device, i) = known[k].value;
			assert_false(device_check(&device, &why));
			text_free(&why);
		}
}

/* -- what is not refused ---------------------------------------------------- */

static Device drawn(Rng *rng)
{
	Device device = device_generic();

	device.type = (DeviceType)rng_below(rng, DEVICE_OTHER + 1);
	for (int i = 0; i < DEVICE_FACTS; i++)
		if (rng_below(rng, 2))
			*device_fact(&device, i) =
				extremes[rng_below(rng, EXTREMES)];
	device.has_f64 = rng_below(rng, 4) != 0;
	device.local_is_dedicated = rng_below(rng, 2);
	return device;
}

static Device possible(Rng *rng)
{
	for (;;) {
		Device device = drawn(rng);
		Text why = { 0 };
		bool good = device_check(&device, &why);

		text_free(&why);
		if (good)
			return device;
	}
}

static int64_t items_of(const ArtifactKernel *kernel)
{
	int64_t items = 1;

	for (int d = 0; d < kernel->dims; d++)
		items *= kernel->local[d];
	return items;
}

static bool generate(const Program *program, const Expr *low,
		     const Device *device)
{
	CodegenOptions options = codegen_options(device);
	Arena *arena = arena_new();
	LegalFault fault = { 0 };
	const Artifact *artifact = codegen(arena, program, low, device,
					   &options, &fault);

	for (int k = 0; artifact && k < artifact->kernel_count; k++) {
		const ArtifactKernel *kernel = &artifact->kernels[k];

		assert_in_range(items_of(kernel), 1, device->max_group_size);
		assert_true(kernel->local_bytes <= device->local_bytes);
	}
	arena_free(arena);
	return artifact != NULL;
}

static bool is_late(void *start)
{
	return clock() - *(clock_t *)start > BOUND_SECONDS * CLOCKS_PER_SEC;
}

static int propose(const RuleBase *base, const Program *program,
		   const Device *device, uint64_t seed)
{
	clock_t start = clock();
	Derive *derive = derive_new(base, program, device,
				    (RewriteOptions){ false, true, NULL });
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(&strategy_random, &space, seed, -1);
	Candidate candidate;
	int made = 0;

	derive_limit(derive, DERIVE_BYTES, is_late, &start);
	for (int i = 0; i < PROPOSALS && strategy_ask(strategy, &candidate)
			== ASK_CANDIDATE; i++) {
		made += generate(program, derive_result(derive,
					candidate.state).low, device);
		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_OK, 1e-3 });
	}
	strategy_free(strategy);
	derive_free(derive);
	return made;
}

/* Of this process, whatever else the machine does; the signal ends it. */
static void limit_processor(int seconds)
{
	const struct itimerval limit = { .it_value = { .tv_sec = seconds } };

	setitimer(ITIMER_VIRTUAL, &limit, NULL);
}

static int try_example(const RuleBase *base, const char *path, Rng *rng)
{
	const ReadOptions how = { .concrete = true };
	Diags *diags = diags_new();
	int devices = getenv("LIFT_TUNE_LONG") ? 100 * DEVICES : DEVICES;
	char *text = file_text(path);
	int made = 0;

	for (int i = 0; i < devices; i++) {
		Device device = possible(rng);
		Ir *ir = ir_new();
		Program *program = program_read(ir, path, text, &how, diags);

		assert_non_null(program);
		limit_processor(HANG_SECONDS);
		made += propose(base, program, &device, rng_below(rng, 1000));
		limit_processor(0);
		ir_free(ir);
	}
	diags_free(diags);
	free(text);
	return made;
}

static void test_examples(void **state)
{
	const char *srcdir = getenv("srcdir");
	const char *folder = arena_printf(*state, "%s/examples",
					  srcdir ? srcdir : ".");
	RuleBase *base = rulebase_new();
	Rng rng = rng_seeded(4, 2);
	DIR *examples = opendir(folder);
	const struct dirent *entry;
	int made = 0, count = 0;

	assert_non_null(examples);
	while ((entry = readdir(examples))) {
		if (!strstr(entry->d_name, ".json"))
			continue;
		made += try_example(base, arena_printf(*state, "%s/%s",
						folder, entry->d_name), &rng);
		count++;
	}
	closedir(examples);
	rulebase_free(base);
	printf("%d kernels of %d examples\n", made, count);
	assert_true(count >= 15 && made > count);
}

static int setup(void **state)
{
	*state = arena_new();
	return 0;
}

static int teardown(void **state)
{
	arena_free(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_named),
		cmocka_unit_test(test_known),
		cmocka_unit_test_setup_teardown(test_examples, setup,
						teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
