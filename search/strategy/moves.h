/* Moves: the candidates next to one: one number a step up or down, or one block
 * exchanged, everything after it decided as before as far as that is possible.
 */
#ifndef SEARCH_STRATEGY_MOVES_H
#define SEARCH_STRATEGY_MOVES_H

#include "search/space/tree.h"

enum { MOVES_MAX = 64 };

typedef enum { MOVE_NUMBERS = 1, MOVE_BLOCKS = 2 } MoveKinds;

/* Those never proposed; how many, at most MOVES_MAX. */
int moves_from(Tree *tree, TreeNode *candidate, MoveKinds kinds,
	       TreeNode *found[MOVES_MAX]);

#endif
