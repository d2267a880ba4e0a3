/* Linked with a stub of 100,001 rounds for any size, and stub_mock.c; run by
 * tests/cli/rounds.sh: the queue stays short, but where the first launch is held
 * up, which may be by an event of the caller's own; and whichever call of the
 * first two thousand fails, nothing is lost. With -DENDLESS the stub has as many
 * rounds as take days: where kernels have no work-items they are not gone
 * through.
 */
#include <stdio.h>
#include <unistd.h>

#include "many.h"
#include "tests/cli/stub_mock.h"

enum { ROUNDS = 100000, SHORT = 1024, CALLS = 2600, STEP = 7 };

static int failed;

static void expect(int good, const char *what)
{
	if (good)
		return;
	printf("%s\n", what);
	failed = 1;
}

static cl_int use(size_t size)
{
	cl_mem in = clCreateBuffer(NULL, 0, 4 * size, NULL, NULL);
	cl_mem out = clCreateBuffer(NULL, 0, 4 * size, NULL, NULL);
	cl_int status = CL_SUCCESS;
	many *self = in && out ? many_create(NULL, NULL, size, &status) : NULL;

	if (self)
		status = many_enqueue(self, NULL, in, out, 0, NULL, NULL);
	many_destroy(self);
	if (in)
		clReleaseMemObject(in);
	if (out)
		clReleaseMemObject(out);
	return status;
}

static int try_none(void)
{
	const int launched = mock_launches();

	alarm(60);
	expect(use(0) == CL_SUCCESS && mock_launches() == launched,
	       "nothing is launched");
	alarm(0);
	return failed;
}

int main(void)
{
#ifdef ENDLESS
	return try_none();
#endif
	try_none();
	expect(use(16) == CL_SUCCESS && mock_launches() >= ROUNDS,
	       "not all is launched");
	expect(mock_longest() <= SHORT, "a long queue");
	for (int call = 1; call <= CALLS; call += STEP) {
		mock_fail(call);
		use(16);
		expect(mock_live() == 0, "something is lost");
	}
	mock_fail(0);
	mock_hold(true);
	expect(use(16) == CL_SUCCESS && mock_longest() >= ROUNDS,
	       "waits for what is held up");
	return failed;
}
