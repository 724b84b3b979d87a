/* SPDX-License-Identifier: MIT */
/* Creates and parks application CPUs. kernel/NAME/smp/ starts them. */
#include "kernel/smp/ap.h"

#include <stddef.h>

#include "kernel/machine/clock.h"
#include "kernel/machine/guard.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "lib/cpu/interrupts.h"

_Static_assert(sizeof(struct ap) <= PAGE_4K, "an application CPU's state fits a page");

struct application_cpus application_cpus = {.count = 1, .online = 1};
struct ap boot_ap __attribute__((aligned(64)));

/* ---- On an application CPU ---- */

static void ap_wake(struct trap_frame *frame)
{
	(void)frame;
	interrupt_acknowledge();
}

void ap_park(struct ap *ap)
{
	struct guard guard;

	__atomic_store_n(&ap->is_online, true, __ATOMIC_RELEASE);
	for (;;) {
		if (__atomic_load_n(&ap->mailbox, __ATOMIC_ACQUIRE) == MAILBOX_FULL) {
			paging_catch_up(&ap->paging_seen);
			ap->has_faulted = guard_call(&guard, ap->function, ap->argument) != 0;
			__atomic_store_n(&ap->mailbox, MAILBOX_EMPTY, __ATOMIC_RELEASE);
		} else {
			cpu_halt_for_interrupt();
		}
	}
}

/* ---- Starting ---- */

void ap_handle_wake(void)
{
	interrupt_handle(VECTOR_WAKE, ap_wake);
}

void ap_set_count(unsigned count)
{
	application_cpus.count = count;
}

struct ap *ap_create(uint32_t hardware_id, void **stack_top)
{
	struct ap *ap = memory_alloc_page();

	*stack_top = paging_map_stack(AP_STACK_BYTES);
	if (ap == NULL || *stack_top == NULL)
		return NULL;
	ap->cpu.index = application_cpus.online;
	ap->cpu.hardware_id = hardware_id;
	return ap;
}

bool ap_comes_online(const struct ap *ap)
{
	struct spin spin = spin_for_us(AP_ARRIVAL_LIMIT_US);

	while (!__atomic_load_n(&ap->is_online, __ATOMIC_ACQUIRE)) {
		if (!spin_on(&spin))
			return false;
	}
	return true;
}

void ap_add(struct ap *ap)
{
	application_cpus.aps[application_cpus.online++] = ap;
}

bool ap_runs(uint32_t hardware_id)
{
	for (unsigned i = 1; i < application_cpus.online; i++) {
		if (application_cpus.aps[i]->cpu.hardware_id == hardware_id)
			return true;
	}
	return hardware_id == cpu_hardware_id();
}
