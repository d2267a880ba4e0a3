#include "bench_harness/region.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

bool region_new(Region *region, const char *name, int64_t bytes)
{
	int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
	void *base = MAP_FAILED;

	*region = (Region){ .descriptor = -1 };
	if (file < 0)
		return false;
	if (posix_fallocate(file, 0, bytes) == 0)
		base = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_POPULATE, file, 0);
	if (base == MAP_FAILED) {
		close(file);
		return false;
	}
	fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
	*region = (Region){ .descriptor = file, .base = base,
			    .bytes = (size_t)bytes };
	return true;
}

void region_free(Region *region)
{
	if (region->base) {
		munmap(region->base, region->bytes);
		close(region->descriptor);
	}
	*region = (Region){ .descriptor = -1 };
}

void region_freeze(const Region *region)
{
	fcntl(region->descriptor, F_ADD_SEALS, F_SEAL_FUTURE_WRITE);
}

int64_t region_available(void)
{
	FILE *info = fopen("/proc/meminfo", "r");
	long long kib = INT64_MAX / 1024;
	char line[256];

	while (info && fgets(line, sizeof line, info))
		if (sscanf(line, "MemAvailable: %lld kB", &kib) == 1)
			break;
	if (info)
		fclose(info);
	return (int64_t)kib * 1024;
}
