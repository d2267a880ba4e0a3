#include "lib/variant.h"

#include <string.h>

#include "search/space/choices.h"

static const char no_contraction[] = "no contraction";

static const struct {
	const char *name, *options;
} flags[VARIANT_FLAGS] = {
	{ "", "-cl-fast-relaxed-math" },
	{ "unsafe math", "-cl-unsafe-math-optimizations" },
	{ "plain math", "" },
};

void variant_reset(Session *session)
{
	session->no_contraction = false;
	session->flags = 0;
}

int variant_flags_of(const char *choices)
{
	for (int i = 1; i < VARIANT_FLAGS; i++)
		if (strstr(choices, flags[i].name))
			return i;
	return 0;
}

void variant_read(Session *session, const char *choices)
{
	session->no_contraction |= strstr(choices, no_contraction) != NULL;
	session->flags = variant_flags_of(choices);
}

static const char *with(const Session *session, const char *choices,
			const char *name)
{
	if (strstr(choices, name))
		return choices;
	return arena_printf(session->arena, "%s; %s", choices, name);
}

const char *variant_written(const Session *session, const char *choices)
{
	if (session->no_contraction)
		choices = with(session, choices, no_contraction);
	if (!variant_flags_of(choices))
		choices = with(session, choices, flags[session->flags].name);
	return choices;
}

const char *variant_stored(const Session *session, const char *json,
			   const char *choices)
{
	const char *names[2];
	int count = 0;

	if (!json || *json != '[')
		return choices;
	if (strstr(choices, no_contraction))
		names[count++] = no_contraction;
	if (variant_flags_of(choices))
		names[count++] = flags[variant_flags_of(choices)].name;
	return choices_with(session->arena, json, count, names);
}

const char *variant_flags(const Session *session)
{
	return flags[session->flags].options;
}

const char *variant_without_flags(const Session *session, const char *choices)
{
	const char *name = flags[variant_flags_of(choices)].name;
	const char *at = *name ? strstr(choices, name) : NULL;

	if (!at)
		return choices;
	return arena_printf(session->arena, "%.*s%s", (int)(at - choices) - 2,
			    choices, at + strlen(name));
}
