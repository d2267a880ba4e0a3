/* Programs brought to clusterings of their graphs: what the clustering stores is
 * stored, and nothing else that is large, in what is measured first; all by proved
 * rules. Without a device.
 */
#include "codegen_opencl/codegen.h"
#include "search/graph/place.h"
#include "search/space/canonical_form.h"
#include "search/space/clustered.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/ir/read_fixture.h"
#include "tests/search/search_device.h"

enum { LISTED = 3, TRIES = 20 };

/* Partial results of reductions and the like; indices of clusters. */
static const double SMALL = 5e6;

static const RuleBase *base;

static int make_rules(void **state)
{
	base = rulebase_new();
	(void)state;
	return 0;
}

static int free_rules(void **state)
{
	rulebase_free((RuleBase *)base);
	(void)state;
	return 0;
}

/* -- one program in one clustering ----------------------------------------- */

typedef struct Case {
	const char *file;
	const Program *program;
	const Graph *graph;
	const Clustering *clustering;
} Case;

static void fails(const Case *c, const char *what)
{
	Text text = { 0 };
	Clusterings one = { .count = 1, .items = { *c->clustering } };

	clusterings_text(&text, c->graph, &one);
	fail_msg("%s, %s: %s", base_name(c->file), text_string(&text), what);
}

/* What ends a kernel in any case is not stored by it. */
static bool is_left(const Case *c, int operation)
{
	const OperationKind kind = c->graph->operations[operation].kind;

	return operation_rows[kind].barrier || kind == OPERATION_COPY;
}

static void check_stores(const Case *c)
{
	Rewriter *rewriter = rewriter_new(base, c->program,
					  (RewriteOptions){ 0 });
	const Derivation *from = derivation_start(rewriter, c->program->body);
	const Derivation *now = clustered(rewriter, from, c->graph,
					  c->clustering);
	Path place;

	for (int i = 0; i < c->graph->count; i++)
		if (!is_left(c, i)
		    && clustering_stores(c->graph, c->clustering, i)
		    && graph_place(c->graph, c->program->ir, now->expr, i,
				   &place))
			fails(c, graph_name(c->graph, i));
	if (now->label.unproved || now->label.rounds
	    || now->label.reassociates)
		fails(c, "by rules that are not certain");
	rewriter_free(rewriter);
}

typedef struct Made {
	int kernels;
	double bytes; /* of intermediate arrays */
} Made;

static Made measure(const Artifact *artifact)
{
	Made made = { artifact->kernel_count, 0 };

	for (int i = 0; i < artifact->buffer_count; i++) {
		const ArtifactBuffer *b = &artifact->buffers[i];

		if (b->role == BUFFER_TEMP)
			made.bytes += (double)scalar_bytes(b->scalar)
				    * (double)b->elements;
	}
	return made;
}

/* The first candidate that has code; what has none is not measured. */
static const Artifact *generated(Arena *arena, const Case *c, Derive *derive,
				 Strategy *strategy, const Device *device)
{
	const CodegenOptions options = codegen_options(device);
	LegalFault fault = { 0 };
	Candidate candidate;
	const Artifact *made = NULL;

	for (int i = 0; i < TRIES && !made; i++) {
		if (strategy_ask(strategy, &candidate) != ASK_CANDIDATE)
			break;
		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_FAILED, 0 });
		made = codegen(arena, c->program,
			       derive_result(derive, candidate.state).low,
			       device, &options, &fault);
	}
	if (!made)
		fail_msg("%s: %s", c->file, fault.message);
	return made;
}

/* What is measured first; no clustering: in the program's own spellings. */
static Made first(const Case *c)
{
	const Device device = device_of_two_cores();
	Derive *derive = derive_new(base, c->program, &device,
				    (RewriteOptions){ .rounding = true,
					.canonical = &canonical_index_form });
	Arena *arena = arena_new();
	Space space;
	Strategy *strategy;
	Made made;

	if (c->clustering)
		derive_clustering(derive, c->graph, c->clustering);
	space = derive_space(derive);
	strategy = strategy_new(&strategy_portfolio, &space, 1, -1);
	made = measure(generated(arena, c, derive, strategy, &device));
	strategy_free(strategy);
	derive_free(derive);
	arena_free(arena);
	return made;
}

/* -- programs -------------------------------------------------------------- */

static double stored(const Case *c)
{
	double bytes = 0;

	for (int i = 0; i < c->graph->count; i++) {
		const int array = c->graph->operations[i].array;

		if (clustering_stores(c->graph, c->clustering, i))
			bytes += c->graph->arrays[array].bytes;
	}
	return bytes;
}

static void check(const Case *c)
{
	const Made made = first(c);

	print_message("%s: %d clusters: %d kernels, %.1f of %.1f MB stored\n",
		      base_name(c->file), c->clustering->count, made.kernels,
		      made.bytes / 1e6, stored(c) / 1e6);
	check_stores(c);
	if (made.bytes > stored(c) + SMALL)
		fails(c, "more is stored");
}

static void check_program(const char *file)
{
	char *text = file_text(file);
	Ir *ir = ir_new();
	const Program *program = must_read(ir, file, text, true);
	Graph *graph = graph_of(program, program->body);
	Arena *arena = arena_new();
	Clusterings list;
	const Clustering unfused = clustering_unfused(graph, arena);

	clusterings_list(graph, arena, LISTED, NULL, NULL, "none", &list);
	for (int i = 0; i < list.count && i < LISTED; i++)
		check(&(Case){ file, program, graph, &list.items[i] });
	check(&(Case){ file, program, graph, &unfused });
	arena_free(arena);
	graph_end(graph);
	ir_free(ir);
	free(text);
}

/* Programs of maps and reductions, in which a clustering is all that is stored. */
static void test_stored_as_clustered(void **state)
{
	static const char *const names[] = {
		"canny", "kmeans_step", "moments", "norm2", "normalise",
		"squares",
	};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char pattern[100];
		glob_t files;

		snprintf(pattern, sizeof pattern,
			 "tests/programs_fusion/%s.lift", names[i]);
		files = files_of(pattern);
		check_program(files.gl_pathv[0]);
		globfree(&files);
	}
}

/* Of the program that the search is given, how many kernels its first candidate
 * has at most: each kernel of its best clustering, and one more at most for each,
 * for the sums that a reduction in parts leaves or for a second result. */
static const struct Row {
	const char *file;
	int kernels;
} rows[] = {
	{ "tests/programs_fusion/moments.lift", 3 },
	{ "tests/programs_fusion/norm2.lift", 4 },
	{ "tests/programs_fusion/squares.lift", 3 },
};

static void test_first_kernels(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		glob_t files = files_of(rows[i].file);
		char *text = file_text(files.gl_pathv[0]);
		Ir *ir = ir_new();
		const Case c = { rows[i].file,
				 must_read(ir, rows[i].file, text, true),
				 NULL, NULL };
		const Made made = first(&c);

		print_message("%s: %d kernels, %.1f MB stored\n",
			      base_name(c.file), made.kernels,
			      made.bytes / 1e6);
		assert_true(made.kernels <= rows[i].kernels);
		ir_free(ir);
		free(text);
		globfree(&files);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_first_kernels),
		cmocka_unit_test(test_stored_as_clustered),
	};

	return cmocka_run_group_tests(tests, make_rules, free_rules);
}
