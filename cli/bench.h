/* Bench: tuned kernels and references measured side by side.
 *
 * One row of the table is one program at some sizes; its sides are the tuned
 * kernel, every reference that is there and knows the program, and the limits
 * of the machine, all timed in the same rounds (bench_harness/compare.h).
 */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include "bench_harness/compare.h"
#include "cli/oracles.h"
#include "cli/rate.h"
#include "cli/session.h"
#include "cli/store.h"

enum { BENCH_SIZES = 4 };

typedef struct BenchRow {
	const char *suite, *program; /* program: examples/PROGRAM.json */
	const char *label;
	FpMode fp;
	SizeBinding sizes[BENCH_SIZES];
} BenchRow;

/* Ends with a row without program. */
extern const BenchRow bench_rows[];

typedef struct BenchLibrary {
	const char *name;  /* NAME.so */
	const char *label; /* in the table */
	const char *needs; /* what it is built from or loads */
	bool limits;       /* its rows say what the machine can do */
} BenchLibrary;

/* Ends with one without name. */
extern const BenchLibrary bench_libraries[];

/* The file of a library, or NULL when it is not there. */
const char *bench_library_path(Session *session, const BenchLibrary *library);

/* The file of an example, or NULL. */
const char *bench_example_path(Session *session, const char *program);

/* What a side's samples say, of quiet rounds if enough of them have one. */
typedef struct BenchSide {
	const char *name;
	bool limit, good, wrong;     /* wrong: its results are */
	const char *reason;          /* why there are no times */
	/* Good sides only: all are finite, median_ns is above 0. */
	int times;                   /* so many are counted */
	double median_ns, spread;    /* spread: between quartiles / median */
	double event_ns;             /* median by the device's clock */
	double threads;              /* busy at a time, the most */
	double ratio, event_ratio;   /* the tuned kernel's time / its, paired */
	double ratio_low, ratio_high; /* quartiles */
	double least, most;          /* 95 % interval of that median */
	double rate;                 /* limit: bytes or operations per second */
	double share;                /* of the limit that it is nearest to */
	const char *share_of;
} BenchSide;

typedef struct BenchResult {
	const char *label, *sizes, *fp, *choices;
	int64_t derivation;
	const struct BenchAgainst *against; /* NULL: without --against */
	const struct BenchOpen *open;       /* NULL: without --open */
	int evaluations; /* stored for it */
	int rounds, quiet;
	bool busy;       /* too few were quiet: all count */
	bool warm;
	Work work;
	int side_count;
	BenchSide sides[COMPARE_SIDES]; /* the first is the tuned kernel */
} BenchResult;

/* The kernel of another database (--against), the side behind the tuned one.
 * Nothing that is stored is run as it is: it is made again from its steps. */
typedef struct BenchAgainst {
	const char *path; /* of the database */
	int64_t derivation;
	const char *choices;
	bool remade;      /* today another kernel comes of its steps */
	bool same;        /* it is the kernel of the first side */
} BenchAgainst;

/* Makes it for the session's program on the harness' device; *trial is its
 * kernel. NULL after a diagnostic. */
struct Trial;
struct Restored;
const BenchAgainst *bench_against(Session *session, const Harness *harness,
				  struct Restored *restored,
				  struct Trial **trial);

/* The kernel with open sizes (--open), the side behind the tuned one, made again
 * from its steps: the fastest whose guards hold of those tuned nearest to the
 * row's sizes. */
typedef struct BenchOpen {
	const char *program;
	int64_t derivation;
	const char *choices;
	const char *tuned; /* the sizes that it was tuned at */
	const char *sizes; /* of the row, and the names of those that are open */
	const char *names;
	double most;       /* how much of the time with numbers it may take */
} BenchOpen;

/* Whether some kernel of the program has open sizes. */
bool bench_open_is_stored(const Session *session, Db *db,
			  const Device *device);

/* Makes it for the session's sizes; choice is to be freed. NULL after a
 * diagnostic. */
struct Choice;
const BenchOpen *bench_open(Session *session, Db *db, const Device *device,
			    struct Choice *choice);

/* The row at other sizes: the open ones times 0.3 to 3, evenly by logarithms;
 * others for each number and --seed. */
BenchRow bench_open_point(const Session *session, const BenchResult *result,
			  FpMode fp, int number);

/* A table of all rows, and geometric means: of programs with several rows, and
 * of all. */
void bench_open_mean(const Session *session, BenchResult *const *results,
		     int count);

/* The geometric mean of all rows. */
void bench_against_mean(const Session *session, BenchResult *const *results,
			int count);

/* Compares a reference's results with the evaluator's, element by element. */
bool bench_judge(const Harness *harness, const Oracles *oracles,
		 const Program *program, Text *reason);

/* Fills sides from what was measured; names and limits are set already. */
void bench_summarise(BenchResult *result, const CompareSide *sides,
		     const Compared *compared, const Program *program);

/* One program, tuned if it is not; NULL after a diagnostic. */
BenchResult *bench_measure(Session *session, const BenchRow *row,
			   const char *file);

/* bench search FILE...: strategies on recorded spaces; an exit code. */
int bench_search(Session *session);

void bench_head(const Session *session);
void bench_tell(const Session *session, const BenchResult *result);

/* All results as a picture. */
void bench_plot(Text *svg, BenchResult *const *results, int count);

#endif
