/* SPDX-License-Identifier: MIT */
/* Devices of workloads: the machine's real ones if present, otherwise simulated ones. The point
 * says which, and an unusable real device is named. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_disk.h"
#include "tests/unit/bench/fake_platform.h"

static int reset(void **state)
{
	(void)state;
	fake_reset();
	fake.capabilities = CAN_INTERACTIONS;
	return 0;
}

static unsigned skips_of(const char *missing)
{
	unsigned count = 0;

	for (size_t i = 0; i < fake_record_count(WIRE_skip); i++)
		count += strcmp(fake_record(WIRE_skip, i)->skip.missing, missing) == 0;
	return count;
}

/* Every skip record for this missing device must name it. */
static void assert_named(const char *missing, const char *device)
{
	assert_true(skips_of(missing) > 0);
	for (size_t i = 0; i < fake_record_count(WIRE_skip); i++) {
		const struct wire_skip *skip = &fake_record(WIRE_skip, i)->skip;

		if (strcmp(skip->missing, missing) == 0)
			assert_non_null(strstr(skip->detail, device));
	}
}

static unsigned count_series(const char *part)
{
	unsigned count = 0;

	for (size_t i = 0; i < fake_record_count(WIRE_series); i++)
		count += strstr(fake_record(WIRE_series, i)->series.point, part) != NULL;
	return count;
}

TEST_WITH(existing_disk_is_used_and_named_in_the_point, reset, NULL)
{
	bench_run("flow.files");
	assert_string_equal(fake.flow_name, "flow.files recorder=metered cpus=1 disk=fake0");
	assert_int_equal(fake.flow_run.real.disk, 1);
	assert_int_equal(fake.flow_run.real.pattern_sectors, fake_disk.facts.sectors);
	assert_false(fake.flow_run.real.has_line);
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}

TEST_WITH(missing_disk_is_simulated_and_the_point_says_so, reset, NULL)
{
	fake_disk.count = 0;
	bench_run("flow.files");
	assert_string_equal(fake.flow_name, "flow.files recorder=metered cpus=1 disk=simulated");
	assert_int_equal(fake.flow_run.real.disk, 0);
	assert_int_equal(skips_of("disk"), 0);
}

TEST_WITH(device_that_is_no_disk_gives_no_skip_record, reset, NULL)
{
	fake_disk.probe_status = -ENODEV;
	bench_run("flow.files");
	assert_string_equal(fake.flow_name, "flow.files recorder=metered cpus=1 disk=simulated");
	assert_int_equal(skips_of("disk"), 0);
}

TEST_WITH(unusable_disk_is_named, reset, NULL)
{
	fake_disk.facts.can_interrupt = false;
	bench_run("flow.files");
	assert_string_equal(fake.flow_name, "flow.files recorder=metered cpus=1 disk=simulated");
	assert_named("disk", "fake0");
}

TEST_WITH(disk_that_is_too_small_is_named, reset, NULL)
{
	fake_disk.facts.sectors = FLOW_DISK_BLOCKS - 1;
	bench_run("flow.files");
	assert_string_equal(fake.flow_name, "flow.files recorder=metered cpus=1 disk=simulated");
	assert_named("capacity", "fake0");
}

TEST_WITH(real_disk_is_used_with_one_cpu_only_if_ticks_are_instructions, reset, NULL)
{
	fake.time_base = TIME_INSTRUCTIONS;
	fake.cpu_count = 2;
	bench_run("flow.files");
	assert_string_equal(fake.flow_name, "flow.files recorder=metered cpus=2 disk=simulated");
	assert_int_equal(count_series("cpus=1 disk=fake0"), 3);
	assert_int_equal(count_series("cpus=2 disk=simulated"), 3);
	assert_int_equal(skips_of("host_time"), 3);
}

TEST_WITH(unreadable_first_sector_is_an_error_that_names_the_disk, reset, NULL)
{
	fake_disk.read_status = -EIO;
	bench_run("flow.files");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "fake0: cannot read the first sector");
	assert_int_equal(fake_disk.opens, fake_disk.closes);
}

TEST_WITH(existing_serial_line_is_used_and_named_in_the_point, reset, NULL)
{
	fake.flow_line = "com2";
	bench_run("flow.echo");
	assert_string_equal(fake.flow_name, "flow.echo recorder=metered cpus=1 serial=com2");
	assert_true(fake.flow_run.real.has_line);
	assert_int_equal(fake.flow_run.real.disk, 0);
}

TEST_WITH(unusable_serial_line_is_named, reset, NULL)
{
	fake.flow_line_missing_reason = "com2: no interrupt";
	bench_run("flow.command");
	assert_string_equal(fake.flow_name,
			    "flow.command recorder=metered cpus=1 serial=simulated");
	assert_named("serial", "com2: no interrupt");
}

TEST_WITH(real_device_time_is_not_scaled_and_a_warning_says_so, reset, NULL)
{
	fake.flow_line = "com2";
	bench_run_with("flow.echo", "flow.scale", "serial:50");
	assert_string_equal(fake_record(WIRE_warning, 0)->warning.text,
			    "flow.echo: 'serial' is a real device and cannot be scaled");
	fake_reset();
	fake.capabilities = CAN_INTERACTIONS;
	bench_run_with("flow.echo", "flow.scale", "serial:50");
	assert_int_equal(fake_record_count(WIRE_warning), 0);
}

TEST_WITH(real_device_failure_is_the_reported_error, reset, NULL)
{
	fake.flow_status = -EIO;
	fake.flow_problem = "fake0 could not read 512 bytes at sector 1";
	bench_run("flow.files");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "the workload did not finish: fake0 could not read 512 bytes "
			    "at sector 1");
}

/* On bare metal the same error is one of a device. */
TEST_WITH(what_a_process_lacks_is_skipped_with_the_reason, reset, NULL)
{
	fake.trial_status = -ENOTSUP;
	fake.flow_problem = "the kernel's trace needs root";
	bench_run("flow.echo");
	assert_int_equal(skips_of("interactions"), 0);
	assert_true(fake_record_count(WIRE_fault) > 0);
	fake_reset();
	fake.capabilities = CAN_INTERACTIONS;
	fake.is_hosted = true;
	fake.trial_status = -ENOTSUP;
	fake.flow_problem = "the kernel's trace needs root";
	bench_run("flow.echo");
	assert_named("interactions", "the kernel's trace needs root");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
}
