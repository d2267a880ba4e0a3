/* A stand-in for the worker that computes without OpenCL and fails on demand.
 *
 * Kernels of load 0 are the canary. Every other is y[i] = 2 x[i] on f32; its
 * source is "NAME NANOSECONDS" (how to fail, how long a launch takes), or
 * "once:FILE NAME NANOSECONDS" to fail only while FILE does not exist. An
 * argument --fault=NAME makes the process itself fail, whatever it is given;
 * with --when=FILE only if FILE exists. With --clock the time of a sample follows
 * from the source and the number of the sample; with --fickle from the slot that
 * the kernel is in, too, so that a ranking says otherwise than the search.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/rng.h"
#include "bench_harness/zone.h"
#include "ir/core/residue.h"
#include "tests/harness/fault_worker.h"

void put(const char *bytes, size_t length)
{
	if (write(1, bytes, length) != (ssize_t)length)
		_exit(0);
}

void send_frame(uint32_t job, FrameType type, const Text *payload)
{
	Text frame = { 0 };

	frame_write(&frame, type, job, text_string(payload), payload->length);
	put(frame.data, frame.length);
	text_free(&frame);
}

void send_phase(const Stand *s, Phase phase)
{
	Text payload = { 0 };

	wire_u32(&payload, (uint32_t)phase);
	send_frame(s->job, FRAME_PHASE, &payload);
	text_free(&payload);
}

void send_result(const Stand *s, Status status, bool sticky,
			const char *reason, const Text *body)
{
	ResultHead head = { status, sticky, reason };
	Text payload = { 0 };

	message_put_head(&payload, &head);
	if (body)
		text_bytes(&payload, body->data, body->length);
	send_frame(s->job, FRAME_RESULT, &payload);
	text_free(&payload);
}

void send_times(const Stand *s, double event_ns, double wall_ns)
{
	Times times = { .event_ns = event_ns, .wall_ns = wall_ns };
	Text body = { 0 };

	message_put_times(&body, &times);
	send_result(s, STATUS_OK, false, "", &body);
	text_free(&body);
}

void rest(double ns)
{
	struct timespec t = { (time_t)(ns / 1e9), (long)fmod(ns, 1e9) };

	nanosleep(&t, NULL);
}

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static bool is_fault(const char *fault, const char *name)
{
	return strcmp(fault, name) == 0;
}

static Device stand_in(int index)
{
	Device device = device_generic();

	device.index = index;
	device.type = DEVICE_CPU;
	device.compute_units = 4;
	device.max_group_size = 4096;
	device.timer_resolution_ns = 1;
	snprintf(device.name, sizeof device.name, "stand-in %d", index);
	return device;
}

static void answer_list(Stand *s, WireReader *in)
{
	int count = is_fault(s->fault, "list-none") ? 0 : 2;
	Text body = { 0 };

	(void)in;
	if (strike(s, s->fault, "list"))
		return;
	wire_u32(&body, (uint32_t)count);
	for (int i = 0; i < count; i++) {
		Device device = stand_in(i);

		message_put_device(&body, &device);
	}
	send_result(s, STATUS_OK, false, "", &body);
	text_free(&body);
}

static void answer_open(Stand *s, WireReader *in)
{
	Device device = stand_in((int)wire_get_u32(in));
	Text body = { 0 };

	if (strike(s, s->fault, "open"))
		return;
	if (is_fault(s->fault, "open-other"))
		strcpy(device.name, "another");
	message_put_device(&body, &device);
	send_result(s, STATUS_OK, false, "", &body);
	text_free(&body);
}

static void answer_load(Stand *s, WireReader *in)
{
	LoadRequest load = message_get_load(in, s->arena);

	s->loads[load.load] = load;
	s->data[load.load] = mmap(NULL, (size_t)load.input_bytes, PROT_READ,
				  MAP_SHARED, s->descriptors[0], 0);
	s->work[load.load] = mmap(NULL, (size_t)load.output_bytes,
				  PROT_READ | PROT_WRITE, MAP_SHARED,
				  s->descriptors[1], 0);
	close(s->descriptors[0]);
	close(s->descriptors[1]);
	if (strike(s, s->fault, "load"))
		return;
	send_result(s, s->data[load.load] != MAP_FAILED
		    && s->work[load.load] != MAP_FAILED
		    ? STATUS_OK : STATUS_OOM, false, "", NULL);
}

/* Fails only while the file does not exist, which it then does. */
static const char *only_once(const char *source, Built *built)
{
	char file[256];
	int used = 0;
	FILE *marker;

	if (sscanf(source, "once:%255s %n", file, &used) != 1)
		return source;
	marker = fopen(file, "wx");
	if (marker)
		fclose(marker);
	else
		strcpy(built->fault, "none");
	return source + used;
}

/* What --clock says of a launch: 100 us to 1 ms, up to 4 % apart. */
static double clock_ns(const Built *built)
{
	Rng rng = rng_seeded(built->source, built->samples);
	double base = 1e5 * (1 + (double)(built->source % 91) / 10);
	Rng place = rng_seeded(built->source, (uint64_t)built->slot);

	if (built->slot >= 0)
		base = 1e5 * (1 + 0.8 * rng_unit(&place));
	return base * (1 + 0.04 * rng_unit(&rng));
}

static void answer_build(Stand *s, WireReader *in)
{
	const int slot = (int)wire_get_u32(in);
	Built *built = &s->slots[slot];
	const char *source;

	*built = (Built){ .slot = s->fickle ? slot : -1,
			  .load = (int)wire_get_u32(in), .ns = 300e3 };
	source = message_get_artifact(in, s->arena)->source;
	built->source = hash_string(source);
	send_phase(s, PHASE_BUILDING);
	if (built->load == 1 && !s->clock) {
		char fault[64] = "none";
		const char *rest_of_it = only_once(source, built);

		sscanf(rest_of_it, "%63s %lf", fault, &built->ns);
		if (!built->fault[0])
			strcpy(built->fault, fault);
	} else if (built->load == 1) {
		built->ns = clock_ns(built);
	} else {
		snprintf(built->fault, sizeof built->fault, "%s", s->fault);
	}
	if (strike(s, built->fault, "build"))
		return;
	send_phase(s, PHASE_BUILT);
	send_times(s, 0, 1e6);
}

/* In a twin (codegen_opencl/twin.c) floats are residues. */
static float right_value(const Stand *s, const Built *built, int set, int64_t i)
{
	const LoadPort *in = &s->loads[built->load].inputs[0];
	uint32_t residue;
	float x;

	if (built->load == 0)
		return canary_output(i);
	memcpy(&x, s->data[1] + in->offset[set] + ZONE_GUARD + 4 * i, 4);
	if (in->scalar == SCALAR_F32)
		return 2 * x;
	memcpy(&residue, &x, sizeof residue);
	residue = residue_of(2 * (uint64_t)residue);
	memcpy(&x, &residue, sizeof x);
	return x;
}

static void compute(const Stand *s, const Built *built, int set)
{
	const LoadPort *out = &s->loads[built->load].outputs[0];
	unsigned char *zone = s->work[built->load] + out->offset[set];
	int64_t n = out->elements;
	float *y = (float *)(void *)(zone + ZONE_GUARD);

	if (is_fault(built->fault, "run-unwritten"))
		n--;
	for (int64_t i = 0; i < n; i++)
		y[i] = right_value(s, built, set, i);
	if (is_fault(built->fault, "run-wrong"))
		y[n / 2] += 1;
	if (is_fault(built->fault, "run-nan"))
		y[n / 2] = (float)NAN;
	if (is_fault(built->fault, "run-guard"))
		y[n] = 0;
	if (is_fault(built->fault, "run-guard_before"))
		y[-1] = 0;
}

static void need_processor(double seconds)
{
	double end = (double)clock() / CLOCKS_PER_SEC + seconds;

	while ((double)clock() / CLOCKS_PER_SEC < end)
		;
}

static void answer_run(Stand *s, WireReader *in)
{
	const Built *built = &s->slots[wire_get_u32(in)];
	int set = (int)wire_get_u32(in);

	send_phase(s, PHASE_BUILT);
	if (strike(s, built->fault, "code"))
		return;
	send_phase(s, PHASE_LAUNCHED);
	if (is_fault(built->fault, "run-print"))
		for (int i = 0; i < 100000; i++)
			fprintf(stderr, "a kernel prints %d\n", i);
	if (is_fault(built->fault, "run-compute"))
		need_processor(0.15);
	if (strike(s, built->fault, "run"))
		return;
	if (!s->clock)
		rest(built->ns);
	compute(s, built, set);
	send_phase(s, PHASE_CHECKED);
	send_times(s, built->ns, built->ns + 1e4);
}

static void answer_sample(Stand *s, WireReader *in)
{
	SampleRequest sample = message_get_sample(in);
	Built *built = &s->slots[sample.slot];
	double start = now_ns(), total;

	if (s->clock && built->load == 1)
		built->ns = clock_ns(built);
	built->samples++;
	total = built->ns * sample.batch;
	send_phase(s, PHASE_LAUNCHED);
	if (strike(s, built->fault, "sample")
	    || (built->samples == 3 && strike(s, built->fault, "third")))
		return;
	rest(total);
	send_phase(s, PHASE_TIMED);
	send_times(s, total, s->clock ? total : now_ns() - start);
}

static void answer_check(Stand *s, WireReader *in)
{
	CheckRequest check = message_get_check(in);
	Built *built = &s->slots[check.slot];
	const bool nothing_left = check.left && !built->samples;
	Checked checked = { .launches = check.launches,
			    .differs = nothing_left || is_fault(built->fault,
							"check-differs"),
			    .event_ns = built->ns };
	double start = now_ns();
	Text body = { 0 };

	send_phase(s, PHASE_LAUNCHED);
	if (strike(s, built->fault, "check")
	    || (built->samples < 3 && strike(s, built->fault, "early")))
		return;
	built->samples++;
	rest(built->ns);
	checked.wall_ns = s->clock ? built->ns : now_ns() - start;
	message_put_checked(&body, &checked);
	send_result(s, STATUS_OK, false, "", &body);
	text_free(&body);
}

static void answer_binary(Stand *s, WireReader *in)
{
	Text body = { 0 };

	(void)in;
	wire_bytes(&body, "", 0);
	send_result(s, STATUS_OK, false, "", &body);
	text_free(&body);
}

static void answer(Stand *s, const Frame *request)
{
	static void (*const answers[FRAME_TYPES])(Stand *, WireReader *) = {
		[FRAME_LIST] = answer_list, [FRAME_OPEN] = answer_open,
		[FRAME_LOAD] = answer_load, [FRAME_BUILD] = answer_build,
		[FRAME_RUN] = answer_run, [FRAME_SAMPLE] = answer_sample,
		[FRAME_BINARY] = answer_binary,
		[FRAME_CHECK] = answer_check,
	};
	WireReader in = wire_reader(request->payload, request->length);

	s->job = request->job;
	if (!answers[request->type])
		_exit(0);
	answers[request->type](s, &in);
}

static bool receive(Stand *s)
{
	char bytes[4096];
	union {
		struct cmsghdr header;
		char space[CMSG_SPACE(2 * sizeof(int))];
	} control;
	struct iovec part = { bytes, sizeof bytes };
	struct msghdr message = {
		.msg_iov = &part, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof control,
	};
	ssize_t n = recvmsg(0, &message, 0);
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);

	if (n <= 0)
		return false;
	if (head && head->cmsg_type == SCM_RIGHTS)
		memcpy(s->descriptors, CMSG_DATA(head), 2 * sizeof(int));
	text_bytes(&s->incoming, bytes, (size_t)n);
	return true;
}

int main(int argc, char **argv)
{
	Stand *s = base_calloc(1, sizeof *s);
	const char *bad;
	Frame frame;
	size_t used;

	s->arena = arena_new();
	s->fault = "none";
	fprintf(stderr, "started\n");
	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], "--fault=", 8) == 0)
			s->fault = argv[i] + 8;
		s->fickle |= strcmp(argv[i], "--fickle") == 0;
		s->clock |= s->fickle || strcmp(argv[i], "--clock") == 0;
		if (strncmp(argv[i], "--when=", 7) == 0
		    && access(argv[i] + 7, F_OK) != 0)
			s->fault = "none";
	}
	while (receive(s))
		while (frame_read((const unsigned char *)s->incoming.data,
				  s->incoming.length, &frame, &used, &bad)
		       == FRAME_WHOLE) {
			answer(s, &frame);
			memmove(s->incoming.data, s->incoming.data + used,
				s->incoming.length - used);
			s->incoming.length -= used;
		}
	return 0;
}
