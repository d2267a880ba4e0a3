#include "db/process.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <unistd.h>

static void read_boot(char *boot, size_t size)
{
	FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");

	boot[0] = '\0';
	if (!file)
		return;
	if (!fgets(boot, (int)size, file))
		boot[0] = '\0';
	boot[strcspn(boot, "\n")] = '\0';
	fclose(file);
}

/* Field 22 of /proc/PID/stat, counted behind the name in parentheses (which
 * may hold anything); 0 when there is no such process. */
static int64_t start_of(int64_t pid)
{
	enum { FIELDS_BETWEEN = 20 };
	char path[64], line[1024];
	long long start = 0;
	const char *field;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%lld/stat", (long long)pid);
	file = fopen(path, "re");
	if (!file)
		return 0;
	field = fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
	fclose(file);
	for (int i = 0; field && i < FIELDS_BETWEEN; i++)
		field = strchr(field + 1, ' ');
	if (!field || sscanf(field, "%lld", &start) != 1)
		return 0;
	return start;
}

DbProcess process_self(void)
{
	DbProcess self = { .pid = getpid() };
	struct utsname names;

	if (uname(&names) == 0)
		snprintf(self.host, sizeof self.host, "%s", names.nodename);
	read_boot(self.boot, sizeof self.boot);
	self.start = start_of(self.pid);
	return self;
}

static bool exists(int64_t pid)
{
	return kill((pid_t)pid, 0) == 0 || errno == EPERM;
}

ProcessFate process_fate(const DbProcess *self, const DbProcess *other)
{
	if (strcmp(self->host, other->host))
		return PROCESS_ELSEWHERE;
	if (strcmp(self->boot, other->boot))
		return PROCESS_WENT_DOWN;
	if (exists(other->pid) && start_of(other->pid) == other->start)
		return PROCESS_LIVES;
	return PROCESS_DIED;
}
