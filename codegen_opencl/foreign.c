/* Functions in C that the program brings along: called, lane by lane, and put
 * before the kernels as they are. */
#include "ir/core/foreign.h"

#include "codegen_opencl/code_node.h"
#include "codegen_opencl/source.h"
#include "codegen_opencl/view.h"

static const Code *call(Gen *g, const Foreign *foreign, int count,
			const Code *const *args)
{
	return code_with(g->arena, (Code){ .kind = CODE_CALL,
					   .op = OPERATOR_FUNCTION,
					   .name = foreign->name,
					   .scalar = foreign->to->scalar,
					   .width = 1 }, count, args);
}

static const Code *call_lanes(Gen *g, const Foreign *foreign, int width,
			      int count, const Code *const *args)
{
	const Code *lanes[16], *own[64];

	for (int lane = 0; lane < width; lane++) {
		for (int i = 0; i < count; i++)
			own[i] = args[i]->width > 1
				? code_lane(g->arena, args[i], lane) : args[i];
		lanes[lane] = call(g, foreign, count, own);
	}
	return code_lanes(g->arena, width, lanes);
}

const View *gen_foreign(Gen *g, const Expr *e, const Env *env)
{
	const Foreign *foreign = foreign_at(g->ir, e->index);
	const View *x = gen_eval(g, e->kids[1], env);
	int count = type_leaves(foreign->from), width;
	const Code *args[64];

	g->ways->foreign = true;
	for (int i = 0; i < count; i++)
		args[i] = view_value(g, foreign->from->kind == TYPE_TUPLE
					? view_get(g, x, i) : x);
	width = code_widest(count, args);
	if (width == 1)
		return view_code(g, call(g, foreign, count, args));
	for (int i = 0; i < count; i++)
		args[i] = gen_name(g, args[i], VAR_TEMP);
	return view_code(g, call_lanes(g, foreign, width, count, args));
}

/* Each once, in the order of their numbers; those of inner ones first. */
static void add_numbers(const Expr *e, bool *used, int most)
{
	if (expr_is(e, PRIM_OPENCL) && e->index < most)
		used[e->index] = true;
	for (int i = 0; i < e->kid_count; i++)
		add_numbers(e->kids[i], used, most);
}

void gen_foreign_sources(const Gen *g, Text *out)
{
	enum { MOST = 256 };
	bool used[MOST] = { false };
	Text all = { 0 };

	add_numbers(g->root, used, MOST);
	for (int i = 0; i < MOST; i++)
		if (used[i])
			text_printf(&all, "%s\n\n",
				    foreign_at(g->ir, i)->source);
	source_foreign(out, text_string(&all));
	text_free(&all);
}
