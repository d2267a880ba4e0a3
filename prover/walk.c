/* Statements, one after the other. */
#include "prover/walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen_opencl/pass.h"
#include "codegen_opencl/source.h"

/* -- lists ----------------------------------------------------------------- */

static void *grown(Arena *arena, void *items, int count, int *capacity,
		   size_t size)
{
	void *made;

	if (count < *capacity)
		return items;
	*capacity = 2 * *capacity + 16;
	made = arena_alloc(arena, size * (size_t)*capacity);
	if (count)
		memcpy(made, items, size * (size_t)count);
	return made;
}

void walk_refuse(Walk *w, const char *format, ...)
{
	char text[200];
	va_list args;

	if (w->unknown)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	w->unknown = arena_strdup(w->arena, text);
}

static const char *index_text(Arena *arena, const Affine *index)
{
	Text text = { 0 };
	const char *kept;

	source_index(&text, index, false);
	kept = arena_strdup(arena, text_string(&text));
	text_free(&text);
	return kept;
}

Duty *walk_duty(Walk *w, const Term *holds, const Term *value,
		const char *what, const Affine *index)
{
	if (term_is_true(holds))
		return NULL;
	w->duties = grown(w->arena, w->duties, w->duty_count,
			  &w->duty_capacity, sizeof *w->duties);
	w->duties[w->duty_count++] = (Duty){
		.stmt = w->stmt, .around = w->around, .when = w->when,
		.holds = holds, .value = value, .what = what,
		.text = index ? index_text(w->arena, index) : NULL };
	return &w->duties[w->duty_count - 1];
}

static Event *add_event(Walk *w, Event event)
{
	Event *made = ARENA_NEW(w->arena, Event);

	*made = event;
	made->at = w->event_count;
	made->stmt = w->stmt;
	made->when = w->when;
	made->around = w->around;
	w->events = grown(w->arena, w->events, w->event_count,
			  &w->event_capacity, sizeof *w->events);
	w->events[w->event_count++] = made;
	return made;
}

/* -- memory ---------------------------------------------------------------- */

/* An output over an input is that input. */
static int object_of(const Artifact *artifact, int index)
{
	const ArtifactBuffer *buffer = &artifact->buffers[index];

	if (buffer->role != BUFFER_OUTPUT || buffer->into < 0)
		return index;
	for (int i = 0; i < artifact->buffer_count; i++)
		if (artifact->buffers[i].role == BUFFER_INPUT
		    && artifact->buffers[i].port == buffer->into)
			return i;
	return index;
}

Memory *walk_memory(Walk *w, const Buffer *buffer)
{
	const Artifact *artifact = w->kernels->artifact;
	bool global = buffer->space == SPACE_GLOBAL;
	int object = global ? object_of(artifact, buffer->index) : -1;
	Memory *made;

	for (int i = 0; i < w->memory_count; i++)
		if (w->memories[i]->buffer == buffer
		    || (global && w->memories[i]->object == object))
			return w->memories[i];
	made = ARENA_NEW(w->arena, Memory);
	*made = (Memory){ .buffer = buffer, .space = buffer->space,
			  .object = object, .elements = buffer->elements };
	if (global)
		made->given = artifact->buffers[object].role == BUFFER_INPUT;
	w->memories = grown(w->arena, w->memories, w->memory_count,
			    &w->memory_capacity, sizeof *w->memories);
	w->memories[w->memory_count++] = made;
	return made;
}

static void within_bounds(Walk *w, const Event *event, const Affine *index)
{
	const Term *inside = term_and(w->terms,
		term_least(w->terms, event->first),
		term_upto(w->terms, event->end,
			  term_number(w->terms, event->memory->elements)));
	Duty *duty;

	duty = walk_duty(w, inside, event->first, NULL, index);
	if (duty)
		duty->elements = event->memory->elements;
}

/* -- loads ----------------------------------------------------------------- */

static void add_load(Walk *w, const Code *code)
{
	const Term *first = walk_index(w, code->index);
	Event *event = add_event(w, (Event){ .kind = EVENT_LOAD });

	event->memory = walk_memory(w, code->buffer);
	event->first = first;
	event->end = term_plus(w->terms, first, code->width);
	within_bounds(w, event, code->index);
}

static void add_loads(Walk *w, const Code *code);

static void add_loads_if(Walk *w, const Term *which, const Code *code)
{
	const Term *when = w->when;

	w->when = term_and(w->terms, when, which);
	if (!term_is_false(w->when))
		add_loads(w, code);
	w->when = when;
}

/* The second of && and ||, and one of a choice, are not always computed. */
static void add_loads(Walk *w, const Code *code)
{
	bool both = code->kind == CODE_INFIX && !strcmp(code->name, "&&");
	bool either = code->kind == CODE_INFIX && !strcmp(code->name, "||");
	const Term *which;

	if (code->kind == CODE_LOAD)
		add_load(w, code);
	if (!both && !either && code->kind != CODE_COND) {
		for (int i = 0; i < code->count; i++)
			add_loads(w, code->args[i]);
		return;
	}
	add_loads(w, code->args[0]);
	if (!code_loads(code, NULL))
		return;
	which = walk_value(w, code->args[0], 0);
	if (!which->truth)
		which = term_not(w->terms, term_equal(w->terms, which,
				 term_number(w->terms, 0)));
	add_loads_if(w, either ? term_not(w->terms, which) : which,
		     code->args[1]);
	if (code->kind == CODE_COND)
		add_loads_if(w, term_not(w->terms, which), code->args[2]);
}

/* -- values ---------------------------------------------------------------- */

static void must_be_set(void *context, Var *var)
{
	Walk *w = context;

	if (!walk_slot(w, var)->set)
		walk_refuse(w, "a variable that may be read before it is set");
}

static void set_slot(Walk *w, const Var *var, const Code *value)
{
	Slot *slot = walk_slot(w, var);

	slot->set = value != NULL;
	for (int i = 0; i < var->width && slot->needed; i++)
		slot->lanes[i] = value ? walk_value(w, value, i) : NULL;
}

/* Its scalar type cuts what is given to it. */
static void cut_slot(Walk *w, const Var *var)
{
	Slot *slot = walk_slot(w, var);
	int64_t lo, hi;

	walk_range(var->wide ? SCALAR_I64 : var->scalar, &lo, &hi);
	for (int i = 0; i < var->width && slot->needed; i++) {
		const Term *value = slot->lanes[i];

		if (!value || value->truth)
			continue;
		if (var->kind == VAR_BASE)
			walk_duty(w, term_within(w->terms, value, lo, hi),
				  value, var->wide ? "long" : "int", NULL);
		else
			slot->lanes[i] = walk_wrapped(w, value, var->scalar);
	}
}

static void set_any(Walk *w, const Var *var)
{
	Slot *slot = walk_slot(w, var);

	for (int i = 0; i < var->width && slot->needed; i++)
		slot->lanes[i] = walk_any(w, var->scalar,
					  "a value of other rounds");
}

static void forget_assigned(Walk *w, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_ASSIGN)
			set_any(w, stmt->var);
		if (stmt->body)
			forget_assigned(w, stmt->body);
		if (stmt->other)
			forget_assigned(w, stmt->other);
	}
}

/* -- stores ---------------------------------------------------------------- */

/* Of a line of which a part is written: lanes max(-at, 0) to min(n - at, n)
 * (source_head.c, source_part). */
static void cut_to_part(Walk *w, Event *event, const Stmt *stmt)
{
	Terms *t = w->terms;
	const Term *at = walk_value(w, stmt->start, 0);
	const Term *n = term_number(t, stmt->value->width);
	const Term *begin = term_max(t, term_times(t, at, -1),
				     term_number(t, 0));

	event->end = term_add(t, event->first,
			      term_min(t, term_sub(t, n, at), n));
	event->first = term_add(t, event->first, begin);
}

static void walk_store(Walk *w, const Stmt *stmt)
{
	const Term *first = walk_index(w, stmt->index);
	Event *event = add_event(w, (Event){ .kind = EVENT_STORE });

	event->memory = walk_memory(w, stmt->buffer);
	event->memory->stored = true;
	event->first = first;
	event->end = term_plus(w->terms, first, stmt->value->width);
	if (stmt->start)
		cut_to_part(w, event, stmt);
	within_bounds(w, event, stmt->index);
}

/* -- blocks ---------------------------------------------------------------- */

static void walk_block(Walk *w, const Block *block);

static unsigned fences_in(const Block *block)
{
	unsigned fences = 0;

	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_BARRIER)
			fences |= FENCE_ANY | stmt->fence;
		if (stmt->body)
			fences |= fences_in(stmt->body);
		if (stmt->other)
			fences |= fences_in(stmt->other);
	}
	return fences;
}

static bool leaves(const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_LEAVE
		    || (stmt->kind == STMT_IF
			&& (leaves(stmt->body)
			    || (stmt->other && leaves(stmt->other)))))
			return true;
	}
	return false;
}

/* What is set behind a branch or a loop: of each slot a copy from before. */
static Slot *copy_slots(const Walk *w)
{
	Slot *copy = base_malloc(sizeof *copy * (size_t)(w->slot_count + 1));

	memcpy(copy, w->slots, sizeof *copy * (size_t)w->slot_count);
	return copy;
}

static const Term *merged(Walk *w, const Term *which, const Term *yes,
			  const Term *no)
{
	if (!yes || !no || yes->truth != no->truth)
		return yes == no ? yes : NULL;
	return term_choose(w->terms, which, yes, no);
}

/* Slots hold what the other branch left, yes what the first did. */
static void merge_slots(Walk *w, const Term *which, const Slot *yes)
{
	for (int i = 0; i < w->slot_count; i++) {
		Slot *slot = &w->slots[i];

		slot->set &= yes[i].set;
		for (int lane = 0; lane < slot->var->width && slot->needed;
		     lane++)
			slot->lanes[lane] = merged(w, which,
						   yes[i].lanes[lane],
						   slot->lanes[lane]);
	}
}

static void walk_branch(Walk *w, const Term *when, const Block *block)
{
	w->when = when;
	if (block && !term_is_false(when))
		walk_block(w, block);
}

static void walk_if(Walk *w, const Stmt *stmt)
{
	const Term *when = w->when, *which = walk_value(w, stmt->value, 0);
	Event *begin = add_event(w, (Event){ .kind = EVENT_IF }), *other;
	Slot *before = copy_slots(w), *yes;

	begin->condition = which;
	begin->fences = fences_in(stmt->body)
		      | (stmt->other ? fences_in(stmt->other) : 0);
	walk_branch(w, term_and(w->terms, when, which), stmt->body);
	yes = copy_slots(w);
	memcpy(w->slots, before, sizeof *before * (size_t)w->slot_count);
	w->stmt = stmt;
	w->when = when;
	other = add_event(w, (Event){ .kind = EVENT_ELSE });
	begin->other = other->at;
	other->fences = begin->fences;
	walk_branch(w, term_and(w->terms, when, term_not(w->terms, which)),
		    stmt->other);
	if (!term_is_number(which))
		merge_slots(w, which, yes);
	else if (term_is_true(which))
		memcpy(w->slots, yes, sizeof *yes * (size_t)w->slot_count);
	w->when = when;
	begin->fi = other->fi = add_event(w, (Event){ .kind = EVENT_FI })->at;
	free(before);
	free(yes);
}

/* -- loops ----------------------------------------------------------------- */

static int64_t step_of(Walk *w, const Stmt *stmt)
{
	const Term *step = stmt->step ? walk_value(w, stmt->step, 0)
				      : term_number(w->terms, 1);

	if (term_is_number(step) && step->constant > 0)
		return step->constant;
	walk_refuse(w, "a loop whose step is no positive number");
	return 1;
}

static const char *var_text(Walk *w, const Var *var)
{
	Text text = { 0 };
	const char *kept;

	source_var(&text, var);
	kept = arena_strdup(w->arena, text_string(&text));
	text_free(&text);
	return kept;
}

static Around *around_of(Walk *w, const Stmt *stmt)
{
	Terms *t = w->terms;
	int64_t step = step_of(w, stmt), most;
	const Term *start = stmt->start ? walk_value(w, stmt->start, 0)
					: term_number(t, 0);
	const Term *limit = term_number(t, stmt->extent);
	Around *a = ARENA_NEW(w->arena, Around);

	if (start->lo <= -TERM_FAR)
		walk_refuse(w, "a loop whose start is not known");
	most = stmt->extent - 1 - start->lo;
	*a = (Around){ .loop = stmt, .up = w->around,
		       .depth = w->around ? w->around->depth + 1 : 1,
		       .once = start->hi < stmt->extent,
		       .left = leaves(stmt->body),
		       .fences = fences_in(stmt->body) };
	a->round = term_name(t, (TermName){ .kind = NAME_ROUND, .owner = a,
					    .text = var_text(w, stmt->var) },
			     0, most < 0 ? 0 : most / step);
	a->counter = term_add(t, start, term_times(t, a->round, step));
	a->within = most < 0 ? term_truth(t, false)
			     : term_below(t, a->counter, limit);
	a->last = term_not(t, term_below(t, term_plus(t, a->counter, step),
					 limit));
	return a;
}

/* The counter goes one step beyond. */
static void counter_fits(Walk *w, const Around *a)
{
	const Stmt *stmt = a->loop;
	Scalar type = stmt->var->wide ? SCALAR_I64 : stmt->var->scalar;
	const Term *beyond = term_plus(w->terms, a->counter, step_of(w, stmt));
	int64_t lo, hi;

	walk_range(type, &lo, &hi);
	walk_duty(w, term_within(w->terms, beyond, lo, hi), beyond,
		  scalar_rows[type].opencl, NULL);
}

static void walk_rounds(Walk *w, const Stmt *stmt, Around *around)
{
	const Term *when = w->when;
	Slot *slot = walk_slot(w, stmt->var), *before = copy_slots(w);
	bool sure = around->once && !around->left;

	w->around = around;
	forget_assigned(w, stmt->body);
	slot->lanes[0] = around->counter;
	slot->set = true;
	w->when = term_and(w->terms, when, around->within);
	counter_fits(w, around);
	walk_block(w, stmt->body);
	w->when = when;
	w->around = around->up;
	for (int i = 0; i < w->slot_count; i++) {
		if (!sure)
			w->slots[i].set = before[i].set;
		memcpy(w->slots[i].lanes, before[i].lanes,
		       sizeof before[i].lanes);
	}
	forget_assigned(w, stmt->body);
	free(before);
}

static void walk_loop(Walk *w, const Stmt *stmt)
{
	Around *around = around_of(w, stmt);

	around->begin = add_event(w, (Event){ .kind = EVENT_LOOP })->at;
	w->events[around->begin]->around = around;
	if (!term_is_false(around->within))
		walk_rounds(w, stmt, around);
	w->stmt = stmt;
	w->around = around;
	around->end = add_event(w, (Event){ .kind = EVENT_END })->at;
	w->around = around->up;
}

bool walk_is_in(const Around *around, const Around *loop)
{
	while (around && around != loop)
		around = around->up;
	return around == loop;
}

const Around *walk_common(const Around *a, const Around *b)
{
	while (a && !walk_is_in(b, a))
		a = a->up;
	return a;
}

/* -- all ------------------------------------------------------------------- */

static void walk_leave(Walk *w, const Stmt *stmt)
{
	const Term *which = walk_value(w, stmt->value, 0);

	add_event(w, (Event){ .kind = EVENT_LEAVE })->condition = which;
	w->when = term_and(w->terms, w->when, term_not(w->terms, which));
}

static void walk_stmt(Walk *w, const Stmt *stmt)
{
	w->stmt = stmt;
	w->fetched_count = 0;
	stmt_vars(stmt, must_be_set, w);
	if (stmt->value)
		add_loads(w, stmt->value);
	switch (stmt->kind) {
	case STMT_DECLARE:
	case STMT_ASSIGN:
		set_slot(w, stmt->var, stmt->value);
		cut_slot(w, stmt->var);
		break;
	case STMT_STORE:
		walk_store(w, stmt);
		break;
	case STMT_LOOP:
		walk_loop(w, stmt);
		break;
	case STMT_IF:
		walk_if(w, stmt);
		break;
	case STMT_LEAVE:
		walk_leave(w, stmt);
		break;
	case STMT_BARRIER:
		add_event(w, (Event){ .kind = EVENT_BARRIER })->fences =
			FENCE_ANY | stmt->fence;
		break;
	default:
		walk_refuse(w, "a statement that was not lowered");
	}
}

static void walk_block(Walk *w, const Block *block)
{
	const Term *when = w->when;

	for (int i = 0; i < block->count && !w->unknown; i++)
		walk_stmt(w, block->items[i]);
	w->when = when;
}

/* -- work-items ------------------------------------------------------------ */

static const Term *id_name(Walk *w, NameKind kind, char letter, int dim,
			   int64_t count)
{
	const char *text = arena_printf(w->arena, "%c%d", letter, dim);

	return term_name(w->terms, (TermName){ .kind = kind, .text = text },
			 0, count - 1);
}

static bool is_grouped(const Walk *w)
{
	const Kernel *kernel = w->kernel;

	for (int i = 0; i < kernel->array_count; i++)
		if (kernel->arrays[i]->space == SPACE_LOCAL)
			return true;
	for (int i = 0; i < w->slot_count; i++)
		if (w->slots[i].var->kind == VAR_ID
		    && w->slots[i].var->letter != 'g')
			return true;
	return fences_in(kernel->prologue) || fences_in(kernel->top);
}

/* The variables of parallel maps that are spread over just these items have
 * the same name. */
static void set_id(Walk *w, char letter, int dim, const Term *value)
{
	int64_t lo, hi;

	for (int i = 0; i < w->slot_count; i++) {
		Slot *slot = &w->slots[i];
		const Var *var = slot->var;

		if (var->kind != VAR_ID || var->letter != letter
		    || var->number != dim)
			continue;
		slot->lanes[0] = value;
		slot->set = true;
		walk_range(var->wide ? SCALAR_I64 : SCALAR_I32, &lo, &hi);
		walk_duty(w, term_within(w->terms, value, lo, hi), value,
			  var->wide ? "long" : "int", NULL);
	}
}

static void set_ids(Walk *w)
{
	const Kernel *kernel = w->kernel;

	w->grouped = is_grouped(w);
	for (int d = 0; d < DEVICE_DIMS; d++) {
		int64_t local = w->grouped ? kernel->local[d] : 1;
		const Term *group, *item, *global;

		group = id_name(w, w->grouped ? NAME_GROUP : NAME_ITEM,
				w->grouped ? 'w' : 'g', d,
				kernel->global[d] / local);
		item = id_name(w, NAME_ITEM, 'l', d, local);
		global = term_add(w->terms, term_times(w->terms, group, local),
				  item);
		w->groups[d] = group;
		w->items[d] = item;
		set_id(w, 'g', d, global);
		set_id(w, 'w', d, group);
		set_id(w, 'l', d, item);
	}
}

static void set_arguments(Walk *w)
{
	for (int i = 0; i < w->slot_count; i++) {
		Slot *slot = &w->slots[i];
		const Port *port;
		int64_t lo, hi;

		if (slot->var->kind != VAR_ARGUMENT)
			continue;
		slot->set = true;
		if (scalar_is_float(slot->var->scalar))
			continue;
		port = &w->kernels->program->in_ports[slot->var->number];
		walk_range(slot->var->scalar, &lo, &hi);
		slot->lanes[0] = slot->var->scalar == SCALAR_BOOL
			? term_open(w->terms, (TermName){
				.kind = NAME_ARGUMENT,
				.text = var_text(w, slot->var) })
			: term_name(w->terms, (TermName){
				.kind = NAME_ARGUMENT, .loose = !port->ranged,
				.text = var_text(w, slot->var) },
				port->ranged ? port->ilo : lo,
				port->ranged ? port->ihi : hi);
	}
}

Walk *walk_kernel(Arena *arena, Terms *terms, const Kernels *kernels,
		  Kernel *kernel)
{
	Walk *w = ARENA_NEW(arena, Walk);

	*w = (Walk){ .arena = arena, .terms = terms, .kernels = kernels,
		     .kernel = kernel, .when = term_truth(terms, true) };
	walk_slots(w);
	set_ids(w);
	set_arguments(w);
	walk_block(w, kernel->prologue);
	walk_block(w, kernel->top);
	walk_stores(w);
	if (terms->overflow)
		walk_refuse(w, "numbers of more than 61 bits");
	return w;
}
