#include <sqlite3.h>
#include <stdio.h>

#include "tests/cli/probe.h"

static int print_row(void *unused, int count, char **values, char **names)
{
	(void)unused;
	(void)names;
	for (int i = 0; i < count; i++)
		printf("%s%s", i ? "|" : "", values[i] ? values[i] : "NULL");
	putchar('\n');
	return 0;
}

int probe_sql(int count, char **words)
{
	sqlite3 *db = NULL;
	char *message = NULL;
	int code = 1;

	if (count != 2)
		return 2;
	if (sqlite3_open_v2(words[0], &db, SQLITE_OPEN_READWRITE, NULL)
	    == SQLITE_OK) {
		sqlite3_busy_timeout(db, 10000);
		code = sqlite3_exec(db, words[1], print_row, NULL, &message)
		       != SQLITE_OK;
	}
	if (code)
		printf("%s: %s\n", words[0],
		       message ? message : sqlite3_errmsg(db));
	sqlite3_free(message);
	sqlite3_close(db);
	return code;
}
