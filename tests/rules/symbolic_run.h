/* The inside of the symbolic evaluator: its values and their laws. */
#ifndef TESTS_RULES_SYMBOLIC_RUN_H
#define TESTS_RULES_SYMBOLIC_RUN_H

#include "base/arena.h"
#include "symbolic.h"

enum { ITEMS_MAX = 512, ENV_MAX = 24 };

typedef enum {
	VALUE_LIST,   /* an array, a tuple, a vector; items */
	VALUE_NUMBER, /* tag: its Scalar; items: two halves of its bits */
	VALUE_SYMBOL, /* tag: 0 an input, 1 a variable; items: which, where */
	VALUE_TERM,   /* tag: the function; items: arguments */
	VALUE_CHOICE, /* items: condition, if it holds, if not */
} ValueKind;

/* Functions: an Op, or one of these with what they convert to. */
enum { TERM_CONVERT = OP_COUNT, TERM_BITS = TERM_CONVERT + 64,
       TERM_LEFT = TERM_BITS + 64, TERM_UNKNOWN, TERM_END };

typedef struct ValueNode {
	ValueKind kind;
	int tag, count;
	uint32_t first; /* in items */
} ValueNode;

typedef struct Slots {
	uint32_t *items; /* open addressing; 0 is free */
	uint32_t mask, used;
} Slots;

typedef struct Known {
	uint32_t expr, env;
	Value value;
} Known;

struct Symbolic {
	ValueNode *nodes; /* [0] is no value */
	uint32_t node_count, node_capacity;
	uint32_t *items;
	uint32_t item_count, item_capacity;
	Slots by_content, by_key;
	Known *known;     /* what was evaluated */
	uint32_t known_count, known_capacity;
};

typedef struct Env {
	Value values[ENV_MAX]; /* innermost last */
	int depth;
} Env;

/* -- values (symbolic.c) --------------------------------------------------- */

Value value_made(Symbolic *s, ValueKind kind, int tag, int count,
		 const uint32_t *items);
Value value_list(Symbolic *s, int64_t count, const Value *items);
Value value_number(Symbolic *s, Scalar scalar, uint64_t bits);

static inline const ValueNode *value_node(const Symbolic *s, Value v)
{
	return &s->nodes[v];
}

static inline Value value_item(const Symbolic *s, Value v, int64_t i)
{
	return s->items[s->nodes[v].first + (uint32_t)i];
}

/* A slot that holds what `same` accepts, or a free one. */
typedef bool SameItem(const Symbolic *s, uint32_t item, const void *wanted);
uint32_t *slots_find(const Symbolic *s, Slots *slots, uint64_t hash,
		     SameItem *same, const void *wanted);

/* -- laws (symbolic_laws.c) ------------------------------------------------ */

/* A function of scalars applied. */
Value value_term(Symbolic *s, int function, Scalar scalar, int count,
		 const Value *args);
/* A bool that is known of nothing else: the choice of true and false by it. */
Value value_condition(Symbolic *s, Value v);
Value value_choice(Symbolic *s, Value condition, Value yes, Value no);

/* -- expressions (symbolic_eval.c, symbolic_prim.c) ------------------------ */

Value symbolic_eval(Symbolic *s, const Expr *e, const Env *env);
Value symbolic_call(Symbolic *s, const Expr *lambda, const Env *env,
		    Value first, Value second);
Value symbolic_prim(Symbolic *s, const Expr *e, const Env *env);

#endif
