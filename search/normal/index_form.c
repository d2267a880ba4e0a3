#include "search/normal/index_form.h"

#include <string.h>

#include "base/hash.h"
#include "search/normal/meaning.h"

static Normal *normal_new(const Program *program, bool strict)
{
	Arena *arena = arena_new();
	Normal *n = ARENA_NEW(arena, Normal);

	n->arena = arena;
	n->program = program;
	n->ir = program->ir;
	n->strict = strict;
	n->i64 = type_scalar(n->ir, SCALAR_I64);
	n->truth = type_scalar(n->ir, SCALAR_BOOL);
	return n;
}

static int open_loops(Normal *n, const Form **array, Domain *domain)
{
	for (const Type *type = (*array)->type; type->kind == TYPE_ARRAY;
	     type = type->element) {
		const Form *loop = form_fresh(n, n->i64, type->length->value);

		domain->loops[domain->count++] = loop;
		*array = form_access(n, *array, linear_atom(n, loop));
	}
	return domain->count;
}

static bool is_empty(const Domain *domain)
{
	for (int i = 0; i < domain->count; i++)
		if (!domain->loops[i]->extent)
			return true;
	return false;
}

static IndexOutput output_of(Normal *n, const Form *array)
{
	IndexOutput output = { .type = array->type };
	Domain domain = { 0 };
	Change names = { 0 };
	const Form **loops;

	if (open_loops(n, &array, &domain) && !is_empty(&domain)) {
		domain_trim(n, &domain, &array);
		array = domain_reshape(n, &domain, true, array);
	}
	loops = ARENA_ARRAY(n->arena, const Form *, domain.count);
	names.count = output.loop_count = domain.count;
	for (int i = 0; i < domain.count; i++) {
		loops[i] = form_outer(n, i, domain.loops[i]->extent);
		names.from[i] = domain.loops[i];
		names.to[i] = loops[i];
	}
	output.loops = loops;
	output.body = form_change(n, array, &names);
	return output;
}

static uint64_t output_hash(uint64_t h, const IndexOutput *output)
{
	h = hash_combine(h, output->type->hash);
	for (int i = 0; i < output->loop_count; i++)
		h = hash_combine(h, output->loops[i]->hash);
	return hash_combine(h, output->body->hash);
}

static void make(IndexForm *form)
{
	Normal *n = form->normal;
	const Form *leaves[FORM_PARTS];

	form->count = meaning_leaves(n, evaluate(n, form->expr, NULL), leaves);
	form->outputs = ARENA_ARRAY(n->arena, IndexOutput, form->count);
	form->hash = hash_combine(HASH_SEED, INDEX_FORM_VERSION);
	for (int i = 0; i < form->count; i++) {
		form->outputs[i] = output_of(n, leaves[i]);
		form->hash = output_hash(form->hash, &form->outputs[i]);
	}
}

IndexForm *index_form_new(const Program *program, const Expr *body,
			  bool strict)
{
	Normal *n = normal_new(program, strict);
	IndexForm *form = ARENA_NEW(n->arena, IndexForm);

	form->normal = n;
	form->expr = body;
	if (setjmp(n->stop))
		form->reason = n->reason;
	else
		make(form);
	return form;
}

const IndexForm *index_form_beside(IndexForm *first, const Expr *body)
{
	Normal *n = first->normal;
	IndexForm *form = ARENA_NEW(n->arena, IndexForm);

	form->normal = n;
	form->expr = body;
	n->count = 0;
	if (setjmp(n->stop))
		form->reason = n->reason;
	else
		make(form);
	return form;
}

static bool same_output(const IndexOutput *a, const IndexOutput *b)
{
	return type_same(a->type, b->type) && a->body == b->body
	    && a->loop_count == b->loop_count
	    && !memcmp(a->loops, b->loops,
		       (size_t)a->loop_count * sizeof *a->loops);
}

bool index_form_same(const IndexForm *a, const IndexForm *b)
{
	bool same = !a->reason && !b->reason && a->count == b->count;

	for (int i = 0; same && i < a->count; i++)
		same = same_output(&a->outputs[i], &b->outputs[i]);
	return same;
}

void index_form_free(IndexForm *form)
{
	if (!form)
		return;
	intern_free(&form->normal->table);
	arena_free(form->normal->arena);
}
