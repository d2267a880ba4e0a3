/* explain: a stored derivation, step by step. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/certify.h"
#include "cli/commands.h"
#include "cli/measure.h"
#include "cli/rate.h"
#include "cli/stored.h"
#include "search/space/choices.h"
#include "rules/canonical.h"

static const char *effect_of(const Derivation *step)
{
	static const char *const effects[] = {
		[RULE_EXACT] = "", [RULE_REASSOCIATES] = "reassociates",
		[RULE_ROUNDS] = "rounds otherwise",
		[RULE_CHOOSES] = "chooses an order",
	};

	return effects[step->assumed.kind];
}

static void put_values(Text *text, const Derivation *step)
{
	for (int i = 0; i < step->count; i++) {
		const RuleValue *value = &step->values[i];

		text_printf(text, "%s%s = %" PRId64, i ? ", " : "",
			    value->name, value->value);
		if (value->origin)
			text_printf(text, " (%s)", value->origin);
	}
}

static void print_step(const Session *s, const Derivation *step, int number)
{
	Text at = { 0 }, values = { 0 }, after = { 0 };

	text_put(&at, "/body");
	print_pointer(&at, s->program, step->before->expr, step->at);
	put_values(&values, step);
	print_text(&after, s->program, step->expr);
	printf("%3d. %s%s at %s%s%s%s%s  [%s]\n     %s\n", number,
	       rule_name(step->rule), step->back ? " (from right to left)" : "",
	       text_string(&at), values.length ? "  " : "",
	       text_string(&values), *effect_of(step) ? "  -- " : "",
	       effect_of(step), rule_source(step->rule), text_string(&after));
	text_free(&at);
	text_free(&values);
	text_free(&after);
}

static void print_head(const Session *s, const DbStored *stored)
{
	Text text = { 0 };

	if (stored->time_ns > 0)
		seconds_text(&text, stored->time_ns * 1e-9);
	printf("derivation %" PRId64 " of %s, %s: %s on %s\n",
	       stored->derivation, stored->program, stored->sizes,
	       stored->time_ns > 0 ? text_string(&text) : stored->status,
	       stored->device);
	if (stored_is_marked(stored))
		printf("     %s\n", stored->reason);
	if (stored->choices && *stored->choices)
		printf("     %s\n", choices_shown(s->arena, stored->choices));
	text_clear(&text);
	print_text(&text, s->program, s->program->body);
	printf("     %s\n", text_string(&text));
	text_free(&text);
}

/* -- what the steps rest on ------------------------------------------------ */

static void put_canonical(Text *text, const Assumption *a)
{
	text_put(text, "the canonical form is the program in another spelling:"
		 " canonical form checked on instances");
	if (a->kind == RULE_REASSOCIATES)
		text_put(text, ", up to the rounding of floats, whose sums are "
			 "in another order");
}

/* What one step takes for granted, "" when all of it is proved. */
static void put_assumption(Text *text, const Session *s,
			   const Derivation *step)
{
	const Assumption *a = &step->assumed;

	if (canonical_is(step)) {
		put_canonical(text, a);
		return;
	}
	if (!rule_is_proved(step->rule))
		text_printf(text, "the rule %s of %s is true, which is UNPROVED"
			    " (no random instance refutes it)",
			    rule_name(step->rule), rule_file(step->rule));
	if (text->length && (a->operator || a->kind != RULE_EXACT))
		text_put(text, "; ");
	if (a->operator && (a->declared || a->kind == RULE_REASSOCIATES)) {
		print_text(text, s->program, a->operator);
		text_printf(text, " on %s is associative%s, its initial value "
			    "neutral", type_string(s->program->ir,
						   a->operator->params[0]),
			    a->commutes ? " and commutative" : "");
		text_put(text, a->declared ? ", as the program declares" : "");
		text_put(text, a->kind == RULE_REASSOCIATES
			       ? ", up to the rounding of floats" : "");
	} else if (a->kind == RULE_ROUNDS) {
		text_printf(text, "%s holds up to the rounding of floats: it "
			    "is a law of the reals", rule_name(step->rule));
	} else if (a->kind == RULE_CHOOSES) {
		text_put(text, "any order of a reorder will do, as the "
			 "program says");
	}
}

static char *assumption(const Session *s, const Derivation *step)
{
	Text text = { 0 };

	put_assumption(&text, s, step);
	if (!text.length)
		text_free(&text);
	return text.data;
}

static bool said_before(const Session *s, const Derivation *const *steps,
			int count, const char *text)
{
	bool said = false;

	for (int i = 0; i < count && !said; i++) {
		char *other = assumption(s, steps[i]);

		said = other && !strcmp(other, text);
		free(other);
	}
	return said;
}

static int print_assumptions(const Session *s, const Derivation *const *steps,
			     int count)
{
	int said = 0;

	for (int i = 0; i < count; i++) {
		char *text = assumption(s, steps[i]);

		if (text && !said_before(s, steps, i, text)) {
			printf("Assumed from step %d on: %s.\n", i + 1, text);
			said++;
		}
		free(text);
	}
	return said;
}

static void print_functions(const Artifact *artifact, uint64_t measured)
{
	Text text = { 0 };

	replaced_text(&text, artifact->replacement_count,
		      artifact->replacements);
	printf("Functions%s: %s.\n", artifact->hash == measured
	       ? "" : ", as generated now", text_string(&text));
	text_free(&text);
}

static void print_assumed(Session *s, const DbStored *stored,
			  const Device *device, const Artifact *artifact,
			  const Derivation *const *steps,
			  const Restored *restored)
{
	const char *promise = measure_promise(s, device);

	if (!print_assumptions(s, steps, restored->derivation->length))
		puts("Steps: bit-exact: none changes the order or the rounding "
		     "of any operation.");
	if (artifact)
		print_functions(artifact, stored->kernel);
	if (promise)
		printf("Results are %s.\n", promise);
	else if (!restored->variant.no_contraction)
		puts("Left to the OpenCL compiler: a*b + c may be rounded once "
		     "(--fp strict forbids it).");
	if (!isnan(stored->max_error))
		printf("Measured: an error of %.2g against f64 in the order of "
		       "the program.\n", stored->max_error);
	if (*stored->judges)
		printf("Judged, by output: %s.\n", stored->judges);
}

static void json_step(const Session *s, const Derivation *step, int number)
{
	Text text = { 0 }, at = { 0 }, form = { 0 };
	char *assumed = assumption(s, step);

	text_put(&at, "/body");
	print_pointer(&at, s->program, step->before->expr, step->at);
	text_printf(&text, "{\"step\": %d, \"rule\": \"%s\", \"back\": %s, "
		    "\"at\": \"%s\", \"effect\": \"%s\", \"values\": {",
		    number, rule_name(step->rule),
		    step->back ? "true" : "false", text_string(&at),
		    effect_of(step));
	for (int i = 0; i < step->count; i++)
		text_printf(&text, "%s\"%s\": %" PRId64, i ? ", " : "",
			    step->values[i].name, step->values[i].value);
	text_put(&text, "}, \"before\": ");
	print_text(&form, s->program, step->before->expr);
	text_json(&text, text_string(&form));
	text_clear(&form);
	print_text(&form, s->program, step->expr);
	text_put(&text, ", \"after\": ");
	text_json(&text, text_string(&form));
	if (assumed) {
		text_put(&text, ", \"assumes\": ");
		text_json(&text, assumed);
	}
	free(assumed);
	text_char(&text, '}');
	puts(text_string(&text));
	text_free(&text);
	text_free(&at);
	text_free(&form);
}

static void explain(Session *s, const DbStored *stored, const Device *device,
		    const Restored *restored, const Artifact *artifact)
{
	const Derivation *derivation = restored->derivation;
	const Derivation *const *steps = derivation_steps(s->arena, derivation);

	if (!s->options->json)
		print_head(s, stored);
	for (int i = 0; i < derivation->length; i++)
		(s->options->json ? json_step : print_step)(s, steps[i], i + 1);
	if (!s->options->json)
		print_assumed(s, stored, device, artifact, steps, restored);
}

/* Why the search had no canonical form to begin with, if so. */
static void print_spelling(const Derive *derive)
{
	const char *reason = derive_spelling(derive);

	if (reason)
		printf("Tuned as it is written only: %s.\n", reason);
}

static bool explain_again(Session *s, Db *db, const DbStored *stored,
			  Restored *restored)
{
	const Trial *trial;
	Device device;
	Session *of;

	if (!db_device(db, stored->device_key, &device, s->diags)
	    || !stored_replay(s, stored, &device, restored))
		return false;
	of = stored_session(restored, s);
	if (s->options->coq)
		return certify(of, stored_rewriter(restored),
			       restored->derivation);
	trial = stored_trial(s, stored, &device, restored);
	explain(of, stored, &device, restored, trial ? trial->artifact : NULL);
	if (!s->options->json && restored->candidates.derive)
		print_spelling(restored->candidates.derive);
	return true;
}

int cmd_explain(Session *s)
{
	Db *db = stored_open_one(s);
	DbStored stored;
	Restored restored = { 0 };
	bool good;

	if (!db)
		return s->options->word_count == 1 ? EXIT_DATABASE : EXIT_USAGE;
	good = store_find(s, db, s->options->words[0], &stored)
	    && stored_load(s, &stored)
	    && explain_again(s, db, &stored, &restored);
	stored_free(&restored);
	db_close(db);
	return good ? EXIT_DONE : EXIT_FAILED;
}
