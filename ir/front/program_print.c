/* The whole document in normal form. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "ir/front/document.h"
#include "ir/front/print_tree.h"

static void put_field(Text *text, const char *key, const char *value)
{
	if (!value)
		return;
	text_printf(text, "  \"%s\": ", key);
	text_json(text, value);
	text_put(text, ",\n");
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool has_word(const char *text, const char *word)
{
	const size_t length = strlen(word);

	for (const char *at = text; (at = strstr(at, word)); at += length)
		if ((at == text || !is_word(at[-1])) && !is_word(at[length]))
			return true;
	return false;
}

/* Of a concrete program only those that its text names: where lengths are plain
 * numbers nothing depends on the others. */
static void put_sizes(Text *text, const Program *program, const char *rest)
{
	const char *before = "  \"sizes\": {";

	for (int i = 0; i < program->size_count; i++) {
		const SizeBinding *size = &program->sizes[i];

		if (program->concrete && !has_word(rest, size->name))
			continue;
		text_printf(text, "%s\"%s\": %" PRId64, before, size->name,
			    size->value);
		before = ", ";
	}
	if (*before == ',')
		text_put(text, "},\n");
}

static void put_open(Text *text, const Program *program)
{
	if (program->concrete || !program->asks_open)
		return;
	text_put(text, "  \"open\": [\"");
	for (const char *c = program->asks_open; *c; c++)
		if (*c == ',')
			text_put(text, "\", \"");
		else
			text_char(text, *c);
	text_put(text, "\"],\n");
}

static void put_input(Text *text, const Program *program,
		      const ProgramInput *input)
{
	text_put(text, "    {\"name\": ");
	text_json(text, input->name);
	text_put(text, ", \"type\": ");
	text_json(text, type_string(program->ir, input->type));
	if (input->ranged)
		text_printf(text, ", \"range\": [%s, %s]", input->lo_text,
			    input->hi_text);
	if (input->doc) {
		text_put(text, ", \"doc\": ");
		text_json(text, input->doc);
	}
	text_char(text, '}');
}

static void put_inputs(Text *text, const Program *program)
{
	text_put(text, "  \"inputs\": [");
	for (int i = 0; i < program->input_count; i++) {
		text_put(text, i ? ",\n" : "\n");
		put_input(text, program, &program->inputs[i]);
	}
	text_put(text, program->input_count ? "\n  ],\n" : "],\n");
}

static void put_operator(Text *text, const Program *program, int i)
{
	const Algebra *algebra = &program->algebra[i];
	Arena *arena = arena_new();

	text_put(text, "    ");
	text_json(text, print_operator_name(arena, program, i));
	text_put(text, ": {\"fun\": ");
	print_layout(text, print_operator(arena, program, algebra->function),
		     6);
	text_printf(text, ",\n      \"assoc\": %s, \"comm\": %s",
		    algebra->assoc ? "true" : "false",
		    algebra->comm ? "true" : "false");
	if (algebra->neutral) {
		text_put(text, ", \"neutral\": ");
		print_layout(text, print_tree(arena, program,
					      algebra->neutral), 6);
	}
	text_char(text, '}');
	arena_free(arena);
}

/* Operators are printed as they are used: one for each type. */
static void put_operators(Text *text, const Program *program)
{
	if (!program->algebra_count)
		return;
	text_put(text, "  \"operators\": {");
	for (int i = 0; i < program->algebra_count; i++) {
		text_put(text, i ? ",\n" : "\n");
		put_operator(text, program, i);
	}
	text_put(text, "\n  },\n");
}

static void put_output(Text *text, const Program *program, const Port *port)
{
	if (port->into < 0) {
		text_json(text, port->name);
		return;
	}
	text_put(text, "{\"name\": ");
	text_json(text, port->name);
	text_put(text, ", \"into\": ");
	text_json(text, program->in_ports[port->into].name);
	text_char(text, '}');
}

/* Where sizes are known, the body has no lists: each part has a name. */
static void put_outputs(Text *text, const Program *program)
{
	text_put(text, ",\n  \"outputs\": [");
	for (int i = 0; i < program->output_count; i++) {
		if (program->out_ports[i].part && !program->concrete)
			continue;
		if (i)
			text_put(text, ", ");
		put_output(text, program, &program->out_ports[i]);
	}
	text_char(text, ']');
}

static void put_tolerance(Text *text, const Program *program)
{
	const double values[] = { program->rtol, program->atol };
	const char *const keys[] = { "rtol", "atol" };
	const char *separator = "";

	if (program->rtol < 0 && program->atol < 0)
		return;
	text_put(text, ",\n  \"tolerance\": {");
	for (int i = 0; i < 2; i++)
		if (values[i] >= 0) {
			text_printf(text, "%s\"%s\": ", separator, keys[i]);
			print_double(text, SCALAR_F64, values[i]);
			separator = ", ";
		}
	text_char(text, '}');
}

void program_print_tree(Text *text, const Program *program, const Tree *body)
{
	Text rest = { 0 };

	put_inputs(&rest, program);
	put_operators(&rest, program);
	text_put(&rest, "  \"body\": ");
	print_layout(&rest, body, 2);
	put_outputs(&rest, program);
	put_tolerance(&rest, program);
	text_put(text, "{\n");
	put_field(text, "name", program->name);
	put_field(text, "doc", program->doc);
	put_sizes(text, program, text_string(&rest));
	put_open(text, program);
	text_put(text, text_string(&rest));
	text_put(text, "\n}\n");
	text_free(&rest);
}

void program_print(Text *text, const Program *program, const Expr *body)
{
	Arena *arena = arena_new();

	program_print_tree(text, program, print_tree(arena, program, body));
	arena_free(arena);
}
