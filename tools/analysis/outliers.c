/* SPDX-License-Identifier: MIT */
#include "tools/analysis/outliers.h"

#include <math.h>
#include <stdio.h>

#include "tools/base/utf8.h"

#define FENCE 3.0
#define SAMPLES_MIN 6

size_t outliers_of_figure(const struct figure *figure)
{
	const struct stats stats = figure_stats(figure);
	double step = figure->warm.summary.step * figure->scale;
	double distance = FENCE * fmax(stats.p75 - stats.p25, step);
	size_t count = 0;

	for (size_t i = 0; stats.n >= SAMPLES_MIN && i < stats.n; i++)
		count += figure->warm.values[i] > stats.p75 + distance ||
			 figure->warm.values[i] < stats.p25 - distance;
	return count;
}

/* The one that is further from the median. */
static double outliers_ratio(const struct figure *figure)
{
	const struct stats stats = figure_stats(figure);
	double furthest = stats.max - stats.median > stats.median - stats.min ? stats.max
									       : stats.min;

	return stats.median > 0 ? furthest / stats.median : 0;
}

static void outliers_add(const struct figure *figure, struct outliers *outliers)
{
	size_t count = outliers_of_figure(figure), of = figure->warm.summary.ticks.n;

	outliers->of++;
	outliers->figures += count > 0;
	outliers->affected += count * OUTLIERS_SAMPLES_PER_ONE >= of;
	outliers->samples += count;
	/* As parts, without a division. */
	if (count == 0 || (outliers->worst != NULL &&
			   count * outliers->worst_of <= outliers->worst_samples * of))
		return;
	outliers->worst = figure;
	outliers->worst_samples = count;
	outliers->worst_of = of;
	outliers->worst_ratio = outliers_ratio(figure);
}

void outliers_find(const struct analysis *analysis, struct outliers *outliers)
{
	*outliers = (struct outliers){0};
	if (analysis->time_base != TIME_REAL && analysis->time_base != TIME_EMULATED)
		return;
	for (size_t i = 0; i < analysis->figures.count; i++) {
		const struct figure *figure = &analysis->figures.items[i];

		if (figure->is_timed && !figure->is_doubled &&
		    figure->warm.summary.ticks.n >= SAMPLES_MIN)
			outliers_add(figure, outliers);
	}
}

static const char *outliers_separator(const char *text)
{
	return text[0] != '\0' ? " " : "";
}

static void outliers_name(const struct figure *figure, char text[OUTLIERS_TEXT_MAX / 2])
{
	snprintf(text, OUTLIERS_TEXT_MAX / 2, "%s%s%s%s%s", figure->bench->info->name,
		 outliers_separator(figure->point), figure->point,
		 outliers_separator(figure->stage), figure->stage);
	utf8_trim(text);
}

json_t *outliers_json(const struct outliers *outliers)
{
	char name[OUTLIERS_TEXT_MAX / 2];

	if (outliers->of == 0)
		return json_null();
	if (outliers->worst != NULL)
		outliers_name(outliers->worst, name);
	return json_pack("{s:i, s:i, s:i, s:i, s:s?, s:i, s:i}",
			 "figures", (int)outliers->figures, "affected", (int)outliers->affected,
			 "of", (int)outliers->of, "samples", (int)outliers->samples,
			 "worst", outliers->worst != NULL ? name : NULL,
			 "worst_samples", (int)outliers->worst_samples,
			 "worst_of", (int)outliers->worst_of);
}

void outliers_describe(const struct outliers *outliers, char text[OUTLIERS_TEXT_MAX])
{
	char name[OUTLIERS_TEXT_MAX / 2], far[64] = "";

	text[0] = '\0';
	if (outliers->affected == 0 ||
	    outliers->affected * OUTLIERS_FIGURES_PER_ONE < outliers->of)
		return;
	outliers_name(outliers->worst, name);
	if (outliers->worst_ratio > 0)
		snprintf(far, sizeof(far), ", the furthest %.3g times the median",
			 outliers->worst_ratio);
	snprintf(text, OUTLIERS_TEXT_MAX,
		 "one sample in %d or more is a severe outlier in %zu of %zu metrics, most in %s "
		 "(%zu of %zu samples%s): use medians, stop other programs, or compare with "
		 "--runs N", OUTLIERS_SAMPLES_PER_ONE, outliers->affected, outliers->of, name,
		 outliers->worst_samples, outliers->worst_of, far);
}
