#include "rules/scan.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const marks[] = {
	"<=>", "=>", "->", "<+", "<=", ">=", "==", "!=", "(", ")", "[", "]",
	"<", ">", ";", ":", ",", ".", "\\", "=", "+", "-", "*", "/", "%", "^",
};

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static Token token_of(TokenKind kind, int at, int length)
{
	return (Token){ .kind = kind, .at = at, .length = length };
}

static Token scan_number(const char *text, int at)
{
	int end = at;

	while (isdigit((unsigned char)text[end]))
		end++;
	if (text[end] == '.' && isdigit((unsigned char)text[end + 1]))
		for (end++; isdigit((unsigned char)text[end]);)
			end++;
	return token_of(TOKEN_NUMBER, at, end - at);
}

static Token scan_string(const char *text, int at)
{
	int end = at + 1;

	while (text[end] && text[end] != '"' && text[end] != '\n')
		end++;
	if (text[end] != '"')
		return token_of(TOKEN_BAD, at, 1);
	return token_of(TOKEN_STRING, at + 1, end - at - 1);
}

static Token scan_mark(const char *text, int at)
{
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		size_t length = strlen(marks[i]);

		if (!strncmp(text + at, marks[i], length))
			return token_of(TOKEN_MARK, at, (int)length);
	}
	return token_of(TOKEN_BAD, at, 1);
}

static Token scan_token(const char *text, int at)
{
	int end = at;

	if (!text[at])
		return token_of(TOKEN_END, at, 0);
	if (isdigit((unsigned char)text[at]))
		return scan_number(text, at);
	if (text[at] == '"')
		return scan_string(text, at);
	while (is_name(text[end]))
		end++;
	if (end > at)
		return token_of(TOKEN_NAME, at, end - at);
	return scan_mark(text, at);
}

void scan_next(Scan *scan)
{
	const char *text = scan->text;
	int start = scan->token.at + scan->token.length, at;
	bool starts_line = !start;

	if (scan->token.kind == TOKEN_STRING)
		start++;
	for (at = start; text[at]; at++) {
		if (text[at] == '#')
			while (text[at + 1] && text[at + 1] != '\n')
				at++;
		else if (text[at] == '\n')
			starts_line = true;
		else if (!isspace((unsigned char)text[at]))
			break;
	}
	scan->token = scan_token(text, at);
	scan->token.starts_line = starts_line;
	scan->token.touches = at == start;
}

void scan_resume(Scan *scan, int at)
{
	scan->token = token_of(TOKEN_MARK, at, 0);
	scan_next(scan);
}

Scan scan_start(const char *file, const char *text, Diags *diags)
{
	Scan scan = { .file = file, .text = text, .diags = diags,
		      .what = "a rule" };

	scan_next(&scan);
	return scan;
}

bool scan_is(const Scan *scan, const char *word)
{
	size_t length = strlen(word);

	const Token *token = &scan->token;

	return (token->kind == TOKEN_NAME || token->kind == TOKEN_MARK)
	    && (size_t)token->length == length
	    && !strncmp(scan->text + token->at, word, length);
}

bool scan_accept(Scan *scan, const char *word)
{
	if (!scan_is(scan, word))
		return false;
	scan_next(scan);
	return true;
}

bool scan_expect(Scan *scan, const char *word)
{
	return scan_accept(scan, word) || scan_unexpected(scan, word);
}

static Place place_of(const Scan *scan, int at)
{
	Place place = { .file = scan->file, .source = scan->text, .line = 1,
			.column = 1, .width = 1 };

	for (int i = 0; i < at; i++) {
		place.column++;
		if (scan->text[i] != '\n')
			continue;
		place.line++;
		place.column = 1;
	}
	return place;
}

bool scan_error(Scan *scan, int at, const char *found, const char *expected,
		const char *format, ...)
{
	Place place = place_of(scan, at);
	char message[256];
	va_list args;

	if (scan->failed)
		return false;
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	diag_add(scan->diags, E0801, &place, found, expected, "%s", message);
	scan->failed = true;
	return false;
}

bool scan_unexpected(Scan *scan, const char *expected)
{
	const Token *token = &scan->token;
	char found[64];

	if (token->kind == TOKEN_END)
		snprintf(found, sizeof found, "the end of the file");
	else
		snprintf(found, sizeof found, "%.*s",
			 token->length > 40 ? 40 : token->length,
			 scan->text + token->at);
	return scan_error(scan, token->at, found, expected,
			  "%s is not well formed", scan->what);
}
