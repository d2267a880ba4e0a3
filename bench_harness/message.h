/* Message: what the payload of each frame says.
 *
 * Requests
 *	LIST	nothing			-> the devices
 *	OPEN	device, plain buffers	-> the device
 *	LOAD	LoadRequest, with two descriptors: inputs, outputs
 *					-> nothing; copies to the device may go on
 *					   until the first RUN or SAMPLE
 *	BUILD	slot, load, artifact, binary (no bytes: there is none)
 *					-> Times (wall: clBuildProgram)
 *	REFER	slot, load, artifact, ReferenceRequest
 *					-> Times (nothing)
 *	RUN	slot, set		-> Times of one launch of the plan
 *	SAMPLE	SampleRequest		-> Times of the whole batch
 *	CHECK	CheckRequest		-> Checked
 *	BINARY	slot			-> its program's binary (no bytes: too
 *					   long for a frame, or none)
 *	QUIT	nothing
 * A load is one group of data sets, a slot one built artifact, or a reference
 * (reference.h) with an artifact that only names its buffers; the worker keeps
 * several of each. Every RESULT begins with a ResultHead; what follows the
 * arrow above comes only with STATUS_OK.
 *
 * Memory. The two descriptors of LOAD are memory files. Each input of each set
 * has a zone (zone.h) in the first, each output of each set one in the second.
 * RUN takes the content of the output zones as it is (the tuner has filled
 * them) and leaves there what the kernels made of them. SAMPLE uses buffers of
 * the worker's own, with the inputs of the last set.
 */
#ifndef BENCH_HARNESS_MESSAGE_H
#define BENCH_HARNESS_MESSAGE_H

#include "base/device.h"
#include "bench_harness/data.h"
#include "bench_harness/status.h"
#include "bench_harness/wire.h"
#include "codegen_opencl/artifact.h"

enum {
	MESSAGE_LOADS = 3, MESSAGE_SLOTS = 24, MESSAGE_PORTS = 4096,
	MESSAGE_SIZES = 256
};

/* What a worker is about to do, or has done. */
typedef enum {
	PHASE_NONE,
	PHASE_BUILDING, /* clBuildProgram is called */
	PHASE_BUILT,    /* the program exists; a launch may still make code */
	PHASE_LAUNCHED, /* a kernel runs */
	PHASE_CHECKED,  /* it has run; the worker's guards were looked at */
	PHASE_TIMED,    /* the samples are taken */
	PHASE_COUNT
} Phase;

typedef struct LoadPort {
	Scalar scalar;
	bool by_value; /* an input of rank 0 */
	int64_t elements;
	int64_t each; /* scalars of an element of the outermost array */
	int extent;   /* as of a Port */
	int64_t offset[BENCH_SETS]; /* of its zone, unless by value */
	uint64_t value[BENCH_SETS]; /* its bytes, if by value */
} LoadPort;

/* What a load is for: each includes what comes before it. */
typedef enum {
	LOAD_TO_BUILD, /* shapes only: nothing is mapped, no buffer is made */
	LOAD_TO_RUN,
	LOAD_TO_TIME   /* with buffers for SAMPLE */
} LoadUse;

typedef struct LoadRequest {
	int load, set_count, input_count, output_count;
	LoadUse use;
	int64_t input_bytes, output_bytes; /* sizes of the two files */
	LoadPort *inputs, *outputs;
} LoadRequest;

typedef struct SampleRequest {
	int slot;
	int batch;    /* launches of the plan in a row */
	bool restore; /* first give overwritten inputs their values back */
	bool cold;    /* then drive inputs and outputs out of the caches */
	/* Wait so long for no other process to be runnable. */
	double quiescence_s;
} SampleRequest;

/* Whether a slot still gives what it gave when it last ran on the last set. */
typedef struct CheckRequest {
	int slot;
	bool left;      /* first of all what the last timed launch left */
	int launches;   /* at most, on the timed buffers, */
	double seconds; /* and for so long, but one in any case */
} CheckRequest;

typedef struct Checked {
	int launches; /* that gave the same */
	bool differs; /* the next one, or what was left: it lies in the outputs
		       * of the last set, which the tuner reads */
	double event_ns, wall_ns; /* as Times, of the last launch; 0: none */
} Checked;

/* A row of a shared library; sizes as the document names them. */
typedef struct ReferenceRequest {
	const char *library, *program;
	int size_count;
	const char **names;
	int64_t *sizes;
} ReferenceRequest;

typedef struct ResultHead {
	Status status;
	bool sticky; /* the worker is of no use any more */
	const char *reason;
} ResultHead;

enum { TIMES_KERNELS = 64 };

typedef struct Times {
	double event_ns; /* by device events */
	double wall_ns;  /* by the worker's clock */
	double call_ns;  /* SAMPLE of one: without what is asked afterwards */
	double busy_ns;  /* SAMPLE: processor time of all threads meanwhile */
	double sum_ns;   /* RUN: summing up what it gave, for CHECK */
	double work;     /* of a reference that says so; 0 */
	int others;      /* runnable processes before or after it */
	int kernel_count; /* of the plan, 0: their events are not known; of */
	double kernel_ns[TIMES_KERNELS]; /* each of one launch of the plan */
} Times;

void message_put_device(Text *out, const Device *device);
void message_put_load(Text *out, const LoadRequest *load);
void message_put_artifact(Text *out, const Artifact *artifact);
void message_put_sample(Text *out, const SampleRequest *sample);
void message_put_check(Text *out, const CheckRequest *check);
void message_put_checked(Text *out, const Checked *checked);
void message_put_reference(Text *out, const ReferenceRequest *reference);
void message_put_head(Text *out, const ResultHead *head);
void message_put_times(Text *out, const Times *times);

/* Each reads what its counterpart wrote; nonsense makes in->bad true. What is
 * read lives in the arena. */
Device message_get_device(WireReader *in);
LoadRequest message_get_load(WireReader *in, Arena *arena);
Artifact *message_get_artifact(WireReader *in, Arena *arena);
SampleRequest message_get_sample(WireReader *in);
CheckRequest message_get_check(WireReader *in);
Checked message_get_checked(WireReader *in);
ReferenceRequest message_get_reference(WireReader *in, Arena *arena);
ResultHead message_get_head(WireReader *in, Arena *arena);
Times message_get_times(WireReader *in);

#endif
