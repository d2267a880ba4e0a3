#include "cli/measure.h"

#include <unistd.h>

#include "codegen_opencl/model.h"

static const char *own_path(Session *s)
{
	char path[4096];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

	if (length <= 0)
		return s->options->program;
	return arena_strndup(s->arena, path, (size_t)length);
}

HarnessOptions measure_options(Session *s)
{
	const Site *site = &s->options->sites[s->options->site];
	char **worker = ARENA_ARRAY(s->arena, char *, 3);

	worker[0] = arena_strdup(s->arena, own_path(s));
	worker[1] = arena_strdup(s->arena, "worker");
	return (HarnessOptions){
		.worker = worker, .device = site->device,
		.absent = s->absent,
		.environment = site->settings,
		.build_timeout_s = s->options->build_timeout,
		.run_timeout_s = s->options->run_timeout,
		.seed = s->options->seed, .stop = measure_stopped,
	};
}

const char *measure_ranked_by(const Device *device)
{
	return model_is_for(device) ? "a model of the device; nothing was timed"
				    : "static counts; nothing was timed";
}

void measure_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
}

void measure_catch(void)
{
	sigset_t set;

	measure_signals(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

bool measure_stopped(void *context)
{
	sigset_t pending;

	(void)context;
	sigemptyset(&pending);
	sigpending(&pending);
	return sigismember(&pending, SIGINT) || sigismember(&pending, SIGTERM);
}
