#include "tests/cli/plant.h"

#include "codegen_opencl/code_node.h"

const char *const plant_names[PLANT_FAULTS] = {
	[PLANT_LOST] = "element lost",
	[PLANT_SWAPPED] = "two swapped",
	[PLANT_TWICE] = "one taken twice",
	[PLANT_ZEROS] = "vector of zeros",
	[PLANT_CHUNK] = "chunk of zeros",
	[PLANT_NARROW] = "narrow sums",
	[PLANT_SHORT] = "open loop short",
};

/* How many elements are wrong. */
static int64_t extent(PlantFault fault)
{
	switch (fault) {
	case PLANT_SWAPPED:
	case PLANT_TWICE: return 2;
	case PLANT_ZEROS: return PLANT_VECTOR;
	case PLANT_CHUNK: return PLANT_SKIPPED;
	default: return 1;
	}
}

bool plant_fits(const Plant *plant, int64_t elements)
{
	if (plant->fault == PLANT_NARROW || plant->fault == PLANT_SHORT)
		return true;
	if (plant->stored && (plant->fault == PLANT_SWAPPED
			      || plant->fault == PLANT_TWICE))
		return false;
	return plant->place >= 0
	    && plant->place + extent(plant->fault) <= elements;
}

/* -- the tree -------------------------------------------------------------- */

typedef struct Planting {
	Plant *plant;
	Arena *arena;
	AffineTable *indices;
} Planting;

static const Code *number(const Planting *p, int64_t value)
{
	return code_int(p->arena, SCALAR_I32, value);
}

static const Code *element(const Planting *p, Buffer *buffer, int64_t at)
{
	return code_load(p->arena, buffer, affine_const(p->indices, at), 1);
}

/* What stands at the first and at the last of the wrong places. */
static const Code *wrong(const Planting *p, const Code *value, Buffer *buffer,
			 bool last)
{
	const Plant *plant = p->plant;

	if (plant->fault == PLANT_SWAPPED)
		return element(p, buffer, plant->place + !last);
	if (plant->fault == PLANT_TWICE)
		return element(p, buffer, plant->place);
	return code_literal(p->arena, value->scalar, 0);
}

static bool is_there(const Planting *p, const Buffer *buffer)
{
	return buffer->space == SPACE_GLOBAL
	    && buffer->name[0] == (p->plant->stored ? 'o' : 'i')
	    && buffer->index == p->plant->port;
}

/* The places of all lanes. */
static const Code *places(const Planting *p, const Affine *index, int width)
{
	const Code *form = code_index(p->arena, SCALAR_I64, index), *lanes[16];
	const Code *at = code_with(p->arena, (Code){ .kind = CODE_CAST,
		.scalar = SCALAR_I32, .width = 1 }, 1, &form);

	if (width == 1)
		return at;
	for (int i = 0; i < width; i++)
		lanes[i] = number(p, i);
	return code_infix(p->arena, OPERATOR_ADD, SCALAR_I32,
			  code_splat(p->arena, at, width, 0),
			  code_lanes(p->arena, width, lanes));
}

static const Code *compared(const Planting *p, Operator op,
			    const Code *at, int64_t with)
{
	return code_infix(p->arena, op, SCALAR_BOOL, at,
			  code_splat(p->arena, number(p, with), at->width, 0));
}

/* The value of the elements from index on; where these are the wrong ones,
 * others. */
static const Code *misread(const Planting *p, const Code *value,
			   Buffer *buffer, const Affine *index)
{
	const Plant *plant = p->plant;
	int64_t first = plant->place, end = first + extent(plant->fault);
	const Code *at = places(p, index, value->width);
	const Code *is_wrong = code_infix(p->arena,
		at->width > 1 ? OPERATOR_BITAND : OPERATOR_AND, SCALAR_BOOL,
		compared(p, OPERATOR_GE, at, first),
		compared(p, OPERATOR_LT, at, end));
	const Code *instead = wrong(p, value, buffer, true);

	p->plant->planted++;
	if (plant->fault == PLANT_SWAPPED || plant->fault == PLANT_TWICE)
		instead = code_choose(p->arena,
				      compared(p, OPERATOR_LE, at, first),
				      wrong(p, value, buffer, false), instead);
	return code_choose(p->arena, is_wrong, instead, value);
}

static const Code *plant_code(void *context, const Code *code)
{
	const Planting *p = context;

	if (code->kind == CODE_LOAD && !p->plant->stored
	    && is_there(p, code->buffer))
		return misread(p, code, code->buffer, code->index);
	return code_with_parts(p->arena, code, plant_code, context);
}

/* How the bits of a float are cut to those of a narrower one. */
typedef struct Cut {
	Scalar scalar, bits;
	int64_t half, mask;
} Cut;

static const Cut cuts[] = {
	{ SCALAR_F32, SCALAR_U32, 0x1000, 0xffffe000 },
	{ SCALAR_F64, SCALAR_U64, 0x10000000, -INT64_C(0x20000000) },
};

static const Cut *cut_of(Scalar scalar)
{
	for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++)
		if (cuts[i].scalar == scalar)
			return &cuts[i];
	return NULL;
}

static const Code *narrowed(const Planting *p, const Code *value)
{
	const Cut *cut = cut_of(value->scalar);
	const Code *bits = code_bits(p->arena, cut->bits, value);

	bits = code_infix(p->arena, OPERATOR_ADD, cut->bits, bits,
			  code_int(p->arena, cut->bits, cut->half));
	bits = code_infix(p->arena, OPERATOR_BITAND, cut->bits, bits,
			  code_int(p->arena, cut->bits, cut->mask));
	return code_bits(p->arena, cut->scalar, bits);
}

static bool is_sum(const Stmt *stmt)
{
	const Code *value = stmt->value;

	return stmt->kind == STMT_ASSIGN && value && cut_of(value->scalar)
	    && code_reads(value, stmt->var);
}

static void shorten(const Planting *p, Stmt *stmt)
{
	Plant *plant = p->plant;

	if (stmt->kind != STMT_LOOP || !stmt->end
	    || plant->loops++ != plant->place)
		return;
	stmt->end = affine_add(p->indices, stmt->end,
			       affine_const(p->indices, -1));
	plant->planted++;
}

static void plant_stmt(const Planting *p, Stmt *stmt)
{
	void *context = (void *)(uintptr_t)p;

	if (p->plant->fault == PLANT_SHORT) {
		shorten(p, stmt);
		return;
	}
	if (p->plant->fault == PLANT_NARROW) {
		if (!is_sum(stmt))
			return;
		stmt->value = narrowed(p, stmt->value);
		p->plant->planted++;
		return;
	}
	if (stmt->value)
		stmt->value = plant_code(context, stmt->value);
	if (stmt->kind == STMT_STORE && p->plant->stored
	    && is_there(p, stmt->buffer))
		stmt->value = misread(p, stmt->value, stmt->buffer,
				      stmt->index);
}

static void plant_block(const Planting *p, Block *block)
{
	for (int i = 0; block && i < block->count; i++) {
		plant_stmt(p, block->items[i]);
		plant_block(p, block->items[i]->body);
		plant_block(p, block->items[i]->other);
	}
}

void plant_kernels(void *context, int count, Kernel *const *kernels,
		   AffineTable *indices)
{
	Plant *plant = context;

	plant->planted = 0;
	plant->loops = 0;
	for (int i = 0; i < count; i++) {
		const Planting p = { plant, kernels[i]->arena, indices };

		plant_block(&p, kernels[i]->prologue);
		plant_block(&p, kernels[i]->top);
	}
}
