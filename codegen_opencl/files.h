/* Files: an artifact as an application uses it: the kernels, a manifest, and a
 * host stub in plain C that compiles alone with the OpenCL headers. Texts only;
 * writing them is the caller's.
 *
 * What was measured has generated names and no comment. Here a header comes in
 * front, and kernels and their helpers are called NAME_k0, NAME_k1, ...: without
 * comments and with these names put back the file is the measured source.
 *
 * Several sizes of a program can share one set of files; the stub then takes the
 * kernels for the sizes that it is asked for.
 */
#ifndef CODEGEN_OPENCL_FILES_H
#define CODEGEN_OPENCL_FILES_H

#include "base/text.h"
#include "codegen_opencl/artifact.h"
#include "ir/core/program.h"

/* What a solver said of the kernels. */
typedef struct FilesProof {
	const char *verdict; /* "proved", "refuted", "unknown"; NULL: it was
			      * not asked */
	const char *detail, *solver;
	double seconds;
} FilesProof;

typedef struct FilesInfo {
	int variant; /* its number among those that share files; from 0 */
	const Artifact *artifact;
	const Program *program; /* concrete: name, sizes and ports */
	const Device *device;
	const char *version;    /* of lift-tune */
	const char *expression; /* low-level, one line, or NULL */
	const char *steps;      /* a JSON object per line, or NULL */
	const char *label;      /* of the steps: "bit-exact", ..., or NULL */
	const char *judges;     /* which oracle decided, or NULL */
	const char *promise;    /* of its results: "bit-identical to ..."; or
				 * NULL */
	int64_t derivation;     /* its number in the database; 0: none */
	double seconds;         /* 0: not measured */
	double modelled;        /* seconds by a model of the device; 0: none */
	const char *ranked_by;  /* where that chose, not time; or NULL */
	FilesProof proof;
} FilesInfo;

/* Variants are the same program at different sizes. */
void files_kernels(Text *text, const FilesInfo *variants, int count); /* .cl */
void files_manifest(Text *text, const FilesInfo *info); /* .manifest.json */
void files_header(Text *text, const FilesInfo *variants, int count); /* .h */
void files_stub(Text *text, const FilesInfo *variants, int count);   /* .c */

/* What the files are called before the dot: the program's name, with lt_ before
 * it where a header of the system has that name. In the arena of the program. */
const char *files_base(const Program *program);

/* The source with the program's name before that of each of its globals: of
 * variant 0 gemv_k0, of others gemv_v1_k0, ... */
void files_source(Text *text, const FilesInfo *info);

#endif
