/* Judgement: how each output is judged on each data set.
 *
 * On exact data those outputs are compared bit by bit on which the evaluator
 * agrees with itself in both domains, so that any order of evaluation gives the
 * same; the others are left to the last set. There a float may be off by what
 * the document (or --rtol, --atol) allows, else by what the roundings of its own
 * computation explain; integers and bools must be equal.
 *
 * Data may decide nothing: outputs that are all NaN or all infinite, or
 * comparisons of rounded numbers everywhere. What the exact data have decided is
 * then judged by what is NaN and what is infinite; else E0406. Before that, data
 * without negative numbers are tried (oracles.h).
 */
#ifndef CLI_JUDGEMENT_H
#define CLI_JUDGEMENT_H

#include "cli/oracles.h"

/* How an output is judged on random data; bounded: its elements have bounds, or
 * what is undecided among them. */
Judgement judgement_of(const Session *session, const Port *port,
		       bool bounded);

/* Of how many outputs no element is a number that roundings leave known;
 * outside: bounds, or NULL. */
int judgement_vacuous(const Session *session, const Array *references,
		      const Array *outside);

/* Whether the bounds on the last set, whose results are in place, leave so much
 * undecided that the declared types are asked. */
bool judgement_is_open(const Oracles *oracles, const Session *session);

/* Whether the last set decides about each output. */
bool judgement_decides(const Oracles *oracles, const Session *session);

/* Judgements of the last set, whose results are in place; false after E0406. */
bool judgement_last(Oracles *oracles, Session *session);

#endif
