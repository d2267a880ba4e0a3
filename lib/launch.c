/* Calling a plan. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench_harness/opencl.h"
#include "lib/api.h"

static cl_int fail(lt_plan *plan, cl_int status, const char *call)
{
	text_printf(&plan->reason, "%s: %s", call, opencl_error_name(status));
	return status;
}

/* -- checks ---------------------------------------------------------------- */

/* Bytes of a memory object, itself or the one that it is a part of. */
typedef struct Span {
	cl_mem whole;
	size_t begin, end;
} Span;

static cl_int span_of(cl_mem buffer, Span *span)
{
	size_t bytes = 0;
	cl_mem whole = NULL;
	cl_int status = clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes,
					   &bytes, NULL);

	if (status != CL_SUCCESS)
		return status;
	*span = (Span){ buffer, 0, bytes };
	clGetMemObjectInfo(buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof whole,
			   &whole, NULL);
	if (!whole)
		return status;
	span->whole = whole;
	clGetMemObjectInfo(buffer, CL_MEM_OFFSET, sizeof span->begin,
			   &span->begin, NULL);
	span->end += span->begin;
	return status;
}

static cl_int check_buffer(lt_plan *plan, const Parameter *parameter,
			   const lt_argument *argument, Span *span)
{
	cl_int status = span_of(argument->buffer, span);

	if (status != CL_SUCCESS) {
		text_printf(&plan->reason, "%s: ", parameter->port->name);
		return fail(plan, status, "clGetMemObjectInfo");
	}
	if (span->end - span->begin >= parameter->bytes)
		return status;
	text_printf(&plan->reason, "%s: a buffer of %zu bytes, it takes %zu",
		    parameter->port->name, span->end - span->begin,
		    parameter->bytes);
	return CL_INVALID_BUFFER_SIZE;
}

static cl_int check_value(lt_plan *plan, const Parameter *parameter,
			  const lt_argument *argument)
{
	if (argument->value
	    && argument->type == (lt_type)parameter->port->scalar)
		return CL_SUCCESS;
	text_printf(&plan->reason, "%s: not a value of type %s",
		    parameter->port->name,
		    scalar_name(parameter->port->scalar));
	return CL_INVALID_ARG_VALUE;
}

static cl_int check_apart(lt_plan *plan, int a, int b, const Span *spans)
{
	const Parameter *p = plan->parameters;

	if (!p[a].bytes || !p[b].bytes || (!p[a].written && !p[b].written)
	    || spans[a].whole != spans[b].whole
	    || spans[a].end <= spans[b].begin
	    || spans[b].end <= spans[a].begin)
		return CL_SUCCESS;
	text_printf(&plan->reason, "%s and %s share memory that is written",
		    p[a].port->name, p[b].port->name);
	return CL_INVALID_BUFFER_SIZE;
}

static cl_int check_all(lt_plan *plan, const lt_argument *arguments,
			Span *spans)
{
	cl_int status = CL_SUCCESS;

	for (int i = 0; i < plan->parameter_count && !status; i++) {
		const Parameter *parameter = &plan->parameters[i];

		if (!parameter->bytes && !parameter->port->rank)
			status = check_value(plan, parameter, &arguments[i]);
		else if (parameter->bytes)
			status = check_buffer(plan, parameter, &arguments[i],
					      &spans[i]);
		for (int k = 0; k < i && !status; k++)
			status = check_apart(plan, k, i, spans);
	}
	return status;
}

static cl_int check(lt_plan *plan, const lt_argument *arguments, size_t count)
{
	enum { FEW = 32 };
	Span few[FEW], *spans = few;
	cl_int status;

	if (count != (size_t)plan->parameter_count) {
		text_printf(&plan->reason, "%zu arguments for %d parameters",
			    count, plan->parameter_count);
		return CL_INVALID_ARG_VALUE;
	}
	if (count > FEW)
		spans = base_calloc(count, sizeof *spans);
	status = check_all(plan, arguments, spans);
	if (spans != few)
		free(spans);
	return status;
}

/* -- arguments of kernels -------------------------------------------------- */

/* Of an artifact's buffer, the number of the parameter. */
static int parameter_of(const lt_plan *plan, const ArtifactBuffer *buffer)
{
	const Program *p = plan->session.program;
	const Port *port = buffer->role == BUFFER_INPUT
		? &p->in_ports[buffer->port] : &p->out_ports[buffer->port];
	int i = 0;

	if (buffer->role == BUFFER_OUTPUT && buffer->into >= 0)
		return buffer->into;
	while (plan->parameters[i].port != port)
		i++;
	return i;
}

static cl_int set_argument(const lt_plan *plan, cl_kernel kernel, int number,
			   const ArtifactArg *arg,
			   const lt_argument *arguments)
{
	const ArtifactBuffer *buffer;
	ArtifactNumber size;

	if (arg->kind == ARG_SCALAR)
		return clSetKernelArg(kernel, (cl_uint)number,
				      scalar_bytes(arg->scalar),
				      arguments[arg->index].value);
	if (arg->kind == ARG_SIZE) {
		size = artifact_number(plan->artifact, arg);
		return clSetKernelArg(kernel, (cl_uint)number,
				      scalar_bytes(arg->scalar), &size);
	}
	buffer = &plan->artifact->buffers[arg->index];
	return clSetKernelArg(kernel, (cl_uint)number, sizeof(cl_mem),
			      buffer->role == BUFFER_TEMP
			      ? &plan->temps[arg->index]
			      : &arguments[parameter_of(plan, buffer)].buffer);
}

static cl_int set_all(lt_plan *plan, const lt_argument *arguments)
{
	const Artifact *a = plan->artifact;

	for (int k = 0; k < a->kernel_count; k++)
		for (int i = 0; i < a->kernels[k].arg_count; i++) {
			cl_int status = set_argument(plan, plan->kernels[k], i,
				&a->kernels[k].args[i], arguments);

			if (status != CL_SUCCESS)
				return fail(plan, status, "clSetKernelArg");
		}
	return CL_SUCCESS;
}

/* -- launching ------------------------------------------------------------- */

/* What is launched goes to the device in such numbers, and at most two of them
 * are on their way. */
enum { TOGETHER = 512 };

static void wide(const int64_t *from, size_t *to)
{
	for (int d = 0; d < DEVICE_DIMS; d++)
		to[d] = (size_t)from[d];
}

typedef struct Launches {
	const lt_plan *plan;
	cl_command_queue queue;
	cl_uint wait_count;
	const cl_event *waits; /* of the first one */
	cl_event done;         /* the last one, or NULL */
	cl_event first, mark;  /* and some before it, where they are many */
	int64_t count;
	cl_int status;         /* of the last call: */
	const char *call;
} Launches;

static bool has_begun(cl_event event)
{
	cl_int status = CL_COMPLETE;

	clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
		       &status, NULL);
	return status <= CL_RUNNING;
}

/* Waits for the launches up to the mark, and sets it behind the last one. Where
 * the first is held up, maybe by an event of this thread, it does not. */
static bool pass_on(Launches *l)
{
	l->call = "clFlush";
	l->status = clFlush(l->queue);
	if (l->status == CL_SUCCESS && l->mark && has_begun(l->first)) {
		l->call = "clWaitForEvents";
		l->status = clWaitForEvents(1, &l->mark);
	}
	if (l->mark)
		clReleaseEvent(l->mark);
	l->mark = l->done;
	clRetainEvent(l->mark);
	return l->status == CL_SUCCESS;
}

static bool count_launch(Launches *l)
{
	if (++l->count == 1) {
		l->first = l->done;
		clRetainEvent(l->first);
	}
	return l->count % TOGETHER || pass_on(l);
}

static void forget_marks(Launches *l)
{
	if (l->first)
		clReleaseEvent(l->first);
	if (l->mark)
		clReleaseEvent(l->mark);
}

/* Each waits for the one before it, so the queue may be out of order. */
static bool launch_next(void *context, int k)
{
	Launches *l = context;
	const ArtifactKernel *kernel = &l->plan->artifact->kernels[k];
	size_t global[DEVICE_DIMS], local[DEVICE_DIMS];
	cl_event before = l->done, after = NULL;

	l->call = "clEnqueueNDRangeKernel";
	wide(kernel->global, global);
	wide(kernel->local, local);
	l->status = clEnqueueNDRangeKernel(l->queue, l->plan->kernels[k],
		(cl_uint)kernel->dims, NULL, global, local,
		before ? 1 : l->wait_count, before ? &before : l->waits,
		&after);
	if (l->status != CL_SUCCESS)
		return false;
	l->done = after;
	if (before)
		clReleaseEvent(before);
	return count_launch(l);
}

/* After the last launch, waiting for it. */
static bool look(void *context, int buffer, int32_t *flag)
{
	Launches *l = context;

	l->call = "clEnqueueReadBuffer";
	l->status = clEnqueueReadBuffer(l->queue, l->plan->temps[buffer],
		CL_TRUE, 0, sizeof *flag, flag, l->done ? 1 : 0,
		l->done ? &l->done : NULL, NULL);
	return l->status == CL_SUCCESS;
}

/* Where a call fails, *done is that of what was launched before; NULL: nothing
 * was. */
static cl_int launch_all(lt_plan *plan, cl_command_queue queue,
			 cl_uint wait_count, const cl_event *waits,
			 cl_event *done)
{
	Launches l = { .plan = plan, .queue = queue, .wait_count = wait_count,
		       .waits = waits, .call = "" };
	const bool good = artifact_launch(plan->artifact, launch_next, look,
					  &l);

	*done = l.done;
	forget_marks(&l);
	if (!good)
		return fail(plan, l.status, l.call);
	if (*done)
		return CL_SUCCESS;
	l.status = clEnqueueMarkerWithWaitList(queue, wait_count, waits, done);
	return l.status == CL_SUCCESS ? CL_SUCCESS
	     : fail(plan, l.status, "clEnqueueMarkerWithWaitList");
}

/* The last call's intermediate buffers and arguments are in use until it is
 * done. */
static cl_int launch_after(lt_plan *plan, cl_command_queue queue,
			   cl_uint wait_count, const cl_event *wait_list,
			   cl_event *done)
{
	enum { FEW = 16 };
	cl_event few[FEW], *waits = few;
	cl_int status;

	if (!plan->last)
		return launch_all(plan, queue, wait_count, wait_list, done);
	if (wait_count >= FEW)
		waits = base_calloc(wait_count + 1, sizeof *waits);
	if (wait_count)
		memcpy(waits, wait_list, wait_count * sizeof *waits);
	waits[wait_count] = plan->last;
	status = launch_all(plan, queue, wait_count + 1, waits, done);
	if (waits != few)
		free(waits);
	return status;
}

cl_int lt_plan_enqueue(lt_plan *plan, cl_command_queue queue,
		       const lt_argument *arguments, size_t count,
		       cl_uint wait_count, const cl_event *wait_list,
		       cl_event *event)
{
	cl_event done = NULL;
	cl_int status;

	text_clear(&plan->reason);
	status = check(plan, arguments, count);
	if (status == CL_SUCCESS)
		status = set_all(plan, arguments);
	if (status == CL_SUCCESS)
		status = launch_after(plan, queue, wait_count, wait_list,
				      &done);
	if (done && plan->last)
		clReleaseEvent(plan->last);
	if (done)
		plan->last = done;
	if (!event)
		return status;
	*event = done;
	if (done)
		clRetainEvent(done);
	return status;
}

/* -- arrays of the host ---------------------------------------------------- */

static cl_int check_array(lt_plan *plan, const Parameter *parameter,
			  const lt_array *array)
{
	size_t bytes = parameter->bytes ? parameter->bytes
		     : scalar_bytes(parameter->port->scalar)
		       * (size_t)parameter->port->elements;

	if (array->bytes == bytes)
		return CL_SUCCESS;
	text_printf(&plan->reason, "%s: an array of %zu bytes, it has %zu",
		    parameter->port->name, array->bytes, bytes);
	return CL_INVALID_BUFFER_SIZE;
}

/* Memory on the device, kept for the next call, with what is in the array. */
static cl_int bring(lt_plan *plan, cl_command_queue queue,
		    Parameter *parameter, const lt_array *array)
{
	cl_int status = CL_SUCCESS;

	if (!parameter->bytes)
		return status;
	if (!parameter->memory)
		parameter->memory = clCreateBuffer(plan->context,
			CL_MEM_READ_WRITE, parameter->bytes, NULL, &status);
	if (status == CL_SUCCESS && !parameter->output)
		status = clEnqueueWriteBuffer(queue, parameter->memory,
			CL_TRUE, 0, parameter->bytes, array->data, 0, NULL,
			NULL);
	return status == CL_SUCCESS ? status
	     : fail(plan, status, parameter->port->name);
}

static cl_int fetch(lt_plan *plan, cl_command_queue queue,
		    const Parameter *parameter, const lt_array *array)
{
	cl_int status = CL_SUCCESS;

	if (parameter->written && parameter->bytes)
		status = clEnqueueReadBuffer(queue, parameter->memory, CL_TRUE,
			0, parameter->bytes, array->data, 1, &plan->last,
			NULL);
	return status == CL_SUCCESS ? status
	     : fail(plan, status, parameter->port->name);
}

/* What is written next is not waited for: so where it fails this waits. */
static cl_int enqueue_and_wait(lt_plan *plan, cl_command_queue queue,
			       const lt_argument *arguments, size_t count)
{
	cl_event begun = NULL;
	const cl_int status = lt_plan_enqueue(plan, queue, arguments, count, 0,
					      NULL, &begun);

	if (status != CL_SUCCESS && begun)
		clWaitForEvents(1, &begun);
	if (begun)
		clReleaseEvent(begun);
	return status;
}

cl_int lt_plan_run(lt_plan *plan, cl_command_queue queue,
		   const lt_array *arrays, size_t count)
{
	lt_argument *arguments = base_calloc(count + 1, sizeof *arguments);
	const int own = plan->parameter_count;
	cl_int status = CL_SUCCESS;

	text_clear(&plan->reason);
	for (int i = 0; count == (size_t)own && i < own && !status; i++)
		status = check_array(plan, &plan->parameters[i], &arrays[i]);
	for (int i = 0; count == (size_t)own && i < own && !status; i++) {
		Parameter *parameter = &plan->parameters[i];

		status = bring(plan, queue, parameter, &arrays[i]);
		arguments[i] = (lt_argument){ parameter->memory,
			(lt_type)parameter->port->scalar, arrays[i].data };
	}
	if (status == CL_SUCCESS)
		status = enqueue_and_wait(plan, queue, arguments, count);
	for (int i = 0; i < own && !status; i++)
		status = fetch(plan, queue, &plan->parameters[i], &arrays[i]);
	free(arguments);
	return status;
}
