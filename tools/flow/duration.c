/* SPDX-License-Identifier: MIT */
#include "tools/flow/duration.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/ticks.h"
#include "tools/base/unit.h"

/* 999.5 of the next smaller unit would round to four digits. */
#define UNIT_LEAST 0.9995
#define THREE_DIGITS_MAX 999.5

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
	const struct unit *unit;
	double value;

	text[0] = '\0';
	if (!flow_has_tick_length(log))
		return text;
	value = ticks_time((double)ticks, (double)log->manifest.tsc_hz, NS_PER_SECOND);
	unit = unit_for(unit_times, UNIT_TIMES, value, UNIT_LEAST);
	value /= unit->size;
	snprintf(text, FLOW_DURATION_MAX, "%.*f %s",
		 value >= THREE_DIGITS_MAX ? 0 : decimals(value), value, unit->name);
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
