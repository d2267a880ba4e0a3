/* The documents of tests/codegen: one JSON text a line, low-level programs
 * that must be generated. */
#ifndef TESTS_CODEGEN_CODEGEN_DOCUMENTS_H
#define TESTS_CODEGEN_CODEGEN_DOCUMENTS_H

#include "ir/core/program.h"

typedef void DocumentVisit(void *context, const Program *program,
			   const char *line);

/* Reads each of them, in $srcdir/tests/codegen; false when one cannot be. */
bool documents_each(DocumentVisit *visit, void *context);

/* The same of folds whose rounds read in memory which they are, and of elements
 * that go where counters say: nothing that the prover knows a range of. */
bool documents_each_unknown(DocumentVisit *visit, void *context);

/* The same of tests/codegen/open.jsonl, with all sizes open. */
bool documents_each_open(DocumentVisit *visit, void *context);

#endif
