/* Rate: how much a program does, for showing speed as GB/s and GFLOP/s. */
#ifndef CLI_RATE_H
#define CLI_RATE_H

#include "base/text.h"
#include "ir/core/program.h"

typedef struct Work {
	double bytes; /* every input read once, every output written once */
	double flops; /* float operations as the program is written; fma is 2 */
	bool most;    /* no more than that: there is a loop that may stop */
} Work;

Work work_of(const Program *program);

/* "62.1 GB/s", or "480 GFLOP/s" where arithmetic dominates and is known. */
void rate_text(Text *text, const Work *work, double seconds);

/* "1.23 ms", "45.1 us". */
void seconds_text(Text *text, double seconds);

#endif
