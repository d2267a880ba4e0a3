/* PlantedLog: what became of each planted fault, a line each, so that a campaign
 * of hours can be stopped at any moment and go on later. Tabs between
 *
 *	program  fault  port  place  seed  outcome
 *
 * seed 0 is what the oracle said: the name of what found the fault, or "passed".
 * For what passed there follow, for the data of seeds up to that one, "same" and
 * "differs" (from the right kernel). A program that was tried as far as the
 * campaign goes has a line whose fault is "done" and whose seed is how many were
 * asked for; "right kernel" is what the oracle makes of that one.
 */
#ifndef TESTS_CLI_PLANTED_LOG_H
#define TESTS_CLI_PLANTED_LOG_H

#include <stdint.h>
#include <stdio.h>

typedef struct PlantedLine {
	char *program, *fault, *port, *outcome;
	int64_t place;
	int seed;
} PlantedLine;

typedef struct PlantedLog {
	FILE *file; /* NULL: kept in memory only */
	int count, capacity;
	PlantedLine *lines;
} PlantedLog;

/* Reads what is there; what is added is written behind it, at once. */
void planted_log_open(PlantedLog *log, const char *path);
void planted_log_close(PlantedLog *log);

/* The texts are copied. */
void planted_log_add(PlantedLog *log, const PlantedLine *line);

/* The last line of that program, fault, port and place, from seed on; NULL:
 * there is none. */
const PlantedLine *planted_log_find(const PlantedLog *log,
				    const PlantedLine *line);

#endif
