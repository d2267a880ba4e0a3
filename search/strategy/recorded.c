#include "search/strategy/recorded.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/utf8.h"

typedef struct RecordedState {
	const struct RecordedState *parent; /* NULL: the root */
	int choice; /* of the parent's */
	int count; /* choices */
	struct RecordedState **kids;
	const char **labels;
	int64_t *numbers;
	bool has_numbers;
	const char *named; /* these; NULL: blocks are chosen */
	/* of a candidate */
	bool complete;
	uint64_t key;
	RecordedCost cost;
	int feature_count;
	Feature *features;
} RecordedState;

struct Recorded {
	Arena *arena;
	const char *name, *about;
	RecordedState *root;
	int count, capacity;
	RecordedState **candidates; /* distinct and evaluated */
	Map keys;                   /* of these */
	double best;
	const RecordedState *fastest;
};

typedef struct Reader {
	Recorded *recorded;
	const char *file;
	Diags *diags;
	int line, depth;
	RecordedState *way[RECORDED_DEPTH_MAX + 1];
} Reader;

static bool refuse(Reader *r, const char *expected)
{
	const Place place = { .file = r->file, .line = r->line, .column = 1 };

	diag_add(r->diags, E0803, &place, NULL, expected,
		 "a recorded space is not well formed");
	return false;
}

/* -- reading --------------------------------------------------------------- */

static RecordedState *state_new(Reader *r)
{
	RecordedState *state = ARENA_NEW(r->recorded->arena, RecordedState);

	state->cost.seconds = INFINITY;
	return state;
}

static bool give_choices(Reader *r, RecordedState *state, int count)
{
	Arena *arena = r->recorded->arena;

	if (state->count)
		return state->count == count
		    || refuse(r, "as many choices as before");
	state->count = count;
	state->kids = ARENA_ARRAY(arena, RecordedState *, count);
	state->labels = ARENA_ARRAY(arena, const char *, count);
	state->numbers = ARENA_ARRAY(arena, int64_t, count);
	return true;
}

/* "items" of "items 64 (32 CU)". */
static const char *number_name(Arena *arena, const char *label, int64_t number)
{
	char digits[32];
	const int length = snprintf(digits, sizeof digits, " %" PRId64, number);

	for (const char *end = label; (end = strstr(end, digits)); end++)
		if (!end[length] || !strncmp(end + length, " (", 2))
			return arena_strndup(arena, label,
					     (size_t)(end - label));
	return label;
}

static bool read_step(Reader *r, const json_t *step)
{
	RecordedState *at = r->way[r->depth];
	const char *label = json_string_value(json_array_get(step, 0));
	json_int_t choice = json_integer_value(json_array_get(step, 1));
	json_int_t count = json_integer_value(json_array_get(step, 2));
	const json_t *number = json_array_get(step, 3);

	if (!label || count < 1 || count > RECORDED_CHOICES_MAX || choice < 0
	    || choice >= count || r->depth == RECORDED_DEPTH_MAX || at->complete)
		return refuse(r, "[label, choice, choices, number]");
	if (!give_choices(r, at, (int)count))
		return false;
	if (!at->kids[choice]) {
		at->kids[choice] = state_new(r);
		at->kids[choice]->parent = at;
		at->kids[choice]->choice = (int)choice;
		at->labels[choice] = arena_strdup(r->recorded->arena, label);
		at->numbers[choice] = json_integer_value(number);
		at->has_numbers |= json_is_integer(number);
		if (json_is_integer(number))
			at->named = number_name(r->recorded->arena,
						at->labels[choice],
						at->numbers[choice]);
	}
	r->way[++r->depth] = at->kids[choice];
	return true;
}

static bool read_steps(Reader *r, const json_t *line)
{
	const json_t *steps = json_object_get(line, "steps");
	json_int_t keep = json_integer_value(json_object_get(line, "keep"));

	if (!json_is_array(steps) || keep < 0 || keep > r->depth)
		return refuse(r, "steps, and how many to keep");
	r->depth = (int)keep;
	for (size_t i = 0; i < json_array_size(steps); i++)
		if (!read_step(r, json_array_get(steps, i)))
			return false;
	return true;
}

static bool read_features(Reader *r, const json_t *line, RecordedState *state)
{
	json_t *features = json_object_get(line, "features"), *value;
	const char *name;

	if (json_object_size(features) > FEATURES_MAX)
		return refuse(r, "fewer features");
	state->features = ARENA_ARRAY(r->recorded->arena, Feature,
				      json_object_size(features) + 1);
	json_object_foreach(features, name, value)
		state->features[state->feature_count++] = (Feature){
			arena_strdup(r->recorded->arena, name),
			json_number_value(value),
		};
	return true;
}

static void count_candidate(Recorded *recorded, RecordedState *state)
{
	if (!state->cost.evaluated
	    || !map_put(&recorded->keys, recorded->arena, state->key, state))
		return;
	if (recorded->count == recorded->capacity) {
		recorded->capacity = 2 * recorded->capacity + 256;
		recorded->candidates = base_realloc(recorded->candidates,
			sizeof *recorded->candidates
			* (size_t)recorded->capacity);
	}
	recorded->candidates[recorded->count++] = state;
	if (state->cost.seconds < recorded->best) {
		recorded->best = state->cost.seconds;
		recorded->fastest = state;
	}
}

static bool read_candidate(Reader *r, const json_t *line)
{
	const json_t *ns = json_object_get(line, "ns");
	const char *key = json_string_value(json_object_get(line, "key"));
	const char *status = json_string_value(json_object_get(line,
							       "status"));
	RecordedState *state;

	if (!read_steps(r, line))
		return false;
	state = r->way[r->depth];
	if (!key || state->complete || state->count
	    || (!status && !(json_number_value(ns) * 1e-9 > 0)))
		return refuse(r, "a new candidate with key, and ns or status");
	state->complete = true;
	state->key = strtoull(key, NULL, 16);
	state->cost.evaluated = !status || strcmp(status, "refused") != 0;
	state->cost.censored = status && !strcmp(status, "run_timeout");
	if (!status)
		state->cost.seconds = json_number_value(ns) * 1e-9;
	count_candidate(r->recorded, state);
	return read_features(r, line, state);
}

/* Control characters are no part of a name. */
static const char *plain(Arena *arena, const char *text)
{
	char *kept = arena_strdup(arena, text);

	for (char *c = kept; *c; c += utf8_shown(c) ? utf8_shown(c) : 1)
		if (!utf8_shown(c))
			*c = '?';
	return kept;
}

static bool read_head(Reader *r, const json_t *line)
{
	const char *name = json_string_value(json_object_get(line, "space"));
	const char *about = json_string_value(json_object_get(line, "about"));

	if (!name || !about
	    || json_integer_value(json_object_get(line, "version")) != 1)
		return refuse(r, "space, about and version 1");
	r->recorded->name = plain(r->recorded->arena, name);
	r->recorded->about = plain(r->recorded->arena, about);
	return true;
}

static bool read_line(Reader *r, const char *text, size_t length)
{
	json_t *line = json_loadb(text, length, 0, NULL);
	bool good = json_is_object(line) || refuse(r, "a JSON object");

	if (good)
		good = r->line == 1 ? read_head(r, line)
				    : read_candidate(r, line);
	json_decref(line);
	return good;
}

Recorded *recorded_read(const char *name, const char *text, Diags *diags)
{
	Recorded *recorded = base_calloc(1, sizeof *recorded);
	Reader r = { .recorded = recorded, .file = name, .diags = diags };
	bool good = true;

	recorded->arena = arena_new();
	recorded->best = INFINITY;
	r.way[0] = recorded->root = state_new(&r);
	while (good && *text) {
		size_t length = strcspn(text, "\n");

		r.line++;
		good = read_line(&r, text, length);
		text += length + (text[length] == '\n');
	}
	if (good && !recorded->fastest)
		good = refuse(&r, "a candidate that works");
	if (good)
		return recorded;
	recorded_free(recorded);
	return NULL;
}

void recorded_free(Recorded *recorded)
{
	if (!recorded)
		return;
	arena_free(recorded->arena);
	free(recorded->candidates);
	free(recorded);
}

/* -- the space ------------------------------------------------------------- */

static const void *space_root(void *context)
{
	return ((const Recorded *)context)->root;
}

static int space_choices(void *context, const void *state)
{
	(void)context;
	return ((const RecordedState *)state)->count;
}

/* Choices that were not recorded have no label. */
static const char *space_label(void *context, const void *of, int choice)
{
	const RecordedState *state = of;

	(void)context;
	return state->labels[choice] ? state->labels[choice] : "";
}

static const void *space_child(void *context, const void *state, int choice)
{
	(void)context;
	return ((const RecordedState *)state)->kids[choice];
}

static bool space_complete(void *context, const void *state)
{
	(void)context;
	return ((const RecordedState *)state)->complete;
}

static uint64_t space_key(void *context, const void *state)
{
	(void)context;
	return ((const RecordedState *)state)->key;
}

static bool space_number(void *context, const void *of, int choice,
			 SpaceNumber *number)
{
	const RecordedState *state = of;

	(void)context;
	*number = (SpaceNumber){ state->numbers[choice], NULL };
	return state->has_numbers;
}

static const char *space_named(void *context, const void *state)
{
	(void)context;
	return ((const RecordedState *)state)->named;
}

static int space_features(void *context, const void *of, Feature *features)
{
	const RecordedState *state = of;

	(void)context;
	memcpy(features, state->features,
	       sizeof *features * (size_t)state->feature_count);
	return state->feature_count;
}

static const SpaceClass recorded_class = {
	.root = space_root, .choices = space_choices, .label = space_label,
	.child = space_child, .complete = space_complete, .key = space_key,
	.number = space_number, .named = space_named,
	.features = space_features,
};

Space recorded_space(Recorded *recorded)
{
	return (Space){ &recorded_class, recorded };
}

RecordedCost recorded_cost(const void *state)
{
	return ((const RecordedState *)state)->cost;
}

const char *recorded_name(const Recorded *recorded)
{
	return recorded->name;
}

const char *recorded_about(const Recorded *recorded)
{
	return recorded->about;
}

int recorded_count(const Recorded *recorded)
{
	return recorded->count;
}

double recorded_best(const Recorded *recorded)
{
	return recorded->best;
}

int recorded_within(const Recorded *recorded, double factor)
{
	int count = 0;

	for (int i = 0; i < recorded->count; i++)
		count += recorded->candidates[i]->cost.seconds
		      <= factor * recorded->best;
	return count;
}

/* A number follows the block it belongs to, or another of its numbers. */
static void put_choice(Text *text, const RecordedState *state)
{
	const RecordedState *at = state->parent;
	const RecordedState *before = at->parent;
	bool first_number = !before || !before->has_numbers;

	if (before)
		text_put(text, !at->has_numbers ? "; " : first_number ? ": "
								     : ", ");
	text_put(text, at->labels[state->choice]);
}

void recorded_fastest(const Recorded *recorded, Text *choices)
{
	const RecordedState *way[RECORDED_DEPTH_MAX];
	int length = 0;

	for (const RecordedState *s = recorded->fastest; s && s->parent;
	     s = s->parent)
		way[length++] = s;
	for (int i = length - 1; i >= 0; i--)
		put_choice(choices, way[i]);
}
