/* Graph: a program as operations that make arrays, and who reads them how: what
 * the choice of kernels is made on (clusters.h). After Robinson, Lippmeier and
 * Chakravarty, "Fusing filters with integer linear programming" (FHPC 2014).
 *
 * An operation is a primitive outside of all functions that is no view: each
 * makes one array (of tuples, perhaps; a scalar is an array of one). Views are
 * in how an array is read. Operations stand in an order in which each reads only
 * what earlier ones make. Syntactic, and only advice: nothing is derived from
 * it.
 */
#ifndef SEARCH_GRAPH_GRAPH_H
#define SEARCH_GRAPH_GRAPH_H

#include "base/text.h"
#include "ir/core/program.h"

/* What it does: one row of operation_rows each. */
typedef enum {
	OPERATION_MAP,
	OPERATION_REDUCE,  /* of the whole array */
	OPERATION_SCAN,
	OPERATION_SCATTER,
	OPERATION_PERMUTE,
	OPERATION_FILTER,  /* a bucket of one row */
	OPERATION_BUCKET,
	OPERATION_ROWS,    /* a reduction of each row of irregular length */
	OPERATION_LOOP,    /* rounds over arrays */
	OPERATION_CALL,    /* a function in C of whole arrays */
	OPERATION_COPY,    /* a result that is a view */
	OPERATION_KINDS
} OperationKind;

typedef struct OperationRow {
	const char *name;
	bool barrier; /* what it makes is there after its last step only */
	bool alone;   /* in a kernel, or kernels, of its own */
	bool places;  /* counted, scanned, done: reads twice, three launches */
} OperationRow;

extern const OperationRow operation_rows[OPERATION_KINDS];

/* Which elements of an array step i of an operation reads; a later one is
 * worse. */
typedef enum {
	READ_OWN,    /* its own, or those of its own chunk */
	READ_WINDOW, /* neighbours, too */
	READ_ANY,
	READ_WHOLE,  /* a scalar */
	READ_HOWS
} ReadHow;

const char *read_how_name(ReadHow how);

typedef struct GraphRead {
	int array;
	ReadHow how;
} GraphRead;

typedef struct Operation {
	OperationKind kind;
	int array;       /* what it makes */
	int space;       /* operations with as many steps have the same */
	int64_t steps;
	bool cheap;      /* a map without loops: may be computed again */
	bool twice;      /* its kernel reads what it needs twice */
	const Expr *made; /* what makes it, with inputs for names (GraphName);
			   * or NULL */
	int read_count;
	GraphRead *reads; /* each array once */
} Operation;

typedef struct GraphArray {
	const char *name;
	double bytes;    /* of a list half of what it may have */
	int maker;       /* the operation, or -1: an input */
	bool output;
	int reader_count;
	int *readers;    /* operations, ascending */
} GraphArray;

/* A let outside of functions, not in the value of another. */
typedef struct GraphName {
	const Expr *input; /* stands for it */
	int array;         /* that it is; -1: a view, or made of several */
} GraphName;

typedef struct Graph {
	Arena *arena;
	int count, array_count, space_count;
	int capacity, array_capacity;
	Operation *operations;
	GraphArray *arrays;
	int name_count;
	const GraphName *names; /* in order */
} Graph;

/* Of a body of that program, at its sizes (witnesses where they are open).
 * Never NULL. */
Graph *graph_of(const Program *program, const Expr *body);

/* An empty one; what is put into it. */
Graph *graph_begin(void);
void graph_end(Graph *graph);

int graph_add_array(Graph *graph, const char *name, double bytes, int maker);

/* Its reads are copied, of an array more than once the worst; returns its
 * number. The array that it makes is added, too. */
int graph_add_operation(Graph *graph, Operation operation, const char *name,
			double bytes);

/* Once all is there: readers, what reads twice. */
void graph_finish(Graph *graph);

static inline const char *graph_name(const Graph *graph, int operation)
{
	return graph->arrays[graph->operations[operation].array].name;
}

/* How v reads what u makes; READ_HOWS: not at all. */
ReadHow graph_reads(const Graph *graph, int u, int v);

/* Stamps the arrays that an operation computes again when its kernel reads twice:
 * all that it reads, by its own index through others. */
void graph_want(const Graph *graph, int operation, int *wanted, int stamp);

/* The same operations on the same arrays, by name and order, read in the same ways:
 * a clustering of one is one of the other. Amounts may differ. */
bool graph_alike(const Graph *a, const Graph *b);

/* Whether both can be in one kernel as far as only these two say: an edge that
 * fuses, or no edge and as many steps. NULL: they can; else why not. */
const char *graph_forbids(const Graph *graph, int u, int v);

/* The graph in DOT, or as one line of JSON (docs/graph.md). */
void graph_dot(Text *text, const Graph *graph);
void graph_json(Text *text, const Graph *graph);

#endif
