/* A free-running hardware counter, as calibration sees it. */
#ifndef KERNEL_COUNTER_H
#define KERNEL_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

struct counter {
	uint64_t rate_hz;
	uint64_t mask;                  /* of the bits that count; they count up and wrap */
	uint64_t (*read)(void);
};

/* Whether the counter moves at all; a slow one is given some 10000 reads to do so. */
static inline bool counter_is_running(const struct counter *counter)
{
	uint64_t first = counter->read();

	for (unsigned reads = 0; reads < 10000; reads++) {
		if (counter->read() != first)
			return true;
	}
	return false;
}

#endif
