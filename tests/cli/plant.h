/* Plant: faults of a code generator, put into the tree of a kernel just before
 * it is printed, so that the kernel and its twin (the same tree over a finite
 * field) have the same ones.
 *
 * A fault misreads one buffer, or misstores it, at some place: an element is
 * lost (0 stands for it), two are swapped, one is taken twice (and its
 * neighbour not at all), a vector or a chunk is zeros. Or the sums of f32 are
 * rounded as f16 would round them, those of f64 as f32. Or a loop over an open
 * length, which only kernels with open sizes have, ends a round early. That a
 * kernel is wrong only in later launches is planted by a driver
 * (tests/cli/fake_driver.c).
 */
#ifndef TESTS_CLI_PLANT_H
#define TESTS_CLI_PLANT_H

#include <stdbool.h>
#include <stdint.h>

#include "codegen_opencl/codegen.h"

typedef enum {
	PLANT_LOST, PLANT_SWAPPED, PLANT_TWICE, PLANT_ZEROS, PLANT_CHUNK,
	PLANT_NARROW, PLANT_SHORT, PLANT_FAULTS
} PlantFault;

enum { PLANT_VECTOR = 16, PLANT_SKIPPED = 128 };

/* As in "element lost". */
extern const char *const plant_names[PLANT_FAULTS];

typedef struct Plant {
	PlantFault fault;
	bool stored;         /* at stores to an output; else at loads of an input */
	int port;            /* of inputs or outputs; HALF: none */
	int64_t place;       /* the first element that is wrong; SHORT: which of
			      * the loops */
	int64_t loops;       /* over open lengths, that were seen */
	int planted;         /* how many places of the tree were changed */
} Plant;

/* Whether the fault fits a buffer of so many elements, there. */
bool plant_fits(const Plant *plant, int64_t elements);

/* A KernelLook (codegen.h) whose context is the Plant: puts the fault into the
 * kernels; planted counts. */
void plant_kernels(void *plant, int count, struct Kernel *const *kernels,
		   struct AffineTable *indices);

#endif
