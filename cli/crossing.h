/* Crossing: the kernels that were found for one program on each of several
 * devices, timed on all of them (the paper's Figure 1: performance is not
 * portable, kernels are).
 *
 * Kernels and devices are counted by the sites of the options: kernel k was
 * found at site k. A time of 0 says that the kernel does not run there.
 */
#ifndef CLI_CROSSING_H
#define CLI_CROSSING_H

#include "cli/session.h"
#include "base/device.h"

enum { SITES_MAX = 8 };

typedef struct Crossing {
	const char *program, *sizes;
	int site_count;
	int64_t ids[SITES_MAX];         /* derivation; 0: none was found */
	const char *choices[SITES_MAX]; /* that led to it; NULL: none */
	int home[SITES_MAX]; /* the kernel that is best there, -1: none */
	double ns[SITES_MAX][SITES_MAX];  /* of kernel, at site */
	double low[SITES_MAX][SITES_MAX]; /* its 95 % interval */
	double high[SITES_MAX][SITES_MAX];
} Crossing;

/* Times the kernels of ids at every site, in turns, and finds the best of each.
 * session has the program loaded; devices gets what each site turned out to
 * be. Sites whose device does not work keep times of 0. */
void crossing_measure(Crossing *crossing, Session *session, Device *devices);

/* Time of the kernel of site a at site b, relative to the best there; 0 when
 * it does not run. */
double crossing_slowdown(const Crossing *crossing, int a, int b);

/* Geometric mean over those programs that run in both ways; 0: none. */
double crossing_mean(const Crossing *crossings, int count, int a, int b);

/* "A", "B", ... */
const char *crossing_letter(int site);

/* The tables on stdout, for people or one JSON object for each program. */
void crossing_tell(const Crossing *crossing);
void crossing_tell_devices(const Device *devices, int count);
void crossing_tell_means(const Crossing *crossings, int count);
void crossing_json(const Crossing *crossing, const Device *devices);

/* The same as a picture: for each program and device, how near every kernel
 * comes to the best there. */
void crossing_plot(Text *svg, const Crossing *crossings, int count,
		   const Device *devices);

#endif
