/* Frames and messages: what is written is read back, and nothing else is. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bench_harness/frame.h"
#include "bench_harness/message.h"

static const unsigned char *bytes_of(const Text *text)
{
	return (const unsigned char *)text_string(text);
}

static FrameState read_at(const Text *text, size_t length, Frame *frame,
			  size_t *used)
{
	const char *fault = NULL;
	FrameState state = frame_read(bytes_of(text), length, frame, used,
				      &fault);

	assert_int_equal(state == FRAME_BAD, fault != NULL);
	return state;
}

static void test_round_trip(void **state)
{
	Text text = { 0 };
	Frame frame;
	size_t used;

	(void)state;
	frame_write(&text, FRAME_RUN, 7, "abc", 3);
	frame_write(&text, FRAME_QUIT, UINT32_MAX, NULL, 0);
	assert_int_equal(read_at(&text, text.length, &frame, &used),
			 FRAME_WHOLE);
	assert_int_equal(used, FRAME_HEADER + 3);
	assert_int_equal(frame.type, FRAME_RUN);
	assert_int_equal(frame.job, 7);
	assert_memory_equal(frame.payload, "abc", 3);
	text_free(&text);
}

static void test_every_prefix_is_partial(void **state)
{
	Text text = { 0 };
	Frame frame;
	size_t used;

	(void)state;
	frame_write(&text, FRAME_RESULT, 1, "payload", 7);
	for (size_t length = 0; length < text.length; length++)
		assert_int_equal(read_at(&text, length, &frame, &used),
				 FRAME_PARTIAL);
	text_free(&text);
}

/* Whichever bit is flipped, the frame is never taken for whole. */
static void test_every_flipped_bit_is_seen(void **state)
{
	Text text = { 0 };
	Frame frame;
	size_t used;

	(void)state;
	frame_write(&text, FRAME_RESULT, 99, "some payload", 12);
	for (size_t bit = 0; bit < 8 * text.length; bit++) {
		text.data[bit / 8] ^= (char)(1 << bit % 8);
		assert_int_not_equal(read_at(&text, text.length, &frame,
					     &used), FRAME_WHOLE);
		text.data[bit / 8] ^= (char)(1 << bit % 8);
	}
	text_free(&text);
}

static void test_crc_is_the_standard_one(void **state)
{
	static const unsigned char expected[FRAME_HEADER] = {
		'L', 'F', 'T', '1', 1, 0, FRAME_QUIT, 0, 0, 0, 0, 0,
		0, 0, 0, 0, 0xec, 0x8d, 0x15, 0xff,
	};
	Text text = { 0 };

	(void)state;
	frame_write(&text, FRAME_QUIT, 0, NULL, 0);
	assert_memory_equal(text.data, expected, FRAME_HEADER);
	text_free(&text);
}

static void test_reader_never_passes_its_end(void **state)
{
	Arena *arena = arena_new();
	Text text = { 0 };

	(void)state;
	wire_i64(&text, -5);
	wire_string(&text, "four");
	wire_f64(&text, 0.25);
	for (size_t length = 0; length <= text.length; length++) {
		WireReader in = wire_reader(text.data, length);
		int64_t number = wire_get_i64(&in);
		const char *string = wire_get_string(&in, arena);
		double real = wire_get_f64(&in);

		assert_int_equal(wire_done(&in), length == text.length);
		if (!wire_done(&in))
			continue;
		assert_int_equal(number, -5);
		assert_string_equal(string, "four");
		assert_true(real == 0.25);
	}
	text_free(&text);
	arena_free(arena);
}

static void test_string_with_zero_is_bad(void **state)
{
	static const unsigned char bytes[] = { 2, 0, 0, 0, 'a', 0 };
	WireReader in = wire_reader(bytes, sizeof bytes);
	Arena *arena = arena_new();

	(void)state;
	assert_string_equal(wire_get_string(&in, arena), "");
	assert_true(in.bad);
	arena_free(arena);
}

static Artifact two_kernels(void)
{
	static const ArtifactBuffer buffers[] = {
		{ BUFFER_INPUT, 1, SCALAR_F32, 16, -1, true },
		{ BUFFER_OUTPUT, 0, SCALAR_F32, 16, 1, true },
		{ BUFFER_TEMP, 0, SCALAR_U8, INT64_C(1) << 33, -1, true },
		{ BUFFER_TEMP, 1, SCALAR_I32, 1, -1, true },
	};
	static const ArtifactArg args[] = {
		{ ARG_BUFFER, 2, SCALAR_U8 }, { ARG_SCALAR, 0, SCALAR_F64 },
	};
	static const ArtifactKernel kernels[] = {
		{ .name = "k0", .arg_count = 2, .args = args,
		  .dims = 2, .global = { 64, 8, 1 }, .local = { 16, 1, 1 },
		  .local_bytes = 96, .private_bytes = 8, .lines = 12 },
		{ .name = "k1", .arg_count = 0, .args = NULL,
		  .dims = 1, .global = { 1, 1, 1 }, .local = { 1, 1, 1 },
		  .local_bytes = 0, .private_bytes = 0, .lines = 3 },
	};
	static const ArtifactLoop loops[] = {
		{ 0, 2, INT64_C(1) << 40, -1, 1 }, { 1, 1, 2, 3, 8 },
	};

	return (Artifact){
		.source = "kernel void k0() {}", .build_options = "-cl-x",
		.hash = UINT64_C(0x123456789abcdef0), .buffer_count = 4,
		.kernel_count = 2, .buffers = buffers, .kernels = kernels,
		.loop_count = 2, .loops = loops,
	};
}

/* Writing what was read gives the same bytes again. */
static void test_artifact_round_trip(void **state)
{
	Artifact artifact = two_kernels();
	Arena *arena = arena_new();
	Text first = { 0 }, second = { 0 };
	WireReader in;
	const Artifact *copy;

	(void)state;
	message_put_artifact(&first, &artifact);
	in = wire_reader(first.data, first.length);
	copy = message_get_artifact(&in, arena);
	assert_true(wire_done(&in));
	assert_string_equal(copy->source, artifact.source);
	assert_int_equal(copy->kernels[0].global[1], 8);
	assert_int_equal(copy->buffers[0].into, -1);
	assert_int_equal(copy->loops[0].times, INT64_C(1) << 40);
	assert_int_equal(copy->buffers[2].elements, INT64_C(1) << 33);
	message_put_artifact(&second, copy);
	assert_int_equal(first.length, second.length);
	assert_memory_equal(first.data, second.data, first.length);
	text_free(&first);
	text_free(&second);
	arena_free(arena);
}

/* A loop's numbers are as ArtifactLoop says, also in their upper 32 bits. */
static void test_senseless_loops_are_bad(void **state)
{
	static const ArtifactLoop bad[] = {
		{ 0, 2, 0, -1, 1 }, { 0, 2, INT64_MIN, -1, 1 },
		{ 0, 3, 1, -1, 1 }, { 1, 2, 1, -1, 1 }, { -1, 2, 1, -1, 1 },
		{ 0, 2, 1, -2, 1 }, { 0, 2, 1, 2, 1 }, { 0, 2, 1, 4, 1 },
		{ 0, 2, 1, 3, 0 }, { INT32_MAX, INT32_MAX, 1, -1, 1 },
	};
	Arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i <= sizeof bad / sizeof *bad; i++) {
		const bool wide = i == sizeof bad / sizeof *bad;
		const ArtifactLoop good = { 0, 2, 1, 3, 1 };
		Artifact artifact = two_kernels();
		Text text = { 0 };
		WireReader in;

		artifact.loop_count = 1;
		artifact.loops = wide ? &good : &bad[i];
		message_put_artifact(&text, &artifact);
		if (wide)
			text.data[text.length - 8] = 1; /* 2^32 + 3 */
		in = wire_reader(text.data, text.length);
		message_get_artifact(&in, arena);
		assert_true(in.bad);
		text_free(&text);
	}
	arena_free(arena);
}

static void test_cut_artifact_is_bad(void **state)
{
	Artifact artifact = two_kernels();
	Arena *arena = arena_new();
	Text text = { 0 };

	(void)state;
	message_put_artifact(&text, &artifact);
	for (size_t length = 0; length < text.length; length++) {
		WireReader in = wire_reader(text.data, length);

		message_get_artifact(&in, arena);
		assert_false(wire_done(&in));
	}
	text_free(&text);
	arena_free(arena);
}

static void test_device_round_trip(void **state)
{
	Device device = device_generic(), copy;
	Text first = { 0 }, second = { 0 };
	WireReader in;

	(void)state;
	device.index = 3;
	device.has_correct_divide_sqrt = true;
	memset(device.vendor, 'v', DEVICE_TEXT - 1);
	message_put_device(&first, &device);
	in = wire_reader(first.data, first.length);
	copy = message_get_device(&in);
	assert_true(wire_done(&in));
	assert_string_equal(copy.vendor, device.vendor);
	assert_int_equal(copy.timer_resolution_ns, 1000);
	message_put_device(&second, &copy);
	assert_memory_equal(first.data, second.data, first.length);
	text_free(&first);
	text_free(&second);
}

static void test_senseless_times_are_bad(void **state)
{
	static const Times bad[] = {
		{ .event_ns = -1, .wall_ns = 1 },
		{ .event_ns = 1, .wall_ns = 0 },
		{ .event_ns = 1, .wall_ns = -2 },
		{ .event_ns = (double)INFINITY, .wall_ns = 1 },
		{ .event_ns = (double)NAN, .wall_ns = 1 },
		{ .event_ns = 1, .wall_ns = (double)NAN },
		{ .event_ns = 1, .wall_ns = 1, .call_ns = -1 },
		{ .event_ns = 1, .wall_ns = 1, .sum_ns = -1 },
		{ .event_ns = 1, .wall_ns = 1, .work = (double)NAN },
		{ .event_ns = 1, .wall_ns = 1, .others = -1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		Text text = { 0 };
		WireReader in;

		message_put_times(&text, &bad[i]);
		in = wire_reader(text.data, text.length);
		message_get_times(&in);
		assert_true(in.bad);
		text_free(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_every_prefix_is_partial),
		cmocka_unit_test(test_every_flipped_bit_is_seen),
		cmocka_unit_test(test_crc_is_the_standard_one),
		cmocka_unit_test(test_reader_never_passes_its_end),
		cmocka_unit_test(test_string_with_zero_is_bad),
		cmocka_unit_test(test_artifact_round_trip),
		cmocka_unit_test(test_senseless_loops_are_bad),
		cmocka_unit_test(test_cut_artifact_is_bad),
		cmocka_unit_test(test_device_round_trip),
		cmocka_unit_test(test_senseless_times_are_bad),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
