/* SPDX-License-Identifier: MIT */
/* Workloads of interactions as data: that every step of every script can be carried out, and which
 * of them are run on which machine. */
#include "tests/unit/unit.h"

#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_disk.h"
#include "tests/unit/bench/fake_platform.h"
#include "tests/unit/bench/flow/script_check.h"

TEST(every_step_of_every_workload_can_be_carried_out)
{
	fake.flow_check = script_check;
	bench_run("flow.*");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	bench_run("test.flow_overflow");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	bench_run("test.flow_burst");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	fake.cpu_count = 3;
	bench_run_with("flow.remote", "flow.nodes", "3");
	assert_int_equal(fake.flow_run.further_nodes, 2);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	bench_run("flow.forward");
	assert_int_equal(fake.flow_run.further_nodes, 2);
	assert_string_equal(fake.flow_name, "flow.forward recorder=on nodes=3 cpus=3");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
}

/* Its log would be of node 0, as that of each other machine. */
TEST(a_workload_of_one_node_is_left_out_where_machines_are_nodes)
{
	bench_run_with("flow.echo", "flow.link", "serial");
	assert_int_equal(fake.nets_open, 0);
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_true(fake_record_count(WIRE_skip) > 0);
	for (size_t i = 0; i < fake_record_count(WIRE_skip); i++)
		assert_string_equal(fake_record(WIRE_skip, i)->skip.missing, "nodes");
}

TEST(what_an_event_costs_is_measured_where_machines_are_nodes_too)
{
	bench_run_with("flow.record", "flow.link", "serial");
	assert_int_equal(fake_record_count(WIRE_skip), 0);
	assert_true(fake_record_count(WIRE_series) > 0);
}

TEST(nodes_are_as_many_as_the_command_line_says_and_have_clocks_of_their_own)
{
	bench_run_with("flow.remote", "flow.offset", "-30ms");
	assert_int_equal(fake.flow_run.further_nodes, 1);
	assert_int_equal(fake.flow_run.planted.offset_ns, -30000000);
	assert_string_equal(fake.flow_name,
			    "flow.remote recorder=on nodes=2 cpus=2 disk=simulated");
	bench_run_with("flow.remote", "flow.drift", "-100");
	assert_int_equal(fake.flow_run.planted.drift_ppb, -100000);
}

/* usage: TOLD is what the skip record says the machine lacks. */
static void assert_skipped(const char *nodes, const char *told)
{
	fake.flow_name[0] = '\0';
	bench_run_with("flow.remote", "flow.nodes", nodes);
	assert_string_equal(fake.flow_name, "");
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, told);
}

TEST(nodes_without_a_cpu_each_are_skipped)
{
	assert_skipped("3", "smp");
}

TEST(more_nodes_than_there_is_work_for_are_skipped)
{
	fake.cpu_count = 4;
	assert_skipped("4", "nodes");
}

static void be_real(void)
{
	script_reset(NULL);
	fake.time_base = TIME_REAL;
}

TEST(a_node_that_is_a_machine_needs_one_cpu_and_the_first_has_figures)
{
	be_real();
	fake.cpu_count = 1;
	bench_run_as_node("flow.remote", "0");
	assert_int_equal(fake_record_count(WIRE_skip), 0);
	assert_int_equal(fake.flow_run.carrier, FLOW_BY_SERIAL);
	assert_int_equal(fake.flow_run.self, 0);
	assert_int_equal(fake.flow_run.cpus, 1);
	assert_string_equal(fake.flow_name,
			    "flow.remote recorder=on nodes=2 cpus=2 disk=simulated");
	assert_int_equal(fake.flow_served, 0);
	assert_int_equal(bench_first_sample(""), 5000);
}

TEST(a_machine_that_serves_has_a_skip_record_and_no_number)
{
	uint32_t key;

	be_real();
	bench_run_as_node("flow.remote", "0");
	key = fake.flow_run.key;
	be_real();
	bench_run_as_node("flow.remote", "1");
	assert_int_equal(fake.flow_run.self, 1);
	assert_int_equal(fake.flow_run.key, key);
	assert_int_equal(fake.flow_served, 2);
	assert_int_equal(fake.flow_runs, 0);
	assert_int_equal(fake.nets_open, 0);
	assert_string_equal(fake.flow_name,
			    "flow.remote recorder=on nodes=2 cpus=2 disk=simulated");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "response");
}

/* usage: what opening returns, and what that says the machine lacks. */
static void assert_apart_skipped(enum platform_time_base time_base, int status, const char *told)
{
	be_real();
	fake.time_base = time_base;
	fake.trial_status = status;
	bench_run_as_node("flow.remote", "0");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, told);
}

TEST(a_workload_with_routes_that_no_serial_line_takes_is_skipped)
{
	be_real();
	bench_run_as_node("flow.forward", "1");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "link");
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.detail,
			    "no serial line from node 1 to node 2");
}

TEST(machines_that_can_not_be_reached_are_skipped)
{
	assert_apart_skipped(TIME_REAL, -ENODEV, "link");
	assert_apart_skipped(TIME_REAL, -ETIMEDOUT, "nodes");
	assert_apart_skipped(TIME_REAL, -EBUSY, "nodes");
	assert_apart_skipped(TIME_INSTRUCTIONS, 0, "time");
}

TEST(what_a_run_recorded_is_named_after_its_point)
{
	bench_run("flow.echo");
	assert_string_equal(fake.flow_name, "flow.echo recorder=metered cpus=2 serial=simulated");
	assert_int_equal(fake.nets_open, 0);
	assert_int_equal(bench_first_sample(""), 5000);
}

TEST(objects_that_the_command_line_names_are_scaled)
{
	bench_run_with("flow.echo", "flow.scale", "serial:50,cpu:200,line_buffer:0");
	assert_int_equal(fake.flow_run.scale_count, 3);
	assert_string_equal(fake.flow_run.script->objects[3].name, "serial");
	assert_int_equal(fake.flow_run.scales[0].objects[0], flow_bit(3));
	assert_int_equal(fake.flow_run.scales[0].percent, 50);
	assert_false(fake.flow_run.scales[0].is_of_cpu);
	assert_int_equal(fake.flow_run.scales[1].objects[0], 0);
	assert_true(fake.flow_run.scales[1].is_of_cpu);
	assert_int_equal(fake.flow_run.scales[2].percent, 0);
	assert_int_equal(fake_record_count(WIRE_warning), 0);
}

TEST(an_object_that_a_workload_has_not_is_warned_of)
{
	bench_run_with("flow.echo", "flow.scale", "disk:50");
	assert_int_equal(fake.flow_run.scale_count, 0);
	assert_true(fake_record_count(WIRE_warning) > 0);
	assert_string_equal(fake_record(WIRE_warning, 0)->warning.text,
			    "flow.echo: no object 'disk'");
}

TEST(a_workload_that_does_not_end_is_an_error_and_no_number)
{
	fake.flow_status = -EIO;
	bench_run("flow.files");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "the workload did not finish");
}

TEST(rings_that_memory_has_no_room_for_are_a_skip)
{
	fake.trial_status = -ENOMEM;
	bench_run("flow.message");
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "memory");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RESET(every_step_of_every_workload_can_be_carried_out),
		RESET(a_workload_of_one_node_is_left_out_where_machines_are_nodes),
		RESET(what_an_event_costs_is_measured_where_machines_are_nodes_too),
		RESET(nodes_are_as_many_as_the_command_line_says_and_have_clocks_of_their_own),
		RESET(nodes_without_a_cpu_each_are_skipped),
		RESET(more_nodes_than_there_is_work_for_are_skipped),
		RESET(a_node_that_is_a_machine_needs_one_cpu_and_the_first_has_figures),
		RESET(a_machine_that_serves_has_a_skip_record_and_no_number),
		RESET(a_workload_with_routes_that_no_serial_line_takes_is_skipped),
		RESET(machines_that_can_not_be_reached_are_skipped),
		RESET(what_a_run_recorded_is_named_after_its_point),
		RESET(objects_that_the_command_line_names_are_scaled),
		RESET(an_object_that_a_workload_has_not_is_warned_of),
		RESET(a_workload_that_does_not_end_is_an_error_and_no_number),
		RESET(rings_that_memory_has_no_room_for_are_a_skip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
