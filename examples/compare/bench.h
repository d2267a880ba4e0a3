/* Bench: what the comparisons share: a device, buffers that the host and the
 * device both see, and calls taken in turn whose wall times are compared.
 *
 * Buffers are page-aligned host memory with large pages where the system has
 * them, given to OpenCL without a copy.
 */
#ifndef BENCH_H
#define BENCH_H

#include <CL/cl.h>
#include <stddef.h>

typedef struct Bench {
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
} Bench;

typedef struct Buffer {
	void *host;
	size_t bytes;
	cl_mem device;
} Buffer;

/* Ends the program when an OpenCL call failed. */
void check(cl_int error, const char *what);

/* The first device of the first platform. */
void bench_open(Bench *bench);
void bench_close(Bench *bench);

/* Waits for what was enqueued with that result. */
void bench_finish(const Bench *bench, cl_int error);

Buffer buffer_new(const Bench *bench, size_t bytes);
void buffer_free(Buffer *buffer);

/* count floats in [low, high), the same for the same seed. */
Buffer buffer_drawn(const Bench *bench, size_t count, unsigned seed,
		    float low, float high);

/* Calls both in turn that often; prints a row of the table. */
void bench_row(const char *name, void (*tuned)(void *context),
	       void (*other)(void *context), void *context, int rounds,
	       const char *remark);
void bench_head(const char *other);

/* The number of rounds asked for on the command line. */
int bench_rounds(int argc, char **argv);

#endif
