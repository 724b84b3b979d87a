/* SPDX-License-Identifier: MIT */
/* irq.* on a scripted machine: the reported stages match the machine's time stamps. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

TEST_WITH(interrupt_is_divided_into_stages, bench_run_reset, NULL)
{
	bench_run("irq.self_ipi");
	assert_int_equal(fake_record_count(WIRE_series), 2 * 4);
	assert_string_equal(fake_record(WIRE_series, 0)->series.point,
			    "ring=0 wait=spin cache=warm");
	assert_string_equal(fake_record(WIRE_series, 4)->series.point,
			    "ring=0 wait=hlt cache=warm");
	assert_int_equal(bench_first_sample("delivery"), 10);
	assert_int_equal(bench_first_sample("eoi"), 20);
	assert_int_equal(bench_first_sample("iret"), 29);
	assert_int_equal(bench_first_sample("total"), 60);
	assert_int_equal(fake.interrupts_open, 0);
}

TEST_WITH(device_interrupt_includes_the_device_read, bench_run_reset, NULL)
{
	bench_run("irq.serial");
	assert_int_equal(fake.interrupt_source, INTERRUPT_SERIAL);
	assert_int_equal(fake_record_count(WIRE_series), 2 * 5);
	assert_int_equal(bench_first_sample("delivery"), 10);
	assert_int_equal(bench_first_sample("handler"), 7);
	assert_int_equal(bench_first_sample("eoi"), 13);
}

TEST_WITH(nmi_has_no_end_of_interrupt, bench_run_reset, NULL)
{
	bench_run("irq.nmi");
	assert_int_equal(fake_record_count(WIRE_series), 2 * 3);
	assert_int_equal(bench_first_sample("iret"), 29);
	assert_int_equal(fake_record_count(WIRE_skip), 0);
}

TEST_WITH(user_mode_waits_for_interrupts_only_by_polling, bench_run_reset, NULL)
{
	fake.capabilities |= CAN_MWAIT;
	bench_run_full("irq.self_ipi");
	assert_int_equal(fake_record_count(WIRE_series), (3 + 1) * 2 * 4);
	assert_string_equal(bench_skip_of("ring=3"), "privilege");
	assert_null(bench_skip_of("ring=0"));
}

TEST_WITH(missing_flush_is_a_failed_check_of_each_flushed_point, bench_run_reset, NULL)
{
	bench_run_full("irq.self_ipi");
	assert_null(fake_record(WIRE_failed_check, 0));
	fake.never_flushes = true;
	bench_run_full("irq.self_ipi");
	assert_int_equal(fake_record_count(WIRE_failed_check), 2 + 1);
	assert_string_equal(fake_record(WIRE_failed_check, 0)->failed_check.point,
			    "ring=0 wait=spin cache=flushed");
}

TEST_WITH(cpu_without_mwait_omits_the_mwait_point, bench_run_reset, NULL)
{
	bench_run_full("irq.self_ipi");
	assert_int_equal(fake_record_count(WIRE_series), (2 + 1) * 2 * 4);
	assert_string_equal(bench_skip_of("ring=0"), "mwait");
}

TEST_WITH(source_that_never_interrupts_is_skipped_by_name, bench_run_reset, NULL)
{
	fake.interrupt_open_status = -ENODEV;
	bench_run("irq.hpet");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_string_equal(bench_skip_of("ring=0 wait=spin cache=warm"), "hpet");
	assert_int_equal(fake.interrupts_open, 0);
}

TEST_WITH(devices_are_skipped_without_an_ioapic, bench_run_reset, NULL)
{
	fake.capabilities &= ~(uint32_t)CAN_IOAPIC;
	bench_run("irq.pit");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(bench_skip_of(""), "ioapic");
}

/* A failure must be an error of each point, without a metric. */
static const struct wrong_interrupt {
	const char *name;
	const char *bench;
	int trial_status;
	uint64_t early_ticks;
	const char *detail;
} wrong_interrupts[] = {
	{"an interrupt that never arrives", "irq.self_ipi", -ETIMEDOUT, 0,
	 "the interrupt did not arrive"},
	{"another interrupt than the raised one", "irq.keyboard", -EIO, 0,
	 "another interrupt arrived instead"},
	{"an interrupt before its deadline", "irq.lapic_timer", 0, 30,
	 "the interrupt arrived 20 ticks before it was due"},
};

static void check_error_without_metric(void **state)
{
	const struct wrong_interrupt *wrong = *state;

	bench_run_reset(state);
	fake.trial_status = wrong->trial_status;
	fake.interrupt_early_ticks = wrong->early_ticks;
	bench_run(wrong->bench);
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 2);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.kind, "error");
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail, wrong->detail);
	assert_int_equal(fake.interrupts_open, 0);
}

TEST_CASES(check_error_without_metric, wrong_interrupts);

TEST_WITH(timeout_under_emulation_is_reported_as_missing_host_time, bench_run_reset, NULL)
{
	fake.time_base = TIME_EMULATED;
	fake.interrupt_early_ticks = 30;
	bench_run("irq.rtc");
	assert_string_equal(bench_skip_of("ring=0 wait=spin cache=warm"), "host_time");
	fake.trial_status = -ETIMEDOUT;
	bench_run("irq.fixed_work");
	assert_string_equal(bench_skip_of("source=rtc"), "host_time");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
}

TEST_WITH(impossible_trial_is_skipped, bench_run_reset, NULL)
{
	fake.trial_status = -ENOTSUP;
	bench_run_full("irq.self_ipi");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(bench_skip_of("ring=0 wait=hlt cache=warm"), "watchdog");
	assert_string_equal(bench_skip_of("ring=3 wait=spin cache=warm"), "privilege");
}

TEST_WITH(fixed_work_is_measured_alone_and_with_each_interrupt_source, bench_run_reset, NULL)
{
	bench_run("irq.fixed_work");
	assert_int_equal(fake_record_count(WIRE_series), 9 * 2);
	assert_string_equal(fake_record(WIRE_series, 2)->series.point, "source=lapic_timer");
	assert_int_equal(bench_first_sample("alone"), 5000);
	assert_int_equal(bench_first_sample("interrupted"), 5040);
	assert_int_equal(fake.interrupts_open, 0);
}
