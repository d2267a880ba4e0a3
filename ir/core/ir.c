#include "ir/core/ir.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "ir/core/internal.h"

Ir *ir_new(void)
{
	Ir *ir = base_calloc(1, sizeof *ir);

	ir->arena = arena_new();
	return ir;
}

void ir_free(Ir *ir)
{
	if (!ir)
		return;
	intern_free(&ir->names);
	intern_free(&ir->atoms);
	intern_free(&ir->sizes);
	intern_free(&ir->types);
	intern_free(&ir->exprs);
	intern_free(&ir->hints);
	arena_free(ir->arena);
	free(ir);
}

Arena *ir_arena(Ir *ir)
{
	return ir->arena;
}

typedef struct Span {
	const char *text;
	size_t length;
} Span;

static bool name_equal(const void *stored, const void *wanted)
{
	const char *name = stored;
	const Span *span = wanted;

	return !strncmp(name, span->text, span->length)
	    && !name[span->length];
}

const char *ir_name(Ir *ir, const char *text, size_t length)
{
	Span span = { text, length };
	uint64_t hash = hash_mix(hash_bytes(HASH_SEED, text, length));
	const char *name = intern_find(&ir->names, hash, &span, name_equal);

	if (name)
		return name;
	name = arena_strndup(ir->arena, text, length);
	intern_add(&ir->names, hash, name);
	return name;
}
