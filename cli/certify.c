#include "cli/certify.h"

#include <stdio.h>

#include "rules/coq.h"

bool certify(Session *s, Rewriter *rewriter, const Derivation *derivation)
{
	Text text = { 0 };
	const char *missing = derivation_coq(rewriter, derivation, &text);

	if (missing)
		diag_add(s->diags, E0802, NULL, missing, NULL,
			 "the derivation has no certificate");
	fputs(text_string(&text), stdout);
	text_free(&text);
	return !missing;
}
