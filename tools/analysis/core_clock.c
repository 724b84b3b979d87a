/* SPDX-License-Identifier: MIT */
#include "tools/analysis/core_clock.h"

struct core_clock_range core_clock_of(const struct result *result)
{
	const struct record_list *timers = &result->records[WIRE_timer];
	const struct wire_cpu *cpu = result_cpu(result);
	struct core_clock_stated stated = {0};

	for (size_t i = 0; i < timers->count; i++)
		core_clock_take(&stated, &timers->items[i].timer);
	return core_clock_range(cpu != NULL ? cpu->brand : "", stated.hz,
				cpu != NULL ? cpu->max_hz : 0);
}
