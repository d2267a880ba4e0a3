/* Checking evaluations: the same result in every way of evaluating, and the one
 * that the plainest reading gives (eval_naive.h), bit for bit. */
#ifndef TESTS_IR_EVAL_CHECK_H
#define TESTS_IR_EVAL_CHECK_H

#include "base/rng.h"
#include "eval_naive.h"

enum { CHECK_OUTPUTS = 64 };

/* The program; ends the test when it is none. */
Program *check_read(Ir *ir, const char *json);

/* Small data, with repeated values, for all input ports. */
void check_draw(const Program *program, Rng *rng, Array *inputs);
void check_free(const Program *program, Array *inputs);

bool check_same(const Array *a, const Array *b);

/* Any two NaNs, and zeros of any sign, count as the same. False, with the
 * program on stderr, when some way of evaluating gives something else. */
bool check_body(const Program *program, const Expr *body,
		const Array *inputs, const char *name);

/* The same with a document and drawn inputs. */
bool check_json(const char *json, uint64_t seed);

/* Both documents have the same inputs and give the same results. */
bool check_equal(const char *json, const char *other, uint64_t seed);

#endif
