/* The words and numbers that the table, Markdown and JUnit have in common. */
#include <math.h>
#include <string.h>

#include "tools/topic/text_change.h"

const char *change_summary(const struct judging *judging, char text[CHANGE_SUMMARY_MAX])
{
	const size_t *changes = judging->changes;
	char other[48] = "";

	if (changes[CHANGE_OTHER] > 0)
		snprintf(other, sizeof(other), ", %zu otherwise changed", changes[CHANGE_OTHER]);
	snprintf(text, CHANGE_SUMMARY_MAX, "%zu worse, %zu better%s, %zu without a difference",
		 changes[CHANGE_WORSE], changes[CHANGE_BETTER], other, changes[CHANGE_NONE]);
	return text;
}

const char *change_test(const struct change_report *change, char text[CHANGE_TEST_MAX])
{
	const struct judging *judging = change->judging;

	if (compare_is_exact(change->comparison) && judging->threshold_part == 0)
		snprintf(text, CHANGE_TEST_MAX, "instructions are exact: any difference counts");
	else if (compare_is_exact(change->comparison))
		snprintf(text, CHANGE_TEST_MAX, "instructions are exact: a difference of %g %% or "
			 "more counts", 100 * judging->threshold_part);
	else
		snprintf(text, CHANGE_TEST_MAX, "Mann-Whitney U of the %s, p corrected by Holm for "
			 "%zu figures: p of %g or less and a difference of %g %% or more count",
			 compare_is_single(change->comparison) ? "samples" : "runs' medians",
			 judging->judged, JUDGE_FALSE_ALARMS, 100 * judging->threshold_part);
	return text;
}

const char *change_caution(const struct change_report *change, char text[CHANGE_TEST_MAX])
{
	const struct judging *judging = change->judging;
	size_t needed = judge_runs_needed(judging->judged);

	text[0] = '\0';
	if (judge_is_blind(judging))
		snprintf(text, CHANGE_TEST_MAX, "too few runs: no difference among %zu figures "
			 "could be told from chance. %zu runs a side could show one, or fewer "
			 "figures (--bench)",
			 judging->judged, needed);
	else if (judging->judged > 0 && compare_is_single(change->comparison))
		snprintf(text, CHANGE_TEST_MAX, "one run a side: intervals and p are of samples "
			 "within one boot. What differs from boot to boot does not show in them "
			 "and may be all there is; %zu runs a side would tell", needed);
	return text;
}

/* Half of the interval's width in percent of the median, by its longer side. */
static double spread_percent(const struct side_figure *figure)
{
	double spread = fmax(figure->high - figure->median, figure->median - figure->low);

	return 100 * spread / figure->median;
}

static int change_text_decimals_of(const struct metric *metric)
{
	bool is_divided = metric->sides[BASE].first->series->info->iterations > 1 ||
			  metric->sides[NEW].first->series->info->iterations > 1;

	if (metric->is_exact)
		return is_divided ? 2 : 0;
	return is_divided ? 2 : 1;
}

const char *change_figure(const struct metric *metric, enum side side, char text[CHANGE_CELL_MAX])
{
	const struct side_figure *figure = &metric->sides[side];
	char number[REPORT_NUMBER_MAX];

	report_number(figure->median, change_text_decimals_of(metric), number);
	if (metric->is_exact)
		snprintf(text, CHANGE_CELL_MAX, "%s%s", number, figure->repeats ? "" : "!");
	else if (figure->has_interval && figure->median > 0)
		snprintf(text, CHANGE_CELL_MAX, "%s ±%.0f%%", number, spread_percent(figure));
	else
		snprintf(text, CHANGE_CELL_MAX, "%s ± ? ", number);
	return text;
}

const char *change_percent(const struct metric *metric, char text[CHANGE_CELL_MAX])
{
	const struct contrast *contrast = &metric->contrast;

	if (contrast->has_ratio)
		snprintf(text, CHANGE_CELL_MAX, "%+.1f%%", 100 * (contrast->ratio.value - 1));
	else
		snprintf(text, CHANGE_CELL_MAX, "-");
	return text;
}

const char *change_p(const struct metric *metric, char text[CHANGE_CELL_MAX])
{
	double p = metric->judgement.p;

	if (metric->is_exact)
		snprintf(text, CHANGE_CELL_MAX, "exact");
	else
		snprintf(text, CHANGE_CELL_MAX, p < 0.001 ? "<0.001" : "%.3f", p);
	return text;
}

const char *change_delta(const struct metric *metric, char text[CHANGE_CELL_MAX])
{
	if (metric->is_exact)
		snprintf(text, CHANGE_CELL_MAX, "-");
	else
		snprintf(text, CHANGE_CELL_MAX, "%+.2f", metric->judgement.delta);
	return text;
}
