#include "rules/request.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rules/canonical.h"
#include "rules/locate.h"

typedef struct Request {
	RuleUse use;
	Path within;
	char *words; /* owned; use points into it */
} Request;

/* -- parameters ------------------------------------------------------------ */

void request_param_text(Text *text, const RuleParam *param)
{
	switch (param->kind) {
	case PARAM_DIVISOR:
		text_printf(text, "a divisor of %" PRId64, param->bound);
		break;
	case PARAM_WIDTH:
		text_put(text, "2, 4, 8 or 16");
		if (param->bound)
			text_printf(text, ", a divisor of %" PRId64,
				    param->bound);
		break;
	case PARAM_UP_TO:
	case PARAM_DIM:
		text_printf(text, "0 to %" PRId64, param->bound);
		break;
	case PARAM_FROM_1:
		text_printf(text, "1 to %" PRId64, param->bound);
		break;
	default:
		text_put(text, "any");
		break;
	}
}

static void params_text(Text *text, int count, const RuleParam *params)
{
	for (int i = 0; i < count; i++) {
		text_printf(text, i ? "; %s: " : "%s: ", params[i].name);
		request_param_text(text, &params[i]);
	}
}

/* -- places ---------------------------------------------------------------- */

static bool find_place(Rewriter *rw, const Expr *root, const char *pointer,
		       Path *path, Diags *diags)
{
	const char *inside = pointer;

	if (!strncmp(pointer, "/body", 5) && (!pointer[5] || pointer[5] == '/'))
		inside = pointer + 5;
	if (print_find(rewriter_program(rw), root, inside, path))
		return true;
	diag_add(diags, E0802, NULL, pointer,
		 "a JSON pointer to a part of the printed expression",
		 "there is no such place");
	return false;
}

/* -- reading --------------------------------------------------------------- */

static bool read_number(Request *request, char *word, char *equals)
{
	RuleUse *use = &request->use;
	char *end;

	if (use->count == RULE_VALUES_MAX)
		return false;
	*equals = '\0';
	use->values[use->count].name = word;
	use->values[use->count].value = strtoll(equals + 1, &end, 10);
	use->count++;
	return end != equals + 1 && !*end;
}

static bool read_word(Rewriter *rw, const Expr *root, Request *request,
		      char *word, Diags *diags)
{
	char *equals = strchr(word, '=');

	if (!strcmp(word, "back")) {
		request->use.back = true;
		return true;
	}
	if (equals && equals - word == 6 && !strncmp(word, "within", 6)) {
		request->use.within = &request->within;
		return find_place(rw, root, equals + 1, &request->within,
				  diags);
	}
	if (equals && read_number(request, word, equals))
		return true;
	diag_add(diags, E0801, NULL, word, "NAME=NUMBER, back or "
		 "within=POINTER", "this is no way to use a rule");
	return false;
}

static bool read_request(Rewriter *rw, const Expr *root, const char *text,
			 Request *request, Diags *diags)
{
	char *rest, *word;

	*request = (Request){ .words = base_strdup(text) };
	request->use.rule = request->words;
	rest = strchr(request->words, ':');
	if (rest)
		*rest++ = '\0';
	while ((word = rest)) {
		rest = strchr(word, ',');
		if (rest)
			*rest++ = '\0';
		if (!read_word(rw, root, request, word, diags))
			return false;
	}
	return true;
}

/* Why not, and which numbers the rule takes there. */
static void refuse(Rewriter *rw, const Expr *root, const Path *at,
		   const Request *request, const char *pointer,
		   const char *text, Diags *diags)
{
	const char *reason = ir_name(rewriter_program(rw)->ir,
				     rewriter_reason(rw),
				     strlen(rewriter_reason(rw)));
	RuleUse use = request->use;
	RuleParam params[RULE_VALUES_MAX];
	Text expected = { 0 };
	int count;

	use.count = 0;
	count = rewrite_params(rw, root, at, &use, params);
	params_text(&expected, count, params);
	diag_add(diags, E0802, NULL, text,
		 count > 0 ? text_string(&expected) : NULL, "%s (at %s)",
		 reason, pointer);
	text_free(&expected);
}

/* The step that is no rule, at the root only. */
static const Derivation *use_canonical(Rewriter *rw, const Derivation *from,
				       const char *pointer, Diags *diags)
{
	const Derivation *next = NULL;

	if (strcmp(pointer, "/body"))
		diag_add(diags, E0802, NULL, pointer, "/body",
			 "%s is a step of the whole expression",
			 rule_name(canonical_rule()));
	else if (!(next = canonical_step(rw, from)))
		diag_add(diags, E0802, NULL, NULL, NULL, "%s does not apply: "
			 "%s", rule_name(canonical_rule()),
			 rewriter_reason(rw));
	return next;
}

const Derivation *request_use(Rewriter *rw, const Derivation *from,
			      const char *pointer, const char *text,
			      Diags *diags)
{
	const Derivation *next = NULL;
	Request request;
	Path at;

	if (!strcmp(text, rule_name(canonical_rule())))
		return use_canonical(rw, from, pointer, diags);
	if (read_request(rw, from->expr, text, &request, diags)
	    && find_place(rw, from->expr, pointer, &at, diags)) {
		next = rewrite_use(rw, from, &at, &request.use);
		if (!next)
			refuse(rw, from->expr, &at, &request, pointer, text,
			       diags);
	}
	free(request.words);
	return next;
}

/* -- listing --------------------------------------------------------------- */

typedef struct Listing {
	Rewriter *rw;
	const Expr *root;
	RequestVisit *visit;
	void *context;
} Listing;

static bool list_site(void *context, const RewriteSite *site)
{
	const Listing *listing = context;
	Text params = { 0 }, pointer = { 0 };
	RequestRow row = { .rule = site->rule, .back = site->back,
			   .designates = site->designates,
			   .param_count = site->param_count,
			   .param_list = site->params };

	params_text(&params, site->param_count, site->params);
	text_put(&pointer, "/body");
	print_pointer(&pointer, rewriter_program(listing->rw), listing->root,
		      &site->at);
	row.params = text_string(&params);
	row.pointer = text_string(&pointer);
	row.effect = rule_effect(site->kind);
	listing->visit(listing->context, &row);
	text_free(&params);
	text_free(&pointer);
	return true;
}

bool request_list(Rewriter *rw, const Derivation *from, const char *pointer,
		  RequestVisit *visit, void *context, Diags *diags)
{
	Listing listing = { rw, from->expr, visit, context };
	Path under = path_root();

	if (pointer && !find_place(rw, from->expr, pointer, &under, diags))
		return false;
	rewrite_list(rw, from->expr, &under, false, list_site, &listing);
	return true;
}
