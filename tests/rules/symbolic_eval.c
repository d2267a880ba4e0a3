/* Expressions on symbols. */
#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "symbolic_run.h"

/* -- structures of scalars that are all different -------------------------- */

typedef struct Source {
	ValueKind kind;
	int tag;
	uint32_t of;   /* an input, a variable; a value: arguments */
	uint32_t next; /* scalars so far */
} Source;

static Value scalar_of(Symbolic *s, Scalar scalar, Source *source)
{
	const uint32_t at = source->next++;
	const uint32_t which[] = {
		source->of, source->kind == VALUE_TERM
			? value_number(s, SCALAR_U32, at) : at,
	};
	const Value v = value_made(s, source->kind, source->tag, 2, which);

	return scalar == SCALAR_BOOL ? value_condition(s, v) : v;
}

static Value structure(Symbolic *s, const Type *type, Source *source)
{
	const int64_t count = type->kind == TYPE_ARRAY ? type->length->value
						       : type->count;
	Value items[ITEMS_MAX];

	if (type->kind == TYPE_SCALAR)
		return scalar_of(s, type->scalar, source);
	if (count > ITEMS_MAX)
		return 0;
	for (int64_t i = 0; i < count; i++)
		items[i] = structure(s, type->kind == TYPE_TUPLE
					? type->parts[i] : type->element,
				     source);
	return value_list(s, count, items);
}

static Value symbols_of(Symbolic *s, int tag, int index, const Type *type)
{
	Source source = { VALUE_SYMBOL, tag, (uint32_t)index, 0 };

	return structure(s, type, &source);
}

/* A variable that nothing binds is one of the expression's own. */
static Value variable(Symbolic *s, const Expr *e, const Env *env)
{
	if (e->index < env->depth)
		return env->values[env->depth - 1 - e->index];
	return symbols_of(s, 1, e->index - env->depth, e->type);
}

/* -- scalars --------------------------------------------------------------- */

static Value repeated(Symbolic *s, int width, Value v)
{
	Value items[16];

	for (int i = 0; i < width; i++)
		items[i] = v;
	return value_list(s, width, items);
}

static Value literal(Symbolic *s, const Expr *e)
{
	Value v = value_number(s, e->type->scalar, e->bits);

	return e->type->kind == TYPE_VECTOR ? repeated(s, e->type->count, v)
					    : v;
}

static int function_of(const Expr *e)
{
	if (e->kind == EXPR_OP)
		return (int)e->op;
	return (int)e->type->scalar
	     + (e->kind == EXPR_BITS ? TERM_BITS : TERM_CONVERT);
}

static Value scalar_function(Symbolic *s, const Expr *e, const Env *env)
{
	Value args[3], some[3], lanes[16];

	for (int i = 0; i < e->kid_count; i++) {
		args[i] = symbolic_eval(s, e->kids[i], env);
		if (!args[i])
			return 0;
	}
	if (e->type->kind != TYPE_VECTOR)
		return value_term(s, function_of(e), e->type->scalar,
				  e->kid_count, args);
	for (int lane = 0; lane < e->type->count; lane++) {
		for (int i = 0; i < e->kid_count; i++)
			some[i] = value_item(s, args[i], lane);
		lanes[lane] = value_term(s, function_of(e), e->type->scalar,
					 e->kid_count, some);
	}
	return value_list(s, e->type->count, lanes);
}

/* A function that nothing is known of, of a tuple (symbolic.h). */
static Value unknown_function(Symbolic *s, const Expr *e, const Env *env)
{
	Source source = { VALUE_TERM, TERM_UNKNOWN,
			  symbolic_eval(s, e->kids[0], env), 0 };

	return source.of ? structure(s, e->type, &source) : 0;
}

/* -- each once ------------------------------------------------------------- */

static bool same_key(const Symbolic *s, uint32_t item, const void *wanted)
{
	const Known *known = &s->known[item - 1], *key = wanted;

	return known->expr == key->expr && known->env == key->env;
}

/* What e sees of the environment. */
static Value seen(Symbolic *s, const Expr *e, const Env *env)
{
	int count = e->open < env->depth ? e->open : env->depth;

	return value_list(s, count, env->values + env->depth - count);
}

static uint32_t *known_slot(Symbolic *s, const Known *key)
{
	return slots_find(s, &s->by_key,
			  hash_mix((uint64_t)key->expr << 32 | key->env),
			  same_key, key);
}

static void know(Symbolic *s, const Known *known)
{
	uint32_t *slot;

	if (s->known_count == s->known_capacity) {
		s->known_capacity = s->known_capacity
				  ? s->known_capacity * 2 : 1024;
		s->known = base_realloc(s->known, sizeof *s->known
						  * s->known_capacity);
	}
	slot = known_slot(s, known);
	s->known[s->known_count++] = *known;
	s->by_key.used++;
	*slot = s->known_count;
}

static Value computed(Symbolic *s, const Expr *e, const Env *env)
{
	Env inner;

	switch (e->kind) {
	case EXPR_IF:
		return value_choice(s, symbolic_eval(s, e->kids[0], env),
				    symbolic_eval(s, e->kids[1], env),
				    symbolic_eval(s, e->kids[2], env));
	case EXPR_LET:
		inner = *env;
		assert(inner.depth < ENV_MAX);
		inner.values[inner.depth++] = symbolic_eval(s, e->kids[0], env);
		return inner.values[inner.depth - 1]
		     ? symbolic_eval(s, e->kids[1], &inner) : 0;
	case EXPR_PRIM:
		return symbolic_prim(s, e, env);
	case EXPR_BITS:
		if (e->kids[0]->type->kind == TYPE_TUPLE)
			return unknown_function(s, e, env);
		/* fall through */
	default:
		return scalar_function(s, e, env);
	}
}

static Value once(Symbolic *s, const Expr *e, const Env *env)
{
	Known key = { e->id, seen(s, e, env), 0 };
	const uint32_t found = *known_slot(s, &key);

	if (found)
		return s->known[found - 1].value;
	key.value = computed(s, e, env);
	know(s, &key);
	return key.value;
}

Value symbolic_eval(Symbolic *s, const Expr *e, const Env *env)
{
	Value items[64], tuple;

	switch (e->kind) {
	case EXPR_INPUT: return symbols_of(s, 0, e->index, e->type);
	case EXPR_VAR: return variable(s, e, env);
	case EXPR_LITERAL: return literal(s, e);
	case EXPR_SIZE: return value_number(s, e->type->scalar,
					    (uint64_t)e->sizes[0]->value);
	case EXPR_TUPLE:
		for (int i = 0; i < e->kid_count; i++)
			items[i] = symbolic_eval(s, e->kids[i], env);
		return value_list(s, e->kid_count, items);
	case EXPR_GET:
		tuple = symbolic_eval(s, e->kids[0], env);
		return tuple ? value_item(s, tuple, e->index) : 0;
	default: return once(s, e, env);
	}
}

Value symbolic_call(Symbolic *s, const Expr *lambda, const Env *env,
		    Value first, Value second)
{
	Env inner;

	if (!first)
		return 0;
	assert(env->depth + 2 <= ENV_MAX);
	inner.depth = env->depth;
	memcpy(inner.values, env->values,
	       sizeof *env->values * (size_t)env->depth);
	inner.values[inner.depth++] = first;
	if (lambda->index > 1)
		inner.values[inner.depth++] = second;
	return symbolic_eval(s, lambda->kids[0], &inner);
}

Value symbolic_value(Symbolic *s, const Expr *e)
{
	const Env none = { .depth = 0 };

	return symbolic_eval(s, e, &none);
}
