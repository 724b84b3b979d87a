/* SPDX-License-Identifier: MIT */
/* Workload scripts: each step can be executed, and each workload runs on the right machines. */
#include "tests/unit/unit.h"

#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_disk.h"
#include "tests/unit/bench/fake_platform.h"
#include "tests/unit/bench/flow/script_check.h"

RESET_TEST(every_step_of_every_workload_can_be_executed)
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

/* Its log would be node 0's, like that of every other machine. */
RESET_TEST(one_node_workload_is_omitted_if_machines_are_nodes)
{
	bench_run_with("flow.echo", "flow.link", "serial");
	assert_int_equal(fake.nets_open, 0);
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_true(fake_record_count(WIRE_skip) > 0);
	for (size_t i = 0; i < fake_record_count(WIRE_skip); i++)
		assert_string_equal(fake_record(WIRE_skip, i)->skip.missing, "nodes");
}

RESET_TEST(recorder_cost_is_measured_on_nodes_too)
{
	bench_run_with("flow.record", "flow.link", "serial");
	assert_int_equal(fake_record_count(WIRE_skip), 0);
	assert_true(fake_record_count(WIRE_series) > 0);
}

RESET_TEST(number_of_nodes_follows_the_command_line_and_each_has_its_clock)
{
	bench_run_with("flow.remote", "flow.offset", "-30ms");
	assert_int_equal(fake.flow_run.further_nodes, 1);
	assert_int_equal(fake.flow_run.skew.offset_ns, -30000000);
	assert_string_equal(fake.flow_name,
			    "flow.remote recorder=on nodes=2 cpus=2 disk=simulated");
	bench_run_with("flow.remote", "flow.drift", "-100");
	assert_int_equal(fake.flow_run.skew.drift_ppb, -100000);
}

/* usage: `missing` is the capability named in the skip record. */
static void assert_skipped(const char *nodes, const char *missing)
{
	fake.flow_name[0] = '\0';
	bench_run_with("flow.remote", "flow.nodes", nodes);
	assert_string_equal(fake.flow_name, "");
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, missing);
}

RESET_TEST(nodes_without_one_cpu_each_are_skipped)
{
	assert_skipped("3", "smp");
}

RESET_TEST(more_nodes_than_the_workload_uses_are_skipped)
{
	fake.cpu_count = 4;
	assert_skipped("4", "nodes");
}

static void use_real_time(void)
{
	script_reset(NULL);
	fake.time_base = TIME_REAL;
}

RESET_TEST(node_machine_needs_one_cpu_and_only_node_0_has_metrics)
{
	use_real_time();
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

RESET_TEST(server_machine_has_a_skip_record_and_no_metric)
{
	uint32_t key;

	use_real_time();
	bench_run_as_node("flow.remote", "0");
	key = fake.flow_run.key;
	use_real_time();
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

/* usage: the result of opening, and the missing capability that it stands for. */
static void assert_apart_skipped(enum time_base time_base, int status, const char *missing)
{
	use_real_time();
	fake.time_base = time_base;
	fake.trial_status = status;
	bench_run_as_node("flow.remote", "0");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, missing);
}

RESET_TEST(routed_workload_without_a_serial_line_is_skipped)
{
	use_real_time();
	bench_run_as_node("flow.forward", "1");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "link");
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.detail,
			    "no serial line from node 1 to node 2");
}

RESET_TEST(unreachable_machines_are_skipped)
{
	assert_apart_skipped(TIME_REAL, -ENODEV, "link");
	assert_apart_skipped(TIME_REAL, -ETIMEDOUT, "nodes");
	assert_apart_skipped(TIME_REAL, -EBUSY, "nodes");
	assert_apart_skipped(TIME_INSTRUCTIONS, 0, "time");
}

RESET_TEST(recorded_trace_is_named_after_its_point)
{
	bench_run("flow.echo");
	assert_string_equal(fake.flow_name, "flow.echo recorder=metered cpus=2 serial=simulated");
	assert_int_equal(fake.nets_open, 0);
	assert_int_equal(bench_first_sample(""), 5000);
}

RESET_TEST(objects_named_on_the_command_line_are_scaled)
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

RESET_TEST(unknown_object_gives_a_warning)
{
	bench_run_with("flow.echo", "flow.scale", "disk:50");
	assert_int_equal(fake.flow_run.scale_count, 0);
	assert_true(fake_record_count(WIRE_warning) > 0);
	assert_string_equal(fake_record(WIRE_warning, 0)->warning.text,
			    "flow.echo: no object 'disk'");
}

RESET_TEST(workload_without_an_end_is_an_error_without_a_metric)
{
	fake.flow_status = -EIO;
	bench_run("flow.files");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "the workload did not finish");
}

RESET_TEST(rings_too_large_for_memory_are_skipped)
{
	fake.trial_status = -ENOMEM;
	bench_run("flow.message");
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "memory");
}
