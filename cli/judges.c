#include "cli/judges.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/inputs.h"
#include "cli/progress.h"
#include "ir/eval_way.h"
#include "ir/testdata.h"

#define STEP_NS 500000L

/* One data set evaluated beside the other: with an Ir of its own, since
 * evaluating may build expressions. */
typedef struct Task {
	Session *session;
	Ir *ir;
	Program *program;
	Diags *diags;
	Array *inputs;
	Array *f64, *declared;
	bool both, good;
	bool beside; /* in a thread of its own */
	atomic_bool *stop, done;
	pthread_t thread;
} Task;

struct Evaluation {
	Session *session;
	Judges *judges;
	Task tasks[2]; /* the last one is what is timed */
	int count;
	double started;
	atomic_bool stop; /* the results are not wanted any more */
};

static bool task_open(Task *task)
{
	Session *s = task->session;
	const ReadOptions how = { true, s->size_count, s->sizes,
				  s->options->unsafe_c };

	task->ir = ir_new();
	task->diags = diags_new();
	task->program = program_read(task->ir, s->file, s->text, &how,
				     task->diags);
	return task->program != NULL;
}

static void task_close(Task *task)
{
	diags_free(task->diags);
	ir_free(task->ir);
}

static void *task_run(void *argument)
{
	Task *t = argument;
	const Program *p = t->program;
	const EvalWay way = { .stop = t->stop };

	t->good = eval_run_as(&way, p, p->body, t->inputs, EVAL_F64, t->f64,
			      t->diags)
	       && (!t->both
		   || eval_run_as(&way, p, p->body, t->inputs, EVAL_DECLARED,
				  t->declared, t->diags));
	atomic_store(&t->done, true);
	return NULL;
}

/* Where no thread is to be had the evaluation happens at once. */
static void task_begin(Task *task)
{
	task->beside = !pthread_create(&task->thread, NULL, task_run, task);
	if (!task->beside)
		task_run(task);
}

static bool task_end(Task *task)
{
	if (task->beside)
		pthread_join(task->thread, NULL);
	task->beside = false;
	return task->good;
}

static bool all_done(const Evaluation *e)
{
	for (int i = 0; i < e->count; i++)
		if (!atomic_load(&e->tasks[i].done))
			return false;
	return true;
}

/* Until the tasks are done or the hook ends them, which may be NULL. */
static void await(Evaluation *e, bool (*stop)(void *context), void *context)
{
	static const struct timespec step = { 0, STEP_NS };

	while (stop && !all_done(e) && !atomic_load(&e->stop)) {
		nanosleep(&step, NULL);
		atomic_store(&e->stop, stop(context));
	}
}

static void free_all(Array *arrays, int count)
{
	for (int i = 0; arrays && i < count; i++)
		array_free(&arrays[i]);
}

/* Integers may be made of floats, so every node counts, not the outputs. */
static bool has_floats(const Expr *e)
{
	if ((e->type->kind == TYPE_SCALAR || e->type->kind == TYPE_VECTOR)
	    && scalar_is_float(e->type->scalar))
		return true;
	for (int i = 0; i < e->kid_count; i++)
		if (has_floats(e->kids[i]))
			return true;
	return false;
}

static bool same_integers(const Array *f64, const Array *declared)
{
	const double *a = f64->data;

	for (int64_t i = 0; i < f64->elements; i++)
		if (a[i] != array_get(declared, i) || a[i] != floor(a[i]))
			return false;
	return true;
}

/* Integers and bools are exact on any data. */
static bool same_bytes(const Array *a, const Array *b)
{
	return !memcmp(a->data, b->data, array_bytes(a));
}

static bool is_exact(const Judges *j, const Array *f64, const Array *declared)
{
	for (int i = 0; i < j->out_count; i++)
		if (!(scalar_is_float(declared[i].scalar)
			      ? same_integers(&f64[i], &declared[i])
			      : same_bytes(&f64[i], &declared[i])))
			return false;
	return true;
}

double judges_largest(const Array *array)
{
	double most = 0;

	for (int64_t i = 0; i < array->elements; i++) {
		double magnitude = fabs(array_get(array, i));

		if (magnitude > most && isfinite(magnitude))
			most = magnitude;
	}
	return most;
}

static double default_rtol(Scalar scalar)
{
	switch (scalar) {
	case SCALAR_F16: return 1e-2;
	case SCALAR_F32: return 1e-4;
	case SCALAR_F64: return 1e-10;
	default: return 0;
	}
}

static double chosen(double option, double document, double otherwise)
{
	return option >= 0 ? option : document >= 0 ? document : otherwise;
}

static Judgement judgement(const Session *s, const Port *port,
			   const Array *reference, bool exact)
{
	Judgement j = { .exact = exact || !scalar_is_float(port->scalar),
			.unordered = port->unordered };

	j.bits = s->bit_exact && scalar_is_float(port->scalar);
	if (j.exact || j.bits)
		return j;
	j.rtol = chosen(s->options->rtol, s->program->rtol,
			default_rtol(port->scalar));
	j.atol = chosen(s->options->atol, s->program->atol,
			j.rtol * judges_largest(reference));
	return j;
}

static void judge_set(Judges *j, Session *s, int set, bool exact)
{
	j->judgements[set] = ARENA_ARRAY(s->arena, Judgement, j->out_count);
	for (int i = 0; i < j->out_count; i++)
		j->judgements[set][i] =
			judgement(s, &s->program->out_ports[i],
				  &j->references[set][i], exact);
}

/* Takes what the tasks gave: tasks[0] is exact (when there are two). */
static void settle(Judges *j, Session *s, Task *tasks, int count)
{
	Task *last = &tasks[count - 1];
	int set = 0;

	j->exact = count == 2 && is_exact(j, tasks[0].f64, tasks[0].declared);
	if (j->exact) {
		j->inputs[0] = tasks[0].inputs;
		j->references[0] = tasks[0].f64;
		judge_set(j, s, set++, true);
	} else if (count == 2) {
		free_all(tasks[0].inputs, j->in_count);
		free_all(tasks[0].f64, j->out_count);
	}
	if (count == 2)
		free_all(tasks[0].declared, j->out_count);
	j->inputs[set] = last->inputs;
	j->references[set] = last->f64;
	j->second = last->both ? last->declared : NULL;
	if (j->second && s->options->fp == FP_STRICT) {
		j->references[set] = last->declared;
		j->second = NULL;
		free_all(last->f64, j->out_count);
	}
	judge_set(j, s, set, false);
	j->set_count = set + 1;
}

static Array *draw(Session *s, TestdataKind kind)
{
	const Program *p = s->program;
	Array *arrays = ARENA_ARRAY(s->arena, Array, p->in_port_count + 1);

	for (int i = 0; i < p->in_port_count; i++)
		arrays[i] = testdata_draw(&p->in_ports[i], s->options->seed,
					  kind);
	return arrays;
}

static bool gather(Session *s, Judges *j, Task *tasks, int *count,
		   atomic_bool *stop)
{
	Array *given = ARENA_ARRAY(s->arena, Array, j->in_count + 1);
	bool floats = has_floats(s->program->body);

	*count = 0;
	if (floats)
		tasks[(*count)++].inputs = draw(s, TESTDATA_EXACT);
	tasks[*count].inputs = given;
	(*count)++;
	for (int i = 0; i < *count; i++) {
		tasks[i].session = s;
		tasks[i].both = floats;
		tasks[i].stop = stop;
		tasks[i].f64 = ARENA_ARRAY(s->arena, Array, j->out_count);
		tasks[i].declared = ARENA_ARRAY(s->arena, Array, j->out_count);
	}
	return inputs_read(s, given);
}

static void abandon(const Judges *j, Task *tasks, int count)
{
	for (int i = 0; i < count; i++) {
		free_all(tasks[i].inputs, j->in_count);
		free_all(tasks[i].f64, j->out_count);
		free_all(tasks[i].declared, j->out_count);
	}
}

static void close_tasks(Session *s, Task *tasks, int count)
{
	for (int i = 0; i < count; i++)
		if (tasks[i].diags) {
			diags_move(s->diags, tasks[i].diags);
			task_close(&tasks[i]);
		}
}

Evaluation *evaluation_begin(Session *s)
{
	Evaluation *e = ARENA_NEW(s->arena, Evaluation);
	bool good;

	e->session = s;
	e->judges = ARENA_NEW(s->arena, Judges);
	e->started = clock_seconds();
	e->judges->in_count = s->program->in_port_count;
	e->judges->out_count = s->program->output_count;
	good = gather(s, e->judges, e->tasks, &e->count, &e->stop);
	for (int i = 0; i < e->count && good; i++)
		good = task_open(&e->tasks[i]);
	for (int i = 0; i < e->count && good; i++)
		task_begin(&e->tasks[i]);
	if (good)
		return e;
	abandon(e->judges, e->tasks, e->count);
	close_tasks(s, e->tasks, e->count);
	return NULL;
}

BenchData evaluation_data(const Evaluation *e)
{
	const Program *p = e->session->program;

	return (BenchData){
		.input_count = p->in_port_count,
		.output_count = p->output_count, .set_count = 1,
		.inputs = p->in_ports, .outputs = p->out_ports,
		.sets = { { .inputs = e->tasks[e->count - 1].inputs } },
	};
}

Judges *evaluation_end(Evaluation *e, bool (*stop)(void *context),
		       void *context)
{
	Judges *j = e->judges;
	bool good = true;

	await(e, stop, context);
	for (int i = 0; i < e->count; i++)
		good = task_end(&e->tasks[i]) && good;
	if (good)
		settle(j, e->session, e->tasks, e->count);
	else
		abandon(j, e->tasks, e->count);
	close_tasks(e->session, e->tasks, e->count);
	j->seconds = clock_seconds() - e->started;
	return good ? j : NULL;
}

Judges *judges_new(Session *s)
{
	Evaluation *evaluation = evaluation_begin(s);

	return evaluation ? evaluation_end(evaluation, NULL, NULL) : NULL;
}

void judges_free(Judges *j)
{
	for (int set = 0; j && set < j->set_count; set++) {
		free_all(j->inputs[set], j->in_count);
		free_all(j->references[set], j->out_count);
	}
	if (j)
		free_all(j->second, j->out_count);
}

bool judges_load(const Judges *j, Session *s, Harness *harness)
{
	BenchData data = {
		.input_count = j->in_count, .output_count = j->out_count,
		.set_count = j->set_count, .inputs = s->program->in_ports,
		.outputs = s->program->out_ports,
	};

	for (int set = 0; set < j->set_count; set++)
		data.sets[set] = (BenchSet){ j->inputs[set],
					     j->judgements[set] };
	if (!harness_load(harness, &data, s->diags))
		return false;
	for (int set = 0; set < j->set_count; set++)
		for (int i = 0; i < j->out_count; i++)
			harness_expect(harness, set, i,
				       &j->references[set][i],
				       set == j->set_count - 1 && j->second
					       ? &j->second[i] : NULL);
	return true;
}

const char *judges_tolerance(const Session *s)
{
	double rtol = chosen(s->options->rtol, s->program->rtol, -1);
	double atol = chosen(s->options->atol, s->program->atol, -1);

	if (rtol < 0 && atol < 0)
		return "";
	return arena_printf(s->arena, "rtol=%.17g atol=%.17g", rtol, atol);
}
