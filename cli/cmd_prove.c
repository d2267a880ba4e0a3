/* prove: what is certain about the kernels of a stored derivation, or of a
 * low-level expression, for all data.
 */
#include <string.h>

#include "cli/commands.h"
#include "cli/measure.h"
#include "cli/open_proof.h"
#include "cli/stored.h"
#include "lib/witness.h"

static int code_of(const Proof *proof)
{
	return proof && proof->verdict == PROVE_PROVED ? EXIT_DONE
						       : EXIT_FAILED;
}

/* The program's own sizes, in numbers, beside it with open ones. */
static const Proof *proof_of_open(Session *s, const Device *device,
				  uint64_t *hash)
{
	const Derivation written = { .expr = s->program->body };
	const Trial trial = {
		.derivation = &written,
		.artifact = measure_generate(s, (Variant){ 0 }, written.expr,
					     device),
	};
	const Proof *proof = NULL;
	Session numbers, plain = *s;

	if (!trial.artifact)
		return NULL;
	*hash = trial.artifact->hash;
	plain.open_as_asked = false;
	if (session_at(&numbers, &plain, s->program->sizes, NULL, s->diags)) {
		proof = open_proof(&numbers, s, &trial, device);
		session_at_free(&numbers);
	}
	return proof;
}

static int prove_document(Session *s)
{
	Device device = device_generic();
	const Proof *proof;
	uint64_t hash;

	if (!session_load(s))
		return EXIT_INPUT;
	proof = s->program->open ? proof_of_open(s, &device, &hash)
		: proof_of(s, (Variant){ 0 }, s->program->body, &device,
			   &hash);
	if (proof)
		proof_tell(s, proof, 0, hash);
	return code_of(proof);
}

/* What is kept belongs to the kernel that was measured. */
static int prove_stored(Session *s, Db *db, const DbStored *stored,
			Restored *restored)
{
	Device device;
	const Proof *proof;
	uint64_t hash = 0;
	const Trial *trial;

	if (!db_device(db, stored->device_key, &device, s->diags)
	    || !stored_replay(s, stored, &device, restored))
		return EXIT_FAILED;
	trial = stored_trial(s, stored, &device, restored);
	if (!trial)
		return EXIT_FAILED;
	hash = trial->artifact->hash;
	proof = restored->open.program
		? open_proof(s, &restored->open, trial, &device)
		: proof_of(s, trial->variant, trial->derivation->expr,
			   &device, &hash);
	if (!proof)
		return EXIT_FAILED;
	proof_tell(s, proof, stored->derivation, hash);
	if (hash == stored->kernel && !proof_store(s, db, hash, proof))
		return EXIT_DATABASE;
	return code_of(proof);
}

static bool has_suffix(const char *word, const char *suffix)
{
	const size_t length = strlen(word), last = strlen(suffix);

	return length > last && !strcmp(word + length - last, suffix);
}

static bool is_document(const char *word)
{
	return !strcmp(word, "-") || has_suffix(word, ".json")
	    || has_suffix(word, ".lift");
}

int cmd_prove(Session *s)
{
	Db *db;
	DbStored stored;
	Restored restored = { 0 };
	int code = EXIT_FAILED;

	if (s->options->word_count == 1 && is_document(s->options->words[0]))
		return prove_document(s);
	db = stored_open_one(s);
	if (!db)
		return s->options->word_count == 1 ? EXIT_DATABASE : EXIT_USAGE;
	if (store_find(s, db, s->options->words[0], &stored)
	    && stored_load(s, &stored))
		code = prove_stored(s, db, &stored, &restored);
	stored_free(&restored);
	db_close(db);
	return code;
}
