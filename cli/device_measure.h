/* What no driver says of a device, taken by microkernels (microkernels.h). */
#ifndef CLI_DEVICE_MEASURE_H
#define CLI_DEVICE_MEASURE_H

#include "cli/session.h"

/* devices --measure: prints the facts of --device on stdout, a JSON object as
 * --device-facts reads it, with those of "model" that can be measured, and with
 * "measured", other numbers that the model does not take. The exit code:
 * EXIT_DEVICE after E0501, E0502, or E0504 for what a microkernel says that
 * cannot be, or that it failed. */
int device_measure(Session *session);

#endif
