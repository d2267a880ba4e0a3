/* Blocks as they are read: the inside of search/schedule/. */
#ifndef SEARCH_SCHEDULE_BLOCK_H
#define SEARCH_SCHEDULE_BLOCK_H

#include "rules/form.h"
#include "search/nest/query.h"
#include "search/schedule/order.h"

enum { WAYS_MAX = 8, STEP_VALUES_MAX = 10, NAMES_GIVEN_MAX = 8,
       LIST_ITEMS_MAX = 12, VALUES_MAX = 6, FORMS_MAX = 6,
       ORDER_MAX = 32, CLASSES_MAX = 4 };

typedef struct NamedPlace {
	int at; /* offset in the text */
	const char *name;
	int count;
	PlaceWay ways[WAYS_MAX];
} NamedPlace;

/* -- numbers --------------------------------------------------------------- */

typedef enum {
	FORMULA_NUMBER, FORMULA_NAME, FORMULA_QUERY, FORMULA_FITS,
	FORMULA_SOMEWHERE, FORMULA_APPLIES, FORMULA_THERE, FORMULA_PAIR,
	FORMULA_MIN, FORMULA_MAX, FORMULA_MULTIPLE, FORMULA_MISSING,
	FORMULA_POWER,
	FORMULA_ADD, FORMULA_SUB, FORMULA_MUL, FORMULA_DIV, FORMULA_MOD,
	FORMULA_EQ, FORMULA_NE, FORMULA_LE, FORMULA_GE, FORMULA_LT, FORMULA_GT,
	FORMULA_AND, FORMULA_OR,
} FormulaKind;

/* What a device has so many of, or what a search is to find. */
typedef struct DeviceFact {
	const char *name;
	int64_t (*tell)(const Device *device); /* NULL: */
	int64_t (*assumed)(void); /* of all the same; NULL: */
	int64_t (*asked)(const Task *task); /* of the search */
} DeviceFact;

const DeviceFact *device_fact_named(const char *name);
int64_t device_fact_tell(const DeviceFact *fact, const Task *task);

typedef struct Formula Formula;

struct Formula {
	FormulaKind kind;
	int at;
	int64_t value;
	const char *name; /* FITS, SOMEWHERE, APPLIES: the rule or block */
	bool back; /* FITS: the rule, from right to left */
	const Query *query;
	const PairQuery *pair;
	NamedPlace place, other; /* other: PAIR */
	const Formula *left, *right;
};

/* Values for a number: a named list of hardware's, or formulas. */
typedef struct Values {
	int at;
	const char *list; /* NULL: the items themselves */
	const char *word; /* what a list's values are so many of, or NULL */
	NamedPlace place; /* that the list is for; without a name: here */
	int count;
	const Formula *items[LIST_ITEMS_MAX];
	const char *words[LIST_ITEMS_MAX]; /* where they come from, or NULL */
	const Formula *only; /* where it holds; NULL: always */
} Values;

/* What a number is chosen from: these, one after the other. */
typedef struct Choice {
	int at;
	const char *number;
	int count;
	Values values[VALUES_MAX];
} Choice;

/* -- steps ----------------------------------------------------------------- */

typedef enum {
	STEP_RULE, STEP_AT, STEP_SEQUENCE, STEP_OR, STEP_TRY, STEP_REPEAT,
	STEP_IF, STEP_MATCH, STEP_FIND, STEP_VALUE, STEP_LOOP,
	STEP_NORMALISE, STEP_DECIDE, STEP_CUT, STEP_PEEL, STEP_RUN,
	STEP_OWN, STEP_LAUNCH,
} StepKind;

/* as (new = old) */
typedef struct Renamed {
	const char *new, *old;
} Renamed;

typedef struct Step Step;

struct Step {
	StepKind kind;
	int at;
	const char *name; /* RULE, RUN, VALUE, LOOP; NORMALISE: rules between
			   * spaces, beside those that it has, or NULL */
	bool back;        /* RULE */
	bool overlap;     /* CUT */
	int value_count;  /* RULE: with names; others: without */
	const char *value_names[STEP_VALUES_MAX];
	const Formula *values[STEP_VALUES_MAX]; /* IF, MATCH, FIND: where */
	int place_count;  /* AT; CUT, PEEL: one; RULE: of the designated one */
	NamedPlace places[4];
	bool has_above;   /* CUT */
	NamedPlace above;
	int renamed_count;
	Renamed renamed[NAMES_GIVEN_MAX]; /* RULE, RUN */
	const Form *form; /* MATCH, FIND */
	const Form *outside; /* FIND, or NULL */
	bool outside_functions; /* FIND */
	bool innermost;         /* FIND */
	int count; /* SEQUENCE; OR, AT, TRY, REPEAT, IF, PEEL, FIND: inside */
	const Step *const *steps;
};

struct Block {
	const char *name, *about;
	const char *called; /* by a search */
	const char *instead; /* called so, or NULL */
	int times;           /* at most, for a program; 0: always */
	unsigned marks;      /* a bit for each */
	const char *file, *text; /* while it is read and checked */
	int at;
	int form_count;
	const Form *forms[FORMS_MAX]; /* one of them, if there are any; */
	const Form *beside[FORMS_MAX]; /* and this somewhere else, or NULL */
	int where_count, choice_count;
	const Formula *where[8];
	Choice choices[BLOCK_NUMBERS_MAX];
	const Step *steps;
};

/* Of one kind of site, on devices of some classes. */
typedef struct Order Order;

struct Order {
	const Order *next;
	int device_count;
	const char *devices[CLASSES_MAX];
	SiteKind kind;
	unsigned levels; /* a bit for each */
	int count;
	const Block *blocks[ORDER_MAX];
};

struct Schedules {
	const RuleBase *base;
	Ir *ir; /* of the texts */
	int count, capacity, built_in;
	Block **blocks;
	const Order *orders;
};

/* -- reading --------------------------------------------------------------- */

typedef struct BlockReader {
	Schedules *all;
	Arena *arena;
	Scan *scan;
	int depth;
} BlockReader;

/* The present word as a string, and on; NULL with an error when it is none. */
const char *read_word(BlockReader *r, const char *expected);
/* The same in quotes. */
const char *read_quoted(BlockReader *r, const char *expected);
bool read_place(BlockReader *r, NamedPlace *place);
const Formula *read_formula(BlockReader *r);
bool read_choice(BlockReader *r, Choice *choice);
const Step *read_steps(BlockReader *r);

/* Of blocks that were read before. */
bool read_order(BlockReader *r);

/* Whether everything that a block names is there. */
bool block_check(const Schedules *all, const Block *block, Scan *scan);

/* Whether a list of that name is there; the nearest. */
bool choice_list_is(const char *name, int count, const char **near);

/* Whether it is for a place that stands before its numbers. */
bool choice_list_has_place(const char *name);

/* The list's values, for a node: of numbers computed before. */
void choice_list(const Task *task, const Expr *here, const Values *values,
		 const int64_t *args, Numbers *list);

#endif
