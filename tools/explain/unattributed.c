/* SPDX-License-Identifier: MIT */
/* Exceptions with their reasons. Any other metric without a sum is an error. */
#include "tools/explain/unattributed.h"

#include <fnmatch.h>
#include <stddef.h>
#include <string.h>

#include "tools/record/result.h"

struct reason {
	const char *benches, *stages;   /* patterns */
	const char *text;
};

#define DEADLINE "it starts at a timer's due time, which is not a clock read"
#define ONCE "it is the shortest of a few tries before the samples, repeated in each sample"
#define PASSES "it is computed from the idle loop's pass times, a clock read each"
#define SEVERAL "it is the sum of several interrupts, with other code between them"
#define RESTS "the CPU halts meanwhile: the clock advances without instructions"

/* The first match applies. */
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
	{"clock.timer_latency", "*", DEADLINE},
	{"os.timer", "delivery", DEADLINE},
	{"idle.validation", "known_work", ONCE},
	{"idle.validation", "idle_loop", PASSES},
	{"idle.validation", "late", DEADLINE},
	{"input.*", "idle_loop", PASSES},
	{"input.mouse_*", "driver", SEVERAL},
	{"input.mouse_*", "handler", SEVERAL},
	{"flow.record", "*", NULL},
	{"flow.*", "*", RESTS},
};

const char *unattributed_reason(const struct wire_bench *bench, const struct wire_series *series)
{
	if (strcmp(bench->unit, TICKS_UNIT) != 0)
		return "it does not count ticks";
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		if (fnmatch(reasons[i].benches, bench->name, 0) == 0 &&
		    fnmatch(reasons[i].stages, series->stage, 0) == 0)
			return reasons[i].text;
	}
	return NULL;
}
