/* bench search FILE...: every strategy on recorded spaces. For each space and
 * strategy: evaluations to within 5 % of the best (quartiles over seeds, the
 * 90th percentile), how many seeds were there after 20 and 40, how many of the
 * first 40 took more than three times the best, and evaluations against the
 * paper's descent with the same seeds. With --warm SPACE the search begins with
 * what is the fastest there, as after a search for another size.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench.h"
#include "cli/files.h"
#include "cli/foreign_space.h"
#include "cli/race_plot.h"
#include "search/strategy/contest.h"

static const double WITHIN = 1.05;

enum { STRATEGIES_MAX = 16, SPACE_BYTES = 256 << 20, SHORT = 40 };

typedef struct Contest {
	Session *session;
	int seeds, budget;
	Text warm; /* choices that every race begins with; empty: none */
	int kind_count;
	const StrategyKind *kinds[STRATEGIES_MAX];
	Race *races[STRATEGIES_MAX]; /* of each kind, one for each seed */
	double ratios[STRATEGIES_MAX];  /* sums over spaces: of logarithms */
	double medians[STRATEGIES_MAX]; /* of logarithms */
	double slow[STRATEGIES_MAX];    /* of shares */
	int baseline, spaces;
} Contest;

static bool choose_kinds(Contest *c)
{
	const char *name = c->session->options->strategy;

	for (int i = 0; strategy_kinds[i]; i++) {
		const StrategyKind *kind = strategy_kinds[i];

		if (kind == &strategy_exhaustive
		    || (name && strcmp(name, kind->name)
			&& kind != &strategy_montecarlo))
			continue;
		if (kind == &strategy_montecarlo)
			c->baseline = c->kind_count;
		c->kinds[c->kind_count++] = kind;
	}
	if (!name || strategy_named(name))
		return true;
	diag_add(c->session->diags, E0901, NULL, name,
		 "a name of --list-strategies", "no such strategy");
	return false;
}

static const char *number(char text[16], double value)
{
	if (isfinite(value))
		snprintf(text, 16, "%.0f", value);
	else
		snprintf(text, 16, "-");
	return text;
}

static void tell_json(const Contest *c, const Recorded *space, int k)
{
	const Race *races = c->races[k];
	char low[16], middle[16], high[16], late[16];
	Quartiles q = races_quartiles(races, c->seeds);
	Text name = { 0 };

	text_json(&name, recorded_name(space));
	printf("{\"space\": %s, \"strategy\": \"%s\", \"quartiles\": "
	       "[\"%s\", \"%s\", \"%s\"], \"p90\": \"%s\", \"hits20\": %.3f, "
	       "\"hits40\": %.3f, \"slow40\": %.3f, \"ratio\": %.3f}\n",
	       text_string(&name),
	       c->kinds[k]->name, number(low, q.low), number(middle, q.middle),
	       number(high, q.high),
	       number(late, races_quantile(races, c->seeds, 0.9)),
	       races_hits(races, c->seeds, 20),
	       races_hits(races, c->seeds, SHORT),
	       races_slow(races, c->seeds, SHORT),
	       races_ratio(races, c->races[c->baseline], c->seeds, c->budget));
	text_free(&name);
}

static void tell_row(const Contest *c, int k)
{
	const Race *races = c->races[k];
	char low[16], middle[16], high[16], late[16];
	Quartiles q = races_quartiles(races, c->seeds);

	printf("  %-12s %5s %5s %5s %5s %7.0f %% %5.0f %% %5.0f %% "
	       "%10.2f\n",
	       c->kinds[k]->name, number(low, q.low), number(middle, q.middle),
	       number(high, q.high),
	       number(late, races_quantile(races, c->seeds, 0.9)),
	       100 * races_hits(races, c->seeds, 20),
	       100 * races_hits(races, c->seeds, SHORT),
	       100 * races_slow(races, c->seeds, SHORT),
	       races_ratio(races, c->races[c->baseline], c->seeds, c->budget));
}

static void tell_space(const Contest *c, const Recorded *space)
{
	if (c->session->options->json) {
		for (int k = 0; k < c->kind_count; k++)
			tell_json(c, space, k);
		return;
	}
	printf("%s: %d candidates, %d within 5 %% of the best (%s)\n",
	       recorded_name(space), recorded_count(space),
	       recorded_within(space, WITHIN), recorded_about(space));
	printf("  %-12s %5s %5s %5s %5s %9s %7s %7s %10s\n", "", "25 %",
	       "50 %", "75 %", "90 %", "in 20", "in 40", "slow", "ratio");
	for (int k = 0; k < c->kind_count; k++)
		tell_row(c, k);
}

/* A space is named by its file, and what one calls a kernel may be a path. */
static const char *plot_name(Arena *arena, const Recorded *space)
{
	char *name = arena_printf(arena, "search-%.200s.svg",
				  recorded_name(space));

	for (char *c = name; *c; c++)
		if (*c == '/')
			*c = '-';
	return name;
}

static bool plot_space(const Contest *c, const Recorded *space)
{
	Session *s = c->session;
	Text text = { 0 };
	const char *file = plot_name(s->arena, space);
	const char *names[STRATEGIES_MAX];
	bool done;

	for (int k = 0; k < c->kind_count; k++)
		names[k] = c->kinds[k]->name;
	race_plot(&text, recorded_name(space), c->kind_count, names,
		  (const Race *const *)c->races, c->seeds, c->budget);
	done = file_make_folder(s->options->out, s->diags)
	    && file_write(s->options->out, file, text_string(&text),
			  text.length, s->diags);
	text_free(&text);
	return done;
}

static void sum_up(Contest *c, int k)
{
	const Race *races = c->races[k];

	c->ratios[k] += log(races_ratio(races, c->races[c->baseline], c->seeds,
					c->budget));
	c->medians[k] += log(fmin(races_quantile(races, c->seeds, 0.5),
				  c->budget + 1));
	c->slow[k] += races_slow(races, c->seeds, SHORT);
}

static void run_space(Contest *c, Recorded *space)
{
	const Options *o = c->session->options;
	const RaceTerms terms = {
		.budget = c->budget, .factor = WITHIN,
		.guide_count = o->guide_count, .guides = o->guides,
		.warm = c->warm.length ? text_string(&c->warm) : NULL,
	};

	for (int k = 0; k < c->kind_count; k++)
		for (int seed = 0; seed < c->seeds; seed++)
			race_run(&c->races[k][seed], space, c->kinds[k],
				 c->session->options->seed + (uint64_t)seed,
				 &terms);
	for (int k = 0; k < c->kind_count; k++)
		sum_up(c, k);
	c->spaces++;
}

static Recorded *read_space(Session *s, const char *path)
{
	size_t length;
	char *text = file_read(s->arena, path, SPACE_BYTES, &length, s->diags);
	Text lines = { 0 };
	Recorded *space = NULL;

	if (text && !foreign_space_is(text, length))
		return recorded_read(path, text, s->diags);
	if (text && foreign_space(path, text, length, &lines, s->diags))
		space = recorded_read(path, text_string(&lines), s->diags);
	text_free(&lines);
	return space;
}

/* --warm: what every strategy that takes suggestions measures first. */
static bool warm_up(Contest *c)
{
	const char *path = c->session->options->warm;
	Recorded *space = path ? read_space(c->session, path) : NULL;

	if (!space)
		return !path;
	recorded_fastest(space, &c->warm);
	recorded_free(space);
	return true;
}

static bool bench_file(Contest *c, const char *path)
{
	Session *s = c->session;
	Recorded *space = read_space(s, path);
	bool done;

	if (!space)
		return false;
	run_space(c, space);
	tell_space(c, space);
	done = !s->options->given_out || plot_space(c, space);
	recorded_free(space);
	return done;
}

static void tell_all(const Contest *c)
{
	if (c->session->options->json || c->spaces < 2)
		return;
	printf("all: geometric means over %d spaces of the medians and of the "
	       "evaluations\nagainst %s, and the mean share of slow ones\n",
	       c->spaces, c->kinds[c->baseline]->name);
	for (int k = 0; k < c->kind_count; k++)
		printf("  %-12s %5.1f %5.2f %5.0f %%\n", c->kinds[k]->name,
		       exp(c->medians[k] / c->spaces),
		       exp(c->ratios[k] / c->spaces),
		       100 * c->slow[k] / c->spaces);
}

int bench_search(Session *s)
{
	const Options *o = s->options;
	Contest c = {
		.session = s, .seeds = (int)(o->seeds < 1000 ? o->seeds : 1000),
		.budget = (int)(o->max_fevals < RACE_MAX ? o->max_fevals
							 : RACE_MAX),
	};
	bool good = choose_kinds(&c) && warm_up(&c);

	for (int k = 0; k < c.kind_count; k++)
		c.races[k] = base_calloc((size_t)c.seeds, sizeof(Race));
	for (int i = 1; i < o->word_count && good; i++)
		good = bench_file(&c, o->words[i]);
	if (good)
		tell_all(&c);
	for (int k = 0; k < c.kind_count; k++)
		free(c.races[k]);
	text_free(&c.warm);
	return good ? EXIT_DONE : EXIT_INPUT;
}
