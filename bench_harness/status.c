#include "bench_harness/status.h"

#include <string.h>

const StatusRow status_rows[STATUS_COUNT] = {
#define STATUS(member, name, timed, retries, meaning) \
	[member] = { name, timed, retries, meaning },
#include "bench_harness/status.def"
#undef STATUS
};

Status status_named(const char *name)
{
	int s = 0;

	while (s < STATUS_COUNT && strcmp(status_rows[s].name, name) != 0)
		s++;
	return (Status)s;
}
