/* Measure: from a low-level expression to the kernels that are measured, or
 * called.
 */
#ifndef LIB_MEASURE_H
#define LIB_MEASURE_H

#include "codegen_opencl/kernels.h"
#include "lib/session.h"
#include "lib/variant.h"

/* Choices of the code generator for this session's --fp on this device. */
CodegenOptions measure_codegen(const Session *session, Variant variant,
			       const Device *device);

/* False after E0304: an input or output has a type that the device lacks, or
 * is too large for it. Sets what --fp strict can promise on the device. */
bool measure_supports(Session *session, const Device *device);

/* Under --fp strict: the scalar functions of the program for which the device
 * promises less than the evaluator's bits, "" for none; else NULL. */
const char *measure_inexact(Session *session, const Device *device);

/* The same as a sentence for people: "bit-identical to ..."; or NULL. */
const char *measure_promise(Session *session, const Device *device);

/* The artifact of an expression, or NULL after a diagnostic (E03xx). */
const Artifact *measure_generate(Session *session, Variant variant,
				 const Expr *low, const Device *device);

/* The same, and its kernels are seen (codegen_opencl/kernels.h). */
const Artifact *measure_generate_seen(Session *session, Variant variant,
				      const Expr *low, const Device *device,
				      KernelsSee *see, void *context);

/* The program as it is written cannot be generated; a diagnostic says why. */
bool measure_refused(Session *session, const Device *device);

#endif
