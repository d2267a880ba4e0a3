/* Forms: the parts that they name, where they match, and where something like
 * them is found. */
#include <string.h>

#include "search/nest/facts.h"
#include "search/nest/walk.h"
#include "search/schedule/run.h"

enum { FITTED_MAX = 48 };

/* What a form names, until it is known to fit. */
typedef struct Fitted {
	Run *run;
	int count;
	struct {
		const char *name;
		bool loop;
		const Path *path;
	} items[FITTED_MAX];
} Fitted;

static void keep_fitted(void *context, const char *name, bool loop,
			const Path *path)
{
	Fitted *fitted = context;
	int i = fitted->count;

	if (i == FITTED_MAX)
		return;
	fitted->items[i].name = name;
	fitted->items[i].loop = loop;
	fitted->items[i].path = path_kept(fitted->run->task->scratch, path);
	fitted->count++;
}

/* All places of the i-th name; it is given once, by its first. */
static bool give_fitted(Run *run, const Fitted *fitted, int i)
{
	const char *name = fitted->items[i].name;
	const Path **items = ARENA_ARRAY(run->task->scratch, const Path *,
					 fitted->count);
	int count = 0;

	for (int k = 0; k < fitted->count; k++) {
		if (strcmp(fitted->items[k].name, name))
			continue;
		if (k < i)
			return true;
		items[count++] = fitted->items[k].path;
	}
	return state_give(&run->state, name, true, (Places){
		       .loop = fitted->items[i].loop, .count = count,
		       .items = items })
	    || run_refuse(run, "too many names");
}

bool run_form(Run *run, const Form *form, const Path *at,
		       char miss[128])
{
	Fitted fitted = { .run = run };

	if (!form_match(run->task->program->ir, form, run->state.now->expr, at,
			keep_fitted, &fitted, miss))
		return false;
	for (int i = 0; i < fitted.count; i++)
		if (!give_fitted(run, &fitted, i))
			return false;
	return true;
}

/* A condition on what the form names. */
static bool holds(Run *run, const Step *step)
{
	Amount value = amount_number(1);

	return !step->values[0]
	    || (formula_value(run, step->values[0], &value) && value.value);
}

bool run_match(Run *run, const Step *step, const char *here)
{
	char miss[128];
	Path at;

	if (!place_named(run, here, &at))
		return false;
	if (!run_form(run, step->form, &at, miss))
		return run_refuse(run, "the form does not match: %s", miss);
	return holds(run, step)
	    || run_refuse(run, "the condition on the form does not hold");
}

static void no_name(void *context, const char *name, bool loop,
		    const Path *path)
{
	(void)context;
	(void)name;
	(void)loop;
	(void)path;
}

bool run_fits(const Run *run, const Form *form, const Path *at)
{
	char miss[128];

	return form_match(run->task->program->ir, form, run->state.now->expr,
			  at, no_name, NULL, miss);
}

/* A round of a loop over arrays, or its condition: the functions of one. */
static bool is_round(const Expr *root, const Path *at)
{
	Path loop = *at;

	return loop.depth-- && fact_iterates_arrays(locate_node(root, &loop));
}

/* Whether what is looked for may be there: outside of functions, a round of a
 * loop over arrays is a program of its own; outside of some form, no function is
 * looked into either. */
static bool is_entered(Run *run, const Step *step, const Path *at)
{
	const Expr *root = run->state.now->expr;
	const bool function = locate_node(root, at)->kind == EXPR_LAMBDA;

	if (step->outside_functions)
		return !function || is_round(root, at);
	return !step->outside
	    || (!function && !run_fits(run, step->outside, at));
}

/* Whether it is there, and of what it names its condition holds. */
static bool find_at(Run *run, const Step *step, const Path *at)
{
	char miss[128];

	return locate_node(run->state.now->expr, at)->kind != EXPR_LAMBDA
	    && run_form(run, step->form, at, miss) && holds(run, step);
}

/* Where one looks for something; at grows with the walk. */
typedef struct Search {
	Run *run;
	const Step *step;
	const char *here;
	Path at;
	const Path *but; /* not there, or NULL */
} Search;

static Walk look_found(void *context, const Expr *e, int binders)
{
	Search *s = context;

	(void)e;
	(void)binders;
	if (!is_entered(s->run, s->step, &s->at))
		return WALK_PAST;
	return !(s->but && path_same(s->but, &s->at))
	    && find_at(s->run, s->step, &s->at)
	    && (!s->step->count
		|| run_attempt(s->run, s->step->steps[0], s->here))
		? WALK_HERE : WALK_ON;
}

/* The innermost: the first inside of the first, and so on. Of several places the
 * first at which the step that comes then can be made. */
static bool find_below(Run *run, const Step *step, const char *here,
		       const Path *at)
{
	const Expr *root = run->state.now->expr;
	Search s = { .run = run, .step = step, .here = here, .at = *at };
	Path found;

	if (!walk_first(locate_node(root, &s.at), look_found, &s, &s.at))
		return false;
	if (!step->innermost)
		return true;
	do {
		found = s.at;
		s.but = &found;
	} while (walk_first(locate_node(root, &found), look_found, &s, &s.at));
	return find_at(run, step, &found);
}

bool run_find(Run *run, const Step *step, const char *here)
{
	Path at;

	return place_named(run, here, &at)
	    && (find_below(run, step, here, &at)
		|| run_refuse(run, "nothing like it at or below that place"));
}
