/* The worker alone, for tests of the harness. */
#include "bench_harness/worker.h"

int main(int argc, char **argv)
{
	return worker_main(argc, argv);
}
