/* Solver: CBC (Debian's coinor-cbc), if it is there, as a process of its own
 * that is asked for the solution of one integer linear programme. It has 20
 * seconds and one thread. A signal that ends this process ends the solver first,
 * and its files are gone.
 */
#ifndef CLI_SOLVER_H
#define CLI_SOLVER_H

#include "base/arena.h"

typedef struct Solver {
	Arena *arena;
	const char *path;
	double seconds;
} Solver;

/* The one that LIFT_TUNE_CBC names, else `cbc` of the PATH; its path is NULL
 * where there is none. */
Solver solver_find(Arena *arena);

/* A ClusterSolver (search/graph/clusters.h); context is a Solver. */
const char *solver_ask(void *context, const char *lp, const char **why);

#endif
