/* Requests of a warp: the sectors and banks that its items touch. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "codegen_opencl/traffic_walk.h"

enum {
	SECTOR = 32, BANKS = 32, WORD = 4, WIDEST = 16, /* bytes; banks */
	LINE = 128, /* of a unit's own cache */
	BEGIN = 16, /* in a sector: where items that are apart begin */
	UNITS_MAX = LANES_MAX * (WIDEST / WORD + 1)
};

static int by_value(const void *a, const void *b)
{
	const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Each once. */
static int distinct(int64_t *units, int count)
{
	int kept = 0;

	qsort(units, (size_t)count, sizeof *units, by_value);
	for (int i = 0; i < count; i++)
		if (!i || units[i] != units[kept - 1])
			units[kept++] = units[i];
	return kept;
}

/* Which one a byte lies in, before an array's first byte, too. */
static int64_t unit_of(int64_t byte, int unit)
{
	return (byte < 0 ? byte - unit + 1 : byte) / unit;
}

/* The sectors, or words, that the items touch from so many bytes on. */
static int touched(const TrafficWalk *w, const Lanes *bytes, int64_t size,
		   int unit, int64_t units[UNITS_MAX])
{
	int count = 0;

	for (int i = 0; i < w->warp.lanes; i++) {
		if (!(w->warp.there >> i & 1))
			continue;
		for (int64_t u = unit_of(bytes->at[i], unit);
		     u <= unit_of(bytes->at[i] + size - 1, unit); u++)
			units[count++] = u;
	}
	return distinct(units, count);
}

static int items_there(const TrafficWalk *w)
{
	int count = 0;

	for (int i = 0; i < w->warp.lanes; i++)
		count += (int)(w->warp.there >> i & 1);
	return count;
}

/* -- what a group has loaded ----------------------------------------------- */

enum { SET_LEAST = 256 };

void traffic_set_clear(TrafficSet *set)
{
	if (set->count)
		memset(set->sectors, 0, set->capacity * sizeof *set->sectors);
	set->count = 0;
}

/* Its place; key is 0 where it is not there. */
static TrafficSector *place_of(const TrafficSet *set, uint64_t key)
{
	size_t at = (size_t)key & (set->capacity - 1);

	while (set->sectors[at].key && set->sectors[at].key != key)
		at = (at + 1) & (set->capacity - 1);
	return &set->sectors[at];
}

static void grow(TrafficSet *set)
{
	const TrafficSet old = *set;

	set->capacity = old.capacity ? 2 * old.capacity : SET_LEAST;
	set->sectors = base_calloc(set->capacity, sizeof *set->sectors);
	for (size_t i = 0; i < old.capacity; i++)
		if (old.sectors[i].key)
			*place_of(set, old.sectors[i].key) = old.sectors[i];
	free(old.sectors);
}

static TrafficSector *sector_of(TrafficSet *set, uint64_t key)
{
	if (2 * set->count >= set->capacity)
		grow(set);
	return place_of(set, key ? key : 1);
}

/* What a warp comes to again that its first cache still has does not move it
 * on. */
static void load(TrafficWalk *w, uint64_t key)
{
	TrafficSector *sector = sector_of(&w->group, key);
	const double since = fabs(w->came - sector->at) * (double)w->warps;
	const bool is_new = !sector->key;
	const bool is_near = !is_new && since < w->room;

	if (is_new)
		w->sum->group_sectors += w->weight;
	if (!is_near)
		w->sum->far_sectors += w->weight;
	if (!is_near || sector->warp != w->number)
		w->came += w->weight / w->group_weight;
	w->group.count += is_new;
	*sector = (TrafficSector){ key ? key : 1, w->number, w->came };
}

/* What is new of it in the first round that is gone through is taken to be new
 * in all that this stands for. */
static void load_all(TrafficWalk *w, const Buffer *buffer,
		     const int64_t *sectors, int count)
{
	for (int i = 0; i < count; i++)
		load(w, hash_combine((uint64_t)(uintptr_t)buffer,
				     (uint64_t)sectors[i]));
}

/* -- requests -------------------------------------------------------------- */

static void load_unknown(TrafficWalk *w, int count)
{
	w->sum->group_sectors += w->weight * count;
	w->sum->far_sectors += w->weight * count;
	w->came += w->weight / w->group_weight * count;
}

/* Sectors that rise. */
static int lines_of(const int64_t *sectors, int count)
{
	int lines = 0;

	for (int i = 0; i < count; i++)
		lines += !i || unit_of(sectors[i], LINE / SECTOR)
				!= unit_of(sectors[i - 1], LINE / SECTOR);
	return lines;
}

static void request_global(TrafficWalk *w, const Buffer *buffer,
			   const Lanes *bytes, int64_t size, bool store)
{
	TrafficSide *side = store ? &w->sum->stores : &w->sum->loads;
	int64_t units[UNITS_MAX];
	const bool placed = bytes->known || bytes->apart;
	const int count = placed ? touched(w, bytes, size, SECTOR, units)
				 : items_there(w);

	side->requests += w->weight;
	side->sectors += w->weight * count;
	side->passes += w->weight
		      * fmax(placed ? lines_of(units, count) : count,
			     ceil((double)items_there(w) * (double)size / LINE));
	if (!store && bytes->known)
		load_all(w, buffer, units, count);
	else if (!store)
		load_unknown(w, count);
}

/* Where a word of the array is in that layout. */
static int64_t laid(const Buffer *array, const TrafficLayout *layout,
		    int64_t word)
{
	const int64_t each = ((int64_t)scalar_bytes(array->scalar) + WORD - 1)
			   / WORD;

	return word + word / each / layout->row * layout->gap * each;
}

/* Those of the bank that has most of these words. */
static int wavefronts(const Buffer *array, const TrafficLayout *layout,
		      const int64_t *words, int count)
{
	int banks[BANKS] = { 0 }, most = 1;

	for (int i = 0; i < count; i++) {
		const int64_t word = layout->gap ? laid(array, layout, words[i])
						 : words[i];
		int *bank = &banks[(uint64_t)word % BANKS];

		++*bank;
		most = *bank > most ? *bank : most;
	}
	return most;
}

/* Words that data decide are as if drawn: 32 of them are mostly 3 or 4 for some
 * bank. */
static int drawn(const TrafficWalk *w, int64_t *words)
{
	const int count = items_there(w);

	for (int i = 0; i < count; i++)
		words[i] = (int64_t)(hash_combine(HASH_SEED, (uint64_t)i)
				     % BANKS);
	return count;
}

static void request_local(TrafficWalk *w, const Buffer *array,
			  const Lanes *bytes, int64_t size)
{
	static const TrafficLayout plain = { 1, 0 };
	const TrafficLaid *all = &w->laid;
	int64_t words[UNITS_MAX];
	const int count = bytes->known || bytes->apart
			? touched(w, bytes, size, WORD, words)
			: drawn(w, words);

	w->sum->local_requests += w->weight;
	w->sum->wavefronts += w->weight
			    * wavefronts(array, &plain, words, count);
	for (int i = 0; array->mark && i < all->count; i++)
		all->wavefronts[(array->mark - 1) * all->count + i]
			+= w->weight * wavefronts(array, &all->layouts[i],
						  words, count);
}

void traffic_access(TrafficWalk *w, const Buffer *buffer, const Affine *index,
		    int width, bool store)
{
	const int64_t size = (int64_t)scalar_bytes(buffer->scalar);
	Lanes bytes;

	if (!w->warp.there || (buffer->space == SPACE_PRIVATE && !index->count))
		return;
	traffic_issue_address(w, buffer, index, width);
	traffic_issue(w, 1);
	if (buffer->space == SPACE_PRIVATE)
		return;
	bytes = lanes_index(&w->warp, index);
	w->sum->guessed |= !bytes.known;
	for (int i = 0; i < w->warp.lanes; i++)
		bytes.at[i] = bytes.at[i] * size + (bytes.known ? 0 : BEGIN);
	for (int64_t done = 0; done < width * size; done += WIDEST) {
		const int64_t left = width * size - done;
		const int64_t part = left < WIDEST ? left : WIDEST;

		if (buffer->space == SPACE_GLOBAL)
			request_global(w, buffer, &bytes, part, store);
		else
			request_local(w, buffer, &bytes, part);
		for (int i = 0; i < w->warp.lanes; i++)
			bytes.at[i] += WIDEST;
	}
}
