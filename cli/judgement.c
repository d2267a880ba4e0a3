#include "cli/judgement.h"

#include <math.h>
#include <string.h>

#include "ir/eval/eval.h"

/* Of the elements that the bound leaves undecided: more are too many. */
#define FEW 0.01

/* -- the last set ------------------------------------------------------------ */

static double chosen(double option, double document)
{
	return option >= 0 ? option : document;
}

const char *oracles_tolerance(const Session *s)
{
	double rtol = chosen(s->options->rtol, s->program->rtol);
	double atol = chosen(s->options->atol, s->program->atol);

	if (rtol < 0 && atol < 0)
		return "";
	return arena_printf(s->arena, "rtol=%.17g atol=%.17g", rtol, atol);
}

bool oracles_tolerates(const Session *s)
{
	return *oracles_tolerance(s) != '\0';
}

Judgement judgement_of(const Session *s, const Port *port, bool bounded)
{
	Judgement j = { .unordered = port->unordered };

	j.bits = s->bit_exact && scalar_is_float(port->scalar);
	j.exact = !scalar_is_float(port->scalar) && !bounded;
	if (!j.exact && !j.bits && oracles_tolerates(s)) {
		j.rtol = fmax(0, chosen(s->options->rtol, s->program->rtol));
		j.atol = fmax(0, chosen(s->options->atol, s->program->atol));
	}
	return j;
}

/* DATA_DECIDE_KINDS: there is no number, but what is NaN or infinite. */
typedef enum { DATA_DECIDE, DATA_LEAVE_MUCH, DATA_DECIDE_KINDS,
	       DATA_DECIDE_NOTHING } Power;

static Power power_of(const Array *reference, const float *outside)
{
	int64_t all = reference->elements, decided = 0, undecided = 0;
	const double *f64 = reference->scalar == SCALAR_F64 ? reference->data
							    : NULL;

	for (int64_t i = 0; i < all; i++) {
		bool open = outside && isinf(outside[i]);

		undecided += open;
		decided += !open && isfinite(f64 ? f64[i]
						 : array_get(reference, i));
	}
	if (all && !decided)
		return undecided < all ? DATA_DECIDE_KINDS
				       : DATA_DECIDE_NOTHING;
	return (double)undecided > FEW * (double)all ? DATA_LEAVE_MUCH
						     : DATA_DECIDE;
}

static bool has_bounds(const Array *outside, const Session *s, int output)
{
	const Port *port = &s->program->out_ports[output];

	return outside
	    && (!scalar_is_float(port->scalar) || !oracles_tolerates(s));
}

static bool is_bounded(const Oracles *j, const Session *s, int output)
{
	return has_bounds(j->outside, s, output);
}

/* Found at the first element, as a rule. */
static bool has_numbers(const Array *reference, const float *outside)
{
	for (int64_t i = 0; i < reference->elements; i++)
		if (!(outside && isinf(outside[i]))
		    && isfinite(array_get(reference, i)))
			return true;
	return !reference->elements;
}

int judgement_vacuous(const Session *s, const Array *references,
		      const Array *outside)
{
	int count = 0;

	for (int i = 0; i < s->program->output_count; i++)
		count += !has_numbers(&references[i],
				      has_bounds(outside, s, i)
				      ? outside[i].data : NULL);
	return count;
}

bool judgement_is_open(const Oracles *j, const Session *s)
{
	const int last = j->set_count - 1;

	for (int i = 0; i < j->out_count; i++)
		if (is_bounded(j, s, i)
		    && power_of(&j->references[last][i], j->outside[i].data)
		       != DATA_DECIDE)
			return true;
	return false;
}

bool judgement_decides(const Oracles *j, const Session *s)
{
	const int last = j->set_count - 1;

	for (int i = 0; i < j->out_count; i++)
		if (power_of(&j->references[last][i],
			     is_bounded(j, s, i) ? j->outside[i].data : NULL)
		    != DATA_DECIDE)
			return false;
	return true;
}

/* "exact tolerance". */
static const char *name_of(Arena *arena, const Port *port,
			   const Judgement *exact, const Judgement *last)
{
	bool is_float = scalar_is_float(port->scalar);
	bool by_exact = (exact && !exact->skip) || !is_float;
	const char *second = last->skip || !is_float ? ""
			   : last->bits ? "bits"
			   : last->undecided ? "declared" : "tolerance";

	return arena_printf(arena, "%s%s%s", by_exact ? "exact" : "",
			    by_exact && *second ? " " : "", second);
}

static bool decide_nothing(const Session *s, const Port *port)
{
	diag_add(s->diags, E0406, NULL, NULL, "other data (--input, range)",
		 "the data decide nothing about output %s: no element is a "
		 "number that rounding leaves known", port->name);
	return false;
}

static bool judge_output(Oracles *j, Session *s, int i)
{
	int last = j->set_count - 1;
	const Port *port = &s->program->out_ports[i];
	const Judgement *exact = j->exact ? &j->judgements[0][i] : NULL;
	Judgement *judgement = &j->judgements[last][i];
	const Array *reference = &j->references[last][i];
	Power power;

	j->bounded[i] = is_bounded(j, s, i);
	*judgement = judgement_of(s, port, j->bounded[i]);
	power = power_of(reference, j->bounded[i] ? j->outside[i].data : NULL);
	if (exact && !exact->skip)
		judgement->skip = power == DATA_DECIDE_NOTHING;
	else if (power >= DATA_DECIDE_KINDS && !s->elsewhere
		 && (!j->second || power_of(&j->second[i], NULL)
				   >= DATA_DECIDE_KINDS))
		return decide_nothing(s, port);
	else
		judgement->undecided = power != DATA_DECIDE
			&& !(s->elsewhere && power == DATA_DECIDE_KINDS);
	j->names[i] = name_of(s->arena, port, exact, judgement);
	return true;
}

bool judgement_last(Oracles *j, Session *s)
{
	bool good = true;

	j->judgements[j->set_count - 1] =
		ARENA_ARRAY(s->arena, Judgement, j->out_count);
	j->bounded = ARENA_ARRAY(s->arena, bool, j->out_count);
	j->names = ARENA_ARRAY(s->arena, const char *, j->out_count);
	for (int i = 0; i < j->out_count && good; i++)
		good = judge_output(j, s, i);
	return good;
}

const char *oracles_names(const Oracles *j, const Session *s,
			  const char *const *more)
{
	Text text = { 0 };
	const char *kept;

	for (int i = 0; i < j->out_count; i++)
		text_printf(&text, "%s%s: %s%s", i ? ", " : "",
			    s->program->out_ports[i].name, j->names[i],
			    more ? more[i] : "");
	kept = arena_strdup(s->arena, text_string(&text));
	text_free(&text);
	return kept;
}
