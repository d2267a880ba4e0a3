#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tests/planted.h"

const char *const planted_names[FOUNDS] = {
	[FOUND_EXACT] = "exact", [FOUND_TOLERANCE] = "tolerance",
	[FOUND_WIDE] = "wide", [FOUND_FIELD] = "field",
	[FOUND_SPECIAL] = "special", [FOUND_ENDS] = "ends", [FOUND_CHOICES] = "choices",
	[FOUND_INFLUENCE] = "influence", [FOUND_TIMED] = "timed",
	[FOUND_AFTER] = "after", [FOUND_TIME] = "time",
	[FOUND_GUARD] = "guard", [FOUND_CRASH] = "crash",
	[NOT_FOUND] = "MISSED", [EQUIVALENT] = "equivalent",
};

/* What a reason says, and begins with where it is the name of a judge. */
typedef struct ReasonRow {
	const char *text;
	Found found;
} ReasonRow;

static const ReasonRow reasons[] = {
	{ "wide: ", FOUND_WIDE },
	{ "field: ", FOUND_FIELD },
	{ "special: ", FOUND_SPECIAL },
	{ "ends: ", FOUND_ENDS },
	{ "choices: ", FOUND_CHOICES },
	{ "influence: ", FOUND_INFLUENCE },
	{ "in a timed launch: ", FOUND_TIMED },
	{ "in a launch after the timed ones: ", FOUND_AFTER },
	{ "bytes that must be read and written", FOUND_TIME },
};

/* Where the judges have exact data these are the first set. */
Found planted_found(const Judges *judges, const Measurement *m)
{
	if (planted_is_good(m->status))
		return NOT_FOUND;
	if (m->status == STATUS_GUARD)
		return FOUND_GUARD;
	if (m->status != STATUS_WRONG && m->status != STATUS_NAN)
		return FOUND_CRASH;
	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
		if (strstr(m->reason, reasons[i].text))
			return reasons[i].found;
	return judges->exact && strstr(m->reason, "(data set 0)")
	       ? FOUND_EXACT : FOUND_TOLERANCE;
}

void planted_tell(const Bench *b, const char *fault, const char *where,
		  int64_t place, Found how)
{
	printf("%s: %s, %s at %" PRId64 ": %s (%s: %s)\n",
	       b->session.program->name, fault, where, place,
	       planted_names[how], status_name(b->measured->status),
	       b->measured->reason);
}
