/* SPDX-License-Identifier: MIT */
/* What loader and kernel noted of firmware becomes samples; the rest is skipped. */
#include "tests/unit/unit.h"

#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

static struct service_times services;
static struct boot_times boot;

static int reset(void **state)
{
	services = (struct service_times){.are_measured = true, .has_summed_4k = true};
	for (unsigned i = 0; i < SERVICE_COUNT; i++) {
		for (unsigned j = 0; j < SERVICE_SAMPLES; j++)
			services.ticks[i][j] = 1000 * i + 100 + j;
		services.calls[i] = SERVICE_SAMPLES + 1;
	}
	boot = (struct boot_times){5000, 300, 7000, 9000};
	return bench_run_reset(state);
}

TEST_WITH(every_service_has_its_samples, reset, NULL)
{
	fake.service_times = &services;
	bench_run_full("firmware.service");
	assert_int_equal(bench_count_series("service=", ""), SERVICE_COUNT);
	assert_null(bench_skip_of("service=get_time"));
	assert_int_equal(bench_first_sample(""), 100);
	assert_int_equal(fake_record_count(WIRE_failed_check), 0);
}

TEST_WITH(other_calls_than_claimed_are_a_failed_check, reset, NULL)
{
	fake.service_times = &services;
	services.calls[SERVICE_get_time]--;
	services.calls[SERVICE_get_variable]++;
	services.has_summed_4k = false;
	bench_run_full("firmware.service");
	assert_int_equal(fake_record_count(WIRE_failed_check), 3);
}

TEST_WITH(service_that_fails_is_skipped, reset, NULL)
{
	fake.service_times = &services;
	services.errors[SERVICE_get_variable] = 14;
	bench_run_full("firmware.service");
	assert_string_equal(bench_skip_of("service=get_variable"), "service");
	assert_int_equal(bench_count_series("service=", ""), SERVICE_COUNT - 1);
}

TEST_WITH(services_need_a_loader_that_measures, reset, NULL)
{
	bench_run_full("firmware.service");
	assert_string_equal(bench_skip_of("service=get_time"), "uefi");
	assert_int_equal(bench_count_series("service=", ""), 0);
	services.are_measured = false;
	fake.service_times = &services;
	bench_run_full("firmware.service");
	assert_int_equal(bench_count_series("service=", ""), 0);
}

TEST_WITH(every_runtime_service_that_succeeds_is_measured, reset, NULL)
{
	fake.capabilities |= CAN_PRIVILEGED;
	fake.runtime_status[RUNTIME_get_variable] = 14;
	bench_run_full("firmware.runtime");
	assert_string_equal(bench_skip_of("service=get_variable"), "service");
	assert_int_equal(bench_count_series("service=", ""), RUNTIME_COUNT - 1);
}

TEST_WITH(runtime_services_need_uefi, reset, NULL)
{
	fake.capabilities |= CAN_PRIVILEGED;
	fake.runtime_problem = "needs a start by UEFI";
	bench_run_full("firmware.runtime");
	assert_string_equal(bench_skip_of("service=get_time"), "uefi");
	assert_int_equal(bench_count_series("service=", ""), 0);
}

TEST_WITH(boot_is_the_sum_of_its_phases_without_measurements, reset, NULL)
{
	fake.boot_times = &boot;
	bench_run_full("firmware.boot");
	assert_int_equal(bench_first_sample("firmware"), 5000);
	assert_int_equal(bench_first_sample("loader"), 1700);
	assert_int_equal(bench_first_sample("kernel"), 2000);
	assert_int_equal(bench_first_sample("total"), 8700);
}

TEST_WITH(boot_without_our_loader_has_no_phase_of_it, reset, NULL)
{
	boot.loader_tsc = boot.measuring_ticks = 0;
	fake.boot_times = &boot;
	bench_run_full("firmware.boot");
	assert_int_equal(bench_first_sample("firmware"), 7000);
	assert_int_equal(bench_count_series("", "loader"), 0);
	assert_int_equal(bench_first_sample("total"), 9000);
}

TEST_WITH(clock_that_goes_back_is_an_error, reset, NULL)
{
	boot.kernel_tsc = 4000;
	fake.boot_times = &boot;
	bench_run_full("firmware.boot");
	assert_int_equal(bench_count_series("", "total"), 0);
}
