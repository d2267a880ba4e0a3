/* What may be nested in what, and where address spaces may stand: each fault
 * is found, named, and placed at the node that is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ir/core/legal.h"
#include "ir/front/document.h"

#define DOCUMENT(body) "{\"name\": \"t\", \"sizes\": {\"N\": 4, \"M\": 6}, " \
	"\"inputs\": [{\"name\": \"a\", \"type\": \"[[f32; N]; M]\"}, " \
	"{\"name\": \"x\", \"type\": \"[f32; N]\"}, " \
	"{\"name\": \"d\", \"type\": \"[f64; N]\"}], \"body\": " body "}"

static Program *read(Ir *ir, const char *text)
{
	const ReadOptions options = { .concrete = true };
	Diags *diags = diags_new();
	Program *program = program_read(ir, "t", text, &options, diags);

	if (!program)
		diags_print(diags, stderr);
	diags_free(diags);
	assert_non_null(program);
	return program;
}

static void check_legal(const char *text, const Device *device)
{
	Ir *ir = ir_new();
	const Program *program = read(ir, text);
	LegalFault fault;

	if (!legal_check(program, program->body, device, &fault))
		fail_msg("%s: %s", text, fault.message);
	ir_free(ir);
}

/* found: what stands at the place named in the fault. */
static void check_illegal(const char *text, const Device *device,
			  DiagCode code, const char *message,
			  const char *found)
{
	Ir *ir = ir_new();
	const Program *program = read(ir, text);
	const Expr *at = program->body;
	LegalFault fault;

	if (legal_check(program, program->body, device, &fault))
		fail_msg("taken as legal: %s", text);
	assert_int_equal(fault.code, code);
	if (!strstr(fault.message, message))
		fail_msg("\"%s\" is not in \"%s\"", message, fault.message);
	for (int i = 0; i < fault.path.depth; i++)
		at = at->kids[fault.path.kids[i]];
	assert_string_equal(expr_word(at), found);
	ir_free(ir);
}

static void legal_nestings(void **state)
{
	static const char *const bodies[] = {
		DOCUMENT("[\"map\", \"neg\", \"x\"]"),
		DOCUMENT("[\"mapSeq\", [\"mapSeq\", \"neg\"], \"a\"]"),
		DOCUMENT("[\"mapGlobal(1)\", [\"mapGlobal(0)\", \"neg\"], "
			 "\"a\"]"),
		DOCUMENT("[\"mapGlobal(0)\", [\"mapGlobal(1)\", \"neg\"], "
			 "\"a\"]"),
		DOCUMENT("[\"mapGlobal(1)\", [\"fun\", [\"r\"], "
			 "[\"drop\", 1, [\"join\", [\"split\", 1, "
			 "[\"mapGlobal(0)\", \"neg\", \"r\"]]]]], "
			 "\"a\"]"),
		DOCUMENT("[\"mapWorkgroup\", [\"mapLocal\", \"neg\"], "
			 "\"a\"]"),
		DOCUMENT("[\"mapWorkgroup\", [\"toGlobal\", [\"mapLocal\", "
			 "\"neg\"]], \"a\"]"),
		DOCUMENT("[\"mapWorkgroup\", [\"fun\", [\"r\"], [\"head\", "
			 "[\"reduceSeq\", [\"fun\", [\"s\", \"e\"], "
			 "[\"mapLocal\", \"+\", [\"zip\", \"s\", \"r\"]]], "
			 "\"r\", \"x\"]]], \"a\"]"),
		DOCUMENT("[\"reduceSeq\", \"+\", 0, [\"mapGlobal\", \"neg\", "
			 "\"x\"]]"),
		DOCUMENT("[\"tuple\", [\"mapGlobal\", \"neg\", \"x\"], "
			 "[\"mapWorkgroup\", [\"mapLocal\", \"neg\"], "
			 "\"a\"]]"),
		DOCUMENT("[\"mapWorkgroup\", [\"fun\", [\"r\"], [\"let\", "
			 "\"t\", [\"toLocal\", [\"mapLocal\", \"neg\", "
			 "\"r\"]], [\"mapLocal\", [\"fun\", [\"e\"], "
			 "[\"+\", \"e\", [\"at\", \"t\", 0]]], \"t\"]]], "
			 "\"a\"]"),
	};
	Device device = device_generic();

	(void)state;
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		check_legal(bodies[i], NULL);
		check_legal(bodies[i], &device);
	}
}

static void parallel_maps_in_the_wrong_place(void **state)
{
	(void)state;
	check_illegal(DOCUMENT("[\"mapLocal\", \"neg\", \"x\"]"), NULL, E0301,
		      "mapLocal(0) stands outside of a work-group",
		      "mapLocal");
	check_illegal(DOCUMENT("[\"mapGlobal\", [\"mapGlobal\", \"neg\"], "
		"\"a\"]"), NULL, E0301,
		"mapGlobal(0) stands inside mapGlobal of the same dimension",
		"mapGlobal");
	check_illegal(DOCUMENT("[\"mapWorkgroup\", [\"mapGlobal(1)\", "
		"\"neg\"], \"a\"]"), NULL, E0301,
		"mapGlobal(1) stands inside mapWorkgroup", "mapGlobal");
	check_illegal(DOCUMENT("[\"mapGlobal\", [\"mapLocal\", \"neg\"], "
		"\"a\"]"), NULL, E0301, "mapLocal(0) stands inside mapGlobal",
		"mapLocal");
	check_illegal(DOCUMENT("[\"mapGlobal(1)\", [\"mapWorkgroup\", "
		"\"neg\"], \"a\"]"), NULL, E0301,
		"mapWorkgroup(0) stands inside mapGlobal", "mapWorkgroup");
	check_illegal(DOCUMENT("[\"mapSeq\", [\"mapGlobal\", \"neg\"], "
		"\"a\"]"), NULL, E0301,
		"mapGlobal(0) stands inside mapSeq, which is sequential",
		"mapGlobal");
	check_illegal(DOCUMENT("[\"map\", [\"mapGlobal\", \"neg\"], \"a\"]"),
		NULL, E0301, "mapGlobal(0) stands inside map", "mapGlobal");
	check_illegal(DOCUMENT("[\"mapGlobal(1)\", [\"fun\", [\"r\"], "
		"[\"drop\", 1, [\"pad\", 1, 0, \"clamp\", "
		"[\"mapGlobal(0)\", \"neg\", \"r\"]]]], \"a\"]"), NULL,
		E0301, "the result of mapGlobal(0) is read inside the kernel",
		"mapGlobal");
	check_illegal(DOCUMENT("[\"mapGlobal(1)\", [\"fun\", [\"r\"], "
		"[\"reduceSeq\", \"+\", 0, [\"mapGlobal(0)\", \"neg\", "
		"\"r\"]]], \"a\"]"), NULL, E0301,
		"the result of mapGlobal(0) is read inside the kernel",
		"mapGlobal");
	check_illegal(DOCUMENT("[\"mapWorkgroup\", [\"fun\", [\"r\"], "
		"[\"if\", [\"<\", [\"head\", \"r\"], 0], 0.0, [\"head\", "
		"[\"mapLocal\", \"neg\", \"r\"]]]], \"a\"]"), NULL, E0301,
		"mapLocal(0) stands inside if", "mapLocal");
}

static void groups_that_the_device_has_not(void **state)
{
	Device device = device_generic();

	(void)state;
	device.max_group_size = 64;
	device.max_item_sizes[1] = 8;
	check_legal(DOCUMENT("[\"mapInGroups\", 64, \"neg\", \"x\"]"), &device);
	check_legal(DOCUMENT("[\"mapInGroups\", 65, \"neg\", \"x\"]"), NULL);
	check_illegal(DOCUMENT("[\"mapInGroups\", 65, \"neg\", \"x\"]"),
		      &device, E0304, "mapInGroups(0) asks for work-groups",
		      "mapInGroups");
	check_illegal(DOCUMENT("[\"mapInGroups(1)\", 9, \"neg\", \"x\"]"),
		      &device, E0304, "mapInGroups(1) asks for work-groups",
		      "mapInGroups");
}

static void local_memory_in_the_wrong_place(void **state)
{
	(void)state;
	check_illegal(DOCUMENT("[\"mapGlobal\", [\"toLocal\", [\"mapSeq\", "
		"\"neg\"]], \"a\"]"), NULL, E0302,
		"toLocal stands outside of a work-group", "toLocal");
	check_illegal(DOCUMENT("[\"mapWorkgroup\", [\"toLocal\", "
		"[\"mapLocal\", \"neg\"]], \"a\"]"), NULL, E0302,
		"the result of the work-group stays in local memory",
		"toLocal");
}

static void what_the_device_lacks(void **state)
{
	Device device = device_generic();
	const char *text = DOCUMENT("[\"mapGlobal\", \"neg\", \"d\"]");

	(void)state;
	device.has_f64 = false;
	check_illegal(text, &device, E0304, "the device has no f64",
		      "mapGlobal");
	device.has_f64 = true;
	check_legal(text, &device);
}

static void what_is_not_lowered(void **state)
{
	(void)state;
	check_illegal(DOCUMENT("[\"reduce\", \"+\", 0, \"x\"]"), NULL, E0303,
		"reduce is not lowered: rewrite it to reduceSeq", "reduce");
	check_illegal(DOCUMENT("[\"joinVec\", [\"mapGlobal\", [\"fun\", "
		"[\"v\"], [\"mapVec\", [\"fun\", [\"e\"], [\"+\", \"e\", "
		"[\"at\", [\"lanes\", \"v\"], 0]]], \"v\"]], "
		"[\"splitVec\", 4, \"x\"]]]"), NULL, E0301,
		"a vector stands inside mapVec", "a variable");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(legal_nestings),
		cmocka_unit_test(parallel_maps_in_the_wrong_place),
		cmocka_unit_test(groups_that_the_device_has_not),
		cmocka_unit_test(local_memory_in_the_wrong_place),
		cmocka_unit_test(what_the_device_lacks),
		cmocka_unit_test(what_is_not_lowered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
