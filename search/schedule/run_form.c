/* Forms: the parts that they name, where they match, and where something like
 * them is found. */
#include <string.h>

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
	fitted->items[i].path = path_kept(fitted->run->task->arena, path);
	fitted->count++;
}

/* All places of the i-th name; it is given once, by its first. */
static bool give_fitted(Run *run, const Fitted *fitted, int i)
{
	const char *name = fitted->items[i].name;
	const Path **items = ARENA_ARRAY(run->task->arena, const Path *,
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

bool run_match(Run *run, const Step *step, const char *here)
{
	char miss[128];
	Path at;

	return place_named(run, here, &at)
	    && (run_form(run, step->form, &at, miss)
		|| run_refuse(run, "the form does not match: %s", miss));
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

/* Whether what is looked for may be there: outside of some form, functions are
 * not looked into either. */
static bool is_entered(Run *run, const Form *outside, const Path *at)
{
	const Expr *root = run->state.now->expr;

	return !outside || (locate_node(root, at)->kind != EXPR_LAMBDA
			    && !run_fits(run, outside, at));
}

/* Whether it is there, and of what it names its condition holds. */
static bool find_at(Run *run, const Step *step, const Path *at)
{
	Amount holds = amount_number(1);
	char miss[128];

	return locate_node(run->state.now->expr, at)->kind != EXPR_LAMBDA
	    && run_form(run, step->form, at, miss)
	    && (!step->values[0]
		|| (formula_value(run, step->values[0], &holds)
		    && holds.value));
}

/* Where one looks for something; at grows with the walk. */
typedef struct Search {
	Run *run;
	const Step *step;
	Path at;
	const Path *but; /* not there, or NULL */
} Search;

static Walk look_found(void *context, const Expr *e, int binders)
{
	Search *s = context;

	(void)e;
	(void)binders;
	if (!is_entered(s->run, s->step->outside, &s->at))
		return WALK_PAST;
	return !(s->but && path_same(s->but, &s->at))
	    && find_at(s->run, s->step, &s->at) ? WALK_HERE : WALK_ON;
}

/* The innermost: the first inside of the first, and so on. */
static bool find_below(Run *run, const Step *step, const Path *at)
{
	const Expr *root = run->state.now->expr;
	Search s = { .run = run, .step = step, .at = *at };
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
	    && (find_below(run, step, &at)
		|| run_refuse(run, "nothing like it at or below that place"));
}
