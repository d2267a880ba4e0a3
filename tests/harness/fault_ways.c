/* Ways to fail that need nothing but the frame layer. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/harness/fault_worker.h"

static void fail_hang(const Stand *s)
{
	(void)s;
	for (;;)
		pause();
}

static void fail_segv(const Stand *s)
{
	(void)s;
	signal(SIGSEGV, SIG_DFL);
	raise(SIGSEGV);
}

static void fail_abort(const Stand *s)
{
	(void)s;
	fprintf(stderr, "assertion `driver' failed\n");
	signal(SIGABRT, SIG_DFL);
	raise(SIGABRT);
}

static void fail_kill(const Stand *s)
{
	(void)s;
	raise(SIGKILL);
}

static void fail_exit(const Stand *s)
{
	(void)s;
	_exit(1);
}

static void fail_leave(const Stand *s)
{
	(void)s;
	_exit(0);
}

static void fail_garbage(const Stand *s)
{
	(void)s;
	put("How do you do? I am not a frame at all.", 39);
	fail_hang(s);
}

static void fail_short(const Stand *s)
{
	Text frame = { 0 };

	frame_write(&frame, FRAME_RESULT, s->job, "half of this", 12);
	put(frame.data, frame.length / 2);
	_exit(0);
}

static void fail_truncate(const Stand *s)
{
	Text payload = { 0 };

	wire_u32(&payload, STATUS_OK);
	send_frame(s->job, FRAME_RESULT, &payload);
	fail_hang(s);
}

static void fail_checksum(const Stand *s)
{
	Text frame = { 0 };

	frame_write(&frame, FRAME_RESULT, s->job, "abc", 3);
	frame.data[frame.length - 1] ^= 1;
	put(frame.data, frame.length);
	fail_hang(s);
}

static void fail_long(const Stand *s)
{
	Text frame = { 0 };

	frame_write(&frame, FRAME_RESULT, s->job, "abc", 3);
	frame.data[15] = 0x7f; /* of the length */
	put(frame.data, frame.length);
	fail_hang(s);
}

static void fail_late(const Stand *s)
{
	Text payload = { 0 };

	send_frame(s->job - 1, FRAME_RESULT, &payload);
	fail_hang(s);
}

static void fail_type(const Stand *s)
{
	Text payload = { 0 };

	send_frame(s->job, FRAME_OPEN, &payload);
	fail_hang(s);
}

static void fail_status(const Stand *s)
{
	send_result(s, STATUS_SLOW, false, "", NULL);
}

static void fail_flood(const Stand *s)
{
	for (;;)
		send_phase(s, PHASE_LAUNCHED);
}

static void fail_oom(const Stand *s)
{
	send_result(s, STATUS_OOM, true, "CL_OUT_OF_RESOURCES", NULL);
}

static void fail_sticky(const Stand *s)
{
	send_result(s, STATUS_LAUNCH_ERROR, true, "an error of the driver's "
		    "own", NULL);
}

static void fail_build_error(const Stand *s)
{
	send_result(s, STATUS_BUILD_ERROR, false, "1:1: unknown type", NULL);
}

static void fail_lie_nan(const Stand *s)
{
	send_times(s, (double)NAN, 1);
}

static void fail_lie_zero(const Stand *s)
{
	send_times(s, 0, 0);
}

static void fail_lie_long(const Stand *s)
{
	send_times(s, 1e15, 1e15);
}

static void fail_lie_short(const Stand *s)
{
	rest(60e6);
	send_times(s, 10, 60e6);
}

/* Where a fault strikes, and how: NAME is "where-how". */
typedef struct FaultRow {
	const char *how;
	void (*fail)(const Stand *s);
} FaultRow;

static const FaultRow faults[] = {
	{ "hang", fail_hang }, { "segv", fail_segv }, { "abort", fail_abort },
	{ "kill", fail_kill }, { "exit", fail_exit }, { "leave", fail_leave },
	{ "garbage", fail_garbage }, { "short", fail_short },
	{ "truncate", fail_truncate }, { "checksum", fail_checksum },
	{ "long", fail_long }, { "late", fail_late }, { "type", fail_type },
	{ "status", fail_status }, { "flood", fail_flood },
	{ "oom", fail_oom }, { "sticky", fail_sticky },
	{ "error", fail_build_error }, { "lie_nan", fail_lie_nan },
	{ "lie_zero", fail_lie_zero }, { "lie_long", fail_lie_long },
	{ "lie_short", fail_lie_short },
};

bool strike(const Stand *s, const char *fault, const char *where)
{
	size_t length = strlen(where);

	if (strncmp(fault, where, length) != 0 || fault[length] != '-')
		return false;
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		if (strcmp(fault + length + 1, faults[i].how) == 0) {
			faults[i].fail(s);
			return true;
		}
	return false;
}
