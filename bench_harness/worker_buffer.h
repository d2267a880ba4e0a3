/* WorkerBuffer: the zone of one buffer on the device.
 *
 * parent is the whole zone, body the part that kernels see. On a device that
 * computes in host memory the zone is memory of this process: either part of a
 * memory file shared with the tuner, or fresh pages, 2 MiB each if the system
 * has them, so that all timed buffers have pages of one kind. Elsewhere host is
 * NULL and the zone is the driver's. A simulator sees every access outside of a
 * buffer, and every load of what was never stored: there buffers are bare,
 * without guards, and temps are as long as they must be, and not filled.
 */
#ifndef BENCH_HARNESS_WORKER_BUFFER_H
#define BENCH_HARNESS_WORKER_BUFFER_H

#include "bench_harness/opencl.h"

struct Worker;

typedef struct WorkerBuffer {
	cl_mem parent, body;
	size_t body_bytes;
	unsigned char *host; /* the zone; NULL: the driver's memory */
	unsigned char *pages; /* fresh pages to unmap, or NULL */
	size_t page_bytes;
	bool borrowed; /* another WorkerBuffer owns all of it */
} WorkerBuffer;

/* Over a zone of a memory file; in the driver's memory when the device does
 * not compute in the host's. read_only: kernels do not write. */
bool buffer_over(struct Worker *w, unsigned char *zone, size_t body_bytes,
		 bool read_only, WorkerBuffer *buffer);

/* In memory of its own. */
bool worker_buffer_new(struct Worker *w, size_t body_bytes, bool read_only,
		WorkerBuffer *buffer);

void buffer_free(WorkerBuffer *buffer);

/* Stores into fresh pages end the process from here on. */
void buffer_protect(const WorkerBuffer *buffer);

/* Copies a whole zone to the buffer, or back. Where the zone is the buffer's
 * own memory only the driver is told. */
bool buffer_write(struct Worker *w, const WorkerBuffer *buffer,
		  const unsigned char *zone);
bool buffer_read(struct Worker *w, const WorkerBuffer *buffer,
		 unsigned char *zone);

/* Begins to copy a whole zone to a buffer in the driver's memory, and does not
 * wait: the zone stays as it is until the event says that it is done. */
bool buffer_send(struct Worker *w, const WorkerBuffer *buffer,
		 const unsigned char *zone, cl_event *event);

/* Whether the buffer holds what the zone does; false also on failure. */
bool buffer_same(struct Worker *w, const WorkerBuffer *buffer,
		 const unsigned char *zone);

/* The body, to be read or to be filled as a whole; NULL on failure. Nothing
 * else happens to the buffer until it is given back. */
unsigned char *buffer_map(struct Worker *w, const WorkerBuffer *buffer,
			  bool fills);
bool buffer_unmap(struct Worker *w, const WorkerBuffer *buffer,
		  const unsigned char *body);

#endif
