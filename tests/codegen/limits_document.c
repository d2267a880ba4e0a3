#include "limits_document.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LITERALS = 16, TOGETHER = 60 };

Document document_of(const char *name, Scalar scalar, int width, int inputs,
		     int64_t count)
{
	bool two = inputs == 2;

	return (Document){ .name = name, .scalar = scalar, .width = width,
			   .inputs = inputs, .count = count,
			   .params = two ? "\"a\", \"b\"" : "\"a\"",
			   .xs = two ? "[\"zip\", \"a\", \"b\"]"
				     : "\"a\"" };
}

void document_put(Document *d, const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	text_put(&d->results, text);
	text_char(&d->results, '\n');
}

static void put_head(const Document *d, Text *text)
{
	text_printf(text, "{\"name\": \"%s_%s_%d\", \"inputs\": [", d->name,
		    scalar_name(d->scalar), d->width);
	for (int i = 0; i < d->inputs; i++)
		text_printf(text, "%s{\"name\": \"%c\", \"type\": "
			    "\"[%s; %lld]\"}", i ? ", " : "", "ab"[i],
			    scalar_name(d->scalar), (long long)d->count);
	text_printf(text, "],\n\"body\": [\"unzip\", %s[\"fun\", [%s], %s"
		    "[\"tuple\"", d->width > 1 ? "[\"joinVec\", "
		    "[\"mapGlobal\", [\"mapVec\", " : "[\"mapGlobal\", ",
		    d->params, d->let);
}

/* The results up to `end` as a program. */
static void run_some(Limits *limits, const Document *d, const char *from,
		     const char *end, const Numbers *numbers)
{
	Text text = { 0 };

	put_head(d, &text);
	for (const char *c = from; c < end; c++) {
		if (c == from || c[-1] == '\n')
			text_put(&text, ",\n ");
		text_char(&text, *c == '\n' ? ' ' : *c);
	}
	text_put(&text, *d->let ? "]]]" : "]]");
	if (d->width > 1)
		text_printf(&text, "], [\"splitVec\", %d, %s]]]]}", d->width,
			    d->xs);
	else
		text_printf(&text, ", %s]]}", d->xs);
	limits_run(limits, text_string(&text), numbers);
	text_free(&text);
}

/* A tuple has two parts or more. */
static bool is_last(const char *line)
{
	return *line && !strchr(line, '\n')[1];
}

void document_run(Limits *limits, Document *d, const Numbers *numbers)
{
	const char *from = text_string(&d->results), *end = from;

	const int together = d->width == 16 ? TOGETHER / 3 : TOGETHER;

	for (int count = 1; *end; count++) {
		end = strchr(end, '\n') + 1;
		if (is_last(end) || (*end && count % together))
			continue;
		run_some(limits, d, from, end, numbers);
		from = end;
	}
	text_free(&d->results);
}

/* -- literals -------------------------------------------------------------- */

void document_ends(Scalar scalar, char least[24], char greatest[24])
{
	snprintf(least, 24, "%lld", (long long)limits_least(scalar));
	snprintf(greatest, 24, "\"%llu\"",
		 (unsigned long long)limits_greatest(scalar));
}

/* With some of the literals; from "/" on with all. */
static const char *const with_literal[] = { "+", "-", "*", "&", "min", "max",
					    "/", "%", "<<", ">>" };

/* As they are written; those that the type holds. */
static int literals_of(Scalar scalar, char literals[LITERALS][24])
{
	const int64_t all[] = { 0, 1, 2, 3, 7, 8, 9, 16, 31, 33, 65, -1, -2 };
	int64_t least = limits_least(scalar);
	int count = 0;

	for (int i = 0; i < COUNT(all); i++)
		if (all[i] >= 0 || least < 0)
			snprintf(literals[count++], 24, "%lld",
				 (long long)all[i]);
	document_ends(scalar, literals[count], literals[count + 1]);
	return count + 2;
}

void document_literals(Document *d, Scalar scalar, const char *x)
{
	char literals[LITERALS][24];
	int count = literals_of(scalar, literals);

	for (int i = 0; i < COUNT(with_literal); i++)
		for (int k = 0; k < count; k++)
			if (k % 4 == i % 4 || (i >= 6))
				document_put(d, "[\"%s\", %s, %s]",
					     with_literal[i], x, literals[k]);
	document_put(d, "[\"/\", %s, %s]", literals[count - 1], x);
	document_put(d, "[\"-\", %s, %s]", literals[count - 1], x);
	document_put(d, "[\"<<\", 1, %s]", x);
}
