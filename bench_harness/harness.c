#include "bench_harness/harness.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "bench_harness/harness_state.h"

#define EPOCH_MARGIN 2.0 /* what two noise epochs may be apart */

static const char *failure_text(const Outcome *outcome)
{
	return text_string(&outcome->reason);
}

/* A harness with a cache folder and nothing running. */
static Harness *harness_new(const HarnessOptions *options, Text *why)
{
	Harness *h = base_calloc(1, sizeof *h);

	h->options = *options;
	h->lock.file = -1;
	h->opened = process_now();
	h->arena = arena_new();
	h->rng = rng_seeded(options->seed, 0);
	if (!cache_dir_new(&h->cache, why)) {
		arena_free(h->arena);
		free(h);
		return NULL;
	}
	h->environment = process_environment(h->arena, h->cache.path,
					     options->environment);
	return h;
}

static void tell_no_room(const char *why, Diags *diags)
{
	diag_add(diags, E0502, NULL, why, "room there, or another $TMPDIR",
		 "the driver has no room");
}

static Harness *harness_make(const HarnessOptions *options, Diags *diags)
{
	Text why = { 0 };
	Harness *h = harness_new(options, &why);

	if (!h)
		tell_no_room(text_string(&why), diags);
	text_free(&why);
	return h;
}

void harness_close(Harness *h)
{
	if (!h)
		return;
	ahead_free(h);
	link_free(&h->link);
	device_lock_free(&h->lock);
	if (h->canary)
		canary_free(h->canary);
	for (int i = 0; i < MESSAGE_LOADS; i++)
		loaded_free(&h->loads[i]);
	text_free(&h->pending.request);
	prebuilt_clear(&h->pending.early);
	text_free(&h->lost);
	cache_dir_free(&h->cache);
	arena_free(h->arena);
	free(h);
}

/* Reads a count and so many devices. */
static int read_devices(WireReader *in, Device *devices)
{
	int count = wire_get_int(in, 0, HARNESS_DEVICES);

	for (int i = 0; i < count && !in->bad; i++)
		devices[i] = message_get_device(in);
	return wire_done(in) ? count : -1;
}

/* How many there are; -1 when the worker does not say. */
static int ask_devices(Harness *h, Device *devices, Outcome *outcome)
{
	LinkAnswer answer = { 0 };
	Text nothing = { 0 };
	int count = -1;

	if (harness_start_process(h, outcome)
	    && job_call(h, JOB_LIST, &nothing, NULL, &answer, outcome))
		count = read_devices(&answer.rest, devices);
	link_answer_free(&answer);
	return count;
}

/* What was chance is not repeated. */
static bool may_retry(const Outcome *outcome)
{
	return !outcome->interrupted && status_rows[outcome->status].retries;
}

static int list_devices(Harness *h, Device *devices, Diags *diags)
{
	Outcome outcome = { 0 };
	int count = ask_devices(h, devices, &outcome);

	if (count < 0 && may_retry(&outcome))
		count = ask_devices(h, devices, &outcome);
	if (count <= 0 && !outcome.interrupted)
		diag_add(diags, E0501, NULL, NULL, NULL, count == 0
			 ? "OpenCL finds no device; install a driver, for "
			   "example pocl-opencl-icd"
			 : "the devices cannot be listed: %s",
			 failure_text(&outcome));
	outcome_free(&outcome);
	return count > 0 ? count : 0;
}

int harness_devices(const HarnessOptions *options, Device *devices,
		    Diags *diags)
{
	Harness *h = harness_make(options, diags);
	int count = 0;

	if (h)
		count = list_devices(h, devices, diags);
	harness_close(h);
	return count;
}

/* A number, or else part of a name; the index, or -1. */
static int choose(const Device *devices, int count, const char *wanted)
{
	char *end;
	long number;

	if (!wanted || !wanted[0])
		return 0;
	number = strtol(wanted, &end, 10);
	if (*end == '\0')
		return number >= 0 && number < count ? (int)number : -1;
	for (int i = 0; i < count; i++)
		if (strcasestr(devices[i].name, wanted)
		    || strcasestr(devices[i].platform, wanted))
			return i;
	return -1;
}

/* The names of all, for who named none of them. */
static void tell_known(const Harness *h, const Device *devices, int count,
		       Diags *diags)
{
	Text known = { 0 };

	for (int i = 0; i < count; i++)
		text_printf(&known, "%s%d: %s", i ? "; " : "", i,
			    devices[i].name);
	diag_add(diags, E0501, NULL, h->options.device, text_string(&known),
		 "there is no such device");
	text_free(&known);
}

/* What its driver says of it is believed nowhere else before this. */
static bool is_possible(const Device *device, Diags *diags)
{
	Text why = { 0 };
	bool good = device_check(device, &why);

	if (!good)
		diag_add(diags, E0504, NULL, text_string(&why), NULL,
			 "what %s says of itself cannot be", device->name);
	text_free(&why);
	return good;
}

static bool choose_device(Harness *h, Diags *diags)
{
	Device *devices = base_calloc(HARNESS_DEVICES, sizeof *devices);
	int count = list_devices(h, devices, diags);
	int chosen = count ? choose(devices, count, h->options.device) : -1;
	bool good = chosen >= 0 && is_possible(&devices[chosen], diags);

	if (count && chosen < 0)
		tell_known(h, devices, count, diags);
	if (good) {
		h->device = devices[chosen];
		h->lock = device_lock_new(&h->device);
	}
	free(devices);
	return good;
}

static bool load_canary(Harness *h, Outcome *outcome)
{
	Loaded *loaded = &h->loads[LOAD_CANARY];

	if (loaded->arena)
		return true;
	if (!h->canary)
		h->canary = canary_new(h->arena, &h->device);
	if (!loaded_new(loaded, LOAD_CANARY, LOAD_TO_TIME, &h->canary->data,
			&outcome->reason))
		return false;
	loaded_expect(loaded, 0, 0, &h->canary->reference, NULL);
	return true;
}

Harness *harness_choose(const HarnessOptions *options, Diags *diags)
{
	Harness *h = harness_make(options, diags);
	Outcome outcome = { 0 };

	if (!h || !choose_device(h, diags)) {
		harness_close(h);
		return NULL;
	}
	if (load_canary(h, &outcome))
		harness_begin(h, &outcome);
	outcome_free(&outcome);
	return h;
}

/* By its cause; who stopped it knows. */
static void tell_failure(const Harness *h, const Outcome *outcome,
			 Diags *diags)
{
	const char *why = failure_text(outcome);

	if (outcome->interrupted)
		return;
	if (h->no_room)
		tell_no_room(why, diags);
	else
		diag_add(diags, E0502, NULL, why, NULL, "%s does not work",
			 h->device.name);
}

bool harness_ready(Harness *h, Diags *diags)
{
	Outcome outcome = { 0 };
	bool good = load_canary(h, &outcome) && harness_start(h, &outcome);

	if (!good)
		tell_failure(h, &outcome, diags);
	outcome_free(&outcome);
	return good;
}

Harness *harness_open(const HarnessOptions *options, Diags *diags)
{
	Harness *h = harness_choose(options, diags);

	if (!h || harness_ready(h, diags))
		return h;
	harness_close(h);
	return NULL;
}

const Device *harness_device(const Harness *h)
{
	return h->options.absent ? h->options.absent : &h->device;
}

const char *harness_lost(const Harness *h)
{
	return h->lost.length ? h->lost.data : NULL;
}

static bool send_user(Harness *h, Diags *diags)
{
	Outcome outcome = { 0 };
	bool good = harness_send_load(h, LOAD_USER, &outcome)
		|| (may_retry(&outcome) && harness_start(h, &outcome));

	if (!good && outcome.status == STATUS_OOM)
		diag_add(diags, E0304, NULL, failure_text(&outcome), NULL,
			 "the data do not fit into the device's memory");
	else if (!good)
		tell_failure(h, &outcome, diags);
	outcome_free(&outcome);
	return good;
}

bool harness_load(Harness *h, const BenchData *data, Diags *diags)
{
	Loaded *user = &h->loads[LOAD_USER];
	Text why = { 0 };
	bool good;

	loaded_free(user);
	h->best = (Best){ 0 };
	h->copy_rate = 0;
	good = loaded_new(user, LOAD_USER, LOAD_TO_TIME, data, &why);
	if (!good)
		diag_add(diags, E0304, NULL, text_string(&why), NULL,
			 "the data do not fit into memory");
	else if (h->running)
		good = send_user(h, diags);
	if (!good)
		loaded_free(user);
	text_free(&why);
	return good;
}

bool harness_load_more(Harness *h, const BenchData *data, Diags *diags)
{
	const Best best = h->best;
	const double rate = h->copy_rate;
	bool good = harness_load(h, data, diags);

	h->best = best;
	h->best.slot = 0;
	h->copy_rate = rate;
	return good;
}

void harness_known_best(Harness *h, double launch_ns)
{
	h->best = (Best){ .ns = EPOCH_MARGIN * launch_ns, .earlier = true };
}

void harness_expect(Harness *h, int set, int output, const Array *reference,
		    const Array *second)
{
	loaded_expect(&h->loads[LOAD_USER], set, output, reference, second);
}

void harness_allow(Harness *h, int set, int output, const Array *outside,
		   const Array *folds)
{
	loaded_allow(&h->loads[LOAD_USER], set, output, outside, folds);
}

const void *harness_output(const Harness *h, int set, int output)
{
	return loaded_output(&h->loads[LOAD_USER], set, output);
}
