/* What judged a kernel, as text, and that more is due. */
#include "cli/due.h"

#include <string.h>

#include "ir/core/traits.h"

#define MARK "not judged by "
#define SLOW " (too slow)"

/* An oracle's name, and not an output's, which a colon follows. */
static bool has_word(const char *text, const char *word)
{
	const size_t length = strlen(word);

	for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
		if (at > text && at[-1] == ' '
		    && (!at[length] || strchr(" ,;", at[length])))
			return true;
	return false;
}

static bool is_owed_now(const char *judges)
{
	const char *owed = due_owed(judges);

	for (; owed; owed = strchr(owed + 1, ',')) {
		const char *end = owed + 1 + strcspn(owed + 1, ",");
		const size_t length = sizeof SLOW - 1;

		if ((size_t)(end - owed) < length
		    || strncmp(end - length, SLOW, length) != 0)
			return true;
	}
	return false;
}

bool due_is_settled(const char *judges)
{
	return !is_owed_now(judges)
	    && (has_word(judges, "field") || has_word(judges, "special"));
}

bool due_was_slow(const char *judges)
{
	return strstr(judges, SLOW) != NULL;
}

const char *due_slow(Session *s, const char *oracle)
{
	return arena_printf(s->arena, "%s" SLOW, oracle);
}

const char *due_owed(const char *judges)
{
	return strstr(judges, MARK);
}

const char *due_mark(Session *s, const char *judges, const char *late)
{
	if (due_owed(judges))
		return judges;
	if (!*late)
		late = traits_of(s->program->body).floats ? "field, special"
							  : "special";
	return arena_printf(s->arena, "%s%s" MARK "%s", judges,
			    *judges ? "; " : "", late);
}

const char *due_unmark(Session *s, const char *judges)
{
	const char *mark = due_owed(judges);
	int length = (int)strlen(judges);

	if (mark)
		length = (int)(mark - judges);
	while (mark && length && strchr("; ", judges[length - 1]))
		length--;
	return arena_printf(s->arena, "%.*s", length, judges);
}
