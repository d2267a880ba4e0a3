/* rewrite: list the rules that apply, or apply the named ones in order. */
#include <stdio.h>
#include <string.h>

#include "cli/certify.h"
#include "cli/clustering.h"
#include "cli/commands.h"
#include "cli/device_facts.h"
#include "cli/dump_graph.h"
#include "cli/files.h"
#include "cli/own_schedules.h"
#include "ir/front/document.h"
#include "rules/derivation.h"
#include "rules/request.h"
#include "search/normal/index_form.h"
#include "search/space/canonical_form.h"
#include "search/space/clustered.h"

static void put_row(void *context, const RequestRow *row)
{
	(void)context;
	printf("%-24s %-22s%s %-17s %s%s%s\n", row->pointer,
	       rule_name(row->rule), row->back ? "<" : " ", row->effect,
	       rule_is_proved(row->rule) ? "" : "UNPROVED ", row->params,
	       row->designates ? " (needs within=PATH)" : "");
}

static void put_row_json(void *context, const RequestRow *row)
{
	Text text = { 0 };

	(void)context;
	text_put(&text, "{\"at\": ");
	text_json(&text, row->pointer);
	text_printf(&text, ", \"rule\": \"%s\", \"back\": %s, \"proved\": %s"
		    ", \"effect\": ", rule_name(row->rule),
		    row->back ? "true" : "false",
		    rule_is_proved(row->rule) ? "true" : "false");
	text_json(&text, row->effect);
	text_put(&text, ", \"parameters\": {");
	for (int i = 0; i < row->param_count; i++) {
		Text legal = { 0 };

		request_param_text(&legal, &row->param_list[i]);
		text_put(&text, i ? ", " : "");
		text_json(&text, row->param_list[i].name);
		text_put(&text, ": ");
		text_json(&text, text_string(&legal));
		text_free(&legal);
	}
	text_printf(&text, "}, \"within\": %s}",
		    row->designates ? "true" : "false");
	puts(text_string(&text));
	text_free(&text);
}

static const Derivation *apply_schedule(Session *s, Rewriter *rewriter,
					const Derivation *now, const char *at,
					const char *request)
{
	Schedules *own = s->schedules
		       ? NULL : schedules_new(rewriter_base(rewriter));

	now = own_schedules_use(s, own ? own : s->schedules, rewriter, now, at,
				request);
	schedules_free(own);
	return now;
}

/* Each --at holds for the rules and schedules after it. */
static const Derivation *apply_all(Session *s, Rewriter *rewriter,
				   const Derivation *now, const char **at)
{
	for (int i = 0; i < s->options->step_count && now; i++) {
		const NamedText *step = &s->options->steps[i];

		if (!strcmp(step->name, "at"))
			*at = step->text;
		else if (!strcmp(step->name, "schedule"))
			now = apply_schedule(s, rewriter, now, *at,
					     step->text);
		else
			now = request_use(rewriter, now, *at ? *at : "/body",
					  step->text, s->diags);
	}
	return now;
}

/* The steps of a file, as a database stores them; all of them or none. */
static const Derivation *apply_file(Session *s, Rewriter *rewriter,
				    const char *file)
{
	enum { LIMIT = 1 << 24 };
	size_t length;
	const char *text = file_read(s->arena, file, LIMIT, &length, s->diags);
	const StoredSteps *steps = text ? derivation_read(s->arena, text,
							  s->diags) : NULL;
	const Derivation *now;
	Replay replay = { 0 };

	if (!steps)
		return NULL;
	now = derivation_replay(rewriter, steps, true, &replay);
	if (!now)
		diag_add(s->diags, E0802, &(Place){ .file = file },
			 rewriter_reason(rewriter), "a rule that applies",
			 "step %d does not apply", replay.done + 1);
	return now;
}

static const Derivation *start(Session *s, Rewriter *rewriter)
{
	return s->options->steps_file
	     ? apply_file(s, rewriter, s->options->steps_file)
	     : derivation_start(rewriter, s->program->body);
}

/* The form of the expression, or the program that it is read back as. */
static bool put_form(Session *s, const Expr *expr)
{
	IndexForm *form = index_form_new(s->program, expr, false);
	const Expr *back = s->options->canonical ? index_form_expr(form) : NULL;
	const bool good = !form->reason || !s->options->canonical;
	Text text = { 0 };

	if (back)
		program_print(&text, s->program, back);
	else if (good)
		index_form_text(&text, form);
	else
		diag_add(s->diags, E0802, &(Place){ .file = s->file },
			 form->reason, "a program with an index form",
			 "it keeps its spelling");
	fputs(text_string(&text), stdout);
	text_free(&text);
	index_form_free(form);
	return good;
}

/* NULL after E0901. */
static const Derivation *apply_clustering(Session *s, Rewriter *rewriter,
					  const Derivation *now)
{
	const bool good = clustering_choose(s, now->expr);

	if (good && s->clustering)
		now = clustered(rewriter, now, s->graph, s->clustering);
	clustering_forget(s);
	return good ? now : NULL;
}

static bool rewrite_all_steps(Session *s, Rewriter *rewriter)
{
	const Derivation *now = start(s, rewriter);
	const char *at = NULL;
	Text text = { 0 };

	now = now ? apply_all(s, rewriter, now, &at) : NULL;
	now = now ? apply_clustering(s, rewriter, now) : NULL;
	if (!now)
		return false;
	if (s->options->list)
		return request_list(rewriter, now, at,
				    s->options->json ? put_row_json : put_row,
				    NULL, s->diags);
	if (s->options->index_form || s->options->canonical)
		return put_form(s, now->expr);
	if (s->options->dump_graph)
		dump_graph(s, now->expr);
	if (s->options->dump_clusterings)
		dump_clusterings(s, now->expr);
	if (s->options->dump_graph || s->options->dump_clusterings)
		return true;
	if (s->options->coq)
		return certify(s, rewriter, now);
	if (now->label.unproved)
		fputs("note: by unproved rules\n", stderr);
	session_print(s, &text, s->program, now->expr);
	fputs(text_string(&text), stdout);
	text_free(&text);
	return true;
}

int cmd_rewrite(Session *session)
{
	const RewriteOptions freedom = {
		.rounding = true, .canonical = &canonical_index_form,
	};
	RuleBase *base;
	Rewriter *rewriter;
	bool good;

	if (!device_facts_read(session) || !session_load(session))
		return EXIT_INPUT;
	base = session->rules ? NULL : rulebase_new();
	rewriter = rewriter_new(base ? base : session->rules, session->program, freedom);
	good = rewrite_all_steps(session, rewriter);
	rewriter_free(rewriter);
	rulebase_free(base);
	return good ? EXIT_DONE : EXIT_FAILED;
}
