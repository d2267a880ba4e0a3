#include "cli/t4.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "cli/store.h"
#include "search/space/choices.h"
#include "config.h"
#include "ir/front/document.h"

#define NS_IN_MS 1e6

/* What the format calls the ways to fail. */
static const char *const invalidities[STATUS_COUNT] = {
	[STATUS_OK] = "correct", [STATUS_SLOW] = "correct",
	[STATUS_WRONG] = "correctness", [STATUS_NAN] = "correctness",
	[STATUS_GUARD] = "correctness",
	[STATUS_BUILD_ERROR] = "compile", [STATUS_BUILD_CRASH] = "compile",
	[STATUS_BUILD_TIMEOUT] = "timeout", [STATUS_RUN_TIMEOUT] = "timeout",
	[STATUS_LAUNCH_ERROR] = "runtime", [STATUS_RUN_CRASH] = "runtime",
	[STATUS_OOM] = "runtime", [STATUS_WORKER_LOST] = "runtime",
	[STATUS_HOST_CRASH] = "runtime",
};

static void put_member(Text *text, const char *name, const char *value)
{
	text_printf(text, ", \"%s\": ", name);
	text_json(text, value);
}

static void put_sizes(Text *text, const Program *program)
{
	text_put(text, ", \"sizes\": {");
	for (int i = 0; i < program->size_count; i++) {
		text_put(text, i ? ", " : "");
		text_json(text, program->sizes[i].name);
		text_printf(text, ": %" PRId64, program->sizes[i].value);
	}
	text_char(text, '}');
}

static void put_metadata(Text *text, const Tuner *t)
{
	const Session *s = t->session;
	const Device *device = harness_device(t->harness);

	text_put(text, "{\"schema_version\": \"1.0.0\", \"metadata\": {\n"
		 "\"tool\": \"lift-tune " PACKAGE_VERSION "\", \"timeunit\": "
		 "\"milliseconds\"");
	put_member(text, "kernel_name", s->program->name);
	text_printf(text, ", \"program\": \"%016" PRIx64 "\"",
		    program_key(s->program));
	put_sizes(text, s->program);
	put_member(text, "device_name", device->name);
	put_member(text, "platform", device->platform);
	put_member(text, "driver", device->driver);
	put_member(text, "strategy", t->candidates.strategy->kind->name);
	text_printf(text, ", \"seed\": %" PRIu64 ", \"fp\": \"%s\"},\n",
		    s->options->seed, fp_name(s->options->fp));
}

/* -- a configuration: "fold", "chunks", "chunks.items" ... ----------------- */

/* A block that is chosen again gets a number: its members must not have the
 * same names. */
static const char *member_name(Arena *arena, const Decision *all, int at)
{
	int before = 1;

	for (int i = 0; i < at; i++)
		before += !strcmp(all[i].name, all[at].name);
	return before > 1 ? arena_printf(arena, "%s %d", all[at].name, before)
			  : all[at].name;
}

static void put_block(Text *text, Arena *arena, const Decision *all, int at)
{
	const char *name = member_name(arena, all, at);

	text_printf(text, ", \"%s\": true", name);
	for (int i = 0; i < all[at].count; i++)
		text_printf(text, ", \"%s.%s\": %" PRId64, name,
			    all[at].numbers[i].name,
			    all[at].numbers[i].value);
}

/* Only plain names become members; --from may give any text. */
static bool is_plain(const char *choices)
{
	return !strpbrk(choices, "\"\\\n");
}

static void put_configuration(Text *text, Arena *arena, const DbKernel *kernel)
{
	const char *choices = choices_text(arena, kernel->derivation.choices);
	int count;
	const Decision *all = decisions_read(arena, kernel->derivation.choices,
					     &count);

	text_printf(text, "\"configuration\": {\"kernel\": \"%016" PRIx64
		    "\"", kernel->hash);
	put_member(text, "choices", choices);
	put_member(text, "label", kernel->derivation.label);
	for (int i = 0; is_plain(choices) && i < count; i++)
		put_block(text, arena, all, i);
	text_char(text, '}');
}

/* -- results --------------------------------------------------------------- */

/* What is not finite was not measured. */
static void put_ms(Text *text, const char *name, double ns)
{
	if (!isfinite(ns))
		return;
	text_printf(text, "\"%s\": %.9g, ", name, ns / NS_IN_MS);
}

static void put_times(Text *text, const Trial *trial, const DbMeasurement *m)
{
	text_put(text, ", \"times\": {");
	put_ms(text, "compilation_time", m->build_ns);
	put_ms(text, "compilation", m->build_ns);
	put_ms(text, "validation", m->check_ns);
	text_put(text, "\"runtimes\": [");
	for (int i = 0; i < m->sample_count && trial->good; i++)
		text_printf(text, "%s%.9g", i ? ", " : "",
			    m->samples[i] / NS_IN_MS);
	if (trial->known && trial->good)
		text_printf(text, "%.9g", trial->seconds * 1e3);
	text_put(text, "]}");
}

static void put_measurement(Text *text, const char *name, double value,
			    const char *unit)
{
	text_printf(text, "{\"name\": \"%s\", \"value\": %.9g, \"unit\": "
		    "\"%s\"}", name, value, unit);
}

static void put_measurements(Text *text, const Trial *trial,
			     const DbMeasurement *m)
{
	text_put(text, ", \"measurements\": [");
	if (trial->good) {
		put_measurement(text, "time", trial->seconds * 1e3, "ms");
		if (m->median_ns > 0) {
			text_put(text, ", ");
			put_measurement(text, "median",
					m->median_ns / NS_IN_MS, "ms");
		}
		if (m->checked && isfinite(m->max_error)) {
			text_put(text, ", ");
			put_measurement(text, "error", m->max_error, "");
		}
	}
	text_put(text, "]");
}

static const char *invalidity(const Trial *trial)
{
	Status status = trial->measured.status;

	if (trial->good)
		return "correct";
	return status < STATUS_COUNT ? invalidities[status] : "runtime";
}

static void put_result(Text *text, Arena *arena, const Trial *trial)
{
	const DbMeasurement m = trial_measurement(trial, 0);

	text_put(text, "{\"timestamp\": ");
	text_json(text, trial->at);
	text_put(text, ", ");
	put_configuration(text, arena, &trial->kernel);
	put_times(text, trial, &m);
	text_printf(text, ", \"invalidity\": \"%s\", \"correctness\": %d, "
		    "\"objectives\": [\"time\"]",
		    invalidity(trial), trial->good);
	put_measurements(text, trial, &m);
	text_char(text, '}');
}

/* -- the file -------------------------------------------------------------- */

static bool put_rows(Text *text, Tuner *t, int64_t run)
{
	Text rows = { 0 };
	bool good = db_export_run(t->db, run, &rows, t->session->diags);
	const char *at = text_string(&rows);

	text_put(text, "],\n\"lift_tune\": [");
	for (const char *comma = "\n"; *at; comma = ",\n") {
		size_t length = strcspn(at, "\n");
		char *line = arena_strndup(t->session->arena, at, length);

		text_put(text, comma);
		text_json(text, line);
		at += length + (at[length] != '\0');
	}
	text_put(text, "]}\n");
	text_free(&rows);
	return good;
}

static bool write_file(Session *s, const Text *text)
{
	const char *path = s->options->t4, *slash = strrchr(path, '/');
	const char *folder = slash ? arena_strndup(s->arena, path,
			(size_t)(slash - path) + 1) : ".";

	return file_write(folder, slash ? slash + 1 : path, text_string(text),
			  text->length, s->diags);
}

static int by_number(const void *a, const void *b)
{
	const Trial *x = *(Trial *const *)a, *y = *(Trial *const *)b;

	return (x->number > y->number) - (x->number < y->number);
}

bool t4_write(Tuner *t, int64_t run)
{
	Text text = { 0 };
	bool good;

	if (t->trial_count)
		qsort(t->trials, (size_t)t->trial_count, sizeof *t->trials,
		      by_number);
	put_metadata(&text, t);
	text_put(&text, "\"results\": [");
	for (int i = 0; i < t->trial_count; i++) {
		text_put(&text, i ? ",\n" : "\n");
		put_result(&text, t->session->arena, t->trials[i]);
	}
	good = put_rows(&text, t, run) && write_file(t->session, &text);
	text_free(&text);
	return good;
}
