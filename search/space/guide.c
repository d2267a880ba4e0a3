#include "search/space/guide.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

typedef struct GuidedState {
	const void *inner;
	unsigned seen; /* guides of kind REQUIRE that are fulfilled */
} GuidedState;

struct Guided {
	Space space;
	Arena *arena;
	int count;
	Guide guides[GUIDES_MAX];
	unsigned wanted, met;
	const GuidedState *root;
};

/* Blocks that are taken for want of others are no choices, but features. */
static unsigned seen_in_features(const Guided *g, const void *inner)
{
	const SpaceClass *class = g->space.class;
	Feature features[FEATURES_MAX];
	int count = class->features
		? class->features(g->space.context, inner, features) : 0;
	unsigned seen = 0;

	for (int i = 0; i < g->count; i++)
		for (int k = 0; k < count; k++)
			if (g->guides[i].kind == GUIDE_REQUIRE
			    && !strcmp(g->guides[i].name, features[k].name))
				seen |= 1u << i;
	return seen;
}

static bool is_fulfilled(Guided *g, const void *inner, unsigned seen)
{
	if (seen != g->wanted)
		seen |= seen_in_features(g, inner);
	g->met |= seen;
	return seen == g->wanted;
}

static const void *make(Guided *g, const void *inner, unsigned seen)
{
	const SpaceClass *class = g->space.class;
	GuidedState *state;

	if (!inner || (class->complete(g->space.context, inner)
		       && !is_fulfilled(g, inner, seen)))
		return NULL;
	state = ARENA_NEW(g->arena, GuidedState);
	*state = (GuidedState){ inner, seen };
	return state;
}

/* Whether the number has that name, "items", or that and its owner's,
 * "chunks.items". */
static bool is_named(const char *number, const char *owner, const char *name)
{
	const size_t length = owner ? strlen(owner) : 0;

	if (owner && !strncmp(name, owner, length) && name[length] == '.')
		name += length + 1;
	return number && !strcmp(number, name);
}

static const char *owner_of(const Guided *g, const void *inner)
{
	const SpaceClass *class = g->space.class;

	return class->owner ? class->owner(g->space.context, inner) : NULL;
}

static const char *name_of(const Guided *g, const void *inner)
{
	const SpaceClass *class = g->space.class;

	return class->named ? class->named(g->space.context, inner) : NULL;
}

/* Whether a guide speaks of a choice: of a number by its name, else by its
 * label. */
static bool speaks_of(const Guide *guide, bool number, const char *owner,
		      const char *name)
{
	if (number != (guide->kind == GUIDE_FIX))
		return false;
	return number ? is_named(name, owner, guide->name)
		      : !strcmp(name, guide->name);
}

/* False when a guide forbids the choice. */
static bool allows(Guided *g, const void *inner, int choice, unsigned *seen)
{
	SpaceNumber found = { 0 };
	bool number = space_gives(&g->space, inner, choice, &found);
	const char *name = number ? name_of(g, inner)
		: g->space.class->label(g->space.context, inner, choice);
	const char *owner = owner_of(g, inner);

	for (int i = 0; i < g->count; i++) {
		const Guide *guide = &g->guides[i];

		if (!speaks_of(guide, number, owner, name))
			continue;
		g->met |= 1u << i;
		if (guide->kind == GUIDE_FORBID
		    || (guide->kind == GUIDE_FIX && found.value != guide->value))
			return false;
		if (guide->kind == GUIDE_REQUIRE)
			*seen |= 1u << i;
	}
	return true;
}

/* -- the space ------------------------------------------------------------- */

static const void *space_root(void *context)
{
	return ((Guided *)context)->root;
}

static int space_choices(void *context, const void *state)
{
	const Guided *g = context;

	return g->space.class->choices(g->space.context, guided_state(state));
}

static const char *space_label(void *context, const void *state, int choice)
{
	const Guided *g = context;

	return g->space.class->label(g->space.context, guided_state(state),
				     choice);
}

static const void *space_child(void *context, const void *of, int choice)
{
	Guided *g = context;
	const GuidedState *state = of;
	unsigned seen = state->seen;

	if (!allows(g, state->inner, choice, &seen))
		return NULL;
	return make(g, g->space.class->child(g->space.context, state->inner,
					     choice), seen);
}

static bool space_complete(void *context, const void *state)
{
	const Guided *g = context;

	return g->space.class->complete(g->space.context,
					guided_state(state));
}

static uint64_t space_key(void *context, const void *state)
{
	const Guided *g = context;

	return g->space.class->key(g->space.context, guided_state(state));
}

static bool space_number(void *context, const void *state, int choice,
			 SpaceNumber *found)
{
	const Guided *g = context;

	return space_gives(&g->space, guided_state(state), choice, found);
}

static const char *space_named(void *context, const void *state)
{
	return name_of(context, guided_state(state));
}

static const char *space_owner(void *context, const void *state)
{
	return owner_of(context, guided_state(state));
}

static int space_features(void *context, const void *state, Feature *features)
{
	const Guided *g = context;

	if (!g->space.class->features)
		return 0;
	return g->space.class->features(g->space.context, guided_state(state),
					features);
}

static double space_modelled(void *context, const void *state)
{
	const Guided *g = context;

	return g->space.class->modelled
		? g->space.class->modelled(g->space.context,
					   guided_state(state)) : 0;
}

static const SpaceClass guided_class = {
	.root = space_root, .choices = space_choices, .label = space_label,
	.child = space_child, .complete = space_complete, .key = space_key,
	.number = space_number, .named = space_named, .owner = space_owner,
	.features = space_features, .modelled = space_modelled,
};

Guided *guided_new(const Space *space, const Guide *guides, int count)
{
	Guided *g = base_calloc(1, sizeof *g);

	g->space = *space;
	g->arena = arena_new();
	g->count = count < GUIDES_MAX ? count : GUIDES_MAX;
	for (int i = 0; i < g->count; i++) {
		g->guides[i] = guides[i];
		g->wanted |= guides[i].kind == GUIDE_REQUIRE ? 1u << i : 0;
	}
	g->root = make(g, space->class->root(space->context), 0);
	return g;
}

void guided_free(Guided *g)
{
	if (!g)
		return;
	arena_free(g->arena);
	free(g);
}

Space guided_space(Guided *g)
{
	return (Space){ &guided_class, g };
}

const void *guided_state(const void *state)
{
	return ((const GuidedState *)state)->inner;
}

void guided_meet(Guided *g, const char *name)
{
	for (int i = 0; i < g->count; i++)
		if (!strcmp(g->guides[i].name, name))
			g->met |= 1u << i;
}

const char *guided_unmet(const Guided *g)
{
	for (int i = 0; i < g->count; i++)
		if (!(g->met & 1u << i))
			return g->guides[i].name;
	return NULL;
}
