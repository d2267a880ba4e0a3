/* What a schedule may ask: of a place, by the name of a query in front of it,
 * and of the device. Advice only: an answer decides what is offered. */
#include <string.h>

#include "search/facts.h"
#include "search/hardware.h"
#include "search/layout.h"
#include "search/schedule/run.h"
#include "search/site.h"

static int64_t extent(const Task *task, const Expr *root, const Path *at)
{
	(void)task;
	return place_extent(locate_node(root, at));
}

static int64_t dense(const Task *task, const Expr *root, const Path *at)
{
	Layout layout = layout_of_array(root, at);

	(void)task;
	return layout_is_dense(&layout);
}

static int64_t dense_inside(const Task *task, const Expr *root,
			    const Path *at)
{
	Layout layout = layout_of_array(root, at);

	(void)task;
	return layout_is_dense_inside(&layout);
}

/* Nothing of a place where nothing is to be decided. */
static bool is_level(const Expr *root, const Path *at, SiteLevel level)
{
	Site site;

	return site_first(root, at, &site) && path_same(&site.path, at)
	    && site.level == level;
}

static int64_t top(const Task *task, const Expr *root, const Path *at)
{
	(void)task;
	return is_level(root, at, LEVEL_TOP);
}

static int64_t group(const Task *task, const Expr *root, const Path *at)
{
	(void)task;
	return is_level(root, at, LEVEL_GROUP);
}

static int64_t item(const Task *task, const Expr *root, const Path *at)
{
	(void)task;
	return is_level(root, at, LEVEL_ITEM);
}

static int64_t heavy(const Task *task, const Expr *root, const Path *at)
{
	(void)task;
	return fact_is_heavy(locate_node(root, at));
}

static int64_t operations(const Task *task, const Expr *root, const Path *at)
{
	(void)task;
	return fact_operations(locate_node(root, at));
}

static int64_t array(const Task *task, const Expr *root, const Path *at)
{
	(void)task;
	return type_has_array(locate_node(root, at)->type);
}

/* The function of a loop. */
static int64_t scalar(const Task *task, const Expr *root, const Path *at)
{
	const Expr *node = locate_node(root, at);

	(void)task;
	return forward_is_loop(node) && node->kids[0]->kind == EXPR_LAMBDA
	    && fact_is_scalar_function(node->kids[0]);
}

static int64_t scalars(const Task *task, const Expr *root, const Path *at)
{
	int64_t count;

	(void)task;
	return type_scalars(locate_node(root, at)->type, &count) ? count
								 : INT32_MAX;
}

static int64_t fits_local(const Task *task, const Expr *root, const Path *at)
{
	return hardware_fits_local(&task->device,
				   locate_node(root, at)->type);
}

static const Query queries[] = {
	{ "extent",       extent,       true },
	{ "dense",        dense,        false },
	{ "dense_inside", dense_inside, false },
	{ "top",          top,          false },
	{ "group",        group,        false },
	{ "item",         item,         false },
	{ "heavy",        heavy,        false },
	{ "operations",   operations,   false },
	{ "array",        array,        false },
	{ "scalar",       scalar,       false },
	{ "scalars",      scalars,      false },
	{ "fits_local",   fits_local,   false },
};

const Query *query_named(const char *name, int length)
{
	for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
		if (!strncmp(queries[i].name, name, (size_t)length)
		    && !queries[i].name[length])
			return &queries[i];
	return NULL;
}

/* -- of the device --------------------------------------------------------- */

static int64_t code(const Device *device)
{
	(void)device;
	return hardware_code();
}

static int64_t flight(const Device *device)
{
	(void)device;
	return hardware_flight();
}

static int64_t line(const Device *device)
{
	return hardware_line(device);
}

static int64_t private_scalars(const Device *device)
{
	(void)device;
	return hardware_private();
}

static const DeviceFact facts[] = {
	{ "code", code }, { "flight", flight },
	{ "line", line }, { "private_scalars", private_scalars },
	{ "registers", hardware_registers },
};

const DeviceFact *device_fact_named(const char *name)
{
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		if (!strcmp(facts[i].name, name))
			return &facts[i];
	return NULL;
}
