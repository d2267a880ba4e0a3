/* Process: who wrote a row, so that another process can tell later whether the
 * writer still lives, died, or went down with its machine.
 */
#ifndef DB_PROCESS_H
#define DB_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct DbProcess {
	char host[72]; /* name of the machine */
	char boot[40]; /* changes whenever the machine starts; "" if unknown */
	int64_t pid;
	int64_t start; /* of the process, in clock ticks since the boot */
} DbProcess;

DbProcess process_self(void);

typedef enum {
	PROCESS_LIVES,
	PROCESS_DIED,       /* on a machine that has been up ever since */
	PROCESS_WENT_DOWN,  /* with its machine */
	PROCESS_ELSEWHERE   /* on another machine: nobody knows */
} ProcessFate;

ProcessFate process_fate(const DbProcess *self, const DbProcess *other);

#endif
