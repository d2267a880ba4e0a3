#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cli/planted.h"

const char *const planted_names[FOUNDS] = {
	[FOUND_EXACT] = "exact", [FOUND_TOLERANCE] = "tolerance",
	[FOUND_WIDE] = "wide", [FOUND_FIELD] = "field",
	[FOUND_SPECIAL] = "special", [FOUND_ENDS] = "ends", [FOUND_CHOICES] = "choices",
	[FOUND_INFLUENCE] = "influence", [FOUND_TIMED] = "timed",
	[FOUND_AFTER] = "after", [FOUND_TIME] = "time",
	[FOUND_GUARD] = "guard", [FOUND_CRASH] = "crash",
	[PASSED] = "passed", [NOT_FOUND] = "MISSED",
	[EQUIVALENT] = "equivalent",
};

const char planted_right[] = "right kernel";
const char planted_contracted[] = "contracted proposal";
const char planted_same[] = "same", planted_differs[] = "differs";

/* What a reason says, and begins with where it is the name of an oracle. */
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

/* Where the oracles have exact data these are the first set. */
Found planted_found(const Oracles *oracles, const Measurement *m)
{
	if (planted_is_good(m->status))
		return PASSED;
	if (m->status == STATUS_GUARD)
		return FOUND_GUARD;
	if (m->status != STATUS_WRONG && m->status != STATUS_NAN)
		return FOUND_CRASH;
	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
		if (strstr(m->reason, reasons[i].text))
			return reasons[i].found;
	return oracles->exact && strstr(m->reason, "(data set 0)")
	       ? FOUND_EXACT : FOUND_TOLERANCE;
}

const char *planted_fault_name(int fault)
{
	return fault == PLANTED_LATER ? "later"
	     : fault == PLANTED_TEXT ? "text" : plant_names[fault];
}

void planted_note(Campaign *c, const Bench *b, PlantedLine line, Found how)
{
	line.program = c->program;
	line.outcome = (char *)(uintptr_t)planted_names[how];
	planted_log_add(&c->log, &line);
	if (how == NOT_FOUND || getenv("VERBOSE"))
		printf("%s: %s, %s at %" PRId64 ": %s (%s: %s)\n", c->program,
		       line.fault, line.port, line.place, planted_names[how],
		       status_name(b->measured->status), b->measured->reason);
}

/* -- counting -------------------------------------------------------------- */

static int row_of(const char *name, const char *(*names)(int), int count)
{
	int i = 0;

	while (i < count && strcmp(names(i), name) != 0)
		i++;
	return i;
}

static const char *name_of_found(int how)
{
	return planted_names[how];
}

/* What passed differs, or is the same on the data of enough seeds. */
static Found sifted(const Campaign *c, const PlantedLine *line)
{
	PlantedLine asked = *line;
	const PlantedLine *last;

	asked.seed = 1;
	last = planted_log_find(&c->log, &asked);
	if (!last)
		return PASSED;
	if (!strcmp(last->outcome, planted_differs))
		return NOT_FOUND;
	return last->seed >= c->seeds ? EQUIVALENT : PASSED;
}

static void count_line(const Campaign *c, const PlantedLine *line,
		       PlantedCounts *counts)
{
	int fault = row_of(line->fault, planted_fault_name, PLANTED_FAULTS);
	Found how = (Found)row_of(line->outcome, name_of_found, FOUNDS);

	if (!strcmp(line->fault, planted_right)
	    && strcmp(line->port, planted_contracted) != 0)
		counts->refused += how != PASSED;
	if (fault == PLANTED_FAULTS || how == FOUNDS)
		return;
	if (how == PASSED)
		how = sifted(c, line);
	counts->of[fault][how]++;
	counts->tried++;
	counts->missed += how == NOT_FOUND;
	counts->passed += how == PASSED;
}

PlantedCounts planted_count(const Campaign *c, const char *program)
{
	PlantedCounts counts = { 0 };

	for (int i = 0; i < c->log.count; i++) {
		const PlantedLine *line = &c->log.lines[i];

		if (!line->seed && !strcmp(line->program, program))
			count_line(c, line, &counts);
	}
	return counts;
}
