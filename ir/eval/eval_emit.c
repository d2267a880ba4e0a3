#include "ir/eval/eval_emit.h"

#include <assert.h>
#include <string.h>

#include "ir/core/residue.h"

typedef void EmitNode(Emit *e, const Node *node, Scope *home, NodeCode *code);

static Arena *arena_of(const Emit *e)
{
	return e->graph->arena;
}

/* -- scopes, lanes, registers ---------------------------------------------- */

void emit_enter(Emit *e, Scope *scope)
{
	scope->code = ARENA_NEW(arena_of(e), ScopeCode);
	if (scope->index)
		scope->code->index = emit_register(e, NULL, sizeof(int64_t));
}

void emit_make_lanes(Emit *e, Scope *loop)
{
	int count = e->code->lane_count;

	if (count == e->lane_capacity) {
		const Scope **old = e->lane_scopes;

		e->lane_capacity = 2 * count + 16;
		e->lane_scopes = ARENA_ARRAY(arena_of(e), const Scope *,
					     e->lane_capacity);
		if (count)
			memcpy(e->lane_scopes, old,
			       sizeof *old * (size_t)count);
	}
	loop->code->lanes = true;
	loop->code->id = count;
	e->lane_scopes[count] = loop;
	e->code->lane_count++;
}

int emit_lane_id(const Scope *lane)
{
	return lane ? lane->code->id : -1;
}

int emit_register(Emit *e, const Scope *lane, size_t bytes)
{
	EvalCode *code = e->code;

	if (code->register_count == e->register_capacity) {
		Register *old = code->registers;

		e->register_capacity = 2 * e->register_capacity + 64;
		code->registers = ARENA_ARRAY(arena_of(e), Register,
					      e->register_capacity);
		if (old)
			memcpy(code->registers, old, sizeof *old
			       * (size_t)code->register_count);
	}
	code->registers[code->register_count] =
		(Register){ emit_lane_id(lane), bytes };
	return code->register_count++;
}

void emit_instr(Emit *e, Scope *scope, Instr instr)
{
	Code *code = &scope->code->code;

	if (code->count == code->capacity) {
		Instr *old = code->items;

		code->capacity = 2 * code->capacity + 8;
		code->items = ARENA_ARRAY(arena_of(e), Instr, code->capacity);
		if (old)
			memcpy(code->items, old,
			       sizeof *old * (size_t)code->count);
	}
	code->items[code->count++] = instr;
}

bool emit_is_serial(const Scope *home, const Scope *lane)
{
	if (lane->kind != SCOPE_EACH || !lane->partner->code
	    || !lane->partner->code->serial)
		return false;
	for (; home && home != lane; home = home->plan->parent)
		if (home == lane->partner)
			return true;
	return false;
}

const Scope *emit_lane_of(const Deps *deps, const Scope *home)
{
	for (int i = deps->count - 1; i >= 0; i--) {
		const Scope *scope = deps->scopes[i], *lane = NULL;

		if (scope->code->lanes)
			lane = scope;
		else if (scope->kind == SCOPE_STEP)
			lane = scope->code->lane;
		if (lane && !emit_is_serial(home, lane))
			return lane;
	}
	return NULL;
}

Scalar emit_scalar(const Emit *e, const Node *node)
{
	return graph_scalar(e->graph, node->scalar);
}

/* -- operands -------------------------------------------------------------- */

static void emit(Emit *e, const Node *node);

static int picked(Emit *e, const Node *node, NodeCode *code)
{
	Scope *step = code->lane->partner;

	if (code->picked)
		return code->picked;
	code->picked = emit_register(e, NULL, 0);
	emit_instr(e, step, (Instr){ .run = run_pick, .lane = -1,
				     .result = code->picked,
				     .args = { code->reg },
				     .number = code->lane->code->id,
				     .access = access_raw(emit_scalar(e,
							      node)) });
	return code->picked;
}

Operand emit_operand(Emit *e, const Node *node, const Scope *home)
{
	NodeCode *code = &e->nodes[node->id];

	emit(e, node);
	if (code->lane && emit_is_serial(home, code->lane))
		return (Operand){ picked(e, node, code), NULL };
	return (Operand){ code->reg, code->lane };
}

/* -- indices and places ---------------------------------------------------- */

/* A linear form split up: uniform terms in front. */
typedef struct Terms {
	Affine affine;
	Term *terms;
	int varying; /* terms at the end of capacity */
	int capacity;
} Terms;

static void add_term(Emit *e, Terms *terms, const Node *atom, int64_t factor,
		     const Scope *home)
{
	Term term = { 0, factor };
	bool varies = false;

	if (atom->kind == NODE_INDEX) {
		const Scope *scope = atom->scope;

		term.reg = scope->code->index;
		if (scope->code->lanes && !emit_is_serial(home, scope))
			terms->affine.lane_factor += factor;
	} else {
		Operand operand = emit_operand(e, atom, home);

		term.reg = operand.reg;
		varies = operand.lane != NULL;
	}
	if (varies)
		terms->terms[terms->capacity - ++terms->varying] = term;
	else
		terms->terms[terms->affine.uniform++] = term;
}

static Affine affine_of(Emit *e, const Node *index, const Scope *home)
{
	int count = index->kind == NODE_LINEAR ? index->kid_count : 1;
	Terms terms = { .capacity = count };

	terms.terms = ARENA_ARRAY(arena_of(e), Term, count);
	if (index->kind == NODE_CONST) {
		terms.affine.number = (int64_t)index->bits;
	} else if (index->kind == NODE_LINEAR) {
		terms.affine.number = index->number;
		for (int i = 0; i < count; i++)
			add_term(e, &terms, index->kids[i], index->factors[i],
				 home);
	} else {
		add_term(e, &terms, index, 1, home);
	}
	terms.affine.count = terms.affine.uniform + terms.varying;
	terms.affine.terms = terms.terms;
	return terms.affine;
}

const Cell *emit_cell(Emit *e, const Buffer *buffer, const Node *index,
			const Scope *home, bool *opaque)
{
	Cell *cell = ARENA_NEW(arena_of(e), Cell);
	const Scope *lane = buffer ? e->buffer_lanes[buffer->id] : NULL;

	cell->index = affine_of(e, index, home);
	cell->buffer = buffer ? buffer->id : -1;
	cell->lane = emit_lane_id(lane);
	cell->serial = lane && emit_is_serial(home, lane);
	*opaque = cell->index.count > cell->index.uniform;
	return cell;
}

const Access *emit_access(const Emit *e, const Buffer *buffer)
{
	Scalar scalar = graph_scalar(e->graph, buffer->scalar);

	return buffer->external ? access_stored(buffer->stored, scalar)
				: access_raw(scalar);
}

/* -- one function per kind of node ----------------------------------------- */

static void emit_const(Emit *e, const Node *node, Scope *home, NodeCode *code)
{
	Scalar scalar = emit_scalar(e, node);
	int64_t number = (int64_t)node->bits;
	double value;
	float single;
	uint32_t residue;

	memcpy(&value, &node->bits, sizeof value);
	if (scalar_is_float(scalar) && e->graph->domain == EVAL_FIELD) {
		residue = residue_of_double(value);
		memcpy(&number, &residue, sizeof residue);
	} else if (scalar == SCALAR_F32 || scalar == SCALAR_F16) {
		single = (float)value;
		memcpy(&number, &single, sizeof single);
	}
	code->reg = emit_register(e, NULL, sizeof number);
	emit_instr(e, home, (Instr){ .run = run_const, .lane = -1,
				     .result = code->reg, .number = number });
}

static void result_of(Emit *e, const Node *node, const Scope *home,
		      NodeCode *code)
{
	code->lane = emit_lane_of(node->deps, home);
	code->reg = emit_register(e, code->lane,
				  block_bytes(emit_scalar(e, node)));
}

/* LINEAR, DIV, MOD, CLAMP, and INDEX where its loop is in lanes. */
static void emit_index(Emit *e, const Node *node, Scope *home, NodeCode *code)
{
	static Run *const runs[NODE_KINDS] = {
		[NODE_INDEX] = run_index, [NODE_LINEAR] = run_index,
		[NODE_DIV] = run_div, [NODE_MOD] = run_mod,
		[NODE_CLAMP] = run_clamp,
	};
	bool whole = node->kind == NODE_INDEX || node->kind == NODE_LINEAR;
	const Cell *cell;
	bool opaque;

	if (node->kind == NODE_INDEX && !node->scope->code->lanes) {
		code->reg = node->scope->code->index;
		return;
	}
	cell = emit_cell(e, NULL, whole ? node : node->kids[0], home,
			   &opaque);
	result_of(e, node, home, code);
	emit_instr(e, home, (Instr){ .run = runs[node->kind],
				     .lane = emit_lane_id(code->lane),
				     .result = code->reg, .cell = cell,
				     .number = node->number });
}

static void emit_check(Emit *e, const Node *node, Scope *home, NodeCode *code)
{
	Operand index = emit_operand(e, node->kids[0], home);
	Operand note = { 0, NULL };
	int mask_reg = -1;
	bool uniform = false;

	if (node->branch) {
		Operand mask = emit_operand(e,
				node->branch->masks[!node->taken], home);

		uniform = mask.lane == NULL;
		if (uniform || mask.lane == index.lane)
			mask_reg = mask.reg;
	}
	if (node->kid_count > 1)
		note = emit_operand(e, node->kids[1], home);
	code->lane = index.lane;
	code->reg = emit_register(e, code->lane, sizeof(int64_t));
	emit_instr(e, home, (Instr){ .run = run_check,
				     .lane = emit_lane_id(code->lane),
				     .result = code->reg,
				     .args = { index.reg, mask_reg, note.reg },
				     .uniform = (unsigned)uniform
					      | (unsigned)!note.lane << 1,
				     .number = node->number,
				     .origin = node->origin });
}

/* NULL: the value of its kid. */
static Block *block_of(const Emit *e, const Node *node)
{
	const EvalDomain domain = e->graph->domain;

	if (node->kind == NODE_OP)
		return block_op(domain, node->op,
				emit_scalar(e, node->kids[0]));
	if (node->kind == NODE_SELECT)
		return block_select(block_bytes(emit_scalar(e, node)));
	if (node->kind == NODE_BOUND)
		return block_bound(node->bound);
	return block_convert(domain, emit_scalar(e, node->kids[0]),
			     emit_scalar(e, node));
}

static void emit_same(Emit *e, const Node *node, const Scope *home,
		      NodeCode *code)
{
	Operand value = emit_operand(e, node->kids[0], home);

	code->reg = value.reg;
	code->lane = value.lane;
}

static void emit_arg(Emit *e, const Node *kid, Scope *home, int i,
		     Instr *instr)
{
	Operand arg = emit_operand(e, kid, home);

	instr->args[i] = arg.reg;
	instr->uniform |= (unsigned)!arg.lane << i;
}

/* The kid of a sum that is a magnitude which nothing else needs, or -1. */
static int magnitude_in(const Emit *e, const Node *node)
{
	if (node->kind != NODE_OP || node->op != OP_ADD
	    || emit_scalar(e, node) != SCALAR_F64)
		return -1;
	for (int i = 0; i < node->kid_count; i++) {
		const Node *kid = node->kids[i];

		if (kid->kind == NODE_OP && kid->op == OP_ABS
		    && e->plan->uses[kid->id] == 1
		    && !e->nodes[kid->id].emitted)
			return i;
	}
	return -1;
}

/* Sums of sizes are most of what bounds add up. */
static void emit_args(Emit *e, const Node *node, Scope *home, Instr *instr)
{
	const int magnitude = magnitude_in(e, node);

	if (magnitude < 0) {
		for (int i = 0; i < node->kid_count; i++)
			emit_arg(e, node->kids[i], home, i, instr);
		return;
	}
	instr->block = block_bound(BOUND_PLUS);
	emit_arg(e, node->kids[!magnitude], home, 0, instr);
	emit_arg(e, node->kids[magnitude]->kids[0], home, 1, instr);
}

static void emit_block(Emit *e, const Node *node, Scope *home, NodeCode *code)
{
	Instr instr = { .run = run_block, .block = block_of(e, node) };

	if (!instr.block) {
		emit_same(e, node, home, code);
		return;
	}
	emit_args(e, node, home, &instr);
	result_of(e, node, home, code);
	if (!code->lane)
		instr.uniform = 0;
	instr.lane = emit_lane_id(code->lane);
	instr.result = code->reg;
	emit_instr(e, home, instr);
}

static void emit_bits(Emit *e, const Node *node, Scope *home, NodeCode *code)
{
	Operand arg = emit_operand(e, node->kids[0], home);
	Instr instr = { .run = run_bits };

	result_of(e, node, home, code);
	instr.lane = emit_lane_id(code->lane);
	instr.result = code->reg;
	instr.args[0] = arg.reg;
	instr.args[1] = emit_register(e, code->lane, scalar_bytes(node->to));
	instr.access_to = access_stored(node->from,
					emit_scalar(e, node->kids[0]));
	instr.access = access_stored(node->to, emit_scalar(e, node));
	emit_instr(e, home, instr);
}

static bool is_near(const Emit *e, const Node *node, const Cell *cell,
		    const Scope *lane)
{
	const Scope *copies = e->buffer_lanes[node->buffer->id];

	if (!emit_access(e, node->buffer)->raw)
		return false;
	if (copies)
		return copies == lane && cell->index.lane_factor == 0;
	return cell->index.lane_factor == 1;
}

static void emit_load(Emit *e, const Node *node, Scope *home, NodeCode *code)
{
	Instr instr = { .run = run_load,
			.access = emit_access(e, node->buffer) };
	bool opaque;

	if (node->kid_count > 1)
		emit(e, node->kids[1]);
	instr.cell = emit_cell(e, node->buffer, node->kids[0], home,
				 &opaque);
	code->lane = emit_lane_of(node->deps, home);
	if (opaque) {
		instr.run = run_gather;
		instr.args[0] = emit_register(e, code->lane, sizeof(int64_t));
	} else if (code->lane && is_near(e, node, instr.cell, code->lane)) {
		instr.run = run_near;
	}
	code->reg = emit_register(e, code->lane, instr.run == run_near
				  ? 0 : block_bytes(emit_scalar(e, node)));
	instr.lane = emit_lane_id(code->lane);
	instr.result = code->reg;
	emit_instr(e, home, instr);
}

static void emit_result(Emit *e, const Node *node, Scope *home, NodeCode *code)
{
	const NodeCode *of = &e->nodes[node->kids[0]->id];

	(void)home;
	emit(e, node->kids[0]);
	code->reg = of->results[node->number];
	code->lane = of->lane;
}

/* Array accumulators are there already. */
static void emit_arrays(Emit *e, const Node *node, Scope *home, NodeCode *code)
{
	(void)e;
	(void)node;
	(void)home;
	(void)code;
}

static void emit_stored(Emit *e, const Node *node, Scope *home, NodeCode *code)
{
	code->lane = emit_lane_of(node->deps, home);
	for (int i = 0; i < node->stored->count; i++)
		e->buffer_lanes[node->stored->buffers[i]->id] = code->lane;
	emit_stmts(e, node->stored->stmts, home, code->lane);
}

static EmitNode *const emits[NODE_KINDS] = {
	[NODE_CONST] = emit_const,
	[NODE_INDEX] = emit_index,
	[NODE_LINEAR] = emit_index,
	[NODE_DIV] = emit_index,
	[NODE_MOD] = emit_index,
	[NODE_CLAMP] = emit_index,
	[NODE_CHECK] = emit_check,
	[NODE_OP] = emit_block,
	[NODE_CONVERT] = emit_block,
	[NODE_BITS] = emit_bits,
	[NODE_SELECT] = emit_block,
	[NODE_BOUND] = emit_block,
	[NODE_LOAD] = emit_load,
	[NODE_ARRAYS] = emit_arrays,
	[NODE_FOLD] = emit_fold,
	[NODE_BRANCH] = emit_branch,
	[NODE_RESULT] = emit_result,
	[NODE_STORED] = emit_stored,
};

static void emit(Emit *e, const Node *node)
{
	NodeCode *code = &e->nodes[node->id];

	if (code->emitted)
		return;
	code->emitted = true;
	emits[node->kind](e, node, plan_home(e->graph, node), code);
}
