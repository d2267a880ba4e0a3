#include "bench_harness/opencl.h"

#include <stdarg.h>

typedef struct ErrorRow {
	cl_int code;
	const char *name;
	Status status;
	bool sticky;
} ErrorRow;

static const ErrorRow errors[] = {
#define CL_ERROR(name, status, sticky) { name, #name, status, sticky },
#include "bench_harness/opencl_errors.def"
#undef CL_ERROR
};

/* Drivers have codes of their own, for things that went badly wrong. */
static const ErrorRow unknown_error = {
	.name = "an error of the driver's own",
	.status = STATUS_LAUNCH_ERROR,
	.sticky = true,
};

static const ErrorRow *error_row(cl_int code)
{
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
		if (errors[i].code == code)
			return &errors[i];
	return &unknown_error;
}

const char *opencl_error_name(cl_int code)
{
	return error_row(code)->name;
}

bool opencl_ok(ClFailure *failure, cl_int code, const char *call)
{
	const ErrorRow *row;

	if (code == CL_SUCCESS)
		return true;
	row = error_row(code);
	opencl_refuse(failure, row->status, "%s: %s (%d)", call, row->name,
		      code);
	failure->sticky |= row->sticky;
	return false;
}

bool opencl_refuse(ClFailure *failure, Status status, const char *format, ...)
{
	va_list args;

	if (failure->status != STATUS_OK)
		return false;
	failure->status = status;
	va_start(args, format);
	text_vprintf(&failure->reason, format, args);
	va_end(args);
	return false;
}
