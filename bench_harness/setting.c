#include "bench_harness/setting.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/text.h"

typedef struct SettingRow {
	const char *platform, *prefix; /* of the variables for that platform */
} SettingRow;

static const SettingRow rows[] = {
	{ "Portable Computing Language", "POCL_" },
	{ "Intel", "CL_CONFIG_" },
	{ "Intel", "NEO" },
	{ "Intel", "IGC_" },
	{ "NVIDIA", "CUDA_" },
	{ "AMD", "GPU_" },
	{ "AMD", "HSA_" },
	{ "AMD", "ROC" },
	{ "rusticl", "RUSTICL_" },
};

/* These say where files lie or what is told, and change no kernel. */
static const char *const indifferent[] = {
	"POCL_CACHE_DIR=", "POCL_SIGFPE_HANDLER=", "POCL_DEBUG",
	"POCL_TRACING", "CUDA_CACHE_", "NEO_CACHE_",
};

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool concerns(const char *platform, const char *variable)
{
	for (size_t i = 0; i < sizeof indifferent / sizeof *indifferent; i++)
		if (begins(variable, indifferent[i]))
			return false;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strstr(platform, rows[i].platform)
		    && begins(variable, rows[i].prefix))
			return true;
	return false;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void put_variables(Text *text, const char *platform,
			  char *const *environment)
{
	size_t count = 0, used = 0;
	char **found;

	while (environment[count])
		count++;
	found = base_calloc(count + 1, sizeof *found);
	for (size_t i = 0; i < count; i++)
		if (concerns(platform, environment[i]))
			found[used++] = environment[i];
	qsort(found, used, sizeof *found, by_text);
	for (size_t i = 0; i < used; i++)
		text_printf(text, " %s", found[i]);
	free(found);
}

static void put_cores(Text *text)
{
	long all = sysconf(_SC_NPROCESSORS_ONLN);
	cpu_set_t mine;

	if (sched_getaffinity(0, sizeof mine, &mine) == 0
	    && CPU_COUNT(&mine) < all)
		text_printf(text, " on %d of %ld cores", CPU_COUNT(&mine),
			    all);
}

/* What does not fit is told apart by its hash. */
static void append(char driver[DEVICE_TEXT], const char *settings)
{
	size_t length = strlen(driver);

	if (length + strlen(settings) < DEVICE_TEXT)
		strcpy(driver + length, settings);
	else
		snprintf(driver + (length < DEVICE_TEXT - 18
				   ? length : DEVICE_TEXT - 18),
			 18, " %016" PRIx64, hash_string(settings));
}

void setting_add(Device *device, char *const *environment)
{
	Text text = { 0 };

	put_variables(&text, device->platform, environment);
	if (device->type == DEVICE_CPU)
		put_cores(&text);
	append(device->driver, text_string(&text));
	text_free(&text);
}
