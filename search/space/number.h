/* Number: a value for a numeric parameter of a block, with where it comes from:
 * lists are made from what the device says of itself and from the program's
 * sizes, never fixed (ICFP'15, section 6.1: "a reasonable set").
 *
 * Every list is a range, whose ends are the device's
 * (search/space/hardware.h) and the program's, in steps of two or four from
 * where it is most promising outwards. A list holds no value twice. */
#ifndef SEARCH_SPACE_NUMBER_H
#define SEARCH_SPACE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/device.h"
#include "ir/core/type.h"

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
 * multiples of the compute units, at most n; at least one whenever n >= 1.
 * Those that give every item worthwhile work come first: on a CPU from the
 * middle between one for each unit and the most, elsewhere as many as a unit
 * holds. */
void numbers_items(Numbers *list, const Device *device, int64_t n,
		   int64_t each);
void numbers_groups(Numbers *list, const Device *device, int64_t n,
		    int64_t each);

/* Work-items in a group, at most n: powers of two, from the least to
 * the device's limit, in steps of four, then those between. The same for n of
 * them in all, one each: the first few that make no more groups than a device
 * should start. */
void numbers_group_size(Numbers *list, const Device *device, int64_t n);
void numbers_group_few(Numbers *list, const Device *device, int64_t n);

/* Work-items in a group of those that n work-items in all are launched in, of
 * several dimensions or one: whole multiples of the device's own, at least 64,
 * fewer than 512; first so many that no compute unit is idle. How many of them
 * are neighbours in the first of several dimensions. */
void numbers_launch(Numbers *list, const Device *device, int64_t n,
		    bool several);
void numbers_across(Numbers *list, const Device *device, int64_t items);

/* Lanes for values of a type, at most n: the device's own width for its widest
 * scalar and parts of it, that for its narrowest, and 1. */
void numbers_width(Numbers *list, const Device *device, const Type *type,
		   int64_t n);

/* The same for sums of a type of what has another: where that has more lanes,
 * twice as many first, then as many. */
void numbers_width_summed(Numbers *list, const Device *device,
			  const Type *sum, const Type *each, int64_t n);

/* The same for values that are stored: as many as fill a line of the cache,
 * too, where those are more than the device's own width. */
void numbers_width_stored(Numbers *list, const Device *device,
			  const Type *type, int64_t n);

/* Repetitions of one block of code, at most `most`: as many as there are
 * results in flight, and fewer, down to 1. */
void numbers_unroll(Numbers *list, int64_t most);

/* Things computed at a time, from least to most: at most as many as there are
 * results in flight; half as many first, since what they share takes registers,
 * too. The values are for things of that size each. */
void numbers_several(Numbers *list, int64_t least, int64_t most, int64_t size,
		     const char *thing);

/* The same from 1 where code is what there may be too much of: from the
 * middle. */
void numbers_copies(Numbers *list, int64_t most, const char *thing);

/* Rows of a tile of accumulators, 2 to n: powers of two and three times
 * these, at most half of the registers; a quarter of them first. */
void numbers_tile_rows(Numbers *list, const Device *device, int64_t n);

/* Vectors in a row of such a tile, at most n: as many as half the results in
 * flight. */
void numbers_tile_vectors(Numbers *list, int64_t n);

#endif
