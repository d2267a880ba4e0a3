/* Steps of a block, and the places they are made at. */
#include <string.h>

#include "rules/draft.h"
#include "search/schedule/block.h"

enum { STEPS_MAX = 64, DEPTH_MAX = 40 };

const char *read_word(BlockReader *r, const char *expected)
{
	const Token *token = &r->scan->token;
	const char *word;

	if (token->kind != TOKEN_NAME) {
		scan_unexpected(r->scan, expected);
		return NULL;
	}
	word = arena_strndup(r->arena, r->scan->text + token->at,
			     (size_t)token->length);
	scan_next(r->scan);
	return word;
}

const char *read_quoted(BlockReader *r, const char *expected)
{
	const Token *token = &r->scan->token;
	const char *words;

	if (token->kind != TOKEN_STRING) {
		scan_unexpected(r->scan, expected);
		return NULL;
	}
	words = arena_strndup(r->arena, r->scan->text + token->at,
			      (size_t)token->length);
	scan_next(r->scan);
	return words;
}

static bool read_way(BlockReader *r, NamedPlace *place)
{
	for (int i = 0; i < WAYS; i++)
		if (place->count < WAYS_MAX
		    && scan_accept(r->scan, place_ways[i])) {
			place->ways[place->count++] = (PlaceWay)i;
			return true;
		}
	return scan_unexpected(r->scan, "body, in, init, up, first, second, "
			       "value, fold, use, lead, windowed or reduced");
}

bool read_place(BlockReader *r, NamedPlace *place)
{
	place->at = r->scan->token.at;
	place->name = read_word(r, "the name of a place");
	if (!place->name)
		return false;
	while (scan_accept(r->scan, "."))
		if (!read_way(r, place))
			return false;
	return true;
}

/* -- one step -------------------------------------------------------------- */

static const Step *read_step(BlockReader *r);

static Step *step_new(BlockReader *r, StepKind kind)
{
	Step *step = ARENA_NEW(r->arena, Step);

	step->kind = kind;
	step->at = r->scan->token.at;
	return step;
}

static bool add_step(BlockReader *r, Step *step, const Step *inside)
{
	const Step **steps = ARENA_ARRAY(r->arena, const Step *,
					 step->count + 1);

	if (!inside)
		return false;
	if (step->count)
		memcpy(steps, step->steps,
		       sizeof *steps * (size_t)step->count);
	steps[step->count++] = inside;
	step->steps = steps;
	return true;
}

static bool read_values(BlockReader *r, Step *step, bool named)
{
	if (!scan_accept(r->scan, "["))
		return true;
	do {
		int i = step->value_count;

		if (i == STEP_VALUES_MAX)
			return scan_unexpected(r->scan, "fewer numbers");
		if (named) {
			step->value_names[i] = read_word(r, "the name of a "
							 "size of the rule");
			if (!step->value_names[i] || !scan_expect(r->scan, "="))
				return false;
		}
		step->values[i] = read_formula(r);
		if (!step->values[i])
			return false;
		step->value_count++;
	} while (scan_accept(r->scan, ","));
	return scan_expect(r->scan, "]");
}

/* as (new = old, ...) */
static bool read_renamed(BlockReader *r, Step *step)
{
	if (!scan_expect(r->scan, "("))
		return false;
	do {
		Renamed *renamed = &step->renamed[step->renamed_count];

		if (step->renamed_count == NAMES_GIVEN_MAX)
			return scan_unexpected(r->scan, "fewer names");
		renamed->new = read_word(r, "a new name");
		if (!renamed->new || !scan_expect(r->scan, "="))
			return false;
		renamed->old = read_word(r, "a name");
		if (!renamed->old)
			return false;
		step->renamed_count++;
	} while (scan_accept(r->scan, ","));
	return scan_expect(r->scan, ")");
}

/* as (new = old, ...), if anything. */
static bool read_new_names(BlockReader *r, Step *step)
{
	return !scan_accept(r->scan, "as") || read_renamed(r, step);
}

static bool read_one_place(BlockReader *r, Step *step)
{
	return read_place(r, &step->places[step->place_count++]);
}

static bool read_rule(BlockReader *r, Step *step)
{
	step->name = read_word(r, "a step");
	if (!step->name)
		return false;
	step->back = scan_accept(r->scan, "<");
	return read_values(r, step, true)
	    && (!scan_accept(r->scan, "of") || read_one_place(r, step))
	    && read_new_names(r, step);
}

static bool read_run(BlockReader *r, Step *step)
{
	step->name = read_word(r, "a block");
	return step->name && read_values(r, step, false)
	    && read_new_names(r, step);
}

static bool read_inside(BlockReader *r, Step *step)
{
	return add_step(r, step, read_step(r));
}

static bool read_at(BlockReader *r, Step *step)
{
	do {
		if (step->place_count == 4)
			return scan_unexpected(r->scan, "fewer places");
		if (!read_one_place(r, step))
			return false;
	} while (scan_accept(r->scan, ","));
	return read_inside(r, step);
}

static bool read_condition(BlockReader *r, Step *step)
{
	step->values[0] = read_formula(r);
	return step->values[0] != NULL;
}

static bool read_if(BlockReader *r, Step *step)
{
	return scan_expect(r->scan, "(") && read_condition(r, step)
	    && scan_expect(r->scan, ")") && read_inside(r, step)
	    && (!scan_accept(r->scan, "else") || read_inside(r, step));
}

static bool read_form(BlockReader *r, const Form **form)
{
	*form = scan_expect(r->scan, "(") ? form_read(r->all->ir, r->scan)
					  : NULL;
	return *form && scan_expect(r->scan, ")");
}

/* match (form) [where condition] */
static bool read_match(BlockReader *r, Step *step)
{
	return read_form(r, &step->form)
	    && (!scan_accept(r->scan, "where") || read_condition(r, step));
}

/* outside functions, or outside (form) */
static bool read_outside(BlockReader *r, Step *step)
{
	if (!scan_accept(r->scan, "outside"))
		return true;
	step->outside_functions = scan_accept(r->scan, "functions");
	return step->outside_functions || read_form(r, &step->outside);
}

/* find [innermost] (form) [outside ...] [where condition] [then step] */
static bool read_find(BlockReader *r, Step *step)
{
	step->innermost = scan_accept(r->scan, "innermost");
	return read_form(r, &step->form) && read_outside(r, step)
	    && (!scan_accept(r->scan, "where") || read_condition(r, step))
	    && (step->innermost || !scan_accept(r->scan, "then")
		|| read_inside(r, step));
}

static bool read_naming(BlockReader *r, Step *step)
{
	step->name = read_word(r, "a new name");
	return step->name != NULL;
}

/* own[use] */
static bool read_number(BlockReader *r, Step *step)
{
	return read_values(r, step, false)
	    && (step->value_count == 1
		|| scan_unexpected(r->scan, "[ and one number"));
}

/* launch[items, across] */
static bool read_launch(BlockReader *r, Step *step)
{
	return read_values(r, step, false)
	    && (step->value_count == 2
		|| scan_unexpected(r->scan, "[ and two numbers"));
}

static bool read_cut(BlockReader *r, Step *step)
{
	if (!read_one_place(r, step) || !scan_expect(r->scan, "by")
	    || !read_number(r, step))
		return false;
	step->overlap = scan_accept(r->scan, "overlap");
	step->has_above = !step->overlap && scan_accept(r->scan, "above");
	return !step->has_above || read_place(r, &step->above);
}

static bool read_peel(BlockReader *r, Step *step)
{
	return read_one_place(r, step)
	    && (!scan_accept(r->scan, "by") || read_values(r, step, false))
	    && read_inside(r, step);
}

static bool read_plain(BlockReader *r, Step *step)
{
	(void)r;
	(void)step;
	return true;
}

/* normalise [with (rule, rule<, ...)] */
static bool read_normalise(BlockReader *r, Step *step)
{
	Text rules = { 0 };
	bool good = !scan_accept(r->scan, "with");

	if (good)
		return true;
	good = scan_expect(r->scan, "(");
	do {
		const char *rule = good ? read_word(r, "a rule") : NULL;

		good = rule != NULL;
		if (good)
			text_printf(&rules, "%s%s%s", rules.length ? " " : "",
				    rule, scan_accept(r->scan, "<") ? "<" : "");
	} while (good && scan_accept(r->scan, ","));
	step->name = arena_strdup(r->arena, text_string(&rules));
	text_free(&rules);
	return good && scan_expect(r->scan, ")");
}

/* What follows the word; a rule has none. */
static const struct {
	const char *word;
	StepKind kind;
	bool (*read)(BlockReader *r, Step *step);
} words[] = {
	{ "at",        STEP_AT,        read_at },
	{ "try",       STEP_TRY,       read_inside },
	{ "repeat",    STEP_REPEAT,    read_inside },
	{ "if",        STEP_IF,        read_if },
	{ "match",     STEP_MATCH,     read_match },
	{ "find",      STEP_FIND,      read_find },
	{ "value",     STEP_VALUE,     read_naming },
	{ "loop",      STEP_LOOP,      read_naming },
	{ "normalise", STEP_NORMALISE, read_normalise },
	{ "decide",    STEP_DECIDE,    read_plain },
	{ "cut",       STEP_CUT,       read_cut },
	{ "peel",      STEP_PEEL,      read_peel },
	{ "run",       STEP_RUN,       read_run },
	{ "own",       STEP_OWN,       read_number },
	{ "launch",    STEP_LAUNCH,    read_launch },
};

static const Step *read_word_step(BlockReader *r)
{
	Step *step = step_new(r, STEP_RULE);

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (scan_accept(r->scan, words[i].word)) {
			step->kind = words[i].kind;
			return words[i].read(r, step) ? step : NULL;
		}
	return read_rule(r, step) ? step : NULL;
}

static const Step *read_step(BlockReader *r)
{
	const Step *step;

	if (r->depth == DEPTH_MAX) {
		scan_unexpected(r->scan, "less nesting");
		return NULL;
	}
	r->depth++;
	if (scan_accept(r->scan, "(")) {
		step = read_steps(r);
		step = step && scan_expect(r->scan, ")") ? step : NULL;
	} else {
		step = read_word_step(r);
	}
	r->depth--;
	return step;
}

/* step <+ step: the second where the first does not apply. */
static const Step *read_alternatives(BlockReader *r)
{
	const Step *first = read_step(r);

	for (int tries = 1; first && scan_is(r->scan, "<+"); tries++) {
		Step *either = step_new(r, STEP_OR);

		if (tries == STEPS_MAX)
			return scan_unexpected(r->scan, "fewer steps"), NULL;
		scan_next(r->scan);
		if (!add_step(r, either, first)
		    || !add_step(r, either, read_step(r)))
			return NULL;
		first = either;
	}
	return first;
}

const Step *read_steps(BlockReader *r)
{
	Step *all = step_new(r, STEP_SEQUENCE);

	do {
		if (all->count == STEPS_MAX) {
			scan_unexpected(r->scan, "fewer steps");
			return NULL;
		}
		if (!add_step(r, all, read_alternatives(r)))
			return NULL;
	} while (scan_accept(r->scan, ";"));
	return all->count == 1 ? all->steps[0] : all;
}
