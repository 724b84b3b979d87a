/* SPDX-License-Identifier: MIT */
/* Returns to the firmware on the boot CPU. The other CPUs, which firmware does not use, are
 * switched off first. The kernel restores the interrupt controller and the serial port. The loader
 * restores the registers of the CPU. */
#include "kernel/machine/firmware_return.h"

#include <stddef.h>

#include "boot/handoff.h"
#include "kernel/core/console.h"
#include "kernel/core/image.h"
#include "kernel/core/panic.h"
#include "kernel/core/panic_owner.h"
#include "kernel/dev/run_log.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/serial.h"
#include "kernel/machine/watchdog.h"
#include "kernel/one_entry/dev/firmware_return.h"
#include "kernel/one_entry/dev/leave.h"
#include "lib/cpu/interrupts.h"
#include "lib/cpu/spin.h"

#define ANSWER_LIMIT_US 1000000
#define CALL_LIMIT_US 10000000          /* a serial line may delay the other CPU */

static struct {
	struct handoff *handoff;        /* NULL: boot services were exited */
	uint32_t (*switch_off)(void);   /* NULL: no other CPU was started */
	uint32_t boot_hardware_id;
	bool has_begun;
	bool calls_boot_cpu;            /* another CPU waits for the boot CPU to return */
} firmware_return;

static bool has_begun(void)
{
	return __atomic_load_n(&firmware_return.has_begun, __ATOMIC_ACQUIRE);
}

static bool is_called(void)
{
	return __atomic_load_n(&firmware_return.calls_boot_cpu, __ATOMIC_ACQUIRE);
}

/* The boot CPU noticed by itself that another CPU panics. It returns without an interrupt, because
 * interrupts may be off. */
static void obey(void)
{
	struct spin spin = spin_for_us(CALL_LIMIT_US);

	if (this_cpu()->index != 0)
		return;
	while (!is_called() && spin_on(&spin))
		;
	if (is_called() && !has_begun())
		panic_take_over();
}

void firmware_return_init(const struct boot_info *info)
{
	const struct persistent_log *log;

	if (info->handoff_phys == 0)
		return;
	firmware_return.handoff = paging_map_shared(info->handoff_phys,
						    sizeof(*firmware_return.handoff));
	firmware_return.boot_hardware_id = cpu_hardware_id();
	panic_owner_obey_by(obey);
	log = paging_map_firmware(firmware_return.handoff->log_phys, sizeof(*log));
	run_log_init(paging_map_shared(firmware_return.handoff->log_phys,
				       PERSISTENT_LOG_TEXT + log->capacity_bytes));
}

void firmware_return_switch_off_by(uint32_t (*switch_off)(void))
{
	firmware_return.switch_off = switch_off;
}

bool firmware_is_resident(void)
{
	return firmware_return.handoff != NULL;
}

bool firmware_return_must_stay_on(void)
{
	return firmware_return.handoff != NULL && firmware_return.handoff->must_stay_on != 0;
}

static void take_over(void)
{
	if (this_cpu()->index == 0 && !has_begun())
		panic_take_over();
}

/* Let the boot CPU return. If it cannot be interrupted, it does not notice, and the log stays in
 * memory for the next start. */
static void return_by_boot_cpu(void)
{
	struct spin spin = spin_for_us(ANSWER_LIMIT_US);

	__atomic_store_n(&firmware_return.calls_boot_cpu, true, __ATOMIC_RELEASE);
	leave_call_boot_cpu(firmware_return.boot_hardware_id, take_over);
	while (!has_begun()) {
		if (!spin_on(&spin))
			return;
	}
	leave_switch_off();
}

void firmware_return_all(bool has_failed)
{
	struct handoff *handoff = firmware_return.handoff;

	if (handoff == NULL || has_begun())
		return;
	if (this_cpu()->index != 0) {
		return_by_boot_cpu();
		return;
	}
	__atomic_store_n(&firmware_return.has_begun, true, __ATOMIC_RELEASE);
	interrupts_off();
	watchdog_disarm();
	if (firmware_return.switch_off != NULL)
		handoff->cpus_missing = firmware_return.switch_off();
	handoff->has_failed = has_failed;
	handoff->kernel_resume_phys = image_to_phys(resume_start);
	handoff->kernel_world_phys = leave_words_phys();
	leave_restore_controller(&handoff->kernel_values, &handoff->kernel_differences);
	do {
		leave_restore_serial();
		leave_write_back(handoff, sizeof(*handoff));
		leave_for(handoff->boot.self, handoff->resume_phys);
		run_log_close();        /* the log ends before messages about writing it */
		leave_set_up_serial();
		console_print("%s", handoff->note);
		serial_drain();
	} while (handoff->must_return != 0);
}
