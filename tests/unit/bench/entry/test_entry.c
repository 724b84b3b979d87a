/* SPDX-License-Identifier: MIT */
/* cpu.* and entry.* on a scripted machine: measured operations and missing capabilities. */
#include "tests/unit/unit.h"

#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

/* ---- cpu ---- */

TEST_WITH(privileged_instructions_are_skipped_by_name, bench_run_reset, NULL)
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

TEST_WITH(calls_with_0_to_7_arguments_are_measured_by_both_methods, bench_run_reset, NULL)
{
	bench_run("cpu.call");
	assert_int_equal(fake_record_count(WIRE_series), 2 * 8);
	assert_string_equal(fake_record(WIRE_series, 0)->series.point, "arguments=0");
	assert_string_equal(fake_record(WIRE_series, 15)->series.point, "arguments=7");
	assert_string_equal(fake_record(WIRE_series, 15)->series.stage, "2n");
}

/* ---- entry ---- */

TEST_WITH(entry_samples_are_the_times_of_user_mode, bench_run_reset, NULL)
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

TEST_WITH(loop_that_enters_less_often_than_it_says_is_a_failed_check, bench_run_reset, NULL)
{
	bench_run("entry.null_syscall");
	assert_int_equal(fake_record_count(WIRE_failed_check), 0);
	fake.entries_missed = 1;
	bench_run("entry.null_syscall");
	assert_int_equal(fake_record_count(WIRE_failed_check), 2);
	assert_string_equal(fake_record(WIRE_failed_check, 0)->failed_check.check, "entries");
}

TEST_WITH(missing_entry_instruction_is_skipped_by_name, bench_run_reset, NULL)
{
	fake.trial_status = -ENOTSUP;
	bench_run("entry.round_trip");
	assert_string_equal(bench_skip_of("path=sysenter"), "sysenter");
	assert_string_equal(bench_skip_of("path=call_gate"), "call_gate");
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_int_equal(fake.entries_open, 0);
}

TEST_WITH(unsupported_instructions_are_skipped_and_the_others_measured, bench_run_reset, NULL)
{
	size_t series, skips;

	bench_run("entry.mitigation");
	series = fake_record_count(WIRE_series);
	skips = fake_record_count(WIRE_skip);
	assert_true(series >= 3);
	assert_int_equal(series + skips, 7);
	assert_int_equal(fake.entries_open, 0);
}

/* ---- Known results ---- */
