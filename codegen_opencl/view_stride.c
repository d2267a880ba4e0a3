/* Lanes that lie a few elements apart: all that lies between the first and the
 * last is loaded as vectors, of which each lane is picked. Every other line is
 * not skipped that way, and scalar loads, one per lane, cost more than shuffles
 * (interleaved accesses: Nuzman, Rosen, Zaks, PLDI'06).
 *
 * Where the distance divides the length of the array and all of the index but
 * a constant, the vectors begin at a multiple of the distance: then those of
 * neighbours (the colours of a pixel) are the same, and are loaded once.
 */
#include "codegen_opencl/view.h"

enum { STRIDE_MAX = 4, LANES_MAX = 16 };

typedef struct Strided {
	int width, stride;
	bool reversed;        /* lane 0 is the last */
	int skipped;          /* elements before the first lane's */
	const Affine *begin;  /* of what is loaded */
} Strided;

/* An input that no output is written over: nobody stores what lies between. */
static bool is_only_read(const Gen *g, const Buffer *buffer)
{
	const Program *program = g->program;
	bool found = false;

	for (int i = 0; i < program->in_port_count; i++) {
		if (g->inputs[i] != buffer)
			continue;
		found = true;
		for (int j = 0; j < program->output_count; j++)
			if (program->out_ports[j].into == i)
				return false;
	}
	return found;
}

static bool find_stride(Gen *g, const Affine *const *lanes, Strided *s)
{
	int64_t stride, distance;

	if (!affine_distance(&g->indices, lanes[0], lanes[1], &stride)
	    || stride < -STRIDE_MAX || stride > STRIDE_MAX || !stride)
		return false;
	for (int i = 2; i < s->width; i++)
		if (!affine_distance(&g->indices, lanes[0], lanes[i],
				     &distance) || distance != i * stride)
			return false;
	s->reversed = stride < 0;
	s->stride = (int)(s->reversed ? -stride : stride);
	return true;
}

static void find_begin(Gen *g, const Buffer *buffer, const Affine *first,
		       Strided *s)
{
	int64_t rest = first->constant % s->stride;
	const Affine *begin;

	if (rest < 0)
		rest += s->stride;
	begin = affine_plus(&g->indices, first, -rest);
	if (buffer->size || buffer->elements % s->stride
	    || !affine_is_multiple(begin, s->stride))
		return;
	s->skipped = (int)rest;
	s->begin = begin;
}

/* The last vector ends with the last lane, unless vectors begin at multiples,
 * when what follows is there, too. */
static int vector_begin(const Strided *s, int which, bool aligned)
{
	if (!aligned && which == s->stride - 1)
		return s->stride * (s->width - 1) + 1 - s->width;
	return which * s->width;
}

static const Code *picked(Gen *g, const Strided *s, bool aligned,
			  const Code *const *vectors)
{
	const Code *codes[LANES_MAX];

	for (int i = 0; i < s->width; i++) {
		int lane = s->reversed ? s->width - 1 - i : i;
		int at = s->skipped + lane * s->stride, which = s->stride - 1;

		while (vector_begin(s, which, aligned) > at)
			which--;
		codes[i] = code_lane(g->arena, vectors[which],
				     at - vector_begin(s, which, aligned));
	}
	return code_lanes(g->arena, s->width, codes);
}

const Code *view_load_strided(Gen *g, Buffer *buffer,
			      const Affine *const *lanes, int width)
{
	Strided s = { .width = width };
	const Code *vectors[STRIDE_MAX];
	const Affine *first;
	bool aligned;

	if (buffer->scalar == SCALAR_BOOL || !is_only_read(g, buffer)
	    || !find_stride(g, lanes, &s))
		return NULL;
	first = lanes[s.reversed ? width - 1 : 0];
	find_begin(g, buffer, first, &s);
	aligned = s.begin;
	if (!aligned)
		s.begin = first;
	for (int i = 0; i < s.stride; i++) {
		const Affine *at = affine_plus(&g->indices, s.begin,
					       vector_begin(&s, i, aligned));

		vectors[i] = view_load(g, buffer, affine_add(&g->indices, at,
					affine_lane(&g->indices, width)));
	}
	return gen_name(g, picked(g, &s, aligned, vectors), VAR_TEMP);
}
