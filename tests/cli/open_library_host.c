/* An application of the library, built and run by tests/cli/open_store.sh:
 * kernels of gemv that were tuned with open sizes are plans for sizes that
 * nothing was tuned for. Data are small whole numbers, so that every order of
 * adding gives the same bits; they are compared with plain C. */
#include <lift_tune.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float *numbers(size_t count, int seed)
{
	float *all = malloc(count * sizeof *all);

	for (size_t i = 0; i < count; i++)
		all[i] = (float)((int)((i * 7 + (size_t)seed) % 5) - 2);
	return all;
}

static int differs(const float *a, const float *x, const float *y,
		   const float *out, size_t m, size_t k)
{
	for (size_t i = 0; i < m; i++) {
		float sum = 0;

		for (size_t j = 0; j < k; j++)
			sum += a[i * k + j] * x[j];
		if (out[i] < 2 * sum + 3 * y[i] || out[i] > 2 * sum + 3 * y[i])
			return 1;
	}
	return 0;
}

static int right_at(lt_program *program, lt_device *device, size_t m, size_t k)
{
	const lt_size sizes[] = { { "M", m }, { "K", k } };
	float *a = numbers(m * k, 1), *x = numbers(k, 2), *y = numbers(m, 3);
	float *out = numbers(m, 4), alpha = 2, beta = 3;
	const lt_array arrays[] = {
		{ a, m * k * sizeof *a }, { x, k * sizeof *x },
		{ y, m * sizeof *y }, { &alpha, sizeof alpha },
		{ &beta, sizeof beta }, { out, m * sizeof *out },
	};
	lt_error error = { 0 };
	lt_plan *plan = lt_plan_make(program, lt_device_context(device),
				     lt_device_id(device), sizes, 2, LT_STORED,
				     &error);
	int good = plan && strstr(lt_plan_origin(plan), "open sizes");

	if (!good)
		fprintf(stderr, "%zu x %zu: %s\n", m, k,
			plan ? lt_plan_origin(plan) : error.text);
	for (int i = 0; i < 2 && good; i++) {
		good = !lt_plan_run(plan, lt_device_queue(device), arrays, 6)
		    && !differs(a, x, y, out, m, k);
		if (!good)
			fprintf(stderr, "%zu x %zu: wrong %s\n", m, k,
				lt_plan_error(plan));
	}
	free(a);
	free(x);
	free(y);
	free(out);
	return good;
}

static char *read_all(const char *path)
{
	enum { MOST = 1 << 16 };
	char *text = calloc(MOST, 1);
	FILE *file = fopen(path, "r");

	if (!file || !fread(text, 1, MOST - 1, file))
		exit(2);
	fclose(file);
	return text;
}

int main(int argc, char **argv)
{
	static const size_t sizes[] = { 1, 2, 17, 63, 1021 };
	enum { SIZES = sizeof sizes / sizeof *sizes };
	lt_error error = { 0 };
	lt_library *library = argc == 3 ? lt_open(argv[2], &error) : NULL;
	lt_device *device = library ? lt_device_open(NULL, &error) : NULL;
	char *text = device ? read_all(argv[1]) : NULL;
	lt_program *program = text ? lt_program_read(library, text,
						     strlen(text), &error)
				   : NULL;
	int failed = !program;

	if (!program)
		fprintf(stderr, "%s\n", error.text);
	for (int i = 0; i < SIZES && program; i++)
		failed |= !right_at(program, device, sizes[i],
				    sizes[(i + 2) % SIZES]);
	if (program)
		lt_program_free(program);
	if (device)
		lt_device_close(device);
	if (library)
		lt_close(library);
	free(text);
	return failed;
}
