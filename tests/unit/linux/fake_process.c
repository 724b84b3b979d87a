/* SPDX-License-Identifier: MIT */
/* What tests of the Linux process replace alike: records are dropped, and the TSC has a round
 * rate. */
#include "bench/platform.h"

static void discard(void *context, const char *text, size_t length)
{
	(void)context;
	(void)text;
	(void)length;
}

struct wire_writer *platform_writer(void)
{
	static struct wire_writer writer = {.put = discard};

	return &writer;
}

uint64_t platform_limit_hz(void)
{
	return 1000000000;
}
