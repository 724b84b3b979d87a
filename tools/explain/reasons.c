/* SPDX-License-Identifier: MIT */
/* Each with its reason: a figure that is missing here and has no sum is an error. */
#include "tools/explain/reasons.h"

#include <fnmatch.h>
#include <stddef.h>
#include <string.h>

#include "tools/record/result.h"

struct reason {
	const char *benches, *stages;   /* patterns */
	const char *text;
};

#define WORKED_OUT "the program works it out of events and of many reads of the clock"
#define DEADLINE "it is counted from when a timer was to come, which is no read of the clock"
#define FRACTION "it is worked out of many reads of the clock, and while the CPU rests the clock goes on " \
		 "without instructions"

static const struct reason reasons[] = {
	{"irq.lapic_timer", "delivery", DEADLINE},
	{"irq.lapic_timer", "total", DEADLINE},
	{"irq.tsc_deadline", "delivery", DEADLINE},
	{"irq.tsc_deadline", "total", DEADLINE},
	{"irq.pit", "delivery", DEADLINE},
	{"irq.pit", "total", DEADLINE},
	{"irq.hpet", "delivery", DEADLINE},
	{"irq.hpet", "total", DEADLINE},
	{"irq.rtc", "delivery", DEADLINE},
	{"irq.rtc", "total", DEADLINE},
	{"clock.timer_lateness", "*", DEADLINE},
	{"os.timer", "delivery", DEADLINE},
	{"clock.coarse", "*", WORKED_OUT},
	{"idle.*", "*", FRACTION},
	{"noise.*", "*", FRACTION},
	{"input.*", "*", FRACTION},
	{"app.*", "*", FRACTION},
	{"flow.*", "*", FRACTION},
};

const char *reason_for_none(const struct wire_bench *bench, const struct wire_series *series)
{
	if (strcmp(bench->unit, TICKS_UNIT) != 0)
		return "it counts something else than ticks";
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		if (fnmatch(reasons[i].benches, bench->name, 0) == 0 &&
		    fnmatch(reasons[i].stages, series->stage, 0) == 0)
			return reasons[i].text;
	}
	return NULL;
}
