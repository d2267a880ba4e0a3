#include "cli/eval_task.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cli/exact.h"
#include "cli/progress.h"
#include "cli/references.h"
#include "ir/eval/eval_way.h"
#include "ir/front/document.h"

#define STEP_NS 500000L

bool reference_has_bounds(ReferenceKind kind)
{
	return kind == REFERENCE_BOUNDED || kind == REFERENCE_ULPS;
}

void eval_free_arrays(Array *arrays, int count)
{
	for (int i = 0; arrays && i < count; i++)
		array_free(&arrays[i]);
}

static bool open_one(EvalTask *t)
{
	Session *s = t->session;
	const ReadOptions how = { true, s->size_count, s->sizes,
				  s->options->unsafe_c, NULL, false, s->empty };
	const int outputs = s->program->output_count;

	t->ir = ir_new();
	t->diags = diags_new();
	t->program = program_read(t->ir, s->file, s->text, &how, t->diags);
	t->values = ARENA_ARRAY(s->arena, Array, outputs);
	t->outside = t->folds = NULL;
	if (reference_has_bounds(t->kind)) {
		t->outside = ARENA_ARRAY(s->arena, Array, outputs);
		t->folds = ARENA_ARRAY(s->arena, Array, outputs);
	}
	t->good = t->beside = t->hopeless = false;
	t->seconds = 0;
	atomic_init(&t->done, false);
	return t->program != NULL;
}

static void close_one(EvalTask *t)
{
	if (!t->diags)
		return;
	diags_move(t->session->diags, t->diags);
	diags_free(t->diags);
	ir_free(t->ir);
	t->diags = NULL;
}

/* What is evaluated longest has the machine to itself in the end. */
static int threads(void)
{
	enum { MOST = 4 };
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

	return cores < MOST ? (int)cores : MOST;
}

static bool evaluate(EvalTask *t)
{
	static const EvalDomain domains[] = {
		[REFERENCE_F64] = EVAL_F64,
		[REFERENCE_DECLARED] = EVAL_DECLARED,
		[REFERENCE_FIELD] = EVAL_FIELD,
	};
	const EvalWay way = { .stop = t->stop, .threads = threads(),
			      .declared = t->kind == REFERENCE_ULPS,
			      .divides = t->session->divides };

	if (reference_has_bounds(t->kind))
		return eval_bounded_as(&way, t->program, t->program->body,
				       t->inputs, t->values, t->outside,
				       t->folds, t->diags);
	return eval_run_as(&way, t->program, t->program->body, t->inputs,
			   domains[t->kind], t->values, t->diags);
}

/* A first part of each output; false: it cannot be had. */
static bool evaluate_first(EvalTask *t, EvalDomain domain, Array *values)
{
	const EvalWay way = { .stop = t->stop, .first = true };
	Diags *own = diags_new();
	bool good = eval_run_as(&way, t->program, t->program->body, t->inputs,
				domain, values, own);

	diags_free(own);
	return good;
}

static Array first_of(const Array *array)
{
	Array part = *array;

	if (part.elements > EVAL_FIRST)
		part.elements = EVAL_FIRST;
	return part;
}

static bool none_agrees(const Array *f64, const Array *declared, int count)
{
	for (int i = 0; i < count; i++) {
		const Array a = first_of(&f64[i]), b = first_of(&declared[i]);

		if (exact_agrees(&a, &b))
			return false;
	}
	return true;
}

/* Whether a look at a few elements is enough to see that none will agree. */
static bool is_hopeless(EvalTask *t)
{
	const int count = t->session->program->output_count;
	Array *f64 = base_calloc((size_t)count, sizeof *f64),
	      *declared = base_calloc((size_t)count, sizeof *declared);
	bool hopeless = eval_has_first(t->program, t->program->body)
		     && evaluate_first(t, EVAL_F64, f64)
		     && evaluate_first(t, EVAL_DECLARED, declared)
		     && none_agrees(f64, declared, count);

	eval_free_arrays(f64, count);
	eval_free_arrays(declared, count);
	free(f64);
	free(declared);
	return hopeless;
}

static void widen(Array *bounds, int count)
{
	for (int i = 0; bounds && i < count; i++) {
		float *at = bounds[i].data;

		for (int64_t k = 0; k < bounds[i].elements; k++)
			at[k] *= EVAL_RELAXED;
	}
}

static bool evaluate_anew(EvalTask *t)
{
	const int outputs = t->session->program->output_count;
	double start = clock_seconds();

	t->hopeless = t->for_exact && is_hopeless(t);
	if (t->hopeless)
		return true;
	if (!evaluate(t))
		return false;
	if (t->session->options->fp == FP_RELAXED) {
		widen(t->outside, outputs);
		widen(t->folds, outputs);
	}
	t->seconds = clock_seconds() - start;
	if (!t->waits)
		eval_task_keep(t, t->stop);
	return true;
}

static bool evaluate_or_take(EvalTask *t)
{
	return (!t->session->options->fresh
		&& references_take(t, references_key(t)))
	    || evaluate_anew(t);
}

/* What takes so long is worth a file, if it is not read in about that time. */
#define KEPT_SECONDS 0.1
#define READ_BYTES 2.5e8 /* in a second */

void eval_task_keep(const EvalTask *t, const atomic_bool *stop)
{
	if (t->seconds > fmax(KEPT_SECONDS,
			      references_bytes(t) / READ_BYTES))
		references_keep(t, references_key(t), stop);
}

static void *run(void *argument)
{
	EvalTask *t = argument;

	t->good = evaluate_or_take(t);
	atomic_store(&t->done, true);
	return NULL;
}

/* Where no thread is to be had the evaluation happens at once. */
static void begin(EvalTask *t, const atomic_bool *stop)
{
	t->stop = stop;
	t->beside = !pthread_create(&t->thread, NULL, run, t);
	if (!t->beside)
		run(t);
}

bool eval_tasks_begin(EvalTask *tasks, int count, const atomic_bool *stop)
{
	bool good = true;

	for (int i = 0; i < count && good; i++)
		good = open_one(&tasks[i]);
	for (int i = 0; i < count && good; i++)
		begin(&tasks[i], stop);
	for (int i = 0; i < count && !good; i++)
		close_one(&tasks[i]);
	return good;
}

bool eval_tasks_done(const EvalTask *tasks, int count)
{
	for (int i = 0; i < count; i++)
		if (!atomic_load(&tasks[i].done))
			return false;
	return true;
}

static void drop(EvalTask *t)
{
	const int outputs = t->session->program->output_count;

	eval_free_arrays(t->values, outputs);
	eval_free_arrays(t->outside, outputs);
	eval_free_arrays(t->folds, outputs);
}

bool eval_tasks_end(EvalTask *tasks, int count)
{
	bool good = true;

	for (int i = 0; i < count; i++) {
		if (tasks[i].beside)
			pthread_join(tasks[i].thread, NULL);
		good = good && tasks[i].good;
	}
	for (int i = 0; i < count; i++) {
		if (!good)
			drop(&tasks[i]);
		close_one(&tasks[i]);
	}
	return good;
}

void eval_tasks_await(const EvalTask *tasks, int count, atomic_bool *stop,
		      bool (*hook)(void *context), void *context)
{
	static const struct timespec step = { 0, STEP_NS };

	while (hook && !eval_tasks_done(tasks, count) && !atomic_load(stop)) {
		nanosleep(&step, NULL);
		atomic_store(stop, hook(context));
	}
}

bool eval_tasks_run(EvalTask *tasks, int count, bool (*hook)(void *context),
		    void *context)
{
	atomic_bool stop;

	atomic_init(&stop, false);
	if (!eval_tasks_begin(tasks, count, &stop))
		return false;
	eval_tasks_await(tasks, count, &stop, hook, context);
	return eval_tasks_end(tasks, count);
}
