/* What a schedule may ask of the device. */
#include <string.h>

#include "search/schedule/block.h"
#include "search/space/hardware.h"

static int64_t alone(const Device *device)
{
	(void)device;
	return hardware_alone();
}

static int64_t code(const Device *device)
{
	(void)device;
	return hardware_code();
}

static int64_t flight(const Device *device)
{
	(void)device;
	return hardware_flight();
}

static int64_t line(const Device *device)
{
	return hardware_line(device);
}

static int64_t private_scalars(const Device *device)
{
	return hardware_private(device);
}

/* A unit computes the items of groups one after the other. */
static int64_t in_turn(const Device *device)
{
	return hardware_is_cpu(device);
}

static int64_t streams(const Device *device)
{
	(void)device;
	return hardware_streams();
}

static int64_t units(const Device *device)
{
	return device->compute_units;
}

static int64_t group_memory(const Device *device)
{
	return hardware_is_cpu(device) || !device->local_is_dedicated
	       ? 0 : device->local_bytes;
}

static const DeviceFact facts[] = {
	{ "alone", alone }, { "code", code }, { "flight", flight },
	{ "group_memory", group_memory }, { "group_size", hardware_group },
	{ "in_turn", in_turn }, { "items", hardware_items },
	{ "last", hardware_last }, { "line", line },
	{ "private_scalars", private_scalars },
	{ "registers", hardware_registers }, { "streams", streams },
	{ "units", units },
	{ "worthwhile", hardware_worthwhile },
};

const DeviceFact *device_fact_named(const char *name)
{
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		if (!strcmp(facts[i].name, name))
			return &facts[i];
	return NULL;
}
