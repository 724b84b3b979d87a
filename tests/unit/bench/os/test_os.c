/* SPDX-License-Identifier: MIT */
/* Threads, processes and rings of tasks on the scripted machine, which simulates them. */
#include "tests/unit/unit.h"

#include "bench/engine/sampling_policy.h"
#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

static int reset(void **state)
{
	(void)state;
	fake_reset();
	fake.capabilities = CAN_THREADS | CAN_PROCESSES;
	fake.time_base = TIME_INSTRUCTIONS;
	return 0;
}

TEST_WITH(tasks_do_their_work_and_a_copy_leaves_no_trace, reset, NULL)
{
	bench_run("os.thread_*");
	bench_run("os.process_*");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_series), 2 * 2 + 2 * 3);
	assert_int_equal(fake.tasks_open, 0);
}

TEST_WITH(creation_time_ends_when_the_task_exists_and_run_time_when_it_is_gone, reset, NULL)
{
	const struct benchmark *create = bench_named("os.thread_create");
	struct bench_ctx ctx = {.bench = create, .state = (uint64_t[4]){0}, .point = {STACK_FRESH}};
	uint64_t values[BENCH_STAGES_MAX];

	fake.task_ticks = 1000;
	assert_int_equal(create->setup(&ctx), 0);
	assert_int_equal(fake.task.stack, STACK_FRESH);
	assert_int_equal(create->sample(&ctx, values), 0);
	assert_int_equal(values[0], 1000);
	assert_int_equal(bench_named("os.thread_run")->sample(&ctx, values), 0);
	assert_int_equal(values[0], 2000);
}

TEST_WITH(switch_that_changes_registers_is_a_failed_check, reset, NULL)
{
	bench_run("os.switch_*");
	assert_null(fake_record(WIRE_failed_check, 0));
	fake.changed_registers = 1 << 5;
	bench_run("os.switch_thread");
	assert_string_equal(fake_record(WIRE_failed_check, 0)->failed_check.check, "registers");
}

TEST_WITH(task_without_own_memory_is_a_failed_check, reset, NULL)
{
	fake.tasks_without_memory = 3;
	bench_run("os.switch_thread");
	assert_null(fake_record(WIRE_failed_check, 0));
	bench_run("os.switch_working_set");
	assert_string_equal(fake_record(WIRE_failed_check, 0)->failed_check.check, "working_set");
}

TEST_WITH(copy_that_writes_to_its_original_is_an_error_without_a_metric, reset, NULL)
{
	fake.copies_leak = true;
	bench_run("os.process_run");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 3);
}

TEST_WITH(task_limit_is_named_in_a_skip_record, reset, NULL)
{
	fake.is_hosted = true;
	fake.trial_status = fake.wake_open_status = -EAGAIN;
	bench_run("os.*");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_string_equal(bench_skip_of("stack=fresh"), "tasks");
	assert_string_equal(bench_skip_of("ring=3 between=threads"), "tasks");
	assert_string_equal(bench_skip_of("between=processes"), "tasks");
}

TEST_WITH(unselectable_stacks_are_skipped, reset, NULL)
{
	fake.trial_status = -ENOTSUP;
	bench_run("os.thread_create");
	assert_string_equal(bench_skip_of("stack=fresh"), "stack");
	assert_string_equal(bench_skip_of("stack=pooled"), "stack");
}

TEST_WITH(missing_memory_for_a_task_is_an_error, reset, NULL)
{
	fake.task_status = -ENOMEM;
	bench_run("os.thread_create");
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "no memory for a task");
}

TEST_WITH(events_of_another_process_are_not_counted_under_an_operating_system, reset, NULL)
{
	struct options options = {.events = 1};

	fake.is_hosted = true;
	assert_int_equal(sampling_policy_for(&options, bench_named("os.process_run")).events, 0);
	assert_int_equal(sampling_policy_for(&options, bench_named("os.pipe")).events, 1);
	fake.is_hosted = false;
	assert_int_equal(sampling_policy_for(&options, bench_named("os.process_run")).events, 1);
}

TEST_WITH(ring_has_the_tasks_and_rounds_of_its_point, reset, NULL)
{
	const struct benchmark *bench = bench_named("os.switch_working_set");
	struct bench_ctx ctx = {.bench = bench, .point = {3, 4, 16 << 10}};

	assert_int_equal(bench->setup(&ctx), 0);
	assert_int_equal(fake.ring.cpu_ring, 3);
	assert_int_equal(fake.ring.by, RING_CHANNEL);
	assert_int_equal(fake.ring.tasks, 4);
	assert_int_equal(fake.ring.working_set_bytes, 16 << 10);
	bench->run(&ctx, 64);
	assert_int_equal(fake.ring_turns, 16);
	bench->teardown(&ctx);
	assert_int_equal(fake.rings_open, 0);
}

TEST_WITH(bare_metal_switches_in_both_rings_and_has_no_futex, reset, NULL)
{
	bench_run("os.switch_thread");
	assert_int_equal(fake_record_count(WIRE_series), 3);
	assert_int_equal(fake.ring.cpu_ring, 3);
	assert_int_equal(fake.ring.by, RING_YIELD);
	bench_run("os.futex");
	assert_string_equal(bench_skip_of("between=threads"), "futex");
	assert_int_equal(fake_record_count(WIRE_series), 3);
}

/* Kernel threads have no extended state; the host's CPU decides on XSAVE or FXSAVE. */
TEST_WITH(tasks_in_ring_3_also_switch_with_their_extended_state, reset, NULL)
{
	bench_run("os.switch_thread");
	assert_string_equal(fake_record(WIRE_series, 0)->series.point, "ring=0 state=none");
	assert_string_equal(fake_record(WIRE_series, 1)->series.point, "ring=3 state=none");
	assert_int_not_equal(fake.ring.state, STATE_NONE);
	reset(NULL);
	fake.is_hosted = true;
	bench_run("os.switch_thread");
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_int_not_equal(fake.ring.state, STATE_NONE);
}

TEST_WITH(operating_system_has_no_ring_0_tasks_and_no_pcid_choice, reset, NULL)
{
	fake.is_hosted = true;
	bench_run("os.switch_space");
	assert_int_equal(fake_record_count(WIRE_skip), 1);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "ring_0");
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_int_equal(fake.ring.cpu_ring, 3);
	assert_false(fake.ring.with_pcid);
}

TEST_WITH(yield_without_real_time_priority_is_skipped_with_the_reason, reset, NULL)
{
	fake.is_hosted = true;
	fake.trial_status = -EPERM;
	bench_run("os.switch_thread");
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 1)->skip.missing, "priority");
	assert_int_equal(fake_record_count(WIRE_series), 0);
}

TEST_WITH(process_timer_latency_is_the_additional_wait_of_the_program, reset, NULL)
{
	bench_run("os.timer");
	assert_string_equal(bench_skip_of("by=signal"), "process");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	reset(NULL);
	fake.is_hosted = true;
	fake.late_ticks = 700;
	bench_run("os.timer");
	assert_int_equal(fake_record_count(WIRE_series), 2);
	assert_string_equal(fake_record(WIRE_series, 0)->series.stage, "delivery");
}

TEST_WITH(wake_up_lasts_from_before_the_call_to_the_woken_thread, reset, NULL)
{
	fake.is_hosted = true;
	fake.cpu_count = 1;
	fake.ipi_ticks = 450;
	bench_run("os.wake");
	assert_string_equal(bench_skip_of("by=futex"), "other_cpu");
	assert_int_equal(fake_record_count(WIRE_series), 4 * 3);
	assert_string_equal(fake_record(WIRE_series, 1)->series.stage, "one_way");
	assert_int_equal(bench_first_sample("call"), 300);
	assert_int_equal(bench_first_sample("one_way"), 450);
	assert_int_equal(bench_first_sample("round_trip"), 700);
	assert_int_equal(fake.wakes_open, 0);
	assert_int_equal(fake.woken_cpu, 0);
}

TEST_WITH(wake_up_on_another_cpu_uses_both_clocks, reset, NULL)
{
	fake.is_hosted = true;
	fake.cpu_count = 2;
	bench_run("os.wake");
	assert_int_equal(fake_record_count(WIRE_skip), 0);
	assert_int_equal(fake_record_count(WIRE_series), 4 * 3 + 4 * 4);
	assert_int_equal(fake.woken_cpu, 1);
}

TEST_WITH(missing_wake_up_capability_is_named_in_a_skip_record, reset, NULL)
{
	bench_run("os.wake");
	assert_string_equal(bench_skip_of("by=futex cpu=same"), "process");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	reset(NULL);
	fake.is_hosted = true;
	fake.wake_open_status = -ENODEV;
	bench_run("os.wake");
	assert_string_equal(bench_skip_of("by=datagram cpu=same"), "loopback");
	reset(NULL);
	fake.is_hosted = true;
	fake.trial_status = -ETIMEDOUT;
	bench_run("os.wake");
	assert_string_equal(bench_skip_of("by=futex cpu=same"), "cpu_time");
	assert_int_equal(fake.wakes_open, 0);
}
