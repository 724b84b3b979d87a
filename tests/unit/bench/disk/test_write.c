/* SPDX-License-Identifier: MIT */
/* disk.write and disk.flush on a scripted disk: only the scratch disk is written, each write has a
 * permit of its own, and no metric comes from a disk that loses writes. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bench/platform.h"
#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_disk.h"
#include "tests/unit/bench/fake_platform.h"

#define SCRATCH "fake0:5eed"

static int reset(void **state)
{
	(void)state;
	fake_reset();
	fake.capabilities = CAN_DISK;
	return 0;
}

TEST_WITH(each_write_has_a_permit_and_is_behind_the_seal, reset, NULL)
{
	bench_run_with("disk.write", "disk.scratch", SCRATCH);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 0);
	assert_int_equal(bench_count_series("size_bytes=4096", "total"), 2);
	assert_int_equal(bench_count_series("completion=interrupt", "interrupt"), 2);
	assert_true(fake_disk.writes > 0);
	assert_int_equal(fake_disk.permits, fake_disk.writes);
	assert_int_equal(fake_disk.reads, fake_disk.writes);
	assert_int_equal(fake_disk.lowest_written, 8);
	assert_int_equal(fake_disk.use.scratch_token, 0x5eed);
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}

TEST_WITH(each_flush_follows_a_write, reset, NULL)
{
	bench_run_with("disk.flush", "disk.scratch", SCRATCH);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(bench_count_series("", "total"), 2);
	assert_true(fake_disk.flushes > 0);
	assert_int_equal(fake_disk.flushes, fake_disk.writes);
	assert_int_equal(fake_disk.permits, fake_disk.writes);
}

TEST_WITH(no_other_disk_is_written, reset, NULL)
{
	bench_run("disk.write");
	bench_run_with("disk.flush", "disk.scratch", "fake1:5eed");
	assert_string_equal(bench_skip_of(""), "scratch");
	assert_int_equal(fake_disk.opens, 0);
	assert_int_equal(fake_disk.writes, 0);
}

TEST_WITH(disk_without_its_seal_is_an_error, reset, NULL)
{
	fake_disk.open_status = -EPERM;
	bench_run_with("disk.write", "disk.scratch", SCRATCH);
	assert_true(fake_record_count(WIRE_fault) > 0);
	assert_int_equal(fake_disk.writes, 0);
	fake_disk.open_status = 0;
	fake_disk.permit_status = -EPERM;
	bench_run_with("disk.write", "disk.scratch", SCRATCH);
	assert_int_equal(fake_disk.writes, 0);
	assert_int_equal(fake_record_count(WIRE_samples), 0);
}

TEST_WITH(lost_write_is_an_error, reset, NULL)
{
	fake_disk.loses_writes = true;
	bench_run_with("disk.write", "disk.scratch", SCRATCH);
	assert_non_null(strstr(fake_record(WIRE_fault, 0)->fault.detail, "does not hold"));
}

TEST_WITH(disk_that_is_too_small_is_skipped, reset, NULL)
{
	fake_disk.facts.sectors = 12;
	bench_run_with("disk.flush", "disk.scratch", SCRATCH);
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_int_equal(fake_disk.writes, 0);
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}
