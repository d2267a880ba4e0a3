/* The session of a command: its document is the one that it was given. Owned by
 * main.
 */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli/options.h"
#include "lib/session.h"

/* Reads the document named by the first word, with sizes from --size and the
 * shapes of the inputs. False after a diagnostic. */
bool session_load(Session *session);

/* A program with that body, as the document is written: in the notation or as
 * JSON. */
void session_print(const Session *session, Text *text, const Program *program,
		   const Expr *body);

#endif
