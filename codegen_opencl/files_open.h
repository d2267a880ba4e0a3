/* Open sizes in the files of an artifact. */
#ifndef CODEGEN_OPENCL_FILES_OPEN_H
#define CODEGEN_OPENCL_FILES_OPEN_H

#include <string.h>

#include "codegen_opencl/files_stub.h"

/* Whether the program has open sizes: then there is one variant. */
bool files_is_open(const FilesInfo *info);

/* The tables and the function of NAME.c. */
void files_put_open(Text *text, const FilesInfo *info);

/* Ports, as the stub numbers them, with the intermediate buffers behind them:
 * how many, and which one a buffer is. */
int files_slots(const FilesInfo *info);
int files_slot(const FilesInfo *info, int buffer);

/* Whether no launch before is of the same kernel. */
bool files_is_first(const Artifact *artifact, int launch);

#endif
