/* Where a condition in a loop compares the round's number with what no round
 * changes, it is one truth value before a round and another from there on; a
 * vector's mask, in some lane or in every lane. A loop is cut there, if that is
 * certainly within it; no piece asks again. A piece of one round is no loop. */
#include "codegen_opencl/split.h"

#include "codegen_opencl/code_node.h"
#include "codegen_opencl/masks.h"

enum { CUTS = 2, /* each of a piece of the one before */
       MANY = 24 /* statements, of which there are no copies */ };

typedef struct Split {
	AffineTable *t;
	Arena *arena;
	const Stmt *loop;
	const Fact *facts;
} Split;

/* From one round to before another. */
typedef struct Piece {
	const Split *of;
	const Affine *first, *end;
} Piece;

/* -- conditions ------------------------------------------------------------ */

static const AffineTerm *term_of(const Affine *form, const Var *var)
{
	for (int i = 0; i < form->count; i++)
		if (form->terms[i].atom->kind == AFFINE_VAR
		    && form->terms[i].atom->var == var)
			return &form->terms[i];
	return NULL;
}

static bool declares(const Block *block, const Affine *form)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if ((stmt->kind == STMT_DECLARE
		     && affine_mentions(form, stmt->var))
		    || (stmt->body && declares(stmt->body, form))
		    || (stmt->other && declares(stmt->other, form)))
			return true;
	}
	return false;
}

/* factor * round + rest; false: it is no such form, or the rest is not known before
 * the loop. */
static bool by_round(const Split *s, const Affine *form, int64_t *factor,
		     const Affine **rest)
{
	const AffineTerm *term = term_of(form, s->loop->var);

	*factor = term ? term->factor : 0;
	*rest = term ? affine_sub(s->t, form, affine_times(s->t,
			affine_atom(s->t, term->atom), *factor)) : form;
	return !affine_mentions(*rest, s->loop->var)
	    && !declares(s->loop->body, *rest);
}

/* The rounds from which on it is something else, of which there are so many. */
static int changes(const Split *s, const Fact *fact, const Affine *from[2])
{
	const Affine *rest;
	int64_t factor;

	if (!by_round(s, fact->form, &factor, &rest) || !factor)
		return 0;
	if (fact->kind == FACT_NATURAL) {
		/* rounded down, and up where that is another round */
		from[0] = affine_plus(s->t, affine_div(s->t, factor < 0 ? rest
				: affine_times(s->t, rest, -1),
				factor < 0 ? -factor : factor), 1);
		if (factor < 0)
			return 1;
		from[1] = affine_div(s->t, affine_plus(s->t, affine_times(s->t,
				rest, -1), factor - 1), factor);
		return 2;
	}
	from[0] = affine_times(s->t, rest, -factor);
	from[1] = affine_plus(s->t, from[0], 1);
	return factor == 1 || factor == -1 ? 2 : 0;
}

static const AffineTerm *quotient_of(const Affine *form, int64_t by,
				     int64_t factor)
{
	for (int i = 0; i < form->count; i++)
		if (form->terms[i].atom->kind == AFFINE_DIV
		    && form->terms[i].atom->by == by
		    && form->terms[i].factor == factor)
			return &form->terms[i];
	return NULL;
}

static const Affine *without(AffineTable *t, const Affine *form,
			     const AffineTerm *term)
{
	return affine_sub(t, form, affine_times(t, affine_atom(t, term->atom),
						term->factor));
}

/* What the form is at least: a/n - b/n is at least (a - b)/n, and a/n between
 * (a - n + 1)/n and a/n. */
static const Affine *undivided(AffineTable *t, const Affine *form)
{
	for (int i = 0; i < form->count; i++) {
		const AffineTerm *term = &form->terms[i], *less;
		const int64_t by = term->atom->by, factor = term->factor;
		const Affine *of = term->atom->of;

		if (term->atom->kind != AFFINE_DIV || by < 1)
			continue;
		less = factor > 0 ? quotient_of(form, by, -factor) : NULL;
		if (less) {
			of = affine_div(t, affine_const(t, affine_sub(t, of,
					less->atom->of)->lo), by);
			form = without(t, without(t, form, term), less);
			return undivided(t, affine_add(t, form,
						affine_times(t, of, factor)));
		}
		if (factor % by)
			continue;
		form = affine_add(t, without(t, form, term),
				  affine_times(t, of, factor / by));
		return undivided(t, factor > 0 ? affine_plus(t, form,
					-factor / by * (by - 1)) : form);
	}
	return form;
}

static bool is_natural(const Split *s, const Affine *form)
{
	const Fact *fact = s->facts;

	form = undivided(s->t, form);
	for (; form->lo < 0 && fact; fact = fact->next)
		if (fact->kind == FACT_NATURAL
		    && affine_sub(s->t, form, fact->form)->lo >= 0)
			return true;
	return form->lo >= 0;
}

static bool is_negative(const Split *s, const Affine *form)
{
	return is_natural(s, affine_plus(s->t, affine_times(s->t, form, -1),
					 -1));
}

typedef enum { NEVER, ALWAYS, SOMETIMES } Truth;

/* In all rounds of the piece. */
static Truth fact_truth(const Piece *p, const Fact *fact)
{
	const Split *s = p->of;
	const Affine *rest, *least, *most;
	int64_t factor;

	if (!by_round(s, fact->form, &factor, &rest))
		return SOMETIMES;
	least = most = rest;
	if (factor) {
		least = affine_add(s->t, rest, affine_times(s->t, p->first,
							    factor));
		most = affine_add(s->t, rest, affine_times(s->t,
				  affine_plus(s->t, p->end, -1), factor));
	}
	if (fact->kind == FACT_NATURAL)
		return is_natural(s, factor < 0 ? most : least) ? ALWAYS
		     : is_negative(s, factor < 0 ? least : most) ? NEVER
		     : SOMETIMES;
	if (least == most && affine_is_const(least) && !least->constant)
		return fact->kind == FACT_ZERO ? ALWAYS : NEVER;
	if (is_negative(s, factor < 0 ? least : most)
	    || is_natural(s, affine_plus(s->t, factor < 0 ? most : least,
					 -1)))
		return fact->kind == FACT_ZERO ? NEVER : ALWAYS;
	return SOMETIMES;
}

static Truth both(Truth first, Truth second)
{
	return first == NEVER || second == NEVER ? NEVER
	     : first == ALWAYS && second == ALWAYS ? ALWAYS : SOMETIMES;
}

/* Of a condition; of a mask in all lanes. */
static Truth code_truth(const Piece *p, const Code *code)
{
	const Split *s = p->of;
	const Code *every, *some;
	Fact fact;

	if (fact_compared(s->t, code, true, &fact))
		return fact_truth(p, &fact);
	if (code->kind == CODE_INFIX && code->op == OPERATOR_AND)
		return both(code_truth(p, code->args[0]),
			    code_truth(p, code->args[1]));
	if (code->scalar != SCALAR_BOOL || code->width == 1)
		return SOMETIMES;
	every = mask_every(s->t, s->arena, code);
	if (every && code_truth(p, every) == ALWAYS)
		return ALWAYS;
	some = mask_some(s->t, s->arena, code);
	return some && code_truth(p, some) == NEVER ? NEVER : SOMETIMES;
}

/* -- copies ---------------------------------------------------------------- */

/* Variables of a round, and what stands for them. */
typedef struct Copy {
	const Piece *piece;
	const Affine *number; /* of the round */
	int count;
	const Var *from[MANY];
	const Code *to[MANY];
} Copy;

static const Affine *numbered(const Copy *c, const Affine *form)
{
	return affine_put(c->piece->of->t, form, c->piece->of->loop->var,
			  c->number);
}

static const Code *truth(const Copy *c, bool value)
{
	return code_literal(c->piece->of->arena, SCALAR_BOOL, value);
}

static bool is_truth(const Code *code, bool value)
{
	return code->kind == CODE_LITERAL && code->scalar == SCALAR_BOOL
	    && !code->bits == !value;
}

/* With what is known of its arguments, which are copies. */
static const Code *folded(const Copy *c, const Code *code)
{
	const bool all = code->op == OPERATOR_AND;

	if (code->kind == CODE_COND && code->args[0]->kind == CODE_LITERAL)
		return code->args[is_truth(code->args[0], true) ? 1 : 2];
	if (code->kind == CODE_PREFIX && code->op == OPERATOR_NOT
	    && code->args[0]->kind == CODE_LITERAL)
		return truth(c, is_truth(code->args[0], false));
	if (code->kind != CODE_INFIX
	    || (code->op != OPERATOR_AND && code->op != OPERATOR_OR))
		return code;
	for (int i = 0; i < 2; i++) {
		if (is_truth(code->args[i], !all))
			return code->args[i];
		if (is_truth(code->args[i], all))
			return code->args[1 - i];
	}
	return code;
}

/* The argument that it is in this piece, by its masks, or NULL. */
static const Code *chosen(const Copy *c, const Code *code)
{
	Truth known;

	if (code->kind == CODE_CALL && code->op == OPERATOR_SELECT) {
		known = code_truth(c->piece, code->args[2]);
		return known == SOMETIMES ? NULL
		     : code->args[known == ALWAYS];
	}
	if (code->kind != CODE_INFIX || code->op != OPERATOR_BITAND
	    || code->scalar != SCALAR_BOOL)
		return NULL;
	for (int i = 0; i < 2; i++)
		if (code_truth(c->piece, code->args[i]) == ALWAYS)
			return code->args[1 - i];
	return NULL;
}

static const Code *copied(void *context, const Code *code)
{
	const Copy *c = context;
	const Split *s = c->piece->of;
	const Code *part = chosen(c, code);
	Truth known = SOMETIMES;
	Code *made;

	if (part && part->width == code->width && part->mask == code->mask)
		return copied(context, part);
	for (int i = 0; code->kind == CODE_VAR && i < c->count; i++)
		if (c->from[i] == code->var)
			return c->to[i];
	if (code->kind == CODE_INFIX && code->width == 1)
		known = code_truth(c->piece, code);
	if (known != SOMETIMES)
		return truth(c, known == ALWAYS);
	code = folded(c, code_with_parts(s->arena, code, copied, context));
	if (!code->index || !affine_mentions(code->index, s->loop->var))
		return code;
	made = ARENA_NEW(s->arena, Code);
	*made = *code;
	made->index = numbered(c, code->index);
	return made;
}

static const Var *var_for(const Copy *c, const Var *var)
{
	for (int i = 0; i < c->count; i++)
		if (c->from[i] == var)
			return c->to[i]->var;
	return var;
}

static void copy_block(Copy *c, const Block *block, Block *to);

static Block *inner(Copy *c, const Block *block)
{
	Block *made;

	if (!block)
		return NULL;
	made = block_new(block->arena);
	copy_block(c, block, made);
	return made;
}

static void copy_branch(Copy *c, Stmt made, Block *to)
{
	if (made.value->kind != CODE_LITERAL) {
		made.body = inner(c, made.body);
		made.other = inner(c, made.other);
		block_add(to, made);
	} else if (is_truth(made.value, true)) {
		copy_block(c, made.body, to);
	} else if (made.other) {
		copy_block(c, made.other, to);
	}
}

/* A condition that is known is no variable. */
static void copy_declaration(Copy *c, Stmt made, Block *to)
{
	Arena *arena = c->piece->of->arena;
	const bool known = made.var->kind != VAR_REGISTER && made.value
			&& (is_truth(made.value, true)
			    || is_truth(made.value, false));

	c->from[c->count] = made.var;
	if (!known) {
		Var *var = ARENA_NEW(arena, Var);

		*var = *made.var;
		made.var = var;
		block_add(to, made);
	}
	c->to[c->count++] = known ? made.value : code_var(arena, made.var);
}

static void copy_block(Copy *c, const Block *block, Block *to)
{
	for (int i = 0; i < block->count; i++) {
		Stmt made = *block->items[i];

		if (made.value)
			made.value = copied(c, made.value);
		if (made.index)
			made.index = numbered(c, made.index);
		if (made.element)
			made.element = numbered(c, made.element);
		if (made.kind == STMT_IF) {
			copy_branch(c, made, to);
		} else if (made.kind == STMT_DECLARE) {
			copy_declaration(c, made, to);
		} else {
			if (made.var)
				made.var = (Var *)var_for(c, made.var);
			block_add(to, made);
		}
	}
}

/* -- cuts ------------------------------------------------------------------ */

static bool is_one_round(const Piece *p)
{
	return affine_plus(p->of->t, p->first, 1) == p->end;
}

typedef struct Cut {
	const Piece *piece;
	const Affine *at; /* or NULL */
	int known;        /* conditions in the pieces, then */
	bool good;        /* copies can be made */
} Cut;

static bool is_within(const Piece *p, const Affine *at)
{
	const Split *s = p->of;

	return at != p->first && at != p->end && at->lo >= 0
	    && at->hi <= s->loop->extent
	    && (!affine_is_wide(at) || s->loop->var->wide)
	    && is_natural(s, affine_sub(s->t, at, p->first))
	    && is_natural(s, affine_sub(s->t, p->end, at));
}

static bool is_comparison(const Split *s, const Code *code)
{
	Fact fact;

	return code->width == 1
	     ? fact_compared(s->t, code, true, &fact)
	     : code->scalar == SCALAR_BOOL && code->kind == CODE_INFIX
	       && code->op != OPERATOR_BITAND;
}

/* What the two pieces know that there are then. */
typedef struct Gain {
	Piece parts[2];
	int known;
} Gain;

static void see_known(void *context, const Code *code)
{
	Gain *gain = context;

	if (is_comparison(gain->parts[0].of, code))
		for (int i = 0; i < 2; i++)
			gain->known += code_truth(&gain->parts[i], code)
				       != SOMETIMES;
}

static void see_all(const Block *block, CodeVisit *see, void *context)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		stmt_visit(stmt, see, context);
		if (stmt->body)
			see_all(stmt->body, see, context);
		if (stmt->other)
			see_all(stmt->other, see, context);
	}
}

static void see_place(Cut *cut, const Affine *at)
{
	const Piece *p = cut->piece;
	Gain gain = { { { p->of, p->first, at }, { p->of, at, p->end } }, 0 };

	if (!is_within(p, at))
		return;
	see_all(p->of->loop->body, see_known, &gain);
	if (gain.known <= cut->known)
		return;
	cut->known = gain.known;
	cut->at = at;
}

static void see_condition(Cut *cut, const Code *code)
{
	const Split *s = cut->piece->of;
	const Affine *from[2];
	Fact fact;
	int count = 0;

	if (code && code->kind == CODE_INFIX && code->op == OPERATOR_AND) {
		see_condition(cut, code->args[0]);
		see_condition(cut, code->args[1]);
	} else if (code && fact_compared(s->t, code, true, &fact)
		   && fact_truth(cut->piece, &fact) == SOMETIMES) {
		count = changes(s, &fact, from);
	}
	for (int i = 0; i < count; i++)
		see_place(cut, from[i]);
}

static void see_code(void *context, const Code *code)
{
	Cut *cut = context;
	const Split *s = cut->piece->of;

	if (code->index && declares(s->loop->body, code->index))
		cut->good = false;
	if (!is_comparison(s, code))
		return;
	if (code->width == 1) {
		see_condition(cut, code);
	} else {
		see_condition(cut, mask_every(s->t, s->arena, code));
		see_condition(cut, mask_some(s->t, s->arena, code));
	}
}

static const Affine *cut_of(const Piece *p)
{
	Cut cut = { p, NULL, 0, true };

	if (is_one_round(p))
		return NULL;
	see_all(p->of->loop->body, see_code, &cut);
	return cut.good ? cut.at : NULL;
}

static void add_piece(const Piece *p, Block *to)
{
	const Split *s = p->of;
	const Scalar scalar = affine_is_wide(p->first) ? SCALAR_I64
						       : SCALAR_I32;
	Copy copy = { .piece = p, .number = p->first };
	Stmt loop = *s->loop;

	if (is_one_round(p)) {
		copy_block(&copy, loop.body, to);
		return;
	}
	loop.var = ARENA_NEW(s->arena, Var);
	*loop.var = *s->loop->var;
	loop.start = code_index(s->arena, scalar, p->first);
	loop.end = affine_is_const(p->end) ? NULL : p->end;
	if (!loop.end)
		loop.extent = p->end->constant;
	copy.number = affine_var(s->t, loop.var, 0, loop.extent - 1);
	loop.body = inner(&copy, loop.body);
	block_add(to, loop);
}

static void add_pieces(const Piece *p, int cuts, Block *to)
{
	const Affine *at = cuts ? cut_of(p) : NULL;

	if (!at) {
		add_piece(p, to);
		return;
	}
	add_pieces(&(Piece){ p->of, p->first, at }, cuts - 1, to);
	add_pieces(&(Piece){ p->of, at, p->end }, cuts - 1, to);
}

bool split_loop(AffineTable *indices, Block *block, int at, const Fact *facts)
{
	const Stmt *loop = block->items[at];
	const Split s = { indices, block->arena, loop, facts };
	const bool before = indices->overflow;
	Block *pieces = block_new(block->arena);
	Piece all = { &s, affine_const(indices, 0), loop->end };

	if (loop->open || loop->step || loop->extent < 1
	    || kernel_statements(loop->body) > MANY
	    || (loop->start && (loop->start->kind != CODE_INDEX
				|| loop->start->width > 1)))
		return false;
	if (loop->start)
		all.first = loop->start->index;
	if (!all.end)
		all.end = affine_const(indices, loop->extent);
	if (cut_of(&all))
		add_pieces(&all, CUTS, pieces);
	if (!pieces->count || indices->overflow != before) {
		indices->overflow = before;
		return false;
	}
	for (int i = at + 1; i < block->count; i++)
		block_add(pieces, *block->items[i]);
	block->count = at;
	block_splice(block, pieces);
	return true;
}
