/* SPDX-License-Identifier: MIT */
/* Two machines' figures set against each other by ranks: of the runs' medians, since what changes
 * from boot to boot is noise; with a single run a side of its samples, which say nothing of
 * that. */
#ifndef TOOLS_STATS_RANK_RUNS_H
#define TOOLS_STATS_RANK_RUNS_H

#include "tools/stats/bootstrap.h"
#include "tools/stats/rank_test.h"
#include "tools/stats/stats.h"

struct rank_runs {
	struct rank_test test;
	struct stats base, other;       /* of the values that were ranked */
};

void rank_runs(const struct sample_runs *base, const struct sample_runs *other,
	       struct rank_runs *ranks);

#endif
