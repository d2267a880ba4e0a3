/* Several tuners on one database: what one of them measures, the others leave
 * out until it is done, and take its result. */
#include "cli/tuner.h"

#include <string.h>
#include <unistd.h>

bool tuner_waits(const Trial *trial)
{
	return trial->claim == CLAIM_OTHERS
	    || (trial->same && trial->same->claim == CLAIM_OTHERS);
}

static void take_result(Tuner *t, Trial *trial)
{
	DbStored stored;
	DbStatus status;

	if (db_result(t->db, t->session->arena, trial->kernel.hash, &stored,
		      &status)) {
		tuner_take(t, trial, &stored);
		return;
	}
	if (status != DB_OK)
		db_complain(t->db, t->session->diags);
	t->unstored = true;
}

bool tuner_leave_out(Tuner *t, Trial *trial)
{
	if (trial->claim == CLAIM_OTHERS && t->ahead_count < TUNER_AHEAD)
		t->ahead[t->ahead_count++] = trial;
	else if (trial->claim == CLAIM_KNOWN)
		take_result(t, trial);
	else
		return false;
	t->measuring = NULL;
	return true;
}

Trial *tuner_ask_again(Tuner *t)
{
	enum { A_WHILE_US = 50000 };

	for (int i = 0; i < t->ahead_count; i++) {
		Trial *trial = t->ahead[i];

		if (trial->claim != CLAIM_OTHERS)
			continue;
		usleep(A_WHILE_US);
		memmove(&t->ahead[i], &t->ahead[i + 1],
			sizeof *t->ahead * (size_t)(--t->ahead_count - i));
		return trial;
	}
	return NULL;
}
