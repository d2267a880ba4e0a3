/* Lists of numbers by name, each made from what the device says of itself
 * (search/number.h). */
#include <string.h>

#include "ir/read_names.h"
#include "search/hardware.h"
#include "search/schedule/block.h"

typedef struct ChoiceList {
	const char *name;
	int count; /* of arguments */
	void (*make)(const Task *task, const Type *type, const int64_t *args,
		     Numbers *list);
} ChoiceList;

static void make_items(const Task *task, const Type *type,
		       const int64_t *args, Numbers *list)
{
	(void)type;
	numbers_items(list, &task->device, args[0], 1);
}

static void make_few(const Task *task, const Type *type, const int64_t *args,
		     Numbers *list)
{
	(void)task;
	(void)type;
	numbers_copies(list, args[0], "element");
}

static void make_several(const Task *task, const Type *type,
			 const int64_t *args, Numbers *list)
{
	(void)task;
	(void)type;
	numbers_several(list, 1, args[0], 1, "element");
}

static void make_unroll(const Task *task, const Type *type,
			const int64_t *args, Numbers *list)
{
	(void)task;
	(void)type;
	numbers_unroll(list, args[0]);
}

static void make_widths(const Task *task, const Type *type,
			const int64_t *args, Numbers *list)
{
	numbers_width(list, &task->device, type, args[0]);
}

static void make_tile_rows(const Task *task, const Type *type,
			   const int64_t *args, Numbers *list)
{
	(void)type;
	numbers_tile_rows(list, &task->device, args[0]);
}

/* fill_registers(rows, most) */
static void make_fill_registers(const Task *task, const Type *type,
				const int64_t *args, Numbers *list)
{
	int64_t most = (hardware_registers(&task->device) - 1) / (args[0] + 1);

	(void)type;
	numbers_tile_vectors(list, most < args[1] ? most : args[1]);
}

/* Whole blocks that are small against a length, 1 at last. */
static void make_blocks(const Task *task, const Type *type,
			const int64_t *args, Numbers *list)
{
	for (int64_t unit = hardware_block(&task->device, type); unit >= 1;
	     unit /= 2)
		if (unit == 1 || hardware_is_small(unit, args[0]))
			numbers_add(list, unit, "block");
}

static const ChoiceList lists[] = {
	{ "blocks", 1, make_blocks },
	{ "few", 1, make_few },
	{ "fill_registers", 2, make_fill_registers },
	{ "items", 1, make_items },
	{ "several", 1, make_several },
	{ "tile_rows", 1, make_tile_rows },
	{ "unroll", 1, make_unroll },
	{ "widths", 1, make_widths },
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

bool choice_list(const Task *task, const Type *type, const char *name,
		 const int64_t *args, Numbers *list)
{
	for (int i = 0; i < LISTS; i++) {
		if (strcmp(lists[i].name, name))
			continue;
		lists[i].make(task, type, args, list);
		return list->count > 0;
	}
	return false;
}
