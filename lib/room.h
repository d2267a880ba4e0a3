/* Room: whether the data of a program fit, before anything is allocated. */
#ifndef LIB_ROOM_H
#define LIB_ROOM_H

#include "base/device.h"
#include "lib/session.h"

/* Inputs and outputs together in the memory of this machine; false after a
 * diagnostic. */
bool room_in_memory(Session *session);

/* Each of them in one buffer of the device; false after a diagnostic. */
bool room_on_device(Session *session, const Device *device);

#endif
