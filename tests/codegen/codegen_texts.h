/* What the texts of generated kernels are checked with: include it after
 * cmocka.h. */
#ifndef TESTS_CODEGEN_CODEGEN_TEXTS_H
#define TESTS_CODEGEN_CODEGEN_TEXTS_H

#include "codegen_fixture.h"

#define IN(name, type) "{\"name\": \"" name "\", \"type\": \"" type "\"}"
#define XS IN("xs", "[f32; N]")
#define N(n) "\"N\": " #n

static inline void must(const Generated *made)
{
	if (!made->artifact)
		fail_msg("refused: %s", made->fault.message);
}

static inline void has(const Generated *made, const char *text)
{
	must(made);
	if (!strstr(made->artifact->source, text))
		fail_msg("no \"%s\" in\n%s", text, made->artifact->source);
}

static inline void has_times(const Generated *made, const char *text,
			     int times)
{
	must(made);
	if (occurrences(made->artifact->source, text) != times)
		fail_msg("not %d times \"%s\" in\n%s", times, text,
			 made->artifact->source);
}

/* What the body over xs: [f32; N] gives holds all the texts (ended by NULL). */
static inline void check_text(const char *sizes, const char *inputs,
			      const char *body, const char *const *texts)
{
	Generated made = generated(sizes, inputs, body);

	for (; *texts; texts++)
		has(&made, *texts);
	generated_free(&made);
}

#define TEXTS(...) (const char *const[]){ __VA_ARGS__, NULL }

#endif
