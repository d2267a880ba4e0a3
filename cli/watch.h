/* Watch: a search ends soon after it is told to, whatever it does then.
 *
 * SIGINT and SIGTERM are blocked in all threads and stay pending; who computes
 * or waits looks for them (measure_stopped) and ends in order. A thread waits
 * for them, too. Where the others are at a step that does not look, it ends the
 * process after a second and a half, with its workers: at once while nothing is lost
 * with it, and never while a result is being stored. What was announced is in
 * the database, which any end leaves whole.
 *
 * On a busy machine the time counts that the main thread could use.
 */
#ifndef CLI_WATCH_H
#define CLI_WATCH_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct Watch {
	pthread_t thread;
	bool runs;         /* else signals are looked for only */
	int signals, over; /* both become readable */
	atomic_bool keeps; /* there is something to lose */
	pthread_mutex_t storing;
} Watch;

/* From now on signals are pending. Before other threads are started. */
void watch_begin(Watch *watch);
void watch_end(Watch *watch);

/* From now on the process needs time to end in order. */
void watch_keep(Watch *watch);

/* Between them the process is not ended. */
void watch_store(Watch *watch);
void watch_stored(Watch *watch);

#endif
