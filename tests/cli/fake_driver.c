/* An OpenCL driver that lies, hangs, crashes and vanishes on demand: PoCL with
 * some entries of its table of functions replaced. The loader finds it where
 * $OCL_ICD_VENDORS names it in an .icd file.
 *
 *	OPENCL_FAKE=wrong:5,gpu	how, each from that call on (without: from
 *				the first): a row of ways below
 *	OPENCL_FAKE_REAL=FILE	the true driver's library
 *	OPENCL_FAKE_FILE=FILE	what the way needs one for
 *
 * What it does to kernels it does to candidates only: the known-good kernels
 * (canary.c, harness_rate.c) stay good, unless the device is gone.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <dlfcn.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define CANARY "x * x + x + 1.0f"
#define COPY "o0[j] = i0[j];"
#define TWIN "residue_"
#define GROUP_MULTIPLE 0x1067 /* of OpenCL 3.0 */
#define NVIDIA_REGISTERS 0x4002
#define F32_NAN 0x7fc00000u
#define EXPORTED __attribute__((visibility("default")))

enum { KERNELS = 256, ARGS = 64, SOURCE_BYTES = 1 << 16, STRAY_SECONDS = 600,
       LATE_NS = 20000000 };

typedef enum {
	WRONG,        /* one element of each result, from launch n on */
	ULP,          /* the same, by its last bit */
	EMPTY,        /* a launch does nothing */
	DRIFT,        /* the first program that is built has that bit of what
		       * one item computes wrong, unless that is a whole
		       * number, and all others take longer */
	BUILD_HANG, BUILD_CRASH, LAUNCH_CRASH, FINISH_HANG,
	TIMES_ZERO, TIMES_BACK, TIMES_HUGE, TIMES_SHORT, TIMES_NONE,
	RESOURCES,    /* a launch returns CL_OUT_OF_RESOURCES */
	GONE,         /* the device, for good, also to other processes (FILE) */
	QUEUE,        /* the same, with CL_INVALID_COMMAND_QUEUE */
	BUFFER,       /* CL_INVALID_COMMAND_QUEUE for every buffer */
	STRAY,        /* a process with a session of its own; its id is in FILE */
	GPU,          /* says that it is one */
	ORDER,        /* copies to it, builds and waits are told in FILE */
	TWIN_HANG,    /* a launch of what computes with residues */
	FIRST_FACT,   /* by the names of base/device.def; the number is what it
		       * says */
	UNITS = FIRST_FACT, GROUP, ITEMS, MEMORY, ALLOC, LOCAL, ALIGN, FLOATS,
	DOUBLES, TIMER, LINE, MULTIPLE, CACHE, CLOCK, REGISTERS,
	WAYS
} Way;

static const char *const ways[WAYS] = {
	"wrong", "ulp", "empty", "drift", "build_hang", "build_crash",
	"launch_crash", "finish_hang", "times_zero", "times_back", "times_huge",
	"times_short", "times_none", "resources", "gone", "queue", "buffer",
	"stray", "gpu", "order", "twin_hang", "compute_units", "max_group_size",
	"max_item_sizes", "global_bytes", "max_alloc_bytes", "local_bytes",
	"base_align_bytes", "native_float_width", "native_double_width",
	"timer_resolution_ns", "line_bytes", "group_multiple", "cache_bytes",
	"clock_mhz", "registers",
};

typedef struct Known {
	cl_kernel kernel;
	bool canary, first, twin;
	cl_uint index; /* of an argument that is stored to: */
	cl_mem result;
	long launches;
} Known;

static struct {
	bool planned[WAYS];
	unsigned long number[WAYS];
	long calls[WAYS];
	Known kernels[KERNELS];
	int count;
	bool candidate; /* what was launched last */
	bool late;      /* and is said to take longer */
	bool running;   /* and not waited for */
	bool twin;      /* and computes with residues */
	cl_icd_dispatch real, *table;
} fake;

static void read_plan(void)
{
	const char *text = getenv("OPENCL_FAKE");

	for (int way = 0; way < WAYS && text; way++) {
		size_t length = strlen(ways[way]);

		for (const char *at = text; at;
		     at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
			if (strncmp(at, ways[way], length) != 0
			    || (at[length] && !strchr(":,", at[length])))
				continue;
			fake.planned[way] = true;
			if (at[length] == ':')
				fake.number[way] = strtoul(at + length + 1,
							   NULL, 10);
		}
	}
}

static const char *file(void)
{
	const char *name = getenv("OPENCL_FAKE_FILE");

	return name ? name : "/dev/null";
}

/* Whether this call is one of those. */
static bool due(Way way)
{
	return fake.planned[way]
	    && ++fake.calls[way] >= (long)fake.number[way];
}

static void hang(void)
{
	for (;;)
		pause();
}

/* -- a device that is gone ------------------------------------------------- */

static void leave_mark(void)
{
	FILE *mark = fopen(file(), "w");

	if (mark)
		fclose(mark);
}

/* What every call returns from now on. */
static cl_int gone(void)
{
	if ((!fake.planned[GONE] && !fake.planned[QUEUE])
	    || access(file(), F_OK) != 0)
		return CL_SUCCESS;
	return fake.planned[GONE] ? CL_DEVICE_NOT_AVAILABLE
				  : CL_INVALID_COMMAND_QUEUE;
}

/* -- which kernel ---------------------------------------------------------- */

static const char *source_of(cl_program program)
{
	static char source[SOURCE_BYTES];

	memset(source, 0, sizeof source);
	fake.real.clGetProgramInfo(program, CL_PROGRAM_SOURCE,
				   sizeof source - 1, source, NULL);
	return source;
}

static bool is_canary(cl_program program)
{
	const char *source = source_of(program);

	return strstr(source, CANARY) || strstr(source, COPY);
}

/* Whether it has the text of the first that was a candidate. */
static bool is_first(cl_program program)
{
	static char first[SOURCE_BYTES];

	if (!*first)
		memcpy(first, source_of(program), sizeof first);
	return strcmp(first, source_of(program)) == 0;
}

static Known *known(cl_kernel kernel)
{
	static Known nobody;

	for (int i = 0; i < fake.count; i++)
		if (fake.kernels[i].kernel == kernel)
			return &fake.kernels[i];
	return fake.count < KERNELS ? &fake.kernels[fake.count++] : &nobody;
}

/* The first pointer to what is not const among its parameters. */
static cl_uint result_of(const char *source, const char *name)
{
	const char *at = strstr(source, name);
	cl_uint index = 0;

	for (at = at ? strchr(at, '(') : NULL; at; index++) {
		size_t length = strcspn(++at, ",)");
		const char *constant = strstr(at, "const "),
			   *pointer = strchr(at, '*');

		if (pointer && pointer < at + length
		    && (!constant || constant > at + length))
			return index;
		at = at[length] == ',' ? at + length : NULL;
	}
	return 0;
}

static cl_kernel CL_API_CALL create_kernel(cl_program program,
					   const char *name, cl_int *error)
{
	cl_kernel kernel = fake.real.clCreateKernel(program, name, error);

	if (kernel) {
		bool canary = is_canary(program);

		*known(kernel) = (Known){
			.kernel = kernel, .canary = canary,
			.first = !canary && is_first(program),
			.twin = strstr(source_of(program), TWIN) != NULL,
			.index = result_of(source_of(program), name),
		};
	}
	return kernel;
}

static cl_int CL_API_CALL set_arg(cl_kernel kernel, cl_uint index,
				  size_t size, const void *value)
{
	Known *k = known(kernel);

	if (index == k->index && size == sizeof(cl_mem))
		memcpy(&k->result, value, size);
	return fake.real.clSetKernelArg(kernel, index, size, value);
}

/* -- the order of calls ---------------------------------------------------- */

static void note(const char *what)
{
	FILE *told = fake.planned[ORDER] ? fopen(file(), "a") : NULL;

	if (!told)
		return;
	fprintf(told, "%s\n", what);
	fclose(told);
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem buffer,
				       cl_bool blocking, size_t offset,
				       size_t size, const void *from,
				       cl_uint count, const cl_event *waits,
				       cl_event *event)
{
	note(blocking ? "copy" : "copying");
	return fake.real.clEnqueueWriteBuffer(queue, buffer, blocking, offset,
					      size, from, count, waits, event);
}

static void *CL_API_CALL map_buffer(cl_command_queue queue, cl_mem buffer,
				    cl_bool blocking, cl_map_flags flags,
				    size_t offset, size_t size, cl_uint count,
				    const cl_event *waits, cl_event *event,
				    cl_int *error)
{
	note("wait");
	return fake.real.clEnqueueMapBuffer(queue, buffer, blocking, flags,
					    offset, size, count, waits, event,
					    error);
}

/* -- builds ---------------------------------------------------------------- */

static void leave_stray(void)
{
	FILE *ids;

	if (fork() != 0)
		return;
	setsid();
	ids = fopen(file(), "a");
	if (ids) {
		fprintf(ids, "%d\n", (int)getpid());
		fclose(ids);
	}
	sleep(STRAY_SECONDS);
	_exit(0);
}

static cl_int CL_API_CALL build(cl_program program, cl_uint count,
				const cl_device_id *devices,
				const char *options,
				void (CL_CALLBACK *done)(cl_program, void *),
				void *data)
{
	bool candidate = !is_canary(program);

	if (gone())
		return gone();
	note(candidate ? "build" : "build a known one");
	if (due(STRAY))
		leave_stray();
	if (candidate && due(BUILD_HANG))
		hang();
	if (candidate && due(BUILD_CRASH))
		raise(SIGSEGV);
	return fake.real.clBuildProgram(program, count, devices, options, done,
					data);
}

/* -- launches -------------------------------------------------------------- */

static void spoil(cl_command_queue queue, cl_mem result, int bit)
{
	uint32_t bits;

	leave_mark();
	fake.real.clFinish(queue);
	fake.real.clEnqueueReadBuffer(queue, result, CL_TRUE, 0, sizeof bits,
				      &bits, 0, NULL, NULL);
	bits = (bits & F32_NAN) == F32_NAN ? 0 : bits ^ 1u << bit;
	fake.real.clEnqueueWriteBuffer(queue, result, CL_TRUE, 0, sizeof bits,
				       &bits, 0, NULL, NULL);
}

static void drift(cl_command_queue queue, cl_mem result)
{
	float number;
	uint32_t bits;

	fake.real.clFinish(queue);
	fake.real.clEnqueueReadBuffer(queue, result, CL_TRUE, 0, sizeof number,
				      &number, 0, NULL, NULL);
	if (number == rintf(number))
		return;
	memcpy(&bits, &number, sizeof bits);
	bits ^= 1u << fake.number[DRIFT];
	fake.real.clEnqueueWriteBuffer(queue, result, CL_TRUE, 0, sizeof bits,
				       &bits, 0, NULL, NULL);
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel,
				 cl_uint dims, const size_t *offset,
				 const size_t *global, const size_t *local,
				 cl_uint count, const cl_event *waits,
				 cl_event *event)
{
	Known *k = known(kernel);
	cl_int code;

	fake.candidate = fake.running = !k->canary;
	note("launch");
	fake.twin = k->twin;
	k->launches++;
	if (fake.candidate && (due(GONE) || due(QUEUE)))
		leave_mark();
	if (gone())
		return gone();
	if (fake.candidate && due(RESOURCES))
		return CL_OUT_OF_RESOURCES;
	if (fake.candidate && due(LAUNCH_CRASH))
		raise(SIGSEGV);
	if (fake.candidate && fake.planned[EMPTY]
	    && k->launches >= (long)fake.number[EMPTY]) {
		leave_mark();
		return fake.real.clEnqueueMarkerWithWaitList(queue, count,
							     waits, event);
	}
	code = fake.real.clEnqueueNDRangeKernel(queue, kernel, dims, offset,
						global, local, count, waits,
						event);
	fake.late = fake.candidate && fake.planned[DRIFT] && !k->first;
	if (fake.late)
		usleep(LATE_NS / 1000);
	if (fake.candidate && fake.planned[DRIFT] && k->first
	    && global[0] == 1)
		drift(queue, k->result);
	if (fake.candidate && fake.planned[WRONG]
	    && k->launches >= (long)fake.number[WRONG])
		spoil(queue, k->result, 20);
	if (fake.candidate && fake.planned[ULP]
	    && k->launches >= (long)fake.number[ULP])
		spoil(queue, k->result, 0);
	return code;
}

static void wait_for_launch(void)
{
	if (fake.running && due(FINISH_HANG))
		hang();
	if (fake.running && fake.twin && due(TWIN_HANG))
		hang();
	fake.running = false;
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
	wait_for_launch();
	note("wait");
	return gone() ? gone() : fake.real.clFinish(queue);
}

static cl_int CL_API_CALL wait_events(cl_uint count, const cl_event *events)
{
	wait_for_launch();
	note("wait");
	return gone() ? gone() : fake.real.clWaitForEvents(count, events);
}

static cl_int CL_API_CALL event_time(cl_event event, cl_profiling_info what,
				     size_t size, void *value, size_t *needed)
{
	const cl_profiling_info other = what == CL_PROFILING_COMMAND_END
		? CL_PROFILING_COMMAND_START : CL_PROFILING_COMMAND_END;
	cl_ulong time = 0;
	cl_int code = fake.real.clGetEventProfilingInfo(event,
		due(TIMES_BACK) ? other : what, sizeof time, &time, needed);

	if (due(TIMES_NONE))
		return CL_PROFILING_INFO_NOT_AVAILABLE;
	if (due(TIMES_ZERO))
		time = 0;
	if (due(TIMES_HUGE) && what == CL_PROFILING_COMMAND_END)
		time = UINT64_MAX;
	if (fake.late && what == CL_PROFILING_COMMAND_END)
		time += LATE_NS;
	if (due(TIMES_SHORT) && fake.candidate)
		time /= 1000;
	memcpy(value, &time, size < sizeof time ? size : sizeof time);
	return code;
}

/* -- what is said of the device -------------------------------------------- */

typedef struct FactRow {
	Way way;
	cl_device_info what;
	size_t size;
} FactRow;

static const FactRow facts[] = {
	{ UNITS, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(cl_uint) },
	{ GROUP, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t) },
	{ ITEMS, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(size_t) },
	{ MEMORY, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong) },
	{ ALLOC, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(cl_ulong) },
	{ LOCAL, CL_DEVICE_LOCAL_MEM_SIZE, sizeof(cl_ulong) },
	{ ALIGN, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof(cl_uint) },
	{ FLOATS, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, sizeof(cl_uint) },
	{ DOUBLES, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, sizeof(cl_uint) },
	{ TIMER, CL_DEVICE_PROFILING_TIMER_RESOLUTION, sizeof(size_t) },
	{ LINE, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, sizeof(cl_uint) },
	{ MULTIPLE, GROUP_MULTIPLE, sizeof(size_t) },
	{ CACHE, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, sizeof(cl_ulong) },
	{ CLOCK, CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof(cl_uint) },
	{ REGISTERS, NVIDIA_REGISTERS, sizeof(cl_uint) },
};

/* Alignment is said in bits; of sizes the device has all dimensions. */
static void say(const FactRow *row, size_t size, void *value)
{
	const unsigned long number = fake.number[row->way]
				   * (row->way == ALIGN ? 8 : 1);

	for (size_t at = 0; at < size; at += row->size)
		memcpy((char *)value + at, &number, row->size);
}

static cl_int CL_API_CALL device_info(cl_device_id device,
				      cl_device_info what, size_t size,
				      void *value, size_t *needed)
{
	static const cl_device_type gpu = CL_DEVICE_TYPE_GPU;

	if (fake.planned[GPU] && what == CL_DEVICE_TYPE && size == sizeof gpu) {
		memcpy(value, &gpu, size);
		return CL_SUCCESS;
	}
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		if (fake.planned[facts[i].way] && what == facts[i].what
		    && value && size % facts[i].size == 0) {
			say(&facts[i], size, value);
			return CL_SUCCESS;
		}
	return fake.real.clGetDeviceInfo(device, what, size, value, needed);
}

static cl_context CL_API_CALL create_context(
	const cl_context_properties *properties, cl_uint count,
	const cl_device_id *devices,
	void (CL_CALLBACK *tell)(const char *, const void *, size_t, void *),
	void *data, cl_int *error)
{
	if (gone() != CL_DEVICE_NOT_AVAILABLE)
		return fake.real.clCreateContext(properties, count, devices,
						 tell, data, error);
	*error = gone();
	return NULL;
}

static cl_mem CL_API_CALL create_buffer(cl_context context,
					cl_mem_flags flags, size_t size,
					void *host, cl_int *error)
{
	if (!due(BUFFER))
		return fake.real.clCreateBuffer(context, flags, size, host,
						error);
	*error = CL_INVALID_COMMAND_QUEUE;
	return NULL;
}

/* -- in the driver's place -------------------------------------------------- */

static void replace(void)
{
	cl_icd_dispatch *table = fake.table;

	table->clBuildProgram = build;
	table->clCreateBuffer = create_buffer;
	table->clCreateContext = create_context;
	table->clCreateKernel = create_kernel;
	table->clEnqueueMapBuffer = map_buffer;
	table->clEnqueueNDRangeKernel = launch;
	table->clEnqueueWriteBuffer = write_buffer;
	table->clFinish = finish;
	table->clGetDeviceInfo = device_info;
	table->clGetEventProfilingInfo = event_time;
	table->clSetKernelArg = set_arg;
	table->clWaitForEvents = wait_events;
}

/* All objects of the driver begin with the address of one table. */
static void take_over(cl_platform_id platform)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from, to;

	memcpy(&fake.table, (void *)platform, sizeof fake.table);
	fake.real = *fake.table;
	from = (uintptr_t)fake.table / page * page;
	to = ((uintptr_t)(fake.table + 1) + page - 1) / page * page;
	if (mprotect((void *)from, to - from, PROT_READ | PROT_WRITE) != 0)
		abort();
	read_plan();
	replace();
}

typedef cl_int (CL_API_CALL *Platforms)(cl_uint, cl_platform_id *, cl_uint *);
typedef void *(CL_API_CALL *Extension)(const char *);

static void *of_real(const char *name)
{
	const char *path = getenv("OPENCL_FAKE_REAL");
	void *library = dlopen(path ? path : "libpocl.so.2", RTLD_NOW);
	Extension find = library
		? (Extension)dlsym(library, "clGetExtensionFunctionAddress")
		: NULL;

	return find ? find(name) : NULL;
}

EXPORTED cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint capacity,
						   cl_platform_id *platforms,
						   cl_uint *count)
{
	Platforms real = (Platforms)of_real("clIcdGetPlatformIDsKHR");
	cl_int code = real ? real(capacity, platforms, count) : -1001;

	if (code == CL_SUCCESS && platforms && capacity && !fake.table)
		take_over(platforms[0]);
	return code;
}

EXPORTED cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
					      cl_platform_info what,
					      size_t size, void *value,
					      size_t *needed)
{
	return fake.real.clGetPlatformInfo(platform, what, size, value,
					   needed);
}

EXPORTED void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
	if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
		return (void *)clIcdGetPlatformIDsKHR;
	if (strcmp(name, "clGetPlatformInfo") == 0)
		return (void *)clGetPlatformInfo;
	return of_real(name);
}
