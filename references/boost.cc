// Boost.Compute on the very device and queue, as it comes.
extern "C" {
#include "bench_harness/reference.h"
}

#include <algorithm>
#include <boost/compute.hpp>
#include <exception>
#include <vector>

namespace compute = boost::compute;
using compute::lambda::_1;

namespace {

compute::command_queue queue_of(const ReferenceCall *call)
{
	return compute::command_queue(call->queue);
}

size_t size(const ReferenceCall *call, const char *name)
{
	return static_cast<size_t>(reference_size(call, name));
}

template <typename T> compute::buffer_iterator<T> first(cl_mem buffer)
{
	return compute::make_buffer_iterator<T>(compute::buffer(buffer), 0);
}

template <typename T>
compute::buffer_iterator<T> input(const ReferenceCall *call, int port)
{
	return first<T>(call->input_buffers[port]);
}

template <typename T>
compute::buffer_iterator<T> output(const ReferenceCall *call, int port)
{
	return first<T>(call->output_buffers[port]);
}

// A program that needs no memory but its own.
void *open_any(const ReferenceCall *)
{
	static char state;

	return &state;
}

// 0, or 1 where Boost.Compute throws.
template <typename Body> int run(const ReferenceCall *call, Body body)
{
	try {
		compute::command_queue queue = queue_of(call);

		body(queue);
		queue.finish();
		return 0;
	} catch (const std::exception &) {
		return 1;
	}
}

template <typename T> int run_scan(void *, const ReferenceCall *call)
{
	return run(call, [=](compute::command_queue &queue) {
		const auto x = input<T>(call, 0);

		compute::inclusive_scan(x, x + size(call, "N"),
					output<T>(call, 0), queue);
	});
}

int run_filter(void *, const ReferenceCall *call)
{
	return run(call, [=](compute::command_queue &queue) {
		const auto x = input<cl_int>(call, 0);
		const auto out = output<cl_int>(call, 0);
		const auto end = compute::copy_if(x, x + size(call, "N"), out,
						  _1 > 0, queue);
		const cl_long count = end - out;

		compute::copy(&count, &count + 1, output<cl_long>(call, 1),
			      queue);
	});
}

int run_sort(void *, const ReferenceCall *call)
{
	return run(call, [=](compute::command_queue &queue) {
		const auto x = input<cl_uint>(call, 0);
		const auto out = output<cl_uint>(call, 0);
		const size_t n = size(call, "N");

		compute::copy(x, x + n, out, queue);
		compute::sort(out, out + n, queue);
	});
}

// Sums by keys: each element's row. They are made again where the offsets are
// others, which takes the time of a comparison in each call.
struct Rows {
	std::vector<cl_long> offsets;
	compute::vector<cl_int> keys, found;
	compute::vector<cl_float> sums;

	Rows(size_t n, size_t m, compute::command_queue &queue)
	    : offsets(m + 1, -1), keys(n, queue.get_context()),
	      found(m, queue.get_context()), sums(m, queue.get_context())
	{
	}

	void update(const cl_long *now, compute::command_queue &queue)
	{
		if (std::equal(offsets.begin(), offsets.end(), now))
			return;
		std::vector<cl_int> made(keys.size());

		std::copy(now, now + offsets.size(), offsets.begin());
		for (size_t r = 0; r + 1 < offsets.size(); r++)
			for (cl_long i = now[r]; i < now[r + 1]; i++)
				made[static_cast<size_t>(i)]
					= static_cast<cl_int>(r);
		compute::copy(made.begin(), made.end(), keys.begin(), queue);
	}
};

void *open_rows(const ReferenceCall *call)
{
	if (!call->inputs[1])
		return nullptr;
	try {
		compute::command_queue queue = queue_of(call);

		return new Rows(size(call, "N"), size(call, "M"), queue);
	} catch (const std::exception &) {
		return nullptr;
	}
}

// Rows without elements have no key: their sums are set before.
int run_rows(void *state, const ReferenceCall *call)
{
	Rows *rows = static_cast<Rows *>(state);

	return run(call, [=](compute::command_queue &queue) {
		const size_t m = size(call, "M");
		const auto out = output<cl_float>(call, 0);

		rows->update(static_cast<const cl_long *>(call->inputs[1]),
			     queue);
		compute::fill(out, out + m, 0.0f, queue);
		if (!rows->offsets[m]) // reduce_by_key of nothing gives a key
			return;
		const auto end = compute::reduce_by_key(
			rows->keys.begin(),
			rows->keys.begin() + rows->offsets[m],
			input<cl_float>(call, 0), rows->found.begin(),
			rows->sums.begin(), queue);

		compute::scatter(rows->sums.begin(), end.second,
				 rows->found.begin(), out, queue);
	});
}

void close_rows(void *state)
{
	delete static_cast<Rows *>(state);
}

} // namespace

extern "C" const Reference lift_tune_references[] = {
	{ "scan_i32", open_any, run_scan<cl_int>, nullptr, nullptr, nullptr },
	{ "scan_f32", open_any, run_scan<cl_float>, nullptr, nullptr, nullptr },
	{ "filter", open_any, run_filter, nullptr, nullptr, nullptr },
	{ "sort", open_any, run_sort, nullptr, nullptr, nullptr },
	{ "row_sums", open_rows, run_rows, nullptr, close_rows, nullptr },
	{ nullptr, nullptr, nullptr, nullptr, nullptr, nullptr },
};
