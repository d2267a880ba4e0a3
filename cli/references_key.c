/* What references are known by. */
#include "cli/references.h"

#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "config.h"

/* The build: evaluators may differ. */
static uint64_t build_hash(void)
{
	struct stat status;
	uint64_t hash = hash_string(PACKAGE_VERSION);

	if (stat("/proc/self/exe", &status) != 0)
		return 0;
	hash = hash_combine(hash, (uint64_t)status.st_size);
	hash = hash_combine(hash, (uint64_t)status.st_mtim.tv_sec);
	return hash_combine(hash, (uint64_t)status.st_mtim.tv_nsec);
}

static uint64_t hash_double(uint64_t hash, double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return hash_combine(hash, bits);
}

static uint64_t hash_port(uint64_t hash, const Port *port)
{
	hash = hash_combine(hash, hash_string(port->name));
	hash = hash_combine(hash, (uint64_t)port->scalar);
	for (int d = 0; d < port->rank; d++)
		hash = hash_combine(hash, (uint64_t)port->dims[d]);
	hash = hash_combine(hash, (uint64_t)port->rank << 2
				  | (uint64_t)port->positive << 1
				  | port->ranged);
	if (port->ascending)
		hash = hash_combine(hash, (uint64_t)port->most);
	if (!port->ranged)
		return hash;
	hash = hash_combine(hash, (uint64_t)port->ilo);
	hash = hash_combine(hash, (uint64_t)port->ihi);
	return hash_double(hash_double(hash, port->lo), port->hi);
}

uint64_t references_data(const Program *p, uint64_t seed, TestdataKind kind)
{
	uint64_t hash = hash_combine(HASH_SEED, seed);

	hash = hash_combine(hash, (uint64_t)kind);
	for (int i = 0; i < p->in_port_count; i++)
		hash = hash_port(hash, &p->in_ports[i]);
	return hash ? hash : 1;
}

static uint64_t hash_arrays(uint64_t hash, const Array *arrays, int count)
{
	for (int i = 0; i < count; i++) {
		hash = hash_combine(hash, (uint64_t)arrays[i].scalar);
		hash = hash_combine(hash, (uint64_t)arrays[i].elements);
		hash = hash_large(hash, arrays[i].data,
				  array_bytes(&arrays[i]));
	}
	return hash;
}

uint64_t references_key(const EvalTask *t)
{
	const Program *p = t->session->program;
	uint64_t hash = build_hash();

	if (!hash || t->session->options->unsafe_c)
		return 0;
	hash = hash_combine(hash, p->body->hash);
	hash = hash_combine(hash, (uint64_t)t->kind << 1
				  | (uint64_t)(t->kind == REFERENCE_ULPS
					       && t->session->divides));
	hash = hash_combine(hash, t->session->options->fp == FP_RELAXED);
	hash = t->data ? hash_combine(hash, t->data)
		       : hash_arrays(hash, t->inputs, p->in_port_count);
	return hash ? hash : 1;
}
