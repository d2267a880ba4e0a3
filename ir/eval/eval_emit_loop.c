/* Emitting what runs code of its own: loops that fill arrays, folds, branches;
 * and the whole program. */
#include <assert.h>
#include <string.h>

#include "base/checked.h"
#include "ir/eval/eval_emit.h"

/* Bytes of registers of one block, and of memory for all its lanes. Where lanes
 * wait for the last of them, few do. */
enum { BLOCK_BYTES = 32 << 10, COPIES_BYTES = 4 << 20, LANES_MIN = 256,
       LANES_WAITING_MIN = 64, LANES_MAX = 1024, FETCHED_BYTES = 128 << 10 };

static Loop *loop_new(Emit *e, const Scope *scope, const Scope *step)
{
	Loop *loop = ARENA_NEW(e->graph->arena, Loop);

	loop->index = scope->code->index;
	loop->count = scope->count;
	loop->lane = scope->code->lanes ? scope->code->id : -1;
	loop->each = &scope->code->code;
	loop->step = step ? &step->code->code : NULL;
	return loop;
}

static void emit_loop(Emit *e, Scope *scope, const Scope *step, Scope *home)
{
	emit_instr(e, home, (Instr){
		.run = scope->code->lanes ? run_lanes : run_loop, .lane = -1,
		.loop = loop_new(e, scope, step) });
}

/* -- filling arrays -------------------------------------------------------- */

static void emit_store(Emit *e, const Stmt *stmt, Scope *home,
		       const Scope *lane)
{
	Operand value = emit_operand(e, stmt->value, home);
	Buffer *buffer = stmt->place->buffer;
	Instr instr = { .run = run_store, .lane = emit_lane_id(lane),
			.args = { value.reg }, .access = emit_access(e, buffer),
			.uniform = !value.lane };
	bool opaque;

	instr.cell = emit_cell(e, buffer, stmt->place->kids[0], home,
				 &opaque);
	if (opaque) {
		instr.run = run_scatter;
		instr.args[1] = emit_register(e, lane, sizeof(int64_t));
	}
	emit_instr(e, home, instr);
}

/* lane: the lanes this is done for, or NULL. */
void emit_stmts(Emit *e, const Stmt *stmts, Scope *home, const Scope *lane)
{
	for (const Stmt *s = stmts; s; s = s->next) {
		const Scope *inner = lane;

		if (!s->loop) {
			emit_store(e, s, home, lane);
			continue;
		}
		emit_enter(e, s->loop);
		if (!lane && s->loop->plan->lanes) {
			emit_make_lanes(e, s->loop);
			inner = s->loop;
		}
		emit_stmts(e, s->body, s->loop, inner);
		emit_loop(e, s->loop, NULL, home);
	}
}

/* -- folds ----------------------------------------------------------------- */

static void emit_copy(Emit *e, Scope *home, int result, const Scope *lane,
		      Operand from, Scalar scalar)
{
	emit_instr(e, home, (Instr){
		.run = run_copy, .lane = emit_lane_id(lane), .result = result,
		.args = { from.reg }, .access = access_raw(scalar),
		.uniform = lane && !from.lane });
}

static void emit_initial(Emit *e, const Fold *fold, Scope *home,
			 NodeCode *code)
{
	code->results = ARENA_ARRAY(e->graph->arena, int, fold->acc_count + 1);
	for (int i = 0; i < fold->acc_count; i++) {
		const Node *acc = fold->accs[i];
		Operand initial = emit_operand(e, fold->initial[i], home);
		Scalar scalar = emit_scalar(e, acc);
		int reg = emit_register(e, code->lane, block_bytes(scalar));

		code->results[i] = reg;
		e->nodes[acc->id] = (NodeCode){ .emitted = true, .reg = reg,
						.lane = code->lane };
		emit_copy(e, home, reg, code->lane, initial, scalar);
	}
	for (int i = 0; i < fold->array_count; i++) {
		e->buffer_lanes[fold->now[i]->id] = code->lane;
		e->buffer_lanes[fold->then[i]->id] = code->lane;
	}
	for (int i = 0; i < fold->all_count; i++)
		e->buffer_lanes[fold->all[i]->id] = code->lane;
	emit_stmts(e, fold->before, home, code->lane);
}

/* A fold by one op, of the block's elements at once. */
static void emit_simple(Emit *e, const Fold *fold, int i, int part, int acc)
{
	const Node *next = fold->next[i];
	Instr instr = { .run = run_fold, .lane = fold->each->code->id,
			.result = acc,
			.block = block_fold(e->graph->domain, next->op,
					    emit_scalar(e, next)) };
	int count = 0;

	for (int k = 0; k < next->kid_count; k++) {
		Operand arg;

		if (k == part)
			continue;
		arg = emit_operand(e, next->kids[k], fold->each);
		instr.args[count] = arg.reg;
		instr.uniform |= (unsigned)!arg.lane << count++;
	}
	emit_instr(e, fold->each, instr);
}

/* Whether the register of the next value can become the accumulator's. */
static bool can_swap(const Emit *e, const Fold *fold, const Node *next,
		     const Scope *lane)
{
	bool owned = next->kind == NODE_OP || next->kind == NODE_SELECT
		  || next->kind == NODE_BITS
		  || (next->kind == NODE_CONVERT && emit_scalar(e, next)
		      != emit_scalar(e, next->kids[0]));

	if (!owned || e->plan->uses[next->id] != 1
	    || plan_home(e->graph, next) != fold->step)
		return false;
	assert(e->nodes[next->id].lane == lane);
	return true;
}

/* The register that holds the accumulator's next value. */
static int emit_next(Emit *e, const Fold *fold, int i, const Scope *lane)
{
	const Node *next = fold->next[i];
	Operand value = emit_operand(e, next, fold->step);
	int reg = value.reg;

	if (can_swap(e, fold, next, lane))
		return reg;
	reg = emit_register(e, lane, block_bytes(emit_scalar(e, next)));
	emit_copy(e, fold->step, reg, lane, value, emit_scalar(e, next));
	return reg;
}

static void emit_leave(Emit *e, const Fold *fold)
{
	Operand stop = emit_operand(e, fold->stop, fold->step);

	if (stop.lane)
		stop.lane->code->leaves = true;
	emit_instr(e, fold->step, (Instr){ .run = run_leave,
					   .lane = emit_lane_id(stop.lane),
					   .args = { stop.reg } });
}

/* In place, all new values are computed before the first is stored. */
static void emit_values(Emit *e, const Fold *fold)
{
	for (const Stmt *s = fold->during; s && !fold->all_count; s = s->next)
		if (fold->aim && !s->loop)
			emit_operand(e, s->value, fold->step);
}

static void emit_swap(Emit *e, const Fold *fold, int acc, int next)
{
	emit_instr(e, fold->step, (Instr){ .run = run_swap, .lane = -1,
					   .result = acc, .args = { next } });
}

/* Steps wait for memory one after the other, but may know before the first of a
 * block where all of them store. */
static void emit_fetch(Emit *e, const Fold *fold, const Stmt *store)
{
	const Node *index = store->place->kids[0];
	const Buffer *buffer = store->place->buffer;
	const Access *access = emit_access(e, buffer);
	Operand at;

	if (deps_has(index->deps, fold->step)
	    || buffer->elements < FETCHED_BYTES / (int64_t)access->bytes)
		return;
	at = emit_operand(e, index, fold->each);
	if (at.lane == fold->each)
		emit_instr(e, fold->each, (Instr){
			.run = run_fetch, .lane = emit_lane_id(at.lane),
			.args = { at.reg }, .number = buffer->id,
			.access = access });
}

static void emit_step(Emit *e, const Fold *fold, const NodeCode *code)
{
	int *next = ARENA_ARRAY(e->graph->arena, int, fold->acc_count + 1);
	const int last = fold->acc_count - fold->early;
	int part;

	for (int i = last; i < fold->acc_count; i++)
		emit_swap(e, fold, code->results[i],
			  emit_next(e, fold, i, code->lane));
	if (fold->stop)
		emit_leave(e, fold);
	for (int i = 0; i < last; i++) {
		bool simple = fold->each->code->lanes
			   && plan_is_simple(e->plan, fold, i, &part);

		if (simple)
			emit_simple(e, fold, i, part, code->results[i]);
		next[i] = simple ? -1 : emit_next(e, fold, i, code->lane);
	}
	emit_values(e, fold);
	emit_stmts(e, fold->during, fold->step, code->lane);
	for (int i = 0; i < last; i++)
		if (next[i] >= 0)
			emit_swap(e, fold, code->results[i], next[i]);
	for (int i = 0; i < fold->array_count; i++)
		emit_instr(e, fold->step, (Instr){
			.run = run_swap_buffers, .lane = -1,
			.result = fold->now[i]->id,
			.args = { fold->then[i]->id } });
}

void emit_fold(Emit *e, const Node *node, Scope *home, NodeCode *code)
{
	const Fold *fold = node->fold;

	code->lane = emit_lane_of(node->deps, home);
	emit_initial(e, fold, home, code);
	emit_enter(e, fold->each);
	emit_enter(e, fold->step);
	fold->step->code->lane = code->lane;
	if (!code->lane && fold->each->plan->lanes) {
		emit_make_lanes(e, fold->each);
		for (const Stmt *s = fold->during; s && fold->aim; s = s->next)
			if (!s->loop)
				emit_fetch(e, fold, s);
		fold->step->code->serial = true;
	}
	emit_step(e, fold, code);
	emit_loop(e, fold->each, fold->step, home);
}

/* -- branches -------------------------------------------------------------- */

static Merge merge_of(Emit *e, const Branch *branch, int i,
		      const Scope *lane, bool uniform, int result)
{
	Merge merge = { .result = result, .uniform = uniform };

	for (int side = 0; side < 2; side++) {
		Operand value = emit_operand(e, branch->results[side][i],
					     branch->sides[side]);

		merge.args[side] = value.reg;
		merge.uniform |= (unsigned)!value.lane << (side + 1);
	}
	if (!lane)
		merge.uniform = 0;
	merge.select = block_select(block_bytes(
				emit_scalar(e, branch->results[0][i])));
	return merge;
}

void emit_branch(Emit *e, const Node *node, Scope *home, NodeCode *code)
{
	const Branch *branch = node->branch;
	Fork *fork = ARENA_NEW(e->graph->arena, Fork);
	Merge *merges = ARENA_ARRAY(e->graph->arena, Merge,
				    branch->result_count);
	Operand condition = emit_operand(e, branch->condition, home);

	code->lane = emit_lane_of(node->deps, home);
	code->results = ARENA_ARRAY(e->graph->arena, int,
				    branch->result_count);
	fork->condition = condition.reg;
	for (int side = 0; side < 2; side++) {
		Operand mask = emit_operand(e, branch->masks[side], home);

		emit_enter(e, branch->sides[side]);
		fork->masks[side] = mask.reg;
		fork->mask_lanes[side] = emit_lane_id(mask.lane);
		fork->sides[side] = &branch->sides[side]->code->code;
	}
	for (int i = 0; i < branch->result_count; i++) {
		code->results[i] = emit_register(e, code->lane, block_bytes(
				emit_scalar(e, branch->results[0][i])));
		merges[i] = merge_of(e, branch, i, code->lane,
				     !condition.lane, code->results[i]);
	}
	fork->merge_count = branch->result_count;
	fork->merges = merges;
	emit_instr(e, home, (Instr){ .run = run_fork, .fork = fork,
				     .lane = emit_lane_id(code->lane) });
}

/* -- the whole ------------------------------------------------------------- */

static int64_t width_of(const Emit *e, int lane)
{
	const EvalCode *code = e->code;
	const Scope *scope = e->lane_scopes[lane];
	const int64_t least = scope->code->leaves ? LANES_WAITING_MIN
						  : LANES_MIN;
	int64_t width = LANES_MAX, bytes = 1, copies = 1;

	for (int i = 0; i < code->register_count; i++)
		if (code->registers[i].lane == lane)
			bytes += (int64_t)code->registers[i].bytes;
	for (int i = 0; i < e->graph->buffer_count; i++)
		if (e->buffer_lanes[i] == scope)
			copies += (int64_t)code->buffers[i].bytes;
	if (width > BLOCK_BYTES / bytes)
		width = BLOCK_BYTES / bytes;
	if (width < least)
		width = least;
	if (width > COPIES_BYTES / copies)
		width = COPIES_BYTES / copies;
	if (e->width && width > e->width)
		width = e->width;
	if (width > scope->count)
		width = scope->count;
	return width < 1 ? 1 : width;
}

static void need(EvalCode *code, int buffer, int instr)
{
	if (code->buffers[buffer].first < 0)
		code->buffers[buffer].first = instr;
	code->buffers[buffer].last = instr;
}

static void need_all(EvalCode *code, const Code *part, int at)
{
	for (int i = 0; i < part->count; i++) {
		const Instr *in = &part->items[i];
		int main = at < 0 ? i : at;

		if (in->cell && in->cell->buffer >= 0)
			need(code, in->cell->buffer, main);
		if (in->run == run_swap_buffers) {
			need(code, in->result, main);
			need(code, in->args[0], main);
		}
		if (in->loop)
			need_all(code, in->loop->each, main);
		if (in->loop && in->loop->step)
			need_all(code, in->loop->step, main);
		for (int side = 0; in->fork && side < 2; side++)
			need_all(code, in->fork->sides[side], main);
	}
}

/* SIZE_MAX when they cannot be counted. */
static size_t buffer_bytes(const Emit *e, const Buffer *buffer)
{
	int64_t bytes;

	return checked_mul(buffer->elements,
			   (int64_t)emit_access(e, buffer)->bytes, &bytes)
		? (size_t)bytes : SIZE_MAX;
}

static void finish(Emit *e)
{
	EvalCode *code = e->code;

	code->main = e->graph->root->code->code;
	code->buffer_count = e->graph->buffer_count;
	code->buffers = ARENA_ARRAY(e->graph->arena, BufferCode,
				    code->buffer_count);
	for (int i = 0; i < code->buffer_count; i++) {
		const Buffer *buffer = e->graph->buffers[i];

		code->buffers[i] = (BufferCode){
			.lane = emit_lane_id(e->buffer_lanes[i]),
			.bytes = buffer_bytes(e, buffer),
			.external = buffer->external,
			.data = buffer->data, .origin = buffer->origin,
			.first = -1, .last = -1 };
	}
	code->widths = ARENA_ARRAY(e->graph->arena, int64_t,
				   code->lane_count + 1);
	for (int i = 0; i < code->lane_count; i++)
		code->widths[i] = width_of(e, i);
	need_all(code, &code->main, -1);
}

const EvalCode *emit_code(Graph *graph, const Plan *plan, const Stmt *stmts,
			  int64_t width)
{
	Emit e = { .graph = graph, .plan = plan, .width = width };

	e.code = ARENA_NEW(graph->arena, EvalCode);
	e.nodes = ARENA_ARRAY(graph->arena, NodeCode, graph->node_count + 1);
	e.buffer_lanes = ARENA_ARRAY(graph->arena, const Scope *,
				     graph->buffer_count + 1);
	emit_register(&e, NULL, sizeof(int64_t));
	emit_enter(&e, graph->root);
	emit_stmts(&e, stmts, graph->root, NULL);
	finish(&e);
	return e.code;
}
