/* Requests: rules named by people, at JSON pointers into what is printed. */
#ifndef RULES_REQUEST_H
#define RULES_REQUEST_H

#include "rules/rewrite.h"

/* Applies "NAME" or "NAME:I=128,J=4,back,within=/2/1" at the place that the
 * pointer names in print_json of the present expression ("/body" in front is
 * that of the document). NULL after E0802, or E0801 for text that is no
 * request. */
const Derivation *request_use(Rewriter *rewriter, const Derivation *from,
			      const char *pointer, const char *request,
			      Diags *diags);

/* One line of the list of what applies. Strings live until it returns. */
typedef struct RequestRow {
	const Rule *rule;
	bool back;
	const char *pointer; /* "/body/2/1" */
	const char *params;  /* "I: a divisor of 4096", or "" */
	const char *effect;  /* rule_effect of the rule on these types */
	bool designates;     /* within= is needed */
	int param_count;
	const RuleParam *param_list;
} RequestRow;

typedef void RequestVisit(void *context, const RequestRow *row);

/* Every rule that applies at or below a pointer (NULL: anywhere). False after
 * E0802 when there is no such place. */
bool request_list(Rewriter *rewriter, const Derivation *from,
		  const char *pointer, RequestVisit *visit, void *context,
		  Diags *diags);

/* "a divisor of 4096", "2, 4, 8 or 16", "0 to 4096", "any". */
void request_param_text(Text *text, const RuleParam *param);

#endif
