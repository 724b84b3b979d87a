/* SPDX-License-Identifier: MIT */
/* Returns to the firmware. The loader restores the state in its list. The kernel ends its
 * interrupts on every CPU and switches to the firmware's page tables. */
#include "kernel/machine/firmware_return.h"

#include <stddef.h>

#include "boot/handoff.h"
#include "kernel/core/console.h"
#include "kernel/core/image.h"
#include "kernel/core/panic.h"
#include "kernel/dev/run_log.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/watchdog.h"
#include "kernel/x86/cpu/cpu.h"
#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/dev/fch.h"
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/serial.h"
#include "kernel/x86/dev/tco.h"
#include "kernel/x86/dev/tsc.h"
#include "kernel/x86/dev/wdat.h"
#include "lib/x86/control.h"

#define RETURN_LIMIT_US 1000000

static struct {
	struct handoff *handoff;        /* NULL: boot services were exited */
	bool is_requested;              /* another CPU asks the boot CPU to return */
	bool has_begun;
} firmware_return;

void firmware_return_init(const struct boot_info *info)
{
	const struct persistent_log *log;

	if (info->handoff_phys == 0)
		return;
	firmware_return.handoff = paging_map_shared(info->handoff_phys,
						    sizeof(*firmware_return.handoff));
	paging_map_one_to_one(world_code, world_code_end);
	log = paging_map_firmware(firmware_return.handoff->log_phys, sizeof(*log));
	run_log_init(paging_map_shared(firmware_return.handoff->log_phys,
				       PERSISTENT_LOG_TEXT + log->capacity_bytes));
}

bool firmware_is_resident(void)
{
	return firmware_return.handoff != NULL;
}

bool firmware_return_is_unsaved(void)
{
	return firmware_return.handoff != NULL && firmware_return.handoff->is_unsaved != 0;
}

bool firmware_return_must_stay_on(void)
{
	return firmware_return.handoff != NULL && firmware_return.handoff->must_stay_on != 0;
}

/* Distance from the image's virtual to its physical address. */
static uint64_t alias(void)
{
	return image_to_phys(__image_start) - (uintptr_t)__image_start;
}

/* Switch address spaces first, because a benchmark may have left the kernel's, which maps the world
 * switch. */
static void switch_to_firmware(struct world *save, const struct world *home)
{
	write_cr3(paging_root_phys());
	write_cr4(read_cr4() & ~(uint64_t)CR4_PCIDE);
	world_switch(save, firmware_return.handoff->resume_phys, home->self, home, alias());
}

/* ---- The other CPUs ---- */

bool firmware_return_take_cpu(uint32_t apic_id, uint64_t entry_phys, uint64_t argument_phys)
{
	for (uint32_t i = 0; i < firmware_return.handoff->cpu_count; i++) {
		struct handoff_cpu *cpu = &firmware_return.handoff->cpus[i];

		if (cpu->apic_id != apic_id ||
		    __atomic_load_n(&cpu->state, __ATOMIC_ACQUIRE) != HANDOFF_CPU_WAITING)
			continue;
		cpu->entry_phys = entry_phys;
		cpu->argument_phys = argument_phys;
		__atomic_store_n(&cpu->state, HANDOFF_CPU_IN_KERNEL, __ATOMIC_RELEASE);
		return true;
	}
	return false;
}

/* Claim a CPU's return. Only the caller that gets true may send the CPU an NMI, because the
 * firmware would have to handle an NMI to a CPU that has already returned. */
static bool begin_return(struct handoff_cpu *cpu)
{
	uint32_t taken = HANDOFF_CPU_IN_KERNEL;

	return __atomic_compare_exchange_n(&cpu->state, &taken, HANDOFF_CPU_RETURNING, false,
					   __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static struct handoff_cpu *find_self(void)
{
	for (uint32_t i = 0; i < firmware_return.handoff->cpu_count; i++) {
		if (firmware_return.handoff->cpus[i].apic_id == this_cpu()->hardware_id)
			return &firmware_return.handoff->cpus[i];
	}
	panic("firmware_return: CPU with APIC ID %u not provided by the firmware",
	      this_cpu()->hardware_id);
}

static __attribute__((noreturn)) void return_this_cpu(const struct handoff_cpu *cpu)
{
	static struct world unused;     /* this CPU never resumes the kernel */

	switch_to_firmware(&unused, &cpu->world);
	__builtin_unreachable();
}

/* An NMI ends whatever a CPU is doing. The boot CPU gets an NMI if another CPU ends the run, and
 * ignores NMIs of its watchdog. */
static void firmware_return_take_nmi(struct trap_frame *frame)
{
	(void)frame;
	if (!this_cpu()->is_boot_cpu)
		return_this_cpu(find_self());
	if (!__atomic_load_n(&firmware_return.is_requested, __ATOMIC_ACQUIRE) ||
	    firmware_return.has_begun)
		return;
	panic_take_over();
}

static void take_nmis(void)
{
	interrupt_enter_at(VECTOR_NMI, NULL);
	interrupt_handle(VECTOR_NMI, firmware_return_take_nmi);
}

/* Returns the number of CPUs that did not return. */
static uint32_t return_other_cpus(void)
{
	struct spin spin = spin_for_us(RETURN_LIMIT_US);
	uint32_t missing;

	for (uint32_t i = 0; i < firmware_return.handoff->cpu_count; i++) {
		if (begin_return(&firmware_return.handoff->cpus[i]))
			lapic_send_nmi(firmware_return.handoff->cpus[i].apic_id);
	}
	do {
		missing = 0;
		for (uint32_t i = 0; i < firmware_return.handoff->cpu_count; i++)
			missing += __atomic_load_n(&firmware_return.handoff->cpus[i].state,
						   __ATOMIC_ACQUIRE) == HANDOFF_CPU_RETURNING;
	} while (missing > 0 && spin_on(&spin));
	return missing;
}

static __attribute__((noreturn)) void return_by_boot_cpu(void)
{
	struct handoff_cpu *self = find_self();

	take_nmis();
	__atomic_store_n(&firmware_return.is_requested, true, __ATOMIC_RELEASE);
	lapic_send_nmi(firmware_return.handoff->boot_apic_id);
	if (begin_return(self))
		return_this_cpu(self);
	cpu_stop();
}

/* ---- The boot CPU ---- */

void firmware_return_all(bool has_failed)
{
	static struct world kernel_world;
	struct handoff *handoff = firmware_return.handoff;

	if (handoff == NULL || firmware_return.has_begun)
		return;
	if (!this_cpu()->is_boot_cpu)
		return_by_boot_cpu();
	firmware_return.has_begun = true;
	interrupts_off();
	watchdog_disarm();
	take_nmis();
	handoff->cpus_missing = return_other_cpus();
	handoff->has_failed = has_failed;
	handoff->kernel_resume_phys = (uintptr_t)world_resume + alias();
	handoff->kernel_world_phys = (uintptr_t)&kernel_world + alias();
	do {
		serial_restore();
		tco_restore();
		fch_restore();
		wdat_restore();
		switch_to_firmware(&kernel_world, &handoff->boot);
		run_log_close();        /* the log ends before messages about writing it */
		serial_set_up_again();
		console_print("%s", handoff->note);
		serial_drain();
	} while (handoff->must_return != 0);
}
