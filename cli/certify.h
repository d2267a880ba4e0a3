/* A derivation as a certificate for the Coq proof assistant (rules/coq.h), on
 * stdout. */
#ifndef CLI_CERTIFY_H
#define CLI_CERTIFY_H

#include "cli/session.h"
#include "rules/rewrite.h"

/* False after E0802: something in it has no Coq form. */
bool certify(Session *session, Rewriter *rewriter,
	     const Derivation *derivation);

#endif
