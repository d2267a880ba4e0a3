/* Session: what everything starts from: options, the document that was given
 * and the place for messages.
 */
#ifndef LIB_SESSION_H
#define LIB_SESSION_H

#include "lib/options.h"
#include "codegen_opencl/codegen.h"
#include "ir/data/array.h"

/* The rule base (rules/rule.h). */
struct RuleBase;

/* Blocks of schedules (search/schedule/schedule.h). */
struct Schedules;

/* A graph and a clustering of it (search/graph/clusters.h). */
struct Graph;
struct Clustering;

typedef struct Session {
	Arena *arena;
	Options *options;
	Diags *diags;
	const char *file, *text; /* the document, as given */
	int size_count;          /* --size, then shapes of inputs */
	SizeBinding *sizes;
	Ir *ir, *written_ir;
	Program *program; /* every size a number */
	Program *written; /* sizes as written */
	struct RuleBase *rules; /* of --rules; NULL: those we come with */
	struct Schedules *schedules; /* of --schedules; NULL: the same */
	struct Graph *graph; /* of the program's body, to be tuned in this: */
	const struct Clustering *clustering; /* or both NULL */
	const char *open; /* size variables that are read as open; or NULL: */
	bool open_as_asked; /* those that the document says are; else none */
	const bool *open_sizes; /* candidates are to hold for other values of
				 * these sizes, too; NULL: for none */
	bool empty;     /* sizes may be 0, where the types allow it */
	bool elsewhere; /* at sizes nobody named: no result need be a number */
	bool as_written; /* the canonical form is not to be used */
	void (*say)(const char *text); /* notes to people; NULL: to nobody */
	bool silent;    /* tune tells and writes nothing about the winner */
	int64_t winner; /* the derivation that tune found best; 0: none */
	bool divides; /* the device rounds quotients and roots of f32 correctly */
	bool bit_exact; /* results must be the evaluator's bits (--fp strict) */
	const Device *absent; /* of --device-facts; NULL: the device is there */
	KernelLook *look; /* at what is generated (codegen.h); or NULL */
	void *look_context;
} Session;

/* The document that is in session->text, with session->sizes. */
Program *session_read_with(Session *session, Ir *ir, bool concrete,
			   Diags *diags);

/* Reads the document that is in session->text, with session->sizes. */
bool session_read(Session *session);

/* The sizes in force as "M=4096 N=4096". */
const char *session_sizes(const Session *session);

/* The same sorted by name, as the database spells them. */
const char *session_sorted_sizes(const Session *session);

/* Whether some size is 0: then no kernel is searched or derived for these. */
bool session_is_empty(const Session *session);

void session_free(Session *session);

#endif
