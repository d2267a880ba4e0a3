/* Planted: kernels of whole programs with one fault each (plant.h), and what the
 * judge makes of them.
 *
 * A Bench is one program on the harness, with the first kernel of a search that
 * is right; a Campaign is what is tried, and how the faults of the present
 * program were found. What the judge lets through is a suspect, until it differs
 * from the right kernel (missed) or is the same on the data of many seeds
 * (equivalent).
 */
#ifndef TESTS_PLANTED_H
#define TESTS_PLANTED_H

#include "cli/candidates.h"
#include "cli/due.h"
#include "cli/judges.h"
#include "cli/measure.h"
#include "tests/plant.h"

enum {
	PLANTED_SUSPECTS = 512, PLANTED_OUTPUTS = 64,
	/* Wrong only from launch n on: planted by a driver. */
	PLANTED_LATER = PLANT_FAULTS, PLANTED_FAULTS
};

/* How a fault was found, or was not. */
typedef enum {
	FOUND_EXACT, FOUND_TOLERANCE, FOUND_WIDE, FOUND_FIELD, FOUND_SPECIAL,
	FOUND_ENDS, FOUND_CHOICES, FOUND_INFLUENCE, FOUND_TIMED, FOUND_AFTER, FOUND_TIME,
	FOUND_GUARD, FOUND_CRASH, NOT_FOUND, EQUIVALENT, FOUNDS
} Found;

/* A fault that the judge let through. */
typedef struct Suspect {
	Plant plant;
	const char *where;
	const Artifact *artifact;
	bool convicted;
} Suspect;

typedef struct Campaign {
	int every, turn;       /* one in `every` places is tried */
	int seeds;
	bool later;            /* the driver can be told to fail */
	FILE *table;
	int missed, tried, programs;
	int counts[PLANTED_FAULTS][FOUNDS]; /* of the present program */
} Campaign;

typedef struct Bench {
	Session session;
	Harness *harness;
	Judges *judges;
	Candidates candidates;
	Trial trial; /* the right kernel */
	Due *due;
	Measurement *measured;
	int suspect_count;
	Suspect suspects[PLANTED_SUSPECTS];
} Bench;

/* -- one program: planted_program.c ------------------------------------------ */

/* False, with what is wrong in measured, when there is no right kernel. */
bool planted_open(Bench *b, const char *path);
void planted_close(Bench *b);

/* Another worker. */
bool planted_reopen(Bench *b);

/* The kernels of the right one's expression, with what session.look does. */
const Artifact *planted_generate(Bench *b);

HarnessCandidate planted_candidate(Bench *b, const Artifact *artifact);
Status planted_measure(Bench *b, const Artifact *artifact);
bool planted_is_good(Status status);

/* -- faults ---------------------------------------------------------------- */

/* planted_faults.c: at all places, those that are found; the others become
 * suspects. */
void planted_try(Campaign *c, Bench *b);

/* planted_sift.c: which of the suspects differ, on the data of many seeds. */
void planted_sift(Campaign *c, Bench *b);

/* planted_later.c: the right kernel on a driver that is wrong later. */
void planted_try_later(Campaign *c, Bench *b);

/* planted_found.c: by status and reason. */
Found planted_found(const Judges *judges, const Measurement *m);
extern const char *const planted_names[FOUNDS];

/* Prints a line about it. */
void planted_tell(const Bench *b, const char *fault, const char *where,
		  int64_t place, Found how);

#endif
