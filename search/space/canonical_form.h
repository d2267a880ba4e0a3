/* CanonicalForm: the index form read back, as the step `canonical` of derivations
 * (rules/canonical.h).
 */
#ifndef SEARCH_SPACE_CANONICAL_FORM_H
#define SEARCH_SPACE_CANONICAL_FORM_H

#include "rules/canonical.h"

extern const CanonicalClass canonical_index_form;

#endif
