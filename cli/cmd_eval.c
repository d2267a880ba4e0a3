/* eval: the reference evaluator, in the declared types and in order. */
#include "cli/commands.h"
#include "cli/inputs.h"
#include "ir/eval/eval.h"

static bool evaluate(Session *session, Array *inputs)
{
	const Program *program = session->program;
	Array *outputs = ARENA_ARRAY(session->arena, Array,
				     program->output_count);

	return eval_run(program, program->body, inputs, EVAL_DECLARED, outputs,
			session->diags)
	    && outputs_write(session, program, outputs);
}

int cmd_eval(Session *session)
{
	Array *inputs;
	bool good;

	if (!session_load(session) || !outputs_fit(session))
		return EXIT_INPUT;
	inputs = ARENA_ARRAY(session->arena, Array,
			     session->program->in_port_count + 1);
	good = inputs_read(session, inputs) && evaluate(session, inputs);
	inputs_free(session->program, inputs);
	return good ? EXIT_DONE : EXIT_FAILED;
}
