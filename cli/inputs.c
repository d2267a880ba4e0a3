#include "cli/inputs.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "cli/ports.h"
#include "ir/data/npy.h"
#include "ir/data/testdata.h"
#include "lib/bind.h"

/* -- sizes from shapes ----------------------------------------------------- */

typedef struct Binder {
	Session *session;
	const char *from[256]; /* by added size: the file it came from */
	int first;             /* number of sizes that came from --size */
	const char *file;      /* whose shape is looked at */
	bool most;             /* that of a list, which may be shorter */
} Binder;

static const SizeBinding *bound(const Session *s, const char *name, int *at)
{
	for (int i = 0; i < s->size_count; i++)
		if (!strcmp(s->sizes[i].name, name)) {
			*at = i;
			return &s->sizes[i];
		}
	return NULL;
}

static bool contradiction(Binder *b, const char *name, int64_t value,
			  const char *file, const SizeBinding *old, int at)
{
	Place place = { .file = file };
	char found[160], expected[300];

	snprintf(found, sizeof found, "%s = %" PRId64, name, value);
	snprintf(expected, sizeof expected, "%s = %" PRId64 " as in %.200s",
		 name, old->value,
		 at < b->first ? "--size" : b->from[at - b->first]);
	diag_add(b->session->diags, E0401, &place, found, expected,
		 "the shape contradicts a size");
	return false;
}

static bool bind_size(void *context, const char *name, int64_t value)
{
	Binder *b = context;
	Session *s = b->session;
	int at;
	const SizeBinding *old = bound(s, name, &at);

	if (old)
		return old->value == value || (b->most && value < old->value)
		    || contradiction(b, name, value, b->file, old, at);
	if (s->size_count - b->first == 256)
		return true;
	b->from[s->size_count - b->first] = b->file;
	s->sizes[s->size_count++] =
		(SizeBinding){ arena_strdup(s->arena, name), value };
	return true;
}

static bool unknown_input(Session *s, const char *name)
{
	diag_add(s->diags, E0201, NULL, name,
		 "an input of the program (check lists them)",
		 "--input names no input of the program");
	return false;
}

static bool is_file(const char *text)
{
	size_t length = strlen(text);

	return length > 4 && !strcmp(text + length - 4, ".npy");
}

static const char *lone_variable(const Size *size)
{
	return size->count == 1 && size->terms[0].count == 1
	    && size->terms[0].factor == 1
	    && size->terms[0].atoms[0]->kind == ATOM_VAR
		? size->terms[0].atoms[0]->name : NULL;
}

/* m from offsets of m rows. */
static bool bind_rows(Binder *b, const Type *type, const NpyHeader *header)
{
	const char *rows = type_is(type, SHAPE_ROWS)
		? lone_variable(type->length) : NULL;

	if (!rows || header->rank != 1 || header->dims[0] < 1)
		return true;
	return bind_size(b, rows, header->dims[0] - 1);
}

static bool bind_input(Binder *b, const Program *program,
		       const NamedText *input)
{
	int port = bind_port(program, input->name);
	NpyHeader header;

	if (port < 0)
		return unknown_input(b->session, input->name);
	if (!is_file(input->text) || !program->in_ports[port].rank)
		return true;
	if (!npy_shape(input->text, &header, b->session->diags))
		return false;
	b->most = program->in_ports[port].extent > 0;
	b->file = input->text;
	if (program->in_ports[port].part)
		return bind_rows(b, program->inputs[
				 program->in_ports[port].source].type,
				 &header);
	return bind_shape(program, port, header.rank, header.dims, bind_size,
			  b);
}

bool inputs_bind_sizes(Session *s, const Program *program)
{
	Binder b = { .session = s, .first = s->size_count };

	for (int i = 0; i < s->options->input_count; i++)
		if (!bind_input(&b, program, &s->options->inputs[i]))
			return false;
	return true;
}

/* -- reading --------------------------------------------------------------- */

static bool bad_scalar(Session *s, const Port *port, const char *text)
{
	Place place = { .file = text };

	diag_add(s->diags, E0401, is_file(text) ? &place : NULL, text,
		 port->rank ? "a .npy file" : scalar_name(port->scalar),
		 "input %s does not fit its type", port->name);
	return false;
}

static bool parse_float(const Port *port, const char *text, Array *array)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end)
		return false;
	array_set(array, 0, value);
	return !isinf(array_get(array, 0)) || isinf(value)
	    || port->scalar == SCALAR_F64;
}

static bool parse_unsigned(const Port *port, const char *text, Array *array)
{
	char *end;
	unsigned long long value;
	size_t bits = 8 * scalar_bytes(port->scalar);

	errno = 0;
	value = strtoull(text, &end, 0);
	if (end == text || *end || errno || strchr(text, '-')
	    || (bits < 64 && value >> bits))
		return false;
	memcpy(array->data, &value, scalar_bytes(port->scalar));
	return true;
}

static bool parse_signed(const Port *port, const char *text, Array *array)
{
	char *end;
	long long value, limit = INT64_MAX >> (64 - 8 * (int)scalar_bytes(
							     port->scalar));

	errno = 0;
	value = strtoll(text, &end, 0);
	if (end == text || *end || errno || value > limit || value < -limit - 1)
		return false;
	memcpy(array->data, &value, scalar_bytes(port->scalar));
	return true;
}

static bool parse_scalar(const Port *port, const char *text, Array *array)
{
	switch (scalar_rows[port->scalar].class) {
	case CLASS_BOOL:
		((uint8_t *)array->data)[0] = !strcmp(text, "true");
		return !strcmp(text, "true") || !strcmp(text, "false");
	case CLASS_FLOAT: return parse_float(port, text, array);
	case CLASS_SIGNED: return parse_signed(port, text, array);
	default: return parse_unsigned(port, text, array);
	}
}

static const NamedText *given(const Session *s, const char *name)
{
	for (int i = 0; i < s->options->input_count; i++)
		if (!strcmp(s->options->inputs[i].name, name))
			return &s->options->inputs[i];
	return NULL;
}

static int64_t integer_at(const Array *array, int64_t i)
{
	if (array->scalar == SCALAR_I64)
		return ((const int64_t *)array->data)[i];
	return (int64_t)array_get(array, i);
}

/* Beyond int64 only u64 goes, and its range is given in int64. */
static bool in_range(const Port *port, const Array *array, int64_t i)
{
	if (array->scalar == SCALAR_U64) {
		uint64_t value = ((const uint64_t *)array->data)[i];

		return value <= (uint64_t)port->ihi
		    && (port->ilo < 0 || value >= (uint64_t)port->ilo);
	}
	return integer_at(array, i) >= port->ilo
	    && integer_at(array, i) <= port->ihi;
}

static bool check_range(Session *s, const Port *port, const Array *array,
			const char *file)
{
	Place place = { .file = file };
	Text found = { 0 };
	char expected[80];

	if (!port->ranged || !scalar_is_int(port->scalar))
		return true;
	for (int64_t i = 0; i < array->elements; i++) {
		if (in_range(port, array, i))
			continue;
		element_text(&found, array, i);
		text_printf(&found, " (element %" PRId64 ")", i);
		snprintf(expected, sizeof expected, "%" PRId64 " to %" PRId64,
			 port->ilo, port->ihi);
		diag_add(s->diags, E0402, &place, text_string(&found), expected,
			 "input %s is out of its declared range", port->name);
		text_free(&found);
		return false;
	}
	return true;
}

/* -- lists and rows -------------------------------------------------------- */

/* The elements that there are; zeros where more may be. */
static bool read_elements(Session *s, const Port *port, const char *file,
			  Array *array)
{
	Port own = *port;
	NpyHeader header;
	Array some;

	if (!npy_shape(file, &header, s->diags))
		return false;
	if (header.rank && header.dims[0] < own.dims[0]) {
		own.elements = own.elements / own.dims[0] * header.dims[0];
		own.dims[0] = header.dims[0];
	}
	if (!npy_read(file, &own, s->options->cast, &some, s->diags))
		return false;
	*array = array_of_port(port);
	memcpy(array->data, some.data,
	       (size_t)some.elements * scalar_bytes(some.scalar));
	array_free(&some);
	return check_range(s, &own, array, file);
}

/* Offsets ascend from 0 to at most as many elements as there may be; a number
 * of elements is one of these. */
static bool check_part(Session *s, const Port *port, const Array *array,
		       const char *file)
{
	const bool offsets = !strcmp(port->part, "offsets");
	Place place = { .file = file };
	int64_t before = 0;
	char found[96], expected[96];

	for (int64_t i = 0; i < array->elements; i++) {
		const int64_t here = integer_at(array, i);

		if (here >= before && here <= port->ihi
		    && !(offsets && !i && here)) {
			before = here;
			continue;
		}
		snprintf(found, sizeof found, "%" PRId64 " then %" PRId64
			 " at %" PRId64, before, here, i);
		snprintf(expected, sizeof expected, offsets
			 ? "offsets that ascend from 0 to %" PRId64 " at most"
			 : "0 to %" PRId64, port->ihi);
		diag_add(s->diags, E0402, file ? &place : NULL, found, expected,
			 "input %s is none of such lengths", port->name);
		return false;
	}
	return true;
}

/* How many elements the file that is given for those of the list has; false:
 * there is none, or it cannot be read. */
static bool count_given(Session *s, int part, Array *array)
{
	const Program *p = s->program;
	int elements = 0;
	const NamedText *input;
	NpyHeader header;

	while (p->in_ports[elements].extent != part + 1)
		elements++;
	input = given(s, p->in_ports[elements].name);
	if (strcmp(p->in_ports[part].part, "count") || !input
	    || !is_file(input->text)
	    || !npy_shape(input->text, &header, s->diags) || !header.rank)
		return false;
	*array = array_of_port(&p->in_ports[part]);
	*(int64_t *)array->data = header.dims[0];
	return true;
}

/* As i64, or i32, which others write. */
static bool read_part(Session *s, const Port *port, const char *file,
		      Array *array)
{
	NpyHeader header;

	return npy_shape(file, &header, s->diags)
	    && npy_read(file, port, s->options->cast
			|| header.scalar == SCALAR_I32, array, s->diags)
	    && check_part(s, port, array, file);
}

static bool read_given(Session *s, const Port *port, const char *text,
		       Array *array)
{
	if (port->part && is_file(text))
		return read_part(s, port, text, array);
	if (port->extent && is_file(text))
		return read_elements(s, port, text, array);
	if (is_file(text))
		return npy_read(text, port, s->options->cast, array, s->diags)
		    && check_range(s, port, array, text);
	if (port->rank)
		return bad_scalar(s, port, text);
	*array = array_of_port(port);
	return (parse_scalar(port, text, array) || bad_scalar(s, port, text))
	    && (port->part ? check_part(s, port, array, NULL)
			   : check_range(s, port, array, NULL));
}

static bool missing(Session *s, const Port *port)
{
	diag_add(s->diags, E0401, NULL, "no --input",
		 "data for every input, or --fill to draw what is missing",
		 "input %s is missing", port->name);
	return false;
}

static bool all_known(Session *s)
{
	for (int i = 0; i < s->options->input_count; i++)
		if (bind_port(s->program, s->options->inputs[i].name) < 0)
			return unknown_input(s, s->options->inputs[i].name);
	return true;
}

bool inputs_absent(const Session *s)
{
	return s->options->input_count == 0;
}

bool inputs_read(Session *s, Array *arrays)
{
	const Program *p = s->program;

	if (!all_known(s))
		return false;
	for (int i = 0; i < p->in_port_count; i++) {
		const Port *port = &p->in_ports[i];
		const NamedText *input = given(s, port->name);

		if (input) {
			if (!read_given(s, port, input->text, &arrays[i]))
				return false;
		} else if (port->part && count_given(s, i, &arrays[i])) {
			continue;
		} else if (inputs_absent(s) || s->options->fill) {
			arrays[i] = testdata_draw(port, s->options->seed,
						  TESTDATA_RANDOM);
		} else {
			return missing(s, port);
		}
	}
	return true;
}

void inputs_free(const Program *program, Array *arrays)
{
	for (int i = 0; i < program->in_port_count; i++)
		array_free(&arrays[i]);
}

/* -- writing --------------------------------------------------------------- */

static void say_output(const Session *s, const Port *port, const Array *array)
{
	enum { SHOWN = 4 };
	Text line = { 0 };

	port_type_text(&line, port);
	if (s->options->json)
		printf("{\"output\": \"%s\", \"type\": \"%s\", \"first\": [",
		       port->name, text_string(&line));
	else
		printf("%s: %s =", port->name, text_string(&line));
	for (int64_t i = 0; i < array->elements && i < SHOWN; i++) {
		text_clear(&line);
		element_text(&line, array, i);
		printf(s->options->json ? "%s\"%s\"" : "%s%s",
		       s->options->json && i ? ", " : " ", text_string(&line));
	}
	puts(s->options->json ? "]}" : array->elements > SHOWN ? " ..." : "");
	text_free(&line);
}

static const char **input_files(Session *s, int *count)
{
	const char **files = ARENA_ARRAY(s->arena, const char *,
					 s->options->input_count + 1);

	*count = 0;
	for (int i = 0; i < s->options->input_count; i++)
		if (is_file(s->options->inputs[i].text))
			files[(*count)++] = s->options->inputs[i].text;
	return files;
}

bool outputs_fit(Session *s)
{
	int count;
	const char **files = input_files(s, &count);
	bool good = true;

	for (int i = 0; i < s->program->output_count; i++)
		good &= npy_may_write(s->options->out,
				      s->program->out_ports[i].name, files,
				      count, s->diags);
	return good;
}

/* As many elements as the list, or the rows, have. */
static void cut(const Port *port, const Array *outputs, Array *array)
{
	const int64_t held = array_held(array, &outputs[port->extent - 1]);

	if (held == array->elements)
		return;
	array->dims[0] = held / (array->elements / array->dims[0]);
	array->elements = held;
}

bool outputs_write(Session *s, const Program *program, Array *outputs)
{
	int count;
	const char **files = input_files(s, &count);
	bool good = true;

	for (int i = 0; i < program->output_count; i++)
		if (program->out_ports[i].extent)
			cut(&program->out_ports[i], outputs, &outputs[i]);
	for (int i = 0; i < program->output_count; i++) {
		const Port *port = &program->out_ports[i];

		good = good && npy_write(s->options->out, port->name,
					 &outputs[i], files, count, s->diags);
		if (good)
			say_output(s, port, &outputs[i]);
		array_free(&outputs[i]);
	}
	return good;
}
