/* Kernels of tests/codegen are proved, all but a few; none is refuted. What is
 * not proved says why. A tenth of them; LIFT_TUNE_LONG=1: all. */
#include "codegen_documents.h"
#include "tests/tally.h"

static void check(void *context, const Program *program, const char *line)
{
	Device device = device_generic();
	CodegenOptions options = codegen_options(&device);
	Tally *tally = context;

	(void)line;
	options.around_bytes = 1;
	if (tally_is_due(tally, program->name))
		tally_try(tally, program, program->body, &device, &options);
}

int main(void)
{
	Tally tally = tally_new(10);

	tally.bad += !documents_each(check, &tally);
	return tally_end(&tally);
}
