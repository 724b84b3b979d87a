/* SPDX-License-Identifier: MIT */
#include "kernel/one_entry/dev/leave.h"

#include "kernel/core/image.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/paging.h"
#include "kernel/riscv64/dev/imsic.h"
#include "kernel/riscv64/dev/timer.h"
#include "kernel/riscv64/dev/uart.h"
#include "lib/riscv64/control.h"
#include "lib/riscv64/sbi.h"

enum {HART_STOP = 1};                   /* "Hart State Management Extension" */

/* From boot/riscv64/head.S: what it reads to resume the kernel, and leaving the kernel. */
enum {START_STACK, START_FUNCTION, START_ARGUMENT, START_SATP, START_WORDS};

/* From leave_enter.S: save this side's registers, then leave. */
void leave_enter(uint64_t words[START_WORDS], uint64_t world_phys, uint64_t resume_phys);
extern const char leave_resumed[];

static uint64_t words[START_WORDS];

uint64_t leave_words_phys(void)
{
	return image_to_phys(words);
}

/* The kernel resumes with its own tables, because a benchmark may have left another address space
 * in use. It then gets the entry of traps back that it had, which may be a trial's. */
void leave_for(uint64_t world_phys, uint64_t resume_phys)
{
	uint64_t entry = read_register(stvec), status = read_register(sstatus);
	uint64_t interrupts = read_register(sie), counters = read_register(scounteren);

	timer_stop();
	words[START_FUNCTION] = (uintptr_t)leave_resumed;
	words[START_SATP] = paging_satp(paging_root_phys());
	leave_enter(words, world_phys, resume_phys);
	timer_set(UINT64_MAX);
	write_register(stvec, entry);
	write_register(sscratch, 0);
	write_register(scounteren, counters);
	write_register(sie, interrupts);
	write_register(sstatus, status);
}

/* Nothing to write back, because both sides run with caches. */
void leave_write_back(const void *begin, size_t size_bytes)
{
	(void)begin;
	(void)size_bytes;
}

void leave_restore_controller(uint32_t *values, uint32_t *differences)
{
	imsic_restore(values, differences);
}

void leave_restore_serial(void)
{
	uart_restore();
}

void leave_set_up_serial(void)
{
	uart_set_up_again();
}

/* ---- Other CPUs ---- */

static void (*taking_over)(void);

static void take_interrupt(struct trap_frame *frame)
{
	(void)frame;
	taking_over();
}

/* Use the vector that wakes CPUs, which is free, because the boot CPU does not wait for work. */
void leave_call_boot_cpu(uint32_t hardware_id, void (*take_over)(void))
{
	taking_over = take_over;
	interrupt_handle(VECTOR_WAKE, take_interrupt);
	interrupt_send(hardware_id, VECTOR_WAKE);
}

void leave_switch_off(void)
{
	sbi_call(SBI_HSM, HART_STOP, 0, 0, 0);
}
