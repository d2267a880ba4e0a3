/* The key of what a program computes: a hash of its typed expression with sizes
 * as written, by names that no later version renumbers. */
#include "base/hash.h"
#include "ir/core/foreign.h"
#include "ir/front/read.h"

static uint64_t with_text(uint64_t key, Text *text)
{
	key = hash_combine(key, hash_string(text_string(text)));
	text_clear(text);
	return key;
}

static uint64_t with_type(uint64_t key, const Type *type, Text *text)
{
	type_text(text, type);
	return with_text(key, text);
}

static const char *word(const Expr *e)
{
	if (e->kind == EXPR_PRIM && e->prim == PRIM_SPLAT)
		return "splat";
	return expr_word(e);
}

static uint64_t expr_key(const Ir *ir, uint64_t key, const Expr *e, Text *text)
{
	key = hash_combine(key, hash_string(word(e)));
	if (e->kind == EXPR_PRIM && e->prim == PRIM_OPENCL)
		key = hash_combine(key, foreign_hash(foreign_at(ir,
							e->index)));
	key = hash_combine(key, (uint64_t)e->index);
	key = hash_combine(key, e->bits);
	key = with_type(key, e->type, text);
	for (int i = 0; i < e->size_count; i++) {
		size_text(text, e->sizes[i]);
		key = with_text(key, text);
	}
	for (int i = 0; i < e->kid_count; i++)
		key = expr_key(ir, key, e->kids[i], text);
	return hash_combine(key, (uint64_t)e->kid_count);
}

uint64_t read_body_key(const Reader *r, const Expr *symbolic)
{
	uint64_t key = HASH_SEED;
	Text text = { 0 };

	for (int i = 0; i < r->input_count; i++)
		key = with_type(key, r->inputs[i].type, &text);
	key = expr_key(r->ir, key, symbolic, &text);
	text_free(&text);
	return key;
}

uint64_t read_program_key(uint64_t key, const Program *program)
{
	for (int i = 0; i < program->output_count; i++)
		key = hash_combine(key, (uint64_t)program->out_ports[i].into);
	return key;
}

uint64_t program_key(const Program *program)
{
	return program->key;
}
