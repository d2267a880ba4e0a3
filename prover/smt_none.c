/* No solver was found by configure. */
#include "prover/smt.h"

#include <stddef.h>

Smt *smt_new(Terms *terms)
{
	(void)terms;
	return NULL;
}

void smt_free(Smt *smt)
{
	(void)smt;
}

SmtAnswer smt_ask(Smt *smt, int count, const Term *const *all, double seconds)
{
	(void)smt;
	(void)count;
	(void)all;
	(void)seconds;
	return SMT_UNKNOWN;
}

int64_t smt_value(Smt *smt, const Term *name)
{
	(void)smt;
	return name->lo;
}

const char *smt_solver(void)
{
	return NULL;
}
