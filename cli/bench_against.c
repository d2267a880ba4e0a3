/* bench --against: what another database has for a row, made again, as one more
 * side; and what all rows say together. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/bench.h"
#include "cli/stored.h"
#include "ir/front/document.h"

/* A row that is slower than this is named below the table. */
#define SLOWER 1.05

static Db *open_other(Session *s)
{
	Options options = *s->options;
	Session other = *s;

	options.db = options.against;
	other.options = &options;
	return store_open(&other, DB_READ);
}

/* The best for this device, these sizes and --fp, and nothing near them. */
static bool find(Session *s, Db *db, const Device *device, DbStored *stored)
{
	DbStatus status;
	int count;
	const DbSize *sizes = store_sizes(s->arena, s->program, &count);
	bool found = db_nearest(db, s->arena, program_key(s->program), device,
				sizes, count, fp_name(s->options->fp), stored,
				&status);

	if (!found && status != DB_OK) {
		db_complain(db, s->diags);
		return false;
	}
	if (found && !stored->other_device && !stored->other_sizes)
		return true;
	diag_add(s->diags, E0503, NULL, s->options->against,
		 "a kernel for this device at these sizes",
		 "no kernel of %s to compare with", s->program->name);
	return false;
}

const BenchAgainst *bench_against(Session *s, const Harness *harness,
				  Restored *restored, Trial **trial)
{
	const Device *device = harness_device(harness);
	BenchAgainst *against = ARENA_NEW(s->arena, BenchAgainst);
	Db *db = open_other(s);
	DbStored stored;

	if (!db)
		return NULL;
	*trial = find(s, db, device, &stored)
	      && stored_restore(s, &stored, device, restored)
	       ? stored_trial(s, &stored, device, restored) : NULL;
	db_close(db);
	if (!*trial)
		return NULL;
	*against = (BenchAgainst){
		.path = s->options->against, .derivation = stored.derivation,
		.choices = restored->what,
		.remade = (*trial)->artifact->hash != stored.kernel,
	};
	return against;
}

/* -- all rows -------------------------------------------------------------- */

/* The ratio of a row to the other database; NULL: there is none. */
static const BenchSide *compared(const BenchResult *r)
{
	return r->against && r->sides[1].good && r->sides[1].ratio > 0
	       ? &r->sides[1] : NULL;
}

static void tell_slower(const BenchResult *r)
{
	const BenchSide *side = compared(r);

	if (side && side->ratio > SLOWER)
		printf("above %.2f: %s, %.3f (%.3f to %.3f)\n", SLOWER,
		       r->label, side->ratio, side->least, side->most);
}

/* The rows err by themselves: squares of the halves of their intervals add
 * up. */
void bench_against_mean(const Session *s, BenchResult *const *results,
			int count)
{
	double sum = 0, squares = 0, half;
	int rows = 0;

	for (int i = 0; i < count; i++) {
		const BenchSide *side = compared(results[i]);

		if (!side)
			continue;
		sum += log(side->ratio);
		squares += pow(log(side->most / side->least) / 2, 2);
		rows++;
	}
	if (!rows)
		return;
	sum /= rows;
	half = sqrt(squares) / rows;
	if (s->options->json) {
		printf("{\"rows\": %d, \"geometric_mean\": %.4f, "
		       "\"least\": %.4f, \"most\": %.4f}\n", rows, exp(sum),
		       exp(sum - half), exp(sum + half));
		return;
	}
	for (int i = 0; i < count; i++)
		tell_slower(results[i]);
	printf("geometric mean of %d row%s: %.3f (%.3f to %.3f) of the time of "
	       "those of %s\n", rows, rows > 1 ? "s" : "", exp(sum),
	       exp(sum - half), exp(sum + half), s->options->against);
}
