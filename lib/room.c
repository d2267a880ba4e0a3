#include "lib/room.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/checked.h"

/* More than any machine has when it cannot be counted. */
static int64_t bytes_of(const Port *port)
{
	int64_t bytes;

	return checked_mul(port->elements,
			   (int64_t)scalar_bytes(port->scalar), &bytes)
		? bytes : INT64_MAX;
}

static int64_t sum(const Port *ports, int count, int64_t bytes)
{
	for (int i = 0; i < count; i++)
		if (!checked_add(bytes, bytes_of(&ports[i]), &bytes))
			return INT64_MAX;
	return bytes;
}

static bool too_much(Session *s, DiagCode code, const char *what,
		     int64_t bytes, int64_t limit)
{
	Place place = { .file = s->file };
	char found[64], expected[64];

	snprintf(found, sizeof found, "%" PRId64 " MiB", bytes >> 20);
	snprintf(expected, sizeof expected, "at most %" PRId64 " MiB",
		 limit >> 20);
	diag_add(s->diags, code, &place, found, expected, "%s with %s", what,
		 session_sizes(s));
	return false;
}

bool room_in_memory(Session *s)
{
	const Program *p = s->program;
	int64_t pages = sysconf(_SC_PHYS_PAGES);
	int64_t limit = pages * sysconf(_SC_PAGESIZE);
	int64_t bytes = sum(p->out_ports, p->output_count,
			    sum(p->in_ports, p->in_port_count, 0));

	return pages <= 0 || bytes <= limit
	    || too_much(s, E0405, "too many data for the memory of this machine",
			bytes, limit);
}

static bool each_fits(Session *s, const Device *device, const Port *ports,
		      int count)
{
	for (int i = 0; i < count; i++)
		if (bytes_of(&ports[i]) > device->max_alloc_bytes) {
			too_much(s, E0304, "too many data for one buffer of "
				 "the device", bytes_of(&ports[i]),
				 device->max_alloc_bytes);
			return false;
		}
	return true;
}

bool room_on_device(Session *s, const Device *device)
{
	const Program *p = s->program;

	return each_fits(s, device, p->in_ports, p->in_port_count)
	    && each_fits(s, device, p->out_ports, p->output_count);
}
