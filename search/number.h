/* Number: a value for a numeric parameter of a macro, with where it comes from:
 * lists are made from what the device says of itself, never fixed (ICFP'15,
 * section 6.1: "a reasonable set"; derivations.md, section 5).
 *
 * A list is in order of promise for the device and holds no value twice.
 */
#ifndef SEARCH_NUMBER_H
#define SEARCH_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/device.h"
#include "ir/type.h"

enum { NUMBERS_MAX = 24, NUMBER_ORIGIN = 32 };

typedef struct Number {
	int64_t value;
	char origin[NUMBER_ORIGIN]; /* "32 CU" */
} Number;

typedef struct Numbers {
	int count;
	Number items[NUMBERS_MAX];
} Numbers;

/* Adds a value unless it is there or the list is full. */
void numbers_add(Numbers *list, int64_t value, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Work-items or groups to spread n pieces of work over, of `each` scalars:
 * multiples of the compute units, at most n; at least one whenever n >= 1. */
void numbers_items(Numbers *list, const Device *device, int64_t n,
		   int64_t each);
void numbers_groups(Numbers *list, const Device *device, int64_t n,
		    int64_t each);

/* Work-items in a group, at most n: powers of two up to the device's limit. */
void numbers_group_size(Numbers *list, const Device *device, int64_t n);

/* Lanes for values of a type, at most n: the device's own width and parts of
 * it, and 1. */
void numbers_width(Numbers *list, const Device *device, const Type *type,
		   int64_t n);

/* Repetitions of one block of code: powers of two, at most `most`. */
void numbers_unroll(Numbers *list, int64_t most);

/* Lanes that fill one register of the device, for the widest scalar in type. */
int64_t device_lanes(const Device *device, const Type *type);

/* Registers of that kind that a block of code may use (section 5, filter 1). */
int64_t device_registers(const Device *device);

#endif
