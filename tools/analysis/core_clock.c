/* SPDX-License-Identifier: MIT */
/* Processors lower their clock to save power, and raise it within thermal limits, so their nominal
 * frequency only bounds the clock. */
#include "tools/analysis/core_clock.h"

#include "lib/text/ticks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOW_GHZ 0.2
#define HIGH_GHZ 10.0
#define SLOWEST_PART 10
#define FASTEST_TIMES 5
#define ABOVE_HIGHEST 1.25 /* overclocked */

/* "Intel(R) Xeon(R) CPU @ 2.20GHz": Intel SDM vol. 2A, "CPUID—CPU Identification", "The Processor
 * Brand String Method". */
static double nominal_by_brand(const char *brand)
{
	const char *at = strstr(brand, "@ ");
	double number;
	char *unit;

	if (at == NULL)
		return 0;
	number = strtod(at + 2, &unit);
	if (strncmp(unit, "GHz", 3) == 0)
		return number;
	return strncmp(unit, "MHz", 3) == 0 ? number / 1000 : 0;
}

/* Returns 0 if unknown. */
static double nominal_ghz(const struct result *result)
{
	static const char *const sources[] = {"cpuid_16h", "cpuid_15h", "hypervisor"};
	const struct record_list *timers = &result->records[WIRE_timer];
	const struct wire_cpu *cpu = result_cpu(result);
	double nominal = cpu != NULL ? nominal_by_brand(cpu->brand) : 0;

	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
		for (size_t j = 0; j < timers->count && !(nominal > 0); j++) {
			const struct wire_timer *timer = &timers->items[j].timer;

			if (strcmp(timer->name, sources[i]) == 0)
				nominal = (double)timer->tsc_hz / (double)HZ_PER_GHZ;
		}
	}
	return nominal;
}

struct core_clock_range core_clock_range(const struct result *result)
{
	struct core_clock_range range = {LOW_GHZ, HIGH_GHZ};
	const struct wire_cpu *cpu = result_cpu(result);
	double nominal = nominal_ghz(result);

	if (nominal > 0) {
		range.low_ghz = fmax(range.low_ghz, nominal / SLOWEST_PART);
		range.high_ghz = fmin(range.high_ghz, nominal * FASTEST_TIMES);
	}
	if (cpu != NULL && cpu->max_hz > 0)
		range.high_ghz = fmin(range.high_ghz,
				      (double)cpu->max_hz / (double)HZ_PER_GHZ * ABOVE_HIGHEST);
	return range;
}
