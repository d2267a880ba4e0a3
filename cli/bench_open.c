/* bench --open: the kernel with open sizes that a program gets at the sizes of a
 * row, as one more side beside the one with numbers; and what all rows say
 * together. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "cli/bench.h"
#include "cli/stored.h"
#include "ir/front/document.h"
#include "lib/choice.h"

/* How much more time open sizes may take: what only streams or multiplies can
 * hide what they cost. */
static const struct {
	const char *program;
	double most;
} aims[] = {
	{ "scal", 1.05 }, { "asum", 1.05 }, { "dot", 1.05 }, { "gemv", 1.05 },
	{ "matmul", 1.05 }, { NULL, 1.10 },
};

/* Other sizes, of the row's. */
#define FEWEST 0.3
#define MOST 3.0

static double aim_of(const char *program)
{
	int i = 0;

	while (aims[i].program && strcmp(aims[i].program, program) != 0)
		i++;
	return aims[i].most;
}

static DbFilter open_rows(const Session *s, const Device *device)
{
	return (DbFilter){ .program = program_key(s->program),
			   .device_key = device_key(device),
			   .fp = fp_name(s->options->fp), .open = true };
}

bool bench_open_is_stored(const Session *s, Db *db, const Device *device)
{
	const DbFilter filter = open_rows(s, device);
	DbStored *rows;

	return db_query(db, s->arena, &filter, &rows) > 0;
}

const BenchOpen *bench_open(Session *s, Db *db, const Device *device,
			    Choice *choice)
{
	BenchOpen *open = ARENA_NEW(s->arena, BenchOpen);

	if (!choice_open(choice, s, db, device)) {
		diag_add(s->diags, E0503, NULL, session_sizes(s),
			 "kernels for these sizes (tune --open)",
			 "no kernel of %s with open sizes to compare with",
			 s->program->name);
		return NULL;
	}
	*open = (BenchOpen){
		.program = arena_strdup(s->arena, s->program->name),
		.derivation = choice->stored.derivation,
		.choices = choice->restored.what,
		.tuned = choice->stored.sizes,
		.sizes = session_sorted_sizes(s),
		.names = stored_open(s->arena, &choice->stored),
		.most = aim_of(s->program->name),
	};
	return open;
}

/* -- other sizes ----------------------------------------------------------- */

/* Of "K=127,M=61". */
static bool is_named(const char *names, const char *name)
{
	const size_t length = strlen(name);

	while (names && *names) {
		if (!strncmp(names, name, length) && names[length] == '=')
			return true;
		names = strchr(names, ',');
		names += names != NULL;
	}
	return false;
}

BenchRow bench_open_point(const Session *s, const BenchResult *result,
			  FpMode fp, int number)
{
	BenchRow row = { .program = result->open->program, .fp = fp };
	Rng rng = rng_seeded(s->options->seed, (uint64_t)number);
	int count;
	const SizeBinding *sizes = stored_sizes(s->arena, result->open->sizes,
						&count);

	for (int i = 0; sizes && i < count && i < BENCH_SIZES; i++) {
		const double times = FEWEST * pow(MOST / FEWEST,
						  rng_unit(&rng));

		row.sizes[i] = sizes[i];
		if (is_named(result->open->names, sizes[i].name))
			row.sizes[i].value = (int64_t)fmax(1, round(times
					* (double)sizes[i].value));
	}
	return row;
}

/* -- all rows -------------------------------------------------------------- */

/* Of the time with numbers: the sides are compared the other way round. */
typedef struct Slower {
	double ratio, least, most;
} Slower;

static bool compared(const BenchResult *r, Slower *slower)
{
	const BenchSide *side = r->open ? &r->sides[1] : NULL;

	if (!side || !side->good || side->ratio <= 0)
		return false;
	*slower = (Slower){ 1 / side->ratio, 1 / side->most, 1 / side->least };
	return true;
}

static void tell_row(const BenchResult *r)
{
	Slower slower;

	if (!compared(r, &slower)) {
		printf("| %-22s | no times |\n", r->label);
		return;
	}
	printf("| %-22s | %10.3f ms | %10.3f ms | %6.3f | %6.3f to %6.3f | "
	       "%7.2f%s |\n", r->label, r->sides[0].median_ns * 1e-6,
	       r->sides[1].median_ns * 1e-6, slower.ratio, slower.least,
	       slower.most, r->open->most,
	       slower.least > r->open->most ? ", missed" : "");
}

static void tell_head(void)
{
	printf("| %-22s | %13s | %13s | %6s | %16s | %7s |\n", "program",
	       "numbers", "open", "ratio", "interval", "at most");
	printf("|%s|%s:|%s:|%s:|%s:|%s:|\n", "------------------------",
	       "--------------", "--------------", "-------",
	       "-----------------", "--------");
}

static void tell_mean(const Session *s, const char *program, int rows,
		      double mean)
{
	if (s->options->json)
		printf("{\"program\": \"%s\", \"rows\": %d, "
		       "\"open_geometric_mean\": %.4f}\n",
		       program ? program : "all", rows, mean);
	else
		printf("%s: geometric mean of %d row%s: %.3f of the time with "
		       "numbers\n", program ? program : "all", rows,
		       rows > 1 ? "s" : "", mean);
}

/* NULL: of all programs. */
static void mean_of(const Session *s, BenchResult *const *results, int count,
		    const char *program)
{
	double sum = 0;
	int rows = 0;

	for (int i = 0; i < count; i++) {
		Slower slower;

		if ((program && strcmp(results[i]->open->program, program) != 0)
		    || !compared(results[i], &slower))
			continue;
		sum += log(slower.ratio);
		rows++;
	}
	if (rows > 1 || (rows && !program))
		tell_mean(s, program, rows, exp(sum / rows));
}

static bool is_first(BenchResult *const *results, int i)
{
	for (int k = 0; k < i; k++)
		if (!strcmp(results[k]->open->program,
			    results[i]->open->program))
			return false;
	return true;
}

void bench_open_mean(const Session *s, BenchResult *const *results, int count)
{
	if (!s->options->json) {
		tell_head();
		for (int i = 0; i < count; i++)
			tell_row(results[i]);
	}
	for (int i = 0; i < count; i++)
		if (is_first(results, i))
			mean_of(s, results, count, results[i]->open->program);
	mean_of(s, results, count, NULL);
}
