/* SPDX-License-Identifier: MIT */
/* Helpers for tests of benchmarks. */
#include "tests/unit/bench/bench_run.h"

#include <string.h>

#include "bench/engine/options.h"
#include "bench/engine/registry.h"
#include "bench/engine/runner.h"
#include "lib/wire/samples.h"
#include "tests/unit/bench/fake_platform.h"
#include "tests/unit/unit.h"

/* More than the number of series. */
#define BENCHMARKS_MAX 256

#define EVERYTHING (CAN_LAPIC | CAN_LAPIC_TIMER | CAN_TSC_DEADLINE | CAN_PAGE_2M | CAN_PAGE_1G | \
		    CAN_SSE2 | CAN_PREFETCH_CONTROL | CAN_ENTRY_HANDLERS | CAN_IOAPIC | \
		    CAN_KEYBOARD | CAN_MOUSE)

int bench_run_reset(void **state)
{
	(void)state;
	fake_reset();
	fake.capabilities = EVERYTHING;
	fake.time_base = TIME_INSTRUCTIONS;
	return 0;
}

/* Only the selected ones. Benchmarks that always run are not needed here. */
static void run_selected(const struct options *options)
{
	const struct benchmark *selected[BENCHMARKS_MAX] = {NULL};
	size_t count = 0;

	for (const struct benchmark *const *bench = registry_benchmarks; *bench != NULL; bench++) {
		assert_uint_in_range(count, 0, BENCHMARKS_MAX - 2);
		if (options_select(options, *bench))
			selected[count++] = *bench;
	}
	runner_run(options, selected);
	assert_false(fake.wrote_while_isolated);
}

/* With one more command-line parameter, or NULL. */
static void run(const char *suite, const char *pattern, const char *word, const char *value)
{
	struct options options;

	options_init(&options);
	assert_int_equal(options_parse(&options, "suite", suite), 0);
	assert_int_equal(options_parse(&options, "bench", pattern), 0);
	if (word != NULL)
		assert_int_equal(options_parse(&options, word, value), 0);
	run_selected(&options);
}

void bench_run_as_node(const char *pattern, const char *node)
{
	struct options options;

	options_init(&options);
	assert_int_equal(options_parse(&options, "bench", pattern), 0);
	assert_int_equal(options_parse(&options, "flow.link", "serial"), 0);
	assert_int_equal(options_parse(&options, "flow.node", node), 0);
	run_selected(&options);
}

void bench_run(const char *pattern)
{
	run("quick", pattern, NULL, NULL);
}

void bench_run_counted(const char *pattern, const char *events)
{
	run("quick", pattern, "pmc", events);
}

void bench_run_with(const char *pattern, const char *word, const char *value)
{
	run("quick", pattern, word, value);
}

void bench_run_full(const char *pattern)
{
	run("full", pattern, NULL, NULL);
}

void bench_run_every_point(const char *pattern)
{
	struct options options;

	options_init(&options);
	assert_int_equal(options_parse(&options, "suite", "full"), 0);
	assert_int_equal(options_parse(&options, "bench", pattern), 0);
	assert_int_equal(options_parse(&options, "samples", "1"), 0);
	assert_int_equal(options_parse(&options, "duration", "10ms"), 0);
	assert_int_equal(options_parse(&options, "disk.scratch", "fake0:1"), 0);
	run_selected(&options);
}

const struct benchmark *bench_named(const char *name)
{
	const struct benchmark *const *bench = registry_benchmarks;

	while (strcmp((*bench)->name, name) != 0)
		bench++;
	return *bench;
}

/* Warm series only. */
static const struct wire_samples *samples_of(uint64_t series)
{
	const struct wire_record *record;

	for (size_t i = 0; (record = fake_record(WIRE_samples, i)) != NULL; i++) {
		if (record->samples.series == series && record->samples.cold == 0)
			return &record->samples;
	}
	fail_msg("no samples of series %lu", (unsigned long)series);
	return NULL;
}

uint64_t bench_first_sample(const char *stage)
{
	const struct wire_record *series;
	uint64_t values[1024];

	for (size_t i = 0; (series = fake_record(WIRE_series, i)) != NULL; i++) {
		const struct wire_samples *samples;

		if (strcmp(series->series.stage, stage) != 0)
			continue;
		samples = samples_of(series->series.id);
		assert_true(samples_unpack(samples->data.data, samples->data.size, values,
					   1024) > 0);
		return values[0];
	}
	fail_msg("no series of stage %s", stage);
	return 0;
}

const char *bench_skip_of(const char *point)
{
	const struct wire_record *record;

	for (size_t i = 0; (record = fake_record(WIRE_skip, i)) != NULL; i++) {
		if (strcmp(record->skip.point, point) == 0)
			return record->skip.missing;
	}
	return NULL;
}

size_t bench_count_series(const char *part, const char *stage)
{
	size_t count = 0;

	for (size_t i = 0; fake_record(WIRE_series, i) != NULL; i++) {
		const struct wire_series *series = &fake_record(WIRE_series, i)->series;

		count += strstr(series->point, part) != NULL && strcmp(series->stage, stage) == 0;
	}
	return count;
}
