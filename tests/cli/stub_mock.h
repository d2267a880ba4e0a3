#ifndef TESTS_CLI_STUB_MOCK_H
#define TESTS_CLI_STUB_MOCK_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdbool.h>

#define MOCK_LOG "line 1: what the compiler says"
enum { MOCK_BINARY = 100 };

/* From now on the call of that number fails, counted from 1; 0: none does. */
void mock_fail(int call);

/* Calls since then; objects that were not released. */
int mock_calls(void);
int mock_live(void);

/* Whether launches are held up: none begins. */
void mock_hold(bool held);

/* Of the launches so far the one whose event it is, from 1; 0: of none. */
int mock_number(cl_event event);

/* Launches so far, and the most of them that nobody had waited for. */
int mock_launches(void);
int mock_longest(void);

#endif
