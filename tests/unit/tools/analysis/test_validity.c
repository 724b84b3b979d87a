/* SPDX-License-Identifier: MIT */
/* Each reason that makes a run invalid, one at a time, and the values just below the limit. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wire/samples.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/analysis/clocks.h"
#include "tools/analysis/core_clock.h"
#include "tools/analysis/validity.h"

#define RECORDS 1000

static struct validity validity;

/* A run with these records and others, RECORDS in total. */
static void judge(const struct wire_record *records, size_t count,
		  const struct log_account *account)
{
	static const struct selftest tests[SELFTESTS];
	struct result *result = result_new();
	struct log_account whole = account != NULL ? *account : (struct log_account){0};

	for (size_t i = 0; i < count; i++)
		result_add(result, &records[i]);
	if (whole.records == 0)
		whole.records = RECORDS;
	result_link(result, &whole);
	validity_find(result, tests, &validity);
	result_free(result);
}

static void assert_reason(const char *part)
{
	assert_int_equal(validity.count, 1);
	assert_non_null(strstr(validity.reasons[0], part));
}

static void judge_uncertain_clock(uint64_t tsc_hz, const char *status, uint64_t uncertainty_ppm)
{
	const struct wire_record records[] = {
		{.kind = WIRE_manifest, .seq = 0, .manifest = {.tsc_hz = tsc_hz}},
		{.kind = WIRE_timer, .seq = 1,
		 .timer = {"hpet", 100000000, 2000000000, 0, status, uncertainty_ppm}},
	};

	judge(records, 2, NULL);
}

static void judge_clock(uint64_t tsc_hz, const char *status)
{
	judge_uncertain_clock(tsc_hz, status, 0);
}

TEST(frequency_unlike_the_chosen_clock_makes_a_run_invalid)
{
	judge_clock(2020000000, "chosen");
	assert_reason("+10000 ppm off the 2000000000 Hz measured by hpet");
	judge_clock(1980000000, "chosen");
	assert_reason("-10000 ppm");
	judge_clock(2000000000, "chosen");
	assert_int_equal(validity.count, 0);
	judge_clock(2000000000 + 99900, "chosen");      /* 49.95 ppm */
	assert_int_equal(validity.count, 0);
	judge_clock(2000000000 - 99900, "chosen");
	assert_int_equal(validity.count, 0);
	judge_clock(2000000000 + 100100, "chosen");
	assert_reason("+50 ppm");
	judge_clock(2000000000 - 100100, "chosen");
	assert_reason("-50 ppm");
	judge_clock(2020000000, "disagrees");
	assert_int_equal(validity.count, 0);
	judge_uncertain_clock(2000000000 + 499900, "chosen", 200);
	assert_int_equal(validity.count, 0);
	judge_uncertain_clock(2000000000 - 500100, "chosen", 200);
	assert_reason("-250 ppm");
	/* A stated uncertainty counts up to 1 %. */
	judge_uncertain_clock(2000000000 + 19900000, "chosen", UINT64_MAX);
	assert_int_equal(validity.count, 0);
	judge_uncertain_clock(2000000000 + 20200000, "chosen", UINT64_MAX);
	assert_reason("+10100 ppm");
}

TEST(impossible_frequency_makes_a_run_invalid)
{
	static const uint64_t possible[] = {0, 1000000, 26000000, UINT64_C(100000000000)};
	static const uint64_t impossible[] = {1, 999999, UINT64_C(100000000001), UINT64_MAX};
	struct wire_record manifest = {.kind = WIRE_manifest, .manifest = {.time_base = "real"}};

	for (size_t i = 0; i < COUNT(possible); i++) {
		manifest.manifest.tsc_hz = possible[i];
		judge(&manifest, 1, NULL);
		assert_int_equal(validity.count, 0);
	}
	for (size_t i = 0; i < COUNT(impossible); i++) {
		manifest.manifest.tsc_hz = impossible[i];
		judge(&manifest, 1, NULL);
		assert_reason("Hz, is outside 1 MHz to 100 GHz");
	}
}

TEST(unknown_unit_makes_a_run_invalid)
{
	static const char *const known[] = {"tsc_ticks", "counts"};
	static const char *const unknown[] = {"bananas", "", "tsc_tick", "ns"};
	struct wire_record bench = {.kind = WIRE_bench, .bench = {1, "a.b", "", "", ""}};

	for (size_t i = 0; i < COUNT(known); i++) {
		bench.bench.unit = known[i];
		judge(&bench, 1, NULL);
		assert_int_equal(validity.count, 0);
	}
	for (size_t i = 0; i < COUNT(unknown); i++) {
		bench.bench.unit = unknown[i];
		judge(&bench, 1, NULL);
		assert_reason("a.b states the unknown unit");
	}
}

/* The chosen clock and another one, with what they state of themselves. */
static bool second_clock_disagrees(uint64_t tsc_hz, const char *status, uint64_t uncertainty_ppm,
				   int64_t *difference_ppm)
{
	const struct wire_record records[] = {
		{.kind = WIRE_timer, .timer = {"hpet", 100000000, 2000000000, 0, "chosen", 0}},
		{.kind = WIRE_timer, .seq = 1,
		 .timer = {"pit", 1193182, tsc_hz, 6, status, uncertainty_ppm}},
	};
	const struct log_account whole = {.records = 2};
	struct result *result = result_new();
	const struct wire_timer *second;
	struct clocks clocks;
	bool disagrees;

	for (size_t i = 0; i < COUNT(records); i++)
		result_add(result, &records[i]);
	result_link(result, &whole);
	second = &result->records[WIRE_timer].items[1].timer;
	clocks = clocks_of(result);
	*difference_ppm = clocks_difference_ppm(&clocks, second);
	disagrees = clocks_disagrees(&clocks, second);
	result_free(result);
	return disagrees;
}

TEST(agreement_of_clocks_is_computed_from_their_frequencies)
{
	int64_t ppm;

	assert_false(second_clock_disagrees(2001000000, "agrees", 0, &ppm));
	assert_int_equal(ppm, 500);
	assert_true(second_clock_disagrees(2001002000, "agrees", 0, &ppm));
	assert_int_equal(ppm, 501);
	assert_false(second_clock_disagrees(2001002000, "agrees", 1, &ppm));
	assert_true(second_clock_disagrees(2000000000, "disagrees", 0, &ppm));
	assert_false(second_clock_disagrees(1979000000, "agrees", UINT64_MAX, &ppm));
	assert_int_equal(ppm, -10500);
	assert_true(second_clock_disagrees(1978998000, "agrees", UINT64_MAX, &ppm));
	assert_true(second_clock_disagrees(26000000, "agrees", 0, &ppm));
	assert_true(second_clock_disagrees(UINT64_MAX, "agrees", UINT64_MAX, &ppm));
}

TEST(loss_of_more_than_1_percent_of_records_makes_a_run_invalid)
{
	judge(NULL, 0, &(struct log_account){.records = 1000, .lost = 298});
	assert_reason("298 of 1298 records are missing");
	judge(NULL, 0, &(struct log_account){.records = 990, .lost = 10});
	assert_int_equal(validity.count, 0);
	judge(NULL, 0, &(struct log_account){.records = 989, .lost = 11});
	assert_reason("11 of 1000 records");
}

/* One benchmark of 40 timed samples. */
static void judge_disturbed(uint64_t disturbed, uint64_t timed, size_t listed)
{
	static const uint64_t values[40];
	uint8_t data[40 * SAMPLE_BYTES_MAX];
	struct wire_record records[] = {
		{.kind = WIRE_bench, .seq = 1, .bench = {1, "a.b", "", "tsc_ticks", ""}},
		{.kind = WIRE_series,
		 .seq = 2,
		 .series = {.id = 1,
			    .bench = 1,
			    .iterations = 1,
			    .timed = timed,
			    .disturbed_samples = disturbed}},
		{.kind = WIRE_samples, .seq = 3, .samples = {.series = 1, .n = 40}},
		{.kind = WIRE_disturbed, .seq = 4, .disturbed = {.series = 1, .index = 1}},
		{.kind = WIRE_disturbed, .seq = 5, .disturbed = {.series = 1, .index = 2}},
		{.kind = WIRE_disturbed, .seq = 6, .disturbed = {.series = 1, .index = 2}},
		{.kind = WIRE_disturbed, .seq = 7, .disturbed = {.series = 1, .index = 3}},
		{.kind = WIRE_disturbed, .seq = 8, .disturbed = {.series = 1, .index = 4}},
		{.kind = WIRE_disturbed, .seq = 9, .disturbed = {.series = 1, .index = 5}},
	};

	samples_pack(values, 40, data, sizeof(data), &records[2].samples.data.size);
	records[2].samples.data.data = data;
	judge(records, 3 + listed, NULL);
}

TEST(more_than_10_percent_disturbed_samples_make_a_run_invalid)
{
	judge_disturbed(5, 1, 0);
	assert_reason("5 of 40 timed samples were disturbed");
	judge_disturbed(4, 1, 0);
	assert_int_equal(validity.count, 0);
	judge_disturbed(40, 0, 0);
	assert_int_equal(validity.count, 0);
	/* Two records of one sample count once. */
	judge_disturbed(0, 1, 5);
	assert_int_equal(validity.count, 0);
	judge_disturbed(0, 1, 6);
	assert_reason("5 of 40 timed samples were disturbed");
}

TEST(each_failed_check_of_the_target_is_one_reason_for_invalidity)
{
	const struct wire_record records[] = {
		{.kind = WIRE_failed_check,
		 .seq = 1,
		 .failed_check = {"mem.latency", "size_bytes=64", "order", "it goes in steps"}},
		{.kind = WIRE_failed_check,
		 .seq = 2,
		 .failed_check = {"mem.latency", "size_bytes=128", "order", "it goes in steps"}},
		{.kind = WIRE_failed_check,
		 .seq = 3,
		 .failed_check = {"", "", "interrupts", "65 came"}},
	};

	judge(records, 3, NULL);
	assert_int_equal(validity.count, 2);
	assert_string_equal(validity.reasons[0],
			    "mem.latency, size_bytes=64: it goes in steps; also at 1 more");
	assert_string_equal(validity.reasons[1], "65 came");
}

TEST(reasons_are_limited_in_number_and_length)
{
	char detail[302] = "", checks[20][3];
	struct wire_record records[20];

	memset(detail, 'x', 199);
	strcat(detail, "é and more");           /* é would end after 200 bytes */
	for (unsigned i = 0; i < 20; i++) {
		snprintf(checks[i], sizeof(checks[i]), "%u", i);
		records[i] = (struct wire_record){
			.kind = WIRE_failed_check, .seq = i,
			.failed_check = {"a.b", "", checks[i], detail}};
	}
	judge(records, 16, NULL);
	assert_int_equal(validity.count, 16);
	judge(records, 17, NULL);
	assert_int_equal(validity.count, 16);
	assert_int_equal(strlen(validity.reasons[15]), strlen("a.b: ") + 199);
}

TEST(run_without_a_benchmark_is_invalid)
{
	struct wire_record end = {.kind = WIRE_end, .seq = 1, .end = {"complete", .records = 1}};

	judge(&end, 1, &(struct log_account){.records = 1});
	assert_reason("no benchmark matches the selection");
	for (unsigned i = 0; i < 3; i++) {
		end.end.run = i == 0;
		end.end.skipped = i == 1;
		end.end.faulted = i == 2;
		judge(&end, 1, &(struct log_account){.records = 1});
		assert_int_equal(validity.count, 0);
	}
}

/* Three started CPUs; a benchmark has points for these others. At most three records follow. */
static void judge_cpus_with(const char *first, const char *second, const struct wire_record *more,
			    size_t count)
{
	struct wire_record records[4 + 3] = {
		{.kind = WIRE_cpu, .seq = 1, .cpu = {.count = 4, .online = 3}},
		{.kind = WIRE_bench, .seq = 2, .bench = {1, "smp.x", "", "tsc_ticks", ""}},
		{.kind = WIRE_series, .seq = 3, .series = {.id = 1, .bench = 1, .point = first}},
		{.kind = WIRE_series, .seq = 4, .series = {.id = 2, .bench = 1, .point = second}},
	};

	memcpy(&records[4], more, count * sizeof(*more));
	judge(records, 4 + count, NULL);
}

static const struct wire_record smp_done = {.kind = WIRE_done, .seq = 5, .done = {.bench = 1}};

/* A panic replaces the end of the benchmark. */
static void judge_cpus(const char *first, const char *second, const struct wire_record *more)
{
	struct wire_record records[2] = {smp_done};

	if (more != NULL)
		records[more->kind != WIRE_panic] = *more;
	judge_cpus_with(first, second, records, more != NULL && more->kind != WIRE_panic ? 2 : 1);
}

TEST(started_cpu_without_a_point_makes_a_run_invalid)
{
	const struct wire_record skip = {.kind = WIRE_skip, .seq = 6,
					 .skip = {"smp.x", "cpu=2 wait=hlt", "host_time", "late"}};
	const struct wire_record fault = {.kind = WIRE_fault, .seq = 6,
					  .fault = {.bench = "smp.x"}};

	judge_cpus("cpu=1 wait=spin", "cpu=1 wait=hlt", NULL);
	assert_reason("smp.x measured 1 of the 2 other CPUs that were started");
	judge_cpus("cpu=1", "cpu=2", NULL);
	assert_int_equal(validity.count, 0);
	judge_cpus("cpu=0", "cpu=2", NULL);     /* of the second CPU */
	assert_int_equal(validity.count, 0);
	judge_cpus("size_bytes=1", "size_bytes=2", NULL);
	assert_int_equal(validity.count, 0);
	judge_cpus("cpu=1", "cpu=1", &skip);
	assert_int_equal(validity.count, 0);
	judge_cpus("cpu=1", "cpu=1", &fault);
	assert_int_equal(validity.count, 0);
}

static void judge_operations(const char *time_base, uint64_t tsc_hz, uint64_t iterations)
{
	static const uint8_t data[] = {200, 1};         /* 100, as a signed number */
	const struct wire_record records[] = {
		{.kind = WIRE_manifest, .seq = 0,
		 .manifest = {.time_base = time_base, .tsc_hz = tsc_hz}},
		{.kind = WIRE_bench, .seq = 1, .bench = {1, "a.b", "", "tsc_ticks", ""}},
		{.kind = WIRE_series, .seq = 2,
		 .series = {.id = 1, .bench = 1, .iterations = iterations, .timed = 1}},
		{.kind = WIRE_samples, .seq = 3,
		 .samples = {.series = 1, .n = 1, .data = {data, sizeof(data)}}},
	};

	judge(records, COUNT(records), NULL);
}

TEST(more_operations_than_a_processor_can_execute_are_invalid)
{
	judge_operations("real", 2000000000, 5000);     /* in 50 ns */
	assert_int_equal(validity.count, 0);
	judge_operations("real", 2000000000, 5001);
	assert_reason("a.b states 5001 operations in at most 50 ns");
	judge_operations("instructions", 2000000000, 10000);
	assert_int_equal(validity.count, 0);
	judge_operations("instructions", 2000000000, 10001);
	assert_reason("a.b states 10001 operations in at most 100 instructions");
	judge_operations("real", 0, UINT64_MAX);        /* ticks of an unknown length */
	assert_int_equal(validity.count, 0);
}

TEST(stated_number_of_cpus_takes_no_time)
{
	const struct wire_record records[] = {
		{.kind = WIRE_cpu, .seq = 1, .cpu = {.online = UINT64_MAX}},
		{.kind = WIRE_bench, .seq = 2, .bench = {1, "smp.x", "", "tsc_ticks", ""}},
		{.kind = WIRE_series, .seq = 3, .series = {.id = 1, .bench = 1, .point = "cpu=7"}},
		smp_done,
	};

	judge(records, COUNT(records), NULL);
	assert_reason("smp.x measured 1 of the 18446744073709551614 other CPUs that were started");
}

TEST(only_records_of_a_benchmark_explain_its_missing_cpus)
{
	const struct wire_record explained[] = {
		{.kind = WIRE_skip, .seq = 6, .skip = {"smp.x", "", "axis", "more than 64"}},
		{.kind = WIRE_skip, .seq = 6, .skip = {"smp.x", "cpu=2", "host_time", "late"}},
		{.kind = WIRE_fault, .seq = 6, .fault = {.bench = "smp.x"}},
	};
	const struct wire_record others[] = {
		{.kind = WIRE_skip, .seq = 6, .skip = {"smp.y", "", "axis", "more than 64"}},
		{.kind = WIRE_skip, .seq = 6, .skip = {"smp.y", "cpu=2", "host_time", "late"}},
		{.kind = WIRE_skip, .seq = 6, .skip = {"smp.x", "cpu=3", "host_time", "late"}},
		{.kind = WIRE_skip, .seq = 6, .skip = {"smp.x", "wait=hlt", "idle", "no hlt"}},
		{.kind = WIRE_fault, .seq = 6, .fault = {.bench = "smp.y"}},
	};
	struct wire_record records[3] = {smp_done};
	const struct wire_record panic = {.kind = WIRE_panic, .seq = 5, .panic = {.reason = "x"}};

	for (size_t i = 0; i < COUNT(explained); i++) {
		judge_cpus("cpu=1", "cpu=1", &explained[i]);
		assert_int_equal(validity.count, 0);
		/* After records of another benchmark. */
		records[1] = others[explained[i].kind == WIRE_fault ? COUNT(others) - 1 : 0];
		records[2] = explained[i];
		judge_cpus_with("cpu=1", "cpu=1", records, 3);
		assert_int_equal(validity.count, 0);
	}
	for (size_t i = 0; i < COUNT(others); i++) {
		judge_cpus("cpu=1", "cpu=1", &others[i]);
		assert_reason("smp.x measured 1 of the 2 other CPUs that were started");
	}
	judge_cpus("cpu=1", "cpu=1", &panic);
	assert_reason("the target panicked: x");
}

/* ---- The core's clock ---- */

static struct core_clock_range range_of(const char *brand, uint64_t max_hz, const char *timer,
					uint64_t timer_hz)
{
	const struct wire_record cpu = {.kind = WIRE_cpu,
					.seq = 1,
					.cpu = {.brand = brand, .max_hz = max_hz}};
	const struct wire_record clock = {.kind = WIRE_timer,
					  .seq = 2,
					  .timer = {.name = timer, .tsc_hz = timer_hz}};
	const struct log_account account = {.records = 2};
	struct result *result = result_new();
	struct core_clock_range range;

	result_add(result, &cpu);
	result_add(result, &clock);
	result_link(result, &account);
	range = core_clock_of(result);
	result_free(result);
	return range;
}

static void assert_range(struct core_clock_range range, uint64_t low_mhz, uint64_t high_mhz)
{
	assert_int_equal(range.low_mhz, low_mhz);
	assert_int_equal(range.high_mhz, high_mhz);
}

TEST(frequencies_that_a_machine_reports_narrow_the_accepted_clock_range)
{
	assert_range(range_of("Made-up CPU", 0, "hpet", 3000000000), 200, 10000);
	assert_range(range_of("Made-up CPU @ 3.00GHz", 0, "hpet", 0), 300, 10000);
	assert_range(range_of("Made-up CPU @ 800MHz", 0, "hpet", 0), 200, 4000);
	assert_range(range_of("Made-up CPU", 0, "hypervisor", 1500000000), 200, 7500);
	assert_range(range_of("Made-up CPU", 4000000000, "cpuid_16h", 2500000000), 250, 5000);
	/* The brand comes first, and a highest clock never widens the range. */
	assert_range(range_of("Made-up CPU @ 1.00GHz", 0, "cpuid_16h", 2000000000), 200, 5000);
	assert_range(range_of("Made-up CPU @ 1.00GHz", 4000000000, "hpet", 0), 200, 5000);
	assert_range(range_of("Made-up CPU @ 1.00GHz", 3999000000, "hpet", 0), 200, 4998);
	assert_range(range_of("Made-up CPU @ 2.01GHz", 8100000000, "hpet", 0), 201, 10000);
	assert_range(range_of("Made-up CPU @ fast", 0, "cpuid_15h", 1000000000), 200, 5000);
	assert_range(range_of("Made-up CPU @ 2", 0, "hpet", 0), 200, 10000);
	assert_range(range_of("Made-up CPU @ 0GHz", 0, "cpuid_15h", 1000000000), 200, 5000);
	assert_range(range_of("Made-up CPU", 0, "cpuid_15h", 0), 200, 10000);
	assert_range(range_of("Made-up CPU @ 2.00GHz", 8000000000, "hpet", 0), 200, 10000);
	assert_range(range_of("Made-up CPU @ 1.99GHz", 0, "hpet", 0), 200, 9950);
}

TEST(panic_makes_a_run_invalid)
{
	const struct wire_record records[] = {
		{.kind = WIRE_panic, .seq = 1, .panic = {.reason = "out of memory"}},
	};

	judge(records, 1, NULL);
	assert_reason("the target panicked: out of memory");
}
