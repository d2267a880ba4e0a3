#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "codegen_opencl/functions.h"

static const char suffix[] = "_@";

const char *function_name(const char *builtin, bool wide)
{
	size_t length = strlen(builtin);

	for (const FunctionText *f = function_texts; f->name; f++)
		if (f->wide == wide
		    && strncmp(f->name, builtin, length) == 0
		    && strcmp(f->name + length, suffix) == 0)
			return f->name;
	return NULL;
}

int function_index(const char *name, bool wide)
{
	int i = 0;

	while (function_texts[i].wide != wide
	       || strcmp(function_texts[i].name, name) != 0)
		i++;
	assert(i < FUNCTIONS_MAX);
	return i;
}

static const char *half_of_the_bytes(int width)
{
	return width == 16 ? "ulong" : width == 8 ? "uint" : "ushort";
}

static void put_text(Text *out, const char *text, int width)
{
	for (const char *c = text; *c; c++) {
		if (*c == '@' && width > 1)
			text_printf(out, "%d", width);
		else if (*c == '@')
			continue;
		else if (*c == '$')
			text_put(out, half_of_the_bytes(width));
		else
			text_char(out, *c);
	}
	text_char(out, '\n');
}

static bool is_called(const char *called, const char *text)
{
	for (const char *at = text; (at = strstr(at, called)) != NULL; at++)
		if (at == text
		    || (!isalnum((unsigned char)at[-1]) && at[-1] != '_'))
			return true;
	return false;
}

/* A function needs only such as stand before it. */
void functions_put(Text *out, const bool *used, int width)
{
	bool wanted[FUNCTIONS_MAX] = { false };
	int count = 0;

	for (; function_texts[count].name; count++)
		wanted[count] = used[count];
	assert(count <= FUNCTIONS_MAX);
	for (int i = count - 1; i >= 0; i--)
		for (int j = 0; wanted[i] && j < i; j++)
			wanted[j] |= is_called(function_texts[j].called,
					       function_texts[i].text);
	for (int i = 0; i < count; i++)
		if (wanted[i])
			put_text(out, function_texts[i].text, width);
}
