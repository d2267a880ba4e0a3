/* The stand-in for the worker: how it answers (fault_worker.c) and in which ways
 * it fails (fault_ways.c). */
#ifndef FAULT_WORKER_H
#define FAULT_WORKER_H

#include "bench_harness/canary.h"
#include "bench_harness/frame.h"
#include "bench_harness/message.h"

typedef struct Built {
	int load, slot; /* slot: -1 where it makes no difference */
	char fault[64];
	double ns;
	uint64_t source;  /* hash */
	uint32_t samples; /* taken */
} Built;

typedef struct Stand {
	const char *fault; /* of the process; "" none */
	bool clock;  /* times are made of the source alone */
	bool fickle; /* and of the slot */
	uint32_t job;
	Text incoming;
	int descriptors[2];
	Arena *arena;
	LoadRequest loads[MESSAGE_LOADS];
	unsigned char *data[MESSAGE_LOADS], *work[MESSAGE_LOADS];
	Built slots[MESSAGE_SLOTS];
} Stand;

/* The process ends when nobody reads. */
void put(const char *bytes, size_t length);
void send_frame(uint32_t job, FrameType type, const Text *payload);
void send_phase(const Stand *s, Phase phase);
void send_result(const Stand *s, Status status, bool sticky,
		 const char *reason, const Text *rest);
void send_times(const Stand *s, double event_ns, double wall_ns);
void rest(double ns);

/* Fails if fault, "where-how", strikes there; true when it has failed in a way
 * that leaves the process alive. */
bool strike(const Stand *s, const char *fault, const char *where);

#endif
