#include "bench_harness/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench_harness/strays.h"
#include "bench_harness/turn.h"

#define REAP_SECONDS 30.0
#define REAP_STEP_NS 500000
#define STOP_STEP_NS 200000L

enum { STOP_STEPS = 50 };

extern char **environ;

/* Prefixes of what is passed on: how to find drivers, and their settings. */
static const char *const passed[] = {
	"PATH=", "HOME=", "USER=", "TMPDIR=", "LD_LIBRARY_PATH=",
	"LD_PRELOAD=", "OCL_ICD_", "OPENCL_", "POCL_", "OCLGRIND_", "CUDA_",
	"NVIDIA_", "ROCR_", "ROC_", "HIP_", "HSA_", "GPU_", "ZE_", "NEO_",
	"IGC_", "MKLROOT=", "MKL_", "CL_CONFIG_", "RUSTICL_", "MESA_", "ASAN_OPTIONS=", "LSAN_OPTIONS=",
	"UBSAN_OPTIONS=",
};

/* What is set whatever the user has: no hidden caches, and a division by zero
 * that kills instead of spinning for ever. %s is the cache folder. */
static const char *const forced[] = {
	"POCL_CACHE_DIR=%s/pocl", "POCL_SIGFPE_HANDLER=0",
	"CUDA_CACHE_PATH=%s/cuda", "NEO_CACHE_DIR=%s/neo",
	"XDG_CACHE_HOME=%s/xdg",
};

enum {
	PASSED = sizeof passed / sizeof *passed,
	FORCED = sizeof forced / sizeof *forced
};

static bool same_name(const char *variable, const char *other)
{
	return strncmp(variable, other, strcspn(variable, "=") + 1) == 0;
}

static bool is_forced(const char *variable)
{
	for (int i = 0; i < FORCED; i++)
		if (same_name(variable, forced[i]))
			return true;
	return false;
}

static bool is_passed(const char *variable, char *const *extra)
{
	for (; extra && *extra; extra++)
		if (same_name(variable, *extra))
			return false;
	for (int i = 0; i < PASSED && !is_forced(variable); i++)
		if (strncmp(variable, passed[i], strlen(passed[i])) == 0)
			return true;
	return false;
}

static char *forced_variable(Arena *arena, const char *form,
			     const char *cache)
{
	const char *hole = strstr(form, "%s");

	if (!hole)
		return arena_strdup(arena, form);
	return arena_printf(arena, "%.*s%s%s", (int)(hole - form), form, cache,
			    hole + 2);
}

static size_t count_of(char *const *list)
{
	size_t count = 0;

	while (list && list[count])
		count++;
	return count;
}

char **process_environment(Arena *arena, const char *cache,
			   char *const *extra)
{
	size_t count = count_of(environ) + count_of(extra), used = 0;
	char **list = ARENA_ARRAY(arena, char *, count + FORCED + 1);

	for (char **variable = environ; *variable; variable++)
		if (is_passed(*variable, extra))
			list[used++] = arena_strdup(arena, *variable);
	for (; extra && *extra; extra++)
		if (!is_forced(*extra))
			list[used++] = arena_strdup(arena, *extra);
	for (int i = 0; i < FORCED; i++)
		list[used++] = forced_variable(arena, forced[i], cache);
	return list;
}

double process_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Whatever the tuner has open is none of the worker's business. Kernels that
 * do not know the call leave what is not marked to be closed. */
static bool close_from(unsigned first)
{
	syscall(SYS_close_range, first, ~0U, 0);
	return true;
}

/* Between fork and exec: system calls only. */
static _Noreturn void become(char *const *argv, char *const *environment,
			     int socket, int log, pid_t tuner)
{
	static const struct rlimit none = { 0, 0 };
	sigset_t nothing;

	setpgid(0, 0);
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	if (getppid() != tuner)
		_exit(0);
	setrlimit(RLIMIT_CORE, &none);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	sigemptyset(&nothing);
	sigprocmask(SIG_SETMASK, &nothing, NULL);
	if (dup2(socket, 0) == 0 && dup2(socket, 1) == 1 && dup2(log, 2) == 2
	    && close_from(3))
		execve(argv[0], argv, environment);
	_exit(127);
}

static void close_pair(const int *pair)
{
	close(pair[0]);
	close(pair[1]);
}

static bool make_ends(int *sockets, int *log)
{
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) < 0)
		return false;
	if (pipe2(log, O_CLOEXEC) < 0) {
		close_pair(sockets);
		return false;
	}
	fcntl(sockets[0], F_SETFL, O_NONBLOCK);
	fcntl(log[0], F_SETFL, O_NONBLOCK);
	return true;
}

static void forget(Process *process)
{
	close(process->socket);
	close(process->log);
	if (process->handle >= 0)
		close(process->handle);
	*process = (Process){ .handle = -1, .socket = -1, .log = -1 };
}

/* Of all workers of this process. */
static void begin_mark(char mark[PROCESS_MARK])
{
	snprintf(mark, PROCESS_MARK, "WORKER_MARK=%d.", (int)getpid());
}

/* Of the one that starts now. */
static void make_mark(char mark[PROCESS_MARK])
{
	size_t length;

	begin_mark(mark);
	length = strlen(mark);
	snprintf(mark + length, PROCESS_MARK - length, "%.0f.",
		 process_now() * 1e9);
}

/* The mark comes first. */
static char **marked(char *const *environment, char *mark)
{
	size_t count = count_of(environment);
	char **list = base_calloc(count + 2, sizeof *list);

	list[0] = mark;
	for (size_t i = 0; i < count; i++)
		list[i + 1] = environment[i];
	return list;
}

/* Its id; less than 0 when it cannot be started. */
static pid_t start(char *const *argv, char *const *environment, char *mark,
		   int socket, int log)
{
	char **list = marked(environment, mark);
	pid_t tuner = getpid(), pid = fork();

	if (pid == 0)
		become(argv, list, socket, log, tuner);
	if (pid > 0)
		setpgid(pid, pid);
	free(list);
	return pid;
}

bool process_start(Process *process, char *const *argv,
		   char *const *environment)
{
	int sockets[2], log[2];

	if (!make_ends(sockets, log))
		return false;
	make_mark(process->mark);
	process->pid = start(argv, environment, process->mark, sockets[1],
			     log[1]);
	close(sockets[1]);
	close(log[1]);
	process->socket = sockets[0];
	process->log = log[0];
	process->handle = (int)syscall(SYS_pidfd_open, process->pid, 0);
	if (process->pid > 0)
		return true;
	forget(process);
	return false;
}

/* alone: it has left nothing behind. */
static bool reap(Process *process, double seconds, bool alone, int *status)
{
	static const struct timespec step = { 0, REAP_STEP_NS };
	Stopwatch watch = { 0 };

	for (;;) {
		pid_t pid = waitpid(process->pid, status, WNOHANG);

		if (pid == process->pid || (pid < 0 && errno == ECHILD)) {
			kill(-process->pid, SIGKILL);
			if (!alone)
				strays_end(0, process->mark);
			forget(process);
			return true;
		}
		if (stopwatch_look(&watch) >= seconds)
			return false;
		nanosleep(&step, NULL);
	}
}

bool process_reap(Process *process, double seconds, int *status)
{
	return reap(process, seconds, false, status);
}

bool process_await_stop(pid_t pid)
{
	static const struct timespec step = { 0, STOP_STEP_NS };
	const int what = WSTOPPED | WEXITED | WNOWAIT | WNOHANG;
	siginfo_t state;

	for (int i = 0; i < STOP_STEPS; i++) {
		state.si_pid = 0;
		if (waitid(P_PID, (id_t)pid, &state, what) != 0)
			return false;
		if (state.si_pid)
			return state.si_code == CLD_STOPPED;
		nanosleep(&step, NULL);
	}
	return false;
}

bool process_kill(Process *process)
{
	int status;
	bool alone;

	if (!process->pid)
		return true;
	kill(process->pid, SIGSTOP);
	alone = process_await_stop(process->pid) && strays_none(process->pid);
	if (!alone)
		strays_end(process->pid, process->mark);
	kill(-process->pid, SIGKILL);
	kill(process->pid, SIGKILL);
	if (reap(process, REAP_SECONDS, alone, &status))
		return true;
	forget(process);
	return false;
}

void process_kill_all(void)
{
	char mark[PROCESS_MARK];

	begin_mark(mark);
	strays_end(0, mark);
}
