#include "rules/canonical.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "ir/front/document.h"
#include "rules/locate.h"
#include "rules/pattern.h"
#include "rules/rewriter.h"

static const Rule the_rule = {
	.name = "canonical", .source = "the index form", .file = "canonical",
	.hash = CANONICAL_VERSION, .proved = true,
};

const Rule *canonical_rule(void)
{
	return &the_rule;
}

bool canonical_is(const Derivation *step)
{
	return step->rule == &the_rule;
}

/* -- as text --------------------------------------------------------------- */

/* On one line: strings have no line ends. */
static void put_line(Text *text, const Program *program, const Expr *e)
{
	Text wide = { 0 };

	print_json(&wide, program, e);
	for (const char *line = text_string(&wide); *line;) {
		const size_t length = strcspn(line, "\n");

		text_bytes(text, line, length);
		line += length;
		line += strspn(line, "\n ");
	}
	text_free(&wide);
}

static const char *written(Rewriter *rw, const Expr *e)
{
	Text text = { 0 };
	const char *kept;

	put_line(&text, rw->program, e);
	kept = arena_strdup(ir_arena(rw->ir), text_string(&text));
	text_free(&text);
	return kept;
}

/* Of texts, at these sizes: expressions have other hashes where primitives are added. */
uint64_t canonical_hash(const Program *program, const Expr *from,
			const Expr *to)
{
	Text text = { 0 };
	uint64_t hash;

	for (int i = 0; i < program->input_count; i++)
		text_printf(&text, "%s ", type_string(program->ir,
						program->inputs[i].type));
	put_line(&text, program, from);
	text_char(&text, '\n');
	put_line(&text, program, to);
	hash = hash_string(text_string(&text));
	text_free(&text);
	return hash;
}

static json_t *sizes_of(const Program *program)
{
	json_t *sizes = json_object();

	for (int i = 0; i < program->size_count; i++)
		json_object_set_new(sizes, program->sizes[i].name,
				    json_integer(program->sizes[i].value));
	return sizes;
}

/* The program with that body as a document. */
static char *document(const Program *program, const char *body)
{
	Text text = { 0 };
	json_t *root, *to = json_loads(body, JSON_DECODE_ANY, NULL);
	char *made = NULL;

	program_print(&text, program, program->body);
	root = to ? json_loads(text_string(&text), 0, NULL) : NULL;
	if (root && !json_object_set(root, "body", to)
	    && (!program->size_count
		|| !json_object_set_new(root, "sizes", sizes_of(program))))
		made = json_dumps(root, JSON_COMPACT
					| JSON_REAL_PRECISION(17));
	json_decref(root);
	json_decref(to);
	text_free(&text);
	return made;
}

/* NULL: it is no expression over the program's inputs. */
static const Expr *read_body(Rewriter *rw, const char *body)
{
	const ReadOptions how = { .concrete = true, .unsafe_c = true };
	char *text = document(rw->program, body);
	Diags *quiet = diags_new();
	const Program *program = text ? program_read(rw->ir, "<canonical>",
						     text, &how, quiet)
				      : NULL;

	diags_free(quiet);
	free(text);
	return program ? program->body : NULL;
}

/* -- the step -------------------------------------------------------------- */

static const Derivation *step(Rewriter *rw, const Derivation *from,
			      const Expr *to, const char *text, RuleKind effect)
{
	Arena *arena = ir_arena(rw->ir);
	Derivation *next = ARENA_NEW(arena, Derivation);
	const Path root = { 0 };

	*next = (Derivation){
		.before = from, .length = from->length + 1, .expr = to,
		.label = from->label, .rule = &the_rule,
		.assumed = { .kind = effect }, .to = text,
		.at = path_kept(arena, &root),
	};
	next->hash = canonical_hash(rw->program, from->expr, to);
	next->label.reassociates |= effect == RULE_REASSOCIATES;
	return next;
}

/* It is one of numbers: open sizes have none. */
static bool is_there(Rewriter *rw)
{
	return (rw->options.canonical && !rw->program->open)
	    || rewriter_refuse(rw, "there is no canonical form here");
}

const Derivation *canonical_step(Rewriter *rw, const Derivation *from)
{
	const CanonicalClass *class = rw->options.canonical;
	const bool strict = rw->options.strict;
	const char *reason = "it is its canonical form", *text;
	const Expr *to = is_there(rw) ? class->expr(rw->program, from->expr,
						    strict, &reason) : NULL;
	RuleKind effect = RULE_EXACT;

	if (!to || to == from->expr) {
		if (class)
			rewriter_refuse(rw, "%s", reason);
		return NULL;
	}
	text = written(rw, to);
	if (read_body(rw, text) != to
	    || class->compare(rw->program, from->expr, to, strict, &effect,
			      &reason) != CANONICAL_SAME) {
		rewriter_refuse(rw, "its canonical form is not read back");
		return NULL;
	}
	return step(rw, from, to, text, effect);
}

/* -- stored steps ---------------------------------------------------------- */

static const Derivation *made_anew(Rewriter *rw, const Derivation *from,
				   bool exact, Replay *replay)
{
	const Derivation *made;

	if (exact) {
		rewriter_refuse(rw, "its hash is of other expressions");
		return NULL;
	}
	made = canonical_step(rw, from);
	replay->adjusted += made != NULL;
	return made;
}

const Derivation *canonical_replay(Rewriter *rw, const Derivation *from,
				   const StoredStep *stored, bool exact,
				   Replay *replay)
{
	const CanonicalClass *class = rw->options.canonical;
	const char *reason = "";
	RuleKind effect = RULE_EXACT;
	const Expr *to;

	if (!is_there(rw))
		return NULL;
	to = read_body(rw, stored->to);
	if (!to || !type_same(to->type, from->expr->type)
	    || canonical_hash(rw->program, from->expr, to) != stored->hash) {
		replay->forged = exact;
		return made_anew(rw, from, exact, replay);
	}
	switch (class->compare(rw->program, from->expr, to, rw->options.strict,
			       &effect, &reason)) {
	case CANONICAL_SAME:
		return step(rw, from, to, written(rw, to), effect);
	case CANONICAL_OTHER:
		replay->forged = true;
		rewriter_refuse(rw, "what it leads to is another program");
		return NULL;
	default:
		rewriter_refuse(rw, "what it leads to cannot be compared: %s",
				reason);
		return NULL;
	}
}
