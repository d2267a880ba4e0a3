/* Indices as C writes them, in the narrowest type that holds them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "codegen_opencl/code.h"
#include "codegen_opencl/source.h"
#include "codegen_opencl/tree.h"
#include "ir/core/size.h"

void source_component(Text *out, int lane)
{
	text_printf(out, ".s%c", "0123456789abcdef"[lane]);
}

bool source_index_is(const Affine *index, bool wide)
{
	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;
		const Var *var = atom->var;

		if (var && (var->scalar != SCALAR_I32 || var->wide))
			return false;
		if (atom->of && !source_index_is(atom->of, false))
			return false;
	}
	return wide == affine_is_wide(index);
}

/* The same by an open size n, of which nothing is below 0: min(x, n - 1) or
 * min(x, 2*n - 1 - x). */
static void source_folded_to(Text *out, const AffineAtom *atom)
{
	bool clamp = atom->kind == AFFINE_CLAMP;
	bool wide = affine_is_wide(atom->of) || affine_is_wide(atom->end)
		    || (!clamp && atom->end->hi > INT32_MAX / 2);
	const char *type = wide ? "(long)" : "(int)";

	text_printf(out, "min(%s", type);
	source_index(out, atom->of, true);
	text_printf(out, ", %s%s", clamp ? "" : "2*", type);
	source_index(out, atom->end, true);
	text_put(out, " - 1");
	if (!clamp) {
		text_printf(out, " - %s", type);
		source_index(out, atom->of, true);
	}
	text_char(out, ')');
}

/* clamp(x, 0, n - 1), max(x, -1 - x) or min(x, 2n - 1 - x), in one type. */
static void source_folded(Text *out, const AffineAtom *atom)
{
	bool wide = affine_is_wide(atom->of) || atom->by > INT32_MAX / 2;
	const char *type = source_index_is(atom->of, wide) ? ""
			   : wide ? "(long)" : "(int)";
	const char *suffix = wide ? "L" : "";
	int64_t last = atom->by - 1;

	if (atom->kind != AFFINE_CLAMP) {
		bool mirror = atom->kind == AFFINE_MIRROR;

		text_printf(out, "%s(%s", mirror ? "min" : "max", type);
		source_index(out, atom->of, *type);
		text_printf(out, ", %" PRId64 "%s - %s",
			    mirror ? atom->by + last : -1, suffix, type);
		source_index(out, atom->of, true);
		text_char(out, ')');
		return;
	}
	text_printf(out, "%s(%s", atom->of->lo >= 0 ? "min"
		    : atom->of->hi <= last ? "max" : "clamp", type);
	source_index(out, atom->of, *type);
	if (atom->of->lo < 0)
		text_printf(out, ", 0%s", suffix);
	if (atom->of->hi > last)
		text_printf(out, ", %" PRId64 "%s", last, suffix);
	text_char(out, ')');
}

/* At least 1: a quotient of sizes may be 0 where nothing is divided, and what
 * is computed of it before. */
static void source_divisor(Text *out, const AffineAtom *atom)
{
	const Var *lone;

	if (!atom->end) {
		text_printf(out, "%" PRId64, atom->by);
		return;
	}
	lone = affine_lone_var(atom->end);
	if (lone && lone->size->terms[0].atoms[0]->kind == ATOM_VAR) {
		source_var(out, lone);
		return;
	}
	text_put(out, affine_is_wide(atom->end) ? "max((long)" : "max((int)");
	source_index(out, atom->end, true);
	text_put(out, affine_is_wide(atom->end) ? ", 1L)" : ", 1)");
}

static void source_atom(Text *out, const AffineAtom *atom, bool alone)
{
	bool quotient = atom->kind == AFFINE_DIV || atom->kind == AFFINE_MOD;

	if (atom->kind == AFFINE_CLAMP || atom->kind == AFFINE_MIRROR
	    || atom->kind == AFFINE_FOLD) {
		(atom->end ? source_folded_to : source_folded)(out, atom);
		return;
	}
	if (atom->kind == AFFINE_SCALED) {
		source_index(out, atom->of, true);
		text_char(out, '*');
	}
	if (!quotient) {
		source_var(out, atom->var);
		if (atom->kind == AFFINE_LANE_OF)
			source_component(out, atom->component);
		return;
	}
	if (!alone)
		text_char(out, '(');
	source_index(out, atom->of, true);
	text_char(out, atom->kind == AFFINE_DIV ? '/' : '%');
	source_divisor(out, atom);
	if (!alone)
		text_char(out, ')');
}

/* What is added first, the largest factors first. */
static int by_factor(const void *a, const void *b)
{
	const AffineTerm *x = a, *y = b;
	int64_t p = llabs(x->factor), q = llabs(y->factor);

	if ((x->factor < 0) != (y->factor < 0))
		return x->factor < 0 ? 1 : -1;
	if (p != q)
		return p < q ? 1 : -1;
	return x->atom->number < y->atom->number ? -1
	       : x->atom->number > y->atom->number;
}

static void source_term(Text *out, const AffineTerm *term, bool wide,
			bool first)
{
	int64_t factor = term->factor;

	if (!first)
		text_put(out, factor < 0 ? " - " : " + ");
	else if (factor < 0)
		text_char(out, '-');
	factor = llabs(factor);
	if (factor != 1)
		text_printf(out, "%" PRId64 "%s*", factor, wide ? "L" : "");
	else if (wide && first)
		text_put(out, "(long)");
	source_atom(out, term->atom, factor == 1);
}

int source_index_rank(const Affine *index)
{
	if (index->count + (index->constant != 0) > 1)
		return RANK_ADD;
	if (index->count == 0)
		return index->constant < 0 ? RANK_PREFIX : RANK_POSTFIX;
	if (index->terms[0].factor != 1 || index->terms[0].atom->of)
		return RANK_MUL;
	return RANK_POSTFIX;
}

static bool all_negative(const Affine *index)
{
	for (int i = 0; i < index->count; i++)
		if (index->terms[i].factor > 0)
			return false;
	return true;
}

AffineTerm *source_index_terms(const Affine *index, bool *constant_first)
{
	AffineTerm *terms = base_calloc((size_t)index->count + 1,
					sizeof *terms);

	if (index->count)
		memcpy(terms, index->terms,
		       sizeof *terms * (size_t)index->count);
	qsort(terms, (size_t)index->count, sizeof *terms, by_factor);
	*constant_first = !index->count
			  || (index->constant && all_negative(index));
	return terms;
}

void source_index(Text *out, const Affine *index, bool factor)
{
	bool wide = affine_is_wide(index);
	bool parens = factor && source_index_rank(index) < RANK_PREFIX;
	bool front;
	AffineTerm *terms = source_index_terms(index, &front);

	if (parens)
		text_char(out, '(');
	if (front)
		text_printf(out, "%" PRId64 "%s", index->constant,
			    wide && index->count ? "L" : "");
	for (int i = 0; i < index->count; i++)
		source_term(out, &terms[i], wide, i == 0 && !front);
	if (!front && index->constant)
		text_printf(out, " %c %lld", index->constant < 0 ? '-' : '+',
			    llabs(index->constant));
	if (parens)
		text_char(out, ')');
	free(terms);
}

/* -- indices that data give ------------------------------------------------ */

static bool is_of_item(const AffineTerm *term)
{
	return term->atom->kind == AFFINE_VAR
	    && term->atom->var->kind == VAR_ID;
}

bool source_index_is_shifted(const Affine *index)
{
	bool item = false, data = false;

	for (int i = 0; i < index->count; i++) {
		const AffineTerm *term = &index->terms[i];
		const Var *var = term->atom->kind == AFFINE_VAR
				 ? term->atom->var : NULL;

		if (term->factor < 0 || term->atom->lo < 0)
			return false;
		item |= is_of_item(term);
		data |= var && (var->kind == VAR_LOAD
				|| var->kind == VAR_TEMP);
	}
	return item && data && index->constant >= 0 && index->width == 1;
}

void source_index_shift(Text *out, const Affine *index, bool items)
{
	Affine part = *index;
	AffineTerm *terms = base_calloc((size_t)index->count, sizeof *terms);

	part.count = 0;
	for (int i = 0; i < index->count; i++)
		if (is_of_item(&index->terms[i]) == items)
			terms[part.count++] = index->terms[i];
	part.terms = terms;
	part.constant = items ? 0 : index->constant;
	source_index(out, &part, false);
	free(terms);
}
