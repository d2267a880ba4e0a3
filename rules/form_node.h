/* The inside of a Form: as a side of a rule (pattern.h), without types. For
 * form.c and form_read.c. */
#ifndef RULES_FORM_NODE_H
#define RULES_FORM_NODE_H

#include "rules/draft.h"
#include "rules/form.h"

typedef struct FormNode FormNode;

struct FormNode {
	PatKind kind;
	int index;      /* VAR: level; GET: part; LAMBDA: parameters */
	Prim prim;
	bool any_fold;  /* reduceSeq that may be a reduce */
	Op op;
	double value;
	const char *name; /* META, LET */
	const char *part; /* name:(...) */
	const SynParam *const *params; /* LAMBDA; NULL: without names */
	int kid_count;
	const FormNode *const *kids;
};

struct Form {
	const FormNode *node;
};

bool form_node_is_loop(const FormNode *node);

/* For messages. */
const char *form_node_word(const FormNode *node);

#endif
