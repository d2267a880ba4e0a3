/* What a search proposes first for the examples and the programs of the tests,
 * at their own sizes, for a CPU and a GPU: nearly all of it is proved, nothing
 * is refuted, and the others say why. A tenth of the programs;
 * LIFT_TUNE_LONG=1: all. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/front/document.h"
#include "tests/prover/tally.h"

enum { PROPOSALS = 4, TEXT_BYTES = 1 << 16 };

static Device device_of(DeviceType type)
{
	Device device = device_generic();
	bool cpu = type == DEVICE_CPU;

	device.type = type;
	device.compute_units = cpu ? 8 : 40;
	device.native_float_width = cpu ? 8 : 1;
	device.native_double_width = cpu ? 4 : 1;
	device.max_group_size = cpu ? 4096 : 256;
	for (int d = 0; d < DEVICE_DIMS; d++)
		device.max_item_sizes[d] = device.max_group_size;
	device.max_alloc_bytes = INT64_C(1) << 32;
	device.global_bytes = INT64_C(1) << 34;
	device.local_is_dedicated = !cpu;
	device.has_f64 = device.has_f16 = true;
	return device;
}

static void try_program(Tally *tally, const char *name, const char *text)
{
	const ReadOptions concrete = { .concrete = true };
	const Device devices[] = { device_of(DEVICE_CPU),
				   device_of(DEVICE_GPU) };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Program *program = program_read(ir, name, text, &concrete, diags);

	for (int i = 0; program && i < 2; i++) {
		tally->what = i ? "GPU" : "CPU";
		tally_search(tally, strategy_kinds[0], PROPOSALS, program,
			     &devices[i]);
	}
	tally->bad += !program;
	diags_free(diags);
	ir_free(ir);
}

static int is_document(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');

	return dot && !strcmp(dot, ".json");
}

static void try_file(Tally *tally, const char *path)
{
	char *text = calloc(1, TEXT_BYTES);
	FILE *file = fopen(path, "r");

	if (file && fread(text, 1, TEXT_BYTES - 1, file))
		try_program(tally, path, text);
	else
		tally->bad++;
	if (file)
		fclose(file);
	free(text);
}

static void try_folder(Tally *tally, const char *folder)
{
	const char *root = getenv("srcdir");
	struct dirent **entries = NULL;
	char path[4096], file[4400];
	int count;

	snprintf(path, sizeof path, "%s/%s", root ? root : ".", folder);
	count = scandir(path, &entries, is_document, alphasort);
	for (int i = 0; i < count; i++) {
		snprintf(file, sizeof file, "%s/%s", path, entries[i]->d_name);
		if (tally_is_due(tally, file))
			try_file(tally, file);
		free(entries[i]);
	}
	tally->bad += count <= 0;
	free(entries);
}

int main(void)
{
	Tally tally = tally_new(10);

	try_folder(&tally, "examples");
	try_folder(&tally, "tests/programs");
	try_folder(&tally, "tests/programs_e2e");
	return tally_end(&tally);
}
