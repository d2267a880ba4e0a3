#include "codegen_opencl/plan.h"

bool plan_has(const Plan *plan, PlanKind kind, const Expr *expr, int number)
{
	for (int i = 0; i < plan->count; i++)
		if (plan->items[i].kind == kind && plan->items[i].expr == expr
		    && plan->items[i].number == number)
			return true;
	return false;
}

bool plan_add(Plan *plan, PlanKind kind, const Expr *expr, int number)
{
	if (plan->count == PLAN_MAX || plan_has(plan, kind, expr, number))
		return false;
	plan->items[plan->count++] = (Decision){ kind, expr, number };
	return true;
}

int plan_loops(const Plan *plan, const Expr *root)
{
	int step = 0;

	while (step < PLAN_LOOPS_STEPS
	       && plan_has(plan, PLAN_LOOPS, root, step))
		step++;
	return step;
}

void plan_loops_again(Plan *plan, const Expr *root)
{
	const int steps = plan_loops(plan, root) + 1;

	plan->count = 0;
	for (int i = 0; i < steps; i++)
		plan_add(plan, PLAN_LOOPS, root, i);
}

bool plan_unrolls(const Plan *plan)
{
	for (int i = 0; i < plan->count; i++)
		if (plan->items[i].kind == PLAN_UNROLLED)
			return true;
	return false;
}

const char *plan_words(PlanKind kind)
{
	static const char *const words[] = {
		[PLAN_UNROLLED] = "a loop whose index must be constant",
		[PLAN_ARRAY] = "private values read at a changing index",
		[PLAN_LOOPS] = "loops too long to be unrolled",
		[PLAN_SHARED] = "a private value of another work-item",
	};

	return words[kind];
}
