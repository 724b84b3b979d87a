/* SPDX-License-Identifier: MIT */
/* All registered benchmarks on a scripted machine: each is well formed, the quick suite completes,
 * and known results hold. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/engine/options.h"
#include "bench/engine/registry.h"
#include "bench/engine/runner.h"
#include "lib/wire/samples.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

/* ---- All of them ---- */

TEST_WITH(every_benchmark_is_well_formed, bench_run_reset, NULL)
{
	for (size_t i = 0; registry_benchmarks[i] != NULL; i++) {
		const struct benchmark *bench = registry_benchmarks[i];

		assert_non_null(strchr(bench->name, '.'));
		assert_true(strlen(bench->summary) > 0);
		assert_true((bench->run != NULL) != (bench->sample != NULL));
		assert_true(bench->run != NULL || bench->loop_operations == 0);
		assert_true(bench->run == NULL || bench->stages == NULL);
		assert_true(bench->state_bytes <= BENCH_STATE_MAX);
	}
}

static bool has_stage(const struct benchmark *bench, const char *name)
{
	for (unsigned i = 0; bench->stages != NULL && bench->stages[i] != NULL; i++) {
		if (strcmp(bench->stages[i], name) == 0)
			return true;
	}
	return false;
}

/* A benchmark without a function to verify it may check each sample. */
TEST_WITH(every_benchmark_is_verified_or_says_why_not, bench_run_reset, NULL)
{
	for (size_t i = 0; registry_benchmarks[i] != NULL; i++) {
		const struct benchmark *bench = registry_benchmarks[i];

		if ((bench->verified == NULL) == (bench->unverified == NULL))
			fail_msg("%s: verified or unverified?", bench->name);
		if (bench->verify != NULL ? bench->verified == NULL
					  : bench->verified != NULL && bench->sample == NULL)
			fail_msg("%s: nothing verifies it", bench->name);
	}
}

/* A stage of that name is the sum of the others, or more. */
TEST_WITH(every_total_is_declared, bench_run_reset, NULL)
{
	for (size_t i = 0; registry_benchmarks[i] != NULL; i++) {
		const struct benchmark *bench = registry_benchmarks[i];

		if (bench->total != NULL ? !has_stage(bench, bench->total)
					 : has_stage(bench, "total"))
			fail_msg("%s: which stage is the total?", bench->name);
	}
}

TEST_WITH(every_name_is_unique, bench_run_reset, NULL)
{
	for (size_t i = 0; registry_benchmarks[i] != NULL; i++)
		assert_ptr_equal(bench_named(registry_benchmarks[i]->name),
				 registry_benchmarks[i]);
}

TEST_WITH(axes_and_stages_are_terminated_and_fit, bench_run_reset, NULL)
{
	for (size_t i = 0; registry_benchmarks[i] != NULL; i++) {
		const struct benchmark *bench = registry_benchmarks[i];
		unsigned axes = 0, stages = 0;

		while (bench->axes != NULL && bench->axes[axes].name != NULL)
			assert_true(++axes <= BENCH_AXES_MAX);
		while (bench->stages != NULL && bench->stages[stages] != NULL)
			assert_true(++stages <= BENCH_STAGES_MAX);
	}
}

/* Only these have operations to double. One that times itself also counts both by itself. */
TEST_WITH(only_repeated_benchmarks_are_differenced, bench_run_reset, NULL)
{
	for (size_t i = 0; registry_benchmarks[i] != NULL; i++) {
		const struct benchmark *bench = registry_benchmarks[i];

		assert_true(!bench->differenced || bench->loop_operations > 0 ||
			    bench->count != NULL);
		assert_true(bench->count == NULL || (bench->differenced && bench->sample != NULL));
	}
}

TEST_WITH(null_timing_runs_first, bench_run_reset, NULL)
{
	assert_string_equal(registry_benchmarks[0]->name, "null.timing");
}

/* Number of quick benchmarks with a missing capability. */
static size_t missing_count(void)
{
	size_t count = 0;

	for (size_t i = 0; registry_benchmarks[i] != NULL; i++)
		count += (registry_benchmarks[i]->suites & SUITE_QUICK) != 0 &&
			 (registry_benchmarks[i]->needs & ~platform_capabilities()) != 0;
	return count;
}

TEST_WITH(quick_suite_runs_to_its_end, bench_run_reset, NULL)
{
	struct options options;

	options_init(&options);
	assert_int_equal(runner_run(&options, registry_benchmarks), 0);
	assert_int_equal(fake_record(WIRE_end, 0)->end.skipped, missing_count());
	assert_int_equal(fake_record(WIRE_end, 0)->end.run,
			 fake_record(WIRE_plan, 0)->plan.benches - missing_count());
}

/* Without a clock, a benchmark that needs times is skipped, and no other uses a frequency. */
TEST_WITH(quick_suite_needs_no_clock, bench_run_reset, NULL)
{
	struct options options;
	size_t clockless = 0;

	fake.has_no_clock = true;
	options_init(&options);
	assert_int_equal(runner_run(&options, registry_benchmarks), 0);
	assert_int_equal(fake_record(WIRE_end, 0)->end.skipped, missing_count());
	for (size_t i = 0; i < fake_record_count(WIRE_skip); i++)
		clockless += strcmp(fake_record(WIRE_skip, i)->skip.missing, "clock") == 0;
	assert_int_equal(clockless, 11);
	for (size_t i = 0; i < fake_record_count(WIRE_done); i++)
		assert_int_equal(fake_record(WIRE_done, i)->done.elapsed_us, 0);
	assert_int_equal(fake_record(WIRE_end, 0)->end.elapsed_us, 0);
}

/* ---- Known results ---- */

static uint64_t minimum_of(const char *name, uint64_t *iterations)
{
	const struct wire_samples *samples;
	uint64_t values[1024], minimum = UINT64_MAX;

	fake_reset();
	bench_run(name);
	samples = &fake_record(WIRE_samples, 1)->samples;
	*iterations = fake_record(WIRE_series, 0)->series.iterations;
	assert_int_equal(samples_unpack(samples->data.data, samples->data.size, values, 1024),
			 samples->n);
	for (uint64_t i = 0; i < samples->n; i++)
		minimum = values[i] < minimum ? values[i] : minimum;
	return minimum;
}

/* Ticks per element in thousandths, of the fastest sample, because the machine has other work. */
static uint64_t milliticks(const char *name)
{
	uint64_t iterations, minimum = minimum_of(name, &iterations);

	return minimum * 1000 / iterations;
}

TEST_WITH(multiplication_takes_longer_than_addition, bench_run_reset, NULL)
{
	uint64_t add = milliticks("selftest.add_chain");

	assert_uint_in_range(milliticks("selftest.xor_chain"), add * 8 / 10, add * 12 / 10);
	assert_uint_in_range(milliticks("selftest.mul_chain"), add * 2, add * 5);
	assert_uint_in_range(milliticks("selftest.l1_load"), add * 3, add * 8);
}
