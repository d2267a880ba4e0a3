/* codegen: the OpenCL of an expression that is already low-level. Needs no
 * device: it is generated for that of --device-facts, or for what every OpenCL
 * 1.2 device guarantees.
 */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/device_facts.h"
#include "cli/export.h"
#include "cli/measure.h"

static bool generate(Session *s)
{
	const Device device = s->absent ? *s->absent : device_generic();
	Exported what = { .device = &device };

	what.artifact = measure_generate(s, (Variant){ 0 },
					 s->program->body, &device);
	if (!what.artifact)
		return false;
	if (s->options->given_out)
		return export_write(s, &what);
	fputs(what.artifact->source, stdout);
	return true;
}

int cmd_codegen(Session *session)
{
	if (!device_facts_read(session) || !session_load(session))
		return EXIT_INPUT;
	return generate(session) ? EXIT_DONE : EXIT_FAILED;
}
