/* What is behind the handles of lift_tune.h. */
#ifndef LIB_API_H
#define LIB_API_H

#include "codegen_opencl/artifact.h"
#include "lib/lift_tune.h"
#include "lib/session.h"

struct lt_library {
	char *database; /* as given; NULL: the user's own */
};

struct lt_program {
	lt_library *library;
	char *text;
	Session session; /* the document at its own sizes */
	Session shape;   /* at those that ports were asked for last */
	lt_plan *plans;
};

/* Of a parameter: what the arguments of kernels are taken from. */
typedef struct Parameter {
	const Port *port;
	bool output, written;
	size_t bytes; /* 0: a value, or nothing uses it */
	cl_mem memory; /* of lt_plan_run; or NULL */
} Parameter;

struct lt_plan {
	lt_plan *next;
	bool stale; /* a search may have found better */
	cl_context context;
	cl_device_id device;
	lt_effort effort;
	int64_t *sizes; /* of all size variables */
	Session session;
	const Artifact *artifact;
	char *origin;
	double expected_ns;
	int parameter_count, temp_count, kernel_count;
	Parameter *parameters;
	cl_program program;
	cl_kernel *kernels;
	cl_mem *temps;      /* by buffer; NULL: none */
	cl_event last;      /* of the last call */
	Text reason;
};

/* A session for the text of a program at these sizes; diagnostics are in it
 * where it has no program. */
void api_session(Session *session, const char *text, const lt_size *sizes,
		 size_t count);
void api_session_free(Session *session);

/* Whether there are no errors; else the first one's number and all texts. */
bool api_good(const Diags *diags, lt_error *error);

/* Says what is wrong with a call; false. */
bool api_wrong(lt_error *error, DiagCode code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The database, to be read; NULL: none, which may be no error. */
struct Db *api_database(const lt_library *library, Diags *diags);

/* What the device is to everybody else, with its number; false after E0501. */
bool api_device(cl_device_id id, Device *device, lt_error *error);

/* Kernels and intermediate buffers of a plan that has its artifact. */
bool api_build(lt_plan *plan, lt_error *error);

/* The parameters of a program; gives their number. */
int api_parameters(const Program *program, Parameter *parameters);

/* Frees all but the memory of OpenCL's own. */
void api_plan_free(lt_plan *plan);

#endif
