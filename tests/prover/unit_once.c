/* What is computed once in a program is not computed again by every work-item:
 * no proposal reads an input much more often than the program does, whatever
 * views stand between a fold and those who read its result. */
#include <stdio.h>

#include "ir/front/document.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/prover/reads.h"

enum { PROPOSALS = 30, LENGTH = 65536, TEXT_BYTES = 1024 };

#define FOLD "head $ reduceSeq (\\acc x. map (\\a. a * 0.5 + x) acc) " \
	     "(fill[16] 0) xs"

/* Of an input xs of LENGTH elements, each of which is used once. */
static const char *const bodies[] = {
	FOLD,
	"map (\\s. s) $ " FOLD,
	"map (\\s. exp s) $ " FOLD,
	"transpose $ split[4] $ " FOLD,
	"take[5] $ map (\\s. s * 2) $ " FOLD,
	"pad[7, 8, clamp] $ reduce (+) 0 xs",
	"map (\\s. s * 2) $ pad[7, 8, wrap] $ reduce (+) 0 xs",
	"map (\\(s, k). s * k) $ zip (pad[0, 63, clamp] $ reduce (+) 0 xs) "
	"(fill[64] 3)",
	"take[3] $ pad[1, 1, mirror] $ map (\\r. head $ reduce (+) 0 r) "
	"$ split[1024] xs",
	"concat (reduce (+) 0 xs) (fill[15] 1)",
};

typedef struct Reads {
	double worst;  /* reads of an element, on average */
	int proposals;
} Reads;

static void see(void *context, const Kernels *kernels)
{
	Reads *all = context;
	const double reads = reads_of_kernels(kernels) / LENGTH;

	if (reads > all->worst)
		all->worst = reads;
	all->proposals++;
}

static void propose(const Program *program, const Device *device, Reads *all)
{
	const CodegenOptions options = codegen_options(device);
	RuleBase *base = rulebase_new();
	Derive *derive = derive_new(base, program, device,
				    (RewriteOptions){ .strict = false });
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(strategy_kinds[0], &space, 1, -1);
	Candidate candidate;

	for (int i = 0; i < PROPOSALS
	     && strategy_ask(strategy, &candidate) == ASK_CANDIDATE; i++) {
		Arena *arena = arena_new();
		LegalFault fault;
		bool good = codegen_seen(arena, program,
			derive_result(derive, candidate.state).low, device,
			&options, see, all, &fault) != NULL;

		strategy_tell(strategy, candidate.number,
			      (Outcome){ good ? OUTCOME_OK : OUTCOME_FAILED,
					 1e-6 * (1 + i) });
		arena_free(arena);
	}
	strategy_free(strategy);
	derive_free(derive);
	rulebase_free(base);
}

static Device device_of(DeviceType type)
{
	Device device = device_generic();

	device.type = type;
	device.compute_units = 8;
	device.local_is_dedicated = type == DEVICE_GPU;
	return device;
}

static bool is_once(const char *body, DeviceType type)
{
	const ReadOptions concrete = { .concrete = true };
	const Device device = device_of(type);
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Reads all = { 0 };
	char text[TEXT_BYTES];
	const Program *program;

	snprintf(text, sizeof text, "program once\n  input xs : f32[%d]\n  %s\n",
		 LENGTH, body);
	program = program_read(ir, "once", text, &concrete, diags);
	if (program)
		propose(program, &device, &all);
	else
		diags_print(diags, stdout);
	if (!all.proposals || all.worst > 1.01)
		printf("%s, %s: of %d proposals one reads %.2f times\n", body,
		       device_type_name(type), all.proposals, all.worst);
	diags_free(diags);
	ir_free(ir);
	return all.proposals && all.worst <= 1.01;
}

int main(void)
{
	int failed = 0;

	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
		failed += !is_once(bodies[i], DEVICE_CPU)
			+ !is_once(bodies[i], DEVICE_GPU);
	return failed != 0;
}
