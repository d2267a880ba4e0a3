#include "tests/rules/derive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/data/testdata.h"
#include "ir/eval/eval.h"
#include "ir/front/document.h"

static char *read_file(const char *path)
{
	FILE *file = fopen(path, "r");
	Text text = { 0 };
	int c;

	if (!file)
		return NULL;
	while ((c = getc(file)) != EOF)
		text_char(&text, (char)c);
	fclose(file);
	return text.data;
}

static char *source_path(const char *name)
{
	const char *srcdir = getenv("srcdir");
	Text path = { 0 };

	text_printf(&path, "%s/%s", srcdir ? srcdir : ".", name);
	return path.data;
}

static char *source_file(const char *name)
{
	char *path = source_path(name), *text = read_file(path);

	free(path);
	return text;
}

static int parse_sizes(char *text, SizeBinding *sizes)
{
	int count = 0;

	for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
		char *equals = strchr(word, '=');

		*equals = '\0';
		sizes[count].name = word;
		sizes[count++].value = strtoll(equals + 1, NULL, 10);
	}
	return count;
}

static void log_now(Script *script, const char *what)
{
	text_printf(&script->log, "%s\n    ", what);
	print_text(&script->log, script->program, script->now->expr);
	text_char(&script->log, '\n');
}

Script script_start(const char *name, const char *sizes)
{
	Script script = { .ir = ir_new(), .base = rulebase_new() };
	char file[128], *words = base_strdup(sizes), *text;
	SizeBinding bindings[8];
	ReadOptions options = { .concrete = true, .overrides = bindings };
	Diags *diags = diags_new();

	snprintf(file, sizeof file, "examples/%s.json", name);
	text = source_file(file);
	assert_non_null(text);
	options.override_count = parse_sizes(words, bindings);
	script.program = program_read(script.ir, file, text, &options, diags);
	if (!script.program)
		diags_print(diags, stderr);
	assert_non_null(script.program);
	script.rewriter = rewriter_new(script.base, script.program,
				       (RewriteOptions){ .rounding = true });
	script.now = derivation_start(script.rewriter, script.program->body);
	log_now(&script, name);
	free(text);
	free(words);
	diags_free(diags);
	return script;
}

void script_free(Script *script)
{
	rewriter_free(script->rewriter);
	rulebase_free(script->base);
	ir_free(script->ir);
	text_free(&script->log);
}

Path script_prim(const Script *script, Prim prim, int nth)
{
	Path root = path_root(), found;

	if (!locate_prim(script->now->expr, &root, prim, nth, &found))
		fail_msg("there is no %s number %d in\n%s", prim_name(prim),
			 nth, text_string(&script->log));
	return found;
}

Path script_below(const Path *path, const char *kids)
{
	Path below, whole = *path;

	assert_true(path_parse(kids, &below));
	for (int i = 0; i < below.depth; i++)
		whole = path_kid(&whole, below.kids[i]);
	return whole;
}

static RuleUse parse_use(char *words, const Path *within)
{
	RuleUse use = { .rule = strtok(words, " "), .within = within };
	size_t length = strlen(use.rule);
	SizeBinding sizes[RULE_VALUES_MAX];

	if (words[length - 1] == '<') {
		words[length - 1] = '\0';
		use.back = true;
	}
	for (char *word; (word = strtok(NULL, " ")); use.count++) {
		char *equals = strchr(word, '=');

		*equals = '\0';
		sizes[0].value = strtoll(equals + 1, NULL, 10);
		use.values[use.count] = (RuleValue){ .name = word,
						     .value = sizes[0].value };
	}
	return use;
}

static void apply(Script *script, const Path *at, const char *use,
		  const Path *within)
{
	char *words = base_strdup(use);
	RuleUse parsed = parse_use(words, within);
	const Derivation *next = rewrite_use(script->rewriter, script->now, at,
					     &parsed);

	if (!next) {
		fputs(text_string(&script->log), stderr);
		fail_msg("%s: %s", use, rewriter_reason(script->rewriter));
	}
	script->now = next;
	free(words);
}

void script_within(Script *script, const Path *at, const char *use,
		   const Path *within)
{
	apply(script, at, use, within);
	log_now(script, use);
}

void script_line(Script *script, const char *kids, const char *use,
		 const char *label)
{
	const Path root = path_root(), at = script_below(&root, kids);

	apply(script, &at, use, NULL);
	if (label)
		log_now(script, label);
}

void script_use(Script *script, const Path *at, const char *use)
{
	script_within(script, at, use, NULL);
}

void script_all(Script *script, const char *rules)
{
	RuleSet set = rewrite_set(script->rewriter, rules);
	Path root = path_root();
	const Derivation *before = script->now;

	script->now = rewrite_all(script->rewriter, before, &root, &set);
	if (script->now == before)
		return;
	for (int i = before->length + 1; i <= script->now->length; i++) {
		const Derivation *d = script->now;

		while (d->length > i)
			d = d->before;
		text_printf(&script->log, "%s%s%s", rule_name(d->rule),
			    d->back ? "<" : "",
			    i < script->now->length ? ", " : "");
	}
	log_now(script, "");
}

void script_same(const Script *script)
{
	const Program *program = script->program;
	Array inputs[8], wanted[8], found[8];
	Diags *diags = diags_new();

	for (int i = 0; i < program->in_port_count; i++)
		inputs[i] = testdata_draw(&program->in_ports[i], 1,
					  TESTDATA_EXACT);
	assert_true(eval_run(program, program->body, inputs, EVAL_DECLARED,
			     wanted, diags));
	assert_true(eval_run(program, script->now->expr, inputs, EVAL_DECLARED,
			     found, diags));
	for (int i = 0; i < program->output_count; i++) {
		assert_memory_equal(wanted[i].data, found[i].data,
				    array_bytes(&wanted[i]));
		array_free(&wanted[i]);
		array_free(&found[i]);
	}
	for (int i = 0; i < program->in_port_count; i++)
		array_free(&inputs[i]);
	diags_free(diags);
}

void script_compare(const Script *script, const char *name)
{
	char file[128], *expected;

	snprintf(file, sizeof file, "tests/derivations/%s.txt", name);
	expected = source_file(file);
	if (getenv("DERIVATIONS_WRITE")) {
		char *path = source_path(file);
		FILE *out = fopen(path, "w");

		fputs(text_string(&script->log), out);
		fclose(out);
		free(path);
	} else {
		assert_non_null(expected);
		assert_string_equal(text_string(&script->log), expected);
	}
	free(expected);
}
