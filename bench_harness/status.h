/* Status: how the measurement of one kernel ended.
 *
 * One row per status: its name (stored in the database, so never renamed),
 * whether such a row carries a time, and how often another attempt in a fresh
 * worker is worth it (what is deterministic is never retried). Statuses and
 * their treatment follow what drivers were seen to do: a kernel can fail to
 * compile, hang or crash the compiler, hang or crash itself, give wrong
 * results, or write where it must not.
 */
#ifndef BENCH_HARNESS_STATUS_H
#define BENCH_HARNESS_STATUS_H

#include <stdbool.h>

typedef enum {
#define STATUS(member, name, timed, retries, meaning) member,
#include "bench_harness/status.def"
#undef STATUS
	STATUS_COUNT
} Status;

typedef struct StatusRow {
	const char *name;
	bool timed;  /* verified, and has samples */
	int retries; /* further attempts, each in a fresh worker */
	const char *meaning;
} StatusRow;

extern const StatusRow status_rows[STATUS_COUNT];

static inline const char *status_name(Status status)
{
	return status_rows[status].name;
}

/* The status of that name, or STATUS_COUNT. */
Status status_named(const char *name);

#endif
