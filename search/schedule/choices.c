/* Lists of numbers by name, each made from what the device says of itself
 * (search/space/number.h). */
#include <string.h>

#include "ir/front/read_names.h"
#include "rules/forward.h"
#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/schedule/block.h"
#include "search/space/hardware.h"

typedef struct ChoiceList {
	const char *name;
	int count; /* of arguments */
	void (*make)(const Task *task, const Expr *here, const int64_t *args,
		     Numbers *list);
	bool place; /* before them, instead of here */
} ChoiceList;

static const Type *leaf(const Expr *e)
{
	const Type *type = e->type;

	while (type->kind == TYPE_ARRAY)
		type = type->element;
	return type;
}

static void make_items(const Task *task, const Expr *here,
		       const int64_t *args, Numbers *list)
{
	(void)here;
	numbers_items(list, &task->device, args[0], 1);
}

/* chunks(n, each): lengths that make good numbers of items. */
static void make_chunks(const Task *task, const Expr *here,
			const int64_t *args, Numbers *list)
{
	const Expr *array = here->kids[here->kid_count - 1];
	Numbers items = { 0 };

	numbers_items(&items, &task->device, args[0], args[1]);
	for (int i = 0; i < items.count; i++)
		numbers_add(list, chunk_length(task, array->type->element,
					       args[0], items.items[i].value)
					  .value,
			    "items %s", items.items[i].origin);
}

static void make_groups(const Task *task, const Expr *here,
			const int64_t *args, Numbers *list)
{
	(void)here;
	numbers_groups(list, &task->device, args[0], 1);
}

/* Items of a group, at most n. */
static void make_group_items(const Task *task, const Expr *here,
			     const int64_t *args, Numbers *list)
{
	(void)here;
	numbers_group_size(list, &task->device, args[0]);
}

/* group_items(n, most): those that divide n. */
static void make_group_items_of(const Task *task, const Expr *here,
				const int64_t *args, Numbers *list)
{
	Numbers sizes = { 0 };

	make_group_items(task, here, args, &sizes);
	for (int i = 0; i < sizes.count; i++)
		if (args[0] % sizes.items[i].value == 0
		    && sizes.items[i].value <= args[1])
			numbers_add(list, sizes.items[i].value, "%s",
				    sizes.items[i].origin);
}

/* What chunks of about n are multiples of. */
static void make_group_units(const Task *task, const Expr *here,
			     const int64_t *args, Numbers *list)
{
	(void)here;
	numbers_add(list, hardware_unit(&task->device, args[0]), "unit");
}

/* shares(length, n, each): of a length, with items for n pieces of work. */
static void make_shares(const Task *task, const Expr *here,
			const int64_t *args, Numbers *list)
{
	Numbers items = { 0 };

	(void)here;
	numbers_items(&items, &task->device, args[1], args[2]);
	for (int i = 0; i < items.count; i++)
		numbers_add(list, args[0] / items.items[i].value, "items %s",
			    items.items[i].origin);
}

/* Sizes of groups as lengths of their chunks. */
static void make_group_sizes(const Task *task, const Expr *here,
			     const int64_t *args, Numbers *list)
{
	Numbers sizes = { 0 };

	(void)here;
	numbers_group_few(&sizes, &task->device, args[0]);
	for (int i = 0; i < sizes.count; i++)
		numbers_add(list, sizes.items[i].value, "group size");
}

/* group_chunks(n, each): of more than a group's items. */
static void make_group_chunks(const Task *task, const Expr *here,
			      const int64_t *args, Numbers *list)
{
	const Device *device = &task->device;
	Numbers groups = { 0 };

	(void)here;
	numbers_groups(&groups, device, args[0] / 2, args[1]);
	for (int i = 0; i < groups.count; i++) {
		int64_t length = args[0] / groups.items[i].value;
		int64_t unit = hardware_unit(device, length);

		if (length / unit * unit > device->max_group_size)
			numbers_add(list, length / unit * unit, "groups %s",
				    groups.items[i].origin);
	}
}

static void make_few(const Task *task, const Expr *here, const int64_t *args,
		     Numbers *list)
{
	(void)task;
	(void)here;
	numbers_copies(list, args[0], "element");
}

static void make_several(const Task *task, const Expr *here,
			 const int64_t *args, Numbers *list)
{
	(void)task;
	(void)here;
	numbers_several(list, 1, args[0], 1, "element");
}

/* several(least, most, size) */
static void make_several_of(const Task *task, const Expr *here,
			    const int64_t *args, Numbers *list)
{
	(void)task;
	(void)here;
	numbers_several(list, args[0], args[1], args[2], "element");
}

/* 1 to n, in order. */
static void make_up_to(const Task *task, const Expr *here, const int64_t *args,
		       Numbers *list)
{
	(void)task;
	(void)here;
	for (int64_t i = 1; i <= args[0] && list->count < NUMBERS_MAX; i++)
		numbers_add(list, i, "%lld", (long long)i);
}

static void make_unroll(const Task *task, const Expr *here,
			const int64_t *args, Numbers *list)
{
	(void)task;
	(void)here;
	numbers_unroll(list, args[0]);
}

/* halves(least, most): least times a power of two, from most down. */
static void make_halves(const Task *task, const Expr *here,
			const int64_t *args, Numbers *list)
{
	int64_t n = args[0];

	(void)task;
	(void)here;
	while (n > 0 && 2 * n <= args[1])
		n *= 2;
	for (; n > 0 && n >= args[0] && n <= args[1]; n /= 2)
		numbers_add(list, n, "%lld", (long long)n);
}

/* unroll(least, most) */
static void make_unroll_from(const Task *task, const Expr *here,
			     const int64_t *args, Numbers *list)
{
	make_unroll(task, here, args + 1, list);
	while (list->count && list->items[list->count - 1].value < args[0])
		list->count--;
}

/* accumulators(fold, lanes, folds, least): so many vectors of so many lanes,
 * where so many such folds are made at a time. */
static void make_accumulators(const Task *task, const Expr *fold,
			      const int64_t *args, Numbers *list)
{
	const int64_t w = args[0];
	int64_t most, n;

	if (!fact_is_reduction(fold) || w < 1)
		return;
	most = most_accumulators(task, fold, w, args[1]);
	n = fact_length(fold->kids[2]->type) / w;
	make_unroll_from(task, fold, (int64_t []){ args[2],
			 most < n ? most : n }, list);
}

/* widths_summed(fold, n) */
static void make_widths_summed(const Task *task, const Expr *fold,
			       const int64_t *args, Numbers *list)
{
	if (fact_is_reduction(fold))
		numbers_width_of(list, &task->device, fold, args[0]);
}

static void make_widths(const Task *task, const Expr *here,
			const int64_t *args, Numbers *list)
{
	numbers_width(list, &task->device, leaf(here), args[0]);
}

/* Those of several lanes where there are such. */
static void add_vectors(Numbers *list, const Numbers *widths)
{
	for (int i = 0; !i || i + 1 < widths->count; i++)
		numbers_add(list, widths->items[i].value, "%s",
			    widths->items[i].origin);
}

/* Vectors of what a place has. */
static void make_widths_of(const Task *task, const Expr *place,
			   const int64_t *args, Numbers *list)
{
	Numbers widths = { 0 };

	numbers_width(&widths, &task->device, place->type, args[0]);
	add_vectors(list, &widths);
}

/* strips(first, most): that many vectors, and four times as many. */
static void make_strips(const Task *task, const Expr *here,
			const int64_t *args, Numbers *list)
{
	(void)task;
	(void)here;
	for (int64_t n = args[0]; n >= 1 && n <= args[1]; n *= 4)
		numbers_add(list, n, "strip");
}

/* Steps of n from one look at whether they end to the next. */
static void make_every(const Task *task, const Expr *here, const int64_t *args,
		       Numbers *list)
{
	(void)task;
	(void)here;
	for (int64_t k = hardware_flight(); k >= 1; k /= 2)
		if (args[0] % k == 0)
			numbers_add(list, k, "every %lld", (long long)k);
}

/* For a loop over what is loaded and stored; of indices, which cost little,
 * what is computed from them decides. */
static void make_widths_stored(const Task *task, const Expr *here,
			       const int64_t *args, Numbers *list)
{
	const Expr *array = forward_is_loop(here)
			  ? here->kids[here->kid_count - 1] : here;
	Numbers widths = { 0 };

	numbers_width_stored(&widths, &task->device,
			     leaf(fact_is_indices(array) ? here
								: array),
			     args[0]);
	for (int i = 0; i + 1 < widths.count; i++)
		numbers_add(list, widths.items[i].value, "%s",
			    widths.items[i].origin);
}

/* The same of what is loaded and stored. */
static void make_widths_stored_of(const Task *task, const Expr *place,
				  const int64_t *args, Numbers *list)
{
	Numbers widths = { 0 };

	numbers_width_stored(&widths, &task->device, place->type, args[0]);
	add_vectors(list, &widths);
}

/* And single scalars. */
static void make_widths_written(const Task *task, const Expr *place,
				const int64_t *args, Numbers *list)
{
	numbers_width_stored(list, &task->device, place->type, args[0]);
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
static void make_line_least(const Task *task, const Expr *fold,
			    const int64_t *args, Numbers *list)
{
	if (fact_is_reduction(fold))
		numbers_add(list, least_vectors(args[0],
			hardware_lanes(&task->device, fold->kids[1]->type)),
			    "a line");
}

/* lines(fold, n): the most vectors for the sums of columns of rows of n
 * elements that are good, and half of that. */
static void make_lines(const Task *task, const Expr *fold,
		       const int64_t *args, Numbers *list)
{
	int64_t lanes, most, least, v;

	if (!fact_is_reduction(fold))
		return;
	lanes = hardware_lanes(&task->device, fold->kids[1]->type);
	most = most_accumulators(task, fold, lanes, 1);
	least = least_vectors(args[0], lanes);
	for (v = least; 2 * v <= most; v *= 2)
		;
	if (v * lanes / args[0] <= fact_length(fold->kids[2]->type))
		numbers_add(list, v, "a block");
	if (v > least)
		numbers_add(list, v / 2, "half a block");
}

static void make_tile_rows(const Task *task, const Expr *here,
			   const int64_t *args, Numbers *list)
{
	(void)here;
	numbers_tile_rows(list, &task->device, args[0]);
}

/* fill_registers(rows, most) */
static void make_fill_registers(const Task *task, const Expr *here,
				const int64_t *args, Numbers *list)
{
	int64_t most = (hardware_registers(&task->device) - 1) / (args[0] + 1);

	(void)here;
	numbers_tile_vectors(list, most < args[1] ? most : args[1]);
}

static void make_tile_vectors(const Task *task, const Expr *here,
			      const int64_t *args, Numbers *list)
{
	(void)task;
	(void)here;
	numbers_tile_vectors(list, args[0]);
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
static void make_blocks_of(const Task *task, const Expr *array,
			   const int64_t *args, Numbers *list)
{
	array = fact_mapped(array);
	if (array->type->kind == TYPE_ARRAY)
		add_blocks(task, array->type->element, args[0], list);
}

static void make_blocks(const Task *task, const Expr *here,
			const int64_t *args, Numbers *list)
{
	add_blocks(task, leaf(here), args[0], list);
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
	{ "line_least", 1, make_line_least, true },
	{ "lines", 1, make_lines, true },
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
	Numbers made = { 0 };

	for (int i = 0; i < LISTS; i++)
		if (!strcmp(lists[i].name, values->list)
		    && lists[i].count == values->count)
			lists[i].make(task, here, args, &made);
	for (int i = 0; i < made.count; i++)
		add(list, &made.items[i], values->word);
}
