/* Plan: an artifact's launch plan as one JSON object, for the database. */
#ifndef CLI_PLAN_H
#define CLI_PLAN_H

#include "base/text.h"
#include "codegen_opencl/artifact.h"

void plan_json(Text *text, const Artifact *artifact);

#endif
