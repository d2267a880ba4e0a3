/* Values that are kept: arrays that are only passed on, and values that more
 * than one part of a program uses. */
#include "search/macro.h"

static bool always(const Task *task, const Derivation *from, const Site *site)
{
	(void)task;
	(void)from;
	(void)site;
	return true;
}

/* Elements that are arrays are copied by element, too, so that a choice can be
 * made for each dimension. */
static void copy_all(Work *work, Path at)
{
	const Expr *node = work_node(work, &at);
	const Type *element = node ? node->type->element : NULL;

	work_rule(work, &at, "copy");
	for (; element && element->kind == TYPE_ARRAY;
	     element = element->element) {
		at = path_by(&at, "0.0");
		work_rule(work, &at, "copy");
	}
}

static void apply_copy(Work *work, const Site *site, const Number *given)
{
	(void)given;
	copy_all(work, site->path);
}

const Macro macro_copy = {
	.name = "copy",
	.about = "element by element, in all dimensions",
	.fits = always,
	.apply = apply_copy,
};

/* Orders of the dimensions beside that of what is copied: with all of the views
 * around it (0), or some written through. */
static int orders_beside(const Site *site)
{
	return site->path.depth - site_whole(site).depth;
}

static bool reordered_fits(const Task *task, const Derivation *from,
			   const Site *site)
{
	Path whole = site_whole(site);

	(void)task;
	(void)from;
	return orders_beside(site) > 0
	    && type_has_array(locate_node(site->root, &whole)->type);
}

static void list_views(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	(void)task;
	(void)given;
	for (int i = 1; i < orders_beside(site); i++)
		numbers_add(list, i, i == 1 ? "%d view" : "%d views", i);
	numbers_add(list, 0, "as the result");
}

static void apply_reordered(Work *work, const Site *site, const Number *given)
{
	Path at = site_whole(site);

	at.depth += (int)given[0].value;
	copy_all(work, at);
}

const Macro macro_reordered = {
	.name = "copy reordered",
	.about = "element by element, in the order of the result or one between",
	.fits = reordered_fits,
	.count = 1,
	.numbers = { { "through", list_views } },
	.apply = apply_reordered,
};

static void apply_store(Work *work, const Site *site, const Number *given)
{
	Path at = path_by(&site->path, "0");
	const Expr *value = site->node->kids[0];

	(void)given;
	if (!type_has_array(value->type) && !site_unstored(value, &at)) {
		work_fail(work);
		return;
	}
	work_rule(work, &at, "store_global");
}

const Macro macro_store = {
	.name = "store",
	.about = "a named value is computed once and kept in memory",
	.fits = always,
	.apply = apply_store,
};
