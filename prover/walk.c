/* What a walk is made of, and where it begins: ids and arguments. */
#include "prover/walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "codegen_opencl/source.h"

/* -- lists ----------------------------------------------------------------- */

void *walk_grown(Arena *arena, void *items, int count, int *capacity,
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
	w->duties = walk_grown(w->arena, w->duties, w->duty_count,
			  &w->duty_capacity, sizeof *w->duties);
	w->duties[w->duty_count++] = (Duty){
		.stmt = w->stmt, .around = w->around, .when = w->when,
		.holds = holds, .value = value, .what = what,
		.text = index ? index_text(w->arena, index) : NULL };
	return &w->duties[w->duty_count - 1];
}

Event *walk_event(Walk *w, Event event)
{
	Event *made = ARENA_NEW(w->arena, Event);

	*made = event;
	made->at = w->event_count;
	made->stmt = w->stmt;
	made->when = w->when;
	made->around = w->around;
	w->events = walk_grown(w->arena, w->events, w->event_count,
			  &w->event_capacity, sizeof *w->events);
	w->events[w->event_count++] = made;
	return made;
}

const char *walk_name(const Walk *w, const Var *var)
{
	Text text = { 0 };
	const char *kept;

	source_var(&text, var);
	kept = arena_strdup(w->arena, text_string(&text));
	text_free(&text);
	return kept;
}

/* -- questions ------------------------------------------------------------- */

unsigned walk_fences(const Block *block)
{
	unsigned fences = 0;

	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_BARRIER)
			fences |= FENCE_ANY | stmt->fence;
		if (stmt->body)
			fences |= walk_fences(stmt->body);
		if (stmt->other)
			fences |= walk_fences(stmt->other);
	}
	return fences;
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

/* -- open sizes ------------------------------------------------------------ */

int64_t walk_size(Walk *w, const Size *size)
{
	Program at = *w->kernels->program;
	int64_t value;

	if (size_at(size, program_size, &at, &value) && value >= 0)
		return value;
	walk_refuse(w, "sizes that a kernel is not for");
	return 0;
}

/* Work-items of a dimension. */
static int64_t launched(Walk *w, int dim)
{
	const Kernel *kernel = w->kernel;

	return kernel->open[dim] ? walk_size(w, kernel->open[dim])
				 : kernel->global[dim];
}

static bool is_launched(Walk *w)
{
	for (int d = 0; d < DEVICE_DIMS; d++)
		if (!launched(w, d))
			return false;
	return true;
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
	return walk_fences(kernel->prologue) || walk_fences(kernel->top);
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

/* One where nothing is launched. */
static int64_t groups(Walk *w, int dim, int64_t local)
{
	const int64_t items = launched(w, dim);

	return items < local ? 1 : items / local;
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
				groups(w, d, local));
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
				.text = walk_name(w, slot->var) })
			: term_name(w->terms, (TermName){
				.kind = NAME_ARGUMENT, .loose = !port->ranged,
				.text = walk_name(w, slot->var) },
				port->ranged ? port->ilo : lo,
				port->ranged ? port->ihi : hi);
	}
}

static void set_sizes(Walk *w)
{
	for (int i = 0; i < w->slot_count; i++) {
		Slot *slot = &w->slots[i];

		if (slot->var->kind != VAR_SIZE)
			continue;
		slot->set = true;
		slot->lanes[0] = term_number(w->terms,
					     walk_size(w, slot->var->size));
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
	set_sizes(w);
	if (is_launched(w)) {
		walk_block(w, kernel->prologue);
		walk_block(w, kernel->top);
	}
	walk_stores(w);
	if (terms->overflow)
		walk_refuse(w, "numbers of more than 61 bits");
	return w;
}
