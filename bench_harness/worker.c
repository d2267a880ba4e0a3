#include "bench_harness/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "bench_harness/worker_reference.h"
#include "bench_harness/worker_threads.h"

enum { FIRST_DESCRIPTOR = 10, READ_SIZE = 65536 };

static double clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double worker_now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

double worker_used_ns(void)
{
	return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

/* The tuner is gone when it does not read any more: nothing is left to do. */
static void send_frame(Worker *w, FrameType type, const Text *payload)
{
	Text frame = { 0 };
	size_t sent = 0;

	frame_write(&frame, type, w->job, text_string(payload),
		    payload->length);
	while (sent < frame.length) {
		ssize_t n = write(w->out, frame.data + sent,
				  frame.length - sent);

		if (n < 0 && errno != EINTR)
			_exit(0);
		sent += n > 0 ? (size_t)n : 0;
	}
	text_free(&frame);
}

void worker_phase(Worker *w, Phase phase)
{
	Text payload = { 0 };

	wire_u32(&payload, (uint32_t)phase);
	send_frame(w, FRAME_PHASE, &payload);
	text_free(&payload);
}

static bool malformed(Worker *w)
{
	return opencl_refuse(&w->failure, STATUS_WORKER_LOST,
			     "the request is not well formed");
}

static bool answer_list(Worker *w, WireReader *in, Text *out)
{
	ClDevice devices[WORKER_DEVICES];
	int count = opencl_devices(devices, WORKER_DEVICES);

	if (!wire_done(in))
		return malformed(w);
	wire_u32(out, (uint32_t)count);
	for (int i = 0; i < count; i++)
		message_put_device(out, &devices[i].info);
	return true;
}

bool worker_open(Worker *w, int device, bool plain_buffers)
{
	ClDevice devices[WORKER_DEVICES];
	int count = opencl_devices(devices, WORKER_DEVICES);
	cl_int code;

	if (device >= count)
		return opencl_refuse(&w->failure, STATUS_WORKER_LOST,
				     "there are %d devices", count);
	w->device = devices[device];
	w->host_memory = w->device.info.type == DEVICE_CPU && !plain_buffers;
	w->bare = device_is_simulator(&w->device.info) && !w->host_memory;
	w->context = clCreateContext(NULL, 1, &w->device.id, NULL, NULL,
				     &code);
	if (!opencl_ok(&w->failure, code, "clCreateContext"))
		return false;
	w->queue = clCreateCommandQueue(w->context, w->device.id,
					CL_QUEUE_PROFILING_ENABLE, &code);
	if (!opencl_ok(&w->failure, code, "clCreateCommandQueue"))
		return false;
	if (w->device.info.type == DEVICE_CPU)
		threads_pin_driver();
	return true;
}

static bool answer_open(Worker *w, WireReader *in, Text *out)
{
	int device = wire_get_int(in, 0, WORKER_DEVICES - 1);
	bool plain = wire_get_int(in, 0, 1) == 1;

	if (!wire_done(in) || w->context)
		return malformed(w);
	if (!worker_open(w, device, plain))
		return false;
	message_put_device(out, &w->device.info);
	return true;
}

static bool answer_load(Worker *w, WireReader *in, Text *out)
{
	Arena *arena = arena_new();
	LoadRequest plan = message_get_load(in, arena);

	(void)out;
	if (wire_done(in) && w->descriptor_count == WORKER_DESCRIPTORS)
		return worker_load(w, &plan, arena);
	arena_free(arena);
	return malformed(w);
}

static bool answer_build(Worker *w, WireReader *in, Text *out)
{
	Arena *arena = arena_new();
	Times times = { .wall_ns = 1 };
	int slot = wire_get_int(in, 0, MESSAGE_SLOTS - 1);
	int load = wire_get_int(in, 0, MESSAGE_LOADS - 1);
	const Artifact *artifact = message_get_artifact(in, arena);
	Binary binary;

	binary.bytes = wire_get_bytes(in, &binary.length);
	if (!wire_done(in)) {
		arena_free(arena);
		return malformed(w);
	}
	if (!worker_build(w, slot, load, artifact, &binary, arena, &times))
		return false;
	message_put_times(out, &times);
	return true;
}

static bool answer_refer(Worker *w, WireReader *in, Text *out)
{
	Arena *arena = arena_new();
	const Times times = { .wall_ns = 1 };
	int slot = wire_get_int(in, 0, MESSAGE_SLOTS - 1);
	int load = wire_get_int(in, 0, MESSAGE_LOADS - 1);
	const Artifact *artifact = message_get_artifact(in, arena);
	ReferenceRequest request = message_get_reference(in, arena);

	if (!wire_done(in) || artifact->kernel_count) {
		arena_free(arena);
		return malformed(w);
	}
	if (!worker_refer(w, slot, load, artifact, &request, arena))
		return false;
	message_put_times(out, &times);
	return true;
}

static bool answer_run(Worker *w, WireReader *in, Text *out)
{
	Times times = { 0 };
	int slot = wire_get_int(in, 0, MESSAGE_SLOTS - 1);
	int set = wire_get_int(in, 0, BENCH_SETS - 1);

	if (!wire_done(in))
		return malformed(w);
	if (!worker_run(w, slot, set, &times))
		return false;
	message_put_times(out, &times);
	return true;
}

static bool answer_sample(Worker *w, WireReader *in, Text *out)
{
	SampleRequest sample = message_get_sample(in);
	Times times = { 0 };

	if (!wire_done(in))
		return malformed(w);
	if (!worker_sample(w, &sample, &times))
		return false;
	message_put_times(out, &times);
	return true;
}

static bool answer_check(Worker *w, WireReader *in, Text *out)
{
	CheckRequest check = message_get_check(in);
	Checked checked = { 0 };

	if (!wire_done(in))
		return malformed(w);
	if (!worker_confirm(w, &check, &checked))
		return false;
	message_put_checked(out, &checked);
	return true;
}

static bool answer_binary(Worker *w, WireReader *in, Text *out)
{
	int slot = wire_get_int(in, 0, MESSAGE_SLOTS - 1);
	Text binary = { 0 };

	if (!wire_done(in))
		return malformed(w);
	worker_binary(w, slot, &binary);
	wire_bytes(out, text_string(&binary), binary.length);
	text_free(&binary);
	return true;
}

typedef struct RequestRow {
	bool (*answer)(Worker *w, WireReader *in, Text *out);
	bool needs_device;
} RequestRow;

static const RequestRow requests[FRAME_TYPES] = {
	[FRAME_LIST]   = { answer_list,   false },
	[FRAME_OPEN]   = { answer_open,   false },
	[FRAME_LOAD]   = { answer_load,   true },
	[FRAME_BUILD]  = { answer_build,  true },
	[FRAME_REFER]  = { answer_refer,  true },
	[FRAME_RUN]    = { answer_run,    true },
	[FRAME_SAMPLE] = { answer_sample, true },
	[FRAME_CHECK]  = { answer_check,  true },
	[FRAME_BINARY] = { answer_binary, true },
};

static void close_descriptors(Worker *w)
{
	for (int i = 0; i < w->descriptor_count; i++)
		close(w->descriptors[i]);
	w->descriptor_count = 0;
}

static void answer(Worker *w, const Frame *request)
{
	const RequestRow *row = &requests[request->type];
	WireReader in = wire_reader(request->payload, request->length);
	Text body = { 0 }, payload = { 0 };
	ResultHead head = { 0 };

	w->job = request->job;
	w->failure = (ClFailure){ .status = STATUS_OK };
	if (!row->answer || (row->needs_device && !w->queue))
		malformed(w);
	else
		row->answer(w, &in, &body);
	head.status = w->failure.status;
	head.sticky = w->failure.sticky;
	head.reason = text_string(&w->failure.reason);
	message_put_head(&payload, &head);
	if (head.status == STATUS_OK)
		text_bytes(&payload, body.data, body.length);
	send_frame(w, FRAME_RESULT, &payload);
	if (request->type == FRAME_LOAD)
		close_descriptors(w);
	text_free(&body);
	text_free(&payload);
	text_free(&w->failure.reason);
}

static void keep_descriptors(Worker *w, struct msghdr *message)
{
	struct cmsghdr *control = CMSG_FIRSTHDR(message);

	for (; control; control = CMSG_NXTHDR(message, control)) {
		size_t count = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		int received[8];

		if (control->cmsg_level != SOL_SOCKET
		    || control->cmsg_type != SCM_RIGHTS || count > 8)
			continue;
		memcpy(received, CMSG_DATA(control), count * sizeof(int));
		for (size_t i = 0; i < count; i++)
			if (w->descriptor_count < WORKER_DESCRIPTORS)
				w->descriptors[w->descriptor_count++] =
					received[i];
			else
				close(received[i]);
	}
}

/* More input, with descriptors where it is a socket. false at its end. */
static bool receive(Worker *w)
{
	char bytes[READ_SIZE];
	union {
		struct cmsghdr header;
		char space[CMSG_SPACE(8 * sizeof(int))];
	} control;
	struct iovec part = { bytes, sizeof bytes };
	struct msghdr message = {
		.msg_iov = &part, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof control,
	};
	ssize_t n = recvmsg(w->in, &message, MSG_CMSG_CLOEXEC);

	if (n < 0 && errno == ENOTSOCK)
		n = read(w->in, bytes, sizeof bytes);
	else if (n >= 0)
		keep_descriptors(w, &message);
	if (n < 0)
		return errno == EINTR;
	text_bytes(&w->incoming, bytes, (size_t)n);
	return n > 0;
}

/* Answers all whole requests that have arrived. Returns the exit code of the
 * process, or -1 to go on. */
static int serve(Worker *w)
{
	const char *fault;
	size_t start = 0, used;
	Frame frame;

	for (;;) {
		const unsigned char *bytes =
			(const unsigned char *)w->incoming.data + start;
		FrameState state = frame_read(bytes,
					      w->incoming.length - start,
					      &frame, &used, &fault);

		if (state == FRAME_BAD)
			return 2;
		if (state == FRAME_PARTIAL)
			break;
		if (frame.type == FRAME_QUIT)
			return 0;
		answer(w, &frame);
		start += used;
	}
	memmove(w->incoming.data, w->incoming.data + start,
		w->incoming.length - start);
	w->incoming.length -= start;
	return -1;
}

/* Drivers and kernels print to 1 and 2: both become the log. */
static bool move_descriptors(Worker *w)
{
	int nothing = open("/dev/null", O_RDWR);

	w->in = fcntl(0, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
	w->out = fcntl(1, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
	if (nothing < 0 || w->in < 0 || w->out < 0)
		return false;
	if (fcntl(2, F_GETFD) < 0)
		dup2(nothing, 2);
	dup2(nothing, 0);
	dup2(2, 1);
	if (nothing > 2)
		close(nothing);
	return true;
}

int worker_main(int argc, char **argv)
{
	Worker *w = base_calloc(1, sizeof *w);
	int code = -1;

	(void)argc;
	(void)argv;
	signal(SIGPIPE, SIG_IGN);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (!move_descriptors(w))
		return 2;
	worker_watch_faults();
	while (code < 0)
		code = receive(w) ? serve(w) : 0;
	/* Without the driver's own end of process, which may hang. */
	_exit(code);
}
