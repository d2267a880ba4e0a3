#include "tests/cli/planted_log.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

static void keep(PlantedLog *log, const PlantedLine *line)
{
	if (log->count == log->capacity) {
		log->capacity = 2 * log->capacity + 64;
		log->lines = base_realloc(log->lines, (size_t)log->capacity
						      * sizeof *line);
	}
	log->lines[log->count++] = (PlantedLine){
		base_strdup(line->program), base_strdup(line->fault),
		base_strdup(line->port), base_strdup(line->outcome),
		line->place, line->seed,
	};
}

/* A line that was cut off is none; returns whether there is one. */
static bool read_lines(PlantedLog *log, FILE *file)
{
	char text[512], program[128], fault[32], port[64], outcome[128];
	bool cut = false;

	while (fgets(text, sizeof text, file)) {
		PlantedLine line = { program, fault, port, outcome, 0, 0 };

		cut = !strchr(text, '\n');
		if (!cut && sscanf(text, "%127[^\t]\t%31[^\t]\t%63[^\t]\t%" SCNd64
			   "\t%d\t%127[^\n]", program, fault, port,
			   &line.place, &line.seed, outcome) == 6)
			keep(log, &line);
	}
	return cut;
}

void planted_log_open(PlantedLog *log, const char *path)
{
	FILE *file = fopen(path, "r");
	bool cut = false;

	if (file) {
		cut = read_lines(log, file);
		fclose(file);
	}
	log->file = fopen(path, "a");
	if (!log->file)
		base_die("%s cannot be written", path);
	if (cut)
		fputc('\n', log->file);
}

void planted_log_close(PlantedLog *log)
{
	for (int i = 0; i < log->count; i++) {
		free(log->lines[i].program);
		free(log->lines[i].fault);
		free(log->lines[i].port);
		free(log->lines[i].outcome);
	}
	free(log->lines);
	if (log->file)
		fclose(log->file);
}

void planted_log_add(PlantedLog *log, const PlantedLine *line)
{
	keep(log, line);
	if (!log->file)
		return;
	fprintf(log->file, "%s\t%s\t%s\t%" PRId64 "\t%d\t%s\n", line->program,
		line->fault, line->port, line->place, line->seed,
		line->outcome);
	fflush(log->file);
}

const PlantedLine *planted_log_find(const PlantedLog *log,
				    const PlantedLine *line)
{
	for (int i = log->count; i-- > 0;) {
		const PlantedLine *at = &log->lines[i];

		if (at->seed >= line->seed && at->place == line->place
		    && !strcmp(at->program, line->program)
		    && !strcmp(at->fault, line->fault)
		    && !strcmp(at->port, line->port))
			return at;
	}
	return NULL;
}
