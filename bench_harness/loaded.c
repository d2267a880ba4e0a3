#include "bench_harness/loaded.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/checked.h"
#include "bench_harness/repeat.h"
#include "bench_harness/spans.h"
#include "bench_harness/zone.h"

static int64_t body_bytes(const LoadPort *port)
{
	int64_t bytes;

	if (!checked_mul(port->elements, (int64_t)scalar_bytes(port->scalar),
			 &bytes))
		return INT64_MAX;
	return bytes;
}

static LoadPort *copy_ports(Arena *arena, const Port *ports, int count,
			    bool values)
{
	LoadPort *copies = ARENA_ARRAY(arena, LoadPort, count);

	for (int p = 0; p < count; p++) {
		copies[p].scalar = ports[p].scalar;
		copies[p].elements = ports[p].elements;
		copies[p].each = ports[p].rank && ports[p].dims[0]
			? ports[p].elements / ports[p].dims[0] : 1;
		copies[p].extent = ports[p].extent;
		copies[p].by_value = values && ports[p].rank == 0;
	}
	return copies;
}

/* Gives every zone its place. false when sizes overflow. */
static bool place_zones(LoadPort *ports, int count, int sets, int64_t *total)
{
	*total = 0;
	for (int k = 0; k < sets; k++)
		for (int p = 0; p < count; p++) {
			size_t size = zone_bytes(body_bytes(&ports[p]));

			if (ports[p].by_value)
				continue;
			ports[p].offset[k] = *total;
			if (!size || !checked_add(*total, (int64_t)size,
						  total))
				return false;
		}
	if (*total == 0)
		*total = ZONE_PAGE;
	return true;
}

static void copy_input(Loaded *loaded, int set, int port, const Array *array)
{
	LoadPort *place = &loaded->plan.inputs[port];
	size_t bytes = (size_t)body_bytes(place);
	unsigned char *zone;

	assert(array_bytes(array) == bytes);
	if (place->by_value) {
		memcpy(&place->value[set], array->data, bytes);
		return;
	}
	zone = loaded->inputs.base + place->offset[set];
	zone_fill_input_guards(zone, bytes);
	spans_copy(zone_body(zone), array->data, bytes);
}

static void copy_judgements(Loaded *loaded, int set, const Judgement *outputs)
{
	int count = loaded->plan.output_count;

	loaded->references[set] = ARENA_ARRAY(loaded->arena, Reference, count);
	for (int p = 0; p < count; p++)
		loaded->references[set][p].judgement = outputs[p];
}

static void copy_sets(Loaded *loaded, const BenchData *data)
{
	for (int k = 0; k < data->set_count; k++) {
		for (int p = 0; p < data->input_count; p++)
			copy_input(loaded, k, p, &data->sets[k].inputs[p]);
		if (loaded->plan.use == LOAD_TO_TIME)
			copy_judgements(loaded, k, data->sets[k].outputs);
	}
}

static void begin_plan(Loaded *loaded, int load, LoadUse use,
		       const BenchData *data)
{
	loaded->arena = arena_new();
	loaded->moved_bytes = data->moved_bytes;
	loaded->plan = (LoadRequest){
		.load = load, .set_count = data->set_count,
		.input_count = data->input_count,
		.output_count = data->output_count, .use = use,
		.inputs = copy_ports(loaded->arena, data->inputs,
				     data->input_count, true),
		.outputs = copy_ports(loaded->arena, data->outputs,
				      data->output_count, false),
	};
	loaded->into = ARENA_ARRAY(loaded->arena, int, data->output_count);
}

/* The regions, the references of the same size as the outputs, and the buffers
 * for timing, which are another set. */
static bool affordable(const LoadRequest *plan, Text *why)
{
	int64_t free_bytes = region_available(), sets = plan->set_count;
	double need = plan->use < LOAD_TO_TIME
		? (double)plan->input_bytes + (double)plan->output_bytes
		: (double)plan->input_bytes * (1 + 1.0 / sets)
		  + (double)plan->output_bytes * (2 + 1.0 / sets);

	if (need <= (double)free_bytes)
		return true;
	text_printf(why, "%.0f MiB are needed, %.0f MiB are free",
		    need / (1 << 20), (double)free_bytes / (1 << 20));
	return false;
}

static bool make_regions(Loaded *loaded, Text *why)
{
	LoadRequest *plan = &loaded->plan;

	if (!place_zones(plan->inputs, plan->input_count, plan->set_count,
			 &plan->input_bytes)
	    || !place_zones(plan->outputs, plan->output_count, plan->set_count,
			    &plan->output_bytes)) {
		text_put(why, "their size overflows");
		return false;
	}
	if (plan->use == LOAD_TO_BUILD)
		plan->input_bytes = plan->output_bytes = ZONE_PAGE;
	if (!affordable(plan, why))
		return false;
	if (region_new(&loaded->inputs, "inputs", plan->input_bytes)
	    && region_new(&loaded->outputs, "outputs", plan->output_bytes))
		return true;
	text_put(why, "no shared memory of that size can be had");
	return false;
}

bool loaded_new(Loaded *loaded, int load, LoadUse use, const BenchData *data,
		Text *why)
{
	*loaded = (Loaded){ .inputs = { .descriptor = -1 },
			    .outputs = { .descriptor = -1 } };
	begin_plan(loaded, load, use, data);
	if (!make_regions(loaded, why)) {
		loaded_free(loaded);
		return false;
	}
	if (use > LOAD_TO_BUILD)
		copy_sets(loaded, data);
	region_freeze(&loaded->inputs);
	return true;
}

void loaded_free(Loaded *loaded)
{
	if (!loaded->arena)
		return;
	for (int k = 0; k < loaded->plan.set_count; k++)
		for (int p = 0; loaded->references[k]
				&& p < loaded->plan.output_count; p++) {
			array_free(&loaded->references[k][p].first);
			array_free(&loaded->references[k][p].second);
			array_free(&loaded->references[k][p].outside);
			array_free(&loaded->references[k][p].folds);
		}
	region_free(&loaded->inputs);
	region_free(&loaded->outputs);
	arena_free(loaded->arena);
	*loaded = (Loaded){ 0 };
}

/* A copy in the port's own type. */
static void keep(Array *kept, const LoadPort *port, const Array *given)
{
	array_free(kept);
	if (!given)
		return;
	assert(given->elements == port->elements);
	*kept = array_new(port->scalar, given->rank, given->dims);
	if (given->scalar == port->scalar) {
		spans_copy(kept->data, given->data, array_bytes(kept));
		return;
	}
	assert(given->scalar == SCALAR_F64 && scalar_is_float(port->scalar));
	array_round(kept, given);
}

void loaded_expect(Loaded *loaded, int set, int output,
		   const Array *reference, const Array *second)
{
	Reference *kept = &loaded->references[set][output];
	const LoadPort *port = &loaded->plan.outputs[output];

	keep(&kept->first, port, reference);
	keep(&kept->second, port, second);
	kept->harmless = 0;
}

/* A copy. */
static void keep_bounds(Array *kept, const LoadPort *port, const Array *given)
{
	array_free(kept);
	assert(given->elements == port->elements
	       && given->scalar == SCALAR_F32);
	*kept = array_new(SCALAR_F32, given->rank, given->dims);
	spans_copy(kept->data, given->data, array_bytes(kept));
}

void loaded_allow(Loaded *loaded, int set, int output, const Array *outside,
		  const Array *folds)
{
	Reference *kept = &loaded->references[set][output];
	const LoadPort *port = &loaded->plan.outputs[output];

	keep_bounds(&kept->outside, port, outside);
	keep_bounds(&kept->folds, port, folds);
}

static bool fits_into(const Loaded *loaded, const ArtifactBuffer *buffer)
{
	const LoadPort *in, *out = &loaded->plan.outputs[buffer->port];

	if (buffer->into < 0)
		return true;
	if (buffer->into >= loaded->plan.input_count)
		return false;
	in = &loaded->plan.inputs[buffer->into];
	return !in->by_value && in->scalar == out->scalar
	    && in->elements == out->elements;
}

bool loaded_bind(Loaded *loaded, const Artifact *artifact)
{
	for (int p = 0; p < loaded->plan.output_count; p++)
		loaded->into[p] = -1;
	for (int b = 0; b < artifact->buffer_count; b++) {
		const ArtifactBuffer *buffer = &artifact->buffers[b];

		if (buffer->role != BUFFER_OUTPUT)
			continue;
		if (buffer->port >= loaded->plan.output_count
		    || !fits_into(loaded, buffer))
			return false;
		loaded->into[buffer->port] = buffer->into;
	}
	return true;
}

bool loaded_in_place(const Loaded *loaded)
{
	for (int p = 0; p < loaded->plan.output_count; p++)
		if (loaded->into[p] >= 0)
			return true;
	return false;
}

static unsigned char *output_zone(const Loaded *loaded, int set, int output)
{
	return loaded->outputs.base + loaded->plan.outputs[output].offset[set];
}

void loaded_fill(const Loaded *loaded, int set)
{
	for (int p = 0; p < loaded->plan.output_count; p++) {
		const LoadPort *port = &loaded->plan.outputs[p];
		size_t bytes = (size_t)body_bytes(port);
		unsigned char *zone = output_zone(loaded, set, p);
		int into = loaded->into[p];

		if (into < 0) {
			zone_fill_unwritten(zone, bytes);
			continue;
		}
		zone_fill_guards(zone, bytes);
		spans_copy(zone_body(zone), zone_body(loaded->inputs.base
			+ loaded->plan.inputs[into].offset[set]), bytes);
	}
}

const unsigned char *loaded_output(const Loaded *loaded, int set, int output)
{
	return zone_body(output_zone(loaded, set, output));
}

static Status judge_guards(const Loaded *loaded, int set, Text *reason)
{
	for (int p = 0; p < loaded->plan.output_count; p++) {
		int64_t bytes = body_bytes(&loaded->plan.outputs[p]), at;

		if (zone_guards_intact(output_zone(loaded, set, p),
				       (size_t)bytes, &at))
			continue;
		text_printf(reason, "a store outside of output %d, at byte "
			    "%lld of %lld (data set %d)", p, (long long)at,
			    (long long)bytes, set);
		return STATUS_GUARD;
	}
	return STATUS_OK;
}

static Status explain(const Loaded *loaded, int set, int output,
		      const Verdict *verdict, Text *reason)
{
	const Reference *reference = &loaded->references[set][output];
	size_t width = scalar_bytes(loaded->plan.outputs[output].scalar);
	size_t at = (size_t)verdict->index * width;

	text_printf(reason, "output %d, %selement %lld: ", output,
		    reference->judgement.unordered ? "sorted, " : "",
		    (long long)verdict->index);
	if (!reference->judgement.unordered
	    && zone_unwritten(output_zone(loaded, set, output), at, width)) {
		text_printf(reason, "never written, expected %s (data set %d)",
			    verdict->want, set);
		return STATUS_WRONG;
	}
	text_printf(reason, "got %s, expected %s (data set %d)", verdict->got,
		    verdict->want, set);
	return verdict->nan ? STATUS_NAN : STATUS_WRONG;
}

static bool has_references(const Loaded *loaded, int set, bool second)
{
	for (int p = 0; p < loaded->plan.output_count; p++) {
		const Reference *r = &loaded->references[set][p];

		if (!(second ? r->second.data : r->first.data))
			return false;
	}
	return true;
}

/* What the bound leaves undecided, a kernel that computes as the program is
 * written must have as it says in the declared types. */
static Judgement judgement_of(const Reference *r, Scalar scalar,
			      const HarnessCandidate *candidate)
{
	Judgement j = r->judgement;

	j.outside = r->outside.data;
	j.folds = r->folds.data;
	j.growth = candidate->growth[scalar];
	if (j.undecided && candidate->accept_second)
		j.declared = r->second.data;
	return j;
}

static Status refuse(int output, int set, Text *reason)
{
	text_printf(reason, "output %d: the data decide nothing about it "
		    "(data set %d)", output, set);
	return STATUS_UNDECIDED;
}

/* How many elements are judged: what lies beyond a list is anything. */
static int64_t judged(const Loaded *loaded, int set, bool second, int p)
{
	const Reference *all = loaded->references[set];
	const int extent = loaded->plan.outputs[p].extent;

	if (second)
		return array_held(&all[p].second, extent
				  ? &all[extent - 1].second : NULL);
	return array_held(&all[p].first, extent ? &all[extent - 1].first : NULL);
}

static Status judge_values(const Loaded *loaded, int set, bool second,
			   const HarnessCandidate *candidate, Text *reason,
			   double *worst)
{
	*worst = 0;
	for (int p = 0; p < loaded->plan.output_count; p++) {
		const Reference *r = &loaded->references[set][p];
		const LoadPort *port = &loaded->plan.outputs[p];
		const Array *want = second ? &r->second : &r->first;
		Judgement judgement = judgement_of(r, port->scalar, candidate);
		Verdict verdict;

		if (judgement.undecided && !judgement.declared)
			return refuse(p, set, reason);
		verdict = judge(&judgement, port->scalar,
				judged(loaded, set, second, p),
				loaded_output(loaded, set, p), want->data);
		if (!verdict.agrees)
			return explain(loaded, set, p, &verdict, reason);
		if (verdict.worst > *worst)
			*worst = verdict.worst;
	}
	return STATUS_OK;
}

double loaded_error(const Loaded *loaded, int set)
{
	double most = (double)NAN;

	for (int p = 0; p < loaded->plan.output_count; p++) {
		const Reference *r = &loaded->references[set][p];
		const LoadPort *port = &loaded->plan.outputs[p];

		if (!r->judgement.unordered)
			most = fmax(most, judge_error(port->scalar,
				judged(loaded, set, false, p),
				loaded_output(loaded, set, p), r->first.data));
	}
	return most;
}

Status loaded_judge(const Loaded *loaded, int set,
		    const HarnessCandidate *candidate, Text *reason,
		    double *worst)
{
	Status status = judge_guards(loaded, set, reason);
	Text other = { 0 };

	if (status != STATUS_OK || !candidate)
		return status;
	assert(has_references(loaded, set, false));
	status = judge_values(loaded, set, false, candidate, reason, worst);
	if (status != STATUS_OK && candidate->accept_second
	    && has_references(loaded, set, true)
	    && judge_values(loaded, set, true, candidate, &other, worst)
	       == STATUS_OK)
		status = STATUS_OK;
	text_free(&other);
	return status;
}

/* For one output over one input; worked out once. */
static int harmless(Loaded *loaded, int output, int into)
{
	int last = loaded->plan.set_count - 1;
	Reference *r = &loaded->references[last][output];
	Array before = r->first;

	if (r->harmless && r->harmless_into == into)
		return r->harmless;
	before.data = zone_body(loaded->inputs.base
				+ loaded->plan.inputs[into].offset[last]);
	r->harmless = repeat_harmless(&before, &r->first);
	r->harmless_into = into;
	return r->harmless;
}

int loaded_harmless(Loaded *loaded)
{
	int least = REPEAT_MOST;

	for (int p = 0; p < loaded->plan.output_count; p++) {
		int times = REPEAT_MOST;

		if (loaded->into[p] >= 0)
			times = harmless(loaded, p, loaded->into[p]);
		least = times < least ? times : least;
	}
	return least;
}
