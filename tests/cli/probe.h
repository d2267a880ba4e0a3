/* Probe: what the end-to-end tests need to look into files that lift-tune
 * reads and writes, with nothing but the libraries it is built from. It shares
 * no code with lift-tune, so that a fault there is not repeated here.
 */
#ifndef TESTS_CLI_PROBE_H
#define TESTS_CLI_PROBE_H

/* Each takes the words after the command's name and gives the exit code. */

/* json KEY...: every line of stdin must be one JSON object; prints the values
 * of the keys, separated by tabs ("-" when absent). A key may be a path:
 * "wall.search". */
int probe_json(int count, char **words);

/* sql FILE STATEMENT: the rows of a query, columns separated by "|". */
int probe_sql(int count, char **words);

/* schema SCHEMA FILE...: every file must be as the JSON schema says. */
int probe_schema(int count, char **words);

/* npy-write FILE DTYPE SHAPE VALUE...: DTYPE as in "<f4", SHAPE as in "3,5"
 * ("" for a scalar); values repeat when they are fewer than the elements. */
int probe_npy_write(int count, char **words);

/* npy-print FILE: dtype, shape and all elements on one line. */
int probe_npy_print(int count, char **words);

#endif
