#include "tests/spelling_form.h"

#include "search/clean.h"
#include "search/flow.h"
#include "tests/search_device.h"

static uint64_t cleaned(const RuleBase *rules, const Program *program,
			const Expr *body)
{
	Program own = *program;
	Task task = { .program = &own, .indexes = flow_indexes(body),
		      .device = device_of_two_cores(), .arena = arena_new() };
	Work work = { .task = &task };
	uint64_t hash;

	own.body = body;
	task.rewriter = rewriter_new(rules, &own, (RewriteOptions){ 0 });
	clean_sets(&task);
	work.now = derivation_start(task.rewriter, body);
	clean(&work);
	hash = work.now->expr->hash;
	rewriter_free(task.rewriter);
	arena_free(task.arena);
	return hash;
}

const SpellingForm spelling_form = { "cleaned", 0, cleaned };
