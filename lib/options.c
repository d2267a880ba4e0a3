#include "lib/options.h"

#include <string.h>

static const char *const fp_names[] = { "strict", "reassoc", "relaxed" };

const char *fp_name(FpMode mode)
{
	return fp_names[mode];
}

FpMode fp_named(const char *name)
{
	int mode = FP_STRICT;

	while (mode < FP_RELAXED && strcmp(name, fp_names[mode]) != 0)
		mode++;
	return (FpMode)mode;
}

Options *options_default(Arena *arena, int room)
{
	Options *o = ARENA_NEW(arena, Options);

	o->words = ARENA_ARRAY(arena, const char *, WORDS_MAX);
	o->sizes = ARENA_ARRAY(arena, SizeBinding, room);
	o->inputs = ARENA_ARRAY(arena, NamedText, room);
	o->steps = ARENA_ARRAY(arena, NamedText, room);
	o->sites = ARENA_ARRAY(arena, Site, room + 1);
	o->site_count = 1;
	o->guides = ARENA_ARRAY(arena, Guide, GUIDES_MAX);
	o->seeds = 30;
	o->rounds = 21;
	o->round_limit = 60;
	o->out = ".";
	o->max_fevals = 200;
	o->jobs = JOBS_BY_CORES;
	o->clustering = CLUSTERING_NONE;
	o->time_limit = 120;
	o->atol = o->rtol = -1;
	o->fp = FP_REASSOC;
	return o;
}
