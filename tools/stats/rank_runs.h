/* SPDX-License-Identifier: MIT */
/* Tests of a metric between two sides. Variation between boots is noise, so the tests compare the
 * medians of runs. With one run on each side, they compare samples, which do not contain variation
 * between boots. */
#ifndef TOOLS_STATS_RANK_RUNS_H
#define TOOLS_STATS_RANK_RUNS_H

#include "tools/stats/bootstrap.h"
#include "tools/stats/rank_test.h"
#include "tools/stats/stats.h"

struct rank_runs {
	struct rank_test test;
	double t_p;                     /* by t_test() */
	struct stats base, other;       /* of the compared values */
};

void rank_runs(const struct sample_runs *base, const struct sample_runs *other,
	       struct rank_runs *ranks);

#endif
