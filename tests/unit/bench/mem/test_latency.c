/* SPDX-License-Identifier: MIT */
/* mem.latency: the chase and its sizes. */
#include "tests/unit/unit.h"

#include <stdio.h>

#include "bench/engine/validity_check.h"
#include "bench/mem/chase.h"
#include "bench/mem/chase_check.h"
#include "bench/mem/cycle.h"
#include "bench/mem/page_size.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

/* ---- mem.latency ---- */

#define ORDER_RANDOM 0
#define ORDER_TLB_LOCAL 1

static void check_single_cycle(uint64_t order, uint64_t size_bytes)
{
	const struct benchmark *bench = bench_named("mem.latency");
	void *chase_state[sizeof(struct chase) / sizeof(void *)] = {0}, **first, **line;
	struct bench_ctx ctx = {
		.state = chase_state, .bench = bench, .point = {order, PAGE_SIZE_4K, size_bytes},
	};
	uint64_t count = 0;

	platform_scope_begin();
	assert_int_equal(bench->setup(&ctx), 0);
	first = line = chase_state[0];
	do {
		line = *line;
		count++;
	} while (line != first && count <= size_bytes / LINE_BYTES);
	assert_int_equal(count, size_bytes / LINE_BYTES);
	platform_scope_end();
}

TEST_WITH(chase_is_one_cycle_over_every_line, bench_run_reset, NULL)
{
	check_single_cycle(ORDER_RANDOM, 1024);
	check_single_cycle(ORDER_RANDOM, 1280);
	check_single_cycle(ORDER_RANDOM, 1 << 20);
	check_single_cycle(ORDER_TLB_LOCAL, 1 << 20);
}

/* Of a buffer with more lines than the loads that warm each buffer. */
#define LARGE_BYTES (32ull << 20)

TEST_WITH(chase_that_is_not_warmed_is_a_failed_check, bench_run_reset, NULL)
{
	const struct benchmark *bench = bench_named("mem.latency");
	struct chase chase;
	struct bench_ctx ctx = {
		.state = &chase, .bench = bench, .point = {ORDER_RANDOM, PAGE_SIZE_4K, LARGE_BYTES},
	};

	platform_scope_begin();
	validity_check_begin();
	assert_int_equal(bench->setup(&ctx), 0);
	assert_int_equal(bench->verify(&ctx), 0);
	assert_int_equal(validity_check_failures(), 0);
	ctx.warming = LARGE_BYTES / LINE_BYTES - 1;
	assert_int_equal(bench->verify(&ctx), 0);
	assert_int_equal(validity_check_failures(), 1);
	platform_scope_end();
}

TEST_WITH(chase_continues_where_the_previous_one_stopped, bench_run_reset, NULL)
{
	void *ring[CHASE_LOADS + 1], *chase_state[1] = {&ring[0]};
	struct bench_ctx ctx = {.state = chase_state};

	for (size_t i = 0; i <= CHASE_LOADS; i++)
		ring[i] = &ring[(i + 1) % (CHASE_LOADS + 1)];
	chase_run(&ctx, CHASE_LOADS);
	assert_ptr_equal(chase_state[0], &ring[CHASE_LOADS]);
	chase_run(&ctx, 2 * CHASE_LOADS);
	assert_ptr_equal(chase_state[0], &ring[CHASE_LOADS - 2]);
}

TEST_WITH(sizes_go_from_1_kib_to_four_times_the_last_level_cache, bench_run_reset, NULL)
{
	size_t series = 0;
	char last[64];

	fake.capabilities &= ~(uint32_t)(CAN_PAGE_2M | CAN_PAGE_1G);
	fake.last_level_cache_bytes = 64 << 10;
	bench_run("mem.latency");
	series = fake_record_count(WIRE_series);
	assert_int_equal(series, 8 * 4 + 1);
	assert_string_equal(fake_record(WIRE_series, 0)->series.point,
			    "order=random page_bytes=4096 size_bytes=1024");
	assert_string_equal(fake_record(WIRE_series, 1)->series.point,
			    "order=random page_bytes=4096 size_bytes=1280");
	snprintf(last, sizeof(last), "order=random page_bytes=4096 size_bytes=%d", 256 << 10);
	assert_string_equal(fake_record(WIRE_series, series - 1)->series.point, last);
	assert_null(bench_skip_of("order=random page_bytes=4096"));
	assert_string_equal(bench_skip_of("order=random page_bytes=2097152"), "page_2m");
	assert_string_equal(bench_skip_of("order=random page_bytes=1073741824"), "page_1g");
	assert_int_equal(fake.settled, series);
}

TEST_WITH(available_memory_limits_the_sweep_and_the_record_says_so, bench_run_reset, NULL)
{
	fake.last_level_cache_bytes = 1 << 20;
	fake.memory_bytes = 100 << 10;
	bench_run("mem.latency");
	assert_string_equal(bench_skip_of("order=random page_bytes=4096"), "memory");
	assert_string_equal(bench_skip_of("order=random page_bytes=2097152"), "memory");
	assert_int_equal(fake.largest_mapped_bytes, 96 << 10);
}

TEST_WITH(quick_sweep_counted_in_instructions_ends_early_and_the_record_says_so, bench_run_reset,
	  NULL)
{
	fake.last_level_cache_bytes = 1 << 20;
	bench_run("mem.latency");
	assert_string_equal(bench_skip_of("order=random page_bytes=4096"), "caches");
	assert_int_equal(fake.largest_mapped_bytes, 1 << 20);
}

TEST_WITH(unknown_cache_size_is_assumed_large, bench_run_reset, NULL)
{
	fake.last_level_cache_bytes = 0;
	fake.time_base = TIME_EMULATED;
	fake.memory_bytes = 4 << 20;
	bench_run("mem.latency");
	assert_string_equal(bench_skip_of("order=random page_bytes=4096"), "memory");
	assert_true(fake.largest_mapped_bytes > 3 << 20);
}

TEST_WITH(tlb_local_order_is_measured_once_per_octave_above_one_group, bench_run_reset, NULL)
{
	size_t series;

	fake.capabilities &= ~(uint32_t)(CAN_PAGE_2M | CAN_PAGE_1G);
	fake.last_level_cache_bytes = 1 << 20;
	fake.time_base = TIME_REAL;
	bench_run("mem.latency");
	series = fake_record_count(WIRE_series);
	assert_string_equal(fake_record(WIRE_series, series - 4)->series.point,
			    "order=tlb_local page_bytes=4096 size_bytes=524288");
	assert_string_equal(fake_record(WIRE_series, series - 1)->series.point,
			    "order=tlb_local page_bytes=4096 size_bytes=4194304");
}

/* ---- Known results ---- */
