/* SPDX-License-Identifier: MIT */
/* disk.read on a scripted disk: its requests, its use of the device's time stamps, and no metric
 * from a disk that returns wrong data, stalls or disappears. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bench/disk/axes.h"
#include "bench/engine/options.h"
#include "bench/engine/validity_check.h"
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

TEST_WITH(each_completion_order_depth_and_size_is_measured, reset, NULL)
{
	bench_run("disk.read");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 0);
	assert_int_equal(fake_record_count(WIRE_failed_check), 0);
	assert_int_equal(bench_count_series("completion=poll", "total"), 6);
	assert_int_equal(bench_count_series("completion=interrupt", "total"), 6);
	assert_int_equal(bench_count_series("depth=8", "total"), 4);
	assert_int_equal(bench_count_series("completion=poll", "interrupt"), 0);
	assert_int_equal(bench_count_series("completion=interrupt", "interrupt"), 6);
	assert_int_equal(fake_disk.outstanding_most, 8);
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}

TEST_WITH(full_suite_includes_32_requests_of_1_mib, reset, NULL)
{
	fake_disk.facts.sectors = 1 << 16;
	fake_disk.has_pattern = false;
	bench_run_every_point("disk.read");
	assert_int_equal(bench_count_series("depth=32", "total"), 2 * 2 * 6);
	assert_int_equal(bench_count_series("size_bytes=1048576", "total"), 2 * 2 * 6);
	assert_int_equal(fake_disk.outstanding_most, 32);
}

TEST_WITH(skip_record_without_a_disk_names_the_searched_kinds, reset, NULL)
{
	fake.capabilities = 0;
	fake.missing = "none of 5 PCI functions is one";
	bench_run("disk.read");
	assert_string_equal(bench_skip_of(""), "disk");
	assert_non_null(strstr(fake_record(WIRE_skip, 0)->skip.detail, "none of 5 PCI functions"));
}

TEST_WITH(device_that_is_no_disk_is_skipped_once, reset, NULL)
{
	fake_disk.count = 2;
	fake_disk.probe_status = -ENODEV;
	bench_run("disk.read");
	assert_string_equal(bench_skip_of("device=fake0"), "disk");
	assert_string_equal(bench_skip_of("device=fake1"), "disk");
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_int_equal(fake_disk.opens, 0);
}

TEST_WITH(disk_without_an_interrupt_is_polled, reset, NULL)
{
	fake_disk.facts.can_interrupt = false;
	bench_run("disk.read");
	assert_string_equal(bench_skip_of("device=fake0"), "interrupt");
	assert_int_equal(bench_count_series("completion=interrupt", "total"), 0);
	assert_int_equal(bench_count_series("completion=poll", "total"), 6);
}

TEST_WITH(one_read_at_a_time_is_measured_if_ticks_are_instructions, reset, NULL)
{
	fake.time_base = TIME_INSTRUCTIONS;
	bench_run("disk.read");
	assert_string_equal(bench_skip_of("device=fake0"), "host_time");
	assert_int_equal(bench_count_series("completion=poll", "total"), 0);
	assert_int_equal(bench_count_series("depth=1", "total"), 4);
	assert_int_equal(fake_disk.outstanding_most, 1);
}

TEST_WITH(stages_hidden_by_an_operating_system_are_not_reported, reset, NULL)
{
	fake_disk.hides_stages = true;
	bench_run("disk.read");
	assert_int_equal(bench_count_series("device=fake0", "total"), 12);
	assert_int_equal(bench_count_series("device=fake0", "device"), 0);
	assert_int_equal(bench_count_series("device=fake0", "interrupt"), 0);
}

/* ---- Disks that return wrong data, stall or disappear ---- */

static void must_abort(const char *why)
{
	bench_run("disk.read");
	assert_true(fake_record_count(WIRE_fault) > 0);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.kind, "error");
	assert_non_null(strstr(fake_record(WIRE_fault, 0)->fault.detail, why));
	assert_int_equal(bench_count_series("device=fake0", "total"), 0);
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}

TEST_WITH(wrong_data_is_an_error, reset, NULL)
{
	for (fake_disk.wrong_sector = 3; fake_disk.wrong_sector < 8; fake_disk.wrong_sector += 4) {
		uint64_t wrong_sector = fake_disk.wrong_sector;

		reset(state);
		fake_disk.wrong_sector = wrong_sector;
		bench_run("disk.read");
		assert_true(fake_record_count(WIRE_fault) > 0);
		assert_non_null(strstr(fake_record(WIRE_fault, 0)->fault.detail, "wrong data"));
	}
}

TEST_WITH(other_sector_than_the_first_is_an_error, reset, NULL)
{
	fake_disk.is_shifted = true;
	must_abort("sector 0 of fake0 has wrong data");
}

TEST_WITH(promised_pattern_that_is_missing_is_an_error, reset, NULL)
{
	fake_disk.has_pattern = false;
	bench_run_with("disk.read", "disk.pattern", "fake1");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	fake_reset();
	fake.capabilities = CAN_DISK;
	fake_disk.has_pattern = false;
	bench_run_with("disk.read", "disk.pattern", "fake0");
	assert_true(fake_record_count(WIRE_fault) > 0);
	assert_non_null(strstr(fake_record(WIRE_fault, 0)->fault.detail,
			       "sector 0 of fake0 has wrong data"));
	assert_int_equal(bench_count_series("device=fake0", "total"), 0);
}

TEST_WITH(failed_read_is_an_error, reset, NULL)
{
	fake_disk.read_status = -EIO;
	must_abort("cannot read the first sector");
}

TEST_WITH(stalled_disk_is_an_error, reset, NULL)
{
	fake_disk.wait_status = -ETIMEDOUT;
	must_abort("a scripted failure");
}

TEST_WITH(removed_disk_is_an_error, reset, NULL)
{
	fake_disk.open_status = -EIO;
	must_abort("a scripted failure");
}

TEST_WITH(disk_that_is_too_small_is_skipped, reset, NULL)
{
	fake_disk.facts.sectors = 64;
	bench_run("disk.read");
	assert_string_equal(bench_skip_of("device=fake0 completion=poll order=sequential depth=1 "
					  "size_bytes=65536"), "capacity");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}

/* ---- Pattern sectors ---- */

/* Each sample begins with the same random number, of a place in the first eighth or behind it. */
static unsigned failures_of_place(bool is_in_first_eighth)
{
	static _Alignas(BENCH_STATE_MAX) uint8_t state[BENCH_STATE_MAX];
	struct options options;
	struct bench_ctx ctx = {
		.bench = bench_named("disk.read"), .options = &options, .state = state,
		.point = {0, DISK_POLL, 1, 1, 4096},
	};
	uint64_t values[BENCH_STAGES_MAX], seed = 1, places;

	options_init(&options);
	memset(state, 0, sizeof(state));
	validity_check_begin();
	assert_int_equal(ctx.bench->setup(&ctx), 0);
	places = fake_disk.facts.sectors / 8;
	for (;; seed++) {
		rng_seed(&ctx.rng, seed);
		if ((rng_next(&ctx.rng) % places < places / 8) == is_in_first_eighth)
			break;
	}
	for (unsigned i = 0; i < 32; i++) {
		rng_seed(&ctx.rng, seed);
		assert_int_equal(ctx.bench->sample(&ctx, values), 0);
		assert_int_equal(fake_disk.last_sector % 8, 0);
	}
	assert_int_equal(ctx.bench->verify(&ctx), 0);
	ctx.bench->teardown(&ctx);
	return validity_check_failures();
}

TEST_WITH(random_reads_in_a_part_of_the_disk_are_a_failed_check, reset, NULL)
{
	assert_int_equal(failures_of_place(false), 0);
	assert_int_equal(failures_of_place(true), 1);
}

TEST(pattern_sector_is_valid_only_at_its_own_number)
{
	uint8_t sector[PATTERN_SECTOR_BYTES];

	disk_pattern_write(sector, 0, 77);
	assert_int_equal(disk_pattern_count(sector), 77);
	disk_pattern_write(sector, 5, 77);
	assert_true(disk_pattern_is_valid(sector, 5));
	assert_false(disk_pattern_is_valid(sector, 6));
	assert_int_equal(disk_pattern_count(sector), 0);
	for (unsigned byte = 0; byte < PATTERN_SECTOR_BYTES; byte++) {
		sector[byte] ^= 0x10;
		assert_false(disk_pattern_is_valid(sector, 5));
		sector[byte] ^= 0x10;
	}
	assert_true(disk_pattern_is_valid(sector, 5));
}

/* Damage behind the number is found in the first and the last sector of a read. */
TEST_WITH(data_of_the_sectors_at_both_ends_is_checked, reset, NULL)
{
	struct bench_ctx ctx = {.bench = bench_named("disk.read")};
	uint8_t data[3 * PATTERN_SECTOR_BYTES];

	for (unsigned i = 0; i < 3; i++)
		disk_pattern_write(data + i * PATTERN_SECTOR_BYTES, 7 + i, 77);
	assert_int_equal(disk_check_pattern(&ctx, 77, data, 7 * PATTERN_SECTOR_BYTES, sizeof(data)),
			 0);
	for (unsigned i = 0; i < 3; i++) {
		uint8_t *damaged = data + (i + 1) * PATTERN_SECTOR_BYTES - 1;

		*damaged ^= 1;
		assert_int_equal(disk_check_pattern(&ctx, 77, data, 7 * PATTERN_SECTOR_BYTES,
						    sizeof(data)) != 0, i != 1);
		*damaged ^= 1;
	}
}

/* ---- The order of reads ---- */

enum {AXIS_ORDER = DISK_AXES, AXIS_DEPTH, AXIS_SIZE};
enum {SEQUENTIAL, RANDOM};

/* Whether the check of the order fails after sequential reads of 4 KiB, then random ones. */
static bool order_fails(unsigned sequential, unsigned random, uint64_t claimed, uint64_t places)
{
	static _Alignas(BENCH_STATE_MAX) uint8_t state[BENCH_STATE_MAX];
	struct options options;
	struct bench_ctx ctx = {
		.bench = bench_named("disk.read"), .state = state, .missing = "",
		.options = &options,
	};
	uint64_t values[BENCH_STAGES_MAX];
	size_t before = fake_record_count(WIRE_failed_check);

	fake_disk.facts.sectors = places * 8;
	fake_disk.has_pattern = false;
	options_init(&options);
	memset(state, 0, sizeof(state));
	rng_seed(&ctx.rng, 1);
	ctx.point[AXIS_DEPTH] = 1;
	ctx.point[AXIS_SIZE] = 4096;
	platform_scope_begin();
	assert_int_equal(ctx.bench->setup(&ctx), 0);
	for (unsigned i = 0; i < sequential + random; i++) {
		ctx.point[AXIS_ORDER] = i < sequential ? SEQUENTIAL : RANDOM;
		assert_int_equal(ctx.bench->sample(&ctx, values), 0);
	}
	ctx.point[AXIS_ORDER] = claimed;
	assert_int_equal(ctx.bench->verify(&ctx), 0);
	ctx.bench->teardown(&ctx);
	platform_scope_end();
	return fake_record_count(WIRE_failed_check) > before;
}

/* Of sequential reads, all but the first continue where one ended. */
TEST_WITH(other_order_than_claimed_is_a_failed_check, reset, NULL)
{
	assert_false(order_fails(100, 0, SEQUENTIAL, 1000));
	assert_false(order_fails(0, 100, RANDOM, 1000));
	assert_true(order_fails(100, 0, RANDOM, 1000));
	assert_true(order_fails(0, 100, SEQUENTIAL, 1000));
	assert_true(order_fails(5, 0, RANDOM, 64));
	assert_false(order_fails(5, 0, RANDOM, 63));
	assert_false(order_fails(4, 0, RANDOM, 64));
	assert_true(order_fails(5, 3, RANDOM, 1000));
	assert_false(order_fails(5, 4, RANDOM, 1000));
	assert_false(order_fails(5, 3, SEQUENTIAL, 1000));
	assert_true(order_fails(5, 4, SEQUENTIAL, 1000));
}
