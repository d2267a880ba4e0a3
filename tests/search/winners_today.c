#include "ir/front/document.h"
#include "tests/search/winners.h"

#include <stdio.h>
#include <string.h>

#include "rules/derivation.h"
#include "search/nest/describe.h"
#include "search/space/canonical_form.h"
#include "search/space/choices.h"
#include "search/space/derive.h"
#include "search/space/follow.h"
#include "search/strategy/strategy.h"

/* A winner's space. */
typedef struct Own {
	Ir *ir;
	const Program *program;
	Derive *derive;
} Own;

static bool own_open(Own *own, const RuleBase *rules, const Winner *w)
{
	const ReadOptions options = {
		.concrete = true, .override_count = w->size_count,
		.overrides = w->sizes,
	};
	const bool strict = !strcmp(w->fp, "strict");
	Diags *diags = diags_new();
	Program *program;

	own->ir = ir_new();
	program = program_read(own->ir, w->name, w->program, &options, diags);
	if (!program)
		diags_print(diags, stderr);
	diags_free(diags);
	own->program = program;
	own->derive = !program ? NULL
		: derive_new(rules, program, &w->device,
			     (RewriteOptions){
				.strict = strict, .rounding = !strict,
				.canonical = &canonical_index_form });
	return program != NULL;
}

static void own_close(Own *own)
{
	derive_free(own->derive);
	ir_free(own->ir);
}

/* The candidate of its choices, without any the first one; false when one of
 * them is not there. */
static bool follow(const Own *own, const Winner *w, Derived *derived)
{
	const Space space = derive_space(own->derive);
	Tree *tree = tree_new(&space);
	Rng rng = rng_seeded(1, 1);
	int strange = 0;
	const TreeNode *node = *w->choices
		? follow_in_tree(tree, w->choices, &strange)
		: tree_walk(tree, tree_root(tree), tree_pick_first, &rng);

	if (node)
		*derived = derive_result(own->derive, node->state);
	tree_free(tree);
	return node && !strange;
}

bool winner_follow(const RuleBase *rules, Arena *arena, Winner *w)
{
	Own own;
	Derived derived;
	Text steps = { 0 };
	bool found = own_open(&own, rules, w) && follow(&own, w, &derived);

	if (found) {
		derivation_text(&steps, derived.derivation);
		w->steps = arena_strdup(arena, text_string(&steps));
		w->choices = choices_text(arena, derived.choices);
		w->shape = derived.shape;
		w->hash = derived.low->hash;
	}
	text_free(&steps);
	own_close(&own);
	return found;
}

/* What its steps make; NULL when they do not apply. */
static const Expr *replay(const Own *own, const Winner *w, Text *why)
{
	Arena *arena = arena_new();
	Diags *diags = diags_new();
	const StoredSteps *steps = derivation_read(arena, w->steps, diags);
	Rewriter *rewriter = derive_rewriter(own->derive);
	Replay done = { 0 };
	const Derivation *now = steps ? derivation_replay(rewriter, steps,
							  true, &done) : NULL;

	diags_print(diags, stderr);
	if (!now)
		text_printf(why, "step %d does not apply: %s", done.done + 1,
			    steps ? rewriter_reason(rewriter) : "no steps");
	diags_free(diags);
	arena_free(arena);
	return now ? now->expr : NULL;
}

bool winner_see(const RuleBase *rules, const Winner *w, WinnerSee *see,
		void *context, Text *why)
{
	Own own;
	const Expr *low = own_open(&own, rules, w) ? replay(&own, w, why)
						   : NULL;

	if (low)
		see(context, w, own.program, low);
	own_close(&own);
	return low != NULL;
}

static void take_hash(void *context, const Winner *w, const Program *program,
		      const Expr *low)
{
	Winner *made = context;

	(void)w;
	(void)program;
	made->shape = describe_shape(low);
	made->hash = low->hash;
}

bool winner_replay(const RuleBase *rules, Winner *w, Text *why)
{
	return winner_see(rules, w, take_hash, w, why);
}

bool winner_replays(const RuleBase *rules, const Winner *w, Text *why)
{
	Winner again = *w;
	bool same;

	if (!winner_replay(rules, &again, why))
		return false;
	same = again.hash == w->hash && again.shape == w->shape;
	if (!same)
		text_put(why, "its steps make another expression");
	return same;
}

/* -- whether it is there --------------------------------------------------- */

enum { LOOKS = 20000 };

/* What is looked for, and what was found on the way. */
typedef struct Look {
	const Own *own;
	Tree *tree;
	const Winner *winner;
	int looks;
	bool same_shape;
} Look;

/* The spelling that a winner began with is none of its choices. */
static bool is_root(const char *label)
{
	return !strcmp(label, DERIVE_WRITTEN) || !strcmp(label, DERIVE_FIRST)
	    || !strcmp(label, DERIVE_CANONICAL);
}

/* Whether the choice, a block or a number ("chunk 4 (4 elements)"), is one of
 * the winner's, wherever that made it. */
static bool is_chosen(const Look *look, const TreeNode *node, int choice)
{
	const Space *space = tree_space(look->tree);
	const char *label = space->class->label(space->context, node->state,
						choice);
	const bool number = strchr(label, '(') != NULL;
	const size_t length = number ? strcspn(label, "(") : strlen(label);
	const char *all = look->winner->choices, *at = all;
	char name[128];

	if (is_root(label))
		return true;
	snprintf(name, sizeof name, "%.*s", (int)length, label);
	for (; (at = strstr(at, name)) != NULL; at++)
		if ((at == all || at[-1] == ' ')
		    && (number || !at[length] || strchr(":;", at[length])))
			return true;
	return false;
}

/* Decisions that leave nothing to choose are made on the way and take no choice,
 * so one name may stand for several places: all are tried. */
static bool look_below(Look *look, TreeNode *node)
{
	if (node->complete) {
		Derived derived = derive_result(look->own->derive,
						node->state);

		look->same_shape |= derived.shape == look->winner->shape;
		return derived.low->hash == look->winner->hash;
	}
	for (int i = 0; i < node->count && look->looks < LOOKS; i++) {
		if (!is_chosen(look, node, i))
			continue;
		look->looks++;
		if (look_below(look, tree_open(look->tree, node, i)))
			return true;
	}
	return false;
}

static bool is_there(const Own *own, const Winner *w, Text *why)
{
	const Space space = derive_space(own->derive);
	Look look = { .own = own, .tree = tree_new(&space), .winner = w };
	bool found = look_below(&look, tree_root(look.tree));

	if (!found)
		text_put(why, look.same_shape
			 ? "only with other numbers is it there"
			 : "none of its choices makes its shape");
	tree_free(look.tree);
	return found;
}

bool winner_is_reachable(const RuleBase *rules, const Winner *w, Text *why)
{
	Own own;
	bool found = own_open(&own, rules, w) && is_there(&own, w, why);

	own_close(&own);
	return found;
}

/* -- whether blocks apply where they are offered --------------------------- */

static void draw(const Space *space, int draws)
{
	Strategy *strategy = strategy_new(&strategy_random, space, 1, -1);
	Candidate candidate;

	while (draws-- > 0
	       && strategy_ask(strategy, &candidate) == ASK_CANDIDATE)
		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_OK, 1 });
	strategy_free(strategy);
}

static bool has_no_faults(const Own *own, Text *why)
{
	const Space space = derive_space(own->derive);
	const char *block, *reason;
	bool good = true;

	draw(&space, 20);
	for (int i = 0; derive_fault(own->derive, i, &block, &reason); i++) {
		if (!reason)
			continue;
		text_printf(why, "%s%s: %s", good ? "" : "; ", block, reason);
		good = false;
	}
	return good;
}

bool winner_has_no_faults(const RuleBase *rules, const Winner *w, Text *why)
{
	Own own;
	bool good = own_open(&own, rules, w) && has_no_faults(&own, why);

	own_close(&own);
	return good;
}
