/* Helpers for tests of benchmarks. */
#include "tests/unit/bench_run.h"

#include <string.h>

#include "bench/options.h"
#include "bench/registry.h"
#include "bench/runner.h"
#include "lib/samples.h"
#include "tests/unit/fake_platform.h"
#include "tests/unit/unit.h"

static void run_suite(const char *suite, const char *pattern)
{
	struct options options;

	options_init(&options);
	assert_int_equal(options_take(&options, "suite", suite), 0);
	assert_int_equal(options_take(&options, "bench", pattern), 0);
	runner_run(&options, registry_benchmarks);
	assert_false(fake.wrote_while_quiet);
}

void bench_run(const char *pattern)
{
	run_suite("quick", pattern);
}

void bench_run_full(const char *pattern)
{
	run_suite("full", pattern);
}

const struct benchmark *bench_named(const char *name)
{
	const struct benchmark *const *bench = registry_benchmarks;

	while (strcmp((*bench)->name, name) != 0)
		bench++;
	return *bench;
}

uint64_t bench_first_sample(const char *stage)
{
	const struct wire_record *series, *samples;
	uint64_t values[1024];

	for (size_t i = 0; (series = fake_record(WIRE_series, i)) != NULL; i++) {
		if (strcmp(series->series.stage, stage) != 0)
			continue;
		samples = fake_record(WIRE_samples, 2 * i + 1);
		assert_int_equal(samples->samples.series, series->series.id);
		assert_true(samples_unpack(samples->samples.data.data, samples->samples.data.size,
					   values, 1024) > 0);
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
