#include "codegen_opencl/replaced.h"

#include <string.h>

#include "codegen_opencl/gen.h"

#define TESTED "tests/codegen/function_bounds"

typedef struct Bound {
	double allowed, single, twice;
} Bound;

static const Bound bounds[OP_COUNT] = {
#define FUNCTION(op, allowed, single, twice) \
	[OP_##op] = { allowed, single, twice },
#include "codegen_opencl/functions.def"
#undef FUNCTION
	/* Of f32, where a device does not round them correctly. */
	[OP_DIV] = { 2.5, 0, 0 }, [OP_SQRT] = { 3, 0, 0 },
};

double replaced_own_ulps(Op op, Scalar scalar)
{
	return scalar == SCALAR_F64 ? bounds[op].twice : bounds[op].single;
}

double replaced_device_ulps(Op op)
{
	return bounds[op].allowed;
}

/* -- which ----------------------------------------------------------------- */

typedef struct List {
	Arena *arena;
	const Gen *g;
	int count;
	Replacement items[WAYS * OP_COUNT * 3 + 8];
} List;

static void add(List *list, const char *function, const char *type,
		const char *by, double ulps, const char *checked)
{
	list->items[list->count++] = (Replacement){ function, type, by, ulps,
						    checked };
}

static void add_device(List *list, Op op, Scalar scalar)
{
	const OpRow *row = &op_rows[op];
	const CodegenOptions *options = list->g->options;
	bool rounded = options->exact
		    && list->g->device->has_correct_divide_sqrt;

	if (row->accuracy == ACCURACY_ULPS
	    || (row->accuracy == ACCURACY_OFFERED && scalar == SCALAR_F32
		&& !rounded))
		add(list, row->name, scalar_name(scalar), "the device's",
		    bounds[op].allowed, "OpenCL");
	if ((op == OP_MIN || op == OP_MAX) && !options->exact)
		add(list, row->name, scalar_name(scalar),
		    "of zeros of two signs either", 0, "");
}

static void add_way(List *list, OpWay way, Op op, Scalar scalar)
{
	double own = replaced_own_ulps(op, scalar);

	if (way == WAY_DEVICE)
		add_device(list, op, scalar);
	else if (way == WAY_POWER)
		add(list, op_rows[op].name, scalar_name(scalar),
		    "products and a root", REPLACED_POWER_ULPS,
		    TESTED);
	else if (way == WAY_ROOT)
		add(list, op_rows[op].name, scalar_name(scalar), "1/sqrt", -1,
		    "");
	else if (own > 0)
		add(list, op_rows[op].name, scalar_name(scalar),
		    "lift-tune's", own, TESTED);
}

/* Products and sums of one type. */
static bool may_contract(const Gen *g, unsigned scalar)
{
	const unsigned *types = g->ways->types[WAY_DEVICE];

	return g->options->contract && (types[OP_MUL] & scalar)
	    && ((types[OP_ADD] | types[OP_SUB]) & scalar);
}

static bool has_type(const Gen *g, unsigned scalar)
{
	for (int way = 0; way < WAYS; way++)
		for (int op = 0; op < OP_COUNT; op++)
			if (g->ways->types[way][op] & scalar)
				return true;
	return false;
}

/* What no single function is. */
static void add_others(List *list)
{
	const Gen *g = list->g;
	const char *flags = g->options->math_flags;

	for (Scalar s = SCALAR_F16; s <= SCALAR_F64; s++)
		if (may_contract(g, 1u << s))
			add(list, "a*b + c", scalar_name(s),
			    "rounded once or twice", -1, "");
	if (has_type(g, 1u << SCALAR_F32) && !g->device->has_f32_denormals)
		add(list, "denormals", "f32", "0 on this device", -1, "");
	if (flags && *flags && !g->options->exact)
		add(list, "all", "", arena_strdup(list->arena, flags), -1, "");
	if (g->ways->foreign)
		add(list, "functions in C", "", "the program's", -1, "");
}

int gen_replaced(Arena *arena, const Gen *g, const Replacement **items)
{
	List list = { .arena = arena, .g = g };
	Replacement *kept;

	for (int op = 0; op < OP_COUNT; op++)
		for (int way = 0; way < WAYS; way++)
			for (Scalar s = SCALAR_F16; s <= SCALAR_F64; s++)
				if (g->ways->types[way][op] & 1u << s)
					add_way(&list, (OpWay)way, (Op)op, s);
	add_others(&list);
	kept = ARENA_ARRAY(arena, Replacement, list.count + 1);
	memcpy(kept, list.items, sizeof *kept * (size_t)list.count);
	*items = kept;
	return list.count;
}

/* -- as text --------------------------------------------------------------- */

void replaced_text(Text *text, int count, const Replacement *r)
{
	if (!count)
		text_put(text, "bit-exact");
	for (int i = 0; i < count; i++) {
		text_printf(text, "%s%s%s%s (%s", i ? ", " : "", r[i].function,
			    *r[i].type ? " " : "", r[i].type, r[i].by);
		if (r[i].ulps > 0)
			text_printf(text, ", <= %g ulp", r[i].ulps);
		text_printf(text, "%s%s)", *r[i].checked ? ", " : "",
			    r[i].checked);
	}
}

static void put_member(Text *text, const char *name, const char *value)
{
	text_printf(text, ", \"%s\": ", name);
	text_json(text, value);
}

void replaced_json(Text *text, int count, const Replacement *r)
{
	text_char(text, '[');
	for (int i = 0; i < count; i++) {
		text_printf(text, "%s{\"function\": ", i ? ", " : "");
		text_json(text, r[i].function);
		if (*r[i].type)
			put_member(text, "type", r[i].type);
		put_member(text, "by", r[i].by);
		if (r[i].ulps >= 0)
			text_printf(text, ", \"ulps\": %g", r[i].ulps);
		if (*r[i].checked)
			put_member(text, "checked", r[i].checked);
		text_char(text, '}');
	}
	text_char(text, ']');
}
