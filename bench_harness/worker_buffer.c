#include "bench_harness/worker_buffer.h"

#include <string.h>
#include <sys/mman.h>

#include "bench_harness/spans.h"
#include "bench_harness/worker_state.h"
#include "bench_harness/zone.h"

enum { HUGE_PAGE = 2 << 20 };

/* OpenCL has no empty buffers: there it is a byte, which is part of the guard
 * behind it. */
static size_t device_bytes(const WorkerBuffer *buffer)
{
	return buffer->body_bytes ? buffer->body_bytes : 1;
}

/* A buffer without guards. It is never given back:
 * Oclgrind 21.10 takes what it knows of a freed buffer for true of the next one
 * at its address. */
static bool make_bare(Worker *w, cl_mem_flags access, WorkerBuffer *buffer)
{
	cl_int code;

	buffer->body = clCreateBuffer(w->context, access, device_bytes(buffer),
				      NULL, &code);
	if (!opencl_ok(&w->failure, code, "clCreateBuffer"))
		return false;
	buffer->parent = buffer->body;
	clRetainMemObject(buffer->body);
	clRetainMemObject(buffer->body);
	return true;
}

static bool make_buffers(Worker *w, bool read_only, WorkerBuffer *buffer)
{
	cl_mem_flags access = read_only ? CL_MEM_READ_ONLY : CL_MEM_READ_WRITE;
	cl_mem_flags where = buffer->host ? CL_MEM_USE_HOST_PTR : 0;
	cl_buffer_region body = { ZONE_GUARD, device_bytes(buffer) };
	size_t bytes = zone_bytes((int64_t)buffer->body_bytes);
	cl_int code;

	if (w->bare)
		return make_bare(w, access, buffer);
	buffer->parent = clCreateBuffer(w->context, access | where, bytes,
					buffer->host, &code);
	if (!opencl_ok(&w->failure, code, "clCreateBuffer"))
		return false;
	buffer->body = clCreateSubBuffer(buffer->parent, access,
					 CL_BUFFER_CREATE_TYPE_REGION, &body,
					 &code);
	return opencl_ok(&w->failure, code, "clCreateSubBuffer");
}

bool buffer_over(Worker *w, unsigned char *zone, size_t body_bytes,
		 bool read_only, WorkerBuffer *buffer)
{
	*buffer = (WorkerBuffer){ .body_bytes = body_bytes };
	if (w->host_memory)
		buffer->host = zone;
	return make_buffers(w, read_only, buffer);
}

/* Pages for a zone, starting at a multiple of 2 MiB when it is that large. */
static bool map_pages(Worker *w, WorkerBuffer *buffer)
{
	size_t bytes = zone_bytes((int64_t)buffer->body_bytes);
	size_t extra = bytes >= HUGE_PAGE ? HUGE_PAGE : 0;
	unsigned char *pages = mmap(NULL, bytes + extra,
				    PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t skip;

	if (pages == MAP_FAILED)
		return opencl_refuse(&w->failure, STATUS_OOM,
				     "no memory for a buffer of %zu bytes",
				     buffer->body_bytes);
	buffer->pages = pages;
	buffer->page_bytes = bytes + extra;
	skip = extra ? (HUGE_PAGE - (uintptr_t)pages % HUGE_PAGE) % HUGE_PAGE
		     : 0;
	buffer->host = pages + skip;
	if (extra)
		madvise(buffer->host, bytes, MADV_HUGEPAGE);
	zone_fill_unwritten(buffer->host, buffer->body_bytes);
	return true;
}

bool worker_buffer_new(Worker *w, size_t body_bytes, bool read_only,
		WorkerBuffer *buffer)
{
	*buffer = (WorkerBuffer){ .body_bytes = body_bytes };
	if (w->host_memory && !map_pages(w, buffer))
		return false;
	return make_buffers(w, read_only, buffer);
}

void buffer_free(WorkerBuffer *buffer)
{
	if (buffer->body && !buffer->borrowed)
		clReleaseMemObject(buffer->body);
	if (buffer->parent && !buffer->borrowed)
		clReleaseMemObject(buffer->parent);
	if (buffer->pages && !buffer->borrowed)
		munmap(buffer->pages, buffer->page_bytes);
	*buffer = (WorkerBuffer){ 0 };
}

void buffer_protect(const WorkerBuffer *buffer)
{
	if (buffer->pages)
		mprotect(buffer->host,
			 zone_bytes((int64_t)buffer->body_bytes), PROT_READ);
}

/* The part of a zone that the device has. */
typedef struct Part {
	size_t from, bytes;
} Part;

static Part zone_part(const Worker *w, const WorkerBuffer *buffer)
{
	if (w->bare)
		return (Part){ ZONE_GUARD, buffer->body_bytes };
	return (Part){ 0, zone_bytes((int64_t)buffer->body_bytes) };
}

static unsigned char *map_zone(Worker *w, const WorkerBuffer *buffer,
			       cl_map_flags flags)
{
	size_t bytes = zone_part(w, buffer).bytes;
	cl_int code;
	void *at = clEnqueueMapBuffer(w->queue, buffer->parent, CL_TRUE, flags,
				      0, bytes ? bytes : 1, 0, NULL, NULL,
				      &code);

	return opencl_ok(&w->failure, code, "clEnqueueMapBuffer") ? at : NULL;
}

static bool unmap_zone(Worker *w, const WorkerBuffer *buffer, void *at)
{
	cl_int code = clEnqueueUnmapMemObject(w->queue, buffer->parent, at, 0,
					      NULL, NULL);

	return opencl_ok(&w->failure, code, "clEnqueueUnmapMemObject")
	    && opencl_ok(&w->failure, clFinish(w->queue), "clFinish");
}

bool buffer_write(Worker *w, const WorkerBuffer *buffer,
		  const unsigned char *zone)
{
	Part part = zone_part(w, buffer);
	unsigned char *at = map_zone(w, buffer,
				     CL_MAP_WRITE_INVALIDATE_REGION);

	if (!at)
		return false;
	if (at != zone)
		spans_copy(at, zone + part.from, part.bytes);
	return unmap_zone(w, buffer, at);
}

bool buffer_send(Worker *w, const WorkerBuffer *buffer,
		 const unsigned char *zone, cl_event *event)
{
	Part part = zone_part(w, buffer);
	cl_int code = clEnqueueWriteBuffer(w->queue, buffer->parent, CL_FALSE,
					   0, part.bytes, zone + part.from, 0,
					   NULL, event);

	return opencl_ok(&w->failure, code, "clEnqueueWriteBuffer")
	    && opencl_ok(&w->failure, clFlush(w->queue), "clFlush");
}

bool buffer_read(Worker *w, const WorkerBuffer *buffer, unsigned char *zone)
{
	Part part = zone_part(w, buffer);
	unsigned char *at = map_zone(w, buffer, CL_MAP_READ);

	if (!at)
		return false;
	if (at != zone)
		spans_copy(zone + part.from, at, part.bytes);
	return unmap_zone(w, buffer, at);
}

bool buffer_same(Worker *w, const WorkerBuffer *buffer,
		 const unsigned char *zone)
{
	Part part = zone_part(w, buffer);
	unsigned char *at = map_zone(w, buffer, CL_MAP_READ);
	bool same;

	if (!at)
		return false;
	same = memcmp(zone + part.from, at, part.bytes) == 0;
	return unmap_zone(w, buffer, at) && same;
}

unsigned char *buffer_map(Worker *w, const WorkerBuffer *buffer, bool fills)
{
	unsigned char *at = map_zone(w, buffer, fills ? CL_MAP_WRITE
						      : CL_MAP_READ);

	return at ? at + ZONE_GUARD - zone_part(w, buffer).from : NULL;
}

bool buffer_unmap(Worker *w, const WorkerBuffer *buffer,
		  const unsigned char *body)
{
	const unsigned char *at = body - ZONE_GUARD
				+ zone_part(w, buffer).from;

	return unmap_zone(w, buffer, (void *)(uintptr_t)at);
}
