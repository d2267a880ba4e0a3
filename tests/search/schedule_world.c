#include "tests/search/schedule_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/front/document.h"
#include "search/nest/site.h"
#include "search/space/prepare.h"
#include "tests/ir/read_fixture.h"
#include "tests/search/search_device.h"

static char *read_program(const char *name)
{
	const char *srcdir = getenv("srcdir");
	Text path = { 0 };
	char *text;

	text_printf(&path, "%s/%s.json", srcdir ? srcdir : ".", name);
	text = file_text(text_string(&path));
	text_free(&path);
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

World world_on(Device device, const char *name, const char *sizes_text)
{
	const RewriteOptions rewrite = { .rounding = true };
	World w = { .ir = ir_new(), .rules = rulebase_new() };
	Diags *diags = diags_new();
	char *text = read_program(name), *sizes = base_strdup(sizes_text);
	SizeBinding bound[4];
	const ReadOptions options = { .concrete = true,
				      .override_count = parse_sizes(sizes,
								    bound),
				      .overrides = bound };

	w.program = program_read(w.ir, name, text, &options, diags);
	diags_print(diags, stderr);
	assert_non_null(w.program);
	w.schedules = schedules_new(w.rules);
	w.derive = derive_new(w.rules, w.program, &device, rewrite);
	w.task = (Task){ .program = w.program, .device = device,
			 .rewriter = derive_rewriter(w.derive),
			 .arena = arena_new(),
			 .schedules = w.schedules };
	w.task.scratch = w.task.arena;
	prepare_rules(&w.task);
	w.start = prepare(&w.task, derivation_start(w.task.rewriter,
						    w.program->body));
	diags_free(diags);
	free(sizes);
	free(text);
	return w;
}

World world_new(const char *name, const char *sizes)
{
	return world_on(device_of_two_cores(), name, sizes);
}

void world_free(World *w)
{
	arena_free(w->task.arena);
	derive_free(w->derive);
	schedules_free(w->schedules);
	rulebase_free(w->rules);
	ir_free(w->ir);
}

const Derivation *world_apply(World *w, const Derivation *now,
			      const Choice *choice)
{
	const Block *block = schedules_find(w->schedules, choice->block);
	char reason[256] = "";
	Site site;

	assert_non_null(block);
	assert_true(site_first(now->expr, NULL, &site));
	now = block_apply(&w->task, w->schedules, block, now, &site.path,
			  choice->count, choice->numbers, reason);
	if (!now)
		fail_msg("%s: %s", choice->block, reason);
	return now;
}

const Derivation *world_own(World *w, const char *text)
{
	Diags *diags = diags_new();
	Schedules *all = schedules_with(w->rules, "own", text, diags);
	const Path root = path_root();
	const Derivation *now;
	char reason[256] = "";

	diags_print(diags, stderr);
	assert_non_null(all);
	now = block_apply(&w->task, all, schedules_find(all, "s"), w->start,
			  &root, 0, NULL, reason);
	if (!now)
		print_message("%s\n", reason);
	schedules_free(all);
	diags_free(diags);
	return now;
}

bool world_opens(World *w, const char *text, const Path *at)
{
	Diags *diags = diags_new();
	Schedules *all = schedules_with(w->rules, "own", text, diags);
	char reason[256] = "";
	bool opens;

	diags_print(diags, stderr);
	assert_non_null(all);
	opens = block_opens(&w->task, all, schedules_find(all, "s"), w->start,
			    at, reason);
	schedules_free(all);
	diags_free(diags);
	return opens;
}

int64_t world_length(const Derivation *d, Prim prim)
{
	const Path root = path_root();
	Path at;

	assert_true(locate_prim(d->expr, &root, prim, 0, &at));
	return locate_node(d->expr, &at)->type->length->value;
}
