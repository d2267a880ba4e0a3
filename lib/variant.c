#include "lib/variant.h"

#include <inttypes.h>
#include <string.h>

#include "search/space/choices.h"

static const char no_contraction[] = "no contraction";
static const char open_word[] = "open ";

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

/* The part of the choices that says so; its length, 0: none does. */
static size_t find_open(const char *choices, const char **found)
{
	for (const char *at = choices; at && *at;) {
		const char *end = strchr(at, ';');
		const size_t length = end ? (size_t)(end - at) : strlen(at);

		*found = at;
		if (!strncmp(at, open_word, sizeof open_word - 1))
			return length;
		at = end ? end + 1 + strspn(end + 1, " ") : NULL;
	}
	return 0;
}

const char *variant_open(Arena *arena, const char *choices)
{
	const size_t word = sizeof open_word - 1;
	const char *at;
	const size_t length = find_open(choices, &at);

	return length > word ? arena_strndup(arena, at + word, length - word)
			     : NULL;
}

static const char *next_open(const char *open)
{
	const char *comma = strchr(open, ',');

	return comma ? comma + 1 : "";
}

bool variant_open_alike(const char *a, const char *b)
{
	for (; *a && *b; a = next_open(a), b = next_open(b)) {
		const size_t length = strcspn(a, "=");

		if (length != strcspn(b, "=") || strncmp(a, b, length) != 0)
			return false;
	}
	return *a == *b;
}

/* "open N=61,K=127" of a program with open sizes; else NULL. */
static const char *open_of(const Session *session)
{
	const Program *p = session->program;
	const char *names = NULL;

	for (int i = 0; p && p->open && i < p->size_count; i++)
		if (p->open[i])
			names = arena_printf(session->arena, "%s%s%s=%" PRId64,
					     names ? names : open_word,
					     names ? "," : "",
					     p->sizes[i].name,
					     p->sizes[i].value);
	return names;
}

const char *variant_written(const Session *session, const char *choices)
{
	const char *open = open_of(session);

	if (open && !variant_open(session->arena, choices))
		choices = with(session, choices, open);
	if (session->no_contraction)
		choices = with(session, choices, no_contraction);
	if (!variant_flags_of(choices))
		choices = with(session, choices, flags[session->flags].name);
	return choices;
}

const char *variant_stored(const Session *session, const char *json,
			   const char *choices)
{
	const char *names[3], *open = open_of(session);
	int count = 0;

	if (!json || *json != '[')
		return choices;
	if (open)
		names[count++] = open;
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
