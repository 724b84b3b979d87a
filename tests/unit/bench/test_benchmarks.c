/* SPDX-License-Identifier: MIT */
/* The benchmarks themselves, on a scripted machine: that each is well formed, and that what they
 * report follows from what the machine did. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bench/engine/options.h"
#include "bench/engine/registry.h"
#include "bench/engine/runner.h"
#include "bench/mem/chase.h"
#include "bench/mem/cycle.h"
#include "bench/mem/page_size.h"
#include "lib/text/errno.h"
#include "lib/wire/samples.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

#define EVERYTHING (CAN_LAPIC | CAN_LAPIC_TIMER | CAN_TSC_DEADLINE | CAN_PAGE_2M | CAN_PAGE_1G | \
		    CAN_SSE2 | CAN_PREFETCH_CONTROL | CAN_ENTRY_HANDLERS | CAN_IOAPIC | \
		    CAN_KEYBOARD | CAN_MOUSE)

static int reset(void **state)
{
	(void)state;
	fake_reset();
	fake.capabilities = EVERYTHING;
	fake.time_base = TIME_INSTRUCTIONS;
	return 0;
}

/* ---- All of them ---- */

static void every_benchmark_is_well_formed(void **state)
{
	(void)state;
	for (size_t i = 0; registry_benchmarks[i] != NULL; i++) {
		const struct benchmark *bench = registry_benchmarks[i];

		assert_non_null(strchr(bench->name, '.'));
		assert_true(strlen(bench->summary) > 0);
		assert_true((bench->run != NULL) != (bench->sample != NULL));
		assert_true(bench->run != NULL || bench->loop_operations == 0);
		assert_true(bench->run == NULL || bench->stages == NULL);
		assert_true(bench->state_bytes <= BENCH_STATE_MAX);
	}
}

static void every_name_is_unique(void **state)
{
	(void)state;
	for (size_t i = 0; registry_benchmarks[i] != NULL; i++)
		assert_ptr_equal(bench_named(registry_benchmarks[i]->name),
				 registry_benchmarks[i]);
}

static void axes_and_stages_are_ended_and_fit(void **state)
{
	(void)state;
	for (size_t i = 0; registry_benchmarks[i] != NULL; i++) {
		const struct benchmark *bench = registry_benchmarks[i];
		unsigned axes = 0, stages = 0;

		while (bench->axes != NULL && bench->axes[axes].name != NULL)
			assert_true(++axes <= BENCH_AXES_MAX);
		while (bench->stages != NULL && bench->stages[stages] != NULL)
			assert_true(++stages <= BENCH_STAGES_MAX);
	}
}

static void only_what_is_repeated_is_differenced(void **state)
{
	(void)state;
	for (size_t i = 0; registry_benchmarks[i] != NULL; i++)
		assert_true(!registry_benchmarks[i]->differenced ||
			    registry_benchmarks[i]->loop_operations > 0);
}

static void null_timing_runs_first(void **state)
{
	(void)state;
	assert_string_equal(registry_benchmarks[0]->name, "null.timing");
}

/* Benchmarks of the quick suite that the machine lacks something for. */
static size_t lacking_count(void)
{
	size_t count = 0;

	for (size_t i = 0; registry_benchmarks[i] != NULL; i++)
		count += (registry_benchmarks[i]->suites & SUITE_QUICK) != 0 &&
			 (registry_benchmarks[i]->needs & ~fake.capabilities) != 0;
	return count;
}

static void the_quick_suite_runs_to_its_end(void **state)
{
	struct options options;

	(void)state;
	options_init(&options);
	assert_int_equal(runner_run(&options, registry_benchmarks), 0);
	assert_int_equal(fake_record(WIRE_end, 0)->end.skipped, lacking_count());
	assert_int_equal(fake_record(WIRE_end, 0)->end.run,
			 fake_record(WIRE_plan, 0)->plan.benches - lacking_count());
}

/* ---- mem.latency ---- */

#define ORDER_WHOLE 0
#define ORDER_NEAR 1

static void check_single_cycle(uint64_t order, uint64_t size_bytes)
{
	const struct benchmark *bench = bench_named("mem.latency");
	void *chase_state[1] = {0}, **first, **line;
	struct bench_ctx ctx = {
		.state = chase_state, .bench = bench, .point = {order, PAGE_SIZE_4K, size_bytes},
	};
	uint64_t count = 0;

	platform_scope_begin();
	assert_int_equal(bench->setup(&ctx), 0);
	first = line = chase_state[0];
	do {
		line = *line;
		count++;
	} while (line != first && count <= size_bytes / LINE_BYTES);
	assert_int_equal(count, size_bytes / LINE_BYTES);
	platform_scope_end();
}

static void the_chase_is_one_cycle_over_every_line(void **state)
{
	(void)state;
	check_single_cycle(ORDER_WHOLE, 1024);
	check_single_cycle(ORDER_WHOLE, 1280);
	check_single_cycle(ORDER_WHOLE, 1 << 20);
	check_single_cycle(ORDER_NEAR, 1 << 20);
}

static void a_chase_goes_on_where_the_last_one_stopped(void **state)
{
	void *ring[CHASE_LOADS + 1], *chase_state[1] = {&ring[0]};
	struct bench_ctx ctx = {.state = chase_state};

	(void)state;
	for (size_t i = 0; i <= CHASE_LOADS; i++)
		ring[i] = &ring[(i + 1) % (CHASE_LOADS + 1)];
	chase_run(&ctx, CHASE_LOADS);
	assert_ptr_equal(chase_state[0], &ring[CHASE_LOADS]);
	chase_run(&ctx, 2 * CHASE_LOADS);
	assert_ptr_equal(chase_state[0], &ring[CHASE_LOADS - 2]);
}

static void sizes_go_from_1_kib_to_four_times_the_last_level_cache(void **state)
{
	size_t series = 0;
	char last[64];

	(void)state;
	fake.capabilities &= ~(uint32_t)(CAN_PAGE_2M | CAN_PAGE_1G);
	fake.last_level_cache_bytes = 64 << 10;
	bench_run("mem.latency");
	series = fake_record_count(WIRE_series);
	assert_int_equal(series, 8 * 4 + 1);
	assert_string_equal(fake_record(WIRE_series, 0)->series.point,
			    "order=whole page_bytes=4096 size_bytes=1024");
	assert_string_equal(fake_record(WIRE_series, 1)->series.point,
			    "order=whole page_bytes=4096 size_bytes=1280");
	snprintf(last, sizeof(last), "order=whole page_bytes=4096 size_bytes=%d", 256 << 10);
	assert_string_equal(fake_record(WIRE_series, series - 1)->series.point, last);
	assert_null(bench_skip_of("order=whole page_bytes=4096"));
	assert_string_equal(bench_skip_of("order=whole page_bytes=2097152"), "page_2m");
	assert_string_equal(bench_skip_of("order=whole page_bytes=1073741824"), "page_1g");
	assert_int_equal(fake.settled, series);
}

static void the_memory_there_is_ends_the_sweep_and_the_record_says_so(void **state)
{
	(void)state;
	fake.last_level_cache_bytes = 1 << 20;
	fake.memory_bytes = 100 << 10;
	bench_run("mem.latency");
	assert_string_equal(bench_skip_of("order=whole page_bytes=4096"), "memory");
	assert_string_equal(bench_skip_of("order=whole page_bytes=2097152"), "memory");
	assert_int_equal(fake.largest_mapped_bytes, 96 << 10);
}

static void counted_in_instructions_the_quick_sweep_ends_early_and_the_record_says_so(void **state)
{
	(void)state;
	fake.last_level_cache_bytes = 1 << 20;
	bench_run("mem.latency");
	assert_string_equal(bench_skip_of("order=whole page_bytes=4096"), "caches");
	assert_int_equal(fake.largest_mapped_bytes, 1 << 20);
}

static void an_unknown_cache_is_taken_to_be_large(void **state)
{
	(void)state;
	fake.last_level_cache_bytes = 0;
	fake.time_base = TIME_EMULATED;
	fake.memory_bytes = 4 << 20;
	bench_run("mem.latency");
	assert_string_equal(bench_skip_of("order=whole page_bytes=4096"), "memory");
	assert_true(fake.largest_mapped_bytes > 3 << 20);
}

static void near_lines_are_chased_once_an_octave_from_where_the_orders_part(void **state)
{
	size_t series;

	(void)state;
	fake.capabilities &= ~(uint32_t)(CAN_PAGE_2M | CAN_PAGE_1G);
	fake.last_level_cache_bytes = 1 << 20;
	fake.time_base = TIME_REAL;
	bench_run("mem.latency");
	series = fake_record_count(WIRE_series);
	assert_string_equal(fake_record(WIRE_series, series - 4)->series.point,
			    "order=near page_bytes=4096 size_bytes=524288");
	assert_string_equal(fake_record(WIRE_series, series - 1)->series.point,
			    "order=near page_bytes=4096 size_bytes=4194304");
}

/* ---- cpu ---- */

static void without_privileges_the_instructions_that_need_them_are_skipped_by_name(void **state)
{
	(void)state;
	bench_run("cpu.instruction");
	assert_null(bench_skip_of("instruction=rdtsc"));
	assert_null(bench_skip_of("instruction=retpoline_call"));
	assert_string_equal(bench_skip_of("instruction=invlpg"), "privileged");
	assert_string_equal(bench_skip_of("instruction=mov_cr3"), "privileged");
	assert_string_equal(bench_skip_of("instruction=port_in"), "privileged");
	assert_string_equal(bench_skip_of("instruction=hpet_read"), "privileged");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
}

static void calls_are_measured_with_none_to_seven_arguments_in_both_ways(void **state)
{
	(void)state;
	bench_run("cpu.call");
	assert_int_equal(fake_record_count(WIRE_series), 2 * 8);
	assert_string_equal(fake_record(WIRE_series, 0)->series.point, "arguments=0");
	assert_string_equal(fake_record(WIRE_series, 15)->series.point, "arguments=7");
	assert_string_equal(fake_record(WIRE_series, 15)->series.stage, "2n");
}

/* ---- entry ---- */

static void an_entrys_samples_are_what_user_mode_timed(void **state)
{
	(void)state;
	fake.user_ticks = 7;
	bench_run("entry.round_trip");
	assert_int_equal(fake_record_count(WIRE_series), 5);
	assert_string_equal(fake_record(WIRE_series, 4)->series.point, "path=none");
	assert_int_equal(fake_record(WIRE_series, 0)->series.iterations, 1000);
	assert_int_equal(fake_record(WIRE_series, 0)->series.timed, 0);
	assert_int_equal(bench_first_sample(""), 7000);
	assert_int_equal(fake.entries_open, 0);
}

static void a_way_of_entry_the_machine_lacks_is_skipped_by_name(void **state)
{
	(void)state;
	fake.trial_status = -ENOTSUP;
	bench_run("entry.round_trip");
	assert_string_equal(bench_skip_of("path=sysenter"), "sysenter");
	assert_string_equal(bench_skip_of("path=call_gate"), "call_gate");
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_int_equal(fake.entries_open, 0);
}

static void the_price_list_skips_what_the_cpu_lacks_and_measures_the_rest(void **state)
{
	size_t series, skips;

	(void)state;
	bench_run("entry.mitigation");
	series = fake_record_count(WIRE_series);
	skips = fake_record_count(WIRE_skip);
	assert_true(series >= 3);
	assert_int_equal(series + skips, 7);
	assert_int_equal(fake.entries_open, 0);
}

/* ---- irq and fault ---- */

static void an_interrupts_way_is_cut_into_stages(void **state)
{
	(void)state;
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

static void a_devices_interrupt_has_the_read_of_the_device_too(void **state)
{
	(void)state;
	bench_run("irq.serial");
	assert_int_equal(fake.interrupt_source, INTERRUPT_SERIAL);
	assert_int_equal(fake_record_count(WIRE_series), 2 * 5);
	assert_int_equal(bench_first_sample("delivery"), 10);
	assert_int_equal(bench_first_sample("handler"), 7);
	assert_int_equal(bench_first_sample("eoi"), 13);
}

static void an_nmi_has_no_end_of_interrupt(void **state)
{
	(void)state;
	bench_run("irq.nmi");
	assert_int_equal(fake_record_count(WIRE_series), 2 * 3);
	assert_int_equal(bench_first_sample("iret"), 29);
	assert_int_equal(fake_record_count(WIRE_skip), 0);
}

static void user_mode_waits_for_interrupts_by_spinning_only(void **state)
{
	(void)state;
	fake.capabilities |= CAN_MWAIT;
	bench_run_full("irq.self_ipi");
	assert_int_equal(fake_record_count(WIRE_series), (3 + 1) * 2 * 4);
	assert_string_equal(bench_skip_of("ring=3"), "privilege");
	assert_null(bench_skip_of("ring=0"));
}

static void a_cpu_without_mwait_waits_without_it(void **state)
{
	(void)state;
	bench_run_full("irq.self_ipi");
	assert_int_equal(fake_record_count(WIRE_series), (2 + 1) * 2 * 4);
	assert_string_equal(bench_skip_of("ring=0"), "mwait");
}

static void a_source_that_never_interrupts_is_skipped_by_name(void **state)
{
	(void)state;
	fake.interrupt_open_status = -ENODEV;
	bench_run("irq.hpet");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_string_equal(bench_skip_of("ring=0 wait=spin cache=warm"), "hpet");
	assert_int_equal(fake.interrupts_open, 0);
}

static void devices_are_skipped_without_an_ioapic(void **state)
{
	(void)state;
	fake.capabilities &= ~(uint32_t)CAN_IOAPIC;
	bench_run("irq.pit");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(bench_skip_of(""), "ioapic");
}

static void an_interrupt_that_never_comes_is_an_error_and_no_number(void **state)
{
	(void)state;
	fake.trial_status = -ETIMEDOUT;
	bench_run("irq.self_ipi");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 2);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.kind, "error");
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail, "the interrupt never came");
	assert_int_equal(fake.interrupts_open, 0);
}

static void an_interrupt_in_place_of_the_one_raised_is_an_error_and_no_number(void **state)
{
	(void)state;
	fake.trial_status = -EIO;
	bench_run("irq.keyboard");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "another interrupt came in its place");
}

static void an_interrupt_before_its_deadline_is_an_error_and_no_number(void **state)
{
	(void)state;
	fake.interrupt_early_ticks = 30;
	bench_run("irq.lapic_timer");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "the interrupt came 20 ticks before it was due");
}

static void an_emulator_short_of_time_is_said_to_be(void **state)
{
	(void)state;
	fake.time_base = TIME_EMULATED;
	fake.interrupt_early_ticks = 30;
	bench_run("irq.rtc");
	assert_string_equal(bench_skip_of("ring=0 wait=spin cache=warm"), "host_time");
	fake.trial_status = -ETIMEDOUT;
	bench_run("irq.gap");
	assert_string_equal(bench_skip_of("source=rtc"), "host_time");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
}

static void a_trial_the_machine_can_not_make_is_skipped(void **state)
{
	(void)state;
	fake.trial_status = -ENOTSUP;
	bench_run_full("irq.self_ipi");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(bench_skip_of("ring=0 wait=hlt cache=warm"), "watchdog");
	assert_string_equal(bench_skip_of("ring=3 wait=spin cache=warm"), "privilege");
}

static void a_pass_is_taken_alone_and_interrupted_by_each_source(void **state)
{
	(void)state;
	bench_run("irq.gap");
	assert_int_equal(fake_record_count(WIRE_series), 9 * 2);
	assert_string_equal(fake_record(WIRE_series, 2)->series.point, "source=lapic_timer");
	assert_int_equal(bench_first_sample("alone"), 5000);
	assert_int_equal(bench_first_sample("interrupted"), 5040);
	assert_int_equal(fake.interrupts_open, 0);
}

static void a_page_faults_way_is_cut_into_stages(void **state)
{
	(void)state;
	bench_run("fault.not_present");
	assert_int_equal(fake_record_count(WIRE_series), 2 * 2 * 2 * 4);
	assert_string_equal(fake_record(WIRE_series, 15)->series.point,
			    "ring=0 action=map page_bytes=2097152");
	assert_string_equal(fake_record(WIRE_series, 31)->series.point,
			    "ring=3 action=map page_bytes=2097152");
	assert_int_equal(bench_first_sample("entry"), 20);
	assert_int_equal(bench_first_sample("handler"), 30);
	assert_int_equal(bench_first_sample("return"), 40);
	assert_int_equal(bench_first_sample("total"), 90);
}

static void under_an_operating_system_all_faults_are_user_modes(void **state)
{
	(void)state;
	fake.is_hosted = true;
	bench_run("fault.not_present");
	assert_int_equal(fake_record_count(WIRE_series), 2 * 2 * 4);
	assert_string_equal(fake_record(WIRE_series, 0)->series.point,
			    "ring=3 action=trap page_bytes=4096");
}

static void each_fault_benchmark_makes_its_own_kind_of_fault(void **state)
{
	static const char *const names[] = {
		[FAULT_NOT_PRESENT] = "fault.not_present",
		[FAULT_WRITE_PROTECT] = "fault.write_protect",
		[FAULT_NO_EXECUTE] = "fault.no_execute",
	};

	(void)state;
	for (size_t kind = 0; kind < 3; kind++) {
		memset(fake.faults, 0, sizeof(fake.faults));
		bench_run(names[kind]);
		assert_true(fake.faults[kind] > 0);
		for (size_t other = 0; other < 3; other++)
			assert_true(other == kind || fake.faults[other] == 0);
	}
}

static void the_first_touch_of_a_page_is_one_figure_a_ring_and_a_page(void **state)
{
	(void)state;
	bench_run("fault.demand_zero");
	assert_int_equal(fake_record_count(WIRE_series), 2 * 2);
	assert_string_equal(fake_record(WIRE_series, 1)->series.point, "ring=0 page_bytes=2097152");
	assert_string_equal(fake_record(WIRE_series, 2)->series.point, "ring=3 page_bytes=4096");
	assert_int_equal(bench_first_sample(""), 4096);
	fake.is_hosted = true;
	bench_run("fault.demand_zero");
	assert_string_equal(fake_record(WIRE_series, 4)->series.point, "ring=3 page_bytes=4096");
}

static void memory_that_does_not_come_is_skipped_and_unclean_memory_an_error(void **state)
{
	(void)state;
	fake.trial_status = -ENOMEM;
	bench_run("fault.demand_zero");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(bench_skip_of("ring=0 page_bytes=4096"), "memory");
	fake.trial_status = -EIO;
	bench_run("fault.demand_zero");
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "the page came with something in it, or not at all");
}

/* ---- What is known beforehand ---- */

static uint64_t minimum_of(const char *name, uint64_t *iterations)
{
	const struct wire_samples *samples;
	uint64_t values[1024], minimum = UINT64_MAX;

	fake_reset();
	bench_run(name);
	samples = &fake_record(WIRE_samples, 1)->samples;
	*iterations = fake_record(WIRE_series, 0)->series.iterations;
	assert_int_equal(samples_unpack(samples->data.data, samples->data.size, values, 1024),
			 samples->n);
	for (uint64_t i = 0; i < samples->n; i++)
		minimum = values[i] < minimum ? values[i] : minimum;
	return minimum;
}

/* Ticks an element, in thousandths: of the fastest sample, since the machine has other work. */
static uint64_t milliticks(const char *name)
{
	uint64_t iterations, minimum = minimum_of(name, &iterations);

	return minimum * 1000 / iterations;
}

static void a_multiplication_takes_longer_than_an_addition(void **state)
{
	uint64_t add = milliticks("selftest.add_chain");

	(void)state;
	assert_in_range(milliticks("selftest.xor_chain"), add * 8 / 10, add * 12 / 10);
	assert_in_range(milliticks("selftest.mul_chain"), add * 2, add * 5);
	assert_in_range(milliticks("selftest.l1_load"), add * 3, add * 8);
}

#define TEST(name) cmocka_unit_test_setup(name, reset)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_benchmark_is_well_formed),
		TEST(every_name_is_unique),
		TEST(axes_and_stages_are_ended_and_fit),
		TEST(only_what_is_repeated_is_differenced),
		TEST(null_timing_runs_first),
		TEST(the_quick_suite_runs_to_its_end),
		TEST(the_chase_is_one_cycle_over_every_line),
		TEST(a_chase_goes_on_where_the_last_one_stopped),
		TEST(sizes_go_from_1_kib_to_four_times_the_last_level_cache),
		TEST(the_memory_there_is_ends_the_sweep_and_the_record_says_so),
		TEST(counted_in_instructions_the_quick_sweep_ends_early_and_the_record_says_so),
		TEST(an_unknown_cache_is_taken_to_be_large),
		TEST(near_lines_are_chased_once_an_octave_from_where_the_orders_part),
		TEST(without_privileges_the_instructions_that_need_them_are_skipped_by_name),
		TEST(calls_are_measured_with_none_to_seven_arguments_in_both_ways),
		TEST(an_entrys_samples_are_what_user_mode_timed),
		TEST(a_way_of_entry_the_machine_lacks_is_skipped_by_name),
		TEST(the_price_list_skips_what_the_cpu_lacks_and_measures_the_rest),
		TEST(an_interrupts_way_is_cut_into_stages),
		TEST(a_devices_interrupt_has_the_read_of_the_device_too),
		TEST(an_nmi_has_no_end_of_interrupt),
		TEST(user_mode_waits_for_interrupts_by_spinning_only),
		TEST(a_cpu_without_mwait_waits_without_it),
		TEST(a_source_that_never_interrupts_is_skipped_by_name),
		TEST(devices_are_skipped_without_an_ioapic),
		TEST(an_interrupt_that_never_comes_is_an_error_and_no_number),
		TEST(an_interrupt_in_place_of_the_one_raised_is_an_error_and_no_number),
		TEST(an_interrupt_before_its_deadline_is_an_error_and_no_number),
		TEST(an_emulator_short_of_time_is_said_to_be),
		TEST(a_trial_the_machine_can_not_make_is_skipped),
		TEST(a_pass_is_taken_alone_and_interrupted_by_each_source),
		TEST(a_page_faults_way_is_cut_into_stages),
		TEST(under_an_operating_system_all_faults_are_user_modes),
		TEST(each_fault_benchmark_makes_its_own_kind_of_fault),
		TEST(the_first_touch_of_a_page_is_one_figure_a_ring_and_a_page),
		TEST(memory_that_does_not_come_is_skipped_and_unclean_memory_an_error),
		TEST(a_multiplication_takes_longer_than_an_addition),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
