/* Types as the notation writes them: f32[N][M] is an array of N rows of M. */
#include "ir/front/notation_draft.h"

#include "base/text.h"

static bool put_type(NotationDraft *draft, Text *out);

/* A size up to one of the stops. */
static bool put_size(NotationDraft *d, Text *out, const char *stops)
{
	int at = d->scan.word.at;
	Node *size = node_raw(d, stops, "a size");

	if (!size)
		return false;
	text_bytes(out, d->scan.text + at, (size_t)size->length);
	return true;
}

static bool put_tuple(NotationDraft *d, Text *out)
{
	const Word opened = d->scan.word;

	words_next(&d->scan);
	text_char(out, '(');
	do {
		if (out->data[out->length - 1] != '(')
			text_put(out, ", ");
		if (!put_type(d, out))
			return false;
	} while (words_accept(&d->scan, ","));
	text_char(out, ')');
	return notation_close(d, &opened, ")");
}

static bool put_vector(NotationDraft *d, Text *out)
{
	words_next(&d->scan);
	text_char(out, '<');
	if (!put_type(d, out))
		return false;
	if (!words_accept(&d->scan, ";"))
		return words_unexpected(&d->scan, "; and a number of lanes");
	text_put(out, "; ");
	if (!put_size(d, out, ">"))
		return false;
	text_char(out, '>');
	return words_accept(&d->scan, ">")
	    || words_unexpected(&d->scan, ">");
}

static bool put_base(NotationDraft *d, Text *out)
{
	NotationScan *s = &d->scan;
	const char *name;

	if (words_is(s, "("))
		return put_tuple(d, out);
	if (words_is(s, "<"))
		return put_vector(d, out);
	if (words_over(s) || (s->word.kind != WORD_NAME
			      && s->word.kind != WORD_STRING))
		return words_unexpected(s, "a type like f32[N]");
	name = s->word.kind == WORD_NAME ? words_text(s) : words_string(s);
	if (!name)
		return false;
	text_put(out, name);
	words_next(s);
	return true;
}

/* The lengths after a type, the outermost first; closed from the inside. */
static bool put_lengths(NotationDraft *d, Text *lengths)
{
	while (words_is(&d->scan, "[")) {
		const Word opened = d->scan.word;
		Text length = { 0 };
		bool good;

		words_next(&d->scan);
		good = put_size(d, &length, "]")
		    && notation_close(d, &opened, "]");
		text_printf(&length, "]%s", text_string(lengths));
		text_clear(lengths);
		text_printf(lengths, "; %s", text_string(&length));
		text_free(&length);
		if (!good)
			return false;
	}
	return true;
}

static int rank_of(const char *lengths)
{
	int rank = 0;

	for (; *lengths; lengths++)
		rank += *lengths == ']' && (!lengths[1] || lengths[1] == ';');
	return rank;
}

static bool put_type(NotationDraft *d, Text *out)
{
	Text base = { 0 }, lengths = { 0 };
	bool good = notation_enter(d) && put_base(d, &base)
		 && put_lengths(d, &lengths);

	d->depth--;
	for (int i = rank_of(text_string(&lengths)); i > 0; i--)
		text_char(out, '[');
	text_printf(out, "%s%s", text_string(&base), text_string(&lengths));
	text_free(&base);
	text_free(&lengths);
	return good;
}

const char *notation_type(NotationDraft *d)
{
	Text text = { 0 };
	const char *kept = NULL;

	if (put_type(d, &text))
		kept = arena_strdup(d->arena, text_string(&text));
	text_free(&text);
	return kept;
}
