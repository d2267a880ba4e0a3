/* Plain C as references, in one thread: programs that one thread goes through
 * once, and several twice. */
#include "plain_run.h"

const Reference lift_tune_references[] = {
	PROGRAMS, { NULL, NULL, NULL, NULL, NULL, NULL },
};
