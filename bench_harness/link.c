#include "bench_harness/link.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench_harness/turn.h"

#define SEND_SECONDS 30.0
#define REAP_SECONDS 5.0
#define LOOK_MS 100.0

enum { READ_SIZE = 65536, LOG_KEPT = 65536 };

bool link_start(Link *link, const LinkHooks *hooks, char *const *argv,
		char *const *environment)
{
	text_free(&link->incoming);
	text_free(&link->log);
	*link = (Link){ .hooks = *hooks };
	return process_start(&link->process, argv, environment);
}

static void keep_log(Link *link, const char *bytes, size_t length)
{
	size_t room = LOG_KEPT - link->log.length;

	if (link->hooks.log)
		link->hooks.log(link->hooks.context, bytes, length);
	text_bytes(&link->log, bytes, length < room ? length : room);
}

/* Our own end failed: the worker need not be dead for that. */
static void note_error(Link *link)
{
	if (errno == EAGAIN || errno == EINTR)
		return;
	link->ended = true;
	link->broken = errno != EPIPE && errno != ECONNRESET;
}

/* Everything that can be read now. */
static void drain_socket(Link *link)
{
	char bytes[READ_SIZE];
	ssize_t n;

	while (link->incoming.length <= 2 * (FRAME_HEADER + FRAME_PAYLOAD)) {
		n = recv(link->process.socket, bytes, sizeof bytes, 0);
		if (n < 0)
			note_error(link);
		if (n == 0)
			link->ended = true;
		if (n <= 0)
			return;
		text_bytes(&link->incoming, bytes, (size_t)n);
	}
}

static void drain_log(Link *link)
{
	char bytes[READ_SIZE];
	ssize_t n = read(link->process.log, bytes, sizeof bytes);

	if (n > 0)
		keep_log(link, bytes, (size_t)n);
}

/* Waits for anything to happen, up to so many seconds but not long, and takes
 * it in. */
static void pump(Link *link, short socket_events, double seconds)
{
	struct pollfd ends[3] = {
		{ .fd = link->process.socket, .events = socket_events },
		{ .fd = link->process.log, .events = POLLIN },
		{ .fd = link->process.handle, .events = POLLIN },
	};
	double ms = fmin(fmax(ceil(seconds * 1e3), 0), LOOK_MS);

	if (poll(ends, 3, (int)ms) < 0)
		return;
	if (ends[1].revents & POLLIN)
		drain_log(link);
	if (ends[0].revents & (POLLIN | POLLHUP | POLLERR))
		drain_socket(link);
	if (ends[2].revents) {
		drain_socket(link);
		link->ended = true;
	}
}

static ssize_t send_some(Link *link, char *bytes, size_t length,
			 const int *descriptors)
{
	union {
		struct cmsghdr header;
		char space[CMSG_SPACE(2 * sizeof(int))];
	} control = { .space = { 0 } };
	struct iovec part = { bytes, length };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };

	if (descriptors) {
		message.msg_control = &control;
		message.msg_controllen = sizeof control;
		control.header.cmsg_level = SOL_SOCKET;
		control.header.cmsg_type = SCM_RIGHTS;
		control.header.cmsg_len = CMSG_LEN(2 * sizeof(int));
		memcpy(CMSG_DATA(&control.header), descriptors,
		       2 * sizeof(int));
	}
	return sendmsg(link->process.socket, &message, MSG_NOSIGNAL);
}

uint32_t link_send(Link *link, FrameType type, const Text *payload,
		   const int *descriptors)
{
	Stopwatch watch = { 0 };
	Text frame = { 0 };
	size_t sent = 0;

	frame_write(&frame, type, ++link->last_job, text_string(payload),
		    payload->length);
	while (sent < frame.length && !link->ended
	       && stopwatch_look(&watch) < SEND_SECONDS) {
		ssize_t n = send_some(link, frame.data + sent,
				      frame.length - sent, descriptors);

		if (n >= 0) {
			sent += (size_t)n;
			descriptors = NULL;
		} else if (errno == EAGAIN) {
			pump(link, POLLIN | POLLOUT, SEND_SECONDS);
		} else {
			note_error(link);
			drain_socket(link); /* what it said before its end */
		}
	}
	text_free(&frame);
	return link->last_job;
}

static LinkEnd nonsense(LinkAnswer *answer, const char *fault)
{
	answer->fault = fault;
	return LINK_NONSENSE;
}

/* A PHASE or RESULT frame of this job, or something is wrong. *again: it was a
 * phase. */
static LinkEnd take_frame(LinkAnswer *answer, uint32_t job,
			  const Frame *frame, bool *again)
{
	WireReader in;

	if (frame->job != job)
		return nonsense(answer, "an answer to another request");
	if (frame->type == FRAME_PHASE) {
		in = wire_reader(frame->payload, frame->length);
		answer->phase = (Phase)wire_get_int(&in, PHASE_BUILDING,
						    PHASE_COUNT - 1);
		*again = true;
		return wire_done(&in) ? LINK_ANSWER
				      : nonsense(answer, "an unknown phase");
	}
	if (frame->type != FRAME_RESULT)
		return nonsense(answer, "a frame of a kind it may not send");
	text_bytes(&answer->payload, (const char *)frame->payload,
		   frame->length);
	answer->rest = wire_reader(answer->payload.data, frame->length);
	answer->head = message_get_head(&answer->rest, answer->arena);
	return answer->rest.bad ? nonsense(answer, "a result that is cut off")
				: LINK_ANSWER;
}

static void discard(Text *text, size_t bytes)
{
	memmove(text->data, text->data + bytes, text->length - bytes);
	text->length -= bytes;
}

/* Looks at what has arrived. false: nothing whole yet. */
static bool next_frame(Link *link, uint32_t job, LinkAnswer *answer,
		       bool *again)
{
	const unsigned char *bytes =
		(const unsigned char *)text_string(&link->incoming);
	size_t used = 0;
	Frame frame;
	FrameState state = frame_read(bytes, link->incoming.length, &frame,
				      &used, &answer->fault);

	if (state == FRAME_PARTIAL)
		return false;
	*again = false;
	if (state == FRAME_BAD)
		answer->end = LINK_NONSENSE;
	else
		answer->end = take_frame(answer, job, &frame, again);
	if (state == FRAME_WHOLE)
		discard(&link->incoming, used);
	return true;
}

static void note_death(Link *link, LinkAnswer *answer)
{
	drain_log(link);
	answer->end = LINK_DIED;
	answer->status_known = link->process.pid
		&& process_reap(&link->process,
				link->broken ? 0 : REAP_SECONDS,
				&answer->status);
}

/* What has gone by in each phase, in all its visits: seconds, and processor
 * time of the worker. */
typedef struct Clock {
	Stopwatch watch;
	double entered, entered_used; /* the present phase */
	double spent[PHASE_COUNT], used[PHASE_COUNT]; /* in earlier visits */
} Clock;

static Clock start_clock(const Link *link)
{
	Clock clock = {
		.entered_used = turn_processor_time(link->process.pid)
	};

	stopwatch_look(&clock.watch);
	return clock;
}

static void leave_phase(const Link *link, Clock *clock, Phase phase)
{
	double used = turn_processor_time(link->process.pid);

	clock->spent[phase] += clock->watch.seconds - clock->entered;
	clock->used[phase] += used - clock->entered_used;
	clock->entered = clock->watch.seconds;
	clock->entered_used = used;
}

/* At the end of its time a worker that had no processor gets more. */
static double seconds_left(const Link *link, const Clock *clock,
			   const LinkBudget *budget, Phase phase)
{
	double spent = clock->spent[phase]
		     + clock->watch.seconds - clock->entered;
	double used;

	if (spent < budget->phase[phase])
		return budget->phase[phase] - spent;
	used = clock->used[phase] + turn_processor_time(link->process.pid)
	     - clock->entered_used;
	return budget->phase[phase]
	     - turn_used(link->process.pid, spent, used);
}

/* Takes in what has arrived; true when that is the end. */
static bool take_frames(Link *link, uint32_t job, LinkAnswer *answer,
			Clock *clock)
{
	Phase old = answer->phase;
	bool again;

	while (next_frame(link, job, answer, &again)) {
		stopwatch_look(&clock->watch);
		if (!again || answer->end != LINK_ANSWER)
			return true;
		leave_phase(link, clock, old);
		old = answer->phase;
	}
	stopwatch_look(&clock->watch);
	return false;
}

/* Whether there is a reason not to wait any longer; sets the end. */
static bool give_up(Link *link, LinkAnswer *answer, double left)
{
	if (link->ended) {
		note_death(link, answer);
		return true;
	}
	answer->end = left <= 0 ? LINK_TIMEOUT : LINK_STOPPED;
	return left <= 0 || (link->hooks.stop
			     && link->hooks.stop(link->hooks.context));
}

void link_wait(Link *link, uint32_t job, const LinkBudget *budget,
	       LinkAnswer *answer)
{
	Clock clock = start_clock(link);
	double left;

	*answer = (LinkAnswer){ .arena = arena_new() };
	while (!take_frames(link, job, answer, &clock)) {
		left = seconds_left(link, &clock, budget, answer->phase);
		if (give_up(link, answer, left))
			break;
		pump(link, POLLIN, left);
	}
	answer->seconds = clock.watch.seconds;
}

void link_answer_free(LinkAnswer *answer)
{
	if (answer->arena)
		arena_free(answer->arena);
	text_free(&answer->payload);
	*answer = (LinkAnswer){ 0 };
}

void link_clear_log(Link *link)
{
	text_clear(&link->log);
}

bool link_stop(Link *link)
{
	text_free(&link->incoming);
	return process_kill(&link->process);
}

void link_free(Link *link)
{
	link_stop(link);
	text_free(&link->log);
}
