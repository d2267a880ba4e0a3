#include "tests/gpu/instructions.h"

#include "codegen_opencl/code_node.h"
#include "codegen_opencl/gen.h"

static void count_code(void *context, const Code *code)
{
	(void)code;
	++*(double *)context;
}

static double of_block(const Block *block)
{
	double sum = 0;

	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];
		double rounds = stmt->kind == STMT_LOOP
			      ? (double)stmt->extent : 1, own = 0;

		stmt_visit(stmt, count_code, &own);
		if (stmt->body)
			own += rounds * of_block(stmt->body);
		if (stmt->other)
			own += of_block(stmt->other);
		sum += own;
	}
	return sum;
}

void instructions_count(void *context, int count,
			struct Kernel *const *kernels,
			struct AffineTable *indices)
{
	Instructions *all = context;

	(void)indices;
	for (all->count = 0;
	     all->count < count && all->count < INSTRUCTIONS_KERNELS;
	     all->count++)
		all->of[all->count] = of_block(kernels[all->count]->top);
}

double instructions_of(const Instructions *all, int kernel)
{
	return kernel < all->count ? all->of[kernel] : 0;
}
