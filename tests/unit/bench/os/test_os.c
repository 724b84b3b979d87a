/* SPDX-License-Identifier: MIT */
/* Threads, processes and rings of tasks on the scripted machine,
 * which only pretends to have them. */
#include "tests/unit/unit.h"

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
	assert_int_equal(fake_record_count(WIRE_series), 2 + 2 * 3);
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
	fake.trial_status = -EAGAIN;
	bench_run("os.*");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_string_equal(bench_skip_of("between=threads"), "tasks");
}

TEST(without_memory_for_a_task_there_is_an_error)
{
	fake.trial_status = -ENOMEM;
	bench_run("os.thread_create");
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "there was no memory for a task");
}

TEST(a_ring_has_as_many_tasks_and_turns_as_its_point_says)
{
	const struct benchmark *bench = bench_named("os.switch_working_set");
	struct bench_ctx ctx = {.bench = bench, .point = {4, 16 << 10}};

	assert_int_equal(bench->setup(&ctx), 0);
	assert_int_equal(fake.ring.tasks, 4);
	assert_int_equal(fake.ring.working_set_bytes, 16 << 10);
	bench->run(&ctx, 64);
	assert_int_equal(fake.ring_turns, 16);
	bench->teardown(&ctx);
	assert_int_equal(fake.rings_open, 0);
}

TEST(under_an_operating_system_nobody_asks_for_pcids)
{
	fake.is_hosted = true;
	bench_run("os.switch_space");
	assert_int_equal(fake_record_count(WIRE_skip), 0);
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_false(fake.ring.with_pcid);
}

#define RESET(name) cmocka_unit_test_setup(name, reset)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RESET(tasks_do_their_work_and_a_copy_leaves_no_trace),
		RESET(a_copy_whose_writes_reach_its_original_is_an_error_and_no_number),
		RESET(a_limit_of_tasks_is_a_skip_that_names_it),
		RESET(without_memory_for_a_task_there_is_an_error),
		RESET(a_ring_has_as_many_tasks_and_turns_as_its_point_says),
		RESET(under_an_operating_system_nobody_asks_for_pcids),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
