#include "cli/siblings.h"

#include <stdlib.h>

#define FAR 200.0

enum { LEAST = 5 };

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

bool siblings_stand_out(double worst, double *all, int count)
{
	int from = 0;

	if (count < LEAST)
		return false;
	qsort(all, (size_t)count, sizeof *all, ascending);
	while (from < count && !(all[from] > 0))
		from++;
	return count - from >= LEAST
	    && worst > FAR * all[from + (count - from) / 2];
}
