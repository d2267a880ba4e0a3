/* Walk: one kernel as the list of what its work-items do: accesses to memory,
 * barriers, where loops and branches begin and end, each with the condition
 * under which an item comes there; and what must hold for that to be said.
 *
 * Loops are symbolic: the round is a name. What is read from memory is a name,
 * too: any value of the declared range of an input, or of its type. Open sizes are
 * the numbers that they are in the program (kernels.h).
 */
#ifndef PROVER_WALK_H
#define PROVER_WALK_H

#include "codegen_opencl/kernels.h"
#include "codegen_opencl/tree.h"
#include "prover/term.h"

/* What accesses go to: a buffer, or two that are one (an output that is written
 * over an input). */
typedef struct Memory {
	const Buffer *buffer;
	Space space;
	int64_t elements;
	int object;       /* input, output: of the artifact's buffers; else -1 */
	bool given;       /* all of it was stored before the first kernel */
	bool stored;      /* in this kernel */
} Memory;

static inline bool memory_is_same(const Memory *a, const Memory *b)
{
	return a->object >= 0 ? a->object == b->object
			      : a->buffer == b->buffer;
}

/* A loop around. */
typedef struct Around {
	const Stmt *loop;
	const Term *round;  /* a name, or 0 */
	const Term *counter;
	const Term *within; /* the counter is below its limit */
	const Term *last;   /* the next one is not */
	bool once;          /* at least one round, for sure */
	bool left;          /* it may be left before its end */
	unsigned fences;    /* of all barriers in it */
	int begin, end;     /* events */
	const struct Around *up;
	int depth;          /* 1: no loop around it */
} Around;

typedef enum { EVENT_LOAD, EVENT_STORE, EVENT_BARRIER, EVENT_LOOP, EVENT_END,
	       EVENT_IF, EVENT_ELSE, EVENT_FI, EVENT_LEAVE } EventKind;

typedef struct Event {
	EventKind kind;
	int at;                   /* its number */
	const Stmt *stmt;
	const Term *when;
	const Around *around;
	Memory *memory;           /* LOAD, STORE */
	const Term *first, *end;  /* of the elements; end: behind the last */
	const Term *element;      /* STORE: the permute's, of which no two go to
				   * one place, as it promises; or NULL */
	int permute;              /* its number */
	const Term *condition;    /* IF, LEAVE */
	unsigned fences;          /* BARRIER; IF, ELSE: of all inside */
	int other, fi;            /* IF, ELSE: events of ELSE (or FI) and FI */
} Event;

enum { FENCE_ANY = 1 << 8 }; /* of any barrier, besides those of its fence */

/* What must hold where an item comes to the statement. */
typedef struct Duty {
	const Stmt *stmt;
	const Around *around;
	const Term *when, *holds;
	const Term *value;        /* for messages */
	const char *what;         /* the type it must fit; NULL: the array */
	const char *text;         /* of the index, or NULL */
	int64_t elements;         /* of the array */
} Duty;

typedef struct Slot {
	Var *var;
	const Term *lanes[16];    /* NULL: not an integer that is followed */
	bool needed;              /* some index, count or condition reads it */
	bool set;
} Slot;

/* Loads of the present statement, which are the same wherever it has them. */
typedef struct Fetched {
	const Code *code;
	int lane;
	const Term *value;
} Fetched;

/* What an element of an input is, in the rounds of the loops around. */
typedef struct Given {
	const Memory *memory;
	const Term *element, *value;
	const Around *around;
	const struct Given *next;
} Given;

typedef struct Walk {
	Arena *arena;
	Terms *terms;
	const Kernels *kernels;
	Kernel *kernel;
	bool grouped;             /* items as group and item of it */
	const Term *groups[DEVICE_DIMS], *items[DEVICE_DIMS];
	int memory_count, memory_capacity;
	Memory **memories;
	int event_count, event_capacity;
	Event **events;
	int store_count;
	Event **stores;           /* those that lie side by side as one, which
				   * comes where the last of them does */
	int duty_count, duty_capacity;
	Duty *duties;
	const char *unknown;      /* what is not covered, or NULL */
	/* while walking */
	int slot_count;
	Slot *slots;
	const Term *when;
	const Around *around;
	const Stmt *stmt;
	int fetched_count;
	Fetched fetched[64];
	const Given *given;
} Walk;

/* Walks over a kernel of an artifact; all in arena. */
Walk *walk_kernel(Arena *arena, Terms *terms, const Kernels *kernels,
		  Kernel *kernel);

/* Whether a loop is around a place, and the loops that both are in. */
bool walk_is_in(const Around *around, const Around *loop);
const Around *walk_common(const Around *a, const Around *b);

/* -- for the files behind it ----------------------------------------------- */

void walk_refuse(Walk *w, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
Duty *walk_duty(Walk *w, const Term *holds, const Term *value,
		const char *what, const Affine *index);
Slot *walk_slot(const Walk *w, const Var *var);
int64_t walk_size(Walk *w, const Size *size);
Memory *walk_memory(Walk *w, const Buffer *buffer);

/* The next event, here and under the present condition. */
Event *walk_event(Walk *w, Event event);

/* The items, with room for one more, in memory of the arena. */
void *walk_grown(Arena *arena, void *items, int count, int *capacity,
		 size_t size);

void walk_block(Walk *w, const Block *block);
void walk_loads(Walk *w, const Code *code);
void walk_store(Walk *w, const Stmt *stmt);

/* A variable as it is printed; all fences of barriers in a block. */
const char *walk_name(const Walk *w, const Var *var);
unsigned walk_fences(const Block *block);

/* Gives each variable of the kernel its slot, and marks those whose values
 * decide where accesses go and which are made. */
void walk_slots(Walk *w);

/* Sets w->stores. */
void walk_stores(Walk *w);

/* An index as C computes it. */
const Term *walk_index(Walk *w, const Affine *index);

/* A number that is not computed; NULL: it is not known. */
const Term *walk_number(Walk *w, const Affine *number);

/* A lane of an integer or truth value; NULL: of a float. */
const Term *walk_value(Walk *w, const Code *code, int lane);

/* The value of a type, as if cut to it. */
const Term *walk_wrapped(Walk *w, const Term *value, Scalar scalar);
void walk_range(Scalar scalar, int64_t *lo, int64_t *hi);

/* Any value of the type. */
const Term *walk_any(Walk *w, Scalar scalar, const char *from);

#endif
