#include "tests/device-kit/kit_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 1 << 22, ELEMENT_MOST = 1024 };

static char *text_of(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = malloc(FILE_MOST + 1);
	size_t length = file && text ? fread(text, 1, FILE_MOST + 1, file) : 0;

	if (file)
		fclose(file);
	if (!length || length > FILE_MOST) {
		free(text);
		return NULL;
	}
	text[length] = '\0';
	return text;
}

/* Whether its elements are what its type says; inputs are floats. */
static bool is_whole(const KitBuffer *b)
{
	if (!strcmp(b->type, "f32"))
		return b->bytes == sizeof(float);
	if (!strcmp(b->type, "f64"))
		return b->bytes == sizeof(double);
	return !strcmp(b->role, "out") || !strcmp(b->role, "temp");
}

static bool read_buffer(KitPlan *p, const char *line)
{
	KitBuffer *b = &p->buffers[p->buffer_count];

	if (p->buffer_count == KIT_BUFFERS
	    || sscanf(line, "%7s %7s %zu %zu", b->role, b->type, &b->bytes,
		      &b->elements) != 4
	    || !b->bytes || b->bytes > ELEMENT_MOST || !b->elements
	    || !is_whole(b))
		return false;
	p->buffer_count++;
	return true;
}

static bool read_argument(const KitPlan *p, KitKernel *k, const char *word)
{
	const int at = k->arg_count;

	if (at == KIT_ARGS || strlen(word) >= sizeof *k->scalars)
		return false;
	k->buffers[at] = *word == 'b' ? atoi(word + 1) : -1;
	strcpy(k->scalars[at], word);
	k->arg_count++;
	return k->buffers[at] < p->buffer_count;
}

static bool read_kernel(KitPlan *p, char *line)
{
	KitKernel *k = &p->kernels[p->kernel_count];
	char *rest;
	int used = 0;

	if (p->kernel_count == KIT_KERNELS
	    || sscanf(line, "%63s %u %zu %zu %zu %zu %zu %zu%n", k->name,
		      &k->dims, &k->global[0], &k->global[1], &k->global[2],
		      &k->local[0], &k->local[1], &k->local[2], &used) != 8
	    || k->dims < 1 || k->dims > KIT_DIMS)
		return false;
	for (char *word = strtok_r(line + used, " ", &rest); word;
	     word = strtok_r(NULL, " ", &rest))
		if (!read_argument(p, k, word))
			return false;
	p->kernel_count++;
	return true;
}

static bool read_line(KitPlan *p, char *line)
{
	if (sscanf(line, "candidate %63s", p->name) == 1
	    || sscanf(line, "modelled_ns %lf", &p->modelled_ns) == 1
	    || !strncmp(line, "choices ", 8))
		return true;
	if (!strncmp(line, "options", 7))
		return snprintf(p->options, sizeof p->options, "%s", line + 7)
		     < KIT_OPTIONS;
	if (!strncmp(line, "buffer ", 7))
		return read_buffer(p, line + 7);
	return !strncmp(line, "kernel ", 7) && read_kernel(p, line + 7);
}

static bool read_all(KitPlan *p)
{
	const char *at = p->source;

	while (!strncmp(at, "//= ", 4)) {
		const size_t length = strcspn(at, "\n");
		char *line = strndup(at + 4, length - 4);
		const bool good = line && read_line(p, line);

		free(line);
		if (!good)
			return false;
		at += length + (at[length] == '\n');
	}
	return *p->name && p->buffer_count && p->kernel_count;
}

bool kit_plan_read(KitPlan *plan, const char *path)
{
	*plan = (KitPlan){ .source = text_of(path) };
	if (plan->source && read_all(plan))
		return true;
	fprintf(stderr, "%s: no launch plan of a device kit\n", path);
	free(plan->source);
	return false;
}
