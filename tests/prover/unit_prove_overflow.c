/* An index beyond int is proved where it is computed in long, and refuted where
 * the generator takes it for one that fits int. */
#include <stdio.h>
#include <string.h>

#include "codegen_opencl/tree.h"
#include "ir/front/document.h"
#include "prover/prove.h"

enum { SKIPPED = 77 };

static const char text[] =
	"{\"name\": \"far\", \"sizes\": {\"N\": 4294967296},"
	" \"inputs\": [{\"name\": \"xs\", \"type\": \"[f32; N]\"}],"
	" \"body\": [\"join\", [\"mapGlobal\", [\"mapSeq\", \"neg\"],"
	" [\"split\", 4096, \"xs\"]]]}";

static const char *said(const Proof *proof, const char *wanted)
{
	if (strcmp(proof_verdict_name(proof->verdict), wanted) != 0) {
		printf("%s, expected %s: %s\n",
		       proof_verdict_name(proof->verdict), wanted,
		       proof->detail);
		return "";
	}
	return proof->detail;
}

/* The form with atoms that are said to be 0. */
static const Affine *narrow(Arena *arena, const Affine *index)
{
	Affine *made = ARENA_NEW(arena, Affine);
	AffineTerm *terms = ARENA_ARRAY(arena, AffineTerm, index->count + 1);

	for (int i = 0; i < index->count; i++) {
		AffineAtom *atom = ARENA_NEW(arena, AffineAtom);

		*atom = *index->terms[i].atom;
		atom->lo = atom->hi = 0;
		terms[i] = (AffineTerm){ index->terms[i].factor, atom };
	}
	*made = *index;
	made->terms = terms;
	return made;
}

/* The parts of indices have names of their own: b0 = 4096*g0 + i. */
static void narrow_block(Arena *arena, Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_DECLARE && stmt->value
		    && stmt->value->kind == CODE_INDEX) {
			Code *value = ARENA_NEW(arena, Code);

			*value = *stmt->value;
			value->index = narrow(arena, value->index);
			stmt->value = value;
		}
		if (stmt->index)
			stmt->index = narrow(arena, stmt->index);
		if (stmt->body)
			narrow_block(arena, stmt->body);
	}
}

static void see(void *context, const Kernels *kernels)
{
	bool *good = context;
	Arena *arena = arena_new();
	const char *detail;

	detail = said(prove_kernels(arena, kernels, 30), "proved");
	*good = !*detail;
	narrow_block(arena, kernels->items[0]->top);
	detail = said(prove_kernels(arena, kernels, 30), "refuted");
	if (!strstr(detail, "does not fit int")) {
		printf("%s\n", detail);
		*good = false;
	}
	arena_free(arena);
}

int main(void)
{
	const ReadOptions concrete = { .concrete = true };
	Device device = device_generic();
	CodegenOptions options = codegen_options(&device);
	Arena *arena = arena_new();
	Diags *diags = diags_new();
	Ir *ir = ir_new();
	Program *program = program_read(ir, "far", text, &concrete, diags);
	LegalFault fault = { 0 };
	bool good = false;

	if (!prove_solver()) {
		printf("no solver: skipped\n");
		return SKIPPED;
	}
	diags_print(diags, stdout);
	if (program && !codegen_seen(arena, program, program->body, &device,
				     &options, see, &good, &fault))
		printf("refused: %s\n", fault.message);
	diags_free(diags);
	ir_free(ir);
	arena_free(arena);
	return !good;
}
