#include "ir/eval/eval_index.h"

#include <assert.h>
#include <stdlib.h>

enum { TERM_MAX = 64 };

/* number + sum of factors[i] * atoms[i]; atoms in order of their ids. */
typedef struct Form {
	int64_t number;
	int count;
	const Node *atoms[TERM_MAX];
	int64_t factors[TERM_MAX];
} Form;

const Node *index_const(Graph *graph, int64_t value)
{
	return node_const(graph, SCALAR_I64, (uint64_t)value);
}

static void form_add_atom(Form *form, const Node *atom, int64_t factor)
{
	int at = 0;

	while (at < form->count && form->atoms[at]->id < atom->id)
		at++;
	if (at == form->count || form->atoms[at] != atom) {
		assert(form->count < TERM_MAX);
		for (int i = form->count++; i > at; i--) {
			form->atoms[i] = form->atoms[i - 1];
			form->factors[i] = form->factors[i - 1];
		}
		form->atoms[at] = atom;
		form->factors[at] = 0;
	}
	form->factors[at] += factor;
	if (form->factors[at])
		return;
	form->count--;
	for (int i = at; i < form->count; i++) {
		form->atoms[i] = form->atoms[i + 1];
		form->factors[i] = form->factors[i + 1];
	}
}

static void form_add(Form *form, const Node *a, int64_t factor)
{
	if (a->kind == NODE_CONST) {
		form->number += factor * (int64_t)a->bits;
	} else if (a->kind == NODE_LINEAR) {
		form->number += factor * a->number;
		for (int i = 0; i < a->kid_count; i++)
			form_add_atom(form, a->kids[i], factor * a->factors[i]);
	} else {
		form_add_atom(form, a, factor);
	}
}

static int atoms_of(const Node *a)
{
	return a->kind == NODE_CONST ? 0
	     : a->kind == NODE_LINEAR ? a->kid_count : 1;
}

/* Where a quotient and the remainder of the same division make the dividend. */
static bool form_undivide(Form *form)
{
	for (int i = 0; i < form->count; i++)
		for (int j = 0; j < form->count; j++) {
			const Node *q = form->atoms[i], *r = form->atoms[j];
			int64_t factor = form->factors[j];

			if (q->kind != NODE_DIV || r->kind != NODE_MOD
			    || q->number != r->number
			    || q->kids[0] != r->kids[0]
			    || form->factors[i] != factor * q->number
			    || form->count + atoms_of(q->kids[0]) > TERM_MAX)
				continue;
			form_add_atom(form, q, -factor * q->number);
			form_add_atom(form, r, -factor);
			form_add(form, q->kids[0], factor);
			return true;
		}
	return false;
}

static const Node *form_node(Graph *graph, Form *form)
{
	int64_t low, high;

	while (form_undivide(form))
		;
	if (!form->count)
		return index_const(graph, form->number);
	if (form->count == 1 && form->factors[0] == 1 && !form->number)
		return form->atoms[0];
	low = high = form->number;
	for (int i = 0; i < form->count; i++) {
		const Node *atom = form->atoms[i];
		int64_t f = form->factors[i];

		low += f * (f > 0 ? atom->low : atom->high);
		high += f * (f > 0 ? atom->high : atom->low);
	}
	return node_of_index(graph, (Node){
		.kind = NODE_LINEAR, .number = form->number,
		.kid_count = form->count, .kids = form->atoms,
		.factors = form->factors }, low, high);
}

/* An atom from here on: what more atoms a form has no room for. */
static const Node *sum_of(Graph *graph, const Node *a, const Node *b)
{
	const Node *kids[] = { a, b };

	return node_of_index(graph, (Node){
		.kind = NODE_OP, .op = OP_ADD, .kid_count = 2, .kids = kids },
		a->low + b->low, a->high + b->high);
}

const Node *index_add(Graph *graph, const Node *a, const Node *b)
{
	Form form = { 0 };

	if (atoms_of(a) + atoms_of(b) > TERM_MAX)
		return sum_of(graph, a, b);
	form_add(&form, a, 1);
	form_add(&form, b, 1);
	return form_node(graph, &form);
}

const Node *index_offset(Graph *graph, const Node *a, int64_t by)
{
	return by ? index_add(graph, a, index_const(graph, by)) : a;
}

const Node *index_scale(Graph *graph, const Node *a, int64_t factor)
{
	Form form = { 0 };

	if (factor == 1)
		return a;
	if (factor)
		form_add(&form, a, factor);
	return form_node(graph, &form);
}

/* a = divisor * quotient + rest, the terms that divide going left. */
static void divide(const Node *a, int64_t divisor, Form *quotient, Form *rest)
{
	Form form = { 0 };

	form_add(&form, a, 1);
	quotient->number = form.number / divisor;
	rest->number = form.number % divisor;
	if (rest->number < 0) {
		rest->number += divisor;
		quotient->number--;
	}
	for (int i = 0; i < form.count; i++)
		if (form.factors[i] % divisor)
			form_add_atom(rest, form.atoms[i], form.factors[i]);
		else
			form_add_atom(quotient, form.atoms[i],
				      form.factors[i] / divisor);
}

static const Node *opaque(Graph *graph, NodeKind kind, const Node *of,
			  int64_t number, int64_t high)
{
	return node_of_index(graph, (Node){
		.kind = kind, .number = number, .kid_count = 1,
		.kids = &of }, 0, high);
}

const Node *index_div(Graph *graph, const Node *a, int64_t divisor)
{
	Form quotient = { 0 }, rest = { 0 };
	const Node *low;

	if (divisor == 1)
		return a;
	divide(a, divisor, &quotient, &rest);
	low = form_node(graph, &rest);
	if (low->low < 0) {
		quotient = (Form){ 0 };
		low = a;
	}
	if (low->high >= divisor)
		form_add(&quotient, opaque(graph, NODE_DIV, low, divisor,
					   low->high / divisor), 1);
	return form_node(graph, &quotient);
}

const Node *index_mod(Graph *graph, const Node *a, int64_t divisor)
{
	Form quotient = { 0 }, rest = { 0 };
	const Node *low;

	if (divisor == 1)
		return index_const(graph, 0);
	divide(a, divisor, &quotient, &rest);
	low = form_node(graph, &rest);
	if (low->low < 0)
		low = a;
	if (low->high < divisor)
		return low;
	return opaque(graph, NODE_MOD, low, divisor, divisor - 1);
}

const Node *index_clamp(Graph *graph, const Node *a, int64_t count)
{
	if (a->low >= 0 && a->high < count)
		return a;
	return opaque(graph, NODE_CLAMP, a, count, count - 1);
}

/* Without the number in a, which other comparisons with a may share. */
const Node *index_less(Graph *graph, const Node *a, int64_t bound)
{
	int64_t number = a->kind == NODE_LINEAR ? a->number : 0;
	const Node *args[] = { index_offset(graph, a, -number),
			       index_const(graph, bound - number) };

	return node_op(graph, OP_LT, args);
}
