/* SPDX-License-Identifier: MIT */
/* Threads, processes and rings of tasks on the scripted machine,
 * which only pretends to have them. */
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

TEST(tasks_do_their_work_and_a_copy_leaves_no_trace)
{
	bench_run("os.thread_*");
	bench_run("os.process_*");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_series), 2 * 2 + 2 * 3);
	assert_int_equal(fake.tasks_open, 0);
}

TEST(a_task_is_made_when_it_is_there_and_run_when_nothing_of_it_is_left)
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

TEST(a_copy_whose_writes_reach_its_original_is_an_error_and_no_number)
{
	fake.copies_leak = true;
	bench_run("os.process_run");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 3);
}

TEST(a_limit_of_tasks_is_a_skip_that_names_it)
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

TEST(stacks_that_nobody_can_choose_are_a_skip)
{
	fake.trial_status = -ENOTSUP;
	bench_run("os.thread_create");
	assert_string_equal(bench_skip_of("stack=fresh"), "stack");
	assert_string_equal(bench_skip_of("stack=pooled"), "stack");
}

TEST(without_memory_for_a_task_there_is_an_error)
{
	fake.task_status = -ENOMEM;
	bench_run("os.thread_create");
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "no memory for a task");
}

TEST(another_processs_events_are_not_counted_under_an_operating_system)
{
	struct options options = {.events = 1};

	fake.is_hosted = true;
	assert_int_equal(sampling_policy_for(&options, bench_named("os.process_run")).events, 0);
	assert_int_equal(sampling_policy_for(&options, bench_named("os.pipe")).events, 1);
	fake.is_hosted = false;
	assert_int_equal(sampling_policy_for(&options, bench_named("os.process_run")).events, 1);
}

TEST(a_ring_has_as_many_tasks_and_turns_as_its_point_says)
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

TEST(the_bare_machine_hands_over_in_both_rings_and_has_no_futex)
{
	bench_run("os.switch_thread");
	assert_int_equal(fake_record_count(WIRE_series), 2);
	assert_int_equal(fake.ring.cpu_ring, 3);
	assert_int_equal(fake.ring.by, RING_YIELD);
	bench_run("os.futex");
	assert_string_equal(bench_skip_of("between=threads"), "futex");
	assert_int_equal(fake_record_count(WIRE_series), 2);
}

TEST(under_an_operating_system_nobody_is_in_ring_0_or_asks_for_pcids)
{
	fake.is_hosted = true;
	bench_run("os.switch_space");
	assert_int_equal(fake_record_count(WIRE_skip), 1);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "ring_0");
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_int_equal(fake.ring.cpu_ring, 3);
	assert_false(fake.ring.with_pcid);
}

TEST(without_real_time_priority_giving_way_is_a_skip_that_says_so)
{
	fake.is_hosted = true;
	fake.trial_status = -EPERM;
	bench_run("os.switch_thread");
	assert_string_equal(bench_skip_of("ring=3"), "priority");
	assert_int_equal(fake_record_count(WIRE_series), 0);
}

TEST(a_process_timer_is_late_by_what_its_program_waited_longer)
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

TEST(a_wake_up_is_from_before_the_call_to_the_woken_thread_and_back)
{
	fake.is_hosted = true;
	fake.cpu_count = 1;
	fake.ipi_ticks = 450;
	bench_run("os.wake");
	assert_string_equal(bench_skip_of("by=futex"), "other_cpu");
	assert_int_equal(fake_record_count(WIRE_series), 3 * 3);
	assert_string_equal(fake_record(WIRE_series, 1)->series.stage, "one_way");
	assert_int_equal(bench_first_sample("call"), 300);
	assert_int_equal(bench_first_sample("one_way"), 450);
	assert_int_equal(bench_first_sample("round_trip"), 700);
	assert_int_equal(fake.wakes_open, 0);
	assert_int_equal(fake.woken_cpu, 0);
}

TEST(a_wake_up_on_another_cpu_is_by_both_clocks)
{
	fake.is_hosted = true;
	fake.cpu_count = 2;
	bench_run("os.wake");
	assert_int_equal(fake_record_count(WIRE_skip), 0);
	assert_int_equal(fake_record_count(WIRE_series), 3 * 3 + 3 * 4);
	assert_int_equal(fake.woken_cpu, 1);
}

TEST(what_a_wake_up_lacks_is_a_skip_that_names_it)
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

#define RESET(name) cmocka_unit_test_setup(name, reset)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RESET(a_process_timer_is_late_by_what_its_program_waited_longer),
		RESET(a_wake_up_is_from_before_the_call_to_the_woken_thread_and_back),
		RESET(a_wake_up_on_another_cpu_is_by_both_clocks),
		RESET(what_a_wake_up_lacks_is_a_skip_that_names_it),
		RESET(tasks_do_their_work_and_a_copy_leaves_no_trace),
		RESET(a_task_is_made_when_it_is_there_and_run_when_nothing_of_it_is_left),
		RESET(a_copy_whose_writes_reach_its_original_is_an_error_and_no_number),
		RESET(a_limit_of_tasks_is_a_skip_that_names_it),
		RESET(stacks_that_nobody_can_choose_are_a_skip),
		RESET(without_memory_for_a_task_there_is_an_error),
		RESET(another_processs_events_are_not_counted_under_an_operating_system),
		RESET(a_ring_has_as_many_tasks_and_turns_as_its_point_says),
		RESET(the_bare_machine_hands_over_in_both_rings_and_has_no_futex),
		RESET(under_an_operating_system_nobody_is_in_ring_0_or_asks_for_pcids),
		RESET(without_real_time_priority_giving_way_is_a_skip_that_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
