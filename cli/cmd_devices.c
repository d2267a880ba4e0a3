/* devices: what --device takes; with --measure the facts of one. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "bench_harness/harness.h"
#include "cli/commands.h"
#include "cli/device_facts.h"
#include "cli/device_measure.h"
#include "cli/measure.h"

/* "" when it can. */
static const char *why_unusable(Arena *arena, const Device *d)
{
	Text why = { 0 };
	const char *kept;

	device_check(d, &why);
	kept = arena_strdup(arena, text_string(&why));
	text_free(&why);
	return kept;
}

static void print_device(const Device *d, const char *unusable)
{
	printf("%d  %s\n", d->index, d->name);
	printf("   platform %s, driver %s, %s\n", d->platform, d->driver,
	       d->version);
	printf("   %s, %" PRId64 " compute units, groups of up to %" PRId64
	       ", local memory %" PRId64 " KiB%s\n",
	       device_type_name(d->type), d->compute_units, d->max_group_size,
	       d->local_bytes / 1024,
	       d->local_is_dedicated ? "" : " (plain memory)");
	printf("   memory %" PRId64 " MiB, one buffer up to %" PRId64
	       " MiB, float width %" PRId64 "%s%s\n",
	       d->global_bytes >> 20, d->max_alloc_bytes >> 20,
	       d->native_float_width, d->has_f64 ? ", f64" : "",
	       d->has_f16 ? ", f16" : "");
	if (*unusable)
		printf("   cannot be used, since it says %s\n", unusable);
}

static void print_device_json(const Device *d, const char *unusable)
{
	Text text = { 0 };

	text_printf(&text, "{\"device\": %d, ", d->index);
	device_facts_put(&text, d);
	text_put(&text, ", \"unusable\": ");
	text_json(&text, unusable);
	text_char(&text, '}');
	puts(text_string(&text));
	text_free(&text);
}

static int list(Session *session)
{
	Device *devices = ARENA_ARRAY(session->arena, Device,
				      HARNESS_DEVICES);
	HarnessOptions options = measure_options(session);
	int count = harness_devices(&options, devices, session->diags);

	for (int i = 0; i < count; i++)
		(session->options->json ? print_device_json : print_device)
			(&devices[i], why_unusable(session->arena,
						   &devices[i]));
	return count ? EXIT_DONE : EXIT_DEVICE;
}

/* As an option; LIFT_TUNE_DEVICE is for other commands, too. */
static bool is_one_given(const Options *o)
{
	return o->device && o->device != getenv("LIFT_TUNE_DEVICE");
}

int cmd_devices(Session *session)
{
	if (session->options->measure)
		return device_measure(session);
	if (!is_one_given(session->options))
		return list(session);
	diag_add(session->diags, E0901, NULL, "--device", "--measure",
		 "devices lists all");
	return EXIT_USAGE;
}
