/* Planted: kernels of whole programs with one fault each (plant.h), and what the
 * oracle makes of them.
 *
 * A Bench is one program on the harness, with the first kernel of a search that
 * is right; a Campaign is what is tried, and how the faults of the present
 * program were found. What the oracle lets through is a suspect, until it differs
 * from the right kernel (missed) or is the same on the data of many seeds
 * (equivalent).
 */
#ifndef TESTS_CLI_PLANTED_H
#define TESTS_CLI_PLANTED_H

#include "lib/candidates.h"
#include "lib/opened.h"
#include "cli/due.h"
#include "cli/measure.h"
#include "cli/oracles.h"
#include "tests/cli/plant.h"
#include "tests/cli/planted_log.h"

enum {
	PLANTED_SUSPECTS = 512, PLANTED_OUTPUTS = 64,
	/* Wrong only from launch n on: planted by a driver. */
	PLANTED_LATER = PLANT_FAULTS,
	PLANTED_TEXT, /* in the source: its twin has no fault */
	PLANTED_FAULTS
};

/* How a fault was found, or was not. */
typedef enum {
	FOUND_EXACT, FOUND_TOLERANCE, FOUND_WIDE, FOUND_FIELD, FOUND_SPECIAL,
	FOUND_ENDS, FOUND_CHOICES, FOUND_INFLUENCE, FOUND_TIMED, FOUND_AFTER, FOUND_TIME,
	FOUND_GUARD, FOUND_CRASH,
	PASSED, /* let through; not yet compared on the data of all seeds */
	NOT_FOUND, EQUIVALENT, FOUNDS
} Found;

/* A fault that the oracle let through. */
typedef struct Suspect {
	PlantedLine line;
	const Artifact *artifact;
	int seeds; /* whose data it was compared on */
	bool convicted;
} Suspect;

typedef struct Campaign {
	int every, turn;       /* one in `every` places is tried */
	int seeds;
	bool later;            /* the driver can be told to fail */
	bool open;             /* kernels have open sizes */
	bool text;             /* faults are those of texts, too */
	PlantedLog log;
	char *program; /* the present one's name */
} Campaign;

typedef struct Bench {
	Session session;
	Harness *harness;
	Oracles *oracles;
	Candidates candidates;
	Witness *witness; /* of open sizes, or NULL */
	Trial trial; /* the right kernel */
	Due *due;
	Measurement *measured;
	int suspect_count;
	Suspect suspects[PLANTED_SUSPECTS];
} Bench;

/* -- one program: planted_program.c ------------------------------------------ */

/* False, with what is wrong in measured, when there is no right kernel. */
bool planted_open(Campaign *c, Bench *b, const char *path);
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

/* What admits a kernel to timing, then what is due before it is the best;
 * precision: residues see no fault of it. */
Found planted_judged(Bench *b, const Artifact *artifact, bool precision);
void planted_suspect(const Campaign *c, Bench *b, const PlantedLine *line,
		     const Artifact *artifact);

/* planted_text.c: the right kernel's source with one fault of its text each
 * (mutate.h). */
void planted_try_text(Campaign *c, Bench *b);

/* planted_sift.c: which of the suspects differ, on the data of many seeds. */
void planted_sift(Campaign *c, Bench *b);

/* The same: whether the right kernel's outputs, on the data that are judged, are
 * the same, up to two bounds, after spoil has done its work. */
bool planted_is_same(Bench *b, bool (*spoil)(Bench *b, void *context),
		     void *context);

/* planted_later.c: the right kernel on a driver that is wrong later. */
void planted_try_later(Campaign *c, Bench *b);

/* planted_found.c: by status and reason. */
Found planted_found(const Oracles *oracles, const Measurement *m);
extern const char *const planted_names[FOUNDS];

extern const char planted_right[]; /* in place of a fault's name: of none */

/* In place of a port: proposals that may be contracted, and are tried again
 * without where that makes them wrong. */
extern const char planted_contracted[];

/* In place of an outcome's: on the data of a seed. */
extern const char planted_same[], planted_differs[];

/* The name of a fault, or of being wrong later. */
const char *planted_fault_name(int fault);

/* Notes what became of it, and prints it where it was not found. */
void planted_note(Campaign *c, const Bench *b, PlantedLine line, Found how);

/* How the faults of a program were found, by fault. */
typedef struct PlantedCounts {
	int of[PLANTED_FAULTS][FOUNDS];
	int tried, missed, passed, refused; /* refused: right ones */
} PlantedCounts;

PlantedCounts planted_count(const Campaign *c, const char *program);

#endif
