/* Sizes and the facts about them, by name. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rules/coq_print.h"

static bool is_variable(const Size *size)
{
	return size->count == 1 && size->terms[0].count == 1
	    && size->terms[0].factor == 1
	    && size->terms[0].atoms[0]->kind == ATOM_VAR;
}

/* a / b without a rest, and nothing else. */
static const SizeAtom *quotient(const Size *size)
{
	const SizeAtom *atom = size->count == 1 ? size->terms[0].atoms[0]
						: NULL;

	return atom && size->terms[0].count == 1 && size->terms[0].factor == 1
	       && atom->kind == ATOM_DIV ? atom : NULL;
}

static bool has_quotients(const Size *size)
{
	for (int i = 0; i < size->count; i++)
		for (int k = 0; k < size->terms[i].count; k++)
			if (size->terms[i].atoms[k]->kind != ATOM_VAR)
				return true;
	return false;
}

static bool has_form(const Size *size)
{
	const SizeAtom *atom = quotient(size);

	return atom ? !has_quotients(atom->a) && !has_quotients(atom->b)
		    : !has_quotients(size);
}

static const char *text_of(CoqPrint *p, const Size *size)
{
	Text text = { 0 };
	const char *string;

	size_text(&text, size);
	string = arena_strdup(p->arena, text_string(&text));
	text_free(&text);
	return string;
}

static int number_of(CoqPrint *p, const Size *size)
{
	int i = 0;

	while (i < p->size_count && !size_same(p->sizes[i], size))
		i++;
	if (i == COQ_SIZES_MAX) {
		p->missing = "so many sizes";
		return 0;
	}
	p->sizes[i] = size;
	if (i == p->size_count)
		p->size_count++;
	return i;
}

const char *coq_size(CoqPrint *p, const Size *size)
{
	if (size->known && size->value <= 16)
		return arena_printf(p->arena, "%" PRId64, size->value);
	if (p->draft && is_variable(size))
		return text_of(p, size);
	if (p->draft && !has_form(size)) {
		p->missing = "such quotients of sizes";
		return "0";
	}
	if (p->draft)
		return arena_printf(p->arena, "s_%d", number_of(p, size) + 1);
	number_of(p, size);
	return arena_printf(p->arena, "n%" PRId64, size->value);
}

const char *coq_size_means(CoqPrint *p, const char *name, const Size *size)
{
	const SizeAtom *atom = quotient(size);

	return atom ? arena_printf(p->arena, "Eq (%s) ((%s)*%s)",
				   text_of(p, atom->a), text_of(p, atom->b),
				   name)
		    : arena_printf(p->arena, "Eq %s (%s)", name,
				   text_of(p, size));
}

static int64_t atom_value(const SizeAtom *atom, CoqVariable *variable,
			  void *context)
{
	int64_t by;

	if (atom->kind == ATOM_VAR)
		return variable(context, atom->name);
	by = coq_size_value(atom->b, variable, context);
	return by ? coq_size_value(atom->a, variable, context) / by : 0;
}

int64_t coq_size_value(const Size *size, CoqVariable *variable, void *context)
{
	int64_t sum = 0;

	for (int i = 0; i < size->count; i++) {
		int64_t product = size->terms[i].factor;

		for (int k = 0; k < size->terms[i].count; k++)
			product *= atom_value(size->terms[i].atoms[k],
					      variable, context);
		sum += product;
	}
	return sum;
}

const char *coq_fact(CoqPrint *p, const char *format, ...)
{
	Text text = { 0 };
	va_list args;
	int i = 0;

	va_start(args, format);
	text_vprintf(&text, format, args);
	va_end(args);
	while (i < p->fact_count && strcmp(p->facts[i], text_string(&text)))
		i++;
	if (i == COQ_FACTS_MAX) {
		p->missing = "so many facts about sizes";
		i = 0;
	}
	if (i == p->fact_count) {
		p->facts[i] = arena_strdup(p->arena, text_string(&text));
		p->fact_count++;
	}
	text_free(&text);
	return arena_printf(p->arena, "h_%d", i + 1);
}
