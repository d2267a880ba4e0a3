#include "search/space/roots.h"

#include "ir/eval/eval.h"
#include "rules/canonical.h"
#include "search/space/derive.h"
#include "search/space/prepare.h"

/* Of the operations that the author's spelling takes, more than this is a
 * difference; more than that is not worth a look. */
static const double MORE = 1.05, MANY = 2;

static Roots only(const Derivation *written, const char *reason)
{
	return (Roots){ 1, { { DERIVE_WRITTEN, written } }, reason };
}

static Roots in_order(const Task *task, const Derivation *canonical,
		      const Derivation *written)
{
	const Root form = { DERIVE_CANONICAL, canonical };
	const Root author = { DERIVE_WRITTEN, written };
	const double cost = eval_cost(task->program, canonical->expr);
	const double own = eval_cost(task->program, written->expr);

	if (cost > MANY * own)
		return only(written, "it takes many more operations");
	return cost > MORE * own ? (Roots){ 2, { author, form }, NULL }
				 : (Roots){ 2, { form, author }, NULL };
}

Roots roots_of(Task *task)
{
	Rewriter *rw = task->rewriter;
	const Derivation *author = derivation_start(rw, task->program->body);
	const Derivation *form = canonical_step(rw, author), *other;

	if (!form)
		return only(prepare(task, author),
			    arena_strdup(task->arena, rewriter_reason(rw)));
	author = prepare(task, author);
	other = prepare(task, form);
	if (author->expr == other->expr)
		return only(author, "the author's comes to the same");
	return in_order(task, other, author);
}
