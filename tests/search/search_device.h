/* Devices that a space of derivations is made for in tests. */
#ifndef TESTS_SEARCH_SEARCH_DEVICE_H
#define TESTS_SEARCH_SEARCH_DEVICE_H

#include <stdint.h>

#include "base/device.h"

/* A CPU with AVX-512. */
Device device_of_two_cores(void);

/* A GPU with 132 units and groups of at most 1024. */
Device device_of_a_gpu(void);

/* By turns a device of which nothing is known, a CPU and a GPU. */
Device device_drawn(uint64_t seed);

#endif
