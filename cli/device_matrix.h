/* DeviceMatrix, the cross-device matrix of a program: the kernels that were
 * found for it on each of several devices, timed on all of them (the paper's
 * Figure 1: performance is not portable, kernels are).
 *
 * Kernels and devices are counted by the sites of the options: kernel k was
 * found at site k. A time of 0 says that the kernel does not run there.
 */
#ifndef CLI_DEVICE_MATRIX_H
#define CLI_DEVICE_MATRIX_H

#include "cli/session.h"
#include "base/device.h"

enum { SITES_MAX = 8 };

typedef struct DeviceMatrix {
	const char *program, *sizes;
	int site_count;
	int64_t ids[SITES_MAX];         /* derivation; 0: none was found */
	const char *choices[SITES_MAX]; /* that led to it; NULL: none */
	int home[SITES_MAX]; /* the kernel that is best there, -1: none */
	double ns[SITES_MAX][SITES_MAX];  /* of kernel, at site */
	double low[SITES_MAX][SITES_MAX]; /* its 95 % interval */
	double high[SITES_MAX][SITES_MAX];
} DeviceMatrix;

/* Times the kernels of ids at every site, in turns, and finds the best of each.
 * session has the program loaded; devices gets what each site turned out to
 * be. Sites whose device does not work keep times of 0. */
void device_matrix_measure(DeviceMatrix *matrix, Session *session,
			   Device *devices);

/* Time of the kernel of site a at site b, relative to the best there; 0 when
 * it does not run. */
double device_matrix_slowdown(const DeviceMatrix *matrix, int a, int b);

/* Geometric mean over those programs that run in both ways; 0: none. */
double device_matrix_mean(const DeviceMatrix *matrices, int count, int a,
			  int b);

/* "A", "B", ... */
const char *device_matrix_letter(int site);

/* The tables on stdout, for people or one JSON object for each program. */
void device_matrix_tell(const DeviceMatrix *matrix);
void device_matrix_tell_devices(const Device *devices, int count);
void device_matrix_tell_means(const DeviceMatrix *matrices, int count);
void device_matrix_json(const DeviceMatrix *matrix, const Device *devices);

/* A picture of it: for each program and device, how near every kernel
 * comes to the best there. */
void device_matrix_plot(Text *svg, const DeviceMatrix *matrices, int count,
			const Device *devices);

#endif
