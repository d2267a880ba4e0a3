/* prove: what is certain about the kernels of a stored derivation, or of a
 * low-level expression, for all data.
 */
#include <string.h>

#include "cli/commands.h"
#include "cli/proof.h"
#include "cli/stored.h"

static int code_of(const Proof *proof)
{
	return proof && proof->verdict == PROVE_PROVED ? EXIT_DONE
						       : EXIT_FAILED;
}

static int prove_document(Session *s)
{
	Device device = device_generic();
	const Proof *proof;
	uint64_t hash;

	if (!session_load(s))
		return EXIT_INPUT;
	proof = proof_of(s, (Variant){ 0 }, s->program->body, &device,
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

	const char *open = stored_open(s->arena, stored);

	if (open) {
		diag_add(s->diags, E0306, NULL, open, "a kernel with "
			 "numbers", "kernels with open sizes are not proved");
		return EXIT_FAILED;
	}
	if (!db_device(db, stored->device_key, &device, s->diags)
	    || !stored_replay(s, stored, &device, restored)
	    || !stored_trial(s, stored, &device, restored))
		return EXIT_FAILED;
	proof = proof_of(s, restored->variant, restored->derivation->expr,
			 &device, &hash);
	if (!proof)
		return EXIT_FAILED;
	proof_tell(s, proof, stored->derivation, hash);
	if (hash == stored->kernel && !proof_store(s, db, hash, proof))
		return EXIT_DATABASE;
	return code_of(proof);
}

static bool is_document(const char *word)
{
	size_t length = strlen(word);

	return !strcmp(word, "-")
	    || (length > 5 && !strcmp(word + length - 5, ".json"));
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
