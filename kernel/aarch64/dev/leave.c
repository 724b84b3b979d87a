/* SPDX-License-Identifier: MIT */
#include "kernel/one_entry/dev/leave.h"

#include <stdbool.h>

#include "kernel/aarch64/dev/gic.h"
#include "kernel/aarch64/dev/pl011.h"
#include "kernel/aarch64/dev/psci.h"
#include "kernel/core/image.h"
#include "kernel/machine/paging.h"
#include "kernel/one_entry/cpu/interrupt.h"
#include "lib/aarch64/cache_clean.h"
#include "lib/aarch64/control.h"

/* From boot/aarch64/head.S: whether the kernel started at EL2, what head.S reads to resume the
 * kernel, and leaving the kernel. */
extern const bool has_left_el2;
enum {START_STACK, START_FUNCTION, START_ARGUMENT, START_TABLES, START_WORDS};
void leave_kernel(uint64_t world_phys, uint64_t resume_phys, bool has_left_el2);

/* From leave_enter.S: save this side's registers, then leave. */
void leave_enter(uint64_t words[START_WORDS], uint64_t world_phys, uint64_t resume_phys,
		 bool has_left);
extern const char leave_resumed[];

static uint64_t words[START_WORDS];

uint64_t leave_words_phys(void)
{
	return image_to_phys(words);
}

/* The kernel resumes with its own tables, because a benchmark may have left another address space
 * in use. It then gets the vectors back that it had, which may be a trial's. */
void leave_for(uint64_t world_phys, uint64_t resume_phys)
{
	uint64_t vectors = read_register(vbar_el1), cpu = read_register(tpidr_el1);

	words[START_FUNCTION] = (uintptr_t)leave_resumed;
	words[START_TABLES] = paging_root_phys();
	leave_enter(words, world_phys, resume_phys, has_left_el2);
	write_register(vbar_el1, vectors);
	write_register(tpidr_el1, cpu);
}

void leave_write_back(const void *begin, size_t size_bytes)
{
	cache_clean(begin, size_bytes);
}

void leave_restore_controller(uint32_t *values, uint32_t *differences)
{
	gic_restore(values, differences);
}

void leave_restore_serial(void)
{
	pl011_restore();
}

void leave_set_up_serial(void)
{
	pl011_set_up_again();
}

/* ---- Other CPUs ---- */

static void (*taking_over)(void);

static void take_fast_interrupt(struct trap_frame *frame)
{
	(void)frame;
	taking_over();
}

/* Sends a fast interrupt. If firmware at EL3 keeps fast interrupts to itself, it does not
 * arrive. */
void leave_call_boot_cpu(uint32_t hardware_id, void (*take_over)(void))
{
	taking_over = take_over;
	interrupt_enter_at(VECTOR_NMI, NULL);
	interrupt_handle(VECTOR_NMI, take_fast_interrupt);
	gic_send_fast(hardware_id);
}

void leave_switch_off(void)
{
	gic_leave_this_cpu();
	psci_cpu_off();
}
