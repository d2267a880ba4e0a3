/* Statements: the rule's names bound, its premises, its two sides; and the same
 * at numbers. Each binder is put together with its argument at the instance. */
#include "rules/coq.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rules/coq_print.h"

enum { COLUMNS = 80 };

typedef struct Statement {
	CoqPrint print;
	const Rule *rule;
	Text names; /* of the binders to come, all of one type */
	const char *type;
	Text binders, arguments;
	size_t line; /* where the last line of binders begins */
} Statement;

static void put_binders(Statement *s)
{
	const char *group;

	if (!s->names.length)
		return;
	group = arena_printf(s->print.arena, " (%s : %s)",
			     text_string(&s->names), s->type);
	if (s->binders.length - s->line + strlen(group) > COLUMNS - 4) {
		text_put(&s->binders, "\n   ");
		s->line = s->binders.length;
	}
	text_put(&s->binders, group);
	text_clear(&s->names);
}

static void bind(Statement *s, const char *name, const char *type,
		 const char *argument)
{
	if (s->names.length && strcmp(type, s->type))
		put_binders(s);
	text_printf(&s->names, s->names.length ? " %s" : "%s", name);
	s->type = type;
	text_printf(&s->arguments, " %s", argument);
}

/* -- sizes ----------------------------------------------------------------- */

/* Small, and no two neighbours equal. */
static int64_t number_of_var(int var)
{
	static const int64_t numbers[RULE_VARS_MAX] = { 2, 3, 4, 1, 2, 3, 4, 1 };

	return numbers[var];
}

static int64_t number_of(const Statement *s, const Size *size)
{
	int64_t sum = 0;

	for (int i = 0; i < size->count; i++) {
		int64_t product = size->terms[i].factor;

		for (int j = 0; j < size->terms[i].count; j++)
			product *= number_of_var(draft_var(
				s->print.draft,
				size->terms[i].atoms[j]->name));
		sum += product;
	}
	return sum;
}

static void bind_variables(Statement *s)
{
	for (int i = 0; i < s->rule->var_count; i++)
		if (s->rule->vars[i].kind == VAR_SIZE
		    || s->rule->vars[i].kind == VAR_WIDTH)
			bind(s, s->rule->vars[i].name, "nat",
			     arena_printf(s->print.arena, "%" PRId64,
					  number_of_var(i)));
}

static void bind_sizes(Statement *s)
{
	Arena *arena = s->print.arena;

	for (int i = 0; i < s->print.size_count; i++) {
		Text text = { 0 };

		size_text(&text, s->print.sizes[i]);
		bind(s, arena_printf(arena, "s_%d", i + 1), "nat",
		     arena_printf(arena, "%" PRId64,
				  number_of(s, s->print.sizes[i])));
		bind(s, arena_printf(arena, "d_%d", i + 1),
		     arena_printf(arena, "Eq s_%d (%s)", i + 1,
				  text_string(&text)), "sI");
		text_free(&text);
	}
}

static void bind_facts(Statement *s)
{
	for (int i = 0; i < s->print.fact_count; i++)
		bind(s, arena_printf(s->print.arena, "h_%d", i + 1),
		     s->print.facts[i], "sI");
}

/* -- types, functions and what is asked of them ---------------------------- */

static void bind_types(Statement *s)
{
	Arena *arena = s->print.arena;

	for (int i = 0; i < s->rule->type_count; i++) {
		const char *name = s->rule->types[i];
		bool lanes = s->print.lanes[i];

		bind(s, name, lanes ? "vty" : "Type",
		     lanes ? "(vscalar nat)" : "nat");
		if (s->print.numbers[i])
			bind(s, arena_printf(arena, "ops_%s", name),
			     arena_printf(arena, "ops %s", name), "ops_nat");
	}
}

static void bind_orders(Statement *s)
{
	Arena *arena = s->print.arena;

	for (int i = 0; i < s->rule->var_count; i++) {
		const RuleVar *var = &s->rule->vars[i];
		const char *n;

		if (var->kind != VAR_PERM)
			continue;
		n = coq_size(&s->print, s->print.draft->perm_lengths[i]);
		bind(s, var->name, arena_printf(arena, "fin %s -> fin %s", n,
						n), "(rev _)");
		bind(s, arena_printf(arena, "perm_%s", var->name),
		     arena_printf(arena, "perm %s", var->name),
		     "(rev_perm _)");
	}
}

static const Guard *guard_of(const Statement *s, int meta)
{
	for (int i = 0; i < s->rule->guard_count; i++)
		if (s->rule->guards[i].function == meta
		    || s->rule->guards[i].neutral == meta)
			return &s->rule->guards[i];
	return NULL;
}

static const char *sample(const Statement *s, int meta)
{
	const Guard *guard = guard_of(s, meta);
	const char *text, *mix = arena_printf(s->print.arena, "%d", meta + 1);

	if (guard)
		return guard->function == meta ? "Nat.add" : "0";
	for (int i = 0; i < s->print.draft->metas[meta].arity; i++)
		mix = arena_printf(s->print.arena, "mix (digest a%d) (%s)", i,
				   mix);
	text = arena_printf(s->print.arena, "(sample (%s))", mix);
	for (int i = s->print.draft->metas[meta].arity - 1; i >= 0; i--)
		text = arena_printf(s->print.arena, "(fun a%d => %s)", i, text);
	return text;
}

static void bind_metas(Statement *s)
{
	Arena *arena = s->print.arena;

	for (int i = 0; i < s->rule->meta_count; i++) {
		const DraftMeta *meta = &s->print.draft->metas[i];
		const char *type = coq_type(&s->print, meta->result);

		for (int j = meta->arity - 1; j >= 0; j--)
			type = arena_printf(arena, "%s -> %s",
					    coq_type(&s->print,
						     meta->params[j]), type);
		bind(s, i == s->rule->on ? "x" : s->rule->metas[i].name, type,
		     sample(s, i));
	}
}

static void bind_numbers(Statement *s)
{
	for (int i = 0; i < s->rule->type_count; i++)
		if (s->print.numbers[i])
			bind(s, arena_printf(s->print.arena, "laws_%s",
					     s->rule->types[i]),
			     arena_printf(s->print.arena, "laws ops_%s",
					  s->rule->types[i]), "laws_nat");
}

static bool unordered(const Statement *s)
{
	for (int i = 0; i < s->rule->guard_count; i++)
		if (s->rule->guards[i].needs == NEEDS_UNORDERED)
			return true;
	return false;
}

static void bind_guards(Statement *s)
{
	static const char *const words[] = { "monoid", "cmonoid" };

	for (int i = 0; i < s->rule->guard_count; i++) {
		const Guard *guard = &s->rule->guards[i];
		const char *word;

		if (guard->needs == NEEDS_ROUNDING)
			bind_numbers(s);
		if (guard->function < 0)
			continue;
		word = words[guard->needs];
		bind(s, arena_printf(s->print.arena, "%s_%s", word,
				     s->rule->metas[guard->function].name),
		     arena_printf(s->print.arena, "%s %s %s", word,
				  s->rule->metas[guard->function].name,
				  s->rule->metas[guard->neutral].name),
		     arena_printf(s->print.arena, "add_%s", word));
	}
}

/* -- the whole ------------------------------------------------------------- */

/* Everything that names a size goes before the sizes are bound. */
static void bind_all(Statement *s, const char **left, const char **right)
{
	*left = coq_pattern(&s->print, s->rule->ways[0].from, 0);
	*right = coq_pattern(&s->print, s->rule->ways[0].to, 0);
	for (int i = 0; i < s->rule->meta_count; i++)
		coq_type(&s->print, s->print.draft->metas[i].result);
	for (int i = 0; i < s->rule->meta_count; i++)
		for (int j = 0; j < s->print.draft->metas[i].arity; j++)
			coq_type(&s->print, s->print.draft->metas[i].params[j]);
	bind_variables(s);
	bind_sizes(s);
	bind_facts(s);
	bind_types(s);
	bind_orders(s);
	bind_metas(s);
	bind_guards(s);
	put_binders(s);
}

static const char *order_length(Statement *s)
{
	return coq_size(&s->print, s->rule->ways[0].from->type->length);
}

static void put_statement(Statement *s, const char *left, const char *right,
			  Text *text)
{
	const char *n = unordered(s) ? order_length(s) : NULL;

	text_printf(text, "Definition stmt_%s : Prop := forall\n   %s,\n  ",
		    s->rule->name, text_string(&s->binders));
	if (n)
		text_printf(text, "exists order : fin %s -> fin %s, "
			    "perm order /\\ ", n, n);
	text_printf(text, "%s\n  = %s.\n", left, right);
}

/* At one choice of numbers the premises are met, the sides are not one term,
 * and both compute the same. */
static void put_instance(Statement *s, Text *text)
{
	text_printf(text, "Example at_%s : stmt_%s -> True.\n"
		    "Proof. intros rule. %s (rule%s). Qed.\n", s->rule->name,
		    s->rule->name, unordered(s) ? "met" : "computed",
		    text_string(&s->arguments));
}

void rule_coq(const Rule *rule, Text *text)
{
	Statement s = { .print = { .ir = rule->draft->ir,
				   .arena = arena_new(),
				   .draft = rule->draft },
			.rule = rule };
	const char *left, *right;

	bind_all(&s, &left, &right);
	text_printf(text, "(* %s: %s *)\n", rule->name, rule->source);
	if (s.print.missing) {
		text_printf(text, "(* no statement of %s: no Coq form of %s *)\n",
			    rule->name, s.print.missing);
	} else {
		put_statement(&s, left, right, text);
		put_instance(&s, text);
	}
	text_free(&s.names);
	text_free(&s.binders);
	text_free(&s.arguments);
	arena_free(s.print.arena);
}

/* Puts a line, broken at spaces. */
static void put_line(Text *text, const char *line, size_t length)
{
	size_t column = 0;

	for (size_t i = 0; i < length; i++) {
		size_t word = strcspn(line + i + 1, " \n") + 1;

		if (line[i] == ' ' && column && column + word > COLUMNS) {
			text_put(text, "\n   ");
			column = 3;
		}
		text_char(text, line[i]);
		column++;
	}
}

static void put_lines(Text *text, const char *lines)
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
	Text block = { 0 };

	text_put(text, "(* Printed by lift-tune rules --coq. *)\n"
		 "Require Import ZArith Prims Ops Sample.\n");
	for (int i = 0; i < base->count; i++) {
		text_clear(&block);
		rule_coq(base->rules[i], &block);
		text_char(text, '\n');
		put_lines(text, text_string(&block));
	}
	text_free(&block);
}
