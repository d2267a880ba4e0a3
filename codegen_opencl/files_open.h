/* Open sizes in the files of an artifact. */
#ifndef CODEGEN_OPENCL_FILES_OPEN_H
#define CODEGEN_OPENCL_FILES_OPEN_H

#include <string.h>

#include "codegen_opencl/files_stub.h"

/* Whether the program has open sizes: then the first variant is taken whose
 * guards hold. */
bool files_is_open(const FilesInfo *info);

/* Of NAME.c: the tables and the function of a variant, what it has of them, and
 * which sizes are taken. */
void files_put_open(Text *text, const FilesInfo *info);
void files_put_open_members(Text *text, const FilesInfo *info);
void files_put_taken(Text *text, const FilesInfo *variants, int count);

/* Ports, as the stub numbers them, with the intermediate buffers behind them:
 * how many, and which one a buffer is. */
int files_slots(const FilesInfo *info);
int files_slot(const FilesInfo *info, int buffer);

#endif
