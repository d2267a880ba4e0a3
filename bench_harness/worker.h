/* Worker: the process that owns the device.
 *
 * It reads requests on standard input, answers on standard output (frame.h,
 * message.h), and decides nothing: what to run, what is right and when to stop
 * is the business of the tuner (harness.h), which may kill it at any moment.
 * Before its first OpenCL call it moves both descriptors away and points 0 to
 * /dev/null and 1 to where 2 goes, since drivers and kernels print.
 */
#ifndef BENCH_HARNESS_WORKER_H
#define BENCH_HARNESS_WORKER_H

/* What it prints when it dies in the code of a kernel, not in the driver. */
#define WORKER_FAULT "lift-tune worker: fault in the code of a kernel"

/* Serves until QUIT or the end of input; the arguments are not used. Returns
 * the exit code. */
int worker_main(int argc, char **argv);

#endif
