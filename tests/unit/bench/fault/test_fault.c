/* SPDX-License-Identifier: MIT */
/* fault.* on a scripted machine: the reported stages match the machine's time stamps. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/mem/cycle.h"
#include "bench/mem/page_size.h"
#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

/* ---- irq and fault ---- */

TEST_WITH(page_fault_is_divided_into_stages, bench_run_reset, NULL)
{
	bench_run("fault.not_present");
	assert_int_equal(fake_record_count(WIRE_series), 2 * 2 * 2 * 4);
	assert_string_equal(fake_record(WIRE_series, 15)->series.point,
			    "ring=0 action=map page_bytes=2097152");
	assert_string_equal(fake_record(WIRE_series, 31)->series.point,
			    "ring=3 action=map page_bytes=2097152");
	assert_int_equal(bench_first_sample("entry"), 20);
	assert_int_equal(bench_first_sample("handler"), 30);
	assert_int_equal(bench_first_sample("return"), 40);
	assert_int_equal(bench_first_sample("total"), 90);
}

TEST_WITH(faults_under_an_operating_system_are_in_user_mode_only, bench_run_reset, NULL)
{
	fake.is_hosted = true;
	bench_run("fault.not_present");
	assert_int_equal(fake_record_count(WIRE_series), 2 * 2 * 4);
	assert_string_equal(fake_record(WIRE_series, 0)->series.point,
			    "ring=3 action=trap page_bytes=4096");
}

TEST_WITH(each_benchmark_causes_its_own_kind_of_fault, bench_run_reset, NULL)
{
	static const char *const names[] = {
		[FAULT_NOT_PRESENT] = "fault.not_present",
		[FAULT_WRITE_PROTECT] = "fault.write_protect",
		[FAULT_NO_EXECUTE] = "fault.no_execute",
	};

	for (size_t kind = 0; kind < 3; kind++) {
		memset(fake.faults, 0, sizeof(fake.faults));
		bench_run(names[kind]);
		assert_true(fake.faults[kind] > 0);
		for (size_t other = 0; other < 3; other++)
			assert_true(other == kind || fake.faults[other] == 0);
	}
}

TEST_WITH(first_touch_has_one_metric_per_ring_and_page_size, bench_run_reset, NULL)
{
	bench_run("fault.demand_zero");
	assert_int_equal(fake_record_count(WIRE_series), 2 * 2);
	assert_string_equal(fake_record(WIRE_series, 1)->series.point, "ring=0 page_bytes=2097152");
	assert_string_equal(fake_record(WIRE_series, 2)->series.point, "ring=3 page_bytes=4096");
	assert_int_equal(bench_first_sample(""), 4096);
	fake.is_hosted = true;
	bench_run("fault.demand_zero");
	assert_string_equal(fake_record(WIRE_series, 4)->series.point, "ring=3 page_bytes=4096");
}

TEST_WITH(missing_memory_is_skipped_and_nonzero_memory_is_an_error, bench_run_reset, NULL)
{
	fake.trial_status = -ENOMEM;
	bench_run("fault.demand_zero");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(bench_skip_of("ring=0 page_bytes=4096"), "memory");
	fake.trial_status = -EIO;
	bench_run("fault.demand_zero");
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "the page was not empty, or not mapped");
}

/* ---- Known results ---- */
