/* SPDX-License-Identifier: MIT */
/* fault.major on a scripted disk: only cold faults read the disk, and a missing disk or wrong data
 * gives no metric. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/platform.h"
#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_disk.h"
#include "tests/unit/bench/fake_platform.h"

static int reset(void **state)
{
	(void)state;
	fake_reset();
	fake.capabilities = CAN_DISK;
	return 0;
}

TEST_WITH(cold_fault_reads_the_disk_and_a_warm_one_does_not, reset, NULL)
{
	bench_run("fault.major");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 0);
	assert_int_equal(bench_count_series("cache=cold", "total"), 4);
	assert_int_equal(bench_count_series("cache=cold", "device"), 4);
	assert_int_equal(bench_count_series("cache=warm", "total"), 4);
	assert_int_equal(bench_count_series("cache=warm", "device"), 0);
	assert_int_equal(fake_record_count(WIRE_disk_cache), 8);
	for (size_t i = 0; i < 8; i++) {
		const struct wire_disk_cache *record = &fake_record(WIRE_disk_cache, i)->disk_cache;

		assert_int_equal(record->hits > 0, strstr(record->point, "cache=warm") != NULL);
	}
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}

TEST_WITH(every_fault_without_a_cache_is_cold, reset, NULL)
{
	bench_run_with("fault.major", "disk.cache", "0");
	assert_string_equal(bench_skip_of("device=fake0 completion=poll cache=warm ring=0"),
			    "cache");
	assert_int_equal(bench_count_series("cache=cold", "total"), 4);
	assert_int_equal(bench_count_series("cache=warm", "total"), 0);
}

TEST_WITH(operating_system_shows_only_the_total, reset, NULL)
{
	fake.is_hosted = true;
	bench_run("fault.major");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(bench_count_series("ring=3", "total"), 2);
	assert_int_equal(bench_count_series("ring=3", "request"), 0);
	assert_int_equal(bench_count_series("ring=0", "total"), 0);
}

TEST_WITH(operating_system_reads_one_disk_of_two, reset, NULL)
{
	for (int is_hosted = 0; is_hosted < 2; is_hosted++) {
		reset(NULL);
		fake.is_hosted = is_hosted;
		fake_disk.count = 2;
		bench_run("fault.major");
		assert_true(bench_count_series("device=fake0", "total") > 0);
		assert_int_equal(bench_count_series("device=fake1", "total") > 0, !is_hosted);
	}
}

TEST_WITH(page_cache_that_cannot_be_dropped_is_skipped, reset, NULL)
{
	fake.is_hosted = true;
	fake_disk.trial_status = -ENOTSUP;
	bench_run("fault.major");
	assert_string_equal(bench_skip_of("device=fake0 completion=interrupt cache=cold ring=3"),
			    "page_cache");
	assert_int_equal(bench_count_series("", "total"), 0);
}

static void must_abort(const char *why)
{
	bench_run("fault.major");
	assert_true(fake_record_count(WIRE_fault) > 0);
	assert_non_null(strstr(fake_record(WIRE_fault, 0)->fault.detail, why));
	assert_int_equal(bench_count_series("", "total"), 0);
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}

TEST_WITH(missing_resources_give_no_metric, reset, NULL)
{
	fake_disk.wait_status = -ETIMEDOUT;
	must_abort("a scripted failure");
	reset(NULL);
	fake_disk.read_status = -EIO;
	must_abort("fake0: cannot read 4096 bytes at sector 0");
	reset(NULL);
	fake_disk.trial_status = -EIO;
	must_abort("the access did not fault");
}

/* Two pages in random order. */
TEST_WITH(wrong_data_is_an_error, reset, NULL)
{
	fake_disk.facts.sectors = 16;
	fake_disk.wrong_sector = 11;
	bench_run("fault.major");
	assert_true(fake_record_count(WIRE_fault) > 0);
	assert_non_null(strstr(fake_record(WIRE_fault, 0)->fault.detail,
			       "sector 11 of fake0 has wrong data"));
}
