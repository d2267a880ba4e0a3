/* Measure: from a low-level expression to a verified time on the device, for
 * every command that measures (tune, run, replay).
 */
#ifndef CLI_MEASURE_H
#define CLI_MEASURE_H

#include <signal.h>

#include "bench_harness/harness.h"
#include "cli/session.h"
#include "codegen_opencl/kernels.h"

/* What chose among kernels for a device that is not there (--device-facts). */
#define MEASURE_RANKED_BY "static counts; nothing was timed"

/* How the harness is to be started for this session. */
HarnessOptions measure_options(Session *session);

/* True when the user asked to stop (Ctrl-C); see measure_catch. */
bool measure_stopped(void *context);

/* From here on SIGINT and SIGTERM only ask to stop. */
void measure_catch(void);
void measure_signals(sigset_t *set);

/* Choices of the code generator for this session's --fp on this device. */
CodegenOptions measure_codegen(const Session *session, const Device *device);

/* False after E0304: an input or output has a type that the device lacks, or
 * is too large for it. Sets what --fp strict can promise on the device. */
bool measure_supports(Session *session, const Device *device);

/* Under --fp strict: the scalar functions of the program for which the device
 * promises less than the evaluator's bits, "" for none; else NULL. */
const char *measure_inexact(Session *session, const Device *device);

/* The same as a sentence for people: "bit-identical to ..."; or NULL. */
const char *measure_promise(Session *session, const Device *device);

/* The artifact of an expression, or NULL after a diagnostic (E03xx). */
const Artifact *measure_generate(Session *session, const Expr *low,
				 const Device *device);

/* The same, and its kernels are seen (codegen_opencl/kernels.h). */
const Artifact *measure_generate_seen(Session *session, const Expr *low,
				      const Device *device, KernelsSee *see,
				      void *context);

/* The program as it is written cannot be generated; a diagnostic says why. */
bool measure_refused(Session *session, const Device *device);

#endif
