/* SPDX-License-Identifier: MIT */
/* Each check adds its reasons, the most severe check first: summaries show only the first
 * reason. */
#include "tools/analysis/validity.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/run_verdict.h"
#include "tools/analysis/clocks.h"
#include "tools/analysis/recount.h"
#include "tools/analysis/timing.h"
#include "tools/base/alloc.h"
#include "tools/base/sort.h"
#include "tools/base/utf8.h"
#include "tools/record/point.h"

#define PPM 1e6
#define OPERATIONS_PER_NS_MAX 100.0     /* of any processor; also of an instruction */
#define HZ_MIN UINT64_C(1000000)
#define HZ_MAX UINT64_C(100000000000)

static void validity_add(struct validity *validity, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void validity_add(struct validity *validity, const char *format, ...)
{
	va_list args;

	if (validity->count == REASONS_MAX)
		return;
	va_start(args, format);
	vsnprintf(validity->reasons[validity->count], REASON_TEXT_MAX, format, args);
	va_end(args);
	utf8_trim(validity->reasons[validity->count++]);
}

/* The failures of one check. */
struct failed_check {
	const struct wire_record *first;
	size_t count;
};

/* Orders failures by check, then by the order of the records. */
static int validity_by_check(const void *a, const void *b)
{
	const struct failed_check *left = a, *right = b;
	int order = strcmp(left->first->failed_check.check, right->first->failed_check.check);

	return order != 0 ? order
			  : (left->first->seq > right->first->seq) -
				    (left->first->seq < right->first->seq);
}

static int validity_by_first(const void *a, const void *b)
{
	const struct failed_check *left = a, *right = b;

	return (left->first->seq > right->first->seq) - (left->first->seq < right->first->seq);
}

/* Group the failures by check, in the order of the records. Returns the number of groups. The list
 * must not be empty. */
static size_t validity_gather_failures(const struct record_list *list, struct failed_check *checks)
{
	size_t groups = 0;

	for (size_t i = 0; i < list->count; i++)
		checks[i] = (struct failed_check){&list->items[i], 1};
	qsort(checks, list->count, sizeof(*checks), validity_by_check);
	for (size_t i = 0; i < list->count; i++) {
		if (groups > 0 && strcmp(checks[groups - 1].first->failed_check.check,
					 checks[i].first->failed_check.check) == 0)
			checks[groups - 1].count++;
		else
			checks[groups++] = checks[i];
	}
	qsort(checks, groups, sizeof(*checks), validity_by_first);
	return groups;
}

/* A check usually fails at many points, so add its first failure and the number of others. */
static void validity_add_failures(const struct result *result, struct validity *validity)
{
	const struct record_list *list = &result->records[WIRE_failed_check];
	struct failed_check *checks = xreallocarray(NULL, list->count + 1, sizeof(*checks));
	size_t count = list->count > 0 ? validity_gather_failures(list, checks) : 0;

	for (size_t i = 0; i < count; i++) {
		const struct wire_failed_check *record = &checks[i].first->failed_check;
		char more[64] = "";

		if (checks[i].count > 1)
			snprintf(more, sizeof(more), "; also at %zu more", checks[i].count - 1);
		validity_add(validity, "%s%s%s%s%.*s%s", record->bench,
			     record->point[0] != '\0' ? ", " : "", record->point,
			     record->bench[0] != '\0' ? ": " : "",
			     (int)utf8_prefix(record->detail, 200), record->detail, more);
	}
	free(checks);
}

bool validity_is_frequency(uint64_t hz)
{
	return hz >= HZ_MIN && hz <= HZ_MAX;
}

static void validity_add_tsc(const struct result *result, struct validity *validity)
{
	const struct wire_manifest *manifest = result_manifest(result);
	const struct wire_timer *timer = clocks_of(result).chosen;
	double limit_ppm, ppm;

	if (manifest == NULL)
		return;
	if (timing_ns_per_tick(result) > 0 &&
	    !validity_is_frequency(manifest->tsc_hz))
		validity_add(validity,
			     "the reported frequency of the clock, %" PRIu64
			     " Hz, is outside 1 MHz to 100 GHz",
			     manifest->tsc_hz);
	if (timer == NULL)
		return;
	limit_ppm = VALIDITY_TSC_PPM + clocks_uncertainty_ppm(timer);
	ppm = ((double)manifest->tsc_hz / (double)timer->tsc_hz - 1) * PPM;
	if (ppm > limit_ppm || ppm < -limit_ppm)
		validity_add(validity,
			     "the reported TSC frequency, %" PRIu64
			     " Hz, is %+.0f ppm off the %" PRIu64
			     " Hz measured by %s, the chosen timer",
			     manifest->tsc_hz, ppm, timer->tsc_hz, timer->name);
}

/* No other unit can be converted or compared. */
static void validity_add_units(const struct result *result, struct validity *validity)
{
	for (size_t i = 0; i < result->bench_count; i++) {
		const struct wire_bench *bench = result->benches[i].info;

		if (strcmp(bench->unit, TICKS_UNIT) == 0 || strcmp(bench->unit, COUNTS_UNIT) == 0)
			continue;
		validity_add(validity, "%s states the unknown unit \"%.*s\"", bench->name,
			     (int)utf8_prefix(bench->unit, 40), bench->unit);
		return;
	}
}

/* A false number of operations would make a slow machine look fast. */
static void validity_add_speed(const struct result *result, struct validity *validity)
{
	double ns = timing_base(result) == TIME_INSTRUCTIONS ? 1 : timing_ns_per_tick(result);

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		for (size_t j = 0; j < bench->series_count; j++) {
			const struct series *series = &bench->series[j];
			double most = 0;

			if (series->info->timed == 0)
				continue;
			for (size_t k = 0; k < series->warm.count; k++)
				most = fmax(most, (double)series->warm.values[k] * ns);
			if (most == 0 || (double)series->info->iterations <=
						 most * OPERATIONS_PER_NS_MAX)
				continue;
			validity_add(validity, "%s states %" PRIu64 " operations in at most %.4g "
				     "%s, which no processor executes", bench->info->name,
				     series->info->iterations, most,
				     timing_base(result) == TIME_INSTRUCTIONS ? "instructions"
									      : "ns");
			return;
		}
	}
}

/* Disturbed records exist for the first few samples only; the series record has the total. */
static uint64_t disturbed_of(const struct series *series)
{
	uint64_t listed = 0;

	for (size_t i = 0; i < series->disturbed_count; i++)
		listed += i == 0 || series->disturbed[i].disturbed.index !=
					    series->disturbed[i - 1].disturbed.index;
	return series->info->disturbed_samples > listed ? series->info->disturbed_samples : listed;
}

/* Only samples timed by the runner count: others may take seconds, and are always disturbed. */
static void validity_add_disturbed(const struct result *result, struct validity *validity)
{
	uint64_t samples = 0, disturbed = 0;

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		for (size_t j = 0; j < bench->series_count; j++) {
			const struct series *series = &bench->series[j];

			if (series->info->timed == 0)
				continue;
			samples += series->warm.count;
			disturbed += disturbed_of(series);
		}
	}
	if (disturbed * RUN_SAMPLES_PER_DISTURBED > samples)
		validity_add(validity,
			     "%" PRIu64 " of %" PRIu64 " timed samples were disturbed, more than "
			     "one in %d",
			     disturbed, samples, RUN_SAMPLES_PER_DISTURBED);
}

/* Whether records of this benchmark explain missing points: a fault ends a benchmark, and an axis
 * has a maximum length. */
static bool validity_is_explained(const struct result *result, const char *bench)
{
	const struct record_list *faults = &result->records[WIRE_fault];
	const struct record_list *skips = &result->records[WIRE_skip];

	for (size_t i = 0; i < faults->count; i++) {
		if (strcmp(faults->items[i].fault.bench, bench) == 0)
			return true;
	}
	for (size_t i = 0; i < skips->count; i++) {
		if (strcmp(skips->items[i].skip.bench, bench) == 0 &&
		    strcmp(skips->items[i].skip.missing, "axis") == 0)
			return true;
	}
	return false;
}

/* Number of the different CPUs up to `others` that the benchmark has a point or a skip record for.
 * others is a statement of the log, so no loop may depend on it. */
static size_t validity_count_cpus(const struct result *result, const struct bench *bench,
				  uint64_t others)
{
	const struct record_list *skips = &result->records[WIRE_skip];
	uint64_t *numbers = xcalloc(bench->series_count + skips->count + 1, sizeof(*numbers));
	size_t count = 0, found = 0;

	for (size_t i = 0; i < bench->series_count; i++)
		count += point_number(bench->series[i].info->point, "cpu", &numbers[count]);
	for (size_t i = 0; i < skips->count; i++) {
		const struct wire_skip *skip = &skips->items[i].skip;

		count += strcmp(skip->bench, bench->info->name) == 0 &&
			 point_number(skip->point, "cpu", &numbers[count]);
	}
	sort_numbers(numbers, count);
	for (size_t i = 0; i < count && numbers[i] <= others; i++)
		found += i == 0 || numbers[i] != numbers[i - 1];
	free(numbers);
	return found;
}

/* A benchmark with an axis of the other CPUs has a point for each started CPU but its own. */
static void validity_add_cpus(const struct result *result, struct validity *validity)
{
	const struct wire_cpu *cpu = result_cpu(result);
	uint64_t named, others = cpu != NULL && cpu->online > 0 ? cpu->online - 1 : 0;

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];
		size_t found;

		if (bench->done == NULL || bench->series_count == 0 ||
		    !point_number(bench->series[0].info->point, "cpu", &named) ||
		    validity_is_explained(result, bench->info->name))
			continue;
		found = validity_count_cpus(result, bench, others);
		if (found < others)
			validity_add(validity, "%s measured %zu of the %" PRIu64
				     " other CPUs that were started", bench->info->name, found,
				     others);
	}
}

bool validity_has_no_benchmarks(const struct result *result)
{
	const struct wire_end *end = result_end(result);

	return result_is_complete(result) && end->run + end->skipped + end->faulted == 0;
}

void validity_find(const struct result *result, const struct selftest tests[SELFTESTS],
		   struct validity *validity)
{
	const struct wire_panic *panic = result_panic(result);
	uint64_t missing, all;

	validity->count = 0;
	for (size_t i = 0; i < SELFTESTS; i++) {
		const struct selftest *test = &tests[i];

		if (test->verdict == VERDICT_FAIL)
			validity_add(validity, "%s: %s, but it is %.4g %s (allowed: %.4g to %.4g)",
				     test->bench, test->claim, test->value, test->unit, test->low,
				     test->high);
	}
	validity_add_failures(result, validity);
	validity_add_tsc(result, validity);
	validity_add_units(result, validity);
	validity_add_speed(result, validity);
	missing = log_account_missing(&result->account);
	all = log_account_all(&result->account);
	if (missing * VALIDITY_RECORDS_PER_LOST > all)
		validity_add(validity,
			     "%" PRIu64 " of %" PRIu64 " records are missing, more than one in %d",
			     missing, all, VALIDITY_RECORDS_PER_LOST);
	validity_add_disturbed(result, validity);
	validity_add_cpus(result, validity);
	if (validity_has_no_benchmarks(result))
		validity_add(validity, "no benchmark matches the selection");
	if (panic != NULL)
		validity_add(validity, "the target panicked: %.*s",
			     (int)utf8_prefix(panic->reason, 200), panic->reason);
}

void validity_add_recount(const struct metrics *metrics, const struct overhead *overhead,
			  struct validity *validity)
{
	char text[RECOUNT_TEXT_MAX];

	if (!recount_agrees(metrics, overhead, text))
		validity_add(validity, "%s", text);
}
