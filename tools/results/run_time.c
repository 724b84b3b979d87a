/* SPDX-License-Identifier: MIT */
/* Clocks without a time zone show local time, which differs from UTC by 14 hours at most. */
#include "tools/results/run_time.h"

#include <inttypes.h>
#include <stddef.h>

#include "lib/utc_time.h"
#include "tools/base/alloc.h"

#define DAY_SECONDS 86400
#define LIVE_DAYS_MAX 1
#define STORED_DAYS_MAX 365

/* Seconds from the time of the target to the time of the host; 0 if one is unknown. */
static int64_t seconds_until(const struct identity *identity, const char *stored)
{
	struct utc_time made, host;

	if (identity->made == NULL || stored == NULL || !utc_time_parse(identity->made, &made) ||
	    !utc_time_parse(stored, &host))
		return 0;
	return utc_time_seconds(&host) - utc_time_seconds(&made);
}

bool run_time_is_possible(const struct identity *identity, const char *stored)
{
	return identity->made != NULL && seconds_until(identity, stored) >= -DAY_SECONDS;
}

char *run_time_problem(const struct identity *identity, const char *stored, bool is_live)
{
	int64_t days = seconds_until(identity, stored) / DAY_SECONDS;
	int64_t limit_days = is_live ? LIVE_DAYS_MAX : STORED_DAYS_MAX;

	if (identity->made == NULL)
		return identity->made_problem != NULL
			? xasprintf("the target states no time: %s", identity->made_problem)
			: NULL;
	if (!run_time_is_possible(identity, stored))
		return xasprintf("the target's clock is wrong: it shows %s, %" PRId64
				 " days after this host's", identity->made, -days);
	if (days >= limit_days)
		return xasprintf("check the target's clock: it shows %s, %" PRId64
				 " days before this host's", identity->made, days);
	return NULL;
}
