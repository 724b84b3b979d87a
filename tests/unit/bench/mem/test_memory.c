/* SPDX-License-Identifier: MIT */
/* Memory benchmarks: the loops do the stated work, and missing capabilities are named. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "bench/mem/atomic.h"
#include "bench/mem/bandwidth.h"
#include "bench/mem/cycle.h"
#include "bench/engine/validity_check.h"
#include "bench/mem/mlp.h"
#include "bench/mem/chase_check.h"
#include "bench/mem/store_forward.h"
#include "bench/platform.h"
#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

#define STRIPE_BYTES (2 * STRING_BYTES)
#define MARGIN_BYTES 4096
#define PASS_LINES (STRIPE_BYTES / LINE_BYTES)

static int reset(void **state)
{
	(void)state;
	fake_reset();
	validity_check_begin();
	fake.capabilities = CAN_SSE2 | CAN_PAGE_2M;
	fake.time_base = TIME_INSTRUCTIONS;
	return 0;
}

/* ---- Bandwidth loops ---- */

enum effect {READS, WRITES, COPIES};

static const struct {
	bandwidth_loop *loop;
	enum effect effect;
	const char *needs;
} loops[] = {
	{bandwidth_read_64, READS, "sse2"}, {bandwidth_read_sse2, READS, "sse2"},
	{bandwidth_read_avx2, READS, "avx2"}, {bandwidth_read_avx512, READS, "avx512f"},
	{bandwidth_write_64, WRITES, "sse2"}, {bandwidth_write_sse2, WRITES, "sse2"},
	{bandwidth_write_avx2, WRITES, "avx2"}, {bandwidth_write_avx512, WRITES, "avx512f"},
	{bandwidth_nt_write_64, WRITES, "sse2"}, {bandwidth_nt_write_sse2, WRITES, "sse2"},
	{bandwidth_nt_write_avx2, WRITES, "avx2"}, {bandwidth_nt_write_avx512, WRITES, "avx512f"},
	{bandwidth_copy_64, COPIES, "sse2"}, {bandwidth_copy_sse2, COPIES, "sse2"},
	{bandwidth_copy_avx2, COPIES, "avx2"}, {bandwidth_copy_avx512, COPIES, "avx512f"},
	{bandwidth_nt_copy_64, COPIES, "sse2"}, {bandwidth_nt_copy_sse2, COPIES, "sse2"},
	{bandwidth_nt_copy_avx2, COPIES, "avx2"}, {bandwidth_nt_copy_avx512, COPIES, "avx512f"},
	{bandwidth_rep_movsb, COPIES, "sse2"}, {bandwidth_rep_stosb, WRITES, "sse2"},
};

static bool host_has(const char *feature)
{
	if (strcmp(feature, "avx2") == 0)
		return __builtin_cpu_supports("avx2");
	if (strcmp(feature, "avx512f") == 0)
		return __builtin_cpu_supports("avx512f");
	return true;
}

/* A stripe of different bytes and an equal area to copy to, with margins around both. */
static char *new_buffer(void)
{
	size_t size = 2 * STRIPE_BYTES + 2 * MARGIN_BYTES;
	char *buffer = aligned_alloc(MARGIN_BYTES, size);

	for (size_t i = 0; i < size; i++)
		buffer[i] = (char)(i * 7 + i / 251);
	return buffer;
}

static void check_range(const char *buffer, const char *original, size_t begin, size_t end)
{
	assert_memory_equal(buffer + begin, original + begin, end - begin);
}

static void check_effect(enum effect effect, const char *buffer, const char *original)
{
	const char *stripe = buffer + MARGIN_BYTES;
	size_t end = MARGIN_BYTES + STRIPE_BYTES;

	check_range(buffer, original, 0, MARGIN_BYTES);
	check_range(buffer, original, end + STRIPE_BYTES, end + STRIPE_BYTES + MARGIN_BYTES);
	if (effect == WRITES) {
		for (size_t i = 0; i < STRIPE_BYTES; i++)
			assert_int_equal(stripe[i], 0x5a);
	} else {
		check_range(buffer, original, MARGIN_BYTES, end);
	}
	if (effect == COPIES)
		assert_memory_equal(stripe + STRIPE_BYTES, stripe, STRIPE_BYTES);
	else
		check_range(buffer, original, end, end + STRIPE_BYTES);
}

TEST_WITH(loop_accesses_its_whole_stripe_and_nothing_else, reset, NULL)
{
	for (size_t i = 0; i < sizeof(loops) / sizeof(loops[0]); i++) {
		char *buffer = new_buffer(), *original = new_buffer();
		char *begin = buffer + MARGIN_BYTES;
		struct stripe stripe = {
			.at = begin, .begin = begin, .end = begin + STRIPE_BYTES,
			.distance = STRIPE_BYTES, .value = 0x5a5a5a5a5a5a5a5a,
		};

		if (host_has(loops[i].needs)) {
			loops[i].loop(&stripe, PASS_LINES);
			check_effect(loops[i].effect, buffer, original);
		}
		free(original);
		free(buffer);
	}
}

TEST_WITH(loop_continues_where_it_stopped_and_wraps_around, reset, NULL)
{
	for (size_t i = 0; i < sizeof(loops) / sizeof(loops[0]); i++) {
		char *buffer = new_buffer(), *begin = buffer + MARGIN_BYTES;
		struct stripe stripe = {
			.at = begin, .begin = begin, .end = begin + STRIPE_BYTES,
			.distance = STRIPE_BYTES,
		};

		if (host_has(loops[i].needs)) {
			loops[i].loop(&stripe, PASS_LINES / 2);
			assert_ptr_equal(stripe.at, begin + STRIPE_BYTES / 2);
			loops[i].loop(&stripe, PASS_LINES);
			assert_ptr_equal(stripe.at, begin + STRIPE_BYTES / 2);
			loops[i].loop(&stripe, PASS_LINES / 2);
			assert_ptr_equal(stripe.at, begin);
		}
		free(buffer);
	}
}

TEST_WITH(unsupported_width_is_skipped_by_name, reset, NULL)
{
	bench_run("mem.bandwidth.read");
	assert_string_equal(bench_skip_of("cpus=1"), "avx2");
	assert_string_equal(fake_record(WIRE_series, 0)->series.point,
			    "cpus=1 width=64 size_bytes=16384");
	assert_int_equal(fake_record(WIRE_series, 0)->series.bytes, LINE_BYTES);
	assert_true(fake_record(WIRE_series, 0)->series.iterations >= STRING_BYTES / LINE_BYTES);
}

TEST_WITH(single_cpu_is_measured_and_missing_cpus_are_named, reset, NULL)
{
	bench_run("mem.atomic");
	assert_string_equal(bench_skip_of(""), "smp");
	assert_string_equal(fake_record(WIRE_series, 0)->series.point, "cpus=1 operation=add");
}

TEST_WITH(missing_memory_for_the_smallest_buffer_is_a_skip, reset, NULL)
{
	fake.memory_bytes = 8 << 10;
	bench_run("mem.bandwidth.read");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(bench_skip_of("cpus=1 width=64"), "memory");
	assert_int_equal(fake_record(WIRE_end, 0)->end.skipped, 1);
}

TEST_WITH(every_operation_reaches_the_end_of_its_buffer, reset, NULL)
{
	bench_run_every_point("mem.bandwidth.*");
	assert_null(fake_record(WIRE_failed_check, 0));
	assert_null(fake_record(WIRE_fault, 0));
}

/* Some caches drop a line of zeros, so only the operation that clears memory may store them. */
TEST_WITH(only_the_operation_that_clears_stores_zeros, reset, NULL)
{
	static const char *const stores[] = {
		"mem.bandwidth.fill", "mem.bandwidth.write", "mem.bandwidth.nt_write",
		"mem.bandwidth.rep_stosb",
	};
	static _Alignas(BENCH_STATE_MAX) uint8_t room[BENCH_STATE_MAX];

	for (size_t i = 0; i < sizeof(stores) / sizeof(stores[0]); i++) {
		struct bench_ctx ctx = {
			.bench = bench_named(stores[i]), .state = room, .point = {1, 0, 16384},
		};

		platform_scope_begin();
		memset(room, 0, sizeof(room));
		assert_int_equal(ctx.bench->setup(&ctx), 0);
		assert_true(((*(struct stripe **)room)->value == 0) == (i == 0));
		platform_scope_end();
	}
}

TEST_WITH(every_cpu_reaches_the_end_of_its_buffer, reset, NULL)
{
	fake.capabilities |= CAN_SMP;
	fake.time_base = TIME_REAL;
	fake.cpu_count = 2;
	bench_run_with("mem.bandwidth.rep_stosb", "samples", "1");
	assert_int_equal(bench_count_series("cpus=2", ""), 1);
	assert_null(fake_record(WIRE_failed_check, 0));
}

/* The third word of the state is the number of lines of each CPU. */
TEST_WITH(operations_of_a_sample_are_those_of_all_cpus, reset, NULL)
{
	static _Alignas(BENCH_STATE_MAX) uint64_t words[BENCH_STATE_MAX / sizeof(uint64_t)];
	struct bench_ctx ctx = {
		.bench = bench_named("mem.bandwidth.read"), .suite = SUITE_QUICK, .state = words,
		.point = {2, 0, 16384},
	};

	fake.capabilities |= CAN_SMP;
	fake.cpu_count = 2;
	assert_int_equal(ctx.bench->setup(&ctx), 0);
	assert_true(words[2] >= 128);
	assert_int_equal(ctx.operations, 2 * words[2]);
	platform_scope_end();
}

/* ---- Orders ---- */

static void check_lines(struct line *lines, uint32_t count, bool is_random)
{
	const struct bench_ctx ctx = {.bench = bench_named("mem.mlp")};

	chase_check(&ctx, &(struct chase){
		.at = lines, .buffer = lines, .share_bytes = LINE_BYTES, .count = count,
		.is_random = is_random,
	});
}

TEST_WITH(chase_in_regular_steps_is_distinguished_from_a_random_one, reset, NULL)
{
	static _Alignas(LINE_BYTES) struct line lines[1024];
	struct rng rng;

	rng_seed(&rng, 1);
	for (uint32_t count = 16; count <= 1024; count += 16) {
		cycle_link_random(lines, count, &rng);
		check_lines(lines, count, true);
		cycle_link_sequential(lines, count);
		check_lines(lines, count, false);
	}
	assert_int_equal(validity_check_failures(), 0);
	check_lines(lines, 1024, true);
	assert_int_equal(validity_check_failures(), 1);
	assert_string_equal(fake_record(WIRE_failed_check, 0)->failed_check.check, "order");
	cycle_link_random(lines, 1024, &rng);
	check_lines(lines, 1024, false);
	assert_int_equal(validity_check_failures(), 2);
}

/* A cycle in which this many steps repeat the one before: first from line to line, then to and fro,
 * each time less far. */
static void link_with_repeats(struct line *lines, uint32_t count, uint32_t repeats)
{
	struct line *at = lines;
	uint32_t low = repeats + 2, high = count - 1;

	for (uint32_t i = 1; i < repeats + 2; i++)
		at = at->next = &lines[i];
	for (bool is_high = true; low <= high; is_high = !is_high)
		at = at->next = is_high ? &lines[high--] : &lines[low++];
	at->next = lines;
}

static unsigned failures_with_repeats(uint32_t count, uint32_t repeats, bool is_random)
{
	static _Alignas(LINE_BYTES) struct line lines[64];
	unsigned before = validity_check_failures();

	link_with_repeats(lines, count, repeats);
	assert_int_equal(chase_walk(&(struct chase){
		.at = lines, .buffer = lines, .share_bytes = LINE_BYTES, .count = count,
	}).repeated, repeats);
	check_lines(lines, count, is_random);
	return validity_check_failures() - before;
}

TEST_WITH(order_is_random_up_to_an_eighth_and_regular_from_a_half, reset, NULL)
{
	assert_int_equal(failures_with_repeats(64, 8, true), 0);
	assert_int_equal(failures_with_repeats(64, 9, true), 1);
	assert_int_equal(failures_with_repeats(64, 32, false), 0);
	assert_int_equal(failures_with_repeats(64, 31, false), 1);
	assert_int_equal(failures_with_repeats(63, 40, true), 0);
	assert_int_equal(failures_with_repeats(63, 9, false), 0);
}

TEST_WITH(chase_of_any_regular_step_is_found, reset, NULL)
{
	static _Alignas(LINE_BYTES) struct line lines[1024];
	struct chase_walk walk;

	for (uint32_t i = 0; i < 1024; i++)
		lines[i].next = &lines[(i + 1021) % 1024];
	walk = chase_walk(&(struct chase){
		.at = lines, .buffer = lines, .share_bytes = LINE_BYTES, .count = 1024,
	});
	assert_int_equal(walk.steps, 1024);
	assert_true(walk.is_closed && walk.repeated > 1000);
}

TEST_WITH(chase_that_omits_lines_or_leaves_its_buffer_is_a_failed_check, reset, NULL)
{
	static _Alignas(LINE_BYTES) struct line lines[128], other;
	struct rng rng;

	rng_seed(&rng, 1);
	cycle_link_random(lines, 128, &rng);
	check_lines(lines, 127, true);
	assert_int_equal(validity_check_failures(), 1);
	lines[5].next = lines[5].next->next;
	check_lines(lines, 128, true);
	assert_int_equal(validity_check_failures(), 2);
	other.next = lines[7].next;
	lines[7].next = &other;
	check_lines(lines, 128, true);
	assert_int_equal(validity_check_failures(), 3);
}

/* As many lines as pages, but half of them in the pages of the others. */
TEST_WITH(chase_with_two_lines_in_a_page_is_a_failed_check, reset, NULL)
{
	enum {PAGES = 64, PAGE_BYTES = 8192};
	char *pages = aligned_alloc(PAGE_BYTES, PAGES * PAGE_BYTES);
	const struct bench_ctx ctx = {.bench = bench_named("mem.tlb")};
	struct chase chase = {
		.buffer = pages, .share_bytes = PAGE_BYTES, .count = PAGES, .is_random = true,
	};
	struct rng rng;

	rng_seed(&rng, 1);
	chase.at = cycle_link_pages(pages, PAGE_BYTES, PAGES, &rng);
	chase_check(&ctx, &chase);
	assert_int_equal(validity_check_failures(), 0);
	chase.at = cycle_link_pages(pages, PAGE_BYTES / 2, PAGES, &rng);
	chase_check(&ctx, &chase);
	assert_int_equal(validity_check_failures(), 1);
	free(pages);
}

TEST_WITH(chase_that_leaves_a_group_early_is_a_failed_check, reset, NULL)
{
	enum {NEAR = 64, COUNT_OF_LINES = 1024};
	static _Alignas(LINE_BYTES) struct line lines[COUNT_OF_LINES];
	const struct bench_ctx ctx = {.bench = bench_named("mem.latency")};
	struct chase chase = {
		.at = lines, .buffer = lines, .share_bytes = LINE_BYTES,
		.group_bytes = NEAR * LINE_BYTES, .count = COUNT_OF_LINES, .is_random = true,
	};
	struct rng rng;

	rng_seed(&rng, 1);
	cycle_link_tlb_local(lines, COUNT_OF_LINES, NEAR, &rng);
	for (unsigned steps = 0; steps < 2 * NEAR; steps++, chase.at = chase.at->next)
		chase_check(&ctx, &chase);
	assert_int_equal(validity_check_failures(), 0);
	chase.at = lines;
	cycle_link_tlb_local(lines, COUNT_OF_LINES, 2 * NEAR, &rng);
	chase_check(&ctx, &chase);
	assert_int_equal(validity_check_failures(), 1);
}

TEST_WITH(lines_at_equal_distances_are_found_along_a_cycle, reset, NULL)
{
	static struct line lines[100];
	struct line *found[3];

	cycle_link_sequential(lines, 100);
	cycle_spread(lines, 100, found, 3);
	assert_ptr_equal(found[0], &lines[0]);
	assert_ptr_equal(found[1], &lines[33]);
	assert_ptr_equal(found[2], &lines[66]);
	cycle_spread(lines, 2, found, 3);
	assert_ptr_equal(found[1], &lines[0]);
	assert_ptr_equal(found[2], &lines[1]);
}

/* ---- What a verification finds ---- */

/* Set up a point, replace its state by spoil, and verify. Returns the number of failed checks. */
static unsigned failures_of(const char *name, const uint64_t *point, void (*spoil)(void *state))
{
	static _Alignas(BENCH_STATE_MAX) uint8_t state[BENCH_STATE_MAX];
	struct bench_ctx ctx = {.bench = bench_named(name), .suite = SUITE_QUICK, .state = state};

	memset(state, 0, sizeof(state));
	memcpy(ctx.point, point, sizeof(ctx.point));
	rng_seed(&ctx.rng, 1);
	validity_check_begin();
	assert_int_equal(ctx.bench->setup(&ctx), 0);
	if (spoil != NULL)
		spoil(state);
	assert_int_equal(ctx.bench->verify(&ctx), 0);
	platform_scope_end();
	return validity_check_failures();
}

/* The first word of the state is the first chase, the second one the next. */
static void put_chases_side_by_side(void *state)
{
	struct line **at = state;

	at[1] = at[0]->next;
}

static void put_later_chases_side_by_side(void *state)
{
	struct line **at = state;

	at[2] = at[1]->next;
}

TEST_WITH(chases_side_by_side_are_a_failed_check, reset, NULL)
{
	const uint64_t point[BENCH_AXES_MAX] = {6};

	assert_int_equal(failures_of("mem.mlp", point, NULL), 0);
	assert_int_equal(failures_of("mem.mlp", point, put_chases_side_by_side), 1);
	assert_int_equal(failures_of("mem.mlp", point, put_later_chases_side_by_side), 1);
}

/* The second word of the state is the loop. */
static void store_another_case(void *state)
{
	((store_forward_loop **)state)[1] = store_forward_line_split;
}

TEST_WITH(stores_of_another_case_are_a_failed_check, reset, NULL)
{
	for (uint64_t number = 0; number < 10; number++) {
		const uint64_t point[BENCH_AXES_MAX] = {number};
		bool is_line_split = number == 8;

		assert_int_equal(failures_of("mem.store_forward", point, NULL), 0);
		assert_int_equal(failures_of("mem.store_forward", point, store_another_case),
				 !is_line_split);
	}
}

static void change_by_exchange(void *state)
{
	((atomic_loop **)state)[1] = atomic_xchg;
}

TEST_WITH(another_change_of_the_word_is_a_failed_check, reset, NULL)
{
	fake.capabilities |= CAN_CMPXCHG16B;
	for (uint64_t number = 0; number < 6; number++) {
		const uint64_t point[BENCH_AXES_MAX] = {1, number};
		bool is_exchange = number == 2;

		assert_int_equal(failures_of("mem.atomic", point, NULL), 0);
		assert_int_equal(failures_of("mem.atomic", point, change_by_exchange),
				 !is_exchange);
	}
}

TEST_WITH(different_page_size_than_requested_is_a_failed_check, reset, NULL)
{
	bench_run("mem.tlb");
	assert_int_equal(fake_record_count(WIRE_failed_check), 0);
	fake.page_bytes = 4096;
	bench_run("mem.tlb");
	assert_string_equal(fake_record(WIRE_failed_check, 0)->failed_check.check, "pages");
	assert_memory_equal(fake_record(WIRE_failed_check, 0)->failed_check.point,
			    "page_bytes=2097152", 18);
}

/* A process learns about its whole mapping from the first page. */
TEST_WITH(each_large_page_of_a_buffer_is_checked, reset, NULL)
{
	for (int is_hosted = 0; is_hosted < 2; is_hosted++) {
		reset(NULL);
		fake.is_hosted = is_hosted;
		fake.page_bytes = 4096;
		fake.page_bytes_from = 2 << 20;
		bench_run("mem.tlb");
		assert_int_equal(fake_record_count(WIRE_failed_check) > 0, !is_hosted);
	}
}

/* ---- Sweeps ---- */

TEST_WITH(missing_pages_end_the_sweep_and_the_record_says_so, reset, NULL)
{
	fake.memory_bytes = 16 << 20;
	bench_run("mem.tlb");
	assert_null(bench_skip_of("page_bytes=4096"));
	assert_string_equal(bench_skip_of("page_bytes=2097152"), "memory");
	assert_string_equal(bench_skip_of("page_bytes=1073741824"), "page_1g");
	assert_int_equal(fake_record_count(WIRE_series), 7 + 4);
}

TEST_WITH(quick_sweep_ends_before_an_operating_system_must_clear_many_pages, reset, NULL)
{
	const struct benchmark *bench = bench_named("mem.tlb");
	struct bench_ctx ctx = {.bench = bench, .suite = SUITE_QUICK, .point = {2 << 20}};
	uint64_t values[BENCH_AXIS_VALUES_MAX];

	fake.time_base = TIME_REAL;
	fake.memory_bytes = 64ull << 30;
	assert_int_equal(bench->axes[1].values(&ctx, values), 13);
	assert_null(ctx.missing);
	fake.is_hosted = true;
	assert_int_equal(bench->axes[1].values(&ctx, values), 10);
	assert_int_equal(values[9], 512);
	assert_string_equal(ctx.missing, "time");
}

TEST_WITH(pages_that_take_too_long_to_map_are_skipped_without_a_hang, reset, NULL)
{
	const struct benchmark *bench = bench_named("mem.tlb");
	uint64_t room[BENCH_STATE_MAX / sizeof(uint64_t)];
	struct bench_ctx ctx = {.bench = bench, .suite = SUITE_QUICK, .state = room,
				.point = {4096, 2}};

	fake.map_ticks = 4000000;
	assert_int_equal(bench->setup(&ctx), 0);
	fake.map_ticks = 0;
	ctx.point[1] = 4096;
	assert_int_equal(bench->setup(&ctx), -ENOTSUP);
	assert_string_equal(ctx.missing, "time");
	ctx.point[1] = 1;
	assert_int_equal(bench->setup(&ctx), 0);
	platform_scope_end();
}

/* ---- Loops ---- */

TEST_WITH(all_chases_advance_by_the_same_number_of_loads, reset, NULL)
{
	static const struct {
		mlp_loop *loop;
		size_t chases;
	} cases[] = {
		{mlp_run_1, 1}, {mlp_run_2, 2}, {mlp_run_3, 3}, {mlp_run_4, 4}, {mlp_run_5, 5},
		{mlp_run_6, 6}, {mlp_run_8, 8}, {mlp_run_10, 10}, {mlp_run_12, 12},
		{mlp_run_16, 16},
	};
	static struct line lines[2 * MLP_LOADS];

	cycle_link_sequential(lines, 2 * MLP_LOADS);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct line *at[MLP_CHASES_MAX + 1] = {NULL};
		struct bench_ctx ctx = {.state = at};
		size_t chases = cases[i].chases;

		for (size_t chase = 0; chase < chases; chase++)
			at[chase] = &lines[chase];
		cases[i].loop(&ctx, MLP_LOADS);
		for (size_t chase = 0; chase < chases; chase++)
			assert_ptr_equal(at[chase], &lines[chase + MLP_LOADS / chases]);
		assert_null(at[chases]);
	}
}

TEST_WITH(additions_add_up_and_exchanges_leave_zero, reset, NULL)
{
	_Alignas(16) uint64_t word[2] = {0};

	atomic_add(word, ATOMIC_TURN);
	atomic_lock_add(word, 2 * ATOMIC_TURN);
	assert_int_equal(word[0], 3 * ATOMIC_TURN);
	word[0] = 0;
	atomic_cmpxchg(word, ATOMIC_TURN);
	assert_int_equal(word[0], 0);
	atomic_cmpxchg16b(word, ATOMIC_TURN);
	assert_int_equal(word[0], 0);
	assert_int_equal(word[1], 0);
}

TEST_WITH(every_store_and_load_pair_stays_in_the_buffer, reset, NULL)
{
	static store_forward_loop *const pairs[] = {
		store_forward_same, store_forward_same_byte, store_forward_low_half,
		store_forward_high_half, store_forward_inner_byte, store_forward_wider,
		store_forward_two_stores, store_forward_overlap, store_forward_line_split,
		store_forward_page_split,
	};
	size_t size = STORE_FORWARD_BYTES + 2 * MARGIN_BYTES;
	unsigned char *memory = aligned_alloc(MARGIN_BYTES, size);
	void *room[] = {memory + MARGIN_BYTES};
	struct bench_ctx ctx = {.state = room};

	memset(memory, 0xee, size);
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		pairs[i](&ctx, STORE_FORWARD_PAIRS);
	for (size_t i = 0; i < MARGIN_BYTES; i++) {
		assert_int_equal(memory[i], 0xee);
		assert_int_equal(memory[size - 1 - i], 0xee);
	}
	free(memory);
}

/* ---- mem.prefetch ---- */

TEST_WITH(prefetchers_are_disabled_for_their_points_and_enabled_again, reset, NULL)
{
	fake.capabilities |= CAN_PREFETCH_CONTROL;
	bench_run("mem.prefetch");
	assert_int_equal(fake_record_count(WIRE_series), 4);
	assert_int_equal(fake.prefetchers_switched, 4);
	assert_int_equal(fake.prefetchers_off, 0);
}

TEST_WITH(prefetchers_without_a_control_register_stay_on_and_the_record_names_it, reset, NULL)
{
	bench_run("mem.prefetch");
	assert_int_equal(fake_record_count(WIRE_series), 2);
	assert_int_equal(fake.prefetchers_switched, 0);
	assert_string_equal(bench_skip_of(""), "prefetch_control");
}
