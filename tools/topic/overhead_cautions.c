/* SPDX-License-Identifier: MIT */
/* Limits of an overhead's metrics: the coverage of intervals, and activity of the host during the
 * runs. */
#include "tools/topic/overhead.h"

#include <string.h>

#include "tools/compare/pairs.h"
#include "tools/host/host_noise.h"
#include "tools/results/run_directory.h"
#include "tools/topic/metric_tables.h"

#define METAL_SHARE_MIN 0.95    /* of a CPU; on an idle host, bare metal has more than 0.999 */

/* ---- Intervals ---- */

size_t overhead_fewest_runs(const struct comparison *comparison)
{
	size_t metal = comparison->sides[METAL].count, linux_runs = comparison->sides[LINUX].count;

	return metal < linux_runs ? metal : linux_runs;
}

const char *overhead_interval_name(const struct comparison *comparison)
{
	static const char *const names[BOOTSTRAP_RUNS_MIN] = {
		"", "95 % CI, these boots", "70 % CI", "90 % CI", "90 % CI",
	};
	size_t fewest = overhead_fewest_runs(comparison);

	return fewest < BOOTSTRAP_RUNS_MIN ? names[fewest] : "95 % CI";
}

void overhead_add_intervals(struct table *facts, const struct comparison *comparison)
{
	size_t fewest = overhead_fewest_runs(comparison);

	if (fewest == 1)
		table_fact(facts, "intervals",
			   "95 %%; on a side with one run of its samples alone, without variation "
			   "between runs");
	else if (fewest < BOOTSTRAP_RUNS_MIN)
		table_fact(facts, "intervals",
			   "nominally 95 %%, by bootstrap over runs, then samples; with %zu runs "
			   "they cover about %s %%; use %d a side (--boots, with --qemu)",
			   fewest, fewest == 2 ? "70" : "90", BOOTSTRAP_RUNS_MIN);
	else
		table_fact(facts, "intervals", "95 %%, by bootstrap over runs, then samples");
}

/* ---- The host ---- */

static struct host_noise noise_of(const struct compared_run *run)
{
	json_t *manifest = run_manifest_read(run->path);
	struct host_noise noise = host_noise_of_json(json_object_get(manifest, "host_noise"));

	json_decref(manifest);
	return noise;
}

/* Report the run with the highest load, if the host was busy in any run. */
static void cautions_add_host(struct table *facts, const struct comparison *comparison)
{
	const struct compared_run *worst = NULL;
	struct host_noise noise_of_worst = {0};
	char text[HOST_NOISE_TEXT_MAX];
	size_t loud = 0, all = 0;

	for (enum side side = METAL; side < SIDES; side++) {
		for (size_t i = 0; i < comparison->sides[side].count; i++) {
			const struct compared_run *run = &comparison->sides[side].items[i];
			struct host_noise noise = noise_of(run);

			all++;
			if (!host_noise_is_loud(&noise))
				continue;
			if (loud++ == 0 || noise.load > noise_of_worst.load) {
				worst = run;
				noise_of_worst = noise;
			}
		}
	}
	if (worst == NULL)
		return;
	host_noise_describe(&noise_of_worst, text);
	table_fact(facts, "noise",
		   "the host was busy in %zu of %zu runs (%s: %s), which changes ratios; repeat on "
		   "an idle host, or count instructions with --qemu --deterministic",
		   loud, all, worst->path, text)
		->is_bad = true;
}

/* ---- Effects on the metrics ---- */

/* Whether Linux's operation includes the bare-metal one and still took less time. */
static bool is_shorter_though_more(const struct compared_metric *metric)
{
	const struct pair *pair = pairs_find(metric->bench, metric->point);

	return metric_is_common(metric) && !overhead_is_comparable(metric) && pair != NULL &&
	       (pair->metal & ~pair->hosted) == 0 && metric->contrast.difference.value < 0;
}

static void cautions_add_negative(struct table *facts, const struct comparison *comparison)
{
	const struct compared_metric *most = NULL;
	size_t count = 0;

	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct compared_metric *metric = &comparison->metrics[i];

		if (!is_shorter_though_more(metric))
			continue;
		count++;
		if (most == NULL ||
		    metric->contrast.difference.value < most->contrast.difference.value)
			most = metric;
	}
	if (count > 0)
		table_fact(facts, "caution",
			   "%zu difference%s below 0 though %s does more (%s the farthest): "
			   "noise exceeds the difference",
			   count, count == 1 ? " is" : "s are", side_name(comparison, LINUX),
			   metric_label(facts->of, most))
			->is_bad = true;
}

void overhead_add_cautions(struct table *facts, const struct comparison *comparison)
{
	double available;

	if (compare_is_exact(comparison))
		return;
	cautions_add_host(facts, comparison);
	available = overhead_idle_available(comparison);
	if (available < METAL_SHARE_MIN)
		table_fact(facts, "caution",
			   "bare metal had %.1f %% of its CPU (noise.gaps) though nothing else ran "
			   "on it: both sides' metrics include the host's share",
			   100 * available)
			->is_bad = true;
	cautions_add_negative(facts, comparison);
}
