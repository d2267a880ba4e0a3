/* Legality of low-level expressions: what may be nested in what, and where
 * address spaces may stand (ICFP'15, section 4.2). The one checker that search
 * and code generation both use: the language's checker takes every well-typed
 * expression; this says whether it is a kernel. */
#ifndef IR_CORE_LEGAL_H
#define IR_CORE_LEGAL_H

#include "base/device.h"
#include "ir/core/path.h"
#include "ir/core/program.h"

typedef struct LegalFault {
	DiagCode code;  /* E0301, E0302, E0304 */
	Path path;      /* of the offending node */
	char message[200], found[160], expected[160];
} LegalFault;

/* device may be NULL: limits are not checked. */
bool legal_check(const Program *program, const Expr *low,
		 const Device *device, LegalFault *fault);

/* A drop whose argument's elements a map computes one by one: it is written
 * through, the elements that are dropped go nowhere. */
bool legal_drops_elements(const Expr *e);

#endif
