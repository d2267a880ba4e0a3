/* Report: what is in the database as one page for a browser, with everything
 * in it: no network, no script. Readable on a phone and in the dark.
 *
 * A group is one program on one device at one choice of sizes.
 */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "base/text.h"
#include "cli/rate.h"
#include "db/db.h"

typedef struct ReportGroup {
	const DbStored **rows; /* in the order they were measured */
	int count;
	Work work;             /* zero when the program cannot be read */
	double fastest;        /* ns; 0: nothing works */
	double rate;           /* bytes/s and flop/s of the fastest kernel */
	double rate_best;      /* the highest such rate on this device */
} ReportGroup;

/* Text that is safe between tags and in attributes. */
void report_escape(Text *html, const char *text);

/* The row's choices, for people, in the same way. */
void report_choices(Text *html, const DbStored *row);

/* The whole page. */
void report_page(Text *html, const ReportGroup *groups, int count);

/* Parts of it: the paper's Figure 12 (every tested expression, the best so far,
 * a bar where a better one was found), the choices as a tree, every number of
 * the choices against time. */
void report_search(Text *html, const ReportGroup *group);
void report_tree(Text *html, Arena *arena, const ReportGroup *group);
void report_numbers(Text *html, Arena *arena, const ReportGroup *group);

/* Whether a row has a time that counts. */
bool report_is_good(const DbStored *row);

#endif
