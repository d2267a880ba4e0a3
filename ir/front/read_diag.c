#include <stdarg.h>
#include <stdio.h>

#include "ir/front/read.h"

static void report(Reader *r, DiagCode code, const Place *place,
		   const char *found, const char *expected,
		   const char *format, va_list args)
{
	Text message = { 0 };
	Place used = *place;

	text_vprintf(&message, format, args);
	if (r->use)
		used.used_at = json_pointer(r->arena, r->use);
	diag_add(r->diags, code, &used, found, expected, "%s",
		 text_string(&message));
	text_free(&message);
}

void read_error(Reader *r, DiagCode code, const Node *at, const char *found,
		const char *expected, const char *format, ...)
{
	Place place = json_place(&r->json, at);
	va_list args;

	va_start(args, format);
	report(r, code, &place, found, expected, format, args);
	va_end(args);
}

void read_error_at(Reader *r, DiagCode code, const Place *place,
		   const char *found, const char *expected,
		   const char *format, ...)
{
	va_list args;

	va_start(args, format);
	report(r, code, place, found, expected, format, args);
	va_end(args);
}

void read_warning(Reader *r, DiagCode code, const Place *place,
		  const char *format, ...)
{
	va_list args;

	va_start(args, format);
	report(r, code, place, NULL, NULL, format, args);
	va_end(args);
}

const char *read_found(Reader *r, const Node *node)
{
	return json_found(r->arena, node);
}
