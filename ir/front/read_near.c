/* The nearest known name to an unknown one. */
#include <limits.h>
#include <string.h>

#include "ir/front/read_names.h"

enum { LENGTH_MAX = 160 };

static int least(int a, int b, int c)
{
	int ab = a < b ? a : b;

	return ab < c ? ab : c;
}

/* Letters to insert, delete, replace or exchange with the next (Damerau,
 * Levenshtein). */
static int distance(const char *a, const char *b)
{
	int rows[3][LENGTH_MAX + 1];
	const int la = (int)strlen(a), lb = (int)strlen(b);

	if (la > LENGTH_MAX || lb > LENGTH_MAX)
		return INT_MAX;
	for (int j = 0; j <= lb; j++)
		rows[0][j] = j;
	for (int i = 1; i <= la; i++) {
		int *row = rows[i % 3];
		const int *above = rows[(i + 2) % 3], *two = rows[(i + 1) % 3];

		row[0] = i;
		for (int j = 1; j <= lb; j++) {
			row[j] = least(above[j] + 1, row[j - 1] + 1,
				       above[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2]
			    && a[i - 2] == b[j - 1])
				row[j] = least(row[j], two[j - 2] + 1, row[j]);
		}
	}
	return rows[la % 3][lb];
}

void names_nearer(const char *name, const char *candidate, int *best,
		  const char **near)
{
	int changes = distance(name, candidate);

	if (changes >= *best || 2 * changes >= (int)strlen(name))
		return;
	*best = changes;
	*near = candidate;
}

void names_nearest_built_in(const char *name, int *best, const char **near)
{
	for (int op = 0; op < OP_COUNT; op++)
		names_nearer(name, op_rows[op].name, best, near);
	for (int prim = 0; prim < PRIM_COUNT; prim++)
		names_nearer(name, prim_rows[prim].name, best, near);
	for (int i = 0; elaborate_form_name(i); i++)
		names_nearer(name, elaborate_form_name(i), best, near);
}
