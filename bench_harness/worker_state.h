/* The worker's state, shared by the files worker*.c and by nothing else. */
#ifndef BENCH_HARNESS_WORKER_STATE_H
#define BENCH_HARNESS_WORKER_STATE_H

#include "bench_harness/frame.h"
#include "bench_harness/message.h"
#include "bench_harness/opencl.h"
#include "bench_harness/worker_buffer.h"
#include "bench_harness/worker_kept.h"

enum { WORKER_DEVICES = 64, WORKER_DESCRIPTORS = 2, WORKER_TIMED = -1 };

/* One group of data sets. timed_* are what SAMPLE uses, in fresh memory on huge
 * pages where the host's memory is the device's. */
typedef struct Load {
	Arena *arena; /* NULL: nothing loaded */
	LoadRequest plan;
	unsigned char *data, *work; /* the two memory files */
	WorkerBuffer *inputs[BENCH_SETS], *outputs[BENCH_SETS];
	WorkerBuffer *timed_inputs, *timed_outputs;
	int sent_count; /* copies of inputs to the device that nobody has */
	cl_event *sent; /* waited for: kernels are built meanwhile */
} Load;

/* A reference that is open (worker_reference.c). */
typedef struct Native Native;

/* One built artifact, or a reference and an artifact without kernels. */
typedef struct Slot {
	Arena *arena; /* NULL: empty */
	const Artifact *artifact;
	int load;
	cl_program program;
	cl_kernel *kernels;
	bool launched; /* once, so that no code is made any more */
	bool summed;   /* sum is that of its outputs on the last set */
	uint64_t sum;
	Native *native; /* NULL: it is no reference */
} Slot;

/* Of a program that another process has compiled. */
typedef struct Binary {
	const unsigned char *bytes; /* NULL: none */
	size_t length;
} Binary;

typedef struct Worker {
	int in, out;
	Text incoming;
	int descriptors[WORKER_DESCRIPTORS], descriptor_count;
	uint32_t job; /* being answered */
	ClFailure failure;
	ClDevice device;
	cl_context context;
	cl_command_queue queue;
	bool host_memory; /* buffers lie over memory of this process */
	bool bare;        /* buffers have no guards */
	Load loads[MESSAGE_LOADS];
	Slot slots[MESSAGE_SLOTS];
	WorkerBuffer *temps; /* by temp number, as large as ever needed */
	int temp_count;
	Kept kept;
} Worker;

/* Each returns false with w->failure set. */
bool worker_open(Worker *w, int device, bool plain_buffers);
bool worker_load(Worker *w, const LoadRequest *plan, Arena *arena);
bool worker_loaded(Worker *w, Load *load); /* waits for its copies */
bool worker_build(Worker *w, int slot, int load, const Artifact *artifact,
		  const Binary *binary, Arena *arena, Times *times);
void worker_binary(Worker *w, int slot, Text *binary);
/* Whether its buffers and arguments fit the data. */
bool worker_check(Worker *w, int load, const Artifact *artifact);
bool worker_run(Worker *w, int slot, int set, Times *times);
bool worker_sample(Worker *w, const SampleRequest *sample, Times *times);
bool worker_confirm(Worker *w, const CheckRequest *check, Checked *checked);

/* Keeps in mind what the slot has just made of that set. */
void worker_sum(Worker *w, Slot *slot, int set);

/* Gives overwritten inputs the values of the last data set, in the buffers for
 * timing. */
bool worker_restore(Worker *w, const Slot *slot);

/* The device's view of a buffer of the artifact: on data set set, or in the
 * buffers for timing (WORKER_TIMED). */
const WorkerBuffer *worker_bound(const Worker *w, const Slot *slot, int set,
				 int index);
bool worker_set_args(Worker *w, const Slot *slot, int set);

/* Temps without guards as large as the artifact says: another slot may have been
 * built since. */
bool worker_fit_temps(Worker *w, const Artifact *artifact);

/* The first launch goes kernel by kernel and tells the tuner whether code is
 * made or a kernel runs. The others: once, the sum of the kernels' times, or with
 * loops from the first start to the last end; a batch, from the first start to the
 * last end. */
bool worker_launch_first(Worker *w, const Slot *slot, Times *times);
bool worker_launch_once(Worker *w, const Slot *slot, Times *times);
bool worker_launch_batch(Worker *w, const Slot *slot, int batch, Times *times);
bool worker_finish(Worker *w);
bool worker_wait(Worker *w, cl_event event);

void worker_drop_slot(Worker *w, Slot *slot);

/* Tells the tuner what happens now. */
void worker_phase(Worker *w, Phase phase);

/* From here on a fault in a kernel's code is told in the log (WORKER_FAULT):
 * the worker may die of it before it has seen that the kernel was started. */
void worker_watch_faults(void);

double worker_now_ns(void);
double worker_used_ns(void); /* processor time, of all threads */

#endif
