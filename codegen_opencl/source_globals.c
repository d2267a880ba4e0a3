/* The marks of a text: what it defines for all of the program. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "codegen_opencl/source.h"

int source_finish(Text *text, size_t **globals)
{
	size_t kept = 0;
	int count = 0;

	for (size_t i = 0; i < text->length; i++)
		count += text->data[i] == SOURCE_GLOBAL[0];
	*globals = base_calloc((size_t)count + 1, sizeof **globals);
	count = 0;
	for (size_t i = 0; i < text->length; i++)
		if (text->data[i] == SOURCE_GLOBAL[0])
			(*globals)[count++] = kept;
		else
			text->data[kept++] = text->data[i];
	text->length = kept;
	if (text->data)
		text->data[kept] = '\0';
	return count;
}

/* -- texts of others ------------------------------------------------------- */

typedef struct Word {
	const char *at;
	size_t length;
} Word;

typedef struct Globals {
	int count, capacity;
	Word *items;
} Globals;

static Word word_at(const char *s)
{
	Word word = { s, 0 };

	while (isalnum((unsigned char)s[word.length]) || s[word.length] == '_')
		word.length++;
	return word;
}

static bool is_word(Word word, const char *text)
{
	return word.length == strlen(text)
	    && !strncmp(word.at, text, word.length);
}

static bool is_global(const Globals *globals, Word word)
{
	for (int i = 0; i < globals->count; i++)
		if (globals->items[i].length == word.length
		    && !strncmp(globals->items[i].at, word.at, word.length))
			return true;
	return false;
}

static void add(Globals *globals, Word word)
{
	if (!word.length || is_global(globals, word))
		return;
	if (globals->count == globals->capacity) {
		globals->capacity = globals->capacity * 2 + 16;
		globals->items = base_realloc(globals->items,
					      sizeof *globals->items
					      * (size_t)globals->capacity);
	}
	globals->items[globals->count++] = word;
}

/* Outside of all brackets: what stands before a list of parameters is a
 * function, the last word of a typedef, attributes aside, a type. */
static Globals globals_of(const char *source)
{
	Globals globals = { 0 };
	Word last = { source, 0 };
	bool is_type = false;
	int depth = 0;

	for (const char *s = source; *s;) {
		Word word = word_at(s);

		if (*s == '#' && (s == source || s[-1] == '\n')) {
			s += strcspn(s, "\n");
			continue;
		}
		if (!depth && is_word(word, "__attribute__")) {
			if (is_type)
				add(&globals, last);
			is_type = false;
			last.length = 0;
		} else if (!depth && word.length) {
			is_type |= is_word(word, "typedef");
			last = word;
		}
		if (!depth && *s == '(')
			add(&globals, last);
		if (!depth && *s == ';' && is_type)
			add(&globals, last);
		is_type &= depth || *s != ';';
		depth += (strchr("({[", *s) != NULL)
		       - (strchr(")}]", *s) != NULL);
		s += word.length ? word.length : 1;
	}
	return globals;
}

void source_foreign(Text *out, const char *text)
{
	Globals globals = globals_of(text);

	for (const char *s = text; *s;) {
		Word word = word_at(s);

		if (word.length && (s == text || s[-1] != '.')
		    && is_global(&globals, word))
			text_put(out, SOURCE_GLOBAL);
		if (!word.length)
			word.length = 1;
		text_bytes(out, s, word.length);
		s += word.length;
	}
	free(globals.items);
}
