#include "bench_harness/message.h"

#include <math.h>
#include <stdio.h>

static void put_bool(Text *out, bool value)
{
	wire_u32(out, value);
}

static bool get_bool(WireReader *in)
{
	return wire_get_int(in, 0, 1) == 1;
}

static Scalar get_scalar(WireReader *in)
{
	return (Scalar)wire_get_int(in, 0, SCALAR_COUNT - 1);
}

/* Of an array, which may be empty. */
static int64_t get_elements(WireReader *in)
{
	int64_t value = wire_get_i64(in);

	if (value < 0)
		in->bad = true;
	return value;
}

/* A reader for the text fields of a device, which have a fixed size. */
static void get_device_text(WireReader *in, Arena *arena, char *target)
{
	snprintf(target, DEVICE_TEXT, "%s", wire_get_string(in, arena));
}

void message_put_device(Text *out, const Device *device)
{
	Device copy = *device;

	wire_u32(out, (uint32_t)device->index);
	wire_string(out, device->platform);
	wire_string(out, device->name);
	wire_string(out, device->vendor);
	wire_string(out, device->driver);
	wire_string(out, device->version);
	wire_u32(out, (uint32_t)device->type);
	for (int i = 0; i < DEVICE_FACTS; i++)
		wire_i64(out, *device_fact(&copy, i));
	for (int i = 0; i < DEVICE_FLAGS; i++)
		put_bool(out, *device_flag(&copy, i));
}

Device message_get_device(WireReader *in)
{
	Arena *arena = arena_new();
	Device device = { .index = wire_get_int(in, 0, INT32_MAX) };

	get_device_text(in, arena, device.platform);
	get_device_text(in, arena, device.name);
	get_device_text(in, arena, device.vendor);
	get_device_text(in, arena, device.driver);
	get_device_text(in, arena, device.version);
	device.type = (DeviceType)wire_get_int(in, DEVICE_CPU, DEVICE_OTHER);
	for (int i = 0; i < DEVICE_FACTS; i++)
		*device_fact(&device, i) = wire_get_i64(in);
	for (int i = 0; i < DEVICE_FLAGS; i++)
		*device_flag(&device, i) = get_bool(in);
	arena_free(arena);
	return device;
}

static void put_ports(Text *out, int sets, int count, const LoadPort *ports)
{
	for (int p = 0; p < count; p++) {
		wire_u32(out, (uint32_t)ports[p].scalar);
		put_bool(out, ports[p].by_value);
		wire_i64(out, ports[p].elements);
		wire_i64(out, ports[p].each);
		wire_u32(out, (uint32_t)ports[p].extent);
		for (int k = 0; k < sets; k++) {
			wire_i64(out, ports[p].offset[k]);
			wire_u64(out, ports[p].value[k]);
		}
	}
}

/* The port that says how much of another counts: none, or one of the same. */
static int get_extent(WireReader *in, int count)
{
	const uint32_t extent = wire_get_u32(in);

	in->bad |= extent > (uint32_t)count;
	return in->bad ? 0 : (int)extent;
}

static LoadPort *get_ports(WireReader *in, Arena *arena, int sets, int count)
{
	LoadPort *ports = ARENA_ARRAY(arena, LoadPort, count);

	for (int p = 0; p < count && !in->bad; p++) {
		ports[p].scalar = get_scalar(in);
		ports[p].by_value = get_bool(in);
		ports[p].elements = get_elements(in);
		ports[p].each = get_elements(in);
		ports[p].extent = get_extent(in, count);
		for (int k = 0; k < sets; k++) {
			ports[p].offset[k] = wire_get_i64(in);
			ports[p].value[k] = wire_get_u64(in);
		}
	}
	return ports;
}

void message_put_load(Text *out, const LoadRequest *load)
{
	wire_u32(out, (uint32_t)load->load);
	wire_u32(out, (uint32_t)load->set_count);
	wire_u32(out, (uint32_t)load->input_count);
	wire_u32(out, (uint32_t)load->output_count);
	wire_u32(out, (uint32_t)load->use);
	wire_i64(out, load->input_bytes);
	wire_i64(out, load->output_bytes);
	put_ports(out, load->set_count, load->input_count, load->inputs);
	put_ports(out, load->set_count, load->output_count, load->outputs);
}

LoadRequest message_get_load(WireReader *in, Arena *arena)
{
	LoadRequest load = {
		.load = wire_get_int(in, 0, MESSAGE_LOADS - 1),
		.set_count = wire_get_int(in, 1, BENCH_SETS),
		.input_count = wire_get_int(in, 0, MESSAGE_PORTS),
		.output_count = wire_get_int(in, 1, MESSAGE_PORTS),
		.use = (LoadUse)wire_get_int(in, LOAD_TO_BUILD, LOAD_TO_TIME),
		.input_bytes = wire_get_i64(in),
		.output_bytes = wire_get_i64(in),
	};

	load.inputs = get_ports(in, arena, load.set_count, load.input_count);
	load.outputs = get_ports(in, arena, load.set_count, load.output_count);
	return load;
}

void message_put_sample(Text *out, const SampleRequest *sample)
{
	wire_u32(out, (uint32_t)sample->slot);
	wire_u32(out, (uint32_t)sample->batch);
	put_bool(out, sample->restore);
	put_bool(out, sample->cold);
	wire_f64(out, sample->quiescence_s);
}

SampleRequest message_get_sample(WireReader *in)
{
	SampleRequest sample;

	sample.slot = wire_get_int(in, 0, MESSAGE_SLOTS - 1);
	sample.batch = wire_get_int(in, 1, INT32_MAX);
	sample.restore = get_bool(in);
	sample.cold = get_bool(in);
	sample.quiescence_s = wire_get_f64(in);
	if (!isfinite(sample.quiescence_s))
		in->bad = true;
	return sample;
}

void message_put_check(Text *out, const CheckRequest *check)
{
	wire_u32(out, (uint32_t)check->slot);
	put_bool(out, check->left);
	wire_u32(out, (uint32_t)check->launches);
	wire_f64(out, check->seconds);
}

CheckRequest message_get_check(WireReader *in)
{
	CheckRequest check;

	check.slot = wire_get_int(in, 0, MESSAGE_SLOTS - 1);
	check.left = get_bool(in);
	check.launches = wire_get_int(in, 1, INT32_MAX);
	check.seconds = wire_get_f64(in);
	if (!isfinite(check.seconds))
		in->bad = true;
	return check;
}

void message_put_checked(Text *out, const Checked *checked)
{
	wire_u32(out, (uint32_t)checked->launches);
	put_bool(out, checked->differs);
	wire_f64(out, checked->event_ns);
	wire_f64(out, checked->wall_ns);
}

Checked message_get_checked(WireReader *in)
{
	Checked checked;

	checked.launches = wire_get_int(in, 0, INT32_MAX);
	checked.differs = get_bool(in);
	checked.event_ns = wire_get_f64(in);
	checked.wall_ns = wire_get_f64(in);
	if (!isfinite(checked.event_ns) || !isfinite(checked.wall_ns)
	    || checked.event_ns < 0 || checked.wall_ns < 0)
		in->bad = true;
	return checked;
}

void message_put_reference(Text *out, const ReferenceRequest *reference)
{
	wire_string(out, reference->library);
	wire_string(out, reference->program);
	wire_u32(out, (uint32_t)reference->size_count);
	for (int i = 0; i < reference->size_count; i++) {
		wire_string(out, reference->names[i]);
		wire_i64(out, reference->sizes[i]);
	}
}

ReferenceRequest message_get_reference(WireReader *in, Arena *arena)
{
	ReferenceRequest reference;

	reference.library = wire_get_string(in, arena);
	reference.program = wire_get_string(in, arena);
	reference.size_count = wire_get_int(in, 0, MESSAGE_SIZES);
	reference.names = ARENA_ARRAY(arena, const char *,
				      reference.size_count);
	reference.sizes = ARENA_ARRAY(arena, int64_t, reference.size_count);
	for (int i = 0; i < reference.size_count && !in->bad; i++) {
		reference.names[i] = wire_get_string(in, arena);
		reference.sizes[i] = wire_get_i64(in);
	}
	return reference;
}

void message_put_head(Text *out, const ResultHead *head)
{
	wire_u32(out, (uint32_t)head->status);
	put_bool(out, head->sticky);
	wire_string(out, head->reason);
}

ResultHead message_get_head(WireReader *in, Arena *arena)
{
	ResultHead head;

	head.status = (Status)wire_get_int(in, 0, STATUS_COUNT - 1);
	head.sticky = get_bool(in);
	head.reason = wire_get_string(in, arena);
	return head;
}

void message_put_times(Text *out, const Times *times)
{
	wire_f64(out, times->event_ns);
	wire_f64(out, times->wall_ns);
	wire_f64(out, times->call_ns);
	wire_f64(out, times->busy_ns);
	wire_f64(out, times->sum_ns);
	wire_f64(out, times->work);
	wire_u32(out, (uint32_t)times->others);
	wire_u32(out, (uint32_t)times->kernel_count);
	for (int k = 0; k < times->kernel_count; k++)
		wire_f64(out, times->kernel_ns[k]);
}

static void get_kernels(WireReader *in, Times *times)
{
	times->kernel_count = wire_get_int(in, 0, TIMES_KERNELS);
	for (int k = 0; k < times->kernel_count; k++) {
		times->kernel_ns[k] = wire_get_f64(in);
		if (!isfinite(times->kernel_ns[k]) || times->kernel_ns[k] < 0)
			in->bad = true;
	}
}

Times message_get_times(WireReader *in)
{
	Times times = { 0 };

	times.event_ns = wire_get_f64(in);
	times.wall_ns = wire_get_f64(in);
	times.call_ns = wire_get_f64(in);
	times.busy_ns = wire_get_f64(in);
	times.sum_ns = wire_get_f64(in);
	times.work = wire_get_f64(in);
	times.others = wire_get_int(in, 0, INT32_MAX);
	get_kernels(in, &times);
	if (!isfinite(times.event_ns) || !isfinite(times.wall_ns)
	    || !isfinite(times.call_ns) || !isfinite(times.busy_ns)
	    || !isfinite(times.work) || times.event_ns < 0
	    || times.wall_ns <= 0 || times.call_ns < 0 || times.busy_ns < 0
	    || !isfinite(times.sum_ns) || times.sum_ns < 0)
		in->bad = true;
	return times;
}
