/* Faults of low-level expressions, told at their place in the normal form. */
#ifndef LIB_FAULT_H
#define LIB_FAULT_H

#include "lib/session.h"
#include "ir/core/legal.h"

/* Adds the fault as a diagnostic; its pointer is into the normal form. */
void fault_tell(Session *session, const Expr *low, const LegalFault *fault);

#endif
