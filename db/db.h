/* Db: everything that was ever tuned, in one SQLite file.
 *
 * What always holds: a row that a call here has acknowledged with DB_OK is on
 * the disk and survives the death of the process; a failed call changed
 * nothing, and may be made again with the same arguments. Failures are rows,
 * too: a kernel that crashed, hung or was wrong has a status, a reason and no
 * time. The tables are described in docs/database.md; a file with any other
 * table, view or trigger is refused.
 *
 * Programs, kernels and devices are known by hashes of their content (64 bits,
 * 16 hex digits in the file); expressions, steps and plans are text that only
 * their writers understand. One Db is used by one thread; any number of
 * processes may use one file.
 */
#ifndef DB_DB_H
#define DB_DB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/device.h"
#include "base/diag.h"
#include "base/text.h"

typedef struct Db Db;

typedef enum {
	DB_OK,
	DB_BUSY,     /* others kept it locked all the time */
	DB_FULL,     /* no space left */
	DB_IO,       /* reading or writing failed */
	DB_READONLY,
	DB_MOVED,    /* the file was moved, replaced or deleted */
	DB_DAMAGED,
	DB_REFUSED,  /* a value breaks a rule of the schema */
	DB_CONFLICT, /* what is to be added contradicts what is there */
	DB_IN_USE,   /* what is to go is still written to */
	DB_STATUSES
} DbStatus;

typedef enum { DB_READ, DB_WRITE } DbMode;

/* --- opening ----------------------------------------------------------- */

/* option (--db), else $LIFT_TUNE_DB, else $XDG_DATA_HOME/lift-tune/tuned.db,
 * else $HOME/.local/share/lift-tune/tuned.db; made with malloc. NULL when none
 * of these is set. Makes no file and no folder. */
char *db_path(const char *option);

/* DB_WRITE makes the file and its folders where they are missing, and brings
 * an older schema up to date; DB_READ changes nothing. NULL and a diagnostic
 * when there is no database, or it is damaged, not ours, of a newer schema,
 * or read-only although it is to be written. */
Db *db_open(const char *path, DbMode mode, Diags *diags);
void db_close(Db *db);

/* The same; say (or NULL) is called when a call, this one or a later one, has
 * waited for another process for a second. */
typedef void DbSay(const char *path);
Db *db_open_saying(const char *path, DbMode mode, DbSay *say, Diags *diags);

/* What is known of texts by those who write them; a context comes with each
 * call. What merging and importing bring is asked about, and all of it by
 * db_check. */
typedef enum { LABEL_RIGHT, LABEL_WRONG, LABEL_UNKNOWN } DbLabel;

typedef struct DbLabelled {
	const char *form, *sizes, *fp; /* of a problem that it was measured for */
	const char *steps, *label;
} DbLabelled;

typedef struct DbAuthority {
	void *context;
	/* Whether the key is that of the form. */
	bool (*program)(void *context, uint64_t key, const char *form);
	/* Whether the key is that of source, options and plan. */
	bool (*kernel)(void *context, uint64_t key, const char *source,
		       const char *options, const char *plan);
	/* Whether the steps, made again, have that label; LABEL_UNKNOWN when
	 * they cannot be made again. */
	DbLabel (*label)(void *context, const DbLabelled *derivation);
} DbAuthority;

/* authority is borrowed until db_close; without one, nothing is asked. */
void db_set_authority(Db *db, const DbAuthority *authority);

/* How long a call waits for other processes before DB_BUSY; at first 60 s where
 * a result would be lost, 10 s where nothing is written. */
void db_set_patience(Db *db, int milliseconds);

/* A call that waits looks whether it is to stop: it then waits a moment only. */
void db_set_stop(Db *db, bool (*stop)(void *context), void *context);

/* Adds the diagnostic for the last call that did not return DB_OK. */
void db_complain(const Db *db, Diags *diags);

/* Whether the same call may succeed later (busy, full, input or output). */
bool db_may_retry(DbStatus status);

/* --- writing ----------------------------------------------------------- */

typedef struct DbSize {
	const char *name;
	int64_t value; /* >= 1 */
} DbSize;

/* One search, or one replay: a program at concrete sizes on one device, and
 * how its results are judged. */
typedef struct DbRun {
	uint64_t program;      /* hash of the typed expression */
	const char *name;      /* of the document; no part of the identity */
	const char *form;      /* the program's normal form, JSON */
	const Device *device;
	const DbSize *sizes;   /* in any order */
	int size_count;
	int protocol;          /* version of the way of measuring */
	const char *fp;        /* "strict", "reassoc" or "relaxed" */
	const char *tolerance; /* canonical text; "" for the default */
	const char *strategy;
	uint64_t seed;
	const char *options;   /* JSON object; NULL is {} */
	const char *version;   /* of lift-tune */
} DbRun;

/* How an expression came about. Known by all its content. */
typedef struct DbDerivation {
	const char *steps;      /* one JSON object per line */
	const char *expression; /* the low-level expression, JSON */
	const char *choices;    /* of the search that found it; NULL: none */
	uint64_t rules;         /* hash of the rules it used */
	const char *label;      /* "bit-exact", "reassociates", "rounding" */
} DbDerivation;

typedef struct DbKernel {
	uint64_t hash;       /* of source, options and plan */
	const char *source;  /* OpenCL C */
	const char *options; /* of the build */
	const char *plan;    /* launch plan, JSON */
	int lines;
	DbDerivation derivation;
} DbKernel;

/* One evaluation. Times are in nanoseconds; what is 0 or not finite was not
 * measured. status "ok" and "slow" need samples, min, median and p25; every
 * other status needs a reason. */
typedef struct DbMeasurement {
	DbKernel kernel;
	int sequence;              /* number of the evaluation in its run */
	const char *status, *reason;
	const double *samples;     /* all of them, in order */
	int sample_count;
	double min_ns, median_ns, p25_ns;
	double build_ns, first_launch_ns, check_ns;
	bool checked;              /* max_error is known */
	double max_error;          /* of the results, relative to the largest
				    * number of the f64 reference */
	const char *judges;        /* which oracle decided, for each output;
				    * NULL is "" */
	int noise_epoch;
	const char *timer;         /* "event" or "wall"; NULL is "event" */
} DbMeasurement;

/* A second, interleaved measurement of a kernel already recorded. */
typedef struct DbRemeasurement {
	int64_t measurement;
	const double *samples;
	int sample_count;
	double p25_ns, low_ns, high_ns; /* estimate and its 95 % interval */
	int noise_epoch;
} DbRemeasurement;

typedef struct DbRecorded {
	int64_t measurement, derivation; /* row ids; 0 when nothing was given */
} DbRecorded;

/* Starts a run; at most one is under way in a Db. Before that, every run that
 * died on this machine is settled: kernels that ran when the machine went down
 * become rows of status "host_crash". */
DbStatus db_begin_run(Db *db, const DbRun *run);

/* The run under way, or 0. */
int64_t db_run(const Db *db);

/* outcome: "done", "interrupted", "failed"; best: a measurement, or 0. */
DbStatus db_end_run(Db *db, const char *outcome, int64_t best);

/* In one commit: this result (or NULL), and that the next kernel (or NULL) is
 * about to run. recorded may be NULL. */
DbStatus db_record(Db *db, const DbMeasurement *result, const DbKernel *next,
		   DbRecorded *recorded);

/* Several tuners may search on one file: whose the next kernel is to measure. */
typedef enum {
	CLAIM_MINE,
	CLAIM_OTHERS, /* another tuner that lives measures it just now */
	CLAIM_KNOWN   /* it is measured already: db_result */
} DbClaim;

/* The same; a kernel that is not this run's to measure is not noted. A claim
 * ends with the process that has it, or after ten minutes. */
DbStatus db_record_claim(Db *db, const DbMeasurement *result,
			 const DbKernel *next, DbRecorded *recorded,
			 DbClaim *claim);

/* All in one commit. */
DbStatus db_remeasure(Db *db, const DbRemeasurement *items, int count);

/* What a solver said of a kernel, for all data. */
typedef struct DbProof {
	const char *verdict; /* "proved", "refuted" or "unknown" */
	const char *detail;  /* what is not proved, and why; "" for none */
	const char *solver;  /* with its version */
	double seconds;      /* that it took */
	const char *at;      /* set by db_proof */
} DbProof;

/* Keeps what was said of a kernel that is stored; no run need be under way. */
DbStatus db_prove(Db *db, uint64_t kernel, const DbProof *proof);

/* Other oracles have decided since about a measurement that is recorded. */
DbStatus db_set_judges(Db *db, int64_t measurement, const char *judges);

/* The measurement as one JSON object on a line of its own: what is left to do
 * with a result that cannot be stored. */
void db_measurement_json(const DbMeasurement *result, Text *text);

/* --- looking up -------------------------------------------------------- */

/* A stored measurement with all that it refers to. Times that were not
 * measured are 0, texts that are unknown NULL. time_ns is what rows are ranked
 * by: the 25th percentile of the last interleaved measurement, else of the
 * first one. All memory belongs to the arena of the call. */
typedef struct DbStored {
	int64_t measurement, derivation, run;
	uint64_t program_key, device_key, kernel, rules;
	const char *program, *form;
	const char *device, *platform, *driver;
	const char *sizes;      /* "M=4096 N=4096", sorted by name */
	const char *status, *reason;
	double time_ns, min_ns, median_ns, low_ns, high_ns;
	double max_error;       /* NaN when unknown */
	const char *judges;     /* which oracle decided; "" when unknown */
	const char *fp, *tolerance, *label, *strategy, *at;
	bool unconfirmed;       /* the label: from another database, and its
				 * steps could not be made again */
	int64_t seed, sequence, lines, protocol;
	const char *steps, *expression, *choices;
	const char *source, *options, *plan; /* NULL in db_query, db_results */
	bool other_device, other_sizes;      /* set by db_nearest */
	double size_distance;   /* sum of |ln(size / size asked for)| */
} DbStored;

/* What to look for; whatever is zero or NULL matches everything. */
typedef struct DbFilter {
	const char *name;      /* of the program */
	uint64_t program;
	const char *device;    /* a part of its name, in any case */
	uint64_t device_key;
	const DbSize *sizes;   /* these size variables have these values */
	int size_count;
	const char *fp;        /* this mode or a stricter one */
	int64_t derivation;
	uint64_t kernel;       /* its hash */
	bool open;             /* only kernels with open sizes */
	bool best;             /* only the best of each program, device, sizes
				* and fp mode */
	int limit;             /* 0: no limit */
} DbFilter;

/* Rows in order of program, device, sizes and time, failures last. Returns
 * their number, or -1 after a failure. */
int db_query(Db *db, Arena *arena, const DbFilter *filter, DbStored **rows);

/* The best row that matches, with source and plan; a failed one when nothing
 * else is there. False when nothing matches, or after a failure (*status). */
bool db_fetch(Db *db, Arena *arena, const DbFilter *filter, DbStored *stored,
	      DbStatus *status);

/* The last that was said of the kernel, "unknown" only if nothing else ever was.
 * Like all of a database it is a claim. False when nothing was said, or after a
 * failure (*status). */
bool db_proof(Db *db, Arena *arena, uint64_t kernel, DbProof *proof,
	      DbStatus *status);

/* What is measured already for the program, device, sizes, protocol, fp mode
 * and tolerance of the run under way: the last row of each kernel. */
int db_results(Db *db, Arena *arena, DbStored **rows);

/* The last row of one kernel among these; false without one, or after a failure
 * (*status). */
bool db_result(Db *db, Arena *arena, uint64_t kernel, DbStored *stored,
	       DbStatus *status);

/* The best for exactly these sizes on exactly this device, else for the
 * nearest sizes on it, else on the nearest device. fp: no laxer than this. */
bool db_nearest(Db *db, Arena *arena, uint64_t program, const Device *device,
		const DbSize *sizes, int size_count, const char *fp,
		DbStored *stored, DbStatus *status);

/* What a device that was tuned on said of itself; its index is -1. False and a
 * diagnostic when there is no such key, when that cannot be (E0504), or after a
 * failure. */
bool db_device(Db *db, uint64_t key, Device *device, Diags *diags);

/* --- care -------------------------------------------------------------- */

typedef struct DbCounts {
	int64_t programs, devices, problems, derivations, kernels, runs;
	int64_t measurements, failures;
} DbCounts;

/* Everything that can be checked: pages, indexes, references between rows, a
 * checksum of each row, its limits, and keys against what they stand for. A
 * diagnostic for each fault; counts may be NULL. */
bool db_check(Db *db, DbCounts *counts, Diags *diags);

/* Adds to db, open for writing, what other holds and db does not; counts what
 * is new in *taken. All or nothing: false and a diagnostic when the two
 * contradict each other, are the same file, one of them fails, or db_check has
 * something to say of other. */
bool db_merge(Db *db, Db *other, DbCounts *taken, Diags *diags);

/* Everything in it as JSON lines, for db_import. False when db_check has
 * something to say of it. */
bool db_export(Db *db, Text *text, Diags *diags);

/* The same of one program (0: of all): its runs and what was measured in them. */
bool db_export_program(Db *db, uint64_t program, Text *text, Diags *diags);

/* The same of one run and what was measured in it. */
bool db_export_run(Db *db, int64_t run, Text *text, Diags *diags);

/* The same as db_merge, with the text of an export; file is its name. Text that
 * was cut off, changed, or is not from db_export is refused. */
bool db_import(Db *db, const char *file, const char *text, size_t length,
	       DbCounts *taken, Diags *diags);

/* The programs that have that name, in any run, or that key in hexadecimal
 * digits: how many (at most 64), their keys in the arena; -1 after a failure
 * (db_complain). */
int db_programs_named(Db *db, const char *name, Arena *arena,
		      uint64_t **keys);

/* Removes a program and all that was measured of it; what went, in *gone. All or
 * nothing: false and a diagnostic when there is no such program, or a process of
 * this machine searches for it just now. */
bool db_forget(Db *db, uint64_t program, DbCounts *gone, Diags *diags);

#endif
