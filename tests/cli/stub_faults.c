/* Linked with a stub of asum and stub_mock.c: whichever call fails, the stub
 * says so, in words, and loses nothing; run by tests/cli/stub.sh under
 * valgrind.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asum.h"
#include "tests/cli/stub_mock.h"

static int failed;

static void expect(int good, const char *what, int call)
{
	if (good)
		return;
	printf("%s, when call %d fails\n", what, call);
	failed = 1;
}

/* All that there is to call, once. */
static void use(int call, cl_mem in, cl_mem out, void *binary, size_t bytes)
{
	cl_event event = NULL;
	cl_ulong time = 0;
	cl_int error = 1;
	asum *self;
	int launched;

	mock_fail(call);
	self = binary ? asum_create_with_binary(NULL, NULL, SIZE, binary,
						bytes, &error)
		      : asum_create(NULL, NULL, SIZE, &error);
	expect((self != NULL) == (error == CL_SUCCESS), "object and error", call);
	expect(self || *asum_error(NULL), "no reason for no object", call);
	if (!self)
		return;
	launched = mock_launches();
	error = asum_enqueue(self, NULL, in, out, 0, NULL, &event);
	launched = mock_launches() - launched;
	expect(event || error != CL_SUCCESS, "event and error", call);
	expect(error == CL_SUCCESS || (event ? mock_number(event)
				       == mock_launches() && launched
				       : !launched),
	       "launches without an event", call);
	expect(error == CL_SUCCESS || *asum_error(self), "no reason", call);
	if (event)
		clReleaseEvent(event);
	if (error == CL_SUCCESS)
		expect(asum_time(self, &time) != CL_SUCCESS || time == 300,
		       "a wrong time", call);
	asum_destroy(self);
}

int main(void)
{
	cl_mem in = clCreateBuffer(NULL, 0, 4 * SIZE, NULL, NULL);
	cl_mem out = clCreateBuffer(NULL, 0, 4, NULL, NULL);
	unsigned char binary[MOCK_BINARY + 16];
	int calls, before = mock_live();
	asum *self = asum_create(NULL, NULL, SIZE, NULL);

	expect(asum_binary(self, NULL, 0) == sizeof binary, "binary's size", 0);
	expect(asum_binary(self, binary, sizeof binary) == sizeof binary
	       && binary[16] == 7, "the binary", 0);
	asum_destroy(self);
	for (int with = 0; with < 2; with++) {
		use(0, in, out, with ? binary : NULL, sizeof binary);
		calls = mock_calls();
		for (int call = 1; call <= calls; call++) {
			use(call, in, out, with ? binary : NULL,
			    sizeof binary);
			expect(mock_live() == before, "something is lost",
			       call);
		}
	}
	mock_fail(2);
	expect(!asum_create(NULL, NULL, SIZE, NULL)
	       && strstr(asum_error(NULL), MOCK_LOG), "no log", 2);
	clReleaseMemObject(in);
	clReleaseMemObject(out);
	return failed;
}
