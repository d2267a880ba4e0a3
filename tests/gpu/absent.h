/* Absent: a program, and a device that is not there, by its facts. */
#ifndef TESTS_GPU_ABSENT_H
#define TESTS_GPU_ABSENT_H

#include "base/device.h"
#include "ir/core/program.h"

typedef struct Absent {
	const Device *device;
	const Program *program;
} Absent;

/* From a file of its facts; NULL after a message. It lives as long as the process. */
const Device *absent_device(const char *facts);

/* From two files, with so many sizes, each as NAME=VALUE; false after a
 * message. Both live as long as the process. */
bool absent_read(Absent *absent, const char *facts, const char *document,
		 int count, char *const *sizes);

#endif
