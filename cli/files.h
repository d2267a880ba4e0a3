/* Files: reading documents and writing results, without surprises. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

/* The whole of a regular file, or of standard input for "-", NUL-terminated.
 * NULL after E0701 (or E0002 beyond limit bytes). A NUL byte inside stays; the
 * length says where the text ends. */
char *file_read(Arena *arena, const char *path, size_t limit, size_t *length,
		Diags *diags);

/* Makes a folder and those above it. */
bool file_make_folder(const char *path, Diags *diags);

/* Writes folder/name at once: a temporary file, renamed when complete. A file
 * of that name is replaced only when lift-tune wrote it (its first lines name
 * lift-tune); anything else is E0701 and stays. */
bool file_write(const char *folder, const char *name, const char *text,
		size_t length, Diags *diags);

#endif
