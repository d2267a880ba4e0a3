/* World: a small program with its rules and rewriter, for tests. */
#ifndef TESTS_RULES_WORLD_H
#define TESTS_RULES_WORLD_H

#include "ir/front/document.h"
#include "rules/locate.h"
#include "rules/rewrite.h"

typedef struct World {
	Ir *ir;
	RuleBase *base;
	Program *program;
	Rewriter *rewriter;
	const Derivation *start;
	Diags *diags;
} World;

#define FLOATS "{\"name\": \"xs\", \"type\": \"[f32; N]\"}"
#define INTS "{\"name\": \"xs\", \"type\": \"[i32; N]\"}"

/* A program of these sizes ("\"N\": 64"), inputs and body, as JSON. */
World world_with(const char *sizes, const char *inputs, const char *body,
		 RewriteOptions options);

/* The same, read otherwise than with all sizes as numbers. */
World world_read(const char *sizes, const char *inputs, const char *body,
		 RewriteOptions options, ReadOptions read);

/* The same with N = 4096. */
World world(const char *inputs, const char *body);
void world_free(World *world);

/* The path that "/0/1" writes. */
Path place(const char *kids);

/* One step, without and with a number; NULL when it is not applicable. */
const Derivation *at(World *world, const Derivation *d, const char *kids,
		     const char *rule);
const Derivation *at_with(World *world, const Derivation *d, const char *kids,
			  const char *rule, const char *name, int64_t value);

void assert_text(World *world, const Derivation *d, const char *expected);

#endif
