/* library_bench SEED SIZES SECONDS [PROGRAM.lift]...: what plans cost that were
 * not tuned for their sizes, by lift_tune.h alone. Each program (gemv and matmul
 * of examples/ by default) is tuned once at the sizes of its document, and for so
 * many seconds at each of as many sizes that are drawn. There the plan of those,
 * the one by LT_NEAREST from the first, and the one by LT_ESTIMATE from nothing
 * take turns on the same data and must agree; what is printed is the median over
 * rounds of their times by the first's, and how long an estimate took to make,
 * with the driver's build and with what the driver keeps of it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/lift_tune.h"

enum { SIDES = 3, PORTS = 16, ROUNDS = 21, SIZES = 8, LEAST_NS = 2000000 };

static const char *const sides[SIDES] = { "tuned", "nearest", "estimate" };

/* Lengths are drawn between these parts of the document's. */
static const double least_part = 0.0625, most_part = 1.5;

typedef struct Point {
	lt_program *programs[SIDES];
	lt_plan *plans[SIDES];
	lt_size sizes[SIZES];
	size_t size_count, port_count;
	lt_port ports[PORTS];
	lt_argument arguments[PORTS];
	float value; /* of all scalars */
} Point;

static int fail(const char *what, const lt_error *error)
{
	fprintf(stderr, "%s: error %d: %s\n", what, error->code, error->text);
	exit(1);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (double)(*state >> 11) / 9007199254740992.0;
}

static char *read_file(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = calloc(1, 65536);

	if (!file || !text || !fread(text, 1, 65535, file)) {
		perror(path);
		exit(1);
	}
	fclose(file);
	return text;
}

static lt_program *read_program(lt_library *library, const char *text)
{
	lt_error error;
	lt_program *program = lt_program_read(library, text, strlen(text),
					      &error);

	if (!program)
		fail("reading", &error);
	return program;
}

static size_t elements(const lt_port *port)
{
	size_t count = 1;

	for (int i = 0; i < port->rank; i++)
		count *= port->dims[i];
	return count;
}

static void make_data(Point *p, const lt_device *device)
{
	lt_error error;

	p->value = 1.5;
	while (lt_program_port(p->programs[0], p->sizes, p->size_count,
			       p->port_count, &p->ports[p->port_count],
			       &error)) {
		const lt_port *port = &p->ports[p->port_count];
		lt_argument *argument = &p->arguments[p->port_count++];
		const size_t count = elements(port);
		float *data = malloc(count * sizeof *data);

		for (size_t i = 0; data && i < count; i++)
			data[i] = (float)(i * 7 % 31) / 31;
		argument->type = port->type;
		argument->value = &p->value;
		if (port->rank || port->output)
			argument->buffer = clCreateBuffer(
				lt_device_context(device),
				CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
				count * sizeof *data, data, NULL);
		free(data);
	}
	if (error.code)
		fail("parameters", &error);
}

static void free_data(Point *p)
{
	for (size_t i = 0; i < p->port_count; i++)
		if (p->arguments[i].buffer)
			clReleaseMemObject(p->arguments[i].buffer);
}

static void enqueue(Point *p, int side, cl_command_queue queue)
{
	if (!lt_plan_enqueue(p->plans[side], queue, p->arguments,
			     p->port_count, 0, NULL, NULL))
		return;
	fprintf(stderr, "%s: %s\n", sides[side],
		lt_plan_error(p->plans[side]));
	exit(1);
}

static double time_of(Point *p, int side, cl_command_queue queue, int calls)
{
	const double start = now();

	for (int i = 0; i < calls; i++)
		enqueue(p, side, queue);
	clFinish(queue);
	return (now() - start) / calls;
}

static float *results(Point *p, int side, cl_command_queue queue, size_t *count)
{
	const lt_port *port = &p->ports[p->port_count - 1];
	float *data;

	*count = elements(port);
	data = calloc(*count, sizeof *data);
	enqueue(p, side, queue);
	clEnqueueReadBuffer(queue, p->arguments[p->port_count - 1].buffer,
			    CL_TRUE, 0, *count * sizeof *data, data, 0, NULL,
			    NULL);
	return data;
}

/* Sums in another order: to 1e-4 of the largest. */
static void compare(Point *p, cl_command_queue queue)
{
	size_t count;
	float *want = results(p, 0, queue, &count);

	for (int side = 1; side < SIDES; side++) {
		float *got = results(p, side, queue, &count);
		double most = 0, off = 0;

		for (size_t i = 0; i < count; i++) {
			most = fmax(most, fabs(want[i]));
			off = fmax(off, fabs((double)got[i] - want[i]));
		}
		if (!(off <= 1e-4 * most)) {
			fprintf(stderr, "%s is off by %g of %g\n",
				sides[side], off, most);
			exit(1);
		}
		free(got);
	}
	free(want);
}

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* ratios[side]: of the tuned one's time */
static void take_times(Point *p, cl_command_queue queue, double ratios[])
{
	double rounds[SIDES][ROUNDS], once = time_of(p, 0, queue, 3);
	const int calls = once < LEAST_NS ? (int)(LEAST_NS / once) + 1 : 1;

	for (int round = -1; round < ROUNDS; round++) {
		double times[SIDES];

		for (int side = 0; side < SIDES; side++)
			times[side] = time_of(p, side, queue, calls);
		for (int side = 0; side < SIDES && round >= 0; side++)
			rounds[side][round] = times[side] / times[0];
	}
	for (int side = 0; side < SIDES; side++) {
		qsort(rounds[side], ROUNDS, sizeof **rounds, by_value);
		ratios[side] = rounds[side][ROUNDS / 2];
	}
}

static lt_plan *plan_of(Point *p, lt_program *program,
			const lt_device *device, lt_effort effort)
{
	lt_error error;
	lt_plan *plan = lt_plan_make(program, lt_device_context(device),
				     lt_device_id(device), p->sizes,
				     p->size_count, effort, &error);

	if (!plan)
		fail("a plan", &error);
	return plan;
}

static void search(lt_program *program, const lt_device *device,
		   const lt_size *sizes, size_t count, double seconds)
{
	lt_error error;

	if (!lt_search(program, lt_device_id(device), sizes, count, seconds,
		       NULL, NULL, &error))
		fail("a search", &error);
}

static void draw_sizes(Point *p, lt_program *program, uint64_t *state)
{
	lt_size *size = p->sizes;

	while (p->size_count < SIZES
	       && lt_program_size(program, p->size_count, size)) {
		const double part = least_part
				  * pow(most_part / least_part, draw(state));

		size->value = (uint64_t)((double)size->value * part) + 1;
		size++;
		p->size_count++;
	}
}

/* The estimate twice: the driver has kept its build the second time. */
static void make_plans(Point *p, const char *text, lt_library *const libraries[],
		       const lt_device *device, double seconds, double ms[2])
{
	p->programs[0] = read_program(libraries[0], text);
	search(p->programs[0], device, p->sizes, p->size_count, seconds);
	p->plans[0] = plan_of(p, p->programs[0], device, LT_STORED);
	p->programs[1] = read_program(libraries[1], text);
	p->plans[1] = plan_of(p, p->programs[1], device, LT_NEAREST);
	for (int i = 0; i < 2; i++) {
		const double start = now();

		p->programs[2] = read_program(libraries[2], text);
		p->plans[2] = plan_of(p, p->programs[2], device, LT_ESTIMATE);
		ms[i] = (now() - start) * 1e-6;
		if (!i)
			lt_program_free(p->programs[2]);
	}
}

static void measure(const char *text, lt_library *const libraries[],
		    const lt_device *device, uint64_t *state, double seconds,
		    double sums[])
{
	Point p = { .size_count = 0 };
	double ms[2], ratios[SIDES];
	lt_program *program = read_program(libraries[0], text);

	draw_sizes(&p, program, state);
	make_plans(&p, text, libraries, device, seconds, ms);
	make_data(&p, device);
	compare(&p, lt_device_queue(device));
	take_times(&p, lt_device_queue(device), ratios);
	printf("| %s", lt_program_name(program));
	for (size_t i = 0; i < p.size_count; i++)
		printf(" %s=%llu", p.sizes[i].name,
		       (unsigned long long)p.sizes[i].value);
	printf(" | %.2f | %.2f | %.0f | %.0f |\n", ratios[1], ratios[2],
	       ms[0], ms[1]);
	fflush(stdout);
	for (int side = 0; side < SIDES; side++) {
		sums[side] += log(ratios[side]);
		lt_program_free(p.programs[side]);
	}
	lt_program_free(program);
	free_data(&p);
}

/* Databases of its own: of sizes, of the one near them, and none. */
static void open_libraries(lt_library *libraries[])
{
	char folder[] = "/tmp/library_bench.XXXXXX", path[64];
	lt_error error;

	if (!mkdtemp(folder)) {
		perror(folder);
		exit(1);
	}
	for (int side = 0; side < SIDES; side++) {
		snprintf(path, sizeof path, "%s/%s.db", folder, sides[side]);
		libraries[side] = lt_open(path, &error);
		if (!libraries[side])
			fail(path, &error);
	}
}

int main(int argc, char **argv)
{
	const char *programs[] = { "examples/gemv.lift",
				   "examples/matmul.lift" };
	uint64_t state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	const int sizes = argc > 2 ? atoi(argv[2]) : 10;
	const double seconds = argc > 3 ? strtod(argv[3], NULL) : 20;
	const int given = argc > 4 ? argc - 4 : 2;
	double sums[SIDES] = { 0 };
	lt_library *libraries[SIDES];
	lt_error error;
	lt_device *device = lt_device_open(NULL, &error);

	if (!device)
		fail("the device", &error);
	open_libraries(libraries);
	printf("| program | nearest | estimate | made in ms | built before |\n"
	       "|---|---|---|---|---|\n");
	for (int i = 0; i < given; i++) {
		char *text = read_file(argc > 4 ? argv[4 + i] : programs[i]);
		lt_program *program = read_program(libraries[1], text);

		search(program, device, NULL, 0, 3 * seconds);
		lt_program_free(program);
		for (int k = 0; k < sizes; k++)
			measure(text, libraries, device, &state, seconds,
				sums);
		free(text);
	}
	printf("| geometric mean of %d | %.3f | %.3f | | |\n", given * sizes,
	       exp(sums[1] / (given * sizes)), exp(sums[2] / (given * sizes)));
	for (int side = 0; side < SIDES; side++)
		lt_close(libraries[side]);
	lt_device_close(device);
	return 0;
}
