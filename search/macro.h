/* Macro: several rules applied in a fixed order as one choice of the search
 * (ICFP'15, section 6.1: "macro rules").
 *
 * A macro decides what happens at one site. Its numbers are chosen one after
 * the other, each from a list that may depend on those before. Applying it
 * makes steps of a derivation and nothing else, so that no macro can change the
 * meaning of a program. Remainders belong to the macro: it cuts what does not
 * divide and lowers the rest by itself.
 *
 * A macro is one Macro in a macro_*.c file and its rows in macros.c, which say
 * at what sites it is offered, in order of promise; or it is a block of a
 * schedule (macro_block.c), which the row names.
 */
#ifndef SEARCH_MACRO_H
#define SEARCH_MACRO_H

#include "search/nest/edges.h"
#include "search/nest/site.h"
#include "search/space/number.h"
#include "search/space/work.h"

/* Of schedules (search/schedule/schedule.h). */
struct Block;
struct Schedules;

enum { MACRO_NUMBERS_MAX = 10 };

typedef struct Macro {
	const char *name, *about;

	/* Whether it is worth offering there. */
	bool (*fits)(const Task *task, const Derivation *from,
		     const Site *site);

	int count; /* of numbers */
	struct {
		const char *name;
		void (*list)(const Task *task, const Site *site,
			     const Number *given, Numbers *list);
	} numbers[MACRO_NUMBERS_MAX];

	/* The steps; the work ends when it does not apply after all. */
	void (*apply)(Work *work, const Site *site, const Number *given);

	const struct Block *block; /* instead of the functions, or NULL */
} Macro;

/* Of either kind: whether it is offered there; the values of its number i,
 * where those before are given; its steps. */
bool macro_fits(const Task *task, const Derivation *from, const Site *site,
		const Macro *macro);
void macro_list(const Task *task, const Derivation *from, const Site *site,
		const Macro *macro, int i, const Number *given,
		Numbers *list);
void macro_apply(Work *work, const Site *site, const Macro *macro,
		 const Number *given);

/* The blocks of schedules as macros, those of a user's own last. */
struct MacroBlocks {
	const struct Schedules *schedules;
	int count, own; /* own: the first of a user's */
	Macro *macros;
	const char **faults; /* why one's steps did not apply; NULL: they did */
};

/* NULL: none has that name. */
const Macro *macro_block(const MacroBlocks *blocks, const char *name);

/* A block as steps of a macro; the work ends when it does not apply. */
void macro_run(Work *work, const Path *at, const char *block, int count,
	       const int64_t *numbers);

extern const Macro macro_own;

/* The macros for a site, the most promising first; their number. */
enum { MACROS_MAX = 32 };
int macros_for(const Task *task, const Derivation *from, const Site *site,
	       const Macro *found[MACROS_MAX]);

/* Whether a macro is called so, or a number of one, alone or after the macro's
 * name and a dot; if not, *near becomes the nearest name, in the arena. */
bool macro_is_known(const MacroBlocks *blocks, Arena *arena, const char *name,
		    bool number, const char **near);

/* Whether the search was told not to choose it. */
bool macro_is_forbidden(const Task *task, const char *name);

/* Decides every site at or below a place by its first macro and the first of
 * its numbers, by a forbidden one only for want of others: for remainders and
 * other small things. */
void macro_lower(Work *work, const Path *under);

/* -- what several macros need ---------------------------------------------- */

/* The length of the chunks when n elements are spread over `parts`: a multiple
 * of whole blocks of vectors where that leaves little over. */
Amount chunk_length(const Task *task, const Type *element, int64_t n,
		    int64_t parts);

/* Accumulators of u*w for the reduce that fit the registers: the largest u. */
int64_t most_accumulators(const Task *task, const Expr *reduce, int64_t w,
			  int64_t rows);

/* Whether each element of a reduce takes a loop of its own: nothing is gained by
 * more than one at a time. Whether what it does needs nothing of the element of
 * the map around it. Whether the function it applies to each element (and its
 * operator) can work on vectors; whether its elements are neighbours in
 * memory. */
bool reduce_is_nested(const Expr *reduce);
bool reduce_is_closed(const Expr *reduce);
bool reduce_takes_vectors(const Expr *reduce);
bool reduce_is_dense(const Expr *root, const Path *reduce);

/* Scalars that a step of it takes: of the sum and of an element. */
int64_t reduce_holds(const Expr *reduce);

/* The rows, a map, that an array has one after the other; NULL when it has none:
 * chunks of it would begin and end inside of rows. */
const Expr *reduce_joined_rows(const Expr *array);

/* Lanes for the accumulators of a reduce, at most n. */
void numbers_width_of(Numbers *list, const Device *device,
		      const Expr *reduce, int64_t n);

/* The one reduction, in order or not, that a map computes for each element, with
 * an operator that does not depend on the element; NULL when there is none or are
 * several. */
const Expr *fold_of_map(const Expr *map, const Path *at, Path *fold);

/* The length of the columns that are the elements of a map: of a matrix of
 * scalars that is transposed, or of a part of it; 0 when they are none. */
int64_t columns_length(const Site *map);

#endif
