/* OpenDue: what kernels with open sizes must pass (due.h) at the sizes tuned, and at
 * the others that they are checked at (open_points.h): their twins have open
 * sizes, too.
 */
#ifndef CLI_OPEN_DUE_H
#define CLI_OPEN_DUE_H

#include "cli/due.h"
#include "lib/opened.h"

typedef struct OpenDue {
	Session *session; /* at the sizes tuned, in numbers */
	Harness *harness;
	const Oracles *oracles; /* what admitted them there, or NULL: small
				 * integers have not */
	const Program *open;
	bool (*hook)(void *context); /* as of due_new */
	void *context;
} OpenDue;

/* Those that are not wrong and not judged yet, at the sizes where their guards
 * hold. Marks what is wrong; leaves other data in the harness. Whether none
 * was. */
bool open_due(const OpenDue *due, Opened *const *opened, int count);

#endif
