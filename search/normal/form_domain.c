/* The loops of reductions and of outputs. Each step removes quotients and rests
 * of loops, or a loop, and adds none of the former: it ends. */
#include "search/normal/form.h"

#include <string.h>

#include "ir/core/algebra.h"

/* -- how a loop is used ---------------------------------------------------- */

typedef struct Uses {
	Normal *n;
	const Form *loop;
	Map seen;
	bool summed;          /* in a sum, not in a quotient or rest alone */
	bool divided;
	int64_t least;        /* divisor */
	Map sums;             /* the INDEX terms it is added in */
	const Form *first;    /* of these */
} Uses;

static void use_in_sum(Uses *uses, const Form *sum)
{
	uses->summed = true;
	uses->first = uses->first ? uses->first : sum;
	form_note(uses->n, &uses->sums, sum, sum);
}

static void collect(Uses *uses, const Form *form)
{
	if (!form_has(form, uses->loop)
	    || !form_note(uses->n, &uses->seen, form, form))
		return;
	if (form->kind == FORM_INDEX && linear_factor(form, uses->loop))
		use_in_sum(uses, form);
	for (int i = 0; i < form->count; i++) {
		const Form *part = form->parts[i];

		if ((form->kind != FORM_DIV && form->kind != FORM_MOD)
		    || !linear_is_variable(part, uses->loop)) {
			collect(uses, part);
			continue;
		}
		if (!uses->divided || form->number < uses->least)
			uses->least = form->number;
		uses->divided = true;
	}
}

static Uses uses_of(Normal *n, const Form *loop, const Form *body)
{
	Uses uses = { .n = n, .loop = loop };

	collect(&uses, body);
	return uses;
}

/* -- loops split and joined ------------------------------------------------ */

static void domain_remove(Domain *domain, int at)
{
	domain->count--;
	memmove(&domain->loops[at], &domain->loops[at + 1],
		(size_t)(domain->count - at) * sizeof *domain->loops);
}

static void domain_insert(Normal *n, Domain *domain, int at, const Form *loop)
{
	if (domain->count == FORM_PARTS / 2)
		normal_stop(n, "there are too many loops");
	memmove(&domain->loops[at + 1], &domain->loops[at],
		(size_t)(domain->count - at) * sizeof *domain->loops);
	domain->loops[at] = loop;
	domain->count++;
}

static bool split_one(Normal *n, Domain *domain, const Form **body)
{
	for (int i = 0; i < domain->count; i++) {
		const Form *loop = domain->loops[i], *upper, *lower;
		const Uses uses = uses_of(n, loop, *body);
		const int64_t by = uses.least;

		if (uses.summed || !uses.divided || by >= loop->extent
		    || loop->extent % by)
			continue;
		upper = form_fresh(n, n->i64, loop->extent / by);
		lower = form_fresh(n, n->i64, by);
		*body = form_put(n, *body, loop,
				 linear_sum(n, linear_atom(n, lower), by,
					   linear_atom(n, upper)));
		domain->loops[i] = upper;
		domain_insert(n, domain, i + 1, lower);
		return true;
	}
	return false;
}

/* Whether `outer` occurs only in the sums that `inner` does, times the length
 * of inner. */
static bool are_one(const Uses *inner, const Uses *outer)
{
	if (inner->divided || outer->divided || !inner->first
	    || inner->sums.count != outer->sums.count)
		return false;
	for (uint32_t i = 0; i < inner->sums.capacity; i++) {
		const Form *sum = inner->sums.slots[i].value;
		int64_t by;

		if (!sum)
			continue;
		if (__builtin_mul_overflow(linear_factor(sum, inner->loop),
					   inner->loop->extent, &by)
		    || linear_factor(sum, outer->loop) != by)
			return false;
	}
	return true;
}

static void join_two(Normal *n, Domain *domain, int outer, int inner,
		     const Form **body)
{
	const Form *o = domain->loops[outer], *i = domain->loops[inner];
	const Form *one = form_fresh(n, n->i64, o->extent * i->extent);
	const Form *index = linear_atom(n, one);
	const Change change = { 2, { o, i },
				{ linear_div(n, index, i->extent),
				  linear_mod(n, index, i->extent) } };

	*body = form_change(n, *body, &change);
	domain->loops[outer] = one;
	domain_remove(domain, inner);
}

static bool join_one(Normal *n, Domain *domain, bool ordered,
		     const Form **body)
{
	for (int i = 0; i < domain->count; i++) {
		const Uses inner = uses_of(n, domain->loops[i], *body);

		for (int o = 0; o < domain->count; o++) {
			const Uses outer = uses_of(n, domain->loops[o], *body);

			if (o == i || (ordered && o != i - 1)
			    || !are_one(&inner, &outer))
				continue;
			join_two(n, domain, o, i, body);
			return true;
		}
	}
	return false;
}

const Form *domain_reshape(Normal *n, Domain *domain, bool ordered,
			   const Form *body)
{
	while (split_one(n, domain, &body)
	       || join_one(n, domain, ordered, &body))
		continue;
	return body;
}

/* -- reductions ------------------------------------------------------------ */

typedef struct Order {
	Normal *n;
	const Domain *domain;
	Map seen;
	Domain met;
} Order;

/* Loops in the order of their first use; of a choice its branches first. */
static void meet(Order *order, const Form *form)
{
	if (!form_note(order->n, &order->seen, form, form))
		return;
	for (int i = 0; i < order->domain->count; i++)
		if (order->domain->loops[i] == form)
			order->met.loops[order->met.count++] = form;
	if (form->kind == FORM_IF) {
		meet(order, form->parts[1]);
		meet(order, form->parts[2]);
	}
	for (int i = 0; i < form->count; i++)
		meet(order, form->parts[i]);
}

static void meet_rest(Order *order)
{
	for (int i = 0; i < order->domain->count; i++)
		meet(order, order->domain->loops[i]);
}

const Form *domain_neutral(Normal *n, Op op, const Type *type)
{
	const Expr *args[] = { expr_var(n->ir, 1, type),
			       expr_var(n->ir, 0, type) };
	const Type *types[] = { type, type };
	const Expr *function = expr_lambda(n->ir, 2, types,
					   expr_op(n->ir, op, type, args));
	const Expr *value = algebra_facts(n->program, function).neutral;

	if (!value || value->kind != EXPR_LITERAL)
		normal_stop(n, "a reduction of nothing");
	return form_number(n, type, value->bits);
}

bool domain_trim(Normal *n, Domain *domain, const Form **body)
{
	for (int i = 0; i < domain->count; i++) {
		if (!domain->loops[i]->extent)
			return false;
		if (domain->loops[i]->extent > 1)
			continue;
		*body = form_put(n, *body, domain->loops[i],
				 linear_const(n, 0));
		domain_remove(domain, i--);
	}
	return true;
}

static const Form *unnest(Normal *n, Op op, Domain *domain, const Form *body)
{
	while (body->kind == FORM_REDUCE && body->op == op) {
		const Form *parts[FORM_PARTS];

		form_open(n, body, parts);
		for (int i = 0; i < body->binds; i++)
			domain_insert(n, domain, domain->count, parts[i]);
		body = parts[body->count - 1];
	}
	return body;
}

/* The sum in which the loop is met first; NULL: in none. */
static const Form *first_sum(Order *order, const Form *loop, const Form *form)
{
	const Form *found = NULL;

	if (!form_has(form, loop)
	    || !form_note(order->n, &order->seen, form, form))
		return NULL;
	if (form->kind == FORM_INDEX && linear_factor(form, loop))
		return form;
	for (int i = 0; i < form->count && !found; i++)
		found = first_sum(order, loop, form->parts[i]);
	return found;
}

/* A loop that comes first from its end goes the other way. */
static const Form *forward(Normal *n, const Domain *domain, const Form *body)
{
	for (int i = 0; i < domain->count; i++) {
		const Form *loop = domain->loops[i], *sum;
		Order order = { .n = n };

		sum = first_sum(&order, loop, body);
		if (sum && linear_factor(sum, loop) < 0)
			body = form_put(n, body, loop,
					linear_not(n, linear_plus(n,
						linear_atom(n, loop),
						-loop->extent)));
	}
	return body;
}

const Form *domain_reduce(Normal *n, Op op, Domain domain, const Form *body)
{
	const Type *type = body->type;
	Order order = { .n = n, .domain = &domain };

	body = unnest(n, op, &domain, body);
	if (!domain_trim(n, &domain, &body))
		return domain_neutral(n, op, type);
	body = domain_reshape(n, &domain, false, body);
	if (!domain.count)
		return body;
	body = forward(n, &domain, body);
	meet(&order, body);
	meet_rest(&order);
	order.met.loops[order.met.count] = body;
	return form_close(n, (Form){ .kind = FORM_REDUCE, .op = op,
				     .type = type, .binds = domain.count,
				     .count = domain.count + 1,
				     .parts = order.met.loops });
}
