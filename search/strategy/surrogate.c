#include "search/strategy/surrogate.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/strategy/gp.h"
#include "search/strategy/pool.h"

enum {
	KNOWN_MAX = 1024,  /* then all are forgotten but those learned */
	LEARNED_MAX = 128, /* the fastest */
	SURE_MAX = 128,    /* guessed with deviation */
	FEWEST = 2         /* known times for a guess */
};

static const double SLOWEST = 16; /* times the best: slower is the same */
static const double NEAR = 1.2; /* times the best: slower leads nowhere */
static const double SLOW = 2; /* times a fast one: guessed so, it is not measured */
static const double DARING = 0.5; /* deviations below a guess that count */
static const double DOUBT = 1.5; /* the same, before a search ends */

typedef struct Known {
	TreeNode *node;
	Point point;
	double seconds; /* INFINITY: it failed; DBL_MAX: it is slow */
} Known;

struct Surrogate {
	Strategy *strategy;
	Arena *arena;
	Gp *gp;
	Pool pool;
	Known *known;   /* what was told, in order, less what is forgotten */
	int taken;      /* of what was told */
	Gap *gaps;      /* known_count squared, of capacity squared */
	int known_count, known_capacity;
	int *learned;   /* those the gp learned, numbers in known */
	int learned_count;
	Gap *row;       /* as many as learned */
	double best;
	bool fitted;    /* the gp has learned */
};

Surrogate *surrogate_new(Strategy *strategy)
{
	Surrogate *s = base_calloc(1, sizeof *s);

	s->strategy = strategy;
	s->arena = arena_new();
	s->gp = gp_new();
	s->pool = (Pool){ .strategy = strategy, .arena = s->arena };
	return s;
}

void surrogate_free(Surrogate *s)
{
	if (!s)
		return;
	pool_clear(&s->pool);
	gp_free(s->gp);
	arena_free(s->arena);
	free(s->known);
	free(s->gaps);
	free(s->learned);
	free(s->row);
	free(s);
}

static int ascending(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* -- what was told --------------------------------------------------------- */

static void grow_known(Surrogate *s)
{
	int capacity = s->known_capacity ? 2 * s->known_capacity : 64;
	size_t side = (size_t)capacity;
	Gap *gaps = base_calloc(side * side, sizeof *gaps);

	for (int i = 0; i < s->known_count; i++)
		memcpy(gaps + (size_t)i * side,
		       s->gaps + (size_t)i * (size_t)s->known_capacity,
		       (size_t)s->known_count * sizeof *gaps);
	free(s->gaps);
	s->gaps = gaps;
	s->known_capacity = capacity;
	s->known = base_realloc(s->known, side * sizeof *s->known);
	s->learned = base_realloc(s->learned, side * sizeof *s->learned);
	s->row = base_realloc(s->row, side * sizeof *s->row);
}

static Gap *gap_at(const Surrogate *s, int i, int j)
{
	return &s->gaps[(size_t)i * (size_t)s->known_capacity + (size_t)j];
}

static void forget_gaps(Surrogate *s)
{
	for (int i = 0; i < s->pool.count; i++)
		s->pool.entries[i].known = 0;
}

/* What was not learned last is forgotten. */
static void forget(Surrogate *s)
{
	int kept = 0;

	qsort(s->learned, (size_t)s->learned_count, sizeof *s->learned,
	      ascending);
	for (; kept < s->learned_count; kept++)
		s->known[kept] = s->known[s->learned[kept]];
	for (int i = 0; i < kept; i++)
		for (int j = 0; j < kept; j++)
			*gap_at(s, i, j) = *gap_at(s, s->learned[i],
						   s->learned[j]);
	for (int i = 0; i < kept; i++)
		s->learned[i] = i;
	s->known_count = kept;
	forget_gaps(s);
}

static void know(Surrogate *s, const Told *told)
{
	int at;

	if (s->known_count == KNOWN_MAX)
		forget(s);
	at = s->known_count;
	if (at == s->known_capacity)
		grow_known(s);
	s->known[at] = (Known){ told->node,
		point_of(s->strategy->tree, told->node, s->arena),
		told->censored ? DBL_MAX : told->seconds };
	for (int i = 0; i <= at; i++) {
		Gap gap = point_gap(&s->known[i].point, &s->known[at].point);

		*gap_at(s, i, at) = *gap_at(s, at, i) = gap;
	}
	s->known_count++;
}

/* -- learning -------------------------------------------------------------- */

static double seconds_of(const Surrogate *s, int known)
{
	return fmin(s->known[known].seconds, SLOWEST * s->best);
}

/* Those with a time; when they are too many, the slowest are left out. */
static void choose_learned(Surrogate *s)
{
	s->learned_count = 0;
	for (int i = 0; i < s->known_count; i++) {
		int at = s->learned_count;

		if (!isfinite(s->known[i].seconds))
			continue;
		for (; at > 0 && s->known[s->learned[at - 1]].seconds
		     > s->known[i].seconds; at--)
			if (at < LEARNED_MAX)
				s->learned[at] = s->learned[at - 1];
		if (at < LEARNED_MAX)
			s->learned[at] = i;
		s->learned_count += s->learned_count < LEARNED_MAX;
	}
}

static void fit(Surrogate *s)
{
	int n = s->learned_count;
	double *costs = base_malloc(sizeof(double) * (size_t)n);
	double *values = base_malloc(sizeof(double) * (size_t)n);
	Gap *gaps = base_malloc(sizeof(Gap) * (size_t)n * (size_t)n);

	for (int i = 0; i < n; i++) {
		costs[i] = s->known[s->learned[i]].point.cost;
		values[i] = log(seconds_of(s, s->learned[i]));
		for (int j = 0; j < n; j++)
			gaps[i * n + j] = *gap_at(s, s->learned[i],
						  s->learned[j]);
	}
	gp_fit(s->gp, n, gaps, costs, values);
	free(costs);
	free(values);
	free(gaps);
}

/* The best that was told is what others are held against; NULL: nothing is. */
static const Point *best_point(const Surrogate *s)
{
	return s->learned_count > 0 && isfinite(s->best)
		? &s->known[s->learned[0]].point : NULL;
}

static void fill_pool(Surrogate *s)
{
	TreeNode *leaders[2];
	int count = surrogate_leaders(s, leaders, 2);

	pool_renew(&s->pool, best_point(s));
	for (int i = 0; i < count; i++)
		pool_enter_moves(&s->pool, leaders[i], best_point(s));
}

bool surrogate_learn(Surrogate *s)
{
	for (; s->taken < s->strategy->told_count; s->taken++)
		know(s, &s->strategy->told[s->taken]);
	s->best = tree_root(s->strategy->tree)->best;
	choose_learned(s);
	s->fitted = s->learned_count >= FEWEST && isfinite(s->best);
	if (!s->fitted)
		return false;
	fit(s);
	fill_pool(s);
	return true;
}

/* -- guesses --------------------------------------------------------------- */

static const Gap *gaps_of(Surrogate *s, PoolEntry *entry)
{
	if (entry->known < s->known_count)
		entry->gaps = base_realloc(entry->gaps, sizeof(Gap)
					   * (size_t)s->known_count);
	for (; entry->known < s->known_count; entry->known++)
		entry->gaps[entry->known] = point_gap(
			&entry->point, &s->known[entry->known].point);
	return entry->gaps;
}

static const Gap *learned_row(Surrogate *s, const Gap *gaps)
{
	for (int i = 0; i < s->learned_count; i++)
		s->row[i] = gaps[s->learned[i]];
	return s->row;
}

/* A vote of what is alike on whether it works at all. */
static double works(const Surrogate *s, const Gap *gaps)
{
	double good = 1, all = 1;

	for (int i = 0; i < s->known_count; i++) {
		double weight = gp_alike(s->gp, gaps[i]);

		all += weight;
		good += isfinite(s->known[i].seconds) ? weight : 0;
	}
	return good / all;
}

/* The third fastest is what others are held against: one time may be luck. */
static bool is_slow(const Surrogate *s, double mean)
{
	int third = s->learned_count < 3 ? s->learned_count - 1 : 2;

	return !s->strategy->thorough
	    && mean > log(SLOW * seconds_of(s, s->learned[third]));
}

typedef struct Rank {
	PoolEntry *entry;
	double mean;
} Rank;

static int by_mean(const void *a, const void *b)
{
	double x = ((const Rank *)a)->mean, y = ((const Rank *)b)->mean;

	return (x > y) - (x < y);
}

static Rank *ranked(Surrogate *s)
{
	const int count = s->pool.count;
	Rank *ranks = base_malloc(sizeof *ranks * (size_t)count + 1);

	for (int i = 0; i < count; i++) {
		PoolEntry *entry = &s->pool.entries[i];
		const Gap *row = learned_row(s, gaps_of(s, entry));

		ranks[i] = (Rank){ entry, gp_mean(s->gp, row,
						  entry->point.cost) };
	}
	qsort(ranks, (size_t)count, sizeof *ranks, by_mean);
	return ranks;
}

/* A full pool keeps those with the lowest guess, for new neighbours to enter. */
static void drop_slowest(Surrogate *s, const Rank *ranks)
{
	if (!pool_is_full(&s->pool))
		return;
	for (int i = POOL_KEPT; i < s->pool.count; i++)
		ranks[i].entry->node = NULL;
	pool_compact(&s->pool);
}

/* daring: so many deviations below a guess it must not be slow. */
static TreeNode *most_improving(Surrogate *s, double daring)
{
	Rank *ranks = ranked(s);
	TreeNode *best = NULL;
	double most = -1;

	for (int i = 0; i < s->pool.count && i < SURE_MAX; i++) {
		PoolEntry *entry = ranks[i].entry;
		Guess guess = gp_guess(s->gp, learned_row(s, entry->gaps),
				       entry->point.cost);
		double value = guess_improvement(guess, log(s->best))
			     * works(s, entry->gaps);

		if (!entry->node->closed && value > most
		    && !is_slow(s, guess.mean - daring * guess.deviation)) {
			most = value;
			best = entry->node;
		}
	}
	drop_slowest(s, ranks);
	free(ranks);
	return best;
}

TreeNode *surrogate_best(Surrogate *s)
{
	return most_improving(s, DARING);
}

TreeNode *surrogate_last(Surrogate *s)
{
	return s->fitted ? most_improving(s, DOUBT) : NULL;
}

static Guess guess_of(Surrogate *s, const Point *point)
{
	for (int k = 0; k < s->learned_count; k++)
		s->row[k] = point_gap(point, &s->known[s->learned[k]].point);
	return gp_guess(s->gp, s->row, point->cost);
}

TreeNode *surrogate_lowest(Surrogate *s, TreeNode *const *nodes, int count)
{
	Arena *arena = arena_new();
	TreeNode *lowest = NULL;
	double least = INFINITY;

	for (int i = 0; i < count; i++) {
		Point point = point_of(s->strategy->tree, nodes[i], arena);
		Guess guess = guess_of(s, &point);
		double low = guess.mean - DARING * guess.deviation;

		if (low < least && !point_is_hopeless(&point, best_point(s))
		    && !is_slow(s, low)) {
			least = low;
			lowest = nodes[i];
		}
	}
	arena_free(arena);
	return lowest;
}

bool surrogate_is_slow(Surrogate *s, const TreeNode *node)
{
	Arena *arena = arena_new();
	Point point = point_of(s->strategy->tree, node, arena);
	bool slow = point_is_hopeless(&point, best_point(s));

	if (s->fitted && !slow) {
		Guess guess = guess_of(s, &point);

		slow = is_slow(s, guess.mean - DARING * guess.deviation);
	}

	arena_free(arena);
	return slow;
}

TreeNode *surrogate_cheapest(Surrogate *s)
{
	TreeNode *node = pool_cheapest(&s->pool, best_point(s));

	return node && !surrogate_is_slow(s, node) ? node : NULL;
}

int surrogate_leaders(const Surrogate *s, TreeNode **found, int most)
{
	int count = 0, numbers[8];

	for (int i = 0; i < s->learned_count && count < most; i++) {
		bool other = s->known[s->learned[i]].seconds <= NEAR * s->best;

		for (int k = 0; k < count; k++)
			other &= gap_at(s, numbers[k], s->learned[i])->unlike
				 > 0;
		if (!other)
			continue;
		numbers[count] = s->learned[i];
		found[count++] = s->known[s->learned[i]].node;
	}
	return count;
}
