/* SPDX-License-Identifier: MIT */
/* Several CPUs, simulated by threads: crews, clocks, transferred cache lines, and a CPU that does
 * not do its part. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "bench/engine/cpu_team.h"
#include "bench/engine/spread.h"
#include "bench/engine/standby.h"
#include "bench/engine/validity_check.h"
#include "bench/smp/skew.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

static int reset(void **state)
{
	(void)state;
	fake_reset();
	fake.capabilities = CAN_SMP | CAN_SSE2;
	fake.time_base = TIME_INSTRUCTIONS;
	fake.cpu_count = 2;
	fake.ipi_ticks = 1000000;
	return 0;
}

/* ---- Crews ---- */

#define MEMBERS 3

static struct {
	unsigned calls[MEMBERS];
	uint32_t cpu[MEMBERS];
} done;

static void note_call(void *argument, unsigned member)
{
	assert_ptr_equal(argument, &done);
	done.calls[member]++;
	done.cpu[member] = platform_cpu();
}

TEST_WITH(every_crew_member_works_once_on_its_own_cpu, reset, NULL)
{
	static const uint32_t cpus[] = {2, 0, 1};
	const struct cpu_team cpu_team = {
		.cpus = cpus, .count = MEMBERS, .work = note_call, .argument = &done,
	};
	struct bench_ctx ctx = {0};
	uint64_t ticks = 0;

	memset(&done, 0, sizeof(done));
	fake.cpu_count = MEMBERS;
	assert_int_equal(cpu_team_run(&ctx, &cpu_team, &ticks), 0);
	assert_true(ticks > 0);
	for (unsigned i = 0; i < MEMBERS; i++) {
		assert_int_equal(done.calls[i], 1);
		assert_int_equal(done.cpu[i], cpus[i]);
	}
}

#define LONG_TICKS 3000000

static void work_long_elsewhere(void *argument, unsigned member)
{
	uint64_t begin_tsc = clock_read();

	(void)argument;
	while (member != 0 && clock_read() - begin_tsc < LONG_TICKS)
		;
}

/* The longest work is a lower bound on every host. */
TEST_WITH(time_of_a_crew_ends_with_its_last_member, reset, NULL)
{
	static const uint32_t cpus[] = {0, 1};
	const struct cpu_team cpu_team = {.cpus = cpus, .count = 2, .work = work_long_elsewhere};
	struct bench_ctx ctx = {0};
	uint64_t ticks = 0;

	assert_int_equal(cpu_team_run(&ctx, &cpu_team, &ticks), 0);
	assert_true(ticks >= LONG_TICKS);
}

TEST_WITH(crew_may_exclude_the_calling_cpu, reset, NULL)
{
	static const uint32_t cpus[] = {1};
	const struct cpu_team cpu_team = {
		.cpus = cpus, .count = 1, .work = note_call, .argument = &done,
	};
	struct bench_ctx ctx = {0};

	memset(&done, 0, sizeof(done));
	assert_int_equal(cpu_team_run(&ctx, &cpu_team, NULL), 0);
	assert_int_equal(done.cpu[0], 1);
}

TEST_WITH(team_of_other_cpus_than_claimed_is_a_failed_check, reset, NULL)
{
	static const uint32_t cpus[] = {0, 1}, others[] = {0, 2};
	struct cpu_team cpu_team = {.cpus = cpus, .count = 2, .work = note_call, .argument = &done};
	struct bench_ctx ctx = {.bench = bench_named("mem.atomic")};

	validity_check_begin();
	assert_int_equal(cpu_team_run(&ctx, &cpu_team, NULL), 0);
	cpu_team_verify(&ctx, cpus, 2);
	assert_int_equal(validity_check_failures(), 0);
	cpu_team_verify(&ctx, others, 2);
	assert_int_equal(validity_check_failures(), 1);
	cpu_team.count = 1;
	assert_int_equal(cpu_team_run(&ctx, &cpu_team, NULL), 0);
	cpu_team_verify(&ctx, cpus, 2);
	assert_int_equal(validity_check_failures(), 2);
}

TEST_WITH(cpu_that_takes_no_work_is_an_error_that_names_it, reset, NULL)
{
	fake.run_on_status = -EBUSY;
	bench_run("mem.c2c");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "CPU 1 does not accept work: error -16");
}

TEST_WITH(cpu_that_other_programs_use_is_skipped_under_an_operating_system, reset, NULL)
{
	fake.is_hosted = true;
	fake.run_on_status = -EBUSY;
	bench_run("mem.c2c");
	assert_string_equal(bench_skip_of("first_cpu=0 second_cpu=1"), "cpu_time");
	reset(NULL);
	fake.is_hosted = true;
	fake.wait_for_status = -ETIMEDOUT;
	bench_run("mem.c2c");
	assert_string_equal(bench_skip_of("first_cpu=0 second_cpu=1"), "cpu_time");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
}

TEST_WITH(exception_on_another_cpu_is_an_error_under_an_operating_system_too, reset, NULL)
{
	fake.is_hosted = true;
	fake.run_on_status = -EBUSY;
	fake.wait_for_status = -EFAULT;
	bench_run("mem.c2c");
	assert_int_equal(fake_record_count(WIRE_skip), 0);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail, "CPU 1 raised an exception");
}

TEST_WITH(crew_sizes_are_one_two_four_and_all_cpus, reset, NULL)
{
	uint64_t values[BENCH_AXIS_VALUES_MAX];
	struct bench_ctx ctx = {.suite = SUITE_FULL};

	fake.cpu_count = 6;
	assert_int_equal(cpu_team_sizes(&ctx, values), 4);
	assert_int_equal(values[2], 4);
	assert_int_equal(values[3], 6);
	ctx.suite = SUITE_QUICK;
	assert_int_equal(cpu_team_sizes(&ctx, values), 2);
	assert_int_equal(values[1], 6);
}

/* ---- Waiting CPUs ---- */

static uint32_t cpus_enabled;

static void record_enabled(bool on)
{
	if (on)
		__atomic_fetch_or(&cpus_enabled, 1u << platform_cpu(), __ATOMIC_RELAXED);
	else
		__atomic_fetch_and(&cpus_enabled, ~(1u << platform_cpu()), __ATOMIC_RELAXED);
}

static void note_nothing(void *unused)
{
	(void)unused;
}

/* CPU 0 calls, so the first two others are 1 and 2. */
TEST_WITH(polling_cpus_enable_interrupts_until_stopped, reset, NULL)
{
	const char page = 1;
	const struct standby standby = {
		.count = 2, .wait = WAIT_SPIN, .address = &page,
		.enable_interrupts = record_enabled,
	};

	fake.cpu_count = 4;
	assert_int_equal(standby_begin(&standby), 0);
	assert_int_equal(__atomic_load_n(&cpus_enabled, __ATOMIC_RELAXED), 1 << 1 | 1 << 2);
	assert_int_equal(standby_end(), 0);
	assert_int_equal(cpus_enabled, 0);
}

static unsigned failures_of(uint32_t count, enum wait_kind wait, uint32_t others,
			    enum wait_kind other_wait)
{
	validity_check_begin();
	standby_expect(count, wait);
	assert_int_equal(standby_begin(&(struct standby){.count = others, .wait = other_wait}), 0);
	assert_int_equal(standby_end(), 0);
	assert_int_equal(standby_verify(NULL), 0);
	return validity_check_failures();
}

TEST_WITH(cpus_that_wait_in_another_way_than_expected_are_a_failed_check, reset, NULL)
{
	fake.cpu_count = 4;
	assert_int_equal(failures_of(2, WAIT_SPIN, 2, WAIT_SPIN), 0);
	assert_int_equal(failures_of(2, WAIT_HLT, 2, WAIT_HLT), 0);
	assert_int_equal(failures_of(0, WAIT_SPIN, 0, WAIT_SPIN), 0);
	assert_int_equal(failures_of(2, WAIT_HLT, 2, WAIT_SPIN), 1);
	assert_int_equal(failures_of(2, WAIT_SPIN, 2, WAIT_HLT), 1);
	assert_int_equal(failures_of(2, WAIT_SPIN, 3, WAIT_SPIN), 1);
	assert_int_equal(failures_of(2, WAIT_HLT, 1, WAIT_HLT), 1);
	validity_check_begin();
	standby_expect(2, WAIT_SPIN);
	standby_verify(NULL);
	assert_int_equal(validity_check_failures(), 0);
}

/* As if the CPUs did not read the byte at all. */
TEST_WITH(cpus_that_have_not_read_the_page_are_an_error, reset, NULL)
{
	const char page = 0;
	const struct standby standby = {.count = 2, .wait = WAIT_SPIN, .address = &page};

	fake.cpu_count = 4;
	assert_int_equal(standby_begin(&standby), -EIO);
	assert_int_equal(platform_run_on(1, note_nothing, NULL), 0);
	assert_int_equal(platform_wait_for(1), 0);
}

TEST_WITH(failed_wait_leaves_no_cpu_waiting, reset, NULL)
{
	const struct standby standby = {.first = 1, .count = 3, .wait = WAIT_SPIN};

	fake.cpu_count = 3;
	assert_int_equal(standby_begin(&standby), -EINVAL);
	assert_int_equal(platform_run_on(1, note_nothing, NULL), 0);
	assert_int_equal(platform_wait_for(1), 0);
}

/* ---- Clocks and interrupts ---- */

TEST_WITH(clock_that_shows_more_is_ahead, reset, NULL)
{
	struct skew ahead = skew_of(100, 1150, 200), behind = skew_of(1000, 550, 1101);

	assert_true(ahead.ahead_ticks == 1000 && ahead.error_ticks == 50);
	assert_true(behind.ahead_ticks == -500 && behind.error_ticks == 51);
}

/* The other clock is ahead by 1000, or behind by 300: readings of it are corrected. */
TEST(exchange_of_the_smallest_error_is_kept)
{
	struct skew best = {10, 50};

	skew_keep_best(&best, (struct skew){20, 60});
	assert_int_equal(best.ahead_ticks, 10);
	skew_keep_best(&best, (struct skew){-30, 40});
	assert_int_equal(best.ahead_ticks, -30);
	assert_int_equal(best.error_ticks, 40);
	skew_keep_best(&best, (struct skew){40, 40});
	assert_int_equal(best.ahead_ticks, -30);
}

TEST_WITH(time_on_another_clock_is_corrected_by_the_skew, reset, NULL)
{
	const struct skew ahead = {1000, 5}, behind = {-300, 5};
	struct bench_ctx ctx = {.bench = bench_named("smp.ipi")};
	uint64_t ticks = 0;

	assert_int_equal(skew_elapsed(&ctx, &ahead, 5000, 6100, &ticks), 0);
	assert_int_equal(ticks, 100);
	assert_int_equal(skew_elapsed(&ctx, &behind, 5000, 4750, &ticks), 0);
	assert_int_equal(ticks, 50);
	assert_int_equal(skew_elapsed(&ctx, &ahead, 5000, 5997, &ticks), 0);
	assert_int_equal(ticks, 0);
	assert_int_equal(skew_elapsed(&ctx, &ahead, 5000, 5990, &ticks), -EIO);
}

/* The host's CPUs share one clock, so the true skew is 0 and must lie within the error. */
TEST_WITH(skew_error_bounds_the_true_skew, reset, NULL)
{
	struct bench_ctx ctx = {0};
	struct skew skew;

	assert_int_equal(skew_measure(&ctx, 1, &skew), 0);
	assert_true(skew.error_ticks > 0);
	assert_true((uint64_t)llabs(skew.ahead_ticks) <= skew.error_ticks);
}

TEST_WITH(skew_of_clocks_is_in_one_direction_and_has_an_error, reset, NULL)
{
	bench_run("smp.tsc_skew");
	assert_true(bench_first_sample("ahead") == 0 || bench_first_sample("behind") == 0);
	assert_true(bench_first_sample("error") > 0);
}

TEST_WITH(one_way_interrupt_time_is_corrected_by_the_skew_and_states_its_error, reset, NULL)
{
	uint64_t one_way, error;

	bench_run("smp.ipi");
	one_way = bench_first_sample("one_way");
	error = bench_first_sample("one_way_error");
	assert_uint_in_range(one_way, error < 1000000 ? 1000000 - error : 0, 1000000 + error);
	assert_int_equal(bench_first_sample("round_trip"), 700);
	assert_int_equal(fake_record_count(WIRE_series), 2 * 3);
}

TEST_WITH(interrupt_received_before_it_was_sent_is_an_error_without_a_metric, reset, NULL)
{
	fake.ipi_ticks = -(uint64_t)1000000000;
	bench_run("smp.ipi");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 2);
}

TEST_WITH(shootdown_is_divided_into_stages, reset, NULL)
{
	bench_run("fault.shootdown");
	assert_string_equal(fake_record(WIRE_series, 0)->series.point, "cpus=1 wait=spin");
	assert_int_equal(fake_record_count(WIRE_series), 3 * 4);
	assert_int_equal(bench_first_sample("local"), 10);
	assert_int_equal(bench_first_sample("send"), 20);
	assert_int_equal(bench_first_sample("acknowledge"), 40);
	assert_int_equal(bench_first_sample("total"), 70);
}

TEST_WITH(stages_hidden_by_an_operating_system_are_not_measured, reset, NULL)
{
	fake.hides_stages = true;
	bench_run("fault.shootdown");
	assert_int_equal(bench_first_sample("total"), 70);
	assert_int_equal(fake_record_count(WIRE_series), 3);
}

TEST_WITH(unsupported_operations_between_cpus_are_skipped, reset, NULL)
{
	fake.trial_status = -ENOTSUP;
	bench_run("smp.ipi");
	bench_run("fault.shootdown");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
}

TEST_WITH(cpu_that_does_not_run_is_skipped_under_emulation_and_otherwise_an_error, reset, NULL)
{
	fake.trial_status = -ETIMEDOUT;
	fake.time_base = TIME_EMULATED;
	bench_run("fault.shootdown");
	assert_string_equal(bench_skip_of("cpus=2 wait=spin"), "host_time");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	fake.time_base = TIME_REAL;
	bench_run("fault.shootdown");
	assert_int_equal(fake_record_count(WIRE_fault), 3);
}

TEST_WITH(page_that_a_cpu_still_reads_is_a_failed_check, reset, NULL)
{
	bench_run("fault.shootdown");
	assert_null(fake_record(WIRE_failed_check, 0));
	fake.never_flushes = true;
	bench_run("fault.shootdown");
	assert_string_equal(fake_record(WIRE_failed_check, 0)->failed_check.check, "shootdown");
}

TEST_WITH(lost_interrupt_of_a_single_cpu_is_an_error_under_emulation_too, reset, NULL)
{
	fake.trial_status = -ETIMEDOUT;
	fake.time_base = TIME_EMULATED;
	fake.cpu_count = 1;
	bench_run("fault.shootdown");
	assert_int_equal(fake_record_count(WIRE_fault), 1);
}

/* ---- Transferred cache lines ---- */

#define TRIES_MAX 10

TEST_WITH(every_pair_of_cpus_transfers_lines, reset, NULL)
{
	static const char *const points[] = {
		"first_cpu=0 second_cpu=1", "first_cpu=0 second_cpu=2", "first_cpu=1 second_cpu=2",
	};

	fake.cpu_count = MEMBERS;
	bench_run("mem.c2c");
	assert_int_equal(fake_record_count(WIRE_series), 3);
	for (size_t i = 0; i < 3; i++) {
		assert_string_equal(fake_record(WIRE_series, i)->series.point, points[i]);
		assert_int_equal(fake_record(WIRE_series, i)->series.iterations, 20);
	}
}

/* A busy host may let one of two threads wait for longer than the limit. */
static void transfer_in_time(struct bench_ctx *ctx, bool is_same_line)
{
	uint64_t values[BENCH_STAGES_MAX];
	int status = -ETIMEDOUT;

	for (unsigned i = 0; i < TRIES_MAX && status == -ETIMEDOUT; i++) {
		if (is_same_line)
			rng_seed(&ctx->rng, 1);
		status = ctx->bench->sample(ctx, values);
	}
	assert_int_equal(status, 0);
}

TEST_WITH(samples_that_all_transfer_one_line_are_a_failed_check, reset, NULL)
{
	static _Alignas(BENCH_STATE_MAX) uint8_t room[BENCH_STATE_MAX];
	struct bench_ctx ctx = {.bench = bench_named("mem.c2c"), .state = room, .point = {0, 1}};

	for (unsigned is_same = 0; is_same < 2; is_same++) {
		memset(room, 0, sizeof(room));
		rng_seed(&ctx.rng, 1);
		validity_check_begin();
		assert_int_equal(ctx.bench->setup(&ctx), 0);
		for (unsigned i = 0; i < 10; i++)
			transfer_in_time(&ctx, is_same);
		assert_int_equal(ctx.bench->verify(&ctx), 0);
		assert_int_equal(validity_check_failures(), is_same);
	}
	platform_scope_end();
}

/* Samples that are all in the same line of 1024. */
static unsigned failures_of_line(uint64_t line, unsigned samples)
{
	struct bench_ctx ctx = {.bench = bench_named("mem.c2c")};
	struct spread spread = {0};

	for (unsigned i = 0; i < samples; i++)
		spread_note(&spread, line);
	validity_check_begin();
	spread_verify(&ctx, &spread, 1024, "transfers", "line");
	return validity_check_failures();
}

TEST_WITH(lines_that_are_all_in_the_first_eighth_are_a_failed_check, reset, NULL)
{
	assert_int_equal(failures_of_line(127, 24), 1);
	assert_int_equal(failures_of_line(128, 24), 0);
	assert_int_equal(failures_of_line(127, 23), 0);
}

TEST_WITH(every_other_cpu_has_a_point, reset, NULL)
{
	static const char *const points[] = {"cpu=1 wait=spin", "cpu=1 wait=hlt", "cpu=2 wait=spin",
					     "cpu=2 wait=hlt"};

	fake.cpu_count = MEMBERS;
	bench_run("smp.ipi");
	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
		assert_int_equal(bench_count_series(points[i], "one_way"), 1);
}

TEST_WITH(points_of_more_cpus_than_an_axis_has_values_are_left_out, reset, NULL)
{
	struct bench_ctx ctx = {.suite = SUITE_FULL};
	uint64_t values[BENCH_AXIS_VALUES_MAX];

	fake.cpu_count = 200;
	assert_int_equal(skew_cpus(&ctx, values), BENCH_AXIS_VALUES_MAX);
	assert_int_equal(values[0], 1);
	assert_int_equal(values[BENCH_AXIS_VALUES_MAX - 1], BENCH_AXIS_VALUES_MAX);
	assert_string_equal(ctx.missing, "axis");
	assert_string_equal(ctx.detail, "of 200 CPUs, only the first 129 are checked");
}

TEST_WITH(number_of_pairs_is_limited_with_many_cpus, reset, NULL)
{
	struct bench_ctx ctx = {.suite = SUITE_FULL};
	uint64_t values[BENCH_AXIS_VALUES_MAX];
	const struct axis *axes = bench_named("mem.c2c")->axes;
	size_t firsts, pairs = 0;

	fake.cpu_count = 200;
	firsts = axes[0].values(&ctx, values);
	assert_string_equal(ctx.missing, "time");
	assert_non_null(strstr(ctx.detail, "253 of 19900 pairs"));
	for (ctx.point[0] = 0; ctx.point[0] < firsts; ctx.point[0]++)
		pairs += axes[1].values(&ctx, values);
	assert_int_equal(pairs, 253);
}

TEST_WITH(single_cpu_has_no_pair, reset, NULL)
{
	fake.capabilities &= ~(uint32_t)CAN_SMP;
	fake.cpu_count = 1;
	bench_run("mem.c2c");
	assert_string_equal(bench_skip_of(""), "smp");
}
