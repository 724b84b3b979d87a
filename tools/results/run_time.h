/* SPDX-License-Identifier: MIT */
/* When a run was made: by the target's clock, or by that of the host that stored its log. */
#ifndef TOOLS_RESULTS_RUN_TIME_H
#define TOOLS_RESULTS_RUN_TIME_H

#include <stdbool.h>

#include "tools/analysis/identity.h"

/* Whether the target's time is possible for a run whose log a host stored at the time stored. It
 * may not be later than stored by more than a day, because a clock may show local time. */
bool run_time_is_possible(const struct identity *identity, const char *stored);

/* What is wrong with the target's clock. NULL if nothing is known to be wrong. The caller frees the
 * text. If is_live, the host stored the log while the run was made, so the clocks must agree within
 * a day. Otherwise the target's time may be earlier, up to a year. */
char *run_time_problem(const struct identity *identity, const char *stored, bool is_live);

#endif
