/* liblift_tune: tuned OpenCL kernels at run time.
 *
 * A library has programs (documents, as JSON or in the notation), a program has
 * plans: kernels for one device and one choice of sizes, found in a database of
 * what was tuned, made from what is nearest there, or searched for. A plan is
 * called as often as one likes.
 *
 *	lt_library *library = lt_open(NULL, &error);
 *	lt_program *program = lt_program_read(library, text, length, &error);
 *	lt_plan *plan = lt_plan_make(program, context, device, sizes, 2,
 *				     LT_NEAREST, &error);
 *	lt_plan_enqueue(plan, queue, arguments, 4, 0, NULL, NULL);
 *
 * Every call is thread-safe on different objects; a program and its plans count
 * as one object, but for lt_plan_enqueue on different plans, a library and its
 * programs as different ones. There is no global state; nothing is printed, no
 * signal is touched, and no process is started but by lt_search, or by
 * lt_plan_make with seconds. Only when memory is exhausted does the process end,
 * with a word on standard error.
 *
 * What is returned as const char * belongs to the object that was asked, and
 * lives as long as it does. Functions that can fail take an lt_error (or NULL),
 * which is written only then.
 */
#ifndef LIFT_TUNE_H
#define LIFT_TUNE_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stddef.h>
#include <stdint.h>

#if defined __GNUC__
#define LT_API __attribute__((visibility("default")))
#else
#define LT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lt_library lt_library;
typedef struct lt_program lt_program;
typedef struct lt_plan lt_plan;
typedef struct lt_device lt_device;

/* --- errors --------------------------------------------------------------- */

enum { LT_ERROR_TEXT = 1024 };

/* The caller's memory. code is the number of `lift-tune` errors, 102 for E0102;
 * those of the library itself begin with 1001 (base/diag.def). line and column
 * count from 1 in the text of the program; 0: not of a place there. text says
 * it for people, all errors, a line each, cut where there is no room. */
typedef struct lt_error {
	int code;
	int line, column;
	char text[LT_ERROR_TEXT];
} lt_error;

/* "0.1.0" */
LT_API const char *lt_version(void);

/* --- libraries ------------------------------------------------------------ */

/* With the database of that path; NULL: the user's own ($LIFT_TUNE_DB, else
 * lift-tune/tuned.db in the user's data). It is only read here, for each plan
 * anew, and need not exist: nothing is stored then. lt_search makes it. */
LT_API lt_library *lt_open(const char *database, lt_error *error);

/* Its programs must have been freed. NULL is nothing. */
LT_API void lt_close(lt_library *library);

/* --- programs ------------------------------------------------------------- */

/* JSON or the notation, length bytes, copied. NULL: the text is wrong; where
 * and why is in *error. */
LT_API lt_program *lt_program_read(lt_library *library, const char *text,
				   size_t length, lt_error *error);

/* Frees its plans, too, none of which may run on a device. NULL is nothing. */
LT_API void lt_program_free(lt_program *program);

LT_API const char *lt_program_name(const lt_program *program);

typedef enum {
	LT_BOOL, LT_I8, LT_U8, LT_I16, LT_U16, LT_I32, LT_U32, LT_I64, LT_U64,
	LT_F16, LT_F32, LT_F64
} lt_type;

/* A bool is one byte, 0 or 1. */
LT_API size_t lt_type_bytes(lt_type type);

/* The value of a size variable; 0 where kernels with open sizes take it. */
typedef struct lt_size {
	const char *name;
	uint64_t value;
} lt_size;

/* The i-th size variable, with its value in the document; 0: there are no more
 * of them. */
LT_API int lt_program_size(const lt_program *program, size_t i, lt_size *size);

enum { LT_RANK = 16 };

/* A parameter: inputs in the order of the document, tuples component by
 * component, then the outputs that have memory of their own. */
typedef struct lt_port {
	const char *name;
	lt_type type;
	int rank;              /* 0: a value, and of an output one element */
	uint64_t dims[LT_RANK]; /* row-major, at the sizes asked for */
	int output;            /* else an input */
	int written;           /* an output, or an input that one overwrites */
} lt_port;

/* The i-th parameter at these sizes (those not named as in the document);
 * 0: there are no more of them, or an error, which has a code then; else its
 * code is 0. */
LT_API int lt_program_port(lt_program *program, const lt_size *sizes,
			   size_t count, size_t i, lt_port *port,
			   lt_error *error);

/* Finds sizes from the shape of an input: each length that is a size variable
 * alone gives its value. sizes has room for as many as the program has, *count
 * of which are known; adds to them. 0 after an error: no such input, or the
 * shape contradicts what is known. */
LT_API int lt_program_bind(lt_program *program, const char *input, int rank,
			   const uint64_t *dims, lt_size *sizes, size_t *count,
			   lt_error *error);

/* --- plans ---------------------------------------------------------------- */

/* Where kernels come from; or seconds, more than 0, to search for them before
 * the database is asked. */
typedef double lt_effort;

/* Only what was tuned for this device and these sizes. */
#define LT_STORED (-1.0)

/* Else the derivation of the nearest sizes that were tuned on it, or of another
 * device, made again at these. */
#define LT_NEAREST (-2.0)

/* Else the most promising candidate of a search, which nobody has measured. */
#define LT_ESTIMATE (-3.0)

/* Kernels for these sizes (those not named as in the document). context and
 * device are retained. NULL: there are none with that effort, E1003, or an
 * error. A plan that was made before is only looked up, and belongs to the
 * program: lt_program_free frees it. For another plan of the same kernels, for
 * another thread, read the program again. */
LT_API lt_plan *lt_plan_make(lt_program *program, cl_context context,
			     cl_device_id device, const lt_size *sizes,
			     size_t count, lt_effort effort, lt_error *error);

/* A buffer, or of an input of rank 0 its value: type, and where it lies. */
typedef struct lt_argument {
	cl_mem buffer;
	lt_type type;
	const void *value;
} lt_argument;

/* Launches all kernels, in the order of lt_program_port's parameters; waits for
 * the events of the list first. *event (or NULL) is that of all being done,
 * which the caller releases. Returns at once, but where rounds of kernels end by
 * a condition: then when these are done; and where there are more than 1024
 * launches: then when all but the last 1024 are done, or, where the first has to
 * wait, at once. CL_INVALID_BUFFER_SIZE: a buffer is too small, or shares memory
 * with one that is written; CL_INVALID_ARG_VALUE: not as many arguments as
 * parameters, or a value of another type. Nothing is launched then. Where another
 * call of OpenCL fails, what was launched before it is on its way: *event is that
 * of it being done; NULL: nothing was. A second call of a plan waits on the device
 * for the first. */
LT_API cl_int lt_plan_enqueue(lt_plan *plan, cl_command_queue queue,
			      const lt_argument *arguments, size_t count,
			      cl_uint wait_count, const cl_event *wait_list,
			      cl_event *event);

/* Arrays of this process instead of buffers: row-major, elements of the
 * parameter's type, without gaps, bytes of it (values, too). Waits for the
 * results. What an output overwrites is written in place. */
typedef struct lt_array {
	void *data;
	size_t bytes;
} lt_array;

LT_API cl_int lt_plan_run(lt_plan *plan, cl_command_queue queue,
			  const lt_array *arrays, size_t count);

/* Why the last call of the plan failed; "": it did not. */
LT_API const char *lt_plan_error(const lt_plan *plan);

/* OpenCL C, all kernels. */
LT_API const char *lt_plan_source(const lt_plan *plan);

/* What was measured for just these kernels, in nanoseconds; 0: nothing. */
LT_API double lt_plan_expected_ns(const lt_plan *plan);

/* "stored derivation 7", "derivation 7 of M=4096 N=4096", "an estimate". */
LT_API const char *lt_plan_origin(const lt_plan *plan);

/* --- searching ------------------------------------------------------------ */

/* A line of JSON for each measurement, as `lift-tune tune --json` prints it, and
 * NULL every tenth of a second; not 0: stop, what was measured is kept. */
typedef int lt_listener(void *context, const char *line);

/* Tunes for these sizes and stores all that is measured, for so many seconds, in
 * a process of its own: libexec/lift-tune/lift-tune of the installation, or
 * $LIFT_TUNE_WORKER. 0 after an error; stopped is none. Plans of the program
 * that were made before stay as they are; those made from here on know what was
 * found. */
LT_API int lt_search(lt_program *program, cl_device_id device,
		     const lt_size *sizes, size_t count, double seconds,
		     lt_listener *listener, void *context, lt_error *error);

/* --- devices -------------------------------------------------------------- */

/* For who has no OpenCL context yet: the device of that number or part of a
 * name, as `lift-tune devices` lists them (NULL: the first), with a context and
 * an in-order queue of its own. */
LT_API lt_device *lt_device_open(const char *which, lt_error *error);
LT_API void lt_device_close(lt_device *device);

LT_API cl_context lt_device_context(const lt_device *device);
LT_API cl_device_id lt_device_id(const lt_device *device);
LT_API cl_command_queue lt_device_queue(const lt_device *device);
LT_API const char *lt_device_name(const lt_device *device);

#ifdef __cplusplus
}
#endif

#endif
