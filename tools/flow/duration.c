/* SPDX-License-Identifier: MIT */
#include "tools/flow/duration.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Larger values would round to four digits. */
#define UNIT_MAX 999.5

static int decimals(double value)
{
	return value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
}

bool flow_has_tick_length(const struct flow_log *log)
{
	return log->manifest.tsc_hz != 0;
}

const char *flow_tick_name(const struct flow_log *log)
{
	const char *base = log->manifest.time_base;

	return base != NULL && strcmp(base, "instructions") == 0 ? "instructions" : "ticks";
}

const char *flow_duration(char text[FLOW_DURATION_MAX], const struct flow_log *log, uint64_t ticks)
{
	static const char *const units[] = {"ns", "µs", "ms", "s"};
	double value;
	size_t unit = 0;

	text[0] = '\0';
	if (!flow_has_tick_length(log))
		return text;
	value = (double)ticks * 1e9 / (double)log->manifest.tsc_hz;
	while (value >= UNIT_MAX && unit < sizeof(units) / sizeof(units[0]) - 1) {
		value /= 1000;
		unit++;
	}
	snprintf(text, FLOW_DURATION_MAX, "%.*f %s", value >= UNIT_MAX ? 0 : decimals(value), value,
		 units[unit]);
	return text;
}

const char *flow_ticks(char text[FLOW_TICKS_MAX], const struct flow_log *log, uint64_t ticks)
{
	char time[FLOW_DURATION_MAX];
	const char *separator = flow_duration(time, log, ticks)[0] != '\0' ? ", " : "";

	snprintf(text, FLOW_TICKS_MAX, "%" PRIu64 " %s%s%s", ticks, flow_tick_name(log), separator,
		 time);
	return text;
}
