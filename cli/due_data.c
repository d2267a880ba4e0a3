#include "cli/due_data.h"

#include <math.h>

#include "cli/due_wide.h"
#include "cli/eval_task.h"
#include "cli/judgement.h"
#include "cli/references.h"
#include "ir/data/testdata.h"
#include "ir/eval/growth.h"

enum { OTHER_SEED = 1 };

typedef struct DueRow {
	const char *name; /* of the oracle */
	TestdataKind data;
	/* Whether the set says anything of such a program. */
	bool (*applies)(const DueData *data);
	int seed; /* added to that of the search */
} DueRow;

/* Whether a NaN is passed on by a minimum, and where the branches of a
 * comparison meet, is left open by the rules. */
static bool nans_apply(const DueData *data)
{
	if (data->session->options->fp == FP_STRICT)
		return data->traits.floats;
	return data->session->options->fp == FP_REASSOC && data->traits.floats
	    && !data->traits.compares && !data->traits.to_integers;
}

static bool infinities_apply(const DueData *data)
{
	if (data->session->options->fp == FP_STRICT)
		return data->traits.floats;
	return data->session->options->fp == FP_REASSOC && data->traits.floats
	    && !data->traits.to_integers;
}

static bool limits_apply(const DueData *data)
{
	(void)data;
	return true;
}

/* What takes one of many must take the right one, wherever it stands. */
static bool extremes_apply(const DueData *data)
{
	return data->traits.chooses;
}

static bool field_applies(const DueData *data)
{
	return data->traits.floats;
}

/* Bits that are equal are so on all data. */
static bool others_apply(const DueData *data)
{
	return data->traits.floats && !data->session->bit_exact;
}

static size_t input_bytes(const Program *p)
{
	size_t sum = 0;

	for (int i = 0; i < p->in_port_count; i++)
		sum += (size_t)p->in_ports[i].elements
		     * scalar_bytes(p->in_ports[i].scalar);
	return sum;
}

/* What is not chosen leaves no trace: there are more data while they are few. */
static bool choices_apply(const DueData *data)
{
	enum { FEW_BYTES = 1 << 18 };

	return data->traits.chooses
	    && input_bytes(data->session->program) <= FEW_BYTES;
}

/* Nor is it where a comparison leaves it out, of residues, too. */
static bool more_fields_apply(const DueData *data)
{
	enum { SOME_BYTES = 1 << 24 };

	return data->traits.chooses && field_applies(data)
	    && input_bytes(data->session->program) <= SOME_BYTES;
}

static const DueRow rows[] = {
	{ "siblings", TESTDATA_RANDOM,   others_apply, OTHER_SEED },
	{ "choices",  TESTDATA_RANDOM,   choices_apply, 2 },
	{ "choices",  TESTDATA_RANDOM,   choices_apply, 3 },
	{ "choices",  TESTDATA_RANDOM,   choices_apply, 4 },
	{ "choices",  TESTDATA_RANDOM,   choices_apply, 5 },
	{ "choices",  TESTDATA_RANDOM,   choices_apply, 6 },
	{ "choices",  TESTDATA_RANDOM,   choices_apply, 7 },
	{ "choices",  TESTDATA_RANDOM,   choices_apply, 8 },
	{ "choices",  TESTDATA_RANDOM,   choices_apply, 9 },
	{ "field",    TESTDATA_FIELD,    field_applies, 0 },
	{ "field",    TESTDATA_FIELD,    more_fields_apply, 2 },
	{ "field",    TESTDATA_FIELD,    more_fields_apply, 3 },
	{ "field",    TESTDATA_FIELD,    more_fields_apply, 4 },
	{ "field",    TESTDATA_FIELD,    more_fields_apply, 5 },
	{ "field",    TESTDATA_FIELD,    more_fields_apply, 6 },
	{ "field",    TESTDATA_FIELD,    more_fields_apply, 7 },
	{ "wide",     TESTDATA_WIDE,     due_wide_applies, 0 },
	{ "wide",     TESTDATA_TALL,     due_tall_applies, 0 },
	{ "wide",     TESTDATA_EXACT,    due_small_applies, 0 },
	{ "wide",     TESTDATA_EVEN,     due_small_applies, 0 },
	{ "special",  TESTDATA_NANS,     nans_apply, 0 },
	{ "special",  TESTDATA_INFINITE, infinities_apply, 0 },
	{ "special",  TESTDATA_LIMITS,   limits_apply, 0 },
	{ "ends",     TESTDATA_RISING,   extremes_apply, 0 },
	{ "ends",     TESTDATA_FALLING,  extremes_apply, 0 },
};

_Static_assert(sizeof rows / sizeof *rows == DUE_ROWS, "a set for each row");

const char *due_data_name(int row)
{
	return rows[row].name;
}

bool due_data_is_field(int row)
{
	return rows[row].data == TESTDATA_FIELD;
}

static bool is_other(int row)
{
	return rows[row].seed == OTHER_SEED;
}

bool due_data_is_due(const DueData *data, int row)
{
	return data->drawn[is_other(row)] && rows[row].applies(data);
}

static bool is_whole(TestdataKind data)
{
	return data == TESTDATA_WIDE || data == TESTDATA_TALL
	    || due_wide_is_small(data);
}

bool due_data_is_wide(int row)
{
	return is_whole(rows[row].data);
}

bool due_data_is_random(int row)
{
	return rows[row].data == TESTDATA_RANDOM
	    || rows[row].data == TESTDATA_RISING
	    || rows[row].data == TESTDATA_FALLING;
}

DueData due_data_of(Session *s, const Oracles *oracles,
		    bool (*hook)(void *context), void *context)
{
	return (DueData){ .session = s, .oracles = oracles, .hook = hook,
			  .context = context,
			  .steps = fold_chain(s->program->body),
			  .traits = traits_of(s->program->body) };
}

static void drop_set(DueData *data, DueSet *set)
{
	const Program *p = data->session->program;

	eval_free_arrays(set->inputs, p->in_port_count);
	eval_free_arrays(set->references, p->output_count);
	eval_free_arrays(set->outside, p->output_count);
	eval_free_arrays(set->folds, p->output_count);
	set->open = false;
}

void due_data_free(DueData *data)
{
	for (int i = 0; i < DUE_ROWS; i++)
		if (data->sets[i].open)
			drop_set(data, &data->sets[i]);
}

/* -- drawing and evaluating ------------------------------------------------ */

/* Other random data than what is timed. */
static uint64_t seed_of(const Session *s, int row)
{
	return s->options->seed + (uint64_t)rows[row].seed;
}

static Array *draw(Session *s, int row)
{
	const Program *p = s->program;
	Array *arrays = ARENA_ARRAY(s->arena, Array, p->in_port_count + 1);

	for (int i = 0; i < p->in_port_count; i++)
		arrays[i] = testdata_draw(&p->in_ports[i], seed_of(s, row),
					  rows[row].data);
	return arrays;
}

/* Numbers like any others, judged as random data are. */
static bool is_ordinary(TestdataKind data)
{
	return data == TESTDATA_RANDOM || is_whole(data)
	    || data == TESTDATA_RISING || data == TESTDATA_FALLING;
}

/* Bounds say which results hang on the range of a type: what is denormal in f64
 * may be 0 in f32, and its reciprocal infinite. Under --fp strict special values
 * are those of the declared types, within what functions are off, and all is
 * where every bit counts. */
static ReferenceKind kind_of(const Session *s, TestdataKind data)
{
	if (data == TESTDATA_FIELD)
		return REFERENCE_FIELD;
	if (s->options->fp != FP_STRICT)
		return REFERENCE_BOUNDED;
	if (s->bit_exact)
		return REFERENCE_DECLARED;
	return is_ordinary(data) ? REFERENCE_BOUNDED : REFERENCE_ULPS;
}

/* Evaluations at the same time, while their inputs take no more than this. */
#define BESIDE_BYTES ((size_t)128 << 20)

bool due_data_is_over(const DueData *data)
{
	return data->hook && data->hook(data->context);
}

static void begin(DueData *data, int row, EvalTask *task,
		  const atomic_bool *stop)
{
	Session *s = data->session;
	DueSet *set = &data->sets[row];

	if (!rows[row].applies(data) || due_data_is_over(data))
		return;
	set->inputs = due_data_is_wide(row) ? due_wide_draw(data, rows[row].data)
					    : draw(s, row);
	*task = (EvalTask){ .session = s,
			    .kind = kind_of(s, rows[row].data),
			    .data = due_data_is_wide(row) ? 0
				: references_data(s->program,
						  seed_of(s, row),
						  rows[row].data),
			    .inputs = set->inputs };
	set->open = eval_tasks_begin(task, 1, stop);
	if (!set->open)
		drop_set(data, set);
}

static void finish(DueData *data, int row, EvalTask *task, atomic_bool *stop)
{
	DueSet *set = &data->sets[row];

	if (!set->open)
		return;
	eval_tasks_await(task, 1, stop, data->hook, data->context);
	if (!eval_tasks_end(task, 1)) {
		drop_set(data, set);
		return;
	}
	set->references = task->values;
	set->outside = task->outside;
	set->folds = task->folds;
}

/* Wide data that are too large are drawn and evaluated once more. */
static void end(DueData *data, int row, EvalTask *task, atomic_bool *stop)
{
	DueSet *set = &data->sets[row];
	const double steps = data->steps;
	double excess;

	finish(data, row, task, stop);
	if (!set->open || !due_data_is_wide(row))
		return;
	excess = due_wide_excess(data, set);
	if (excess <= 1 || isinf(excess) || due_wide_is_small(rows[row].data))
		return;
	drop_set(data, set);
	data->steps *= 2 * excess; /* other numbers, another sum */
	begin(data, row, task, stop);
	data->steps = steps;
	finish(data, row, task, stop);
	if (set->open)
		due_wide_excess(data, set);
}

/* Data that the program has no result for are of no use: nothing is said. */
void due_data_draw(DueData *data, bool other)
{
	const int beside = input_bytes(data->session->program) > BESIDE_BYTES
			 ? 1 : DUE_ROWS;
	Diags *own = data->session->diags;
	EvalTask tasks[DUE_ROWS];
	atomic_bool stop;

	if (data->drawn[other])
		return;
	atomic_init(&stop, false);
	data->session->diags = diags_new();
	for (int first = 0; first < DUE_ROWS; first += beside) {
		for (int i = first; i < first + beside && i < DUE_ROWS; i++)
			if (is_other(i) == other)
				begin(data, i, &tasks[i], &stop);
		for (int i = first; i < first + beside && i < DUE_ROWS; i++)
			if (is_other(i) == other)
				end(data, i, &tasks[i], &stop);
	}
	diags_free(data->session->diags);
	data->session->diags = own;
	data->drawn[other] = true;
}
