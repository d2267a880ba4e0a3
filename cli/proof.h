/* Proof: kernels generated once more to be proved (prover/prove.h), and what is
 * told and kept of it.
 */
#ifndef CLI_PROOF_H
#define CLI_PROOF_H

#include "cli/session.h"
#include "codegen_opencl/files.h"
#include "db/db.h"
#include "lib/variant.h"
#include "prover/prove.h"

/* Whether there is a solver; false after E0306. */
bool proof_is_possible(Session *session);

/* What is proved about the kernels of an expression, and their artifact's hash.
 * NULL after E03xx: it cannot be generated, or there is no solver. */
const Proof *proof_of(Session *session, Variant variant, const Expr *low,
		      const Device *device, uint64_t *hash);

/* Kept with the kernel, which is stored; false after E06xx. */
bool proof_store(Session *session, Db *db, uint64_t hash, const Proof *proof);

/* A line for each kernel and one for all; or a JSON object. */
void proof_tell(const Session *session, const Proof *proof, int64_t id,
		uint64_t hash);

/* As it stands in a manifest. */
FilesProof proof_summary(const Proof *proof);

/* What the database says of a kernel; verdict NULL: nothing. */
FilesProof proof_stored(Session *session, Db *db, uint64_t hash);

#endif
