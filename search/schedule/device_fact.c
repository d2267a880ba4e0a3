/* What a schedule may ask of the device. */
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

static const DeviceFact facts[] = {
	{ "alone", NULL, hardware_alone },
	{ "code", NULL, hardware_code },
	{ "flight", NULL, hardware_flight },
	{ "group_memory", hardware_group_memory, NULL },
	{ "group_size", hardware_group, NULL },
	{ "in_turn", in_turn, NULL },
	{ "items", hardware_items, NULL },
	{ "last", hardware_last, NULL },
	{ "line", hardware_line, NULL },
	{ "private_scalars", hardware_private, NULL },
	{ "registers", hardware_registers, NULL },
	{ "streams", NULL, hardware_streams },
	{ "units", units, NULL },
	{ "worthwhile", hardware_worthwhile, NULL },
};

const DeviceFact *device_fact_named(const char *name)
{
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		if (!strcmp(facts[i].name, name))
			return &facts[i];
	return NULL;
}

int64_t device_fact_tell(const DeviceFact *fact, const Device *device)
{
	return fact->tell ? fact->tell(device) : fact->assumed();
}
