#include "cli/proof.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/measure.h"

typedef struct Proving {
	Session *session;
	const Proof *proof;
} Proving;

static void see(void *context, const Kernels *kernels)
{
	Proving *proving = context;

	proving->proof = prove_kernels(proving->session->arena, kernels,
				       PROVE_SECONDS);
}

bool proof_is_possible(Session *s)
{
	if (prove_solver())
		return true;
	diag_add(s->diags, E0306, NULL, "lift-tune without a solver",
		 "the package libz3-dev when it is configured",
		 "nothing can be proved about kernels");
	return false;
}

const Proof *proof_of(Session *s, Variant variant, const Expr *low,
		      const Device *device, uint64_t *hash)
{
	Proving proving = { s, NULL };
	const Artifact *artifact;

	if (!proof_is_possible(s))
		return NULL;
	artifact = measure_generate_seen(s, variant, low, device, see,
					 &proving);
	if (!artifact)
		return NULL;
	*hash = artifact->hash;
	return proving.proof;
}

bool proof_store(Session *s, Db *db, uint64_t hash, const Proof *proof)
{
	const DbProof stored = {
		.verdict = proof_verdict_name(proof->verdict),
		.detail = proof->detail, .solver = proof->solver,
		.seconds = proof->seconds,
	};

	if (db_prove(db, hash, &stored) == DB_OK)
		return true;
	db_complain(db, s->diags);
	return false;
}

/* -- telling --------------------------------------------------------------- */

static void tell_json(const Proof *proof, int64_t id, uint64_t hash)
{
	Text text = { 0 };

	text_printf(&text, "{\"id\": %" PRId64 ", \"kernel\": \"%016" PRIx64
		    "\", \"verdict\": \"%s\", \"solver\": \"%s\", "
		    "\"seconds\": %.3f, \"kernels\": [", id, hash,
		    proof_verdict_name(proof->verdict), proof->solver,
		    proof->seconds);
	for (int i = 0; i < proof->count; i++) {
		const ProvedKernel *kernel = &proof->kernels[i];

		text_printf(&text, "%s{\"name\": \"%s\", \"verdict\": \"%s\", "
			    "\"accesses\": %d, \"questions\": %d, "
			    "\"seconds\": %.3f, \"detail\": ", i ? ", " : "",
			    kernel->name, proof_verdict_name(kernel->verdict),
			    kernel->accesses, kernel->questions,
			    kernel->seconds);
		text_json(&text, kernel->detail);
		text_char(&text, '}');
	}
	text_put(&text, "], \"detail\": ");
	text_json(&text, proof->detail);
	text_char(&text, '}');
	puts(text_string(&text));
	text_free(&text);
}

static void tell_kernel(const ProvedKernel *kernel)
{
	printf("%-4s %-7s  %d accesses, %d questions, %.2f s\n", kernel->name,
	       proof_verdict_name(kernel->verdict), kernel->accesses,
	       kernel->questions, kernel->seconds);
	if (*kernel->detail)
		printf("     %s\n", kernel->detail);
}

void proof_tell(const Session *s, const Proof *proof, int64_t id,
		uint64_t hash)
{
	static const char *const said[] = {
		[PROVE_PROVED] = "for all data every access is in bounds, no "
			"two items conflict, barriers are\nreached by all, no "
			"index overflows, nothing is read that was not stored",
		[PROVE_REFUTED] = "not so: a counter-example is above",
		[PROVE_UNKNOWN] = "not known: the reason is above",
	};

	if (s->options->json) {
		tell_json(proof, id, hash);
		return;
	}
	for (int i = 0; i < proof->count; i++)
		tell_kernel(&proof->kernels[i]);
	printf("%s%s%s (%s, %.2f s)\n", proof->where ? proof->where : "",
	       proof->where ? ": " : "", said[proof->verdict], proof->solver,
	       proof->seconds);
}

/* -- files ----------------------------------------------------------------- */

FilesProof proof_summary(const Proof *proof)
{
	if (!proof)
		return (FilesProof){ 0 };
	return (FilesProof){ proof_verdict_name(proof->verdict), proof->detail,
			     proof->solver, proof->seconds };
}

FilesProof proof_stored(Session *s, Db *db, uint64_t hash)
{
	DbProof stored;
	DbStatus status;

	if (!db_proof(db, s->arena, hash, &stored, &status))
		return (FilesProof){ 0 };
	return (FilesProof){ stored.verdict, stored.detail, stored.solver,
			     stored.seconds };
}
