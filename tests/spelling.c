#include "tests/spelling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "ir/eval.h"
#include "ir/overwrite.h"
#include "rules/locate.h"
#include "rules/rewrite.h"
#include "tests/spelling_turns.h"

enum { STEPS_LEAST = 3, STEPS_MORE = 6, TRIES = 30, DRAWS = 12,
       SITES_MAX = 4096, PLACES = 40 };

/* What is computed again and again is no spelling that anybody wants. */
static const double COST_GROWTH = 30, COST_LEAST = 1e5, COST_MOST = 3e8;

/* Names of rules, < from right to left, and of turns (with a stroke). Those
 * of one group are drawn as often as those of another. */
typedef struct Group {
	const char *name, *ways;
} Group;

static const Group groups[] = {
	{ "operands", " add_swap mul_swap /swap /negate " },
	{ "zips", " zip_flip zip_nest zip_nest_four zip_nest_pairs "
	  "zip_nest_cross map_zip_pair map_zip_pair< map_zip_swap "
	  "map_zip_turn map_zip_turn_four zip_zip_cross zip_same unzip_zip "
	  "columns_zipped map_zip_left map_zip_right zip_map_left "
	  "zip_map_left< zip_map_right zip_map_right< " },
	{ "nests", " map_interchange map_interchange< rows_by_columns "
	  "zips_by_columns pairs_nest map_by_rows columns_by_rows "
	  "columns_by_rows< map_columns transpose_map transpose_map< "
	  "transpose_transpose " },
	{ "elements", " map_elements map_zip_elements reduce_elements "
	  "transpose_elements zip_elements take_elements " },
	{ "borders", " clamp_map clamp_map< mirror_map mirror_map< wrap_map "
	  "wrap_map< clamp_transpose clamp_transpose< mirror_transpose "
	  "mirror_transpose< wrap_transpose wrap_transpose< concat_map "
	  "concat_map< /clamp /concat " },
	{ "names", " share share< " },
	{ "windows", " slide_map slide_map< slide_transpose slide_transpose< "
	  "slide_slide slide_zip slide_zip< join_map join_map< join_join "
	  "join_join< reduce_join reduce_join< take_map take_map< drop_map "
	  "drop_map< take_slide take_slide< take_zip take_zip< drop_zip "
	  "drop_zip< " },
	{ "functions", " map_map map_map< map_keep reduceSeq_map "
	  "reduceSeq_map< head_map join_head join_head< fill_map fold_rows "
	  "reduce_rows columns_reduced reduce_unpair " },
};

enum { GROUPS = sizeof groups / sizeof *groups };

int spelling_groups(void)
{
	return GROUPS;
}

const char *spelling_group(int group)
{
	return groups[group].name;
}

static bool is_way(const Group *group, const char *name, size_t length)
{
	char way[64];

	snprintf(way, sizeof way, " %.*s ", (int)length, name);
	return strstr(group->ways, way) != NULL;
}

static int group_of(const char *name)
{
	for (int i = 0; i < GROUPS; i++)
		if (is_way(&groups[i], name, strlen(name)))
			return i;
	return -1;
}

bool spelling_uses(const Spelling *spelling, int group)
{
	const char *at = spelling->how;

	for (; *at; at += strcspn(at, " "), at += strspn(at, " "))
		if (is_way(&groups[group], at, strcspn(at, " ")))
			return true;
	return false;
}

RuleBase *spelling_rules(void)
{
	const char *source = getenv("srcdir");
	Diags *diags = diags_new();
	RuleBase *rules = NULL;
	Text path = { 0 }, text = { 0 };
	FILE *file;

	text_printf(&path, "%s/tests/spelling.rules", source ? source : ".");
	file = fopen(text_string(&path), "r");
	for (int c; file && (c = getc(file)) != EOF;)
		text_char(&text, (char)c);
	if (file) {
		fclose(file);
		rules = rulebase_with("spelling.rules", text_string(&text),
				      diags);
	}
	diags_print(diags, stderr);
	if (!rules) {
		fprintf(stderr, "%s: no rules\n", text_string(&path));
		exit(EXIT_FAILURE);
	}
	text_free(&path);
	text_free(&text);
	diags_free(diags);
	return rules;
}

/* -- places ---------------------------------------------------------------- */

/* Where a way can be used. */
typedef struct Site {
	int group;
	const Rule *rule; /* NULL: a turn */
	bool back, designates;
	const SpellingTurn *turn;
	Path at;
} Site;

typedef struct Walk {
	Rewriter *rewriter;
	const Program *program;
	Rng rng;
	const Expr *body; /* as it is written now, and its sites */
	int count;
	Site *sites;
	int in_group[GROUPS];
	double cost_max;
	int nodes_max;
} Walk;

/* Inside of an operator that the document declares: written otherwise it would
 * be another one, of which nothing is declared. */
static bool is_declared(const Walk *w, const Path *at)
{
	const Program *program = w->program;
	const Expr *e = w->body;

	for (int i = 0; i < at->depth; i++) {
		e = e->kids[at->kids[i]];
		for (int k = 0; k < program->algebra_count; k++)
			if (program->algebra[k].function == e)
				return true;
	}
	return false;
}

static void add_site(Walk *w, Site site)
{
	if (w->count == SITES_MAX || is_declared(w, &site.at))
		return;
	w->sites[w->count++] = site;
	w->in_group[site.group]++;
}

static bool add_rule(void *context, const RewriteSite *site)
{
	char name[64];
	int group;

	snprintf(name, sizeof name, "%s%s", rule_name(site->rule),
		 site->back ? "<" : "");
	group = group_of(name);
	if (group >= 0 && !site->param_count)
		add_site(context, (Site){ group, site->rule, site->back,
					  site->designates, NULL, site->at });
	return true;
}

static void add_turns(Walk *w, const Expr *e, const Path *at)
{
	Ir *ir = w->program->ir;

	for (const SpellingTurn *t = spelling_turns; t->name; t++) {
		char name[64];

		snprintf(name, sizeof name, "/%s", t->name);
		if (t->turn(ir, e))
			add_site(w, (Site){ .group = group_of(name),
					    .turn = t, .at = *at });
	}
	for (int i = 0; i < e->kid_count && at->depth < PATH_MAX_DEPTH; i++) {
		Path kid = path_kid(at, i);

		add_turns(w, e->kids[i], &kid);
	}
}

static void list_sites(Walk *w, const Expr *e)
{
	const Path root = path_root();

	w->body = e;
	w->count = 0;
	memset(w->in_group, 0, sizeof w->in_group);
	rewrite_list(w->rewriter, e, &root, true, add_rule, w);
	add_turns(w, e, &root);
}

/* Of a group that has any, one of its sites. */
static const Site *draw_site(Walk *w)
{
	int group, nth;

	do
		group = (int)rng_below(&w->rng, GROUPS);
	while (!w->in_group[group]);
	nth = (int)rng_below(&w->rng, (uint64_t)w->in_group[group]);
	for (int i = 0; i < w->count; i++)
		if (w->sites[i].group == group && !nth--)
			return &w->sites[i];
	return NULL;
}

/* -- steps ----------------------------------------------------------------- */

/* A place below, at any depth, but in no branch of a choice: what is taken out
 * of it might have no value where the other one is chosen. */
static Path draw_below(Walk *w, const Expr *node, Path at)
{
	while (node->kid_count && at.depth < PATH_MAX_DEPTH) {
		int kid = node->kind == EXPR_IF ? 0
			: (int)rng_below(&w->rng, (uint64_t)node->kid_count);

		at = path_kid(&at, kid);
		node = node->kids[kid];
		if (!rng_below(&w->rng, 3))
			break;
	}
	return at;
}

static const Expr *use_rule(Walk *w, const Expr *e, const Site *site)
{
	const Expr *node = locate_node(e, &site->at);
	const Derivation *from = derivation_start(w->rewriter, e);
	RuleUse use = { .rule = rule_name(site->rule), .back = site->back };
	const Derivation *now = NULL;

	if (!site->designates) {
		now = rewrite_use(w->rewriter, from, &site->at, &use);
		return now ? now->expr : NULL;
	}
	for (int i = 0; i < PLACES && !now; i++) {
		const Path within = draw_below(w, node, site->at);

		use.within = &within;
		now = rewrite_use(w->rewriter, from, &site->at, &use);
	}
	return now ? now->expr : NULL;
}

static const Expr *use_turn(Walk *w, const Expr *e, const Site *site)
{
	const Expr *node = locate_node(e, &site->at);

	return locate_replace(w->program->ir, e, &site->at,
			      site->turn->turn(w->program->ir, node));
}

/* How often what nobody writes: elements of the indices, which have a name of
 * their own, an array of one value for each element. */
static int silliness(const Expr *e)
{
	int found = (expr_is(e, PRIM_AT) || e->kind == EXPR_LET)
		 && expr_is(e->kids[0], PRIM_GENERATE);

	found += expr_is(e, PRIM_MAP) && !expr_uses(e->kids[0]->kids[0], 0);
	for (int i = 0; i < e->kid_count; i++)
		found += silliness(e->kids[i]);
	return found;
}

/* What is written over an input reads it in order. */
static bool is_in_place(const Program *program, const Expr *e)
{
	for (int i = 0; i < program->output_count; i++) {
		int into = program->out_ports[i].into;

		if (into >= 0 && !overwrite_ok(program, e, into, i))
			return false;
	}
	return true;
}

static bool is_fit(const Walk *w, const Expr *e)
{
	return expr_node_count(e) <= w->nodes_max
	    && silliness(e) <= silliness(w->program->body)
	    && is_in_place(w->program, e)
	    && eval_cost(w->program, e) <= w->cost_max;
}

/* One way more, or e as it is. */
static const Expr *step(Walk *w, const Expr *e, Text *how)
{
	list_sites(w, e);
	for (int i = 0; w->count && i < TRIES; i++) {
		const Site *site = draw_site(w);
		const Expr *next = site->turn ? use_turn(w, e, site)
					      : use_rule(w, e, site);

		if (!next || next == e || !is_fit(w, next))
			continue;
		text_printf(how, "%s%s%s%s", how->length ? " " : "",
			    site->turn ? "/" : "", site->turn
			    ? site->turn->name : rule_name(site->rule),
			    site->back ? "<" : "");
		return next;
	}
	return e;
}

static const Expr *walk(Walk *w, Text *how)
{
	int steps = STEPS_LEAST + (int)rng_below(&w->rng, STEPS_MORE);
	const Expr *e = w->program->body;

	while (steps-- > 0)
		e = step(w, e, how);
	return e;
}

static bool is_known(const Program *program, const Spelling *known, int count,
		     const Expr *e)
{
	if (e == program->body)
		return true;
	for (int i = 0; i < count; i++)
		if (known[i].body == e)
			return true;
	return false;
}

int spelling_draw(const RuleBase *rules, const Program *program, uint64_t seed,
		  int count, Spelling *spellings)
{
	const double cost = eval_cost(program, program->body);
	Walk w = { .program = program,
		   .rewriter = rewriter_new(rules, program,
					    (RewriteOptions){ 0 }),
		   .rng = rng_seeded(seed, program_key(program)),
		   .sites = base_calloc(SITES_MAX, sizeof *w.sites),
		   .cost_max = cost * COST_GROWTH + COST_LEAST,
		   .nodes_max = 3 * expr_node_count(program->body) + 60 };
	int made = 0;

	if (w.cost_max > COST_MOST)
		w.cost_max = COST_MOST;
	for (int i = 0; i < count * DRAWS && made < count; i++) {
		Text how = { 0 };
		const Expr *e = walk(&w, &how);

		if (!is_known(program, spellings, made, e))
			spellings[made++] = (Spelling){
				e, arena_strdup(ir_arena(program->ir),
						text_string(&how)) };
		text_free(&how);
	}
	free(w.sites);
	rewriter_free(w.rewriter);
	return made;
}
