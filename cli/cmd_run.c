/* run: compute on real data with the best derivation that is known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/measure.h"
#include "cli/oracles.h"
#include "cli/store.h"
#include "lib/choice.h"

typedef struct Runner {
	Session *session;
	Harness *harness;
	Choice choice;
	Oracles *oracles;
} Runner;

/* It is no fault when there is no database, or none that can be used: there is
 * the default. But a database that was named must be usable. */
static void say_unusable(const Diags *why)
{
	const Diag *first = why->items;

	if (why->count)
		fprintf(stderr, "%s: %s (%s); going on without it\n",
			first->place.file, first->message,
			first->found ? first->found : "");
}

static Db *open_quietly(Session *s)
{
	char *path = db_path(s->options->db);
	Diags *quiet = diags_new();
	Db *db = path && !access(path, F_OK)
		 ? db_open_saying(path, DB_READ, store_say_locked,
				  s->options->db ? s->diags : quiet)
		 : NULL;

	say_unusable(quiet);
	diags_free(quiet);
	free(path);
	return db;
}

static void say_origin(const Choice *c)
{
	const char *unproved = c->derivation->label.unproved ? UNPROVED : "";

	if (c->trusted && c->artifact)
		fprintf(stderr, "using derivation %lld, tuned for %s on this "
			"device with open sizes%s\n",
			(long long)c->stored.derivation, c->stored.sizes,
			unproved);
	else if (c->trusted)
		fprintf(stderr, "using derivation %lld, tuned for %s on this "
			"device%s\n", (long long)c->stored.derivation,
			c->stored.sizes, unproved);
	else
		fprintf(stderr, "not tuned for these sizes on this device: "
			"using derivation %lld, tuned for %s on %s%s; "
			"the result is verified\n",
			(long long)c->stored.derivation, c->stored.sizes,
			c->stored.device, unproved);
}

static bool from_database(Runner *r)
{
	Diags *quiet = diags_new();
	Db *db = open_quietly(r->session);
	bool found = db && choice_stored(&r->choice, r->session, db,
					 harness_device(r->harness), quiet);

	say_unusable(quiet);
	diags_free(quiet);
	db_close(db);
	if (found)
		say_origin(&r->choice);
	return found;
}

static bool by_default(Runner *r)
{
	const Device *device = harness_device(r->harness);

	if (!choice_default(&r->choice, r->session, device)) {
		choice_refused(&r->choice, r->session, device);
		return false;
	}
	fprintf(stderr, "never tuned: using a safe default%s; the result is "
		"verified\n",
		r->choice.derivation->label.unproved ? UNPROVED : "");
	return true;
}

static bool load_unjudged(Runner *r)
{
	Session *s = r->session;
	const Program *p = s->program;
	Array *inputs = ARENA_ARRAY(s->arena, Array, p->in_port_count + 1);
	Judgement *none = ARENA_ARRAY(s->arena, Judgement, p->output_count);
	const BenchData data = {
		.input_count = p->in_port_count,
		.output_count = p->output_count, .set_count = 1,
		.inputs = p->in_ports, .outputs = p->out_ports,
		.sets = { { inputs, none } },
	};
	bool good = inputs_read(s, inputs)
		 && harness_load(r->harness, &data, s->diags);

	inputs_free(p, inputs);
	return good;
}

static bool load(Runner *r)
{
	if (r->choice.trusted && !r->session->options->verify)
		return load_unjudged(r);
	r->oracles = oracles_new(r->session);
	return r->oracles
	    && oracles_load(r->oracles, r->session, r->harness);
}

static bool launch_once(Runner *r, Measurement *m)
{
	const Choice *c = &r->choice;
	const Artifact *artifact = c->artifact ? c->artifact
		: measure_generate(r->session, c->variant, c->derivation->expr,
				   harness_device(r->harness));
	HarnessCandidate candidate;

	if (!artifact)
		return false;
	candidate = trial_candidate(r->session, c->derivation, artifact);
	harness_build_begin(r->harness, &candidate);
	if (r->oracles)
		harness_measure(r->harness, m);
	else
		harness_run(r->harness, m);
	return m->status == STATUS_OK || m->status == STATUS_SLOW;
}

/* A wrong result may come from the contraction of a*b + c alone. */
static bool launch_either(Runner *r, Measurement *m)
{
	const bool contracts = !r->choice.variant.no_contraction;

	if (launch_once(r, m))
		return true;
	if (m->status != STATUS_WRONG || !contracts)
		return false;
	r->choice.variant.no_contraction = true;
	return launch_once(r, m);
}

/* A default that fails on the device gives way to the next one. */
static bool launch(Runner *r)
{
	enum { DEFAULTS = 4 };
	Measurement *m = base_calloc(1, sizeof *m);
	bool good = launch_either(r, m);

	for (int i = 1; i < DEFAULTS && !good && r->choice.candidates.strategy
	     && !r->session->diags->errors
	     && choice_next(&r->choice, r->session,
			    harness_device(r->harness)); i++)
		good = launch_either(r, m);
	if (!good && !r->session->diags->errors)
		diag_add(r->session->diags, m->status == STATUS_UNDECIDED
			 ? E0406 : E0503, NULL, m->reason, NULL,
			 "the kernel failed: %s", status_name(m->status));
	free(m);
	return good;
}

static bool write_results(Runner *r)
{
	Session *s = r->session;
	const Program *p = s->program;
	int set = r->oracles ? r->oracles->set_count - 1 : 0;
	Array *outputs = ARENA_ARRAY(s->arena, Array, p->output_count);

	for (int i = 0; i < p->output_count; i++) {
		outputs[i] = array_of_port(&p->out_ports[i]);
		memcpy(outputs[i].data, harness_output(r->harness, set, i),
		       array_bytes(&outputs[i]));
	}
	return outputs_write(s, p, outputs);
}

static void say_promise(const Runner *r)
{
	const char *promise = measure_promise(r->session,
					      harness_device(r->harness));

	if (promise)
		fprintf(stderr, "the result is %s\n", promise);
}

static bool compute(Runner *r)
{
	if (!from_database(r) && !by_default(r))
		return false;
	if (!load(r) || !launch(r) || !write_results(r))
		return false;
	say_promise(r);
	return true;
}

int cmd_run(Session *session)
{
	Runner r = { .session = session };
	HarnessOptions options;
	bool good = false;

	if (!session_load(session) || !outputs_fit(session))
		return EXIT_INPUT;
	options = measure_options(session);
	r.harness = harness_open(&options, session->diags);
	if (r.harness && measure_supports(session, harness_device(r.harness)))
		good = compute(&r);
	harness_close(r.harness);
	oracles_free(r.oracles);
	choice_free(&r.choice);
	return good ? EXIT_DONE : EXIT_FAILED;
}
