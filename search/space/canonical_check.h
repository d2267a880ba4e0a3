/* CanonicalCheck: whether the canonical spelling of a document is the document, on
 * symbols at small sizes: both are evaluated on residues (ir/core/residue.h),
 * which are those of symbols but for one time in about 2^31, at all its sizes 0
 * to 4 and at others that are small. For the search, which does without that
 * spelling otherwise.
 */
#ifndef SEARCH_SPACE_CANONICAL_CHECK_H
#define SEARCH_SPACE_CANONICAL_CHECK_H

#include "rules/canonical.h"

/* A document as it was read. */
typedef struct CanonicalDocument {
	const char *file, *text;
	const Program *program; /* at the sizes of the search */
	bool unsafe_c, strict;
} CanonicalDocument;

/* False: they differ, why says where. compared: at so many sizes; NULL: nobody
 * asks. */
bool canonical_check(const CanonicalDocument *document,
		     const CanonicalClass *class, Text *why, int *compared);

#endif
