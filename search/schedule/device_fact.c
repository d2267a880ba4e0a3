/* What a schedule may ask of the device, of the search and of the generator. */
#include <string.h>

#include "search/schedule/block.h"
#include "search/space/hardware.h"

static int64_t in_turn(const Device *device)
{
	return hardware_in_turn(device);
}

static int64_t units(const Device *device)
{
	return device->compute_units;
}

/* Whether steps are to hold for other sizes, too. */
static int64_t is_open(const Task *task)
{
	return task->open != NULL;
}

/* Assumed: as many elements as an item stores, each or not, in a kernel that is
 * not too long to be generated. */
static int64_t guarded(void)
{
	enum { GUARDED = 32 };

	return GUARDED;
}

static const DeviceFact facts[] = {
	{ "alone", NULL, hardware_alone, NULL },
	{ "code", NULL, hardware_code, NULL },
	{ "flight", NULL, hardware_flight, NULL },
	{ "group_memory", hardware_group_memory, NULL, NULL },
	{ "group_size", hardware_group, NULL, NULL },
	{ "guarded", NULL, guarded, NULL },
	{ "in_turn", in_turn, NULL, NULL },
	{ "items", hardware_items, NULL, NULL },
	{ "last", hardware_last, NULL, NULL },
	{ "line", hardware_line, NULL, NULL },
	{ "private_scalars", hardware_private, NULL, NULL },
	{ "open", NULL, NULL, is_open },
	{ "registers", hardware_registers, NULL, NULL },
	{ "streams", NULL, hardware_streams, NULL },
	{ "units", units, NULL, NULL },
	{ "worthwhile", hardware_worthwhile, NULL, NULL },
};

const DeviceFact *device_fact_named(const char *name)
{
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		if (!strcmp(facts[i].name, name))
			return &facts[i];
	return NULL;
}

int64_t device_fact_tell(const DeviceFact *fact, const Task *task)
{
	return fact->tell ? fact->tell(&task->device)
	     : fact->assumed ? fact->assumed() : fact->asked(task);
}
