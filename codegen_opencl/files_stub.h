/* What NAME.h and NAME.c both say. */
#ifndef CODEGEN_OPENCL_FILES_STUB_H
#define CODEGEN_OPENCL_FILES_STUB_H

#include "codegen_opencl/files_names.h"

/* Declarations without what ends them. Inputs are parameters as they are
 * declared, then the outputs that have a buffer of their own. */
void files_put_create(Text *text, const Program *program);
void files_put_create_binary(Text *text, const Program *program);
void files_put_enqueue(Text *text, const Program *program);

/* The input port whose buffer an output is written over; -1: a buffer of its
 * own, also where the input is a scalar, which is passed by value. */
int files_into(const Program *program, int output);

#endif
