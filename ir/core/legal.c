#include "ir/core/legal.h"

#include <stdio.h>
#include <string.h>

#include "ir/core/placed.h"

/* Dimensions of the parallel maps around, by kind of map. */
typedef enum { AROUND_GLOBAL, AROUND_GROUP, AROUND_LOCAL, AROUND_KINDS }
	Around;

/* Where a node stands. */
typedef struct Stand {
	unsigned dims[AROUND_KINDS];
	const char *loop;   /* the sequential function around, or NULL */
	const char *branch; /* if, and, or, mapVec around, or NULL */
	bool result;        /* its value becomes the result of the kernel */
	bool lanes;         /* in the function of a mapVec */
} Stand;

typedef struct Legal {
	const Device *device;
	LegalFault *fault;
	Path path;
} Legal;

static bool refuse(Legal *legal, DiagCode code, const char *found,
		   const char *expected, const char *format, const char *a,
		   const char *b)
{
	LegalFault *fault = legal->fault;

	*fault = (LegalFault){ .code = code, .path = legal->path };
	snprintf(fault->message, sizeof fault->message, format, a, b);
	snprintf(fault->found, sizeof fault->found, "%s", found);
	snprintf(fault->expected, sizeof fault->expected, "%s", expected);
	return false;
}

/* -- types ----------------------------------------------------------------- */

static bool scalar_ok(Legal *legal, Scalar scalar)
{
	const Device *device = legal->device;

	if (!device)
		return true;
	if (scalar == SCALAR_F64 && !device->has_f64)
		return refuse(legal, E0304, "f64", "f32",
			      "the device has no %s%s", "f64", "");
	if (scalar == SCALAR_F16 && !device->has_f16)
		return refuse(legal, E0304, "f16", "f32",
			      "the device has no %s%s", "f16", "");
	return true;
}

static bool type_ok(Legal *legal, const Type *type)
{
	switch (type->kind) {
	case TYPE_SCALAR:
	case TYPE_VECTOR:
		return scalar_ok(legal, type->scalar);
	case TYPE_ARRAY:
		return type_ok(legal, type->element);
	case TYPE_TUPLE:
		for (int i = 0; i < type->count; i++)
			if (!type_ok(legal, type->parts[i]))
				return false;
		return true;
	default:
		return true;
	}
}

/* -- parallel maps --------------------------------------------------------- */

static Around around_of(Prim prim)
{
	return prim_is_global(prim) ? AROUND_GLOBAL
	       : prim == PRIM_MAP_WORKGROUP ? AROUND_GROUP : AROUND_LOCAL;
}

static const char *dims_word(char *out, size_t size, const Expr *e)
{
	snprintf(out, size, "%s(%d)", expr_word(e), e->index);
	return out;
}

/* Kinds of maps that one of this kind may not stand in. */
static const char *excluded(Around kind, const Stand *stand)
{
	static const char *const words[] = {
		[AROUND_GLOBAL] = "mapGlobal", [AROUND_GROUP] = "mapWorkgroup",
		[AROUND_LOCAL] = "mapLocal",
	};

	for (int i = 0; i < AROUND_KINDS; i++) {
		bool fine = i == (int)kind
			    || (kind == AROUND_LOCAL && i == AROUND_GROUP);

		if (!fine && stand->dims[i])
			return words[i];
	}
	return NULL;
}

/* The size of the groups that a map asks for. */
static bool group_ok(Legal *legal, const Expr *e)
{
	const Device *device = legal->device;
	const Size *size = e->sizes[0];
	int64_t most = !device ? INT64_MAX
		     : device->max_item_sizes[e->index] < device->max_group_size
		     ? device->max_item_sizes[e->index]
		     : device->max_group_size;
	char word[32], fits[32];

	if (size->known && !size->open && size->value >= 1
	    && size->value <= most)
		return true;
	dims_word(word, sizeof word, e);
	snprintf(fits, sizeof fits, "1 to %lld", (long long)most);
	return refuse(legal, E0304, word, fits,
		      "%s asks for work-groups of a size that the device has "
		      "not%s", word, "");
}

static bool parallel_ok(Legal *legal, const Expr *e, const Stand *stand)
{
	Around kind = around_of(e->prim);
	const char *other = excluded(kind, stand);
	char word[32];

	dims_word(word, sizeof word, e);
	if (other)
		return refuse(legal, E0301, word, kind == AROUND_LOCAL
			      ? "mapLocal inside mapWorkgroup" : "mapSeq",
			      "%s stands inside %s", word, other);
	if (stand->dims[kind] & 1u << e->index)
		return refuse(legal, E0301, word, "another dimension",
			      "%s stands inside %s of the same dimension",
			      word, expr_word(e));
	if (kind == AROUND_LOCAL && !stand->dims[AROUND_GROUP])
		return refuse(legal, E0301, word, "mapLocal inside "
			      "mapWorkgroup", "%s stands outside of a "
			      "work-group%s", word, "");
	if (stand->branch)
		return refuse(legal, E0301, word, "all work-items coming by",
			      "%s stands inside %s", word, stand->branch);
	if (stand->loop && kind != AROUND_LOCAL)
		return refuse(legal, E0301, word, "mapSeq inside, or the "
			      "parallel map outside",
			      "%s stands inside %s, which is sequential", word,
			      stand->loop);
	if (kind != AROUND_LOCAL && !stand->result
	    && (stand->dims[AROUND_GLOBAL] || stand->dims[AROUND_GROUP]))
		return refuse(legal, E0301, word, "mapLocal, mapSeq or "
			      "another kernel", "the result of %s is read "
			      "inside the kernel that computes it%s", word, "");
	return true;
}

/* -- address spaces -------------------------------------------------------- */


static bool to_local_ok(Legal *legal, const Expr *e, const Stand *stand)
{
	if (!stand->dims[AROUND_GROUP])
		return refuse(legal, E0302, "toLocal", "toLocal inside "
			      "mapWorkgroup", "toLocal stands outside of a "
			      "work-group%s%s", "", "");
	if (stand->result && type_has_array(e->type))
		return refuse(legal, E0302, "toLocal", "toGlobal around the "
			      "result, or no toLocal",
			      "the result of the work-group stays in local "
			      "memory, which ends with it%s%s", "", "");
	return true;
}

/* -- the walk -------------------------------------------------------------- */

static bool check(Legal *legal, const Expr *e, const Stand *stand);

static bool check_kid(Legal *legal, const Expr *e, int kid,
		      const Stand *stand)
{
	bool ok;

	if (legal->path.depth == PATH_MAX_DEPTH || kid > 255)
		return refuse(legal, E0303, expr_word(e), "less nesting",
			      "the expression is nested too deeply%s%s", "",
			      "");
	legal->path.kids[legal->path.depth++] = (unsigned char)kid;
	ok = check(legal, e->kids[kid], stand);
	legal->path.depth--;
	return ok;
}

/* Views that a result is written through. */
static bool writes_through(const Expr *e)
{
	switch (e->prim) {
	case PRIM_JOIN: case PRIM_SPLIT: case PRIM_SPLIT_INTO:
	case PRIM_TRANSPOSE: case PRIM_ZIP: case PRIM_UNZIP:
	case PRIM_CONCAT: case PRIM_REORDER: case PRIM_REORDER_STRIDE:
	case PRIM_JOIN_VEC: case PRIM_SPLIT_VEC:
		return true;
	default:
		return legal_drops_elements(e);
	}
}

/* Elements that a map computes one by one, seen through views. */
static bool is_by_element(const Expr *e)
{
	if (e->kind != EXPR_PRIM)
		return false;
	if (!writes_through(e))
		return e->prim == PRIM_MAP_SEQ || prim_is_global(e->prim)
		    || e->prim == PRIM_MAP_SEQ_UNROLL;
	for (int i = 0; i < e->kid_count; i++)
		if (!is_by_element(e->kids[i]))
			return false;
	return true;
}

bool legal_drops_elements(const Expr *e)
{
	return e->kind == EXPR_PRIM && e->prim == PRIM_DROP
	    && is_by_element(e->kids[0]);
}

/* Arguments that become the result where the primitive stands: the indices of a
 * permutation store it, or what computes its elements, where nothing is there before
 * and they are not kept in local memory first. */
static bool passes_result(const Expr *e, int kid)
{
	int64_t first, step;

	if (e->prim == PRIM_PERMUTE)
		return kid < 2 || (expr_is(e->kids[0], PRIM_UNSET)
				   && !expr_is(e->kids[2], PRIM_TO_LOCAL)
				   && placed_in_line(e, &first, &step));
	return writes_through(e) || e->prim == PRIM_TO_GLOBAL
	    || e->prim == PRIM_MAP;
}

/* Loops whose rounds may be kernels, and which of their functions is a round. */
static bool has_rounds(const Expr *e)
{
	return e->prim == PRIM_ITERATE || e->prim == PRIM_ITERATE_UNTIL
	    || e->prim == PRIM_REDUCE_SEQ || e->prim == PRIM_SCAN_SEQ;
}

static bool is_round(const Expr *e, int kid)
{
	return kid == (e->prim == PRIM_ITERATE_UNTIL);
}

/* Outside of any kernel. */
static bool is_top(const Stand *stand)
{
	for (int i = 0; i < AROUND_KINDS; i++)
		if (stand->dims[i])
			return false;
	return !stand->loop && !stand->branch;
}

static Stand inside_prim(const Expr *e, int kid, const Stand *stand)
{
	Stand inner = *stand;
	bool function = prim_kid_arity(e->prim, kid) > 0;

	if (!function) {
		inner.result = stand->result && passes_result(e, kid);
		return inner;
	}
	if (prim_is(e->prim, TRAIT_PARMAP)) {
		inner.dims[around_of(e->prim)] |= 1u << e->index;
		inner.result = true;
		return inner;
	}
	if (has_rounds(e) && is_top(stand)) {
		inner.result = is_round(e, kid);
		return inner;
	}
	inner.result = stand->result && prim_is_map(e->prim);
	if (e->prim == PRIM_MAP_VEC) {
		inner.branch = expr_word(e);
		inner.lanes = true;
	} else if (e->prim == PRIM_ITERATE_UNTIL) {
		inner.branch = expr_word(e);
	} else {
		inner.loop = expr_word(e);
	}
	return inner;
}

static Stand inside(const Expr *e, int kid, const Stand *stand)
{
	Stand inner = *stand;

	switch (e->kind) {
	case EXPR_PRIM:
		return inside_prim(e, kid, stand);
	case EXPR_LET:
		inner.result = stand->result && kid == 1;
		return inner;
	case EXPR_TUPLE:
	case EXPR_LAMBDA:
		return inner;
	case EXPR_IF:
		inner.branch = kid > 0 ? "if" : stand->branch;
		break;
	case EXPR_OP:
		if (kid > 0 && (e->op == OP_AND || e->op == OP_OR))
			inner.branch = expr_word(e);
		break;
	default:
		break;
	}
	inner.result = false;
	return inner;
}

static bool prim_ok(Legal *legal, const Expr *e, const Stand *stand)
{
	if (e->prim == PRIM_MAP_IN_GROUPS && !group_ok(legal, e))
		return false;
	if (prim_is(e->prim, TRAIT_PARMAP))
		return parallel_ok(legal, e, stand);
	if (e->prim == PRIM_TO_LOCAL)
		return to_local_ok(legal, e, stand);
	if (e->prim == PRIM_REDUCE)
		return refuse(legal, E0303, expr_word(e), "reduceSeq",
			      "%s is not lowered: rewrite it to %s",
			      expr_word(e), "reduceSeq");
	return true;
}

static bool check(Legal *legal, const Expr *e, const Stand *stand)
{
	if (!type_ok(legal, e->type))
		return false;
	if (stand->lanes && e->type->kind == TYPE_VECTOR)
		return refuse(legal, E0301, expr_word(e), "scalars",
			      "a vector stands inside mapVec%s%s", "", "");
	if (e->kind == EXPR_PRIM && !prim_ok(legal, e, stand))
		return false;
	for (int i = e->kind == EXPR_PRIM && e->prim == PRIM_OPENCL;
	     i < e->kid_count; i++) {
		Stand inner = inside(e, i, stand);

		if (!check_kid(legal, e, i, &inner))
			return false;
	}
	return true;
}

bool legal_check(const Program *program, const Expr *low,
		 const Device *device, LegalFault *fault)
{
	Legal legal = { .device = device, .fault = fault };
	Stand stand = { .result = true };

	(void)program;
	return check(&legal, low, &stand);
}
