/* Primitives: the Coq definition of each, and the sizes and facts it takes. */
#include "rules/coq_print.h"

typedef const char *Form(CoqPrint *p, const CoqNode *node, const char *name);

static const char *with_kids(CoqPrint *p, const CoqNode *node,
			     const char *head)
{
	return coq_apply(p, head, node->kid_count, node->kids);
}

static const char *length(CoqPrint *p, const Type *array)
{
	return coq_size(p, array->length);
}

static const Type *last_type(const CoqNode *node)
{
	return node->types[node->kid_count - 1];
}

static const char *plain(CoqPrint *p, const CoqNode *node, const char *name)
{
	return with_kids(p, node, name);
}

/* name n m s (s = n*m), or after the type of the lanes. */
static const char *product(CoqPrint *p, const CoqNode *node, const char *name,
			   const char *n, const char *m, const char *s)
{
	const char *fact = coq_fact(p, "Eq %s (%s * %s)", s, n, m);

	return with_kids(p, node, arena_printf(p->arena, "%s %s %s %s %s",
					       name, n, m, s, fact));
}

static const char *split(CoqPrint *p, const CoqNode *node, const char *name)
{
	return product(p, node, name, coq_size(p, node->type->element->length),
		       length(p, node->type), length(p, node->types[0]));
}

static const char *join(CoqPrint *p, const CoqNode *node, const char *name)
{
	return product(p, node, name, length(p, node->types[0]->element),
		       length(p, node->types[0]), length(p, node->type));
}

static const char *split_vec(CoqPrint *p, const CoqNode *node,
			     const char *name)
{
	const Size *width;
	const char *lane = coq_lane(p, node->type->element, &width);

	return product(p, node, arena_printf(p->arena, "%s %s", name, lane),
		       coq_size(p, width), length(p, node->type),
		       length(p, node->types[0]));
}

static const char *join_vec(CoqPrint *p, const CoqNode *node,
			    const char *name)
{
	const Size *width;
	const char *lane = coq_lane(p, node->types[0]->element, &width);

	return product(p, node, arena_printf(p->arena, "%s %s", name, lane),
		       coq_size(p, width), length(p, node->types[0]),
		       length(p, node->type));
}

static const char *reduce_part(CoqPrint *p, const CoqNode *node,
			       const char *name)
{
	const Type *from = last_type(node);
	const Size *chunk = size_div(p->ir, from->length, node->type->length);

	if (!chunk) {
		p->missing = "parts of no length";
		return "missing";
	}
	return product(p, node, name, coq_size(p, chunk),
		       length(p, node->type), length(p, from));
}

static const char *stride(CoqPrint *p, const CoqNode *node, const char *name)
{
	const Size *rest = size_div(p->ir, node->type->length, node->sizes[0]);

	if (!rest) {
		p->missing = "an order of no elements";
		return "missing";
	}
	return product(p, node, name, coq_size(p, node->sizes[0]),
		       coq_size(p, rest), length(p, node->type));
}

/* name n m s (s = n + m) */
static const char *sum(CoqPrint *p, const CoqNode *node, const char *name,
		       const Size *n, const Size *m, const Size *s)
{
	const char *a = coq_size(p, n), *b = coq_size(p, m);
	const char *c = coq_size(p, s);
	const char *fact = coq_fact(p, "Eq %s (%s + %s)", c, a, b);

	return with_kids(p, node, arena_printf(p->arena, "%s %s %s %s %s",
					       name, a, b, c, fact));
}

static const char *take(CoqPrint *p, const CoqNode *node, const char *name)
{
	const Size *whole = node->types[0]->length;

	return sum(p, node, name, node->sizes[0],
		   size_sub(p->ir, whole, node->sizes[0]), whole);
}

/* concat x y z is concat x (concat y z). */
static const char *concat(CoqPrint *p, const CoqNode *node, const char *name)
{
	int last = node->kid_count - 1;
	const Size *rest = node->types[last]->length;
	const char *term = node->kids[last];

	for (int i = last - 1; i >= 0; i--) {
		const Size *own = node->types[i]->length;
		const Size *all = size_add(p->ir, own, rest);
		const char *kids[2] = { node->kids[i], term };
		CoqNode two = { .kid_count = 2, .kids = kids };

		term = sum(p, &two, name, own, rest, all);
		rest = all;
	}
	return term;
}

static const char *zip(CoqPrint *p, const CoqNode *node, const char *name)
{
	const char *term = node->kids[node->kid_count - 1];

	for (int i = node->kid_count - 2; i >= 0; i--)
		term = arena_printf(p->arena, "(%s %s %s)", name,
				    node->kids[i], term);
	return term;
}

static const char *unzip(CoqPrint *p, const CoqNode *node, const char *name)
{
	return with_kids(p, node, arena_printf(p->arena, "%s%d", name,
					       node->type->count));
}

static const char *head(CoqPrint *p, const CoqNode *node, const char *name)
{
	const char *n = length(p, node->types[0]);
	const char *fact = coq_fact(p, "Positive %s", n);

	return with_kids(p, node, arena_printf(p->arena, "%s %s %s", name, n,
					       fact));
}

/* x[i]: the number that i is, its type's functions say. */
static const char *at(CoqPrint *p, const CoqNode *node, const char *name)
{
	const char *n = length(p, node->types[0]);
	const char *fact = coq_fact(p, "Positive %s", n);

	return with_kids(p, node, arena_printf(p->arena, "%s %s %s %s", name,
					       coq_ops(p, node->types[1]), n,
					       fact));
}

/* Those elements are the numbers that the type's functions say. */
static const char *placed(CoqPrint *p, const CoqNode *node, const char *name,
			  int places)
{
	return with_kids(p, node, arena_printf(p->arena, "%s %s", name, coq_ops(
			 p, node->types[places]->element)));
}

static const char *scatter(CoqPrint *p, const CoqNode *node, const char *name)
{
	return placed(p, node, name, 2);
}

/* Its states are read as elements are: there must be one. */
static const char *scan_by_index(CoqPrint *p, const CoqNode *node,
				 const char *name)
{
	const char *m = length(p, node->types[1]);
	const char *fact = coq_fact(p, "Positive %s", m);

	return with_kids(p, node, arena_printf(p->arena, "%s %s %s %s", name,
					       coq_ops(p, node->types[2]
							   ->element), m,
					       fact));
}

static const char *permute(CoqPrint *p, const CoqNode *node, const char *name)
{
	return placed(p, node, name, 1);
}

static const char *fill(CoqPrint *p, const CoqNode *node, const char *name)
{
	return with_kids(p, node, arena_printf(p->arena, "%s %s", name,
					       length(p, node->type)));
}

static const char *generate(CoqPrint *p, const CoqNode *node,
			    const char *name)
{
	const char *n = length(p, node->type);
	const char *fact = coq_fact(p, "Indices %s", n);

	return with_kids(p, node, arena_printf(
		p->arena, "%s %s %s %s", name,
		coq_ops(p, node->type->element), n, fact));
}

static const char *splat(CoqPrint *p, const CoqNode *node, const char *name)
{
	const Size *width;
	const char *lane = coq_lane(p, node->type, &width);

	return with_kids(p, node, arena_printf(p->arena, "%s %s %s", name,
					       lane, coq_size(p, width)));
}

static const char *lanes(CoqPrint *p, const CoqNode *node, const char *name)
{
	const Size *width;
	const char *lane = coq_lane(p, node->types[0], &width);

	return with_kids(p, node, arena_printf(p->arena, "%s %s %s", name,
					       lane, coq_size(p, width)));
}

static const char *map_vec(CoqPrint *p, const CoqNode *node, const char *name)
{
	const Size *width;
	const char *from = coq_lane(p, node->types[1], &width);
	const char *to = coq_lane(p, node->type, &width);

	return with_kids(p, node, arena_printf(p->arena, "%s %s %s %s", name,
					       from, to, coq_size(p, width)));
}

static const char *reorder(CoqPrint *p, const CoqNode *node, const char *name)
{
	return with_kids(p, node, arena_printf(p->arena, "%s %s", name,
					       node->order));
}

/* slide n s k m: k windows of n elements, each s after the one before. */
static const char *slide(CoqPrint *p, const CoqNode *node, const char *name)
{
	const char *n = coq_size(p, node->sizes[0]);
	const char *s = coq_size(p, node->sizes[1]);
	const char *k = length(p, node->type), *m = length(p, node->types[0]);
	const char *fact = coq_fact(p, "Windows %s %s %s %s", n, s, k, m);

	return with_kids(p, node, arena_printf(p->arena, "%s %s %s %s %s %s",
					       name, n, s, k, m, fact));
}

/* pad l n r m (m = l + n + r, 0 < n) */
static const char *pad(CoqPrint *p, const CoqNode *node, const char *name)
{
	const char *l = coq_size(p, node->sizes[0]);
	const char *n = length(p, node->types[0]);
	const char *r = coq_size(p, node->sizes[1]);
	const char *m = length(p, node->type);
	const char *sum = coq_fact(p, "Eq %s (%s + %s + %s)", m, l, n, r);
	const char *some = coq_fact(p, "Positive %s", n);

	return with_kids(p, node, arena_printf(p->arena, "%s %s %s %s %s %s %s",
					       name, l, n, r, m, sum, some));
}

/* name n */
static const char *steps(CoqPrint *p, const CoqNode *node, const char *name)
{
	return with_kids(p, node, arena_printf(p->arena, "%s %s", name,
					       coq_size(p, node->sizes[0])));
}

static const struct {
	const char *name;
	Form *form;
} rows[PRIM_COUNT] = {
	[PRIM_MAP] = { "map", plain },
	[PRIM_ZIP] = { "zip", zip },
	[PRIM_UNZIP] = { "unzip", unzip },
	[PRIM_REDUCE] = { "reduce", plain },
	[PRIM_SPLIT] = { "split", split },
	[PRIM_JOIN] = { "join", join },
	[PRIM_TRANSPOSE] = { "transpose", plain },
	[PRIM_TAKE] = { "take", take },
	[PRIM_DROP] = { "drop", take },
	[PRIM_CONCAT] = { "concat", concat },
	[PRIM_HEAD] = { "head", head },
	[PRIM_AT] = { "element", at },
	[PRIM_REORDER] = { "reorder", reorder },
	[PRIM_REDUCE_SEQ] = { "reduceSeq", plain },
	[PRIM_MAP_WORKGROUP] = { "mapWorkgroup", plain },
	[PRIM_MAP_LOCAL] = { "mapLocal", plain },
	[PRIM_MAP_GLOBAL] = { "mapGlobal", plain },
	[PRIM_MAP_IN_GROUPS] = { "mapInGroups", steps },
	[PRIM_MAP_SEQ] = { "mapSeq", plain },
	[PRIM_MAP_SEQ_UNROLL] = { "mapSeqUnroll", plain },
	[PRIM_REDUCE_SEQ_UNROLL] = { "reduceSeqUnroll", plain },
	[PRIM_SPLIT_VEC] = { "splitVec", split_vec },
	[PRIM_JOIN_VEC] = { "joinVec", join_vec },
	[PRIM_MAP_VEC] = { "mapVec", map_vec },
	[PRIM_FILL] = { "fill", fill },
	[PRIM_GENERATE] = { "generate", generate },
	[PRIM_SPLAT] = { "splat", splat },
	[PRIM_SPLIT_INTO] = { "splitInto", split },
	[PRIM_SLIDE] = { "slide", slide },
	[PRIM_PAD_CLAMP] = { "padClamp", pad },
	[PRIM_PAD_MIRROR] = { "padMirror", pad },
	[PRIM_PAD_WRAP] = { "padWrap", pad },
	[PRIM_LANES] = { "lanes", lanes },
	[PRIM_REDUCE_PART] = { "reducePart", reduce_part },
	[PRIM_REORDER_STRIDE] = { "reorderStride", stride },
	[PRIM_SCAN] = { "scan", plain },
	[PRIM_SCATTER] = { "scatter", scatter },
	[PRIM_PERMUTE] = { "permute", permute },
	[PRIM_SCAN_BY_INDEX] = { "scanByIndex", scan_by_index },
	[PRIM_UNSET] = { "unset", plain },
	[PRIM_SCAN_SEQ] = { "scanSeq", plain },
	[PRIM_ITERATE] = { "iterate", steps },
	[PRIM_ITERATE_UNTIL] = { "iterateUntil", steps },
	[PRIM_TO_LOCAL] = { "toLocal", plain },
	[PRIM_TO_GLOBAL] = { "toGlobal", plain },
	[PRIM_TO_PRIVATE] = { "toPrivate", plain },
};

/* -- lists and rows (proofs/Rows.v) ---------------------------------------- */

static const Size *capacity(const Type *list)
{
	return list->parts[0]->length;
}

static const char *first(CoqPrint *p, const CoqNode *node, const char *name)
{
	return with_kids(p, node, arena_printf(p->arena, "%s %s", name,
					coq_ops(p, node->types[0])));
}

static const char *filled_up(CoqPrint *p, const CoqNode *node,
			     const char *name)
{
	return with_kids(p, node, arena_printf(p->arena, "%s %s", name,
					       length(p, node->type)));
}

static const char *keyed(CoqPrint *p, const CoqNode *node, const char *name)
{
	return with_kids(p, node, arena_printf(p->arena, "%s %s %s", name,
					coq_ops(p, node->types[0]),
					coq_size(p, node->sizes[0])));
}

/* Of two lists. */
static const char *appended(CoqPrint *p, const CoqNode *node,
			    const char *name)
{
	if (node->kid_count != 2) {
		p->missing = "concat of more than two lists";
		return "missing";
	}
	return sum(p, node, name, capacity(node->types[0]),
		   capacity(node->types[1]), capacity(node->type));
}

/* Where the argument of that number, or what is made, is a list or are rows. */
static const struct {
	Prim prim;
	TypeShape shape;
	int kid;
	const char *name;
	Form *form;
} of_lists[] = {
	{ PRIM_MAP, SHAPE_LIST, 1, "mapList", plain },
	{ PRIM_REDUCE, SHAPE_LIST, 2, "foldList", plain },
	{ PRIM_REDUCE_SEQ, SHAPE_LIST, 2, "foldList", plain },
	{ PRIM_SCAN, SHAPE_LIST, 2, "scanList", plain },
	{ PRIM_SCAN_SEQ, SHAPE_LIST, 2, "scanList", plain },
	{ PRIM_CONCAT, SHAPE_LIST, 0, "concatList", appended },
	{ PRIM_UP_TO, SHAPE_NONE, 1, "upTo", first },
	{ PRIM_FULL, SHAPE_LIST, 1, "full", filled_up },
	{ PRIM_BUCKET, SHAPE_NONE, 1, "bucket", keyed },
	{ PRIM_BUCKET, SHAPE_LIST, 1, "bucketList", keyed },
	{ PRIM_AT, SHAPE_ROWS, 0, "element", at },
};

static TypeShape shape_of(const Type *type)
{
	return type->kind == TYPE_TUPLE ? type->shape : SHAPE_NONE;
}

static bool has_lists(const CoqNode *node)
{
	for (int i = 0; i < node->kid_count; i++)
		if (node->types[i] && shape_of(node->types[i]))
			return true;
	return shape_of(node->type) != SHAPE_NONE;
}

static const char *of_list(CoqPrint *p, const CoqNode *node)
{
	p->lists = true;
	for (size_t i = 0; i < sizeof of_lists / sizeof *of_lists; i++)
		if (of_lists[i].prim == node->prim && of_lists[i].shape
		    == shape_of(node->types[of_lists[i].kid]))
			return of_lists[i].form(p, node, of_lists[i].name);
	p->missing = arena_printf(p->arena, "%s of lists or rows",
				  prim_name(node->prim));
	return "missing";
}

const char *coq_prim(CoqPrint *p, const CoqNode *node)
{
	if (has_lists(node) || node->prim == PRIM_FULL)
		return of_list(p, node);
	if (rows[node->prim].form)
		return rows[node->prim].form(p, node, rows[node->prim].name);
	p->missing = prim_name(node->prim);
	return "missing";
}
