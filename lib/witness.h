/* Witness: the program at some sizes, in numbers and open. Derivations are
 * searched in numbers; their steps are made again where the sizes are open, and
 * these numbers their witnesses (ir/core/size.h).
 */
#ifndef LIB_WITNESS_H
#define LIB_WITNESS_H

#include "lib/session.h"
#include "lib/candidates.h"

typedef struct Witness {
	Session fixed, open;
	Diags *diags;
	const Device *device;
	Candidates candidates; /* of fixed */
	RuleBase *base;
	Rewriter *rewriter;    /* of open */
} Witness;

/* The session's document at other values of its sizes (as many as it has), in
 * the arena of the session; open: size variables, or NULL. Data are drawn
 * there. False: the document does not allow these. */
bool session_at(Session *at, const Session *session, const SizeBinding *sizes,
		const char *open, Diags *diags);
void session_at_free(Session *at);

/* Open sizes have no canonical form. */
RewriteOptions witness_freedom(const Session *session);

/* As the session generates now. NULL: the document does not allow these. */
Witness *witness_new(const Session *session, const SizeBinding *sizes,
		     const Device *device);
void witness_free(Witness *witness);

/* Its sizes with another value for those that are open: the largest different
 * primes up to `below` (0: up to its value); above the half of that, if there are
 * such, those that leave `over` over of multiples of WITNESS_UNIT. Of one less than
 * such a multiple, what powers of two divide leaves something over where more are
 * to divide it; where borders are taken off first, that is so of others. */
enum { WITNESS_UNIT = 32 };
const SizeBinding *witness_primes(const Session *session, const Program *open,
				  int64_t below, int over);

#endif
