/* SPDX-License-Identifier: MIT */
#include "tools/fleet/values.h"

#include <string.h>

#include "tools/fleet/run_row.h"
#include "tools/stats/stats.h"

#define RATE_BENCH "mem.bandwidth"
#define RATE_UNIT "GB/s"

static bool is_rate(const struct fleet_figure *figure)
{
	return figure->bytes > 0 && strcmp(figure->unit, "ns") == 0 &&
	       strncmp(figure->bench, RATE_BENCH, strlen(RATE_BENCH)) == 0;
}

double fleet_shown_value(const struct fleet_figure *figure, double value)
{
	return is_rate(figure) ? stats_rate(figure->bytes, value) : value;
}

const char *fleet_shown_unit(const struct fleet_figure *figure)
{
	return is_rate(figure) ? RATE_UNIT : figure->unit;
}

double fleet_shown_change(const struct fleet_figure *figure, double change)
{
	return is_rate(figure) && change > -1 ? 1 / (1 + change) - 1 : change;
}

bool fleet_is_worse(const struct fleet_figure *figure, double change)
{
	return is_rate(figure) ? fleet_shown_change(figure, change) < 0
			       : change > 0 && strcmp(figure->bench, RUN_CLOCK) != 0;
}
