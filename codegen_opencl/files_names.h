/* Names in the files of an artifact: nothing global in them is called anything
 * but what begins with the program's name, so that any number of them go into
 * one application, or one OpenCL program.
 */
#ifndef CODEGEN_OPENCL_FILES_NAMES_H
#define CODEGEN_OPENCL_FILES_NAMES_H

#include "codegen_opencl/files.h"

/* A name as an identifier of C and C++: keywords of either, macros of their
 * headers and what the stub itself uses get a trailing _. In the arena of the
 * program. */
const char *files_identifier(const Program *program, const char *name);

/* The type of the stub's objects: the program's name, with a trailing _ where
 * that is a function of the C library, too. */
const char *files_type(const Program *program);

/* What the globals of the kernels begin with: "gemv", of further variants
 * "gemv_v1", ... */
const char *files_prefix(const FilesInfo *info);

/* The lines of the stub that are the same for every program: @ is its name, @T
 * the type of its objects; NULL at the end. */
extern const char *const stub_lines[];

#endif
