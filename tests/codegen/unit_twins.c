/* Twins of the documents of tests/codegen on the first OpenCL device: a seventh
 * of them, in one way of accessing vectors; with LIFT_TUNE_LONG all, in three.
 * Without a device the test is skipped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen_documents.h"
#include "twin.h"

enum { SKIPPED = 77, ONE_OF = 7 };

typedef struct Test {
	CodegenHost *host;
	bool all;
	int programs, judged, kernels, failed;
} Test;

static void run(Test *test, const TwinCase *twin, AccessForm form)
{
	CodegenOptions options = codegen_options(&test->host->device);
	const Program *program = twin->program;
	TwinResult result;

	options.access = form;
	options.around_bytes = 1;
	options.line_rounds = 1;
	options.narrow_bytes = 1;
	result = twin_run(twin, test->host, program->body, options, NULL,
			  NULL);
	test->kernels++;
	if (result == TWIN_SAME)
		return;
	fprintf(stderr, "%s: %s\n", program->name,
		result == TWIN_DIFFERS ? "differs"
		: result == TWIN_REFUSED ? "refused" : "failed");
	test->failed++;
}

static void check(void *context, const Program *program, const char *line)
{
	Test *test = context;
	bool vectors = strstr(line, "Vec") != NULL;
	TwinCase twin;

	int number = test->programs++;

	if (!twin_open(&twin, program, 1))
		return;
	test->judged++;
	for (int form = 0; form < (vectors ? 3 : 1); form++)
		if (test->all || (number % ONE_OF == 0
				  && (!vectors || form == number % 3)))
			run(test, &twin, (AccessForm)form);
	twin_close(&twin);
}

int main(void)
{
	CodegenHost host;
	Test test = { .host = &host, .all = getenv("LIFT_TUNE_LONG") };

	if (!codegen_host_open(&host)) {
		printf("no OpenCL device: skipped\n");
		return SKIPPED;
	}
	if (!documents_each(check, &test)
	    || !documents_each_unknown(check, &test))
		test.failed++;
	printf("%d of %d documents judged, %d kernels, %d failed\n",
	       test.judged, test.programs, test.kernels, test.failed);
	codegen_host_close(&host);
	return test.failed != 0;
}
