/* SPDX-License-Identifier: MIT */
/* A metric has a difference only if chance does not explain it, and if it exceeds the threshold. */
#include "tools/compare/judge.h"

#include <math.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/proof.h"
#include "tools/stats/rank_test.h"

#define RUNS_NEEDED_MAX 100
#define JUDGE_ROUNDING 1e-9     /* of the base */

static size_t ranked_count(const struct side_metric *metric, bool is_single)
{
	return is_single ? metric->samples : metric->runs;
}

static double least_p(const struct compared_metric *metric)
{
	const struct side_metric *base = &metric->sides[BASE], *other = &metric->sides[NEW];
	bool is_single = base->runs == 1 && other->runs == 1;

	return rank_test_least_p(ranked_count(base, is_single), ranked_count(other, is_single));
}

static void correct_for_count(struct comparison *comparison, struct judging *judging)
{
	double *p = xcalloc(comparison->metric_count + 1, sizeof(*p));
	size_t count = 0;

	judging->least_p = 1;
	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct compared_metric *metric = &comparison->metrics[i];

		if (!metric_is_tested(metric))
			continue;
		p[count++] = metric->judgement.p;
		judging->varying += metric->is_counted;
		if (!metric->is_counted)
			judging->least_p = fmin(judging->least_p, least_p(metric));
	}
	judging->judged = count - judging->varying;
	judging->least_p = fmin(1, judging->least_p * (double)count);
	holm_correct(p, count);
	for (size_t i = comparison->metric_count; i-- > 0;) {
		if (metric_is_tested(&comparison->metrics[i]))
			comparison->metrics[i].judgement.p = p[--count];
	}
	free(p);
}

static enum change change_of(const struct compared_metric *metric, double threshold_part)
{
	double difference = metric->contrast.difference.value;
	double least = threshold_part * metric->sides[BASE].median;

	if (metric->sides[BASE].runs > 0 && metric->sides[NEW].is_lost)
		return CHANGE_MISSING;
	if (!metric_is_common(metric))
		return CHANGE_UNKNOWN;
	if (metric->has_same_samples)
		return CHANGE_UNCHANGED;
	if (metric->has_lost_constancy && difference == 0)
		return CHANGE_NEUTRAL;
	if (!metric->is_exact && !metric->has_lost_constancy &&
	    metric->judgement.p > JUDGE_FALSE_ALARMS)
		return metric->is_counted ? CHANGE_UNSTABLE : CHANGE_UNCHANGED;
	if (difference == 0 || fabs(difference) < least)
		return CHANGE_UNCHANGED;
	if (!metric_has_direction(metric))
		return CHANGE_NEUTRAL;
	return difference > 0 ? CHANGE_REGRESSED : CHANGE_IMPROVED;
}

/* By the two medians, a change is at least the threshold's part of the base, and has their
 * direction. A difference that chance does not explain and that has no verdict is less. */
static void judge_prove(const struct compared_metric *metric, double threshold_part)
{
	double base = metric->sides[BASE].median, other = metric->sides[NEW].median;
	double part = fabs(other / base - 1);
	enum change change = metric->judgement.change;
	bool is_open = !(base > 0) || other == base || metric->has_same_samples;
	bool is_clear = metric->is_exact || metric->has_lost_constancy ||
			metric->judgement.p <= JUDGE_FALSE_ALARMS;
	bool holds = true;

	if (change_is_measured(change))
		holds = part >= threshold_part - JUDGE_ROUNDING &&
			change != (other > base ? CHANGE_IMPROVED : CHANGE_REGRESSED);
	else if (change == CHANGE_UNCHANGED && is_clear)
		holds = part < threshold_part + JUDGE_ROUNDING;
	proof_require(is_open || holds, "%s %s: a change from %.6g to %.6g is judged \"%s\"",
		      metric->bench, metric->point, base, other, change_name(change));
}

void judge_comparison(struct comparison *comparison, struct judging *judging)
{
	*judging = (struct judging){.threshold_part = judging->threshold_part};
	correct_for_count(comparison, judging);
	for (size_t i = 0; i < comparison->metric_count; i++) {
		struct compared_metric *metric = &comparison->metrics[i];

		metric->judgement.change = change_of(metric, judging->threshold_part);
		judge_prove(metric, judging->threshold_part);
		judging->changes[metric->judgement.change]++;
	}
}

bool judge_has_too_few_runs(const struct judging *judging)
{
	return judging->judged > 0 && judging->least_p > JUDGE_FALSE_ALARMS;
}

bool judge_is_conclusive(const struct comparison *comparison, const struct judging *judging)
{
	const size_t *changes = judging->changes;

	if (changes[CHANGE_UNSTABLE] > 0 &&
	    changes[CHANGE_UNCHANGED] + changes_measured(changes) == 0)
		return false;
	return !judge_has_too_few_runs(judging) &&
		(judging->judged == 0 || !compare_is_single(comparison));
}

size_t judge_runs_needed(size_t metrics)
{
	size_t runs = 2;

	while (runs < RUNS_NEEDED_MAX &&
	       rank_test_least_p(runs, runs) * (double)metrics > JUDGE_FALSE_ALARMS)
		runs++;
	return runs;
}

const char *change_name(enum change change)
{
	static const char *const names[] = {
		[CHANGE_UNKNOWN] = "not compared", [CHANGE_UNCHANGED] = "unchanged",
		[CHANGE_IMPROVED] = "improved", [CHANGE_REGRESSED] = "regressed",
		[CHANGE_NEUTRAL] = "changed",
		[CHANGE_UNSTABLE] = "unstable", [CHANGE_MISSING] = "missing",
	};

	return names[change];
}

bool change_is_measured(enum change change)
{
	return change == CHANGE_REGRESSED || change == CHANGE_IMPROVED || change == CHANGE_NEUTRAL;
}

size_t changes_measured(const size_t changes[CHANGES])
{
	size_t count = 0;

	for (enum change change = 0; change < CHANGES; change++)
		count += change_is_measured(change) ? changes[change] : 0;
	return count;
}
