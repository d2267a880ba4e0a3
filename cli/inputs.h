/* Inputs: the data of a program's input ports, from --input or drawn
 *, and its results as files.
 */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "cli/session.h"

/* Adds to the session's sizes what the shapes of --input files say of lengths
 * that are lone variables. program has its sizes as written. False after a
 * contradiction or a bad file. */
bool inputs_bind_sizes(Session *session, const Program *program);

/* One Array per input port: from --input, else drawn with --seed. False after
 * a diagnostic. */
bool inputs_read(Session *session, Array *arrays);

/* Says of which arrays all elements are the same. */
void inputs_tell_alike(const Program *program, const Array *arrays);

/* True when --input names no input at all. */
bool inputs_absent(const Session *session);

void inputs_free(const Program *program, Array *arrays);

/* Whether that can be done, before anything is computed: E0701 for each file
 * that lift-tune did not write. */
bool outputs_fit(Session *session);

/* Writes one .npy per output into the folder of -o and a line for each on
 * stdout; frees the arrays. */
bool outputs_write(Session *session, const Program *program, Array *outputs);

#endif
