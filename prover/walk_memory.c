/* Accesses: what is loaded and stored, and that it lies within its array. */

#include "prover/walk.h"

/* -- memory ---------------------------------------------------------------- */

/* An output over an input is that input. Intermediate arrays are none: those
 * that share a buffer are not there at a time. */
static int object_of(const Artifact *artifact, int index)
{
	const ArtifactBuffer *buffer = &artifact->buffers[index];

	if (buffer->role == BUFFER_TEMP)
		return -1;
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
		    || (object >= 0 && w->memories[i]->object == object))
			return w->memories[i];
	made = ARENA_NEW(w->arena, Memory);
	*made = (Memory){ .buffer = buffer, .space = buffer->space,
			  .object = object,
			  .elements = buffer->size
				? walk_size(w, buffer->size)
				: buffer->elements };
	if (object >= 0)
		made->given = artifact->buffers[object].role == BUFFER_INPUT;
	w->memories = walk_grown(w->arena, w->memories, w->memory_count,
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
	Event *event = walk_event(w, (Event){ .kind = EVENT_LOAD });

	event->memory = walk_memory(w, code->buffer);
	event->first = first;
	event->end = term_plus(w->terms, first, code->width);
	within_bounds(w, event, code->index);
}

static void add_loads_if(Walk *w, const Term *which, const Code *code)
{
	const Term *when = w->when;

	w->when = term_and(w->terms, when, which);
	if (!term_is_false(w->when))
		walk_loads(w, code);
	w->when = when;
}

/* The second of && and ||, and one of a choice, are not always computed. */
void walk_loads(Walk *w, const Code *code)
{
	bool both = code->kind == CODE_INFIX && code->op == OPERATOR_AND;
	bool either = code->kind == CODE_INFIX && code->op == OPERATOR_OR;
	const Term *which;

	if (code->kind == CODE_LOAD)
		add_load(w, code);
	if (!both && !either && code->kind != CODE_COND) {
		for (int i = 0; i < code->count; i++)
			walk_loads(w, code->args[i]);
		return;
	}
	walk_loads(w, code->args[0]);
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

/* -- stores ---------------------------------------------------------------- */

/* Of a line of which a part is written: lanes max(-at, 0) to min(n - at, n)
 * (source_head.c, source_part). That is of n elements from first - at on those
 * which the vector has; where it was moved to stay within a row, the former
 * is the simpler. */
static void cut_to_part(Walk *w, Event *event, const Stmt *stmt)
{
	Terms *t = w->terms;
	const Term *at = walk_value(w, stmt->start, 0);
	const Term *line = term_sub(t, event->first, at);
	int n = stmt->value->width;

	event->first = term_max(t, line, event->first);
	event->end = term_min(t, term_plus(t, line, n), event->end);
}

void walk_store(Walk *w, const Stmt *stmt)
{
	const Term *first = walk_index(w, stmt->index);
	Event *event = walk_event(w, (Event){ .kind = EVENT_STORE });

	event->memory = walk_memory(w, stmt->buffer);
	event->memory->stored = true;
	event->first = first;
	event->end = term_plus(w->terms, first, stmt->value->width);
	event->element = walk_number(w, stmt->element);
	event->permute = stmt->permute;
	if (stmt->start)
		cut_to_part(w, event, stmt);
	within_bounds(w, event, stmt->index);
}
