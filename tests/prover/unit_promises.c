/* A permute's promise, that two of its elements go to two places, makes a proof of
 * a kernel that stores them; and no more than that: not where two work-items store
 * one element, nor of elements of two permutes. The proof says that it relies on it. */
#include <stdio.h>
#include <string.h>

#include "codegen_opencl/tree.h"
#include "ir/front/document.h"
#include "prover/prove.h"

enum { SKIPPED = 77 };

/* What is done to the numbers of elements in each store of a tree. */
typedef enum { AS_IS, ALL_ONE, IN_FOURS, OTHERS, UNNUMBERED, FAULTS } Fault;

static const char *const faults[FAULTS] = {
	"as it is", "all are one element", "each four times", "of other permutes",
	"not numbered",
};

typedef struct Case {
	const char *what;
	int stores;  /* of an item in an array, by whose promise it is proved */
	const char *body;
} Case;

typedef struct Test {
	const Case *of;
	Fault fault;
	int numbered, failed;
	AffineTable indices;
} Test;

#define ITEMS "[\"join\", [\"mapWorkgroup\", [\"mapLocal\", \"id\"], " \
	      "[\"split\", 64, \"p\"]]]"

static const Case cases[] = {
	{ "items", 1, "[\"permute\", [\"unset\", \"x\"], "
	  "[\"mapGlobal\", \"id\", \"p\"], \"x\"]" },
	{ "groups", 1, "[\"permute\", [\"unset\", \"x\"], " ITEMS ", \"x\"]" },
	{ "several of an item", 2, "[\"permute\", [\"unset\", \"x\"], "
	  "[\"join\", [\"join\", [\"mapWorkgroup\", [\"mapLocal\", "
	  "[\"mapSeqUnroll\", \"id\"]], [\"split\", 32, "
	  "[\"split\", 2, \"p\"]]]]], \"x\"]" },
	{ "pairs", 1, "[\"permute\", [\"unset\", [\"zip\", \"x\", \"x\"]], "
	  ITEMS ", [\"zip\", \"x\", \"x\"]]" },
	{ "over others", 1, "[\"permute\", [\"toGlobal\", [\"mapGlobal\", "
	  "\"id\", \"x\"]], [\"mapGlobal\", \"id\", \"p\"], \"x\"]" },
	{ "one item", 0, "[\"permute\", [\"unset\", \"x\"], "
	  "[\"mapSeq\", \"id\", \"p\"], \"x\"]" },
};

static void put_fault(Test *t, Block *block)
{
	for (int i = 0; block && i < block->count; i++) {
		Stmt *stmt = block->items[i];

		put_fault(t, stmt->body);
		put_fault(t, stmt->other);
		if (!stmt->element)
			continue;
		if (t->fault == ALL_ONE)
			stmt->element = affine_const(&t->indices, 0);
		if (t->fault == IN_FOURS)
			stmt->element = affine_div(&t->indices, stmt->element,
						   4);
		if (t->fault == OTHERS)
			stmt->permute += 1 + t->numbered;
		if (t->fault == UNNUMBERED)
			stmt->element = NULL;
		t->numbered++;
	}
}

static void see(void *context, const Kernels *kernels)
{
	Test *t = context;
	Arena *arena = arena_new();
	const Proof *proof;
	bool good;

	for (int i = 0; i < kernels->count; i++)
		put_fault(t, kernels->items[i]->top);
	proof = prove_kernels(arena, kernels, 30);
	if (t->fault == AS_IS)
		good = proof->verdict == PROVE_PROVED
		       && !t->of->stores == !strstr(proof->detail, "permute");
	else
		good = t->of->stores < (t->fault == OTHERS ? 2 : 1)
		       || proof->verdict != PROVE_PROVED;
	if (!good || (t->of->stores && !t->numbered)) {
		printf("%s, %s: %s: %s\n", t->of->what, faults[t->fault],
		       proof_verdict_name(proof->verdict), proof->detail);
		t->failed++;
	}
	arena_free(arena);
}

static int try(const Case *of, Fault fault)
{
	const ReadOptions concrete = { .concrete = true };
	Device device = device_generic();
	const CodegenOptions options = codegen_options(&device);
	Test t = { .of = of, .fault = fault };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Arena *arena = arena_new();
	LegalFault why;
	Program *program;
	char text[1000];

	snprintf(text, sizeof text, "{\"name\": \"p\", \"sizes\": {\"N\": 1024}, \"inputs\": ["
		 "{\"name\": \"p\", \"type\": \"[i32; N]\", \"range\": [-1, \"N-1\"]}, "
		 "{\"name\": \"x\", \"type\": \"[f32; N]\"}], \"body\": %s}",
		 of->body);
	program = program_read(ir, of->what, text, &concrete, diags);
	t.indices.arena = arena;
	if (!program || !codegen_seen(arena, program, program->body, &device,
				      &options, see, &t, &why)) {
		printf("%s: cannot be made\n", of->what);
		t.failed++;
	}
	affine_table_free(&t.indices);
	arena_free(arena);
	diags_free(diags);
	ir_free(ir);
	return t.failed;
}

int main(void)
{
	int failed = 0;

	if (!prove_solver())
		return SKIPPED;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (Fault fault = 0; fault < FAULTS; fault++)
			failed += try(&cases[i], fault);
	return failed != 0;
}
