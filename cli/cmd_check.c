/* check: parse and type-check; what the program takes and gives. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/ports.h"
#include "ir/core/algebra.h"

typedef struct Findings {
	const Program *program;
	Diags *diags;
	const char *file;
	bool indexes; /* some index is no constant */
} Findings;

static bool is_constant(const Expr *e)
{
	if (e->kind == EXPR_VAR || e->kind == EXPR_INPUT)
		return false;
	for (int i = 0; i < e->kid_count; i++)
		if (!is_constant(e->kids[i]))
			return false;
	return true;
}

static void look(Findings *f, const Expr *e)
{
	Place place = { .file = f->file };

	if (e->kind == EXPR_PRIM && e->prim == PRIM_REDUCE
	    && !algebra_monoid(f->program, e->kids[0], e->kids[1]))
		diag_add(f->diags, W0303, &place,
			 "an operator or initial value not known to be a monoid",
			 "a built-in operator with its neutral element, or "
			 "one declared in \"operators\"",
			 "a reduce stays sequential");
	if (e->kind == EXPR_PRIM && e->prim == PRIM_AT
	    && !is_constant(e->kids[1]))
		f->indexes = true;
	f->indexes |= expr_is(e, PRIM_SCATTER) || expr_is(e, PRIM_PERMUTE)
		   || expr_is(e, PRIM_SCAN_BY_INDEX)
		   || expr_is(e, PRIM_ASCENDING);
	for (int i = 0; i < e->kid_count; i++)
		look(f, e->kids[i]);
}

static void warn(Session *s)
{
	const Program *program = s->program;
	Findings f = { program, s->diags, s->file, false };
	Place place = { .file = s->file };

	look(&f, program->body);
	for (int i = 0; f.indexes && i < program->in_port_count; i++) {
		const Port *port = &program->in_ports[i];

		if (scalar_is_int(port->scalar) && !port->ranged
		    && !port->part)
			diag_add(s->diags, W0304, &place, port->name,
				 "a \"range\" for data used as indices",
				 "integer input %s has no range and the program "
				 "reads arrays by index", port->name);
	}
}

static void print_ports(const char *what, const Port *ports, int count)
{
	Text type = { 0 };

	for (int i = 0; i < count; i++) {
		text_clear(&type);
		port_type_text(&type, &ports[i]);
		printf("%-8s %-12s %s\n", i ? "" : what, ports[i].name,
		       text_string(&type));
	}
	text_free(&type);
}

static void print_people(const Program *p)
{
	printf("%s%s%s\n", p->name, p->doc ? ": " : "", p->doc ? p->doc : "");
	for (int i = 0; i < p->size_count; i++)
		printf("%-8s %-12s %" PRId64 "\n", i ? "" : "sizes",
		       p->sizes[i].name, p->sizes[i].value);
	print_ports("inputs", p->in_ports, p->in_port_count);
	print_ports("outputs", p->out_ports, p->output_count);
}

static void json_ports(Text *text, const char *key, const Port *ports,
		       int count)
{
	text_printf(text, ", \"%s\": [", key);
	for (int i = 0; i < count; i++) {
		text_printf(text, "%s{\"name\": \"%s\", \"type\": \"%s\", "
			    "\"shape\": [", i ? ", " : "", ports[i].name,
			    scalar_name(ports[i].scalar));
		for (int d = 0; d < ports[i].rank; d++)
			text_printf(text, "%s%" PRId64, d ? ", " : "",
				    ports[i].dims[d]);
		text_put(text, "]}");
	}
	text_char(text, ']');
}

static void print_programs(const Program *p)
{
	Text text = { 0 };

	text_printf(&text, "{\"name\": \"%s\", \"sizes\": {", p->name);
	for (int i = 0; i < p->size_count; i++)
		text_printf(&text, "%s\"%s\": %" PRId64, i ? ", " : "",
			    p->sizes[i].name, p->sizes[i].value);
	text_char(&text, '}');
	json_ports(&text, "inputs", p->in_ports, p->in_port_count);
	json_ports(&text, "outputs", p->out_ports, p->output_count);
	text_char(&text, '}');
	puts(text_string(&text));
	text_free(&text);
}

static void print_normal_form(const Session *session)
{
	const Program *program = session->written;
	Text text = { 0 };

	session_print(session, &text, program, program->body);
	fputs(text_string(&text), stdout);
	text_free(&text);
}

int cmd_check(Session *session)
{
	if (!session_load(session))
		return EXIT_INPUT;
	warn(session);
	if (session->options->print)
		print_normal_form(session);
	else if (session->options->json)
		print_programs(session->program);
	else
		print_people(session->program);
	return EXIT_DONE;
}
