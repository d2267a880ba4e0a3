/* Device facts: what a device says of itself, as a JSON object: a line of
 * devices --json, and the file of --device-facts, by which kernels are made for
 * a device that is not there. Each row of base/device.def and
 * base/device_flag.def is a member; max_item_sizes is an array.
 * "source" says where they are from, if not from the device itself.
 */
#ifndef CLI_DEVICE_FACTS_H
#define CLI_DEVICE_FACTS_H

#include "base/device.h"
#include "cli/session.h"

enum { DEVICE_FACTS_VERSION = 1 }; /* the member "facts" */

/* The members, without braces around them. */
void device_facts_put(Text *text, const Device *device);

/* Reads the file of --device-facts, where it is given, into session->absent.
 * False after E07xx or E0504: a fact is missing or cannot be, or the file is of
 * another version. */
bool device_facts_read(Session *session);

#endif
