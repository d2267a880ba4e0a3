/* Data that test little, and are used all the same. */
#include <stdio.h>
#include <string.h>

#include "cli/inputs.h"

static bool is_alike(const Array *array)
{
	const size_t bytes = scalar_bytes(array->scalar);
	const char *data = array->data;

	return array->elements > 1
	    && !memcmp(data, data + bytes,
		       bytes * (size_t)(array->elements - 1));
}

void inputs_tell_alike(const Program *p, const Array *arrays)
{
	for (int i = 0; i < p->in_port_count; i++)
		if (p->in_ports[i].rank && !p->in_ports[i].part
		    && is_alike(&arrays[i]))
			fprintf(stderr, "note: all elements of %s are equal: "
				"these data do not test which of them a kernel "
				"takes\n", p->in_ports[i].name);
}
