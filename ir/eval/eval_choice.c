/* Building choices: if, and, or, and elements of concat. */
#include "ir/eval/eval_build.h"

static Branch *branch_new(Build *b, const Node *condition)
{
	Branch *branch = ARENA_NEW(b->graph->arena, Branch);

	branch->condition = condition;
	for (int side = 0; side < 2; side++) {
		const Node *mask = condition;

		branch->sides[side] = scope_new(b->graph, SCOPE_BRANCH, 1,
						b->depth + 1);
		if (side == 1)
			mask = node_op(b->graph, OP_NOT, &condition);
		if (b->guard.branch) {
			const Node *both[] = {
				b->guard.branch->masks[!b->guard.taken], mask };

			mask = node_op(b->graph, OP_AND, both);
		}
		branch->masks[side] = mask;
	}
	return branch;
}

static const Value *build_side(Build *b, Branch *branch, bool taken,
			       const Thunk *thunk)
{
	const Guard outer = b->guard;
	const Value *value;

	b->guard.branch = branch;
	b->guard.taken = taken;
	b->depth++;
	value = thunk->build(b, thunk);
	b->depth--;
	b->guard = outer;
	return value;
}

static int count_scalars(const Value *value)
{
	int count = 0;

	for (int i = 0; i < value->count; i++)
		count += count_scalars(value->parts[i]);
	return value->kind == VALUE_SCALAR ? 1 : count;
}

static void list_scalars(const Value *value, const Node **out, int *count)
{
	if (value->kind == VALUE_SCALAR)
		out[(*count)++] = value->node;
	for (int i = 0; i < value->count; i++)
		list_scalars(value->parts[i], out, count);
}

/* a like `like`, of these scalars. */
static const Value *with_scalars(Build *b, const Value *like,
				 const Node *const *scalars, int *at)
{
	const Value *parts[64];

	if (like->kind == VALUE_SCALAR)
		return value_scalar(b, scalars[(*at)++]);
	for (int i = 0; i < like->count; i++)
		parts[i] = with_scalars(b, like->parts[i], scalars, at);
	return value_tuple(b, like->count, parts);
}

static bool is_tied(const Branch *branch)
{
	for (int side = 0; side < 2; side++)
		for (int i = 0; i < branch->result_count; i++)
			if (deps_has(branch->results[side][i]->deps,
				     branch->sides[side]))
				return true;
	return false;
}

static const Value *choose_scalars(Build *b, Branch *branch,
				   const Value *const *sides)
{
	int count = count_scalars(sides[0]), at = 0;
	const Node **chosen = ARENA_ARRAY(b->graph->arena, const Node *, count),
		   *node = NULL;

	for (int side = 0; side < 2; side++) {
		branch->results[side] = ARENA_ARRAY(b->graph->arena,
						    const Node *, count);
		branch->result_count = 0;
		list_scalars(sides[side], branch->results[side],
			     &branch->result_count);
	}
	if (is_tied(branch))
		node = node_branch(b->graph, branch);
	for (int i = 0; i < count; i++) {
		const Node *yes = branch->results[0][i],
			   *no = branch->results[1][i];

		chosen[i] = node ? node_result(b->graph, node, i, yes->scalar)
				 : node_select(b->graph, branch->condition,
					       yes, no);
	}
	return with_scalars(b, sides[0], chosen, &at);
}

static bool has_arrays(const Value *value)
{
	for (int i = 0; i < value->count; i++)
		if (has_arrays(value->parts[i]))
			return true;
	return value->kind == VALUE_ARRAY;
}

static const Value *part_of_thunk(Build *b, const Thunk *thunk)
{
	return value_part(thunk->of->build(b, thunk->of), thunk->part);
}

static const Thunk *thunk_part(Build *b, const Thunk *of, int part)
{
	Thunk *thunk = ARENA_NEW(b->graph->arena, Thunk);

	*thunk = (Thunk){ .build = part_of_thunk, .of = of, .part = part };
	return thunk;
}

static const View *choose_arrays(Build *b, const Node *condition,
				 const Thunk *yes, const Thunk *no,
				 const Value *const *sides)
{
	const View *views[] = { sides[0]->view, sides[1]->view };

	return view_choice(b, condition, yes, no, views);
}

const Value *build_choice(Build *b, const Node *condition, const Thunk *yes,
			  const Thunk *no)
{
	Branch *branch = branch_new(b, condition);
	const Value *sides[] = { build_side(b, branch, true, yes),
				 build_side(b, branch, false, no) };
	const Value *parts[64];

	if (!has_arrays(sides[0]))
		return choose_scalars(b, branch, sides);
	if (sides[0]->kind == VALUE_ARRAY)
		return value_array(b, choose_arrays(b, condition, yes, no,
						    sides));
	for (int i = 0; i < sides[0]->count; i++)
		parts[i] = build_choice(b, condition, thunk_part(b, yes, i),
					thunk_part(b, no, i));
	return value_tuple(b, sides[0]->count, parts);
}
