/* OpenProof: kernels with open sizes are proved (proof.h) at the sizes tuned and at
 * those that they are checked at (open_points.h), in full size and where their
 * guards hold; of other sizes nothing is said.
 */
#ifndef CLI_OPEN_PROOF_H
#define CLI_OPEN_PROOF_H

#include "cli/proof.h"
#include "lib/trial.h"

/* Of a trial of the open session, whose artifact has all guards. The session has
 * the same document at the sizes tuned, in numbers. detail says at how many sizes,
 * or what is wrong at which. NULL after E03xx. */
const Proof *open_proof(Session *session, Session *open, const Trial *trial,
			const Device *device);

#endif
