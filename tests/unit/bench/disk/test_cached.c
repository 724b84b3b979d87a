/* SPDX-License-Identifier: MIT */
/* disk.cached on a scripted disk: misses go to the disk, and wrong or missing data is neither
 * cached nor measured. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/disk/cache.h"
#include "bench/engine/options.h"
#include "bench/platform.h"
#include "lib/disk_pattern.h"
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

static size_t count_series(const char *part)
{
	size_t count = 0;

	for (size_t i = 0; fake_record(WIRE_series, i) != NULL; i++)
		count += strstr(fake_record(WIRE_series, i)->series.point, part) != NULL;
	return count;
}

/* ---- The cache alone ---- */

static struct options options;
static struct bench_ctx ctx = {.options = &options};
static struct disk_cache cache;

static void cache_of(uint64_t blocks, uint32_t depth)
{
	options_init(&options);
	options.disk_cache_is_set = true;
	options.disk_cache_bytes = blocks * DISK_BLOCK_BYTES;
	platform_scope_begin();
	assert_int_equal(disk_cache_open(&ctx, &cache, depth), 0);
}

static void cache_end(void)
{
	platform_disk_close();
	platform_scope_end();
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}

static void must_read(uint64_t block, uint64_t reads)
{
	const uint8_t *data = NULL;

	assert_int_equal(disk_cache_read(&cache, block, &data), 0);
	assert_int_equal(fake_disk.reads, reads);
	for (unsigned sector = 0; sector < 8; sector++)
		assert_true(disk_pattern_is_valid(data + sector * 512u, block * 8 + sector));
}

TEST_WITH(block_is_read_once_until_it_is_replaced, reset, NULL)
{
	cache_of(2, 1);
	must_read(5, 1);
	must_read(9, 2);
	must_read(5, 2);
	must_read(7, 3);
	must_read(5, 3);
	must_read(9, 4);
	assert_int_equal(cache.blocks.hits, 2);
	assert_int_equal(cache.blocks.misses, 4);
	cache_end();
}

TEST_WITH(cache_without_slots_reads_everything_from_the_disk, reset, NULL)
{
	cache_of(0, 1);
	for (uint64_t reads = 1; reads < 6; reads++)
		must_read(5, reads);
	assert_int_equal(cache.blocks.misses, 5);
	cache_end();
}

TEST_WITH(block_being_read_is_not_requested_again, reset, NULL)
{
	cache_of(8, 4);
	assert_int_equal(disk_cache_begin(&cache, 3), 0);
	assert_int_equal(disk_cache_begin(&cache, 3), 0);
	assert_int_equal(fake_disk.outstanding, 1);
	assert_int_equal(disk_cache_finish(&cache), 0);
	assert_int_equal(disk_cache_begin(&cache, 3), 1);
	assert_int_equal(fake_disk.reads, 1);
	cache_end();
}

/* Two slots for eight parallel reads: the ninth read waits, and no read takes another's slot. */
TEST_WITH(reads_wait_if_all_slots_are_in_use, reset, NULL)
{
	cache_of(2, 8);
	for (uint64_t block = 0; block < 9; block++)
		assert_int_equal(disk_cache_begin(&cache, block), 0);
	assert_int_equal(fake_disk.outstanding_most, 2);
	while (cache.under_way > 0)
		assert_int_equal(disk_cache_finish(&cache), 0);
	assert_int_equal(fake_disk.reads, 9);
	must_read(8, 9);
	must_read(7, 9);
	cache_end();
}

TEST_WITH(failed_read_is_not_cached, reset, NULL)
{
	const uint8_t *data;

	cache_of(4, 1);
	fake_disk.read_status = -EIO;
	assert_int_equal(disk_cache_read(&cache, 3, &data), -EIO);
	assert_int_equal(disk_cache_error(&ctx, &cache), -EIO);
	assert_non_null(strstr(ctx.detail, "fake0: cannot read 4096 bytes at sector 24"));
	fake_disk.read_status = 0;
	must_read(3, 2);
	must_read(3, 2);
	cache_end();
}

/* ---- The benchmark ---- */

TEST_WITH(each_access_path_is_measured_and_counted, reset, NULL)
{
	bench_run_with("disk.cached", "disk.cache", "256k");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 0);
	assert_int_equal(count_series("found=hit"), 4);
	assert_int_equal(count_series("found=miss"), 4);
	assert_int_equal(fake_disk.outstanding_most, 8);
	assert_int_equal(fake_record_count(WIRE_disk_cache), 8);
	for (size_t i = 0; i < 8; i++) {
		const struct wire_disk_cache *record = &fake_record(WIRE_disk_cache, i)->disk_cache;
		bool is_hit = strstr(record->point, "found=hit") != NULL;

		assert_int_equal(record->blocks, 64);
		assert_int_equal(record->hits > 0, is_hit);
		assert_int_equal(record->evicted > 0, !is_hit);
	}
}

TEST_WITH(cache_of_size_zero_has_no_hits, reset, NULL)
{
	bench_run_with("disk.cached", "disk.cache", "0");
	assert_string_equal(bench_skip_of("device=fake0 completion=poll found=hit way=synchronous"),
			    "cache");
	assert_int_equal(count_series("found=hit"), 0);
	assert_int_equal(count_series("found=miss"), 4);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
}

TEST_WITH(disk_smaller_than_the_cache_has_no_misses, reset, NULL)
{
	bench_run("disk.cached");
	assert_string_equal(
		bench_skip_of("device=fake0 completion=poll found=miss way=synchronous"),
		"capacity");
	assert_int_equal(count_series("found=hit"), 4);
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}

TEST_WITH(wrong_data_and_a_stall_give_no_metric, reset, NULL)
{
	fake_disk.wrong_sector = 56;
	bench_run_with("disk.cached", "disk.cache", "0");
	assert_non_null(strstr(fake_record(WIRE_fault, 0)->fault.detail,
			       "sector 56 of fake0 has wrong data"));
	reset(NULL);
	fake_disk.wait_status = -ETIMEDOUT;
	bench_run("disk.cached");
	assert_non_null(strstr(fake_record(WIRE_fault, 0)->fault.detail, "a scripted failure"));
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}
