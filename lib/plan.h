/* Plan: an artifact's launch plan as one JSON object, for the database. */
#ifndef LIB_PLAN_H
#define LIB_PLAN_H

#include "base/text.h"
#include "codegen_opencl/artifact.h"

void plan_json(Text *text, const Artifact *artifact);

/* The hash of the artifact with that source, those options and the plan that
 * plan_json wrote; false when it is no plan. */
bool plan_hash(const char *source, const char *options, const char *plan,
	       uint64_t *hash);

#endif
