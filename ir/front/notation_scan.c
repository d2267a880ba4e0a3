#include "ir/front/notation_scan.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char *const marks[] = {
	"<<", ">>", "<=", ">=", "==", "!=", "(", ")", "[", "]", "{", "}", "<",
	">", ";", ":", ",", ".", "\\", "=", "+", "-", "*", "/", "%", "^", "&",
	"|", "~", "$",
};

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool is_exponent(const char *text, int at)
{
	return strchr("eEpP", text[at])
	    && (isdigit((unsigned char)text[at + 1])
		|| (strchr("+-", text[at + 1]) && text[at + 1]
		    && isdigit((unsigned char)text[at + 2])));
}

/* 12, 1.5, 1e-3, 0xff, 0x1.8p-4 */
static int past_number(const char *text, int at)
{
	bool hex = text[at] == '0' && strchr("xX", text[at + 1])
		&& text[at + 1];

	at += hex ? 2 : 0;
	while (text[at]) {
		if (strchr(hex ? "pP" : "eE", text[at])
		    && is_exponent(text, at))
			at += 2;
		else if (isdigit((unsigned char)text[at])
			 || (hex && isxdigit((unsigned char)text[at])))
			at++;
		else if (text[at] == '.'
			 && isxdigit((unsigned char)text[at + 1])
			 && (hex || isdigit((unsigned char)text[at + 1])))
			at++;
		else
			break;
	}
	return at;
}

static int past_string(const char *text, int at)
{
	for (at++; text[at] && text[at] != '"' && text[at] != '\n'; at++)
		if (text[at] == '\\' && text[at + 1])
			at++;
	return text[at] == '"' ? at + 1 : -1;
}

static int past_mark(const char *text, int at)
{
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (!strncmp(text + at, marks[i], strlen(marks[i])))
			return at + (int)strlen(marks[i]);
	return -1;
}

static int past_name(const char *text, int at)
{
	while (is_name(text[at]))
		at++;
	return at;
}

static void take(NotationScan *s, WordKind kind, int at, int end)
{
	s->word.kind = end < 0 ? WORD_BAD : kind;
	s->word.length = end < 0 ? 1 : end - at;
}

static void classify(NotationScan *s, int at)
{
	const char *text = s->text;

	if (!text[at])
		take(s, WORD_END, at, at);
	else if (isdigit((unsigned char)text[at]))
		take(s, WORD_NUMBER, at, past_number(text, at));
	else if (text[at] == '"')
		take(s, WORD_STRING, at, past_string(text, at));
	else if (is_name(text[at]))
		take(s, WORD_NAME, at, past_name(text, at));
	else
		take(s, WORD_MARK, at, past_mark(text, at));
}

void words_next(NotationScan *s)
{
	int start = s->word.at + s->word.length, at;
	bool starts_line = start == 0;

	s->last = start;
	for (at = start; s->text[at]; at++) {
		if (s->text[at] == '#')
			while (s->text[at + 1] && s->text[at + 1] != '\n')
				at++;
		else if (s->text[at] == '\n') {
			starts_line = true;
			s->line++;
			s->line_at = at + 1;
		} else if (!isspace((unsigned char)s->text[at])) {
			break;
		}
	}
	s->word = (Word){ .at = at, .line = s->line,
			  .column = at - s->line_at + 1,
			  .starts_line = starts_line, .touches = at == start };
	classify(s, at);
}

NotationScan words_start(const JsonText *source)
{
	NotationScan scan = { .source = source, .text = source->text,
			      .line = 1, .size = (int)strlen(source->text) };

	words_next(&scan);
	return scan;
}

/* What begins no part: a line of it may be indented as the part that it goes on. */
static bool goes_on(const NotationScan *s)
{
	static const char *const words[] = { "in", "then", "else" };
	const Word *word = &s->word;

	for (int i = 0; i < 3 && word->kind == WORD_NAME; i++)
		if ((size_t)word->length == strlen(words[i])
		    && !strncmp(s->text + word->at, words[i], strlen(words[i])))
			return word->column == s->margin;
	return false;
}

bool words_over(const NotationScan *s)
{
	return s->word.kind == WORD_END
	    || (s->word.starts_line && s->word.column <= s->margin
		&& !goes_on(s));
}

bool words_is(const NotationScan *s, const char *word)
{
	size_t length = strlen(word);

	return (s->word.kind == WORD_NAME || s->word.kind == WORD_MARK)
	    && (size_t)s->word.length == length && !words_over(s)
	    && !strncmp(s->text + s->word.at, word, length);
}

bool words_accept(NotationScan *s, const char *word)
{
	bool is = words_is(s, word);

	if (is)
		words_next(s);
	return is;
}

void *words_fail(NotationScan *s, DiagCode code, int at, int length,
		 const char *found, const char *expected, const char *message)
{
	Place place = json_offset_place(s->source, at, length);

	if (!s->failed)
		diag_add(s->source->diags, code, &place, found, expected, "%s",
			 message);
	s->failed = true;
	return NULL;
}

/* Marks of other languages, and what they are here; around the word's place. */
static const char *foreign(const NotationScan *s)
{
	static const struct {
		const char *mark, *ours;
	} rows[] = {
		{ "->", ". between parameters and body, as in \\x. e" },
		{ "=>", ". between parameters and body, as in \\x. e" },
		{ "&&", "and" }, { "||", "or" }, { "**", "pow x y" },
		{ "++", "concat" }, { "//", "/, which rounds to zero on integers" },
		{ "<-", "= after let" }, { "|>", "$, the other way round" },
		{ "?", "if c then a else b" }, { "!", "not" },
		{ "@", "map of a dot product" },
		{ "'", "names of letters, digits and _" },
		{ "\xce\xbb", "\\x. e" },
	};
	int at = s->word.at;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t length = strlen(rows[i].mark);

		if (!strncmp(s->text + at, rows[i].mark, length)
		    || (length == 2 && at > 0
			&& !strncmp(s->text + at - 1, rows[i].mark, length)))
			return rows[i].ours;
	}
	return NULL;
}

void *words_unexpected(NotationScan *s, const char *expected)
{
	const Word *word = &s->word;
	char found[64];

	if (!words_over(s) && foreign(s))
		expected = foreign(s);
	if (!words_over(s)) {
		snprintf(found, sizeof found, "%.*s",
			 word->length > 40 ? 40 : word->length,
			 s->text + word->at);
		return words_fail(s, E1101, word->at, word->length, found,
				  expected, word->kind == WORD_BAD
				  && s->text[word->at] == '"'
				  ? "a text in quotes has no end in its line"
				  : "the program is not well formed");
	}
	return words_fail(s, E1101, s->last > 0 ? s->last - 1 : 0, 1,
			  s->text[s->last + (int)strspn(s->text + s->last,
							" \t\r\n")]
			  ? "the next line, which is not indented further"
			  : "the end of the text", expected,
			  "the program is not well formed");
}

const char *words_text(const NotationScan *s)
{
	return arena_strndup(s->source->arena, s->text + s->word.at,
			     (size_t)s->word.length);
}

const char *words_string(NotationScan *s)
{
	json_error_t error;
	json_t *value = json_loadb(s->text + s->word.at,
				   (size_t)s->word.length, JSON_DECODE_ANY,
				   &error);
	const char *kept;

	if (!value)
		return words_fail(s, E1101, s->word.at, s->word.length, NULL,
				  "a text as JSON writes it",
				  "a text in quotes is not well formed");
	kept = arena_strdup(s->source->arena, json_string_value(value));
	json_decref(value);
	return kept;
}
