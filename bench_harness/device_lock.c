#include "bench_harness/device_lock.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "bench_harness/turn.h"

#define PATIENCE_SECONDS 60.0
#define STEP_NS 2000000

enum { FOR_EVERYBODY = 0666 };

/* Another user's file is opened, not made again: some systems refuse that. */
static int open_lock(const char *path)
{
	const int how = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
	int file = open(path, how | O_CREAT | O_EXCL, FOR_EVERYBODY);

	if (file >= 0)
		fchmod(file, FOR_EVERYBODY);
	else
		file = open(path, how);
	return file;
}

/* Whatever its driver, and all CPU drivers use the one CPU. */
static uint64_t hardware_key(const Device *device)
{
	return device->type == DEVICE_CPU ? hash_string("cpu")
					  : hash_string(device->name);
}

DeviceLock device_lock_new(const Device *device)
{
	char path[80];

	snprintf(path, sizeof path, "/tmp/lift-tune-device-%016" PRIx64
		 ".lock", hardware_key(device));
	return (DeviceLock){ .file = open_lock(path),
			     .patience_s = PATIENCE_SECONDS };
}

void device_lock_free(DeviceLock *lock)
{
	if (lock->file >= 0)
		close(lock->file);
	*lock = (DeviceLock){ .file = -1 };
}

void device_lock_take(DeviceLock *lock, bool (*stop)(void *context),
		      void *context)
{
	static const struct timespec step = { 0, STEP_NS };
	Stopwatch watch = { 0 };

	while (lock->file >= 0 && !lock->held) {
		lock->held = flock(lock->file, LOCK_EX | LOCK_NB) == 0;
		if (lock->held)
			lock->patience_s = PATIENCE_SECONDS;
		if (lock->held || (stop && stop(context)))
			return;
		if (stopwatch_look(&watch) > lock->patience_s) {
			lock->patience_s /= 10;
			return;
		}
		nanosleep(&step, NULL);
	}
}

void device_lock_leave(DeviceLock *lock)
{
	if (lock->held)
		flock(lock->file, LOCK_UN);
	lock->held = false;
}
