/* explain: a stored derivation, step by step. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/rate.h"
#include "cli/stored.h"
#include "rules/derivation.h"

static const char *effect_of(const Derivation *step)
{
	static const char *const effects[] = {
		[RULE_EXACT] = "", [RULE_REASSOCIATES] = "reassociates",
		[RULE_ROUNDS] = "rounds otherwise",
		[RULE_CHOOSES] = "chooses an order",
	};

	return effects[step->kind];
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

static void json_step(const Session *s, const Derivation *step, int number)
{
	Text text = { 0 }, at = { 0 }, form = { 0 };

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
	text_char(&text, '}');
	puts(text_string(&text));
	text_free(&text);
	text_free(&at);
	text_free(&form);
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
	text_clear(&text);
	print_text(&text, s->program, s->program->body);
	printf("     %s\n", text_string(&text));
	text_free(&text);
}

static void print_assumed(const Session *s, const Derivation *derivation)
{
	const RewriteLabel *label = &derivation->label;

	if (!label->reassociates && !label->rounds && !label->chooses)
		puts("Bit-exact: no step changes the order or the rounding of "
		     "any operation.");
	if (label->reassociates)
		puts("Assumed: the operators of the reassociating steps are "
		     "associative (for floats: up to rounding).");
	if (label->rounds)
		puts("Assumed: a*b + c may be rounded once instead of twice.");
	if (label->chooses)
		puts("Assumed: the order of a reorder does not matter, as the "
		     "program says.");
	for (int i = 0; i < s->program->algebra_count; i++)
		if (label->reassociates)
			printf("Assumed: %s is what the program declares "
			       "(%s%s).\n", s->program->algebra[i].name,
			       s->program->algebra[i].assoc ? "associative" : "",
			       s->program->algebra[i].comm ? ", commutative"
							   : "");
}

static void explain(Session *s, const DbStored *stored,
		    const Derivation *derivation)
{
	const Derivation *const *steps = derivation_steps(s->arena, derivation);

	if (!s->options->json)
		print_head(s, stored);
	for (int i = 0; i < derivation->length; i++)
		(s->options->json ? json_step : print_step)(s, steps[i], i + 1);
	if (!s->options->json)
		print_assumed(s, derivation);
}

static bool explain_again(Session *s, Db *db, const DbStored *stored,
			  Restored *restored)
{
	Device device;

	return db_device(db, stored->device_key, &device)
	    && stored_replay(s, stored, &device, restored);
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
	    && stored_load(s, &stored) && explain_again(s, db, &stored, &restored);
	if (good)
		explain(s, &stored, restored.derivation);
	stored_free(&restored);
	db_close(db);
	return good ? EXIT_DONE : EXIT_FAILED;
}
