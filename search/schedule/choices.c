/* Lists of numbers by name, each made from what the device says of itself
 * (search/space/number.h). */
#include <string.h>

#include "ir/front/read_names.h"
#include "rules/forward.h"
#include "search/nest/facts.h"
#include "search/nest/reduction.h"
#include "search/schedule/block.h"
#include "search/space/hardware.h"
#include "search/space/own_rules.h"

/* What a list is for: a node, and numbers computed before. */
typedef struct Ask {
	const Task *task;
	const Device *device;
	const Expr *node;
	const int64_t *args;
} Ask;

typedef struct ChoiceList {
	const char *name;
	int count; /* of arguments */
	void (*make)(const Ask *ask, Numbers *list);
	bool place; /* before them, instead of here */
} ChoiceList;

static const Type *leaf(const Expr *e)
{
	const Type *type = e->type;

	while (type->kind == TYPE_ARRAY)
		type = type->element;
	return type;
}

static void make_items(const Ask *ask, Numbers *list)
{
	numbers_items(list, ask->device, ask->args[0], 1);
}

/* chunks(n, each): lengths that make good numbers of items. */
static void make_chunks(const Ask *ask, Numbers *list)
{
	const Expr *array = ask->node->kids[ask->node->kid_count - 1];
	Numbers items = { 0 };

	numbers_items(&items, ask->device, ask->args[0], ask->args[1]);
	for (int i = 0; i < items.count; i++)
		numbers_add(list, chunk_length(ask->task, array->type->element,
					       ask->args[0],
					       items.items[i].value).value,
			    "items %s", items.items[i].origin);
}

static void make_groups(const Ask *ask, Numbers *list)
{
	numbers_groups(list, ask->device, ask->args[0], 1);
}

/* Items of a group, at most n. */
static void make_group_items(const Ask *ask, Numbers *list)
{
	numbers_group_size(list, ask->device, ask->args[0]);
}

/* group_items(n, most): those that divide n. */
static void make_group_items_of(const Ask *ask, Numbers *list)
{
	Numbers sizes = { 0 };

	make_group_items(ask, &sizes);
	for (int i = 0; i < sizes.count; i++)
		if (ask->args[0] % sizes.items[i].value == 0
		    && sizes.items[i].value <= ask->args[1])
			numbers_add(list, sizes.items[i].value, "%s",
				    sizes.items[i].origin);
}

/* What chunks of about n are multiples of. */
static void make_group_units(const Ask *ask, Numbers *list)
{
	numbers_add(list, hardware_unit(ask->device, ask->args[0]), "unit");
}

/* shares(length, n, each): of a length, with items for n pieces of work. */
static void make_shares(const Ask *ask, Numbers *list)
{
	Numbers items = { 0 };

	numbers_items(&items, ask->device, ask->args[1], ask->args[2]);
	for (int i = 0; i < items.count; i++)
		numbers_add(list, ask->args[0] / items.items[i].value,
			    "items %s", items.items[i].origin);
}

/* Sizes of groups as lengths of their chunks. */
static void make_group_sizes(const Ask *ask, Numbers *list)
{
	Numbers sizes = { 0 };

	numbers_group_few(&sizes, ask->device, ask->args[0]);
	for (int i = 0; i < sizes.count; i++)
		numbers_add(list, sizes.items[i].value, "group size");
}

/* group_chunks(n, each): of more than a group's items. */
static void make_group_chunks(const Ask *ask, Numbers *list)
{
	const Device *device = ask->device;
	Numbers groups = { 0 };

	numbers_groups(&groups, device, ask->args[0] / 2, ask->args[1]);
	for (int i = 0; i < groups.count; i++) {
		int64_t length = ask->args[0] / groups.items[i].value;
		int64_t unit = hardware_unit(device, length);

		if (length / unit * unit > device->max_group_size)
			numbers_add(list, length / unit * unit, "groups %s",
				    groups.items[i].origin);
	}
}

static void make_few(const Ask *ask, Numbers *list)
{
	numbers_copies(list, ask->args[0], "element");
}

static void make_several(const Ask *ask, Numbers *list)
{
	numbers_several(list, 1, ask->args[0], 1, "element");
}

/* several(least, most, size) */
static void make_several_of(const Ask *ask, Numbers *list)
{
	numbers_several(list, ask->args[0], ask->args[1], ask->args[2],
			"element");
}

/* 1 to n, in order. */
static void make_up_to(const Ask *ask, Numbers *list)
{
	for (int64_t i = 1; i <= ask->args[0] && list->count < NUMBERS_MAX;
	     i++)
		numbers_add(list, i, "%lld", (long long)i);
}

static void make_unroll(const Ask *ask, Numbers *list)
{
	numbers_unroll(list, ask->args[0]);
}

/* halves(least, most): least times a power of two, from most down. */
static void make_halves(const Ask *ask, Numbers *list)
{
	int64_t n = ask->args[0];

	while (n > 0 && 2 * n <= ask->args[1])
		n *= 2;
	for (; n > 0 && n >= ask->args[0] && n <= ask->args[1]; n /= 2)
		numbers_add(list, n, "%lld", (long long)n);
}

static void add_unroll(Numbers *list, int64_t least, int64_t most)
{
	numbers_unroll(list, most);
	while (list->count && list->items[list->count - 1].value < least)
		list->count--;
}

/* unroll(least, most) */
static void make_unroll_from(const Ask *ask, Numbers *list)
{
	add_unroll(list, ask->args[0], ask->args[1]);
}

/* accumulators(fold, lanes, folds, least): so many vectors of so many lanes,
 * where so many such folds are made at a time. */
static void make_accumulators(const Ask *ask, Numbers *list)
{
	const Expr *fold = ask->node;
	const int64_t w = ask->args[0];
	int64_t most, n;

	if (!fact_is_reduction(fold) || w < 1)
		return;
	most = most_accumulators(ask->task, fold, w, ask->args[1]);
	n = fact_length(fold->kids[2]->type) / w;
	add_unroll(list, ask->args[2], most < n ? most : n);
}

/* widths_summed(fold, n) */
static void make_widths_summed(const Ask *ask, Numbers *list)
{
	if (fact_is_reduction(ask->node))
		numbers_width_of(list, ask->device, ask->node, ask->args[0]);
}

static void make_widths(const Ask *ask, Numbers *list)
{
	numbers_width(list, ask->device, leaf(ask->node), ask->args[0]);
}

/* Those of several lanes where there are such. */
static void add_vectors(Numbers *list, const Numbers *widths)
{
	for (int i = 0; !i || i + 1 < widths->count; i++)
		numbers_add(list, widths->items[i].value, "%s",
			    widths->items[i].origin);
}

/* What is of vectors already is put into no others. */
static bool is_in_vectors(const Ask *ask, Numbers *list)
{
	if (fact_has_vectors(ask->node))
		numbers_add(list, 1, "vectors as they are");
	return list->count;
}

/* Vectors of what a place has. */
static void make_widths_of(const Ask *ask, Numbers *list)
{
	Numbers widths = { 0 };

	if (is_in_vectors(ask, list))
		return;
	numbers_width(&widths, ask->device, ask->node->type, ask->args[0]);
	add_vectors(list, &widths);
}

/* strips(first, most): that many vectors, and four times as many. */
static void make_strips(const Ask *ask, Numbers *list)
{
	for (int64_t n = ask->args[0]; n >= 1 && n <= ask->args[1]; n *= 4)
		numbers_add(list, n, "strip");
}

/* Steps of n from one look at whether they end to the next. */
static void make_every(const Ask *ask, Numbers *list)
{
	for (int64_t k = hardware_flight(); k >= 1; k /= 2)
		if (ask->args[0] % k == 0)
			numbers_add(list, k, "every %lld", (long long)k);
}

/* For a loop over what is loaded and stored; of indices, which cost little,
 * what is computed from them decides. */
static void make_widths_stored(const Ask *ask, Numbers *list)
{
	const Expr *node = ask->node;
	const Expr *array = forward_is_loop(node)
			  ? node->kids[node->kid_count - 1] : node;
	Numbers widths = { 0 };

	numbers_width_stored(&widths, ask->device,
			     leaf(fact_is_indices(array) ? node : array),
			     ask->args[0]);
	for (int i = 0; i + 1 < widths.count; i++)
		numbers_add(list, widths.items[i].value, "%s",
			    widths.items[i].origin);
}

/* The same of what is loaded and stored. */
static void make_widths_stored_of(const Ask *ask, Numbers *list)
{
	Numbers widths = { 0 };

	if (is_in_vectors(ask, list))
		return;
	numbers_width_stored(&widths, ask->device, ask->node->type,
			     ask->args[0]);
	add_vectors(list, &widths);
}

/* And single scalars. */
static void make_widths_written(const Ask *ask, Numbers *list)
{
	if (is_in_vectors(ask, list))
		return;
	numbers_width_stored(list, ask->device, ask->node->type,
			     ask->args[0]);
}

/* The vectors of the shortest line of rows of n elements that fills them. */
static int64_t least_vectors(int64_t n, int64_t lanes)
{
	while (n % 2 == 0 && lanes > 1) {
		n /= 2;
		lanes /= 2;
	}
	return n;
}

/* line_least(fold, n): those alone. */
static void make_line_least(const Ask *ask, Numbers *list)
{
	const Expr *fold = ask->node;

	if (fact_is_reduction(fold))
		numbers_add(list, least_vectors(ask->args[0],
			hardware_lanes(ask->device, fold->kids[1]->type)),
			    "a line");
}

/* lines(fold, n): the most vectors for the sums of columns of rows of n
 * elements that are good, and half of that. */
static void make_lines(const Ask *ask, Numbers *list)
{
	const Expr *fold = ask->node;
	int64_t lanes, most, least, v;

	if (!fact_is_reduction(fold))
		return;
	lanes = hardware_lanes(ask->device, fold->kids[1]->type);
	most = most_accumulators(ask->task, fold, lanes, 1);
	least = least_vectors(ask->args[0], lanes);
	for (v = least; 2 * v <= most; v *= 2)
		;
	if (v * lanes / ask->args[0] <= fact_length(fold->kids[2]->type))
		numbers_add(list, v, "a block");
	if (v > least)
		numbers_add(list, v / 2, "half a block");
}

static void make_tile_rows(const Ask *ask, Numbers *list)
{
	numbers_tile_rows(list, ask->device, ask->args[0]);
}

/* fill_registers(rows, most) */
static void make_fill_registers(const Ask *ask, Numbers *list)
{
	int64_t most = (hardware_registers(ask->device) - 1)
		     / (ask->args[0] + 1);

	numbers_tile_vectors(list, most < ask->args[1] ? most : ask->args[1]);
}

static void make_tile_vectors(const Ask *ask, Numbers *list)
{
	numbers_tile_vectors(list, ask->args[0]);
}

/* Whole blocks that are small against a length, 1 at last. */
static void add_blocks(const Task *task, const Type *element, int64_t n,
		       Numbers *list)
{
	for (int64_t unit = hardware_block(&task->device, element); unit >= 1;
	     unit /= 2)
		if (unit == 1 || hardware_is_small(unit, n))
			numbers_add(list, unit, "block");
}

/* blocks_of(array, n): of what it has, or of what it is computed from. */
static void make_blocks_of(const Ask *ask, Numbers *list)
{
	const Expr *array = fact_mapped(ask->node);

	if (array->type->kind == TYPE_ARRAY)
		add_blocks(ask->task, array->type->element, ask->args[0], list);
}

static void make_blocks(const Ask *ask, Numbers *list)
{
	add_blocks(ask->task, leaf(ask->node), ask->args[0], list);
}

/* Work-items of the groups that n of them are launched in, of so many
 * dimensions. */
static void make_launch_items(const Ask *ask, Numbers *list)
{
	numbers_launch(list, ask->device, ask->args[0], ask->args[1] > 1);
}

static void make_launch_across(const Ask *ask, Numbers *list)
{
	numbers_across(list, ask->device, ask->args[0]);
}

static void make_own_rules(const Ask *ask, Numbers *list)
{
	own_rules_list(ask->task, ask->node, list);
}

static const ChoiceList lists[] = {
	{ "accumulators", 3, make_accumulators, true },
	{ "blocks", 1, make_blocks, false },
	{ "blocks_of", 1, make_blocks_of, true },
	{ "chunks", 2, make_chunks, false },
	{ "every", 1, make_every, false },
	{ "few", 1, make_few, false },
	{ "fill_registers", 2, make_fill_registers, false },
	{ "group_chunks", 2, make_group_chunks, false },
	{ "group_items", 1, make_group_items, false },
	{ "group_items", 2, make_group_items_of, false },
	{ "group_sizes", 1, make_group_sizes, false },
	{ "group_units", 1, make_group_units, false },
	{ "groups", 1, make_groups, false },
	{ "halves", 2, make_halves, false },
	{ "items", 1, make_items, false },
	{ "launch_across", 1, make_launch_across, false },
	{ "launch_items", 2, make_launch_items, false },
	{ "line_least", 1, make_line_least, true },
	{ "lines", 1, make_lines, true },
	{ "own_rules", 0, make_own_rules, true },
	{ "several", 1, make_several, false },
	{ "several", 3, make_several_of, false },
	{ "shares", 3, make_shares, false },
	{ "strips", 2, make_strips, false },
	{ "tile_rows", 1, make_tile_rows, false },
	{ "tile_vectors", 1, make_tile_vectors, false },
	{ "unroll", 1, make_unroll, false },
	{ "unroll", 2, make_unroll_from, false },
	{ "up_to", 1, make_up_to, false },
	{ "widths", 1, make_widths, false },
	{ "widths_of", 1, make_widths_of, true },
	{ "widths_stored", 1, make_widths_stored, false },
	{ "widths_stored_of", 1, make_widths_stored_of, true },
	{ "widths_written", 1, make_widths_written, true },
	{ "widths_summed", 1, make_widths_summed, true },
};

enum { LISTS = sizeof lists / sizeof *lists };

bool choice_list_is(const char *name, int count, const char **near)
{
	int best = 1000;

	for (int i = 0; i < LISTS; i++) {
		if (!strcmp(lists[i].name, name) && lists[i].count == count)
			return true;
		names_nearer(name, lists[i].name, &best, near);
	}
	return false;
}

static void add(Numbers *list, const Number *number, const char *word)
{
	if (word)
		numbers_add(list, number->value, number->value == 1 ? "%lld %s"
			    : "%lld %ss", (long long)number->value, word);
	else
		numbers_add(list, number->value, "%s", number->origin);
}

bool choice_list_has_place(const char *name)
{
	for (int i = 0; i < LISTS; i++)
		if (!strcmp(lists[i].name, name))
			return lists[i].place;
	return false;
}

void choice_list(const Task *task, const Expr *here, const Values *values,
		 const int64_t *args, Numbers *list)
{
	const Ask ask = { task, &task->device, here, args };
	Numbers made = { 0 };

	for (int i = 0; i < LISTS; i++)
		if (!strcmp(lists[i].name, values->list)
		    && lists[i].count == values->count)
			lists[i].make(&ask, &made);
	for (int i = 0; i < made.count; i++)
		add(list, &made.items[i], values->word);
}
