/* SPDX-License-Identifier: MIT */
/* Implements bench/platform.h on bare metal. Memory is in scope.c, the manifest in describe.c. The
 * directories pmu, idle, input, flow and trial implement their own parts. */
#include "kernel/platform.h"

#include <stdarg.h>

#include "bench/engine/hang_detector.h"
#include "bench/platform.h"
#include "kernel/core/console.h"
#include "kernel/dev/time_base.h"
#include "kernel/disk/disk.h"
#include "kernel/display/display.h"
#include "kernel/flow/real.h"
#include "kernel/flow/run/machines.h"
#include "kernel/flow/sched.h"
#include "kernel/idle/idle.h"
#include "kernel/input/input.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/guard.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/pmc.h"
#include "kernel/machine/pmu.h"
#include "kernel/machine/serial.h"
#include "kernel/machine/smi.h"
#include "kernel/machine/smp.h"
#include "kernel/machine/start.h"
#include "kernel/machine/timer.h"
#include "kernel/machine/user_mode.h"
#include "kernel/machine/watchdog.h"
#include "kernel/task/thread.h"
#include "kernel/trial/trial.h"
#include "lib/cpu/caches.h"
#include "lib/cpu/interrupts.h"
#include "lib/cpu/words.h"
#include "lib/text/errno.h"

static uint32_t capabilities;

/* End interactions. Release the nodes' locks first, because the aborted code may hold a lock that a
 * device's handler needs. */
static void platform_end_flow(void)
{
	flow_machines_reset();
	flow_threads_end();
	flow_real_end();
}

/* Clean-up after an aborted benchmark, whatever it was doing. Higher layers come first, because
 * they use the lower ones. */
static const struct guard_cleanup cleanups[] = {
	{.function = platform_end_flow},
	{.function = trial_restore},
	{.function = idle_reset, .on_every_cpu = true},
	{.function = input_reset},
	{.function = disk_close},
	{.function = platform_runtime_leave},
	{.function = machine_settle, .on_every_cpu = true},
	{.function = thread_end_all},
	{0},
};

static void platform_offer(bool works, enum platform_capability capability)
{
	if (works)
		capabilities |= capability;
}

void platform_init(void)
{
	guard_clean_up_by(cleanups);
	platform_offer(clock_hz() != 0, CAN_CLOCK);
	platform_offer(smp_online() > 1, CAN_SMP);
	platform_offer(self_interrupt_works(), CAN_LAPIC);
	platform_offer(timer_hz() != 0, CAN_LAPIC_TIMER);
	platform_offer(timer_deadline_works(), CAN_TSC_DEADLINE);
	platform_offer(true, CAN_PAGE_2M);
	platform_offer(paging_has_1g(), CAN_PAGE_1G);
	platform_offer(watchdog_works(), CAN_WATCHDOG);
	platform_offer(true, CAN_PRIVILEGED);
	platform_offer(true, CAN_ENTRY_HANDLERS);
	platform_offer(true, CAN_THREADS);
	platform_offer(true, CAN_PROCESSES);
	platform_offer(pmu_missing_reason() == NULL, CAN_PMC);
	platform_offer(self_interrupt_works() && timer_hz() != 0, CAN_INTERACTIONS);
	capabilities |= machine_capabilities();
	platform_offer(disk_missing_reason() == NULL, CAN_DISK);
}

bool platform_is_hosted(void)
{
	return false;
}

uint32_t platform_capabilities(void)
{
	return capabilities;
}

const char *platform_missing_reason(enum platform_capability_bit bit)
{
	switch (bit) {
	case PLATFORM_BIT_LAPIC_TIMER:
	case PLATFORM_BIT_KEYBOARD:
	case PLATFORM_BIT_MWAIT:
	case PLATFORM_BIT_INTERACTIONS:
	case PLATFORM_BIT_WATCHDOG:
		return clock_hz() == 0 ? CLOCK_UNKNOWN_WARNING : NULL;
	case PLATFORM_BIT_PMC:
		return pmu_missing_reason();
	case PLATFORM_BIT_DISK:
		return disk_missing_reason();
	default:
		return NULL;
	}
}

enum time_base platform_time_base(void)
{
	return time_base_unit();
}

uint64_t platform_clock_hz(void)
{
	return clock_hz();
}

uint64_t platform_limit_hz(void)
{
	return clock_limit_hz();
}

uint32_t platform_cpu(void)
{
	return this_cpu()->index;
}

uint64_t platform_last_level_cache_bytes(void)
{
	return cpu_caches_largest_bytes();
}

/* Only turns interrupts off, because outside of a trial no other CPU runs anything. */
void platform_isolation_begin(void)
{
	interrupts_off();
}

void platform_isolation_end(void)
{
}

bool platform_is_isolated(void)
{
	return !interrupts_are_on();
}

void platform_disturbances(struct platform_disturbances *counts)
{
	*counts = (struct platform_disturbances){
		.smis = smi_count(),
		.interrupts = interrupt_unexpected_count() + interrupt_count(VECTOR_NMI),
	};
}

int platform_guard(void (*function)(void *), void *argument, uint32_t limit_ms,
		   struct platform_failure *failure)
{
	struct guard guard;
	int left;

	watchdog_arm(limit_ms);
	left = guard_call(&guard, function, argument);
	watchdog_disarm();
	hang_detector_report(watchdog_hang_detector());
	if (left == 0)
		return 0;
	*failure = this_cpu()->report.failure;
	return -EFAULT;
}

void platform_guard_extend(uint32_t limit_ms)
{
	watchdog_disarm();
	watchdog_arm(limit_ms);
}

uint32_t platform_cpu_count(void)
{
	return smp_online();
}

int platform_run_on(uint32_t cpu, void (*function)(void *), void *argument)
{
	return smp_run(cpu, function, argument);
}

int platform_wait_for(uint32_t cpu)
{
	return smp_finish(cpu);
}

uint64_t platform_call_user(uint64_t (*function)(uint64_t), uint64_t argument)
{
	return user_mode_call(function, argument);
}

void platform_conclude(void)
{
	interrupt_report_unexpected();
	disk_conclude();
	state_conclude(console_writer());
	serial_settle();
}

struct wire_writer *platform_writer(void)
{
	return console_writer();
}

void platform_progress(uint64_t done_ticks, uint64_t all_ticks)
{
	display_progress(done_ticks, all_ticks);
}

void platform_print(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	console_vprint(format, args);
	va_end(args);
}
