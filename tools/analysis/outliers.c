/* SPDX-License-Identifier: MIT */
#include "tools/analysis/outliers.h"

#include <math.h>
#include <stdio.h>

#include "tools/base/utf8.h"

#define FENCE 3.0
#define SAMPLES_MIN 6

/* Number of severe outliers in a metric's warm samples: outside the quartiles by more than 3 IQRs
 * and more than 3 steps of the clock (Tukey, Exploratory Data Analysis, "far out"). 0 for fewer
 * than 6 samples, whose quartiles mean little. */
static size_t outliers_of_metric(const struct metric *metric)
{
	const struct stats stats = metric_stats(metric);
	double step = metric->warm.summary.step * metric->scale;
	double distance = FENCE * fmax(stats.p75 - stats.p25, step);
	size_t count = 0;

	for (size_t i = 0; stats.n >= SAMPLES_MIN && i < stats.n; i++)
		count += metric->warm.values[i] > stats.p75 + distance ||
			 metric->warm.values[i] < stats.p25 - distance;
	return count;
}

static void outliers_add(const struct metric *metric, struct outliers *outliers)
{
	size_t count = outliers_of_metric(metric), of = metric->warm.summary.ticks.n;
	struct stats stats;
	double furthest;

	outliers->checked++;
	outliers->metrics += count > 0;
	outliers->affected += count * OUTLIERS_SAMPLES_PER_ONE >= of;
	outliers->samples += count;
	/* Compares fractions without a division. */
	if (count == 0 || (outliers->worst != NULL &&
			   count * outliers->worst_total <= outliers->worst_samples * of))
		return;
	outliers->worst = metric;
	outliers->worst_samples = count;
	outliers->worst_total = of;
	/* Ratio of the sample furthest from the median to the median; 0 if the median is 0. */
	stats = metric_stats(metric);
	furthest = stats.max - stats.median > stats.median - stats.min ? stats.max : stats.min;
	outliers->worst_ratio = stats.median > 0 ? furthest / stats.median : 0;
}

void outliers_find(const struct analysis *analysis, struct outliers *outliers)
{
	*outliers = (struct outliers){0};
	if (analysis->time_base != TIME_REAL && analysis->time_base != TIME_EMULATED)
		return;
	for (size_t i = 0; i < analysis->metrics.count; i++) {
		const struct metric *metric = &analysis->metrics.items[i];

		if (metric->is_timed && !metric->is_doubled &&
		    metric->warm.summary.ticks.n >= SAMPLES_MIN)
			outliers_add(metric, outliers);
	}
}

static const char *outliers_separator(const char *text)
{
	return text[0] != '\0' ? " " : "";
}

static void outliers_name(const struct metric *metric, char text[OUTLIERS_TEXT_MAX / 2])
{
	snprintf(text, OUTLIERS_TEXT_MAX / 2, "%s%s%s%s%s", metric->bench->info->name,
		 outliers_separator(metric->point), metric->point,
		 outliers_separator(metric->stage), metric->stage);
	utf8_trim(text);
}

json_t *outliers_json(const struct outliers *outliers)
{
	char name[OUTLIERS_TEXT_MAX / 2];

	if (outliers->checked == 0)
		return json_null();
	if (outliers->worst != NULL)
		outliers_name(outliers->worst, name);
	return json_pack("{s:i, s:i, s:i, s:i, s:s?, s:i, s:i}",
			 "figures", (int)outliers->metrics, "affected", (int)outliers->affected,
			 "of", (int)outliers->checked, "samples", (int)outliers->samples,
			 "worst", outliers->worst != NULL ? name : NULL,
			 "worst_samples", (int)outliers->worst_samples,
			 "worst_of", (int)outliers->worst_total);
}

void outliers_describe(const struct outliers *outliers, char text[OUTLIERS_TEXT_MAX])
{
	char name[OUTLIERS_TEXT_MAX / 2], far[64] = "";

	text[0] = '\0';
	if (outliers->affected == 0 ||
	    outliers->affected * OUTLIERS_METRICS_PER_ONE < outliers->checked)
		return;
	outliers_name(outliers->worst, name);
	if (outliers->worst_ratio > 0)
		snprintf(far, sizeof(far), ", the furthest %.3g times the median",
			 outliers->worst_ratio);
	snprintf(text, OUTLIERS_TEXT_MAX,
		 "one sample in %d or more is a severe outlier in %zu of %zu metrics, most in %s "
		 "(%zu of %zu samples%s): use medians, stop other programs, or compare with "
		 "--runs N", OUTLIERS_SAMPLES_PER_ONE, outliers->affected, outliers->checked, name,
		 outliers->worst_samples, outliers->worst_total, far);
}
