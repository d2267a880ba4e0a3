/* Questions, answers, and what is said about them; bounds and overflow. */
#include "prover/check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "codegen_opencl/source.h"

/* -- questions ------------------------------------------------------------- */

double check_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void check_close(Check *c)
{
	small_free(&c->small);
}

/* All values are tried, at once where these are few, or when the solver has had
 * half of the time. */
static SmtAnswer ask(Check *c, int count, const Term *const *all)
{
	const double few = 1e6, some = 2e9;
	double left = c->deadline - check_now();
	SmtAnswer answer = SMT_UNKNOWN;
	Small small = small_new(c->terms, count, all);

	check_close(c);
	if (left > 0 && small.work > few)
		answer = smt_ask(c->smt, count, all,
				 small.work < some ? left / 2 : left);
	if (left > 0 && answer == SMT_UNKNOWN && small.work < some
	    && !c->terms->overflow) {
		answer = small_ask(&small, count, all, check_now, c->deadline);
		c->small = small;
		return answer;
	}
	small_free(&small);
	return answer;
}

bool check_can_be(Check *c, int count, const Term *const *all)
{
	SmtAnswer answer;

	for (int i = 0; i < count; i++)
		if (term_is_false(all[i]))
			return false;
	c->questions++;
	answer = ask(c, count, all);
	if (answer == SMT_UNKNOWN)
		check_say(c, PROVE_UNKNOWN, "%s", c->terms->overflow
			  ? "numbers of more than 61 bits"
			  : "the solver did not come to an end in time");
	return answer == SMT_SOMETIMES;
}

void check_say(Check *c, ProofVerdict verdict, const char *format, ...)
{
	char text[600];
	va_list args;

	if (c->verdict == PROVE_REFUTED
	    || (c->verdict == PROVE_UNKNOWN && verdict == PROVE_UNKNOWN))
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	c->verdict = verdict;
	c->detail = arena_strdup(c->arena, text);
}

typedef struct Data {
	int count;  /* values that are read */
	bool loose; /* ... or computed, and may never be so */
} Data;

static void see_data(void *context, const Term *name)
{
	Data *data = context;

	data->count += name->name->kind == NAME_DATA;
	data->loose |= name->name->loose;
}

ProofVerdict check_verdict(Check *c, int count, const Term *const *all)
{
	const Term *both = term_truth(c->terms, true);
	Data data = { 0 };

	for (int i = 0; i < count; i++)
		both = term_and(c->terms, both, all[i]);
	term_names(c->terms, both, see_data, &data);
	return data.loose || data.count > 1 ? PROVE_UNKNOWN : PROVE_REFUTED;
}

/* -- texts ----------------------------------------------------------------- */

static int64_t name_value(void *context, const Term *name)
{
	Check *c = context;

	return c->small.names ? small_value(&c->small, name)
			      : smt_value(c->smt, name);
}

int64_t check_value(Check *c, const Term *term)
{
	return term_value(term, name_value, c);
}

static void put_value(Check *c, Text *text, const char *name,
		      const Term *term, TermMap *other)
{
	if (other)
		term = term_mapped(other, term);
	text_printf(text, "%s%s = %" PRId64, text->length ? ", " : "", name,
		    check_value(c, term));
}

static void put_rounds(Check *c, Text *text, const Around *around,
		       TermMap *other)
{
	Text name = { 0 };

	if (!around)
		return;
	put_rounds(c, text, around->up, other);
	source_var(&name, around->loop->var);
	put_value(c, text, text_string(&name), around->counter, other);
	text_free(&name);
}

const char *check_where(Check *c, const Around *around, TermMap *other)
{
	const Walk *w = c->w;
	Text text = { 0 };
	const char *kept;

	for (int d = 0; d < DEVICE_DIMS; d++) {
		if (!term_is_number(w->groups[d]))
			put_value(c, &text, w->groups[d]->name->text,
				  w->groups[d], other);
		if (!term_is_number(w->items[d]))
			put_value(c, &text, w->items[d]->name->text,
				  w->items[d], other);
	}
	put_rounds(c, &text, around, other);
	kept = arena_strdup(c->arena, text.length ? text_string(&text)
						  : "the only item");
	text_free(&text);
	return kept;
}

const char *check_text(Check *c, const Stmt *stmt)
{
	enum { MOST = 70 };
	Text text = { 0 };
	const char *kept;
	size_t *globals;

	source_head_of(&(Source){ &text, c->w->kernels->access, 0 }, stmt);
	source_finish(&text, &globals);
	free(globals);
	kept = text.length <= MOST
	       ? arena_strdup(c->arena, text_string(&text))
	       : arena_printf(c->arena, "%.*s...", MOST, text_string(&text));
	text_free(&text);
	return kept;
}

/* -- bounds and overflow --------------------------------------------------- */

static void see_range(void *context, const Term *name)
{
	const char **from = context;

	if (name->name->loose && !name->truth)
		*from = name->name->text;
}

static ProofVerdict duty_verdict(Check *c, const Duty *duty, const char **from)
{
	const Term *all[] = { duty->when, duty->holds };

	*from = NULL;
	term_names(c->terms, duty->holds, see_range, from);
	return *from ? PROVE_UNKNOWN : check_verdict(c, 2, all);
}

static void tell_bounds(Check *c, const Duty *duty, const Around *around)
{
	const char *from;
	ProofVerdict verdict = duty_verdict(c, duty, &from);

	if (from) {
		check_say(c, verdict, "%s: the index [%s] comes from %s, of "
			  "which no range is known", check_text(c, duty->stmt),
			  duty->text, from);
		return;
	}
	check_say(c, verdict, "%s: the index [%s] is %" PRId64 ", which is "
		  "outside of the array's %" PRId64 " elements, for %s",
		  check_text(c, duty->stmt), duty->text,
		  check_value(c, duty->value), duty->elements,
		  check_where(c, around, NULL));
}

static void tell_overflow(Check *c, const Duty *duty, const Around *around)
{
	const char *from;
	ProofVerdict verdict = duty_verdict(c, duty, &from);

	check_say(c, verdict, "%s: %s%s%s%" PRId64 " does not fit %s, for %s",
		  check_text(c, duty->stmt), duty->text ? "in [" : "",
		  duty->text ? duty->text : "", duty->text ? "] " : "",
		  check_value(c, duty->value), duty->what,
		  check_where(c, around, NULL));
}

void check_duties(Check *c)
{
	for (int i = 0; i < c->w->duty_count; i++) {
		const Duty *duty = &c->w->duties[i];
		const Term *all[] = { duty->when,
				      term_not(c->terms, duty->holds) };

		if (!check_can_be(c, 2, all))
			continue;
		if (duty->what)
			tell_overflow(c, duty, duty->around);
		else
			tell_bounds(c, duty, duty->around);
	}
}
