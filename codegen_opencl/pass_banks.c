/* Arrays of a group's memory lie so that fewer of a warp's items meet in one bank:
 * behind each row of so many elements a gap that holds nothing, as experts write
 * them (float a[32][33]). Which row and gap is found by counting: the wavefronts
 * of each that vectors of the array can have. */
#include <stdlib.h>

#include "codegen_opencl/gen.h"
#include "codegen_opencl/pass.h"
#include "codegen_opencl/traffic.h"

enum {
	WARP = 32, WORD = 4, ROWS = 5, GAPS = 3,
	LAYOUTS = 1 + ROWS * GAPS, /* the first is the array as it is */
	WORTH = 8 /* an eighth of its wavefronts */
};

typedef struct Banks {
	AffineTable *indices;
	Arena *arena;
	Buffer *array;
	TrafficLayout layout;
	bool movable;
	int widest; /* access to it */
} Banks;

/* -- what can lie otherwise ------------------------------------------------ */

static void look(Banks *b, const Affine *index, int width)
{
	b->movable &= index->width == 1 && index->lo >= 0
		   && (width == 1 || affine_is_multiple(index, width));
	b->widest = width > b->widest ? width : b->widest;
}

static void look_at_load(void *context, const Code *code)
{
	Banks *b = context;

	if (code->kind == CODE_LOAD && code->buffer == b->array)
		look(b, code->index, code->width);
}

static void look_at_block(Banks *b, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		stmt_visit(stmt, look_at_load, b);
		if (stmt->kind == STMT_STORE && stmt->buffer == b->array)
			look(b, stmt->index, stmt->value->width);
		if (stmt->body)
			look_at_block(b, stmt->body);
		if (stmt->other)
			look_at_block(b, stmt->other);
	}
}

static bool is_movable(Banks *b, const Kernel *kernel)
{
	if (b->array->space != SPACE_LOCAL || b->array->size
	    || b->array->elements <= WARP
	    || scalar_bytes(b->array->scalar) < WORD)
		return false;
	look_at_block(b, kernel->prologue);
	look_at_block(b, kernel->top);
	return b->movable;
}

/* -- another layout -------------------------------------------------------- */

static const Affine *moved(const Banks *b, const Affine *index)
{
	AffineTable *t = b->indices;
	const Affine *row = affine_div(t, index, b->layout.row);

	return affine_add(t, index, affine_times(t, row, b->layout.gap));
}

static const Code *moved_code(void *context, const Code *code)
{
	const Banks *b = context;
	const Code *same = code_with_parts(b->arena, code, moved_code, context);
	Code *made;

	if (same->kind != CODE_LOAD || same->buffer != b->array)
		return same;
	made = ARENA_NEW(b->arena, Code);
	*made = *same;
	made->index = moved(b, same->index);
	return made;
}

static const Code *move_code(Banks *b, const Code *code)
{
	return code && code_loads(code, b->array) ? moved_code(b, code) : code;
}

static void move_block(Banks *b, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		stmt->value = move_code(b, stmt->value);
		stmt->start = move_code(b, stmt->start);
		stmt->step = move_code(b, stmt->step);
		if (stmt->kind == STMT_STORE && stmt->buffer == b->array)
			stmt->index = moved(b, stmt->index);
		if (stmt->body)
			move_block(b, stmt->body);
		if (stmt->other)
			move_block(b, stmt->other);
	}
}

static void lay(Banks *b, const Kernel *kernel)
{
	move_block(b, kernel->prologue);
	move_block(b, kernel->top);
	b->array->elements += (b->array->elements - 1) / b->layout.row
			    * b->layout.gap;
}

/* -- which ----------------------------------------------------------------- */

static int64_t bytes_more(const Buffer *array, const TrafficLayout *layout)
{
	return (array->elements - 1) / layout->row * layout->gap
	       * (int64_t)scalar_bytes(array->scalar);
}

/* Vectors stay whole, and begin where they may. */
static bool fits(const Banks *b, const TrafficLayout *layout, int64_t room)
{
	return layout->row % b->widest == 0 && layout->gap % b->widest == 0
	    && kernel_array_start(bytes_more(b->array, layout)) <= room;
}

static int best_of(const Banks *b, const TrafficLayout layouts[LAYOUTS],
		   const double wavefronts[LAYOUTS], int64_t room)
{
	int best = 0;

	for (int i = 1; i < LAYOUTS; i++)
		if (fits(b, &layouts[i], room)
		    && wavefronts[i] < wavefronts[best])
			best = i;
	return wavefronts[0] - wavefronts[best] >= wavefronts[0] / WORTH
	       ? best : 0;
}

static void set_layouts(TrafficLayout layouts[LAYOUTS])
{
	int count = 0;

	layouts[count++] = (TrafficLayout){ 1, 0 };
	for (int gap = 1; gap < 1 << GAPS; gap *= 2)
		for (int row = WARP / 2; row < WARP / 2 << ROWS; row *= 2)
			layouts[count++] = (TrafficLayout){ row, gap };
}

static void choose(Banks *b, const Kernel *kernel,
		   const TrafficLayout layouts[LAYOUTS],
		   const double wavefronts[LAYOUTS], int64_t most)
{
	const int best = best_of(b, layouts, wavefronts,
				 most - kernel_array_bytes(kernel, SPACE_LOCAL));

	b->layout = layouts[best];
	if (best)
		lay(b, kernel);
}

void pass_banks(Kernel *kernel, AffineTable *indices, const Device *device)
{
	TrafficLayout layouts[LAYOUTS];
	double *wavefronts;

	set_layouts(layouts);
	wavefronts = traffic_layouts(kernel, WARP, layouts, LAYOUTS);
	for (int i = 0; wavefronts && i < kernel->array_count; i++) {
		Banks b = { .indices = indices, .arena = kernel->arena,
			    .array = kernel->arrays[i], .movable = true,
			    .widest = 1 };

		if (is_movable(&b, kernel))
			choose(&b, kernel, layouts, &wavefronts[i * LAYOUTS],
			       device->local_bytes);
	}
	free(wavefronts);
}
