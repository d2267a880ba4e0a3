/* What contents.c has found of variables and arrays, for contents_rise.c, too. */
#ifndef CODEGEN_OPENCL_CONTENTS_NODE_H
#define CODEGEN_OPENCL_CONTENTS_NODE_H

#include "base/map.h"
#include "codegen_opencl/contents.h"

typedef enum { FRESH, ASKED, ANSWERED } State;

typedef struct Answer {
	State state;
	bool known;
	IntRange range;
} Answer;

/* What a variable, or an element, is set to; rounds: so often at most from its
 * declaration to the end of its block. */
typedef struct Set {
	const Code *value;
	int64_t rounds;
	int order; /* of its statement in the program */
	int depth; /* loops around */
	Answer answer;
	struct Set *next;
} Set;

typedef struct Holder {
	const Var *var; /* or NULL: an array */
	int depth;      /* loops around its declaration */
	bool other;     /* set in other ways, too */
	Set *sets;      /* the last first */
	Answer answer;  /* of a variable */
	State rise_state;
	int64_t rise;
} Holder;

/* Where a load is: what is stored by statements before this may be seen. */
typedef struct Place {
	int until;
} Place;

enum { DEPTH = 64 };

struct Contents {
	Arena *arena;
	Map holders, places;
	int order;             /* of statements, while they are gone through */
	int depth;             /* loops around */
	int64_t rounds[DEPTH]; /* of each */
};

/* An integer of as many bits as another. */
bool contents_is_same_bits(const Code *cast);

/* Whether the code is the variable and a sum of others, which is added to r. */
bool contents_is_grown(Contents *c, const Code *code, const Var *var,
		       IntRange *r);

#endif
