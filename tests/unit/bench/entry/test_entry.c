/* SPDX-License-Identifier: MIT */
/* cpu.* and entry.* on a scripted machine: what is measured, and what the machine lacks. */
#include "tests/unit/unit.h"

#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

/* ---- cpu ---- */

TEST(without_privileges_the_instructions_that_need_them_are_skipped_by_name)
{
	bench_run("cpu.instruction");
	assert_null(bench_skip_of("instruction=rdtsc"));
	assert_null(bench_skip_of("instruction=retpoline_call"));
	assert_string_equal(bench_skip_of("instruction=invlpg"), "privileged");
	assert_string_equal(bench_skip_of("instruction=mov_cr3"), "privileged");
	assert_string_equal(bench_skip_of("instruction=port_in"), "privileged");
	assert_string_equal(bench_skip_of("instruction=hpet_read"), "privileged");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
}

TEST(calls_are_measured_with_none_to_seven_arguments_in_both_ways)
{
	bench_run("cpu.call");
	assert_int_equal(fake_record_count(WIRE_series), 2 * 8);
	assert_string_equal(fake_record(WIRE_series, 0)->series.point, "arguments=0");
	assert_string_equal(fake_record(WIRE_series, 15)->series.point, "arguments=7");
	assert_string_equal(fake_record(WIRE_series, 15)->series.stage, "2n");
}

/* ---- entry ---- */

TEST(an_entrys_samples_are_what_user_mode_timed)
{
	fake.user_ticks = 7;
	bench_run("entry.round_trip");
	assert_int_equal(fake_record_count(WIRE_series), 5);
	assert_string_equal(fake_record(WIRE_series, 4)->series.point, "path=none");
	assert_int_equal(fake_record(WIRE_series, 0)->series.iterations, 1000);
	assert_int_equal(fake_record(WIRE_series, 0)->series.timed, 0);
	assert_int_equal(bench_first_sample(""), 7000);
	assert_int_equal(fake.entries_open, 0);
}

TEST(a_way_of_entry_the_machine_lacks_is_skipped_by_name)
{
	fake.trial_status = -ENOTSUP;
	bench_run("entry.round_trip");
	assert_string_equal(bench_skip_of("path=sysenter"), "sysenter");
	assert_string_equal(bench_skip_of("path=call_gate"), "call_gate");
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_int_equal(fake.entries_open, 0);
}

TEST(the_price_list_skips_what_the_cpu_lacks_and_measures_the_rest)
{
	size_t series, skips;

	bench_run("entry.mitigation");
	series = fake_record_count(WIRE_series);
	skips = fake_record_count(WIRE_skip);
	assert_true(series >= 3);
	assert_int_equal(series + skips, 7);
	assert_int_equal(fake.entries_open, 0);
}

/* ---- What is known beforehand ---- */

#define CLEAN(name) cmocka_unit_test_setup(name, bench_run_reset)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CLEAN(without_privileges_the_instructions_that_need_them_are_skipped_by_name),
		CLEAN(calls_are_measured_with_none_to_seven_arguments_in_both_ways),
		CLEAN(an_entrys_samples_are_what_user_mode_timed),
		CLEAN(a_way_of_entry_the_machine_lacks_is_skipped_by_name),
		CLEAN(the_price_list_skips_what_the_cpu_lacks_and_measures_the_rest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
