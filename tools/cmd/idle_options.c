/* SPDX-License-Identifier: MIT */
#include "tools/cmd/idle_options.h"

#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "lib/text/ticks.h"
#include "tools/base/alloc.h"

static bool parse_seconds(double *seconds, const char *value, struct option_problem *problem)
{
	unsigned long ns;

	if (!text_duration(value, &ns))
		return option_refuse(problem, OPTION_TIME_WRONG);
	*seconds = (double)ns / (double)NS_PER_SECOND;
	return true;
}

static bool idle_parse_threshold(void *to, const char *value, struct option_problem *problem)
{
	struct event_set_settings *figures = to;

	if (figures->threshold_count == EVENT_SET_THRESHOLDS_MAX)
		return option_refuse(problem, "given more than %d times", EVENT_SET_THRESHOLDS_MAX);
	return parse_seconds(&figures->thresholds[figures->threshold_count++], value, problem);
}

static bool idle_parse_latency_limit(void *to, const char *value, struct option_problem *problem)
{
	struct event_set_settings *figures = to;
	const char *separator = strrchr(value, '=');
	size_t number = figures->latency_limit_count;

	if (number == EVENT_SET_LATENCY_LIMITS_MAX)
		return option_refuse(problem, "given more than %d times",
				     EVENT_SET_LATENCY_LIMITS_MAX);
	if (separator != NULL)
		figures->latency_limits[number].type = xstrndup(value, (size_t)(separator - value));
	figures->latency_limit_count++;
	return parse_seconds(&figures->latency_limits[number].seconds,
			     separator != NULL ? separator + 1 : value, problem);
}

static bool idle_parse_power(void *to, const char *value, struct option_problem *problem)
{
	char *end;
	double power = strtod(value, &end);

	if (end == value || *end != '\0' || !(power >= 0 && power <= 10))
		return option_refuse(problem, "not a number from 0 to 10");
	*(double *)to = power;
	return true;
}

static bool idle_parse_min_duration(void *to, const char *value, struct option_problem *problem)
{
	return parse_seconds(to, value, problem);
}

const struct option_spec idle_options[] = {
	{.name = "threshold", .kind = OPTION_CALL, .argument = "TIME", .call = idle_parse_threshold,
	 .offset = offsetof(struct idle_settings, figures),
	 .help = "count events longer than TIME; may be repeated (1, 2, 5, ...)"},
	{.name = "latency-limit", .kind = OPTION_CALL, .argument = "[EVENT=]TIME",
	 .call = idle_parse_latency_limit, .offset = offsetof(struct idle_settings, figures),
	 .help = "do not count latency up to TIME as excess (100ms); EVENT is a cause or kind "
		 "from the tables, all if omitted; may be repeated"},
	{.name = "min-duration", .kind = OPTION_CALL, .argument = "TIME",
	 .call = idle_parse_min_duration, .offset = offsetof(struct idle_settings, min_duration),
	 .help = "print only operations of a presenter that take at least TIME (all)"},
	{.name = "power", .kind = OPTION_CALL, .argument = "P", .call = idle_parse_power,
	 .offset = offsetof(struct idle_settings, figures.power),
	 .help = "set the exponent of excess latency, sum of (latency - limit)^P (1)"},
	{0},
};

void idle_options_free(struct idle_settings *settings)
{
	for (size_t i = 0; i < settings->figures.latency_limit_count; i++)
		free(settings->figures.latency_limits[i].type);
}
