/* Plain C as references: what their tables (plain_table.c, plain_one.c) are made
 * of, and the programs that both have. */
#ifndef REFERENCES_PLAIN_RUN_H
#define REFERENCES_PLAIN_RUN_H

#include "bench_harness/reference.h"
#include "plain.h"

static inline const float *in(const ReferenceCall *call, int port)
{
	return call->inputs[port];
}

static inline float *out(const ReferenceCall *call, int port)
{
	return call->outputs[port];
}

static inline size_t size(const ReferenceCall *call, const char *name)
{
	return (size_t)reference_size(call, name);
}

static inline void *open_host(const ReferenceCall *call)
{
	static char good;

	return call->outputs[0] ? &good : NULL;
}

#define RUN(program, ...)                                                    \
	static int run_##program(void *state, const ReferenceCall *call)     \
	{                                                                    \
		(void)state;                                                 \
		__VA_ARGS__;                                                 \
		return 0;                                                    \
	}

#define ROW(program) { #program, open_host, run_##program, NULL, NULL, NULL }

RUN(scan_i32, plain_scan_i32(size(call, "N"), call->inputs[0],
			     call->outputs[0]))
RUN(scan_f32, plain_scan_f32(size(call, "N"), in(call, 0), out(call, 0)))
RUN(filter, plain_filter(size(call, "N"), call->inputs[0], call->outputs[0],
			 call->outputs[1]))
RUN(histogram, plain_histogram(size(call, "N"), size(call, "B"),
			       call->inputs[0], call->outputs[0]))
RUN(histogram_skewed, plain_histogram_skewed(size(call, "N"),
			size(call, "B"), call->inputs[0], call->outputs[0]))
RUN(sort, plain_sort(size(call, "N"), call->inputs[0], call->outputs[0]))
RUN(row_sums, plain_row_sums(size(call, "M"), in(call, 0), call->inputs[1],
			     out(call, 0)))
RUN(csr_product, plain_csr_product(size(call, "M"), in(call, 0),
				   call->inputs[1], call->inputs[2],
				   in(call, 3), out(call, 0)))

#define PROGRAMS ROW(scan_i32), ROW(scan_f32), ROW(filter), ROW(histogram),  \
	ROW(histogram_skewed), ROW(sort), ROW(row_sums), ROW(csr_product)

#endif
