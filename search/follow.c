#include "search/follow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where we are on the known way: inside the text of one decision. */
typedef struct Way {
	const Space *space;
	const char *at; /* the decision last taken, or those still to come */
	bool inside;    /* at is a decision that was taken */
} Way;

static const char *next_decision(const char *at)
{
	const char *end = strchr(at, ';');

	if (!end)
		return NULL;
	return end + 1 + strspn(end + 1, " ");
}

static size_t name_length(const char *decision)
{
	return strcspn(decision, ":;");
}

/* A choice of macros is labelled by a name alone, one of numbers has a number
 * and where it comes from in parentheses. */
static bool is_number(const char *label)
{
	return strchr(label, '(') != NULL;
}

static const char *label_of(const Way *way, const void *state, int choice)
{
	return way->space->class->label(way->space->context, state, choice);
}

static int macro_named(const Way *way, const void *state, int count,
		       const char *decision)
{
	size_t length = name_length(decision);

	for (int i = 0; i < count; i++) {
		const char *label = label_of(way, state, i);

		if (strlen(label) == length
		    && !strncmp(label, decision, length))
			return i;
	}
	return -1;
}

static int choose_macro(Way *way, const void *state, int count)
{
	const char *at = way->at;

	if (at && way->inside)
		at = next_decision(at);
	for (; at; at = next_decision(at)) {
		int choice = macro_named(way, state, count, at);

		if (choice < 0)
			continue;
		way->at = at;
		way->inside = true;
		return choice;
	}
	return 0;
}

/* The number of that name in this decision or a later one; 0: none. */
static double number_named(const char *at, const char *name, size_t length)
{
	for (const char *s = at; s && *s; s = strpbrk(s + 1, ":,")) {
		const char *word = s + strspn(s, ":, ");

		if (!strncmp(word, name, length) && word[length] == ' ')
			return strtod(word + length, NULL);
	}
	return 0;
}

static double value_of(const char *label, size_t *name_bytes)
{
	const char *digits = label + strcspn(label, "0123456789");

	*name_bytes = (size_t)(digits - label);
	while (*name_bytes && label[*name_bytes - 1] == ' ')
		--*name_bytes;
	return strtod(digits, NULL);
}

static int choose_number(const Way *way, const void *state, int count)
{
	double nearest = HUGE_VAL;
	int best = 0;

	for (int i = 0; way->at && i < count; i++) {
		const char *label = label_of(way, state, i);
		size_t length;
		double value = value_of(label, &length);
		double wanted = number_named(way->at, label, length);
		double distance = fabs(log((value + 1e-9) / (wanted + 1e-9)));

		if (wanted > 0 && distance < nearest) {
			nearest = distance;
			best = i;
		}
	}
	return best;
}

/* The preferred choice first; when it leads nowhere, the others in order. */
static const void *take(const Way *way, const void *state, int count,
			int preferred)
{
	const SpaceClass *class = way->space->class;
	const void *child = class->child(way->space->context, state, preferred);

	for (int i = 0; i < count && !child; i++)
		if (i != preferred)
			child = class->child(way->space->context, state, i);
	return child;
}

const void *follow_choices(const Space *space, const char *choices)
{
	const SpaceClass *class = space->class;
	const void *state = class->root(space->context);
	Way way = { space, choices, false };

	while (state && !class->complete(space->context, state)) {
		int count = class->choices(space->context, state), choice;

		if (!count)
			return NULL;
		choice = is_number(label_of(&way, state, 0))
			 ? choose_number(&way, state, count)
			 : choose_macro(&way, state, count);
		state = take(&way, state, count, choice);
	}
	return state;
}
