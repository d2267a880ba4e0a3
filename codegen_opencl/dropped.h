/* What gen_store_again (dropped.c) leaves behind, for gen_store_ahead (ahead.c). */
#ifndef CODEGEN_OPENCL_DROPPED_H
#define CODEGEN_OPENCL_DROPPED_H

#include "codegen_opencl/view.h"

enum { COMPONENTS_MAX = 4 };

/* The last element that went somewhere, and where: nowhere, before the loop. */
struct Stored {
	const Stmt *loop;
	const Expr *permute;
	const View *to;
	Var *place, *parts[COMPONENTS_MAX];
	int count; /* of parts */
	const Stored *next;
};

/* In loops that count what they keep it is stored where the count stands. */
void gen_store_ahead(Gen *g, Kernel *kernel);

#endif
