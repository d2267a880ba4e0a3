#include <stdlib.h>
#include <string.h>

#include "ir/front/read_names.h"
#include "rules/draft.h"
#include "search/schedule/block.h"
#include "search/schedule/schedules_text.h"

/* A user's may leave a site at which it is offered again. */
enum { OWN_TIMES = 16 };

static const char *const keywords[] = { "schedule", "form", "beside", "where",
					"choose", "do", NULL };

static bool read_where(BlockReader *r, Block *block)
{
	do {
		if (block->where_count == 8)
			return scan_unexpected(r->scan, "fewer conditions");
		block->where[block->where_count] = read_formula(r);
		if (!block->where[block->where_count++])
			return false;
	} while (scan_accept(r->scan, ","));
	return true;
}

static bool read_choices(BlockReader *r, Block *block)
{
	do {
		if (block->choice_count == BLOCK_NUMBERS_MAX)
			return scan_unexpected(r->scan, "fewer numbers");
		if (!read_choice(r, &block->choices[block->choice_count++]))
			return false;
	} while (scan_accept(r->scan, ";"));
	return true;
}

/* instead of "windows" */
static bool read_instead(BlockReader *r, Block *block)
{
	block->instead = scan_expect(r->scan, "of")
		       ? read_quoted(r, "what a search calls another schedule, "
				     "in quotes") : NULL;
	return block->instead != NULL;
}

static bool read_times(BlockReader *r, Block *block)
{
	const Token number = r->scan->token;

	if (number.kind != TOKEN_NUMBER)
		return scan_unexpected(r->scan, "a number");
	block->times = atoi(r->scan->text + number.at);
	scan_next(r->scan);
	return true;
}

/* is spread, whole */
static bool read_marks(BlockReader *r, Block *block)
{
	static const char *const marks[] = {
		[BLOCK_SPREAD] = "spread", [BLOCK_WHOLE] = "whole",
		[BLOCK_ALONE] = "alone",
	};
	unsigned before;

	do {
		before = block->marks;
		for (int i = 0; i <= BLOCK_ALONE; i++)
			if (!(block->marks >> i & 1)
			    && scan_accept(r->scan, marks[i]))
				block->marks |= 1u << i;
		if (block->marks == before)
			return scan_unexpected(r->scan, "spread, whole or "
					       "alone, each once");
	} while (scan_accept(r->scan, ","));
	return true;
}

/* Where it is offered. */
static bool read_offered(BlockReader *r, Block *block)
{
	return (!scan_accept(r->scan, "instead") || read_instead(r, block))
	    && (!scan_accept(r->scan, "times") || read_times(r, block))
	    && (!scan_accept(r->scan, "is") || read_marks(r, block));
}

/* called "one item" "what it does" */
static bool read_about(BlockReader *r, Block *block)
{
	block->called = block->name;
	if (scan_accept(r->scan, "called"))
		block->called = read_quoted(r, "what a search calls it, in "
					    "quotes");
	block->about = block->called
		     ? read_quoted(r, "what it does, in quotes") : NULL;
	return block->about != NULL;
}

/* form or form beside form */
static bool read_form(BlockReader *r, Block *block)
{
	const int i = block->form_count++;

	if (i == FORMS_MAX)
		return scan_unexpected(r->scan, "fewer forms");
	block->forms[i] = form_read(r->all->ir, r->scan);
	if (!block->forms[i] || !scan_accept(r->scan, "beside"))
		return block->forms[i] != NULL;
	block->beside[i] = form_read(r->all->ir, r->scan);
	return block->beside[i] != NULL;
}

static bool read_parts(BlockReader *r, Block *block)
{
	while (scan_accept(r->scan, "form"))
		if (!read_form(r, block))
			return false;
	if (scan_accept(r->scan, "where") && !read_where(r, block))
		return false;
	if (scan_accept(r->scan, "choose") && !read_choices(r, block))
		return false;
	if (!scan_expect(r->scan, "do"))
		return false;
	block->steps = read_steps(r);
	return block->steps
	    && (r->scan->token.kind == TOKEN_END
		|| scan_is(r->scan, "schedule")
		|| scan_unexpected(r->scan, "; and a step, or the next "
				   "schedule"));
}

static void add_block(Schedules *all, Block *block)
{
	if (all->count == all->capacity) {
		all->capacity = all->capacity ? 2 * all->capacity : 32;
		all->blocks = base_realloc(all->blocks, sizeof *all->blocks
					   * (size_t)all->capacity);
	}
	all->blocks[all->count++] = block;
}

static bool read_block(BlockReader *r)
{
	Block *block = ARENA_NEW(r->arena, Block);

	if (!scan_expect(r->scan, "schedule"))
		return false;
	block->at = r->scan->token.at;
	block->file = r->scan->file;
	block->text = r->scan->text;
	block->name = read_word(r, "the schedule's name");
	if (!block->name)
		return false;
	if (schedules_find(r->all, block->name))
		return scan_error(r->scan, block->at, block->name,
				  "a new name", "two schedules of one name");
	block->times = r->all->built_in ? OWN_TIMES : 0;
	if (!read_about(r, block) || !read_offered(r, block)
	    || !read_parts(r, block))
		return false;
	add_block(r->all, block);
	return true;
}

static bool read_file(Schedules *all, const char *file, const char *text,
		      Diags *diags)
{
	Scan scan = scan_start(arena_strdup(ir_arena(all->ir), file), text,
			       diags);
	BlockReader reader = { .all = all, .arena = ir_arena(all->ir),
			       .scan = &scan };

	scan.what = "a schedule";
	scan.stops = keywords;
	while (scan.token.kind != TOKEN_END)
		if (!all->built_in && scan_accept(&scan, "order")
		    ? !read_order(&reader) : !read_block(&reader))
			return false;
	return true;
}

/* Blocks may run those that come later: all are read before any is checked. */
static bool check_from(const Schedules *all, int first, Diags *diags)
{
	for (int i = first; i < all->count; i++) {
		const Block *block = all->blocks[i];
		Scan scan = scan_start(block->file, block->text, diags);

		if (!block_check(all, block, &scan))
			return false;
	}
	return true;
}

static void refuse_built_in(const Diags *diags)
{
	diags_print(diags, stderr);
	base_die("the built-in schedules are not well formed");
}

Schedules *schedules_new(const RuleBase *base)
{
	Schedules *all = base_calloc(1, sizeof *all);
	Diags *diags = diags_new();

	all->base = base;
	all->ir = ir_new();
	for (const RulesText *file = schedules_texts; file->name; file++)
		if (!read_file(all, file->name, file->text, diags))
			refuse_built_in(diags);
	if (!check_from(all, 0, diags))
		refuse_built_in(diags);
	all->built_in = all->count;
	diags_free(diags);
	return all;
}

Schedules *schedules_with(const RuleBase *base, const char *file,
			  const char *text, Diags *diags)
{
	Schedules *all = schedules_new(base);

	const int first = all->count;

	if (read_file(all, file, text, diags)
	    && check_from(all, first, diags))
		return all;
	schedules_free(all);
	return NULL;
}

void schedules_free(Schedules *all)
{
	if (!all)
		return;
	ir_free(all->ir);
	free(all->blocks);
	free(all);
}

/* -- looking up ------------------------------------------------------------ */

int schedules_count(const Schedules *all)
{
	return all->count;
}

int schedules_built_in(const Schedules *all)
{
	return all->built_in;
}

const Block *schedules_at(const Schedules *all, int i)
{
	return all->blocks[i];
}

const Block *schedules_find(const Schedules *all, const char *name)
{
	for (int i = 0; i < all->count; i++)
		if (!strcmp(all->blocks[i]->name, name))
			return all->blocks[i];
	return NULL;
}

int schedules_index(const Schedules *all, const Block *block)
{
	int i = 0;

	while (all->blocks[i] != block)
		i++;
	return i;
}

const char *schedules_near(const Schedules *all, const char *name)
{
	const char *near = NULL;
	int best = 1000;

	for (int i = 0; i < all->count; i++)
		names_nearer(name, all->blocks[i]->name, &best, &near);
	return near;
}

const char *block_name(const Block *block)
{
	return block->name;
}

const char *block_called(const Block *block)
{
	return block->called;
}

const char *block_about(const Block *block)
{
	return block->about;
}

int block_number_count(const Block *block)
{
	return block->choice_count;
}

const char *block_number(const Block *block, int i)
{
	return block->choices[i].number;
}

const char *block_instead(const Block *block)
{
	return block->instead;
}

int block_times(const Block *block)
{
	return block->times;
}

bool block_is(const Block *block, BlockMark mark)
{
	return block->marks >> mark & 1;
}
