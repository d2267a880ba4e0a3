/* Kernels with open sizes in the database: measurements at the sizes tuned, whose
 * choices say which sizes are open (lib/variant.h). What was right at other sizes
 * is marked; what was wrong there is stored as wrong.
 */
#ifndef CLI_OPEN_STORE_H
#define CLI_OPEN_STORE_H

#include "cli/tuner.h"
#include "lib/opened.h"

/* Those that were measured, in the run under way. */
void open_store(Tuner *tuner, Opened *const *opened, int count);

#endif
