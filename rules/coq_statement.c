/* Statements: the rule's names bound, its premises, its two sides. */
#include "rules/coq_statement.h"

#include <string.h>

static void put_binders(Statement *s);

static void put_group(Statement *s, const char *group)
{
	put_binders(s);
	if (s->binders.length - s->line + strlen(group) > COQ_COLUMNS - 4) {
		text_put(&s->binders, "\n   ");
		s->line = s->binders.length;
	}
	text_put(&s->binders, group);
}

static void put_binders(Statement *s)
{
	const char *group;

	if (!s->names.length)
		return;
	group = arena_printf(s->print.arena, " (%s : %s)",
			     text_string(&s->names), s->type);
	text_clear(&s->names);
	put_group(s, group);
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

static void bind_variables(Statement *s)
{
	for (int i = 0; i < s->rule->var_count; i++) {
		const char *name = s->rule->vars[i].name;

		if (s->rule->vars[i].kind == VAR_SIZE
		    || s->rule->vars[i].kind == VAR_WIDTH)
			bind(s, name, "nat",
			     s->at->size(s->at->context,
					 size_var(s->print.ir, name)));
	}
}

static void bind_fact(Statement *s, const char *letter, int i,
		      const char *fact)
{
	bind(s, arena_printf(s->print.arena, "%s_%d", letter, i + 1), fact,
	     s->at->fact(s->at->context, fact));
}

static void bind_sizes(Statement *s)
{
	for (int i = 0; i < s->print.size_count; i++) {
		const char *name = arena_printf(s->print.arena, "s_%d", i + 1);

		bind(s, name, "nat", s->at->size(s->at->context,
						 s->print.sizes[i]));
		bind_fact(s, "d", i, coq_size_means(&s->print, name,
						    s->print.sizes[i]));
	}
}

static void bind_facts(Statement *s)
{
	for (int i = 0; i < s->print.fact_count; i++)
		bind_fact(s, "h", i, s->print.facts[i]);
}

/* -- types, functions and what is asked of them ---------------------------- */

/* Words of the machine; about the other functions of integers, and all of
 * floats, a rule knows nothing. */
static void bind_word(Statement *s, Scalar scalar)
{
	const char *name = scalar_name(scalar);
	const int width = 8 * (int)scalar_bytes(scalar);
	Arena *arena = s->print.arena;

	put_group(s, arena_printf(arena, " (t_%s := Machine.word %d)", name,
				  width));
	bind(s, arena_printf(arena, "others_%s", name),
	     arena_printf(arena, "ops t_%s", name),
	     s->at->others(s->at->context, scalar));
	put_group(s, arena_printf(arena, " (ops_%s := Machine.%s_ops %d "
				  "others_%s)", name,
				  scalar_is_signed(scalar) ? "signed"
							   : "unsigned",
				  width, name));
}

static void bind_scalar(Statement *s, Scalar scalar)
{
	const char *name = scalar_name(scalar);
	Arena *arena = s->print.arena;

	if (scalar_is_int(scalar)) {
		bind_word(s, scalar);
		return;
	}
	if (scalar != SCALAR_BOOL)
		bind(s, arena_printf(arena, "t_%s", name), "Type",
		     s->at->scalar(s->at->context, scalar));
	bind(s, arena_printf(arena, "ops_%s", name),
	     arena_printf(arena, "ops t_%s", name),
	     s->at->others(s->at->context, scalar));
}

static void bind_scalars(Statement *s)
{
	for (int i = 0; i < SCALAR_COUNT; i++)
		if (s->print.scalars[i])
			bind_scalar(s, (Scalar)i);
}

static void bind_types(Statement *s)
{
	Arena *arena = s->print.arena;

	for (int i = 0; i < s->rule->type_count; i++) {
		const char *name = s->rule->types[i];
		bool lanes = s->print.lanes[i];

		bind(s, name, lanes ? "vty" : "Type",
		     s->at->type(s->at->context, i, lanes));
		if (s->print.numbers[i])
			bind(s, arena_printf(arena, "ops_%s", name),
			     arena_printf(arena, "ops %s", name),
			     s->at->ops(s->at->context, i));
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
						n),
		     s->at->order(s->at->context, i));
		bind(s, arena_printf(arena, "perm_%s", var->name),
		     arena_printf(arena, "perm %s", var->name),
		     s->at->perm(s->at->context, i));
	}
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
		     s->at->meta(s->at->context, i));
	}
}

static void bind_numbers(Statement *s)
{
	for (int i = 0; i < s->rule->type_count; i++)
		if (s->print.numbers[i])
			bind(s, arena_printf(s->print.arena, "laws_%s",
					     s->rule->types[i]),
			     arena_printf(s->print.arena, "laws ops_%s",
					  s->rule->types[i]),
			     s->at->laws(s->at->context, i));
}

bool statement_unordered(const Statement *s)
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
		     s->at->guard(s->at->context, guard));
	}
}

/* -- the whole ------------------------------------------------------------- */

/* Everything that names a size goes before the sizes are bound. */
static void bind_all(Statement *s)
{
	s->left = coq_pattern(&s->print, s->rule->ways[0].from, 0);
	s->right = coq_pattern(&s->print, s->rule->ways[0].to, 0);
	for (int i = 0; i < s->rule->meta_count; i++)
		coq_type(&s->print, s->print.draft->metas[i].result);
	for (int i = 0; i < s->rule->meta_count; i++)
		for (int j = 0; j < s->print.draft->metas[i].arity; j++)
			coq_type(&s->print, s->print.draft->metas[i].params[j]);
	bind_variables(s);
	bind_sizes(s);
	bind_facts(s);
	bind_scalars(s);
	bind_types(s);
	bind_orders(s);
	bind_metas(s);
	bind_guards(s);
	put_binders(s);
}

void statement_make(Statement *s, const Rule *rule, const CoqInstance *at)
{
	*s = (Statement){ .print = { .ir = rule->draft->ir,
				     .arena = arena_new(),
				     .draft = rule->draft },
			  .rule = rule, .at = at };
	bind_all(s);
}

void statement_free(Statement *s)
{
	text_free(&s->names);
	text_free(&s->binders);
	text_free(&s->arguments);
	arena_free(s->print.arena);
}
