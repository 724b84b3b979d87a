/* SPDX-License-Identifier: MIT */
/* The file is read with Jansson, and not with the reader of this program. Numbers are doubles,
 * since samples can exceed Jansson's integers. */
#include "tools/results/json_proof.h"

#include <err.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#define ROUNDING 1e-11          /* of the digits in the file */

/* What is proved, for the message. */
struct proof {
	const char *path, *bench;
	const struct metric *metric;
};

static bool prove(const struct proof *proof, const char *what, const json_t *value, double expected)
{
	if (json_is_number(value) &&
	    fabs(json_number_value(value) - expected) <= ROUNDING * fabs(expected))
		return true;
	warnx("%s: %s of %s%s%s is not %.17g, which is an error of bareline", proof->path, what,
	      proof->bench, proof->metric->point[0] != '\0' ? ", " : "", proof->metric->point,
	      expected);
	return false;
}

/* A value that is not finite is left out. */
static bool prove_stats(const struct proof *proof, const json_t *object, const struct stats *stats)
{
	const struct {
		const char *name;
		double value;
		bool is_known;
	} values[] = {
#define X(name) {#name, stats->name, true},
		STATS_FIELDS(X)
#undef X
#define X(name) {#name, stats->name, stats->has_interval},
		STATS_INTERVAL(X)
#undef X
	};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		const json_t *value = json_object_get(object, values[i].name);

		if (isfinite(values[i].value) && values[i].is_known &&
		    !prove(proof, values[i].name, value, values[i].value))
			return false;
	}
	return true;
}

static bool prove_set(const struct proof *proof, const json_t *set,
		      const struct sample_set *samples, const struct metric_samples *summarised,
		      const struct stats *scaled)
{
	if (samples->count == 0)
		return true;
	return prove(proof, "n", json_object_get(set, "n"), (double)summarised->summary.ticks.n) &&
	       prove_stats(proof, json_object_get(set, "ticks"), &summarised->summary.ticks) &&
	       (strcmp(proof->metric->unit, "ns") != 0 || !proof->metric->is_in_ticks ||
		prove_stats(proof, json_object_get(set, "ns"), scaled));
}

static bool prove_samples(const struct proof *proof, const json_t *chunks)
{
	const struct series *series = proof->metric->series;
	size_t cold = 0, warm = 0, i, j;
	const json_t *chunk, *value;

	json_array_foreach(chunks, i, chunk) {
		bool is_cold = json_number_value(json_object_get(chunk, "cold")) != 0;
		const struct sample_set *set = is_cold ? &series->cold : &series->warm;
		size_t *next = is_cold ? &cold : &warm;

		json_array_foreach(json_object_get(chunk, "values"), j, value) {
			if (*next < set->count &&
			    json_number_value(value) != (double)set->values[*next])
				return prove(proof, "a sample", NULL, (double)set->values[*next]);
			(*next)++;
		}
	}
	if (cold == series->cold.count && warm == series->warm.count)
		return true;
	return prove(proof, "the number of samples", NULL,
		     (double)(series->cold.count + series->warm.count));
}

static bool prove_series(const struct proof *proof, const json_t *series)
{
	const struct metric *metric = proof->metric;
	const struct stats warm = metric_stats(metric), cold = metric_cold_stats(metric);

	return prove(proof, "iterations", json_object_get(series, "iterations"),
		     (double)metric->series->info->iterations) &&
	       prove_set(proof, json_object_get(series, "warm"), &metric->series->warm,
			 &metric->warm, &warm) &&
	       prove_set(proof, json_object_get(series, "cold"), &metric->series->cold,
			 &metric->cold, &cold) &&
	       prove_samples(proof, json_object_get(series, "samples"));
}

bool results_json_prove(const char *path, const struct analysis *analysis)
{
	json_t *run = json_load_file(path, JSON_DECODE_INT_AS_REAL, NULL);
	const json_t *benches = json_object_get(run, "benchmarks");
	bool proved = run != NULL;

	if (!proved)
		warnx("%s: not JSON, which is an error of bareline", path);
	for (size_t i = 0; proved && i < analysis->metrics.count; i++) {
		const struct metric *metric = &analysis->metrics.items[i];
		const struct bench *bench = metric->bench;
		const json_t *of_bench = json_array_get(
			benches, (size_t)(bench - analysis->result->benches));
		const json_t *series = json_array_get(json_object_get(of_bench, "series"),
						      (size_t)(metric->series - bench->series));

		proved = prove_series(&(struct proof){path, bench->info->name, metric}, series);
	}
	json_decref(run);
	return proved;
}
