/* Libraries, errors, and sessions of programs. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench_harness/opencl.h"
#include "config.h"
#include "db/db.h"
#include "lib/api.h"

const char *lt_version(void)
{
	return PACKAGE_VERSION;
}

size_t lt_type_bytes(lt_type type)
{
	return type <= LT_F64 ? scalar_bytes((Scalar)type) : 0;
}

lt_library *lt_open(const char *database, lt_error *error)
{
	lt_library *library;
	char *path = db_path(database);

	if (!path) {
		api_wrong(error, E0601, "no path, LIFT_TUNE_DB or HOME says "
			  "where the database is");
		return NULL;
	}
	library = base_calloc(1, sizeof *library);
	library->database = path;
	return library;
}

void lt_close(lt_library *library)
{
	if (library)
		free(library->database);
	free(library);
}

/* -- errors ---------------------------------------------------------------- */

static void put_diag(Text *text, const Diag *diag)
{
	text_printf(text, "%s%s", text->length ? "\n" : "", diag->message);
	if (diag->found)
		text_printf(text, "; found: %s", diag->found);
	if (diag->expected)
		text_printf(text, "; expected: %s", diag->expected);
}

static void set_error(lt_error *error, DiagCode code, const char *words)
{
	if (!error)
		return;
	*error = (lt_error){ .code = atoi(diag_code_name(code) + 1) };
	snprintf(error->text, sizeof error->text, "%s", words);
}

bool api_good(const Diags *diags, lt_error *error)
{
	const Diag *first = NULL;
	Text text = { 0 };

	for (int i = 0; i < diags->count; i++) {
		const Diag *diag = &diags->items[i];

		if (!diag_is_error(diag->code))
			continue;
		put_diag(&text, diag);
		first = first ? first : diag;
	}
	if (first)
		set_error(error, first->code, text_string(&text));
	if (first && error) {
		error->line = first->place.line;
		error->column = first->place.column;
	}
	text_free(&text);
	return !diags->errors;
}

bool api_wrong(lt_error *error, DiagCode code, const char *format, ...)
{
	Text text = { 0 };
	va_list words;

	va_start(words, format);
	text_vprintf(&text, format, words);
	va_end(words);
	set_error(error, code, text_string(&text));
	text_free(&text);
	return false;
}

/* -- sessions -------------------------------------------------------------- */

void api_session(Session *s, const char *text, const lt_size *sizes,
		 size_t count)
{
	*s = (Session){ .arena = arena_new(), .diags = diags_new(),
			.file = "<program>", .text = text };
	s->options = options_default(s->arena, 1);
	s->options->command = CMD_RUN;
	s->sizes = ARENA_ARRAY(s->arena, SizeBinding, count + 1);
	for (; (size_t)s->size_count < count; s->size_count++)
		s->sizes[s->size_count] = (SizeBinding){
			arena_strdup(s->arena, sizes[s->size_count].name),
			(int64_t)sizes[s->size_count].value };
	s->empty = true;
	session_read(s);
}

void api_session_free(Session *s)
{
	if (s->arena)
		session_free(s);
	*s = (Session){ 0 };
}

/* -- the world outside ----------------------------------------------------- */

Db *api_database(const lt_library *library, Diags *diags)
{
	return access(library->database, F_OK) == 0
	     ? db_open(library->database, DB_READ, diags) : NULL;
}

bool api_device(cl_device_id id, Device *device, lt_error *error)
{
	enum { MOST = 64 };
	ClDevice *all = base_calloc(MOST, sizeof *all);
	int count = opencl_devices(all, MOST), i = 0;
	Text why = { 0 };
	bool good;

	while (i < count && all[i].id != id)
		i++;
	good = i < count
	    || api_wrong(error, E0501, "the device is none that OpenCL lists");
	if (good)
		*device = all[i].info;
	if (good && !device_check(device, &why))
		good = api_wrong(error, E0504, "%s: %s", device->name,
				 text_string(&why));
	text_free(&why);
	free(all);
	return good;
}
