/* Ports that test data are drawn for, and where such data lie. */
#ifndef TESTS_IR_TESTDATA_PORT_H
#define TESTS_IR_TESTDATA_PORT_H

#include <math.h>

#include "ir/data/testdata.h"

/* Called xs, of n elements; of 0: a scalar. The same with a declared range. */
static inline Port port_of(Scalar scalar, int64_t n)
{
	return (Port){ .name = "xs", .scalar = scalar, .rank = n > 0,
		       .dims = { n }, .elements = n > 0 ? n : 1 };
}

static inline Port ranged(Port port, double lo, double hi)
{
	port.ranged = true;
	port.lo = lo;
	port.hi = hi;
	port.ilo = (int64_t)lo;
	port.ihi = (int64_t)hi;
	return port;
}

typedef struct Bounds {
	double least, most, mean;
} Bounds;

static inline Bounds bounds_of(const Port *port, TestdataKind kind)
{
	Array array = testdata_draw(port, 5, kind);
	Bounds b = { INFINITY, -INFINITY, 0 };

	for (int64_t i = 0; i < array.elements; i++) {
		double x = array_get(&array, i);

		b.least = fmin(b.least, x);
		b.most = fmax(b.most, x);
		b.mean += x / (double)array.elements;
	}
	array_free(&array);
	return b;
}

#endif
