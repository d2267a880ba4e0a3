/* Requests of a warp: the sectors and banks that its items touch. */
#include <stdlib.h>

#include "codegen_opencl/traffic_walk.h"

enum {
	SECTOR = 32, BANKS = 32, WORD = 4, WIDEST = 16, /* bytes; banks */
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

/* The sectors, or words, that the items touch from so many bytes on. */
static int touched(const TrafficWalk *w, const Lanes *bytes, int64_t size,
		   int unit, int64_t units[UNITS_MAX])
{
	int count = 0;

	for (int i = 0; i < w->warp.lanes; i++) {
		if (!(w->warp.there >> i & 1))
			continue;
		for (int64_t u = bytes->at[i] / unit;
		     u <= (bytes->at[i] + size - 1) / unit; u++)
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

static void request_global(TrafficWalk *w, const Lanes *bytes, int64_t size,
			   bool store)
{
	TrafficSide *side = store ? &w->sum->stores : &w->sum->loads;
	int64_t units[UNITS_MAX];

	side->requests += w->weight;
	side->sectors += w->weight
		       * (bytes->known ? touched(w, bytes, size, SECTOR, units)
				       : items_there(w));
}

static void request_local(TrafficWalk *w, const Lanes *bytes, int64_t size)
{
	int64_t units[UNITS_MAX];
	int count = bytes->known ? touched(w, bytes, size, WORD, units) : 0;
	int words[BANKS] = { 0 }, most = 1;

	for (int i = 0; i < count; i++) {
		int *bank = &words[units[i] % BANKS];

		++*bank;
		most = *bank > most ? *bank : most;
	}
	w->sum->local_requests += w->weight;
	w->sum->wavefronts += w->weight * most;
}

void traffic_access(TrafficWalk *w, const Buffer *buffer, const Affine *index,
		    int width, bool store)
{
	const int64_t size = (int64_t)scalar_bytes(buffer->scalar);
	Lanes bytes;

	if (buffer->space == SPACE_PRIVATE || !w->warp.there)
		return;
	bytes = lanes_index(&w->warp, index);
	w->sum->guessed |= !bytes.known;
	for (int i = 0; i < w->warp.lanes; i++)
		bytes.at[i] *= size;
	for (int64_t done = 0; done < width * size; done += WIDEST) {
		const int64_t left = width * size - done;
		const int64_t part = left < WIDEST ? left : WIDEST;

		if (buffer->space == SPACE_GLOBAL)
			request_global(w, &bytes, part, store);
		else
			request_local(w, &bytes, part);
		for (int i = 0; i < w->warp.lanes; i++)
			bytes.at[i] += WIDEST;
	}
}
