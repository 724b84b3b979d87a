/* SPDX-License-Identifier: MIT */
#include "tools/analysis/clock_step.h"

#include <stdbool.h>
#include <string.h>

#include "tools/base/sort.h"

#define THOUSANDTHS 1000.0

static bool is_clocked(const struct bench *bench, const struct series *series)
{
	return series->info->timed != 0 && strcmp(bench->info->unit, TICKS_UNIT) == 0 &&
	       series->warm.count > 1;
}

/* Sort the first samples of a series. Returns their number. */
static size_t clock_step_sorted(const struct series *series,
				uint64_t values[CLOCK_STEP_SAMPLES_MAX])
{
	size_t count = series->warm.count < CLOCK_STEP_SAMPLES_MAX ? series->warm.count
								   : CLOCK_STEP_SAMPLES_MAX;

	memcpy(values, series->warm.values, count * sizeof(*values));
	sort_numbers(values, count);
	return count;
}

/* Add all series to steps. If steps is NULL, add them to fits, which are of one step. */
static void clock_step_visit(const struct result *result, struct clock_steps *steps,
			     struct clock_fits *fits, uint64_t step)
{
	uint64_t values[CLOCK_STEP_SAMPLES_MAX];

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		for (size_t j = 0; j < bench->series_count; j++) {
			size_t count;

			if (!is_clocked(bench, &bench->series[j]))
				continue;
			count = clock_step_sorted(&bench->series[j], values);
			if (steps != NULL)
				clock_step_add(steps, values, count);
			else
				clock_step_count(fits, values, count, step);
		}
	}
}

double clock_step(const struct result *result)
{
	struct clock_steps steps = {0};
	struct clock_fits fits = {0};
	uint64_t step;

	clock_step_visit(result, &steps, NULL, 0);
	step = clock_step_of(&steps);
	if (step == CLOCK_STEP_NONE)
		return 1;
	clock_step_visit(result, NULL, &fits, step);
	return clock_step_fits(&fits) ? (double)step / THOUSANDTHS : 1;
}
