#include "tests/search/space_values.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "ir/data/testdata.h"
#include "ir/front/document.h"
#include "rules/rule.h"
#include "search/space/follow.h"
#include "tests/search/search_device.h"

static void evaluate(const SpaceValues *values, const Expr *body,
		     Array *outputs)
{
	Diags *diags = diags_new();

	assert_true(eval_run(values->program, body, values->inputs, EVAL_F64,
			     outputs, diags));
	diags_free(diags);
}

void space_values_draw(SpaceValues *values, const Program *program)
{
	assert_true(program->in_port_count <= SPACE_VALUES_MAX
		    && program->output_count <= SPACE_VALUES_MAX);
	values->program = program;
	for (int i = 0; i < program->in_port_count; i++)
		values->inputs[i] = testdata_draw(&program->in_ports[i],
						  (uint64_t)i + 3,
						  TESTDATA_EXACT);
	evaluate(values, program->body, values->wanted);
}

void space_values_free(SpaceValues *values)
{
	for (int i = 0; i < values->program->in_port_count; i++)
		array_free(&values->inputs[i]);
	for (int i = 0; i < values->program->output_count; i++)
		array_free(&values->wanted[i]);
}

void space_values_check(const SpaceValues *values, const Expr *low)
{
	Array found[SPACE_VALUES_MAX];

	evaluate(values, low, found);
	for (int i = 0; i < values->program->output_count; i++) {
		assert_memory_equal(found[i].data, values->wanted[i].data,
				    array_bytes(&values->wanted[i]));
		array_free(&found[i]);
	}
}

static void follow(Derive *derive, const Program *program, const char *way,
		   SpaceSee *see, const void *context)
{
	Space space = derive_space(derive);
	const void *state = follow_choices(&space, way);
	SpaceValues values;
	Derived derived;

	assert_non_null(state);
	derived = derive_result(derive, state);
	see(&derived, context);
	space_values_draw(&values, program);
	space_values_check(&values, derived.low);
	space_values_free(&values);
}

void space_follow(const char *text, const char *way, SpaceSee *see,
		  const void *context)
{
	const ReadOptions options = { .concrete = true };
	const Device device = device_of_two_cores();
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	RuleBase *rules = rulebase_new();
	const Program *program = program_read(ir, "p", text, &options, diags);
	Derive *derive;

	assert_non_null(program);
	derive = derive_new(rules, program, &device,
			    (RewriteOptions){ .rounding = true });
	follow(derive, program, way, see, context);
	derive_free(derive);
	rulebase_free(rules);
	diags_free(diags);
	ir_free(ir);
}

int space_uses(const Derivation *derivation, const char *rule)
{
	int count = 0;

	for (; derivation->before; derivation = derivation->before)
		count += !strcmp(rule_name(derivation->rule), rule);
	return count;
}
