/* DueData: the data sets that what is due is judged on (due.h), one for each row
 * of a table: which oracle uses it, what is drawn, and for which programs it says
 * anything.
 */
#ifndef CLI_DUE_DATA_H
#define CLI_DUE_DATA_H

#include "cli/oracles.h"
#include "ir/core/traits.h"
#include "ir/data/array.h"
#include "ir/data/testdata.h"

enum { DUE_ROWS = 25 };

/* What wide data say of an output: nothing, every order gives the same bits, or
 * no fold on the way to it rounds. */
typedef enum { FITS_NOT, FITS_EXACTLY, FITS_IN_FOLDS } DueFit;

typedef struct DueSet {
	Array *outside, *folds; /* of what is bounded; else NULL */
	bool open;     /* it is of use */
	DueFit *fits;  /* of wide data: by output */
	Array *inputs, *references;
} DueSet;

typedef struct DueData {
	Session *session;
	const Oracles *oracles; /* what is judged before, or NULL */
	double steps; /* that wide data are for (due_wide.h) */
	bool (*hook)(void *context); /* or NULL; as of due_new */
	void *context;
	bool drawn[2]; /* by other */
	Traits traits;
	DueSet sets[DUE_ROWS];
} DueData;

DueData due_data_of(Session *session, const Oracles *oracles,
		    bool (*hook)(void *context), void *context);
void due_data_free(DueData *data);

/* Whether the hook says so. */
bool due_data_is_over(const DueData *data);

/* Draws and evaluates, the first time: all sets but the one of other random
 * data, or that one. */
void due_data_draw(DueData *data, bool other);

/* Whether the row's set is one of those drawn, if there was time and room. */
bool due_data_is_due(const DueData *data, int row);

/* The oracle that the row's data are for; whether they are residues, large
 * integers, or judged as random data are. */
const char *due_data_name(int row);
bool due_data_is_field(int row);
bool due_data_is_wide(int row);
bool due_data_is_random(int row);

#endif
