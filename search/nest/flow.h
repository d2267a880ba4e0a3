/* Flow: which floats become indices. Their last bits decide which element of an
 * array is read, so that no law that floats keep only nearly is used on them.
 *
 * What is demanded of a value, as a set of its scalar components, goes from the
 * whole expression inwards: what an index is computed from is demanded, through
 * conversions, arithmetic, functions and what they are applied to. It stops
 * where floats are compared. Arrays are one: what is demanded of one element is
 * of all.
 */
#ifndef SEARCH_NEST_FLOW_H
#define SEARCH_NEST_FLOW_H

#include "ir/front/print.h"

/* Whether any float of the expression becomes an index; whether one of the value
 * at a place does. */
bool flow_indexes(const Expr *root);
bool flow_indexes_at(const Expr *root, const Path *at);

#endif
