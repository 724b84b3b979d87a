/* SPDX-License-Identifier: MIT */
/* Pairs samples in the order of measurement. The samples of metrics are sorted, so raw samples are
 * used. */
#include "tools/analysis/interrupt_gap.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/proof.h"

#define SOURCE_AXIS "source"

/* At most half of the gaps are below a median, and at most half above. */
static void median_prove(const struct sample_set *alone, const struct sample_set *interrupted,
			 size_t n, double median)
{
	size_t below = 0, above = 0;

	for (size_t i = 0; i < n; i++) {
		double gap = (double)interrupted->values[i] - (double)alone->values[i];

		below += gap < median;
		above += gap > median;
	}
	proof_require(2 * below <= n && 2 * above <= n, "of %zu gaps, %zu are below the median "
		      "and %zu above", n, below, above);
}

static double median_gap(const struct sample_set *alone, const struct sample_set *interrupted)
{
	size_t n = alone->count < interrupted->count ? alone->count : interrupted->count;
	double *gaps = xcalloc(n + 1, sizeof(*gaps));
	struct stats stats;

	for (size_t i = 0; i < n; i++)
		gaps[i] = (double)interrupted->values[i] - (double)alone->values[i];
	stats_describe(gaps, n, &stats);
	free(gaps);
	median_prove(alone, interrupted, n, stats.median);
	return stats.median;
}

size_t interrupt_gaps_find(const struct metrics *metrics,
			   struct interrupt_gap gaps[INTERRUPT_GAPS_MAX])
{
	size_t count, found = 0;
	const struct metric *all = metrics_of(metrics, GAP_BENCH, &count);

	for (size_t i = 0; i < count && found < INTERRUPT_GAPS_MAX; i++) {
		const struct metric_parameter *source = metric_find_parameter(&all[i], SOURCE_AXIS);
		const struct metric *alone = metrics_find(metrics, GAP_BENCH, all[i].point,
							  "alone");

		if (strcmp(all[i].stage, "interrupted") != 0 || !metric_has_samples(&all[i]) ||
		    source == NULL || alone == NULL)
			continue;
		gaps[found++] = (struct interrupt_gap){
			.alone = alone,
			.interrupted = &all[i],
			.source = source->value,
			.ticks = median_gap(&alone->series->warm, &all[i].series->warm),
		};
	}
	return found;
}
