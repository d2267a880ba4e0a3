/* The commands: one file each, cmd_<name>.c. Each takes the session with its
 * options and gives the exit code; what went wrong is in session->diags.
 */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/session.h"

int cmd_tune(Session *session);
int cmd_run(Session *session);
int cmd_eval(Session *session);
int cmd_check(Session *session);
int cmd_format(Session *session);
int cmd_rewrite(Session *session);
int cmd_codegen(Session *session);
int cmd_devices(Session *session);
int cmd_query(Session *session);
int cmd_export(Session *session);
int cmd_explain(Session *session);
int cmd_replay(Session *session);
int cmd_rules(Session *session);
int cmd_db(Session *session);
int cmd_bench(Session *session);
int cmd_report(Session *session);
int cmd_prove(Session *session);
int cmd_help(Session *session);

#endif
