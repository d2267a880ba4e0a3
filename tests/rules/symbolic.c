/* Symbolic values: made once, compared by number. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "symbolic_run.h"

static void *grown(void *old, uint32_t used, uint32_t wanted,
		   uint32_t *capacity, size_t size)
{
	if (used + wanted <= *capacity)
		return old;
	while (used + wanted > *capacity)
		*capacity = *capacity ? *capacity * 2 : 1024;
	return base_realloc(old, size * *capacity);
}

/* -- slots ----------------------------------------------------------------- */

static uint64_t content_hash(const Symbolic *s, uint32_t v)
{
	const ValueNode *n = &s->nodes[v];
	uint64_t h = hash_combine((uint64_t)n->kind, (uint64_t)n->tag);

	for (int i = 0; i < n->count; i++)
		h = hash_combine(h, s->items[n->first + (uint32_t)i]);
	return h;
}

static uint64_t known_hash(const Known *k)
{
	return hash_mix((uint64_t)k->expr << 32 | k->env);
}

static uint64_t item_hash(const Symbolic *s, const Slots *slots, uint32_t item)
{
	return slots == &s->by_content ? content_hash(s, item)
				       : known_hash(&s->known[item - 1]);
}

static void slots_grow(const Symbolic *s, Slots *slots)
{
	const Slots old = *slots;

	slots->mask = old.items ? old.mask * 2 + 1 : 4095;
	slots->items = base_calloc((size_t)slots->mask + 1, sizeof(uint32_t));
	for (uint32_t i = 0; old.items && i <= old.mask; i++) {
		uint32_t at;

		if (!old.items[i])
			continue;
		at = (uint32_t)item_hash(s, slots, old.items[i]) & slots->mask;
		while (slots->items[at])
			at = (at + 1) & slots->mask;
		slots->items[at] = old.items[i];
	}
	free(old.items);
}

uint32_t *slots_find(const Symbolic *s, Slots *slots, uint64_t hash,
		     SameItem *same, const void *wanted)
{
	uint32_t at;

	if (!slots->items || slots->used > slots->mask / 2)
		slots_grow(s, slots);
	at = (uint32_t)hash & slots->mask;
	while (slots->items[at] && !same(s, slots->items[at], wanted))
		at = (at + 1) & slots->mask;
	return &slots->items[at];
}

/* -- making ---------------------------------------------------------------- */

typedef struct Content {
	ValueKind kind;
	int tag, count;
	const uint32_t *items;
} Content;

static bool same_content(const Symbolic *s, uint32_t v, const void *wanted)
{
	const Content *c = wanted;
	const ValueNode *n = &s->nodes[v];

	return n->kind == c->kind && n->tag == c->tag && n->count == c->count
	    && (!c->count
		|| !memcmp(s->items + n->first, c->items,
			   sizeof *c->items * (size_t)c->count));
}

static uint64_t wanted_hash(const Content *c)
{
	uint64_t h = hash_combine((uint64_t)c->kind, (uint64_t)c->tag);

	for (int i = 0; i < c->count; i++)
		h = hash_combine(h, c->items[i]);
	return h;
}

static Value value_added(Symbolic *s, const Content *c)
{
	s->nodes = grown(s->nodes, s->node_count, 1, &s->node_capacity,
			 sizeof *s->nodes);
	s->items = grown(s->items, s->item_count, (uint32_t)c->count + 1,
			 &s->item_capacity, sizeof *s->items);
	s->nodes[s->node_count] = (ValueNode){ c->kind, c->tag, c->count,
					       s->item_count };
	if (c->count)
		memcpy(s->items + s->item_count, c->items,
		       sizeof *c->items * (size_t)c->count);
	s->item_count += (uint32_t)c->count;
	return s->node_count++;
}

Value value_made(Symbolic *s, ValueKind kind, int tag, int count,
		 const uint32_t *items)
{
	const Content content = { kind, tag, count, items };
	uint32_t *slot = slots_find(s, &s->by_content, wanted_hash(&content),
				    same_content, &content);

	if (*slot)
		return *slot;
	s->by_content.used++;
	return *slot = value_added(s, &content);
}

Value value_list(Symbolic *s, int64_t count, const Value *items)
{
	for (int64_t i = 0; i < count; i++)
		if (!items[i])
			return 0;
	return value_made(s, VALUE_LIST, 0, (int)count, items);
}

Value value_number(Symbolic *s, Scalar scalar, uint64_t bits)
{
	const uint32_t halves[] = { (uint32_t)bits, (uint32_t)(bits >> 32) };

	return value_made(s, VALUE_NUMBER, (int)scalar, 2, halves);
}

static int ascending(const void *a, const void *b)
{
	Value x = *(const Value *)a, y = *(const Value *)b;

	return x < y ? -1 : x > y;
}

Value symbolic_unordered(Symbolic *s, Value array)
{
	Value items[ITEMS_MAX];
	const int count = value_node(s, array)->count;

	for (int i = 0; i < count; i++)
		items[i] = value_item(s, array, i);
	qsort(items, (size_t)count, sizeof *items, ascending);
	return value_list(s, count, items);
}

/* -- life ------------------------------------------------------------------ */

Symbolic *symbolic_new(void)
{
	Symbolic *s = base_calloc(1, sizeof *s);

	value_added(s, &(Content){ .kind = VALUE_TERM, .tag = TERM_END });
	return s;
}

void symbolic_free(Symbolic *s)
{
	free(s->nodes);
	free(s->items);
	free(s->by_content.items);
	free(s->by_key.items);
	free(s->known);
	free(s);
}

long symbolic_count(const Symbolic *s)
{
	return (long)s->known_count;
}

/* -- for people ------------------------------------------------------------ */

static void items_text(const Symbolic *s, Text *text, Value v)
{
	for (int i = 0; i < value_node(s, v)->count; i++) {
		if (i)
			text_char(text, ' ');
		symbolic_text(s, text, value_item(s, v, i));
	}
}

static void term_text(const Symbolic *s, Text *text, Value v)
{
	const int tag = value_node(s, v)->tag;

	if (tag < OP_COUNT)
		text_printf(text, "(%s ", op_rows[tag].name);
	else
		text_printf(text, "(#%d ", tag);
	items_text(s, text, v);
	text_char(text, ')');
}

void symbolic_text(const Symbolic *s, Text *text, Value v)
{
	const ValueNode *n = value_node(s, v);

	switch (n->kind) {
	case VALUE_LIST:
		text_char(text, '[');
		items_text(s, text, v);
		text_char(text, ']');
		break;
	case VALUE_NUMBER:
		text_printf(text, "%" PRId32, (int32_t)s->items[n->first]);
		break;
	case VALUE_SYMBOL:
		text_printf(text, "%c%" PRIu32 ".%" PRIu32,
			    n->tag ? 'v' : 'x', s->items[n->first],
			    s->items[n->first + 1]);
		break;
	case VALUE_CHOICE:
		text_put(text, "(if ");
		items_text(s, text, v);
		text_char(text, ')');
		break;
	default:
		term_text(s, text, v);
	}
}
