/* Plans: kernels for a device and sizes, made once and then looked up. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench_harness/opencl.h"
#include "lib/api.h"
#include "lib/choice.h"
#include "lib/measure.h"

/* -- looking up ------------------------------------------------------------ */

static int64_t size_of(const lt_program *program, int i, const lt_size *sizes,
		       size_t count)
{
	const SizeBinding *own = &program->session.program->sizes[i];

	for (size_t k = 0; k < count; k++)
		if (!strcmp(sizes[k].name, own->name))
			return (int64_t)sizes[k].value;
	return own->value;
}

static lt_plan *look_up(const lt_program *program, cl_context context,
			cl_device_id device, const lt_size *sizes,
			size_t count, lt_effort effort)
{
	for (lt_plan *plan = program->plans; plan; plan = plan->next) {
		bool same = plan->context == context && plan->device == device
			 && plan->effort == effort && !plan->stale;
		const int all = program->session.program->size_count;

		for (int i = 0; i < all && same; i++)
			same = plan->sizes[i]
			       == size_of(program, i, sizes, count);
		if (same)
			return plan;
	}
	return NULL;
}

static bool all_known(const lt_program *program, const lt_size *sizes,
		      size_t count, lt_error *error)
{
	const Program *p = program->session.program;

	for (size_t k = 0; k < count; k++) {
		int i = 0;

		while (i < p->size_count
		       && strcmp(p->sizes[i].name, sizes[k].name) != 0)
			i++;
		if (i == p->size_count)
			return api_wrong(error, E1001, "%s has no size %s",
					 p->name, sizes[k].name);
		if (sizes[k].value > INT64_MAX)
			return api_wrong(error, E1001, "%s = %" PRIu64
					 " is no size", sizes[k].name,
					 sizes[k].value);
	}
	return true;
}

/* -- choosing -------------------------------------------------------------- */

static void take_stored(lt_plan *plan, Choice *c, const Device *device)
{
	Session *s = &plan->session;
	const Trial *trial;

	if (c->artifact) {
		plan->artifact = c->artifact;
		plan->origin = base_strdup(arena_printf(s->arena,
			"derivation %" PRId64 ", open sizes, tuned for %s",
			c->stored.derivation, c->stored.sizes));
		return;
	}
	if (!c->trusted) {
		plan->artifact = measure_generate(s, c->variant,
						  c->derivation->expr, device);
		plan->origin = base_strdup(arena_printf(s->arena,
			"derivation %" PRId64 " of %s on %s",
			c->stored.derivation, c->stored.sizes,
			c->stored.device));
		return;
	}
	trial = stored_trial(s, &c->stored, device, &c->restored);
	if (!trial)
		return;
	plan->artifact = trial->artifact;
	if (trial->artifact->hash == c->stored.kernel)
		plan->expected_ns = c->stored.time_ns;
	plan->origin = base_strdup(arena_printf(s->arena,
		"stored derivation %" PRId64, c->stored.derivation));
}

static bool is_right(const DbStored *stored)
{
	return !strcmp(stored->status, "ok") || !strcmp(stored->status, "slow");
}

/* What is stored and may be taken with that effort. */
static void from_database(lt_plan *plan, const lt_library *library,
			  const Device *device, Diags *said)
{
	Session *s = &plan->session;
	Db *db = api_database(library, said);
	Choice choice = { 0 };

	if (db && choice_stored(&choice, s, db, device, said)
	    && is_right(&choice.stored)
	    && (choice.trusted || plan->effort == LT_NEAREST
		|| plan->effort == LT_ESTIMATE))
		take_stored(plan, &choice, device);
	choice_free(&choice);
	db_close(db);
}

static void by_estimate(lt_plan *plan, const Device *device)
{
	Session *s = &plan->session;
	Choice choice = { 0 };

	if (choice_default(&choice, s, device))
		plan->artifact = measure_generate(s, choice.variant,
						  choice.derivation->expr,
						  device);
	else
		choice_refused(&choice, s, device);
	plan->origin = base_strdup("an estimate");
	choice_free(&choice);
}

static bool choose(lt_plan *plan, const lt_program *program,
		   const Device *device, lt_error *error)
{
	Session *s = &plan->session;
	Diags *said = diags_new();

	from_database(plan, program->library, device, said);
	if (!plan->artifact && plan->effort == LT_ESTIMATE)
		by_estimate(plan, device);
	if (!plan->artifact && api_good(s->diags, error)
	    && api_good(said, error))
		api_wrong(error, E1003, "no kernel of %s is stored for %s%s%s",
			  s->program->name, session_sizes(s),
			  s->program->size_count ? " on " : "", device->name);
	diags_free(said);
	return plan->artifact != NULL;
}

/* -- making ---------------------------------------------------------------- */

static void set_sizes(lt_plan *plan)
{
	const Program *p = plan->session.program;

	plan->sizes = base_calloc((size_t)p->size_count + 1,
				  sizeof *plan->sizes);
	for (int i = 0; i < p->size_count; i++)
		plan->sizes[i] = p->sizes[i].value;
}

static bool make(lt_plan *plan, const lt_program *program,
		 const lt_size *sizes, size_t count, lt_error *error)
{
	Session *s = &plan->session;
	Device *device;

	api_session(s, program->text, sizes, count);
	if (!s->program)
		return api_good(s->diags, error);
	set_sizes(plan);
	device = ARENA_NEW(s->arena, Device);
	if (!api_device(plan->device, device, error))
		return false;
	if (!measure_supports(s, device))
		return api_good(s->diags, error);
	return choose(plan, program, device, error) && api_build(plan, error);
}

static lt_plan *plan_new(lt_program *program, cl_context context,
			 cl_device_id device, const lt_size *sizes,
			 size_t count, lt_effort effort, lt_error *error)
{
	lt_plan *plan = base_calloc(1, sizeof *plan);

	plan->context = context;
	plan->device = device;
	plan->effort = effort;
	clRetainContext(context);
	clRetainDevice(device);
	if (make(plan, program, sizes, count, error)) {
		plan->next = program->plans;
		program->plans = plan;
		return plan;
	}
	api_plan_free(plan);
	return NULL;
}

static bool is_effort(lt_effort effort)
{
	return effort == LT_STORED || effort == LT_NEAREST
	    || effort == LT_ESTIMATE || effort > 0;
}

lt_plan *lt_plan_make(lt_program *program, cl_context context,
		      cl_device_id device, const lt_size *sizes, size_t count,
		      lt_effort effort, lt_error *error)
{
	lt_plan *plan;

	if (!is_effort(effort)) {
		api_wrong(error, E1001, "%g is no effort", effort);
		return NULL;
	}
	if (!all_known(program, sizes, count, error))
		return NULL;
	plan = look_up(program, context, device, sizes, count, effort);
	if (plan)
		return plan;
	if (effort > 0 && !lt_search(program, device, sizes, count, effort,
				     NULL, NULL, error))
		return NULL;
	return plan_new(program, context, device, sizes, count, effort, error);
}

void api_plan_free(lt_plan *plan)
{
	for (int k = 0; k < plan->kernel_count; k++)
		if (plan->kernels[k])
			clReleaseKernel(plan->kernels[k]);
	for (int t = 0; plan->temps && t < plan->temp_count; t++)
		if (plan->temps[t])
			clReleaseMemObject(plan->temps[t]);
	for (int i = 0; i < plan->parameter_count; i++)
		if (plan->parameters[i].memory)
			clReleaseMemObject(plan->parameters[i].memory);
	if (plan->last)
		clReleaseEvent(plan->last);
	if (plan->program)
		clReleaseProgram(plan->program);
	clReleaseDevice(plan->device);
	clReleaseContext(plan->context);
	api_session_free(&plan->session);
	text_free(&plan->reason);
	free(plan->parameters);
	free(plan->kernels);
	free(plan->temps);
	free(plan->sizes);
	free(plan->origin);
	free(plan);
}

const char *lt_plan_error(const lt_plan *plan)
{
	return text_string(&plan->reason);
}

const char *lt_plan_source(const lt_plan *plan)
{
	return plan->artifact->source;
}

double lt_plan_expected_ns(const lt_plan *plan)
{
	return plan->expected_ns;
}

const char *lt_plan_origin(const lt_plan *plan)
{
	return plan->origin;
}
