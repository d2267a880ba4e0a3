/* CoqPrint: Coq terms for typed expressions while they are printed: the sizes
 * named so far and the facts about them that the primitives need. The inside
 * of coq*.c; patterns and expressions are printed by the same functions, kids
 * first, into strings of the arena.
 */
#ifndef RULES_COQ_PRINT_H
#define RULES_COQ_PRINT_H

#include "rules/coq.h"
#include "rules/draft.h"

enum { COQ_SIZES_MAX = 256, COQ_FACTS_MAX = 512 };

typedef struct CoqPrint {
	Ir *ir;
	Arena *arena;
	Draft *draft; /* of the rule; NULL: types and sizes are known */
	int size_count, fact_count;
	const Size *sizes[COQ_SIZES_MAX];  /* s_1, ...; known ones n4096 */
	const char *facts[COQ_FACTS_MAX];  /* h_1, ...: propositions */
	bool lanes[RULE_TYPES_MAX];        /* type variables of vectors */
	bool numbers[RULE_TYPES_MAX];      /* of scalar functions */
	bool scalars[SCALAR_COUNT];        /* those that occur */
	bool lists;                        /* lists or rows occur */
	const char *missing; /* what has no Coq form, or NULL */
} CoqPrint;

/* A primitive, with its kids as terms already. */
typedef struct CoqNode {
	Prim prim;
	int kid_count;
	const Size *const *sizes;
	const Type *type;
	const Type *const *types; /* of the kids */
	const char *const *kids;
	const char *order;        /* of a reorder */
} CoqNode;

const char *coq_prim(CoqPrint *p, const CoqNode *node);

/* A scalar function of values of that type, or a literal. */
const char *coq_op(CoqPrint *p, Op op, const Type *type, int count,
		   const char *const *kids);
const char *coq_literal(CoqPrint *p, const Type *type, double value);
const char *coq_ops(CoqPrint *p, const Type *type);

const char *coq_tuple(CoqPrint *p, int count, const char *const *parts);
const char *coq_get(CoqPrint *p, int index, int count, const char *tuple);

const char *coq_type(CoqPrint *p, const Type *type);

/* let x_N, of that type, be the first kid in the second; Coq takes very long to
 * find out types of nested ones. */
const char *coq_let(CoqPrint *p, int number, const Type *type,
		    const char *const *kids);

/* As the vty of lanes of that type. */
const char *coq_vty(CoqPrint *p, const Type *lane);

/* The type of the lanes of a type of vectors, as a vty; its width. */
const char *coq_lane(CoqPrint *p, const Type *type, const Size **width);

const char *coq_apply(CoqPrint *p, const char *head, int count,
		      const char *const *kids);

/* A side of the rule, below that many binders. */
const char *coq_pattern(CoqPrint *p, const Pat *pat, int depth);

/* The name of a size, the proposition that a name stands for it, its value for
 * those of its variables; a fact, by its name. */
const char *coq_size(CoqPrint *p, const Size *size);
const char *coq_size_means(CoqPrint *p, const char *name, const Size *size);
typedef int64_t CoqVariable(void *context, const char *name);
int64_t coq_size_value(const Size *size, CoqVariable *variable, void *context);
const char *coq_fact(CoqPrint *p, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
