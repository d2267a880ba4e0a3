/* What the programs and steps of a certificate are about, by name. */
#include <inttypes.h>
#include <string.h>

#include "ir/core/foreign.h"
#include "rules/coq_certificate.h"

const char *coq_missing(Certificate *c, const char *what)
{
	c->print.missing = what;
	return "missing";
}

/* -- names, as they are asked for ------------------------------------------ */

const char *coq_assumed(Certificate *c, const char *proposition)
{
	Assumed *all = c->within_canonical ? &c->laws : &c->assumed;
	int i = 0;

	while (i < all->count && strcmp(all->propositions[i], proposition))
		i++;
	if (i == COQ_ASSUMED_MAX)
		return coq_missing(c, "so many assumptions");
	all->propositions[i] = proposition;
	if (i == all->count)
		all->count++;
	return arena_printf(c->print.arena, "%s_%d",
			    c->within_canonical ? "law" : "assumed", i + 1);
}

static const char *conversion(Certificate *c, const char *word, Scalar from,
			      Scalar to)
{
	c->print.scalars[from] = c->print.scalars[to] = true;
	return arena_printf(c->print.arena, "%s_%s_%s", word,
			    scalar_name(from), scalar_name(to));
}

const char *coq_convert(Certificate *c, Scalar from, Scalar to)
{
	c->conversions[from][to].values = true;
	return conversion(c, "convert", from, to);
}

const char *coq_bits(Certificate *c, Scalar from, Scalar to)
{
	c->conversions[from][to].bits = true;
	return conversion(c, "bits", from, to);
}

const char *coq_foreign(Certificate *c, int foreign)
{
	int i = 0;

	while (i < c->foreign_count && c->foreign[i] != foreign)
		i++;
	if (i == COQ_FOREIGN_MAX)
		return coq_missing(c, "so many functions in C");
	c->foreign[i] = foreign;
	if (i == c->foreign_count)
		c->foreign_count++;
	return arena_printf(c->print.arena, "c_%d", i + 1);
}

const char *coq_chosen(Certificate *c, const ChosenOrder *chosen)
{
	int i = 0;

	while (i < c->order_count
	       && strcmp(c->orders[i].length, chosen->length))
		i++;
	if (i == COQ_ORDERS_MAX)
		return coq_missing(c, "so many orders");
	if (i == c->order_count)
		c->orders[c->order_count++] = *chosen;
	if (strcmp(c->orders[i].order, chosen->order))
		return coq_missing(c, "two orders for arrays of one length");
	return arena_printf(c->print.arena, "chosen_%d", i + 1);
}

const char *coq_rule(Certificate *c, const Rule *rule)
{
	int i = 0;

	while (i < c->own_count && c->own[i] != rule)
		i++;
	if (rule->own && i == COQ_OWN_MAX)
		return coq_missing(c, "so many rules of one's own");
	if (rule->own && i == c->own_count)
		c->own[c->own_count++] = rule;
	return arena_printf(c->print.arena, "rule_%s", rule->name);
}

/* -- all of them ----------------------------------------------------------- */

/* The sizes, known by their values only, so that nothing is ever computed with
 * them in unary; and the facts about them. */
static void put_sizes(const Certificate *c, Text *text)
{
	for (int i = 0; i < c->print.size_count; i++) {
		int64_t n = c->print.sizes[i]->value;

		text_printf(text, "Variables (n%" PRId64 " : nat) (is_%" PRId64
			    " : Z.of_nat n%" PRId64 " = %" PRId64 "%%Z).\n", n,
			    n, n, n);
	}
	for (int i = 0; i < c->print.fact_count; i++)
		text_printf(text, "Fact h_%d : %s. Proof. size_fact; lia. "
			    "Qed.\n", i + 1, c->print.facts[i]);
}

/* Words of the machine, with what is known of their operators; about the
 * others, and all functions of other types, nothing is. */
static void put_scalar(const Certificate *c, Scalar scalar, Text *text)
{
	const char *name = scalar_name(scalar);
	int width = 8 * (int)scalar_bytes(scalar);

	if (scalar == SCALAR_BOOL)
		text_put(text, "Variable ops_bool : ops t_bool.\n");
	else if (c->words[scalar])
		text_printf(text, "Definition t_%s := Machine.word %d.\n"
			    "Variable others_%s : ops t_%s.\n"
			    "Definition ops_%s : ops t_%s := Machine.%s_ops %d"
			    " others_%s.\n", name, width, name, name, name,
			    name, scalar_is_signed(scalar) ? "signed"
							   : "unsigned",
			    width, name);
	else
		text_printf(text, "Variables (t_%s : Type) (ops_%s : ops "
			    "t_%s).\n", name, name, name);
}

/* Of integers that are words the number is kept, or wraps. */
static bool is_of_words(const Certificate *c, const char *word, int from,
			int to)
{
	return !strcmp(word, "convert") && c->words[from] && c->words[to];
}

/* To floats it is rounded. */
static bool is_rounded(const Certificate *c, int from, int to)
{
	return c->conversions[from][to].values && c->words[from]
	    && scalar_is_float((Scalar)to);
}

static void put_rounding(const Certificate *c, int to, Text *text)
{
	const char *name = scalar_name((Scalar)to);

	for (int i = 0; i < SCALAR_COUNT; i++)
		if (is_rounded(c, i, to)) {
			text_printf(text, "Variable round_%s : Z -> t_%s.\n",
				    name, name);
			return;
		}
}

static void put_conversion(const Certificate *c, const char *word, int from,
			   int to, Text *text)
{
	const char *a = scalar_name((Scalar)from);
	const char *b = scalar_name((Scalar)to);

	if (is_of_words(c, word, from, to))
		text_printf(text, "Definition %s_%s_%s (a : t_%s) : t_%s := "
			    "o_lit ops_%s (o_int ops_%s a).\n", word, a, b, a,
			    b, b, a);
	else if (!strcmp(word, "convert") && is_rounded(c, from, to))
		text_printf(text, "Definition %s_%s_%s (a : t_%s) : t_%s := "
			    "round_%s (o_int ops_%s a).\n", word, a, b, a, b,
			    b, a);
	else
		text_printf(text, "Variable %s_%s_%s : t_%s -> t_%s.\n", word,
			    a, b, a, b);
}

static void put_scalars(const Certificate *c, Text *text)
{
	for (int i = 0; i < SCALAR_COUNT; i++)
		if (c->print.scalars[i])
			put_scalar(c, (Scalar)i, text);
	for (int i = 0; i < SCALAR_COUNT; i++)
		put_rounding(c, i, text);
	for (int i = 0; i < SCALAR_COUNT; i++)
		for (int k = 0; k < SCALAR_COUNT; k++) {
			if (c->conversions[i][k].values)
				put_conversion(c, "convert", i, k, text);
			if (c->conversions[i][k].bits)
				put_conversion(c, "bits", i, k, text);
		}
}

static void put_foreign(Certificate *c, Text *text)
{
	for (int i = 0; i < c->foreign_count; i++) {
		const Foreign *f = foreign_at(c->print.ir, c->foreign[i]);

		text_printf(text, "Variable c_%d : %s -> %s. (* %s *)\n",
			    i + 1, coq_type(&c->print, f->from),
			    coq_type(&c->print, f->to), f->name);
	}
}

/* The reorder of a program takes any order, one for each length; where a step
 * chooses, that one. */
static void put_orders(const Certificate *c, Text *text)
{
	const char *order = "(fun n i => i)";

	if (c->order_count)
		text_put(text, "Fact possible : exists order : forall n, fin n "
			 "-> fin n, (forall n, perm (order n))");
	for (int i = 0; i < c->order_count; i++) {
		const ChosenOrder *chosen = &c->orders[i];

		text_printf(text, " /\\ order %s = %s", chosen->length,
			    chosen->order);
		order = arena_printf(c->print.arena, "(choose %s %s %s)",
				     order, chosen->length, chosen->order);
	}
	if (c->order_count)
		text_printf(text, ".\nProof. exists %s. possible. Qed.\n",
			    order);
	text_put(text, "Variables (order : forall n, fin n -> fin n)\n"
		 "  (perm_order : forall n, perm (order n)).\n");
	for (int i = 0; i < c->order_count; i++)
		text_printf(text, "Variable chosen_%d : order %s = %s.\n",
			    i + 1, c->orders[i].length, c->orders[i].order);
}

static void put_assumed(const Assumed *all, const char *name, Text *text)
{
	for (int i = 0; i < all->count; i++)
		text_printf(text, "Variable %s_%d : %s.\n", name, i + 1,
			    all->propositions[i]);
}

void coq_names(Certificate *c, Text *text)
{
	const Program *program = c->program;
	Text inputs = { 0 };

	for (int i = 0; i < program->input_count; i++)
		text_printf(&inputs, "Variable in_%d : %s. (* %s *)\n", i,
			    coq_type(&c->print, program->inputs[i].type),
			    program->inputs[i].name);
	for (int i = 0; i < c->own_count; i++)
		rule_coq_assumed(c->own[i], text);
	put_foreign(c, &inputs);
	put_sizes(c, text);
	if (c->canonical)
		coq_canonical_scalars(c);
	put_scalars(c, text);
	if (c->canonical)
		coq_canonical_facts(c, text);
	put_orders(c, text);
	text_put(text, text_string(&inputs));
	if (c->canonical)
		coq_canonical_ranges(c, text);
	put_assumed(&c->assumed, "assumed", text);
	put_assumed(&c->laws, "law", text);
	text_free(&inputs);
}
