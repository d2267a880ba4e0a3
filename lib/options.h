/* Options: what a session is asked to do, and how: by a command line
 * (cli/options.h), or by who calls the library (options_default).
 */
#ifndef LIB_OPTIONS_H
#define LIB_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "ir/core/program.h"
#include "search/space/guide.h"

typedef enum {
	CMD_TUNE = 1 << 0, CMD_RUN = 1 << 1, CMD_EVAL = 1 << 2,
	CMD_CHECK = 1 << 3, CMD_REWRITE = 1 << 4, CMD_CODEGEN = 1 << 5,
	CMD_DEVICES = 1 << 6, CMD_QUERY = 1 << 7, CMD_EXPORT = 1 << 8,
	CMD_EXPLAIN = 1 << 9, CMD_REPLAY = 1 << 10, CMD_RULES = 1 << 11,
	CMD_DB = 1 << 12, CMD_WORKER = 1 << 13, CMD_BENCH = 1 << 14,
	CMD_REPORT = 1 << 15, CMD_PROVE = 1 << 16, CMD_FORMAT = 1 << 17,
	CMD_HELP = 1 << 18, CMD_VERSION = 1 << 19,
	CMD_ALL = (1 << 20) - 1
} Command;

typedef struct NamedText {
	const char *name, *text;
} NamedText;

/* A device and the variables that its driver is to find in its environment:
 * with other ones it is another device. */
typedef struct Site {
	const char *device; /* --device; NULL: LIFT_TUNE_DEVICE, or 0 */
	int setting_count;
	char **settings; /* --env: "NAME=VALUE", ends in NULL */
} Site;
enum { JOBS_BY_CORES = -1, CLUSTERING_NONE = -1 };

typedef enum { FP_STRICT, FP_REASSOC, FP_RELAXED } FpMode;

/* The name the option takes: "strict", "reassoc", "relaxed". */
const char *fp_name(FpMode mode);

/* The mode of a name that fp_name gave. */
FpMode fp_named(const char *name);

enum { WORDS_MAX = 64 };

typedef struct Options {
	Command command;
	const char *program; /* argv[0] */
	int word_count;      /* what is no option: EXPR.json, ID, ... */
	const char **words;
	int size_count;
	SizeBinding *sizes;  /* --size */
	int input_count;
	NamedText *inputs;   /* --input */
	int step_count;
	NamedText *steps;    /* rewrite: name "at" or "rule", in order */
	int guide_count;
	Guide *guides;       /* --require, --forbid, --fix */
	int site_count; /* at least 1 */
	Site *sites;    /* of each --device and the --env that follow it */
	int site;       /* the one to work on: the last */
	const char *record, *t4;
	int64_t seeds;       /* bench search */
	const char *warm;    /* bench search */
	const char *device, *db, *out, *strategy, *steps_file, *show, *dump;
	const char *device_facts;
	const char *rules, *schedules;
	const char *at_sizes; /* export: "all"; tune: points; or NULL */
	const char *open;     /* size variables, or "all"; or NULL */
	const char *objective; /* tune --sizes; or NULL */
	const struct Objective *together; /* the same with its points, when
					   * the last is searched; cli/ has
					   * it */
	int64_t jobs;        /* tune */
	int64_t max_fevals, limit, from;
	uint64_t seed;
	double time_limit, atol, rtol; /* seconds; < 0: not given */
	double build_timeout, run_timeout;
	FpMode fp;
	bool fresh, json, quiet, verbose, werror, verify, cast, fill, best;
	bool list, list_strategies, list_schedules, print, coq, help, version, given_out;
	bool no_files; /* tune */
	bool measure;  /* devices */
	bool text;     /* format */
	bool unsafe_c, prove, index_form, canonical;
	bool dump_graph, dump_clusterings; /* rewrite */
	int64_t clustering; /* tune, rewrite; 0: nothing fused; or: */
	const char *suite, *references, *against; /* bench */
	int64_t rounds;
	double round_limit; /* seconds of measuring one program */
	int64_t points;     /* other sizes of --open */
	bool cold;
} Options;

/* What is not said. The lists, which are empty, have that room. */
Options *options_default(Arena *arena, int room);

#endif
