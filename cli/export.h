/* Export: the files of a kernel as an application uses them: NAME.cl,
 * NAME.manifest.json, NAME.h, NAME.c. */
#ifndef CLI_EXPORT_H
#define CLI_EXPORT_H

#include "cli/session.h"
#include "codegen_opencl/files.h"
#include "rules/rewrite.h"

typedef struct Exported {
	const Artifact *artifact;
	const Derivation *derivation;
	int64_t id;      /* of the stored derivation */
	double seconds;  /* 0: not known */
	double modelled; /* the same by a model of the device; 0: none */
	const char *judges; /* which oracle decided; "" or NULL: not known */
	const Device *device;
	FilesProof proof;
} Exported;

/* What the files say of it; all in the arena. */
FilesInfo export_info(Session *session, const Exported *what);

/* The same program at several sizes, in one set of files and a manifest for
 * each; they have their numbers already. */
bool export_variants(Session *session, FilesInfo *variants, int count);

/* Writes all four into the folder of -o; false after E0701. */
bool export_write(Session *session, const Exported *what);

#endif
