/* SPDX-License-Identifier: MIT */
/* TLB shootdown: the CPU that changes the page table interrupts the others. Each of the others
 * flushes its translation and acknowledges. Only then may the page be reused. */
#include <stdbool.h>
#include <stddef.h>

#include "bench/engine/standby.h"
#include "bench/platform.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/probe.h"
#include "kernel/machine/smp.h"
#include "kernel/mm/memory.h"
#include "kernel/trial/trial.h"
#include "lib/cpu/spin.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define ACKNOWLEDGE_LIMIT_MS 2000       /* a busy emulator may be a second late */

/* In the scratch window, so that the end of the scope clears it, with a page table of its own. */
#define PAGE_VIRT (SCRATCH_BASE_VIRT + SCRATCH_BYTES / 4 * 3)

_Static_assert(PAGE_VIRT - SCRATCH_BASE_VIRT < SCRATCH_BYTES, "the page is outside the window");

static struct {
	uint64_t mark;
	uint64_t *entry;
	uint64_t present;               /* value of the entry while mapped */
	unsigned acknowledged;          /* incremented with release ordering by each handler */
} page;

/* Prepare, once per scope, a page and the entry that maps it. */
static int shootdown_prepare(void)
{
	uint64_t page_phys;

	if (page.mark == memory_mark_number())
		return 0;
	page.entry = paging_entry(PAGE_VIRT, PAGE_4K);
	page_phys = memory_alloc(PAGE_4K, PAGE_4K);
	if (page.entry == NULL || page_phys == MEMORY_NONE)
		return -ENOMEM;
	page.present = page_entry(page_phys, PAGE_4K, PTE_PRESENT | PTE_WRITE | PTE_NO_EXECUTE);
	page.mark = memory_mark_number();
	return 0;
}

static void invalidate(struct trap_frame *frame)
{
	(void)frame;
	paging_flush_page((const void *)PAGE_VIRT);
	__atomic_fetch_add(&page.acknowledged, 1, __ATOMIC_RELEASE);
	interrupt_acknowledge();
}

static bool all_acknowledge(uint32_t others, struct spin *spin)
{
	while (__atomic_load_n(&page.acknowledged, __ATOMIC_ACQUIRE) != others) {
		if (!spin_on(spin))
			return false;
	}
	return true;
}

static int shootdown_shoot_down(uint32_t first, uint32_t others, struct shootdown_stamps *stamps)
{
	struct spin spin = spin_for(ticks_of_ms(ACKNOWLEDGE_LIMIT_MS, clock_limit_hz()));
	int error = 0;

	stamps->begun = clock_read();
	*page.entry = 0;
	paging_flush_page((const void *)PAGE_VIRT);
	stamps->invalidated = clock_read();
	for (uint32_t i = 0; i < others && error == 0; i++)
		error = interrupt_send(smp_hardware_id(first + i), VECTOR_TRIAL);
	stamps->sent = clock_read();
	if (error == 0 && !all_acknowledge(others, &spin))
		error = -ETIMEDOUT;
	stamps->acknowledged = clock_read();
	/* The time must end after the last acknowledgement. */
	if (error == 0 && __atomic_load_n(&page.acknowledged, __ATOMIC_RELAXED) != others)
		error = -EIO;
	return error;
}

int platform_shootdown_trial(uint32_t cpus, enum wait_kind wait, struct shootdown_stamps *stamps)
{
	uint32_t first = 1, others = cpus - 1;  /* the boot CPU has index 0 */
	int error = shootdown_prepare(), ended;

	if (error != 0)
		return error;
	*page.entry = page.present;
	page_entry_written(PAGE_VIRT);
	*(volatile char *)PAGE_VIRT = 1;
	page.acknowledged = 0;
	error = standby_begin(&(struct standby){
		.first = first, .count = others, .wait = wait,
		.enable_interrupts = trial_enable_interrupts,
		.address = (const void *)PAGE_VIRT,
	});
	if (error != 0)
		return error;
	interrupt_handle(VECTOR_TRIAL, invalidate);
	error = shootdown_shoot_down(first, others, stamps);
	ended = standby_end();
	interrupt_handle(VECTOR_TRIAL, NULL);
	return error != 0 ? error : ended;
}

/* Read the page. The result is static, because a CPU may write it late. */
static void read_page(void *is_mapped)
{
	uint64_t value;

	*(bool *)is_mapped = probe_read(PAGE_VIRT, &value) == 0;
}

uint32_t platform_shootdown_survivor(uint32_t cpus)
{
	for (uint32_t cpu = 0; cpu < cpus; cpu++) {
		static bool is_mapped;

		is_mapped = false;

		if (cpu == 0)           /* the boot CPU, which this is */
			read_page(&is_mapped);
		else if (smp_run(cpu, read_page, &is_mapped) == 0)
			smp_wait(cpu, ACKNOWLEDGE_LIMIT_MS);
		if (is_mapped)
			return cpu;
	}
	return cpus;
}
