/* Path: the little that several folders need to know about file names.
 */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stdbool.h>

/* The folder part of path ("." when it has none), made with malloc. */
char *path_folder(const char *path);

/* The last component of path; points into it. */
const char *path_name(const char *path);

/* Makes the folder and whatever it lacks above it, with these permissions.
 * True when it is there in the end; otherwise errno says why not. */
bool path_make_folder(const char *folder, unsigned permissions);

#endif
