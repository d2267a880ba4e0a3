/* The inside of the maker of random rounds: names and numbers
 * (space_rounds_number.c), arrays that kernels make (space_rounds_map.c), loops
 * and their states (space_rounds.c). */
#ifndef TESTS_SEARCH_SPACE_ROUNDS_GEN_H
#define TESTS_SEARCH_SPACE_ROUNDS_GEN_H

#include "space_rounds.h"

enum { NAMES = 48, PARTS = 3 };

typedef struct Name {
	char text[8];
	int bound; /* of an index: it is less than that; 0: an element */
} Name;

/* What is in scope, by kind: arrays of the state's shape, rows of a matrix,
 * elements and indices. */
typedef struct Names {
	Name of[NAMES];
	int count;
} Names;

typedef struct RoundsGen {
	Text *text;
	Rng *rng;
	const char *element;
	bool is_float;
	int rows, columns; /* rows is 0: vectors of so many columns */
	int made;          /* names so far */
	int loops;         /* around */
	Names arrays, numbers;
	const char *row;   /* in scope, or NULL */
} RoundsGen;

int rounds_pick(RoundsGen *g, int bound);
const char *rounds_one_of(RoundsGen *g, const char *const *all, int count);

/* A name of that kind, in scope until the count is put back; bound: see Name. */
const char *rounds_enter(RoundsGen *g, Names *names, char kind, int bound);

/* The same with a number of its own. */
const char *rounds_name(Names *names, char kind, int number);

/* One in scope, rather a new one. */
const char *rounds_array(RoundsGen *g);

/* An index in scope, or an element; NULL: there is none. */
const Name *rounds_number_of(RoundsGen *g, bool index);

/* Put a condition on an index in scope, a number of the element type, an element
 * of an array in scope. */
void rounds_condition(RoundsGen *g, int depth);
void rounds_number(RoundsGen *g, int depth);
void rounds_element(RoundsGen *g);

/* Put an array of the shape of those in scope that kernels make: by elements
 * alone, or by anything. */
void rounds_mapped(RoundsGen *g);
void rounds_made(RoundsGen *g);

#endif
