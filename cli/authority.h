/* Authority: what this program knows of the texts that a database holds: the key
 * of a program is computed from its form, that of a kernel from its source and
 * plan, and the label of a derivation by making its steps again.
 */
#ifndef CLI_AUTHORITY_H
#define CLI_AUTHORITY_H

#include "db/db.h"
#include "rules/rule.h"

typedef struct Authority Authority;

/* By the rules that we come with, or others, which outlive it. */
Authority *authority_new(const RuleBase *rules);
void authority_free(Authority *authority);
const DbAuthority *authority_face(const Authority *authority);

#endif
