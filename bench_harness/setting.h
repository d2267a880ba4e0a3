/* Setting: what in a process's environment makes a driver work in another way.
 *
 * A driver with other settings is another device to everybody: kernels that are
 * fast with one may be slow with the other, so their times must not be mixed.
 */
#ifndef BENCH_HARNESS_SETTING_H
#define BENCH_HARNESS_SETTING_H

#include "base/device.h"

/* Appends to device->driver the variables that are meant for drivers of its
 * platform, sorted ("3.1 POCL_WORK_GROUP_METHOD=loops"), and, for a CPU, that
 * this process may use only some of its cores. environment ends in NULL. */
void setting_add(Device *device, char *const *environment);

#endif
