/* Device lock: only one process of this machine takes time on a device at a
 * moment; building and checking may go on beside it.
 *
 * It is a lock on a file in /tmp, which ends with the process that holds it. It
 * is a courtesy between tuners, not a promise: where it cannot be had for long,
 * or at all, time is taken without it.
 */
#ifndef BENCH_HARNESS_DEVICE_LOCK_H
#define BENCH_HARNESS_DEVICE_LOCK_H

#include <stdbool.h>

#include "base/device.h"

typedef struct DeviceLock {
	int file; /* -1: none */
	bool held;
	double patience_s; /* less after each turn that did not come */
} DeviceLock;

DeviceLock device_lock_new(const Device *device);
void device_lock_free(DeviceLock *lock);

/* Waits for its turn, a minute at most, and not when stop (or NULL) says so. A
 * process that was suspended may keep the lock for hours: after a turn that did
 * not come the next is waited for a tenth as long, until one comes. */
void device_lock_take(DeviceLock *lock, bool (*stop)(void *context),
		      void *context);
void device_lock_leave(DeviceLock *lock);

#endif
