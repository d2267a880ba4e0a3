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

double instructions_of(const struct Kernel *kernel)
{
	return of_block(kernel->top);
}
