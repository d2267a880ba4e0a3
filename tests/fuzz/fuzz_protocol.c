/* Frames between tuner and worker, and what each kind of message says. The
 * first byte chooses: the stream as it is, or the rest as one message. */
#include "bench_harness/frame.h"
#include "bench_harness/message.h"
#include "tests/fuzz/fuzz.h"

static void read_artifact(WireReader *in, Arena *arena)
{
	Artifact *artifact = message_get_artifact(in, arena);
	Text out = { 0 };

	if (wire_done(in))
		message_put_artifact(&out, artifact);
	text_free(&out);
}

static void read_load(WireReader *in, Arena *arena)
{
	LoadRequest load = message_get_load(in, arena);
	Text out = { 0 };

	if (wire_done(in))
		message_put_load(&out, &load);
	text_free(&out);
}

static void read_device(WireReader *in, Arena *arena)
{
	Device device = message_get_device(in);
	Text out = { 0 };

	(void)arena;
	if (wire_done(in))
		message_put_device(&out, &device);
	text_free(&out);
}

static void read_head(WireReader *in, Arena *arena)
{
	ResultHead head = message_get_head(in, arena);
	Times times = message_get_times(in);

	assert(in->bad || times.wall_ns > 0);
	assert(in->bad || strlen(head.reason) < FRAME_PAYLOAD);
}

static void read_sample(WireReader *in, Arena *arena)
{
	SampleRequest sample = message_get_sample(in);

	(void)arena;
	assert(in->bad || (sample.slot < MESSAGE_SLOTS && sample.batch >= 1));
}

static void read_reference(WireReader *in, Arena *arena)
{
	ReferenceRequest reference = message_get_reference(in, arena);
	Text out = { 0 };

	if (wire_done(in))
		message_put_reference(&out, &reference);
	text_free(&out);
}

static void read_stream(const uint8_t *data, size_t size)
{
	const char *fault;
	Frame frame;
	size_t used;

	while (frame_read(data, size, &frame, &used, &fault) == FRAME_WHOLE) {
		assert(used <= size && frame.length <= used);
		data += used;
		size -= used;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const readers[])(WireReader *, Arena *) = {
		read_artifact, read_load, read_device, read_head, read_sample,
		read_reference,
	};
	enum { READERS = sizeof readers / sizeof *readers };
	Arena *arena = arena_new();
	WireReader in;

	if (size && data[0] < READERS) {
		in = wire_reader(data + 1, size - 1);
		readers[data[0]](&in, arena);
	} else {
		read_stream(data, size);
	}
	arena_free(arena);
	return 0;
}
