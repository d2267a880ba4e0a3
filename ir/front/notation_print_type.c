/* Types: [[f32; K]; M] is written f32[M][K]. */
#include <string.h>

#include "ir/front/notation_printer.h"

static const char *put_type(Text *out, const char *type);

static const char *skip_spaces(const char *text)
{
	while (*text == ' ')
		text++;
	return text;
}

static const char *past_size(const char *text, char end)
{
	int depth = 0;

	for (; *text && (depth || *text != end); text++)
		depth += (*text == '(') - (*text == ')');
	return text;
}

/* [[f32; K]; M] as f32[M][K]: the lengths around it, the outermost first. */
static const char *put_array(Text *out, const char *type)
{
	Text lengths = { 0 }, inner = { 0 };
	const char *at = skip_spaces(type + 1), *end;

	at = *at == '[' ? put_array(&inner, at) : put_type(&inner, at);
	at = at ? skip_spaces(at) : NULL;
	if (at && *at == ';') {
		const char *split = text_string(&inner);
		size_t base = strlen(split);

		at = skip_spaces(at + 1);
		end = past_size(at, ']');
		text_printf(&lengths, "[%.*s]", (int)(end - at), at);
		/* the base ends where its own lengths begin */
		for (size_t i = 0, depth = 0; i < base; i++) {
			depth += strchr("(<", split[i]) != NULL;
			depth -= strchr(")>", split[i]) != NULL;
			if (split[i] == '[' && !depth) {
				base = i;
				break;
			}
		}
		text_bytes(out, split, base);
		text_put(out, text_string(&lengths));
		text_put(out, split + base);
		at = *end ? end + 1 : NULL;
	} else {
		at = NULL;
	}
	text_free(&lengths);
	text_free(&inner);
	return at;
}

static const char *put_tuple(Text *out, const char *type)
{
	const char *at = type;

	do {
		text_put(out, at == type ? "(" : ", ");
		at = put_type(out, skip_spaces(at + 1));
		at = at ? skip_spaces(at) : NULL;
	} while (at && *at == ',');
	text_char(out, ')');
	return at && *at == ')' ? at + 1 : NULL;
}

static const char *put_vector(Text *out, const char *type)
{
	const char *at, *end;

	text_char(out, '<');
	at = put_type(out, skip_spaces(type + 1));
	at = at ? skip_spaces(at) : NULL;
	if (!at || *at != ';')
		return NULL;
	at = skip_spaces(at + 1);
	end = past_size(at, '>');
	text_printf(out, "; %.*s>", (int)(end - at), at);
	return *end ? end + 1 : NULL;
}

/* What stands behind the type; NULL when it is none. */
static const char *put_type(Text *out, const char *type)
{
	size_t word = strspn(type, "abcdefghijklmnopqrstuvwxyz0123456789");

	if (*type == '[')
		return put_array(out, type);
	if (*type == '(')
		return put_tuple(out, type);
	if (*type == '<')
		return put_vector(out, type);
	text_bytes(out, type, word);
	return word ? type + word : NULL;
}

void print_type(Text *out, const char *type)
{
	Text text = { 0 };
	const char *end = put_type(&text, skip_spaces(type));

	if (end && !*skip_spaces(end))
		text_put(out, text_string(&text));
	else
		text_json(out, type);
	text_free(&text);
}
