#include "tests/rules/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

World world_read(const char *sizes, const char *inputs, const char *body,
		 RewriteOptions options, ReadOptions read)
{
	World w = { .ir = ir_new(), .base = rulebase_new(),
		    .diags = diags_new() };
	Text text = { 0 };

	text_printf(&text, "{\"name\": \"t\", \"sizes\": {%s}, "
		    "\"inputs\": [%s], \"body\": %s}", sizes, inputs, body);
	w.program = program_read(w.ir, "t.json", text_string(&text), &read,
				 w.diags);
	if (!w.program)
		diags_print(w.diags, stderr);
	assert_non_null(w.program);
	w.rewriter = rewriter_new(w.base, w.program, options);
	w.start = derivation_start(w.rewriter, w.program->body);
	text_free(&text);
	return w;
}

World world_with(const char *sizes, const char *inputs, const char *body,
		 RewriteOptions options)
{
	return world_read(sizes, inputs, body, options,
			  (ReadOptions){ .concrete = true });
}

World world(const char *inputs, const char *body)
{
	return world_with("\"N\": 4096", inputs, body, (RewriteOptions){ 0 });
}

void world_free(World *w)
{
	rewriter_free(w->rewriter);
	rulebase_free(w->base);
	ir_free(w->ir);
	diags_free(w->diags);
}

Path place(const char *kids)
{
	Path path;

	assert_true(path_parse(kids, &path));
	return path;
}

const Derivation *at(World *w, const Derivation *d, const char *kids,
		     const char *rule)
{
	const Path path = place(kids);

	return rewrite(w->rewriter, d, &path, rule);
}

const Derivation *at_with(World *w, const Derivation *d,
			  const char *kids, const char *rule,
			  const char *name, int64_t value)
{
	const Path path = place(kids);

	return rewrite_with(w->rewriter, d, &path, rule, name, value, NULL);
}

void assert_text(World *w, const Derivation *d, const char *expected)
{
	Text text = { 0 };

	assert_non_null(d);
	print_text(&text, w->program, d->expr);
	assert_string_equal(text_string(&text), expected);
	text_free(&text);
}
