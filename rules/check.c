/* Whether a side can be matched: what it stands for must follow from what it
 * matches (higher-order patterns), and everything must be declared for use. */
#include <string.h>

#include "rules/draft.h"
#include "rules/pat.h"

typedef struct Seen {
	Draft *draft;
	Way *way;
	bool metas[RULE_METAS_MAX], types[RULE_TYPES_MAX], vars[RULE_VARS_MAX];
	int depth;
	unsigned char place[RULE_PATH_MAX];
} Seen;

static bool refuse(Draft *draft, const Syn *syn, const char *name,
		   const char *message)
{
	return scan_error(draft->scan, syn->at, name, NULL, "%s", message);
}

/* The bound variable that an argument is (part of), or NULL. */
static const Pat *bound_variable(const Pat *arg)
{
	while (arg->kind == PAT_GET)
		arg = arg->kids[0];
	return arg->kind == PAT_VAR ? arg : NULL;
}

static bool is_part_of(const Pat *part, const Pat *whole)
{
	for (; part->kind == PAT_GET; part = part->kids[0])
		if (pat_equal(part, whole))
			return true;
	return pat_equal(part, whole);
}

static bool distinct(const Pat *meta)
{
	for (int i = 0; i < meta->kid_count; i++)
		for (int j = 0; j < meta->kid_count; j++)
			if (i != j && bound_variable(meta->kids[i])
			    && is_part_of(meta->kids[j], meta->kids[i]))
				return false;
	return true;
}

static bool see(Seen *seen, const Pat *pat);

static bool see_kid(Seen *seen, const Pat *pat, int kid)
{
	bool fine;

	if (seen->depth == RULE_PATH_MAX)
		return refuse(seen->draft, seen->draft->left, NULL,
			      "a side is too deep");
	seen->place[seen->depth++] = (unsigned char)kid;
	fine = see(seen, pat->kids[kid]);
	seen->depth--;
	return fine;
}

static bool see_designated(Seen *seen, const Pat *meta, int kid)
{
	if (seen->way->designated == meta)
		return see(seen, meta->kids[kid]);
	if (seen->way->designated)
		return refuse(seen->draft, seen->draft->left,
			      seen->draft->rule->metas[meta->index].name,
			      "a second application that is no pattern");
	seen->way->designated = meta;
	seen->way->place_depth = seen->depth;
	memcpy(seen->way->place, seen->place, sizeof seen->place);
	return see(seen, meta->kids[kid]);
}

static bool see_meta(Seen *seen, const Pat *meta)
{
	if (!distinct(meta))
		return refuse(seen->draft, seen->draft->left,
			      seen->draft->rule->metas[meta->index].name,
			      "applied twice to one variable: it would not be "
			      "determined");
	seen->metas[meta->index] = true;
	for (int i = 0; i < meta->kid_count; i++)
		if (!bound_variable(meta->kids[i])
		    && !see_designated(seen, meta, i))
			return false;
	return true;
}

static bool see(Seen *seen, const Pat *pat)
{
	if (pat->kind == PAT_META)
		return see_meta(seen, pat);
	for (int i = 0; i < pat->kid_count; i++)
		if (!see_kid(seen, pat, i))
			return false;
	return true;
}

/* -- what the other side needs --------------------------------------------- */

static bool needs_known(const Seen *seen, const Pat *pat)
{
	if (pat->kind == PAT_META && !seen->metas[pat->index])
		return refuse(seen->draft, seen->draft->right,
			      seen->draft->rule->metas[pat->index].name,
			      "a name that the other side does not determine");
	for (int i = 0; i < pat->kid_count; i++)
		if (!needs_known(seen, pat->kids[i]))
			return false;
	return true;
}

/* A neutral element that the side does not determine is the one known for the
 * operator (guard.h). */
static bool guards_known(Seen *seen)
{
	const Rule *rule = seen->draft->rule;

	for (int i = 0; i < rule->guard_count; i++) {
		const Guard *guard = &rule->guards[i];

		if (guard->function < 0)
			continue;
		if (!seen->metas[guard->function])
			return refuse(seen->draft, seen->draft->left,
				      rule->metas[guard->function].name,
				      "where names something that the side "
				      "does not determine");
		seen->metas[guard->neutral] = true;
	}
	return true;
}

/* -- orders ---------------------------------------------------------------- */

static int orders(const Pat *pat, int perm)
{
	int count = perm < 0
		? pat->kind == PAT_PRIM && pat->prim == PRIM_REORDER
		: pat->kind == PAT_REORDER && pat->index == perm;

	for (int i = 0; i < pat->kid_count; i++)
		count += orders(pat->kids[i], perm);
	return count;
}

/* A named one may be the author's, for which each place chooses. */
static bool perms_once(const Seen *seen)
{
	const Rule *rule = seen->draft->rule;

	for (int i = 0; i < rule->var_count; i++)
		if (rule->vars[i].kind == VAR_PERM
		    && (orders(seen->way->from, i) > 1
			|| orders(seen->way->to, i) > 1))
			return refuse(seen->draft, seen->draft->left,
				      rule->vars[i].name, "a permutation "
				      "twice on one side: two orders that may "
				      "differ");
	return true;
}

static bool chooses(const Draft *draft)
{
	const Rule *rule = draft->rule;

	return rule->guard_count && rule->guards[0].needs == NEEDS_UNORDERED;
}

/* The author's reorder is any order at all, so that all that can be said of it
 * is what one such order makes of an array. */
static bool orders_fit(const Seen *seen)
{
	const Pat *left = seen->way->from;
	const bool whole = left->kind == PAT_PRIM && left->prim == PRIM_REORDER
			&& left->kids[0]->kind == PAT_META
			&& !left->kids[0]->kid_count;

	if (chooses(seen->draft) ? whole && !orders(seen->way->to, -1)
	    : !orders(left, -1) && !orders(seen->way->to, -1))
		return true;
	return refuse(seen->draft, seen->draft->left, NULL, "reorder is the "
		      "left side of a rule `where unordered`, reorder s of a "
		      "permutation s anywhere else");
}

/* -- what was declared for nothing ----------------------------------------- */

static void use_size(Seen *seen, const Size *size)
{
	for (int t = 0; t < size->count; t++)
		for (int i = 0; i < size->terms[t].count; i++) {
			int var = draft_var(seen->draft,
					    size->terms[t].atoms[i]->name);

			seen->vars[var] = true;
		}
}

static void use_type(Seen *seen, const Type *type)
{
	const DraftVector *vector;

	if (type->kind == TYPE_ARRAY) {
		use_size(seen, type->length);
		use_type(seen, type->element);
	} else if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count; i++)
			use_type(seen, type->parts[i]);
	} else if (type->kind == TYPE_OPEN && type->number >= DRAFT_VECTORS) {
		vector = &seen->draft->vectors[type->number - DRAFT_VECTORS];
		use_type(seen, vector->lane);
		use_size(seen, vector->width);
	} else if (type->kind == TYPE_OPEN) {
		seen->types[type->number] = true;
	}
}

static void use_sides(Seen *seen, const Pat *pat)
{
	if (pat->kind == PAT_REORDER)
		seen->vars[pat->index] = true;
	if (pat->kind == PAT_PRIM && pat->dim >= 0)
		seen->vars[pat->dim] = true;
	for (int i = 0; i < pat->size_count; i++)
		use_size(seen, pat->written[i]);
	for (int i = 0; i < pat->kid_count; i++)
		use_sides(seen, pat->kids[i]);
}

static void use_metas(Seen *seen)
{
	for (int i = 0; i < seen->draft->rule->meta_count; i++) {
		const DraftMeta *meta = &seen->draft->metas[i];

		for (int j = 0; j < meta->arity; j++)
			use_type(seen, meta->params[j]);
		use_type(seen, meta->result);
	}
}

static bool all_used(Seen *seen)
{
	const Rule *rule = seen->draft->rule;

	for (int i = 0; i < rule->var_count; i++)
		if (!seen->vars[i])
			return refuse(seen->draft, seen->draft->left,
				      rule->vars[i].name, "an unused name");
	for (int i = 0; i < rule->type_count; i++)
		if (!seen->types[i])
			return refuse(seen->draft, seen->draft->left,
				      rule->types[i], "an unused type");
	for (int i = 0; i < rule->meta_count; i++)
		if (!seen->metas[i])
			return refuse(seen->draft, seen->draft->left,
				      rule->metas[i].name,
				      "a name that this side does not "
				      "determine");
	return true;
}

bool draft_check(Draft *draft, Way *way)
{
	Seen seen = { .draft = draft, .way = way };

	if (!see(&seen, way->from) || !guards_known(&seen)
	    || !needs_known(&seen, way->to) || !perms_once(&seen)
	    || !orders_fit(&seen))
		return false;
	use_metas(&seen);
	use_sides(&seen, way->from);
	use_sides(&seen, way->to);
	return all_used(&seen);
}
