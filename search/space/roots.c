#include "search/space/roots.h"

#include "ir/eval/eval.h"
#include "rules/canonical.h"
#include "search/space/clustered.h"
#include "search/space/derive.h"
#include "search/space/prepare.h"

/* Of the operations that the author's spelling takes, more than this is a
 * difference; more than that is not worth a look. */
static const double MORE = 1.05, MANY = 2;

static Roots only(const Derivation *written, const char *reason)
{
	return (Roots){ 1, { { DERIVE_WRITTEN, written } }, reason };
}

static Roots in_order(const Task *task, const Derivation *canonical,
		      const Derivation *written)
{
	const Root form = { DERIVE_CANONICAL, canonical };
	const Root author = { DERIVE_WRITTEN, written };
	const double cost = eval_cost(task->program, canonical->expr);
	const double own = eval_cost(task->program, written->expr);

	if (cost > MANY * own)
		return only(written, "it takes many more operations");
	return cost > MORE * own ? (Roots){ 2, { author, form }, NULL }
				 : (Roots){ 2, { form, author }, NULL };
}

Roots roots_of(Task *task)
{
	Rewriter *rw = task->rewriter;
	const Derivation *author = derivation_start(rw, task->program->body);
	const Derivation *form = canonical_step(rw, author), *other;

	if (!form)
		return only(prepare(task, author),
			    arena_strdup(task->arena, rewriter_reason(rw)));
	author = prepare(task, author);
	other = prepare(task, form);
	if (author->expr == other->expr)
		return only(author, "the author's comes to the same");
	return in_order(task, other, author);
}

/* -- clusterings ----------------------------------------------------------- */

static const char *name_of(const Task *task, const Graph *graph,
			   const Clustering *clustering)
{
	Text text = { 0 };
	const char *name;

	text_put(&text, DERIVE_CLUSTERED " ");
	clustering_kernels(&text, graph, clustering);
	name = arena_strdup(task->arena, text_string(&text));
	text_free(&text);
	return name;
}

static bool is_root(const Roots *roots, const Expr *expr)
{
	for (int i = 0; i < roots->count; i++)
		if (roots->items[i].start->expr == expr)
			return true;
	return false;
}

static void add(const Task *task, Roots *roots, const Graph *graph,
		const Clustering *clustering)
{
	const Derivation *author = derivation_start(task->rewriter,
						    task->program->body);
	const Derivation *now = clustered(task->rewriter, author, graph,
					  clustering);

	if (now == author)
		return;
	now = prepare(task, now);
	if (!is_root(roots, now->expr))
		roots->items[roots->count++] = (Root){
			name_of(task, graph, clustering), now };
}

static void add_listed(const Task *task, Roots *roots, const Graph *graph,
		       Arena *arena)
{
	const Clustering unfused = clustering_unfused(graph, arena);
	const int most = roots->count + ROOTS_CLUSTERED;
	Clusterings *list = ARENA_NEW(arena, Clusterings);

	clusterings_list(graph, arena, ROOTS_CLUSTERED, NULL, NULL,
			 "no solver is asked", list);
	if (list->items[0].count < 2)
		return;
	for (int i = 0; i < list->count && roots->count < most - 1; i++)
		add(task, roots, graph, &list->items[i]);
	add(task, roots, graph, &unfused);
}

void roots_add_clustered(Task *task, Roots *roots)
{
	Graph *graph = graph_of(task->program, task->program->body);
	Arena *arena = arena_new();

	if (graph->count > 1 && graph->count <= CLUSTERS_ILP)
		add_listed(task, roots, graph, arena);
	arena_free(arena);
	graph_end(graph);
}
