/* SPDX-License-Identifier: MIT */
/* Processors lower their clock to save power, and raise it within thermal limits, so their nominal
 * frequency only bounds the clock. */
#include "lib/core_clock.h"

#include <stddef.h>

#include "lib/text/string.h"
#include "lib/text/ticks.h"

#define LOW_MHZ 200
#define HIGH_MHZ 10000
#define SLOWEST_PART 10
#define FASTEST_TIMES 5
#define ABOVE_HIGHEST(mhz) ((mhz) * 5 / 4) /* for overclocked processors */

/* The digits at at, as thousandths. Advances at past the digits. */
static uint64_t read_thousandths(const char **at)
{
	uint64_t value = 0, part = 1000;

	for (; **at >= '0' && **at <= '9' && value < HIGH_MHZ * part; ++*at)
		value = value * 10 + (uint64_t)(**at - '0') * part;
	if (**at != '.')
		return value;
	for (++*at; **at >= '0' && **at <= '9'; ++*at) {
		part /= 10;
		value += (uint64_t)(**at - '0') * part;
	}
	return value;
}

/* "Intel(R) Xeon(R) CPU @ 2.20GHz": Intel SDM vol. 2A, "CPUID—CPU Identification", "The Processor
 * Brand String Method". */
static uint64_t nominal_by_brand(const char *brand)
{
	const char *at = brand;
	uint64_t thousandths;

	while (*at != '\0' && strncmp(at, "@ ", 2) != 0)
		at++;
	if (*at == '\0')
		return 0;
	at += 2;
	thousandths = read_thousandths(&at);
	if (strncmp(at, "GHz", 3) == 0)
		return thousandths;
	return strncmp(at, "MHz", 3) == 0 ? thousandths / 1000 : 0;
}

void core_clock_take(struct core_clock_stated *stated, const struct wire_timer *timer)
{
	static const char *const sources[] = {"hypervisor", "cpuid_15h", "cpuid_16h"};

	for (unsigned i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
		if (strcmp(timer->name, sources[i]) == 0 && i + 1 > stated->rank)
			*stated = (struct core_clock_stated){timer->tsc_hz, i + 1};
	}
}

static uint64_t lesser(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

struct core_clock_range core_clock_range(const char *brand, uint64_t stated_hz, uint64_t max_hz)
{
	struct core_clock_range range = {LOW_MHZ, HIGH_MHZ};
	uint64_t nominal = nominal_by_brand(brand);

	if (nominal == 0)
		nominal = ticks_nearest(stated_hz, HZ_PER_MHZ);
	if (nominal > 0) {
		if (nominal / SLOWEST_PART > range.low_mhz)
			range.low_mhz = nominal / SLOWEST_PART;
		range.high_mhz = lesser(range.high_mhz, nominal * FASTEST_TIMES);
	}
	if (max_hz > 0)
		range.high_mhz = lesser(range.high_mhz, ABOVE_HIGHEST(max_hz / HZ_PER_MHZ));
	return range;
}
