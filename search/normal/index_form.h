/* IndexForm: what a program computes, without how it is written: for each
 * output its loops and one scalar term, in which arrays are functions of their
 * indices (form.h). Programs that are the same but for spelling (views, order
 * of zips, lets, generate and at, ifs at borders, nests of maps, transposed
 * results) have one form; an author's order (reduceSeq), other data and other
 * algorithms stay apart.
 *
 * It is computed in one pass, so it ends, and it depends on the program only.
 * Sizes are those that the program was read with. Where there is no form, or it
 * grows beyond its limits, `reason` says why.
 */
#ifndef SEARCH_NORMAL_INDEX_FORM_H
#define SEARCH_NORMAL_INDEX_FORM_H

#include "base/text.h"
#include "ir/core/program.h"

enum { INDEX_FORM_VERSION = 1 };

struct Form;
struct Normal;

/* One scalar component of the result. */
typedef struct IndexOutput {
	const Type *type;
	int loop_count; /* not always one for each dimension */
	const struct Form *const *loops; /* outermost first */
	const struct Form *body;
} IndexOutput;

typedef struct IndexForm {
	struct Normal *normal;
	const Expr *expr; /* of which it is the form */
	int count;
	IndexOutput *outputs;
	uint64_t hash;
	const char *reason; /* NULL: there is one */
} IndexForm;

/* Of an expression over the program's inputs (concrete sizes). strict: sums of
 * floats keep their order. Never NULL. */
IndexForm *index_form_new(const Program *program, const Expr *body,
			  bool strict);
void index_form_free(IndexForm *form);

/* Of another expression, in the same terms, so that both can be compared;
 * freed with the first, which has one. */
const IndexForm *index_form_beside(IndexForm *form, const Expr *body);
bool index_form_same(const IndexForm *a, const IndexForm *b);

/* A line for each output: "out: [f32; 4] = for i<4: x[i] + y[i]". */
void index_form_text(Text *text, const IndexForm *form);

/* The form read back as an expression of the same type: the same for all
 * programs of one form and type. NULL: it has none, reason says why. */
const Expr *index_form_expr(IndexForm *form);

#endif
