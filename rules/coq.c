/* Rules as Coq statements, and each at numbers. */
#include "rules/coq.h"

#include <string.h>

#include "rules/coq_statement.h"

static const char *order_length(Statement *s)
{
	return coq_size(&s->print, s->rule->ways[0].from->type->length);
}

static void put_statement(Statement *s, Text *text)
{
	const char *n = statement_unordered(s) ? order_length(s) : NULL;

	text_printf(text, "Definition stmt_%s : Prop := forall\n   %s,\n  ",
		    s->rule->name, text_string(&s->binders));
	if (n)
		text_printf(text, "exists order : fin %s -> fin %s, "
			    "perm order /\\ ", n, n);
	text_printf(text, "%s\n  = %s.\n", s->left, s->right);
}

/* At one choice of numbers the premises are met, the sides are not one term,
 * and both compute the same. */
static void put_instance(Statement *s, Text *text)
{
	text_printf(text, "Example at_%s : stmt_%s -> True.\n"
		    "Proof. intros rule. %s (rule%s). Qed.\n", s->rule->name,
		    s->rule->name, statement_unordered(s) ? "met" : "computed",
		    text_string(&s->arguments));
}

void rule_coq_assumed(const Rule *rule, Text *text)
{
	Statement s;
	const CoqInstance sample = coq_sample(&s);

	statement_make(&s, rule, &sample);
	put_statement(&s, text);
	text_printf(text, "Variable rule_%s : stmt_%s.\n", rule->name,
		    rule->name);
	statement_free(&s);
}

bool rule_coq(const Rule *rule, Text *text)
{
	Statement s;
	const CoqInstance sample = coq_sample(&s);
	bool lists;

	statement_make(&s, rule, &sample);
	text_printf(text, "(* %s: %s *)\n", rule->name, rule->source);
	if (s.print.missing) {
		text_printf(text, "(* no statement of %s: no Coq form of %s *)\n",
			    rule->name, s.print.missing);
	} else {
		put_statement(&s, text);
		put_instance(&s, text);
	}
	lists = s.print.lists;
	statement_free(&s);
	return lists;
}

/* Puts a line, broken at spaces. */
static void put_line(Text *text, const char *line, size_t length)
{
	size_t column = 0;

	for (size_t i = 0; i < length; i++) {
		size_t word = strcspn(line + i + 1, " \n") + 1;

		if (line[i] == ' ' && column && column + word > COQ_COLUMNS) {
			text_put(text, "\n   ");
			column = 3;
		}
		text_char(text, line[i]);
		column++;
	}
}

void coq_lines(Text *text, const char *lines)
{
	while (*lines) {
		size_t length = strcspn(lines, "\n");

		put_line(text, lines, length);
		text_char(text, '\n');
		lines += length + (lines[length] == '\n');
	}
}

void rulebase_coq(const RuleBase *base, Text *text)
{
	const bool own = base->count && base->rules[base->count - 1]->own;
	Text block = { 0 }, all = { 0 };
	bool lists = false;

	for (int i = 0; i < base->count; i++) {
		if (base->rules[i]->own != own)
			continue;
		text_clear(&block);
		lists |= rule_coq(base->rules[i], &block);
		text_char(&all, '\n');
		coq_lines(&all, text_string(&block));
	}
	text_printf(text, "(* Printed by lift-tune rules --coq. *)\n"
		    "Require Import ZArith String %sPrims Ops Sample.\n%s",
		    lists ? "Rows " : "", text_string(&all));
	text_free(&block);
	text_free(&all);
}
