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
			       "value, fold, use, lead or windowed");
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

static const Step *read_rule(BlockReader *r)
{
	Step *step = step_new(r, STEP_RULE);

	step->name = read_word(r, "a step");
	if (!step->name)
		return NULL;
	step->back = scan_accept(r->scan, "<");
	if (!read_values(r, step, true))
		return NULL;
	if (scan_accept(r->scan, "of")) {
		step->place_count = 1;
		if (!read_place(r, &step->places[0]))
			return NULL;
	}
	return !scan_accept(r->scan, "as") || read_renamed(r, step) ? step
								    : NULL;
}

static const Step *read_run(BlockReader *r)
{
	Step *step = step_new(r, STEP_RUN);

	scan_next(r->scan);
	step->name = read_word(r, "a block");
	if (!step->name || !read_values(r, step, false))
		return NULL;
	return !scan_accept(r->scan, "as") || read_renamed(r, step) ? step
								    : NULL;
}

static const Step *read_at(BlockReader *r)
{
	Step *step = step_new(r, STEP_AT);

	scan_next(r->scan);
	do {
		if (step->place_count == 4) {
			scan_unexpected(r->scan, "fewer places");
			return NULL;
		}
		if (!read_place(r, &step->places[step->place_count++]))
			return NULL;
	} while (scan_accept(r->scan, ","));
	return add_step(r, step, read_step(r)) ? step : NULL;
}

static const Step *read_inside(BlockReader *r, StepKind kind)
{
	Step *step = step_new(r, kind);

	scan_next(r->scan);
	return add_step(r, step, read_step(r)) ? step : NULL;
}

static const Step *read_if(BlockReader *r)
{
	Step *step = step_new(r, STEP_IF);

	scan_next(r->scan);
	if (!scan_expect(r->scan, "("))
		return NULL;
	step->values[0] = read_formula(r);
	if (!step->values[0] || !scan_expect(r->scan, ")")
	    || !add_step(r, step, read_step(r)))
		return NULL;
	return !scan_accept(r->scan, "else")
	       || add_step(r, step, read_step(r)) ? step : NULL;
}

static const Form *read_form(BlockReader *r)
{
	const Form *form = scan_expect(r->scan, "(")
			 ? form_read(r->all->ir, r->scan) : NULL;

	return form && scan_expect(r->scan, ")") ? form : NULL;
}

/* match (form), find [innermost] (form) [outside (form)] [where condition] */
static const Step *read_form_step(BlockReader *r, StepKind kind)
{
	Step *step = step_new(r, kind);

	scan_next(r->scan);
	step->innermost = kind == STEP_FIND
		       && scan_accept(r->scan, "innermost");
	step->form = read_form(r);
	if (!step->form || kind == STEP_MATCH)
		return step->form ? step : NULL;
	if (scan_accept(r->scan, "outside")) {
		step->outside = read_form(r);
		if (!step->outside)
			return NULL;
	}
	if (scan_accept(r->scan, "where")) {
		step->values[0] = read_formula(r);
		return step->values[0] ? step : NULL;
	}
	return step;
}

static const Step *read_naming(BlockReader *r, StepKind kind)
{
	Step *step = step_new(r, kind);

	scan_next(r->scan);
	step->name = read_word(r, "a new name");
	return step->name ? step : NULL;
}

static const Step *read_cut(BlockReader *r)
{
	Step *step = step_new(r, STEP_CUT);

	scan_next(r->scan);
	step->place_count = 1;
	if (!read_place(r, &step->places[0]) || !scan_expect(r->scan, "by")
	    || !read_values(r, step, false))
		return NULL;
	if (step->value_count != 1) {
		scan_unexpected(r->scan, "[ and one number");
		return NULL;
	}
	step->overlap = scan_accept(r->scan, "overlap");
	step->has_above = !step->overlap && scan_accept(r->scan, "above");
	return !step->has_above || read_place(r, &step->above) ? step : NULL;
}

static const Step *read_peel(BlockReader *r)
{
	Step *step = step_new(r, STEP_PEEL);

	scan_next(r->scan);
	step->place_count = 1;
	if (!read_place(r, &step->places[0])
	    || (scan_accept(r->scan, "by") && !read_values(r, step, false)))
		return NULL;
	return add_step(r, step, read_step(r)) ? step : NULL;
}

static const Step *read_plain(BlockReader *r, StepKind kind)
{
	const Step *step = step_new(r, kind);

	scan_next(r->scan);
	return step;
}

static const Step *read_word_step(BlockReader *r)
{
	if (scan_is(r->scan, "at"))
		return read_at(r);
	if (scan_is(r->scan, "try"))
		return read_inside(r, STEP_TRY);
	if (scan_is(r->scan, "repeat"))
		return read_inside(r, STEP_REPEAT);
	if (scan_is(r->scan, "if"))
		return read_if(r);
	if (scan_is(r->scan, "match"))
		return read_form_step(r, STEP_MATCH);
	if (scan_is(r->scan, "find"))
		return read_form_step(r, STEP_FIND);
	if (scan_is(r->scan, "value"))
		return read_naming(r, STEP_VALUE);
	if (scan_is(r->scan, "loop"))
		return read_naming(r, STEP_LOOP);
	if (scan_is(r->scan, "normalise"))
		return read_plain(r, STEP_NORMALISE);
	if (scan_is(r->scan, "decide"))
		return read_plain(r, STEP_DECIDE);
	if (scan_is(r->scan, "cut"))
		return read_cut(r);
	if (scan_is(r->scan, "peel"))
		return read_peel(r);
	if (scan_is(r->scan, "run"))
		return read_run(r);
	return read_rule(r);
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

	while (first && scan_is(r->scan, "<+")) {
		Step *either = step_new(r, STEP_OR);

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
