#include "search/space/clustered.h"

#include "search/graph/place.h"

enum { PLACES_MAX = 64 }; /* at which one operation stands */

typedef struct Clustered {
	Rewriter *rewriter;
	const Graph *graph;
	const Clustering *clustering;
	const Derivation *now;
} Clustered;

static bool use(Clustered *c, const Path *at, const RuleUse *rule)
{
	const Derivation *next = rewrite_use(c->rewriter, c->now, at, rule);

	if (next)
		c->now = next;
	return next != NULL;
}

static bool ends_kernel(const Operation *operation)
{
	return operation_rows[operation->kind].barrier
	    || operation->kind == OPERATION_COPY;
}

static void store(Clustered *c, int operation)
{
	static const RuleUse rule = { .rule = "store_global" };
	Ir *ir = rewriter_program(c->rewriter)->ir;
	Path place;

	if (ends_kernel(&c->graph->operations[operation])
	    || !clustering_stores(c->graph, c->clustering, operation))
		return;
	for (int i = 0; i < PLACES_MAX; i++)
		if (!graph_place(c->graph, ir, c->now->expr, operation, &place)
		    || !use(c, &place, &rule))
			return;
}

static void recompute(Clustered *c, int name)
{
	static const RuleUse rule = { .rule = "share", .back = true };
	const int array = c->graph->names[name].array;
	const GraphArray *made = array < 0 ? NULL : &c->graph->arrays[array];
	Path place;

	if (!made || made->maker < 0 || made->output
	    || !c->graph->operations[made->maker].cheap
	    || clustering_stores(c->graph, c->clustering, made->maker))
		return;
	if (graph_name_place(c->now->expr, name, &place))
		use(c, &place, &rule);
}

/* Later ones first: then the others stay where they are. */
const Derivation *clustered(Rewriter *rewriter, const Derivation *from,
			    const Graph *graph, const Clustering *clustering)
{
	Clustered c = { .rewriter = rewriter, .graph = graph,
			.clustering = clustering, .now = from };

	for (int i = graph->count - 1; i >= 0; i--)
		store(&c, i);
	for (int i = graph->name_count - 1; i >= 0; i--)
		recompute(&c, i);
	return c.now;
}
