/* What each expert's kernel is given and computes: one row of a table. */
#ifndef TESTS_GPU_EXPERT_H
#define TESTS_GPU_EXPERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EXPERT_BUFFERS = 8, EXPERT_LAUNCHES = 3, EXPERT_OUTPUTS = 3,
       CHECKED = 4000 };

/* Elements have four bytes: floats, or integers. */
typedef struct ExpertData {
	float *f;
	int32_t *i; /* the same */
} ExpertData;

typedef struct ExpertBuffer {
	long count; /* of elements; 0 ends the list */
	enum {
		FILL_NUMBERS, /* -1 to 1 in eighths */
		FILL_PLACES,  /* 0 to 20 */
		FILL_BELOW,   /* integers below a bound */
		FILL_SIGNED,  /* integers from -50 to 50 */
		FILL_ZEROS,   /* integers that are counted up */
		FILL_NOTHING  /* a result: NaNs */
	} fill;
	long below;
} ExpertBuffer;

/* arguments: a digit is a buffer, a and b are the scalars. */
typedef struct ExpertLaunch {
	const char *kernel; /* NULL ends the list */
	size_t global[3];
	const char *arguments;
} ExpertLaunch;

/* An element of the result, and the sum of the absolute values of what was added
 * up for it: a tolerance is in proportion to that; infinite: nothing is there. */
typedef struct ExpertValue {
	double value, magnitude;
} ExpertValue;

typedef struct ExpertOutput {
	int buffer;
	ExpertValue (*value)(const ExpertData *buffers, long i);
	bool is_integer;
	long checked; /* so many elements at most; 0: CHECKED */
} ExpertOutput;

typedef struct Expert {
	const char *name; /* of its file; behind a comma what is defined for it */
	ExpertBuffer buffers[EXPERT_BUFFERS];
	float scalars[2];
	ExpertLaunch launches[EXPERT_LAUNCHES];
	ExpertOutput outputs[EXPERT_OUTPUTS];
} Expert;

extern const Expert experts[];
extern const int expert_count;

#endif
