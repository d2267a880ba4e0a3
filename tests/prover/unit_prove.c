/* Kernels of tests/codegen are proved, as they are made for a CPU, where lines
 * of memory are written whole, and for other devices, all but a few; none is
 * refuted. What is not proved says why. */
#include "tests/codegen/codegen_documents.h"
#include "tests/prover/tally.h"

static void check(void *context, const Program *program, const char *line)
{
	static const DeviceType types[] = { DEVICE_OTHER, DEVICE_CPU };
	Tally *tally = context;

	(void)line;
	if (!tally_is_due(tally, program->name))
		return;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		Device device = device_generic();
		CodegenOptions options;

		device.type = types[i];
		options = codegen_options(&device);
		options.around_bytes = 1;
		options.line_rounds = 1;
		options.narrow_bytes = 1;
		tally->what = device_type_name(device.type);
		tally_try(tally, program, program->body, &device, &options);
	}
}

int main(void)
{
	Tally tally = tally_new(1);

	tally.bad += !documents_each(check, &tally);
	return tally_end(&tally);
}
