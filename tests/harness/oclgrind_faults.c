/* Oclgrind, as the tests use it (machine.h), finds a planted fault of each
 * class, and none in a kernel without faults. Exits with 77 when Oclgrind is
 * not installed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/machine.h"

enum { N = 64, GROUP = 16 };

#define KERNEL "kernel void k0(global const int *restrict i0, " \
	"global int *restrict o0)\n{\n" \
	"\tconst int g0 = get_global_id(0), l0 = get_local_id(0);\n" \
	"\tlocal int m0[16];\n"
#define BARRIER "\tbarrier(CLK_LOCAL_MEM_FENCE);\n"
#define STORED "\tm0[l0] = i0[g0];\n"
#define NEXT "\to0[g0] = m0[(l0 + 1) % 16];\n}\n"

static const struct Fault {
	const char *name, *source;
	const char *finding; /* "": nothing */
} faults[] = {
	{ "none", KERNEL STORED BARRIER NEXT, "" },
	{ "two items store to one element of global memory",
		KERNEL "\to0[g0/2] = g0;\n\to0[g0] = i0[g0];\n}\n",
		"data race" },
	{ "two items store to one element of local memory",
		KERNEL "\tm0[l0/2] = i0[g0];\n" BARRIER
		"\to0[g0] = m0[l0/2];\n}\n", "data race" },
	{ "a group reads what another one stores",
		KERNEL "\tm0[l0] = 0;\n\to0[g0] = i0[g0];\n"
		"\to0[g0] += o0[(g0 + 16) % 64];\n}\n", "data race" },
	{ "a barrier is missing", KERNEL STORED NEXT, "data race" },
	{ "a barrier has the wrong fence",
		KERNEL "\tm0[l0] = 0;\n\to0[g0] = i0[g0];\n" BARRIER
		"\tint x = o0[g0 ^ 1];\n" BARRIER "\to0[g0] = x;\n}\n",
		"data race" },
	{ "a loop refills local memory without a second barrier",
		KERNEL "\tint x = 0;\n\tfor (int i = 0; i < 2; i++) {\n"
		"\tm0[l0] = i0[(g0 + i) % 64];\n" BARRIER
		"\tx += m0[(l0 + 1) % 16];\n}\n\to0[g0] = x;\n}\n",
		"data race" },
	{ "not all items reach a barrier",
		KERNEL STORED "\tif (l0 < 7) {\n" BARRIER "\t}\n"
		"\to0[g0] = m0[l0];\n}\n", "divergence" },
	{ "items leave before a barrier",
		KERNEL STORED "\tif (l0 > 7)\n\t\treturn;\n" BARRIER
		"\to0[g0] = m0[l0];\n}\n", "divergence" },
	{ "local memory is not initialised",
		KERNEL BARRIER "\to0[g0] = m0[l0] ? i0[g0] : 1;\n}\n",
		"ninitialized" },
	{ "private memory is not initialised",
		KERNEL "\tint p0[4];\n\tp0[0] = i0[g0];\n"
		"\to0[g0] = p0[g0 % 4] ? 1 : 2;\n\tm0[l0] = 0;\n}\n",
		"ninitialized" },
	{ "a store beyond a buffer",
		KERNEL STORED "\to0[g0 + 1] = i0[g0];\n}\n",
		"Invalid write" },
	{ "a load beyond a buffer",
		KERNEL STORED "\to0[g0] = i0[g0 + 1] > 0;\n}\n",
		"Invalid read" },
	{ "a load before a buffer",
		KERNEL STORED "\to0[g0] = i0[g0 - 1] > 0;\n}\n",
		"Invalid read" },
	{ "a store beyond local memory",
		KERNEL "\tm0[l0 + 1] = i0[g0];\n" BARRIER
		"\to0[g0] = i0[g0];\n}\n", "Invalid write" },
	{ "a load beyond local memory",
		KERNEL STORED BARRIER "\to0[g0] = m0[l0 + 1] > 0;\n}\n",
		"Invalid read" },
	{ "a vector is loaded from a misaligned address",
		KERNEL STORED "\tif (g0 < 15)\n\t\to0[g0] = "
		"((global const int4 *)(i0 + 4*g0 + 1))->x;\n"
		"\telse\n\t\to0[g0] = 0;\n}\n", "not aligned" },
	{ "a vector is stored to a misaligned address",
		KERNEL STORED "\to0[g0] = 0;\n\tif (g0 == 0)\n"
		"\t\t*(global int4 *)(o0 + 1) = (int4)(1);\n}\n",
		"not aligned" },
};

static Artifact artifact_of(const char *source)
{
	static const ArtifactBuffer buffers[] = {
		{ BUFFER_INPUT, 0, SCALAR_I32, N, -1, false },
		{ BUFFER_OUTPUT, 0, SCALAR_I32, N, -1, true },
	};
	static const ArtifactArg args[] = {
		{ ARG_BUFFER, 0, SCALAR_I32 }, { ARG_BUFFER, 1, SCALAR_I32 },
	};
	static const ArtifactKernel kernels[] = {
		{ .name = "k0", .arg_count = 2, .args = args,
		  .dims = 1, .global = { N, 1, 1 }, .local = { GROUP, 1, 1 },
		  .local_bytes = 64, .private_bytes = 0, .lines = 1 },
	};

	return (Artifact){ .source = source, .build_options = "",
			   .buffer_count = 2, .buffers = buffers,
			   .kernel_count = 1, .kernels = kernels };
}

static const Port ports[] = {
	{ .name = "x", .ident = "x", .scalar = SCALAR_I32, .rank = 1,
	  .dims = { N }, .elements = N, .into = -1 },
	{ .name = "y", .ident = "y", .scalar = SCALAR_I32, .rank = 1,
	  .dims = { N }, .elements = N, .into = -1 },
};

/* Reports all rows that do not behave. */
static bool check_fault(Machine *machine, const struct Fault *fault)
{
	const Artifact artifact = artifact_of(fault->source);
	Text said = { 0 };
	const char *text;
	bool found;

	machine_run(machine, &artifact, NULL, &said);
	text = text_string(&said);
	found = *fault->finding ? strstr(text, fault->finding) != NULL
				: !*text;
	if (!found)
		print_error("%s: expected \"%s\", found \"%s\"\n", fault->name,
			    fault->finding, text);
	text_free(&said);
	return found;
}

static void each_fault_is_found(void **state)
{
	const Judgement exact = { .exact = true };
	Array data = array_of_port(&ports[0]);
	Machine machine;
	int missed = 0;

	(void)state;
	for (int64_t i = 0; i < N; i++)
		array_set(&data, i, (double)(i % 7));
	assert_true(machine_open(&machine, MACHINE_SIMULATOR));
	machine_load(&machine, &ports[0], 1, &ports[1], 1, &data, &exact);
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		missed += !check_fault(&machine, &faults[i]);
	machine_close(&machine);
	array_free(&data);
	assert_int_equal(missed, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_fault_is_found),
	};
	Machine machine;

	if (!machine_open(&machine, MACHINE_SIMULATOR)) {
		puts("skipped: no Oclgrind");
		return 77;
	}
	machine_close(&machine);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
