/* Follow: the way that an earlier search took, taken again in another space: of
 * the same program at other sizes, or on another device.
 *
 * Rules and numbers of one derivation need not apply elsewhere (a remainder
 * appears, a limit is lower), but the same choices can be made: at each state
 * the block of that name, and of its numbers that which comes from the same ("as many
 * items as two compute units"), or else the nearest. Where the way leaves
 * what is known, the most promising choice is taken. Of two spellings that the
 * program is tuned in (derive.h) the one is taken that knows more of the way.
 */
#ifndef SEARCH_SPACE_FOLLOW_H
#define SEARCH_SPACE_FOLLOW_H

#include "search/space/tree.h"

/* choices: as they are stored (choices.h). A complete state, or NULL when the
 * way ends nowhere. */
const void *follow_choices(const Space *space, const char *choices);

/* The same in a tree: a complete node, which may have been proposed already.
 * strange counts the choices of blocks that are none of the known way's. */
TreeNode *follow_in_tree(Tree *tree, const char *choices, int *strange);

#endif
