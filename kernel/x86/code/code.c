/* SPDX-License-Identifier: MIT */
/* Runs code that the user gave, and returns from whatever it does. */
#include "kernel/code/code.h"

#include <stdbool.h>
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "kernel/x86/code/cpu_state.h"
#include "kernel/x86/core/trap_frame.h"
#include "kernel/x86/cpu/cpu.h"
#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/cpu/user_mode.h"
#include "lib/text/errno.h"
#include "lib/x86/control.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"

#define TRAP_STACK_BYTES 8192
#define FRAME_SHIFT_BYTES 16

/* ---- Implemented in entry.S ---- */

void code_enter_user(uint64_t rip, uint64_t rsp);
void code_leave_user(void);
extern const char code_stubs[];
void code_trap(struct trap_frame *frame);

static struct interrupt_table table;
static _Alignas(16) uint8_t trap_stack[TRAP_STACK_BYTES];

int platform_code_open(const struct platform_code_request *request, struct platform_code *code)
{
	return code_memory_make(request, code);
}

/* Every vector enters on one stack, also from ring 0, except vectors with their own stack. INT with
 * the number of an exception pushes no error code, so the frame extends above its stack. */
static void build_table(void)
{
	this_cpu()->tss.ist[STACK_CODE - 1] = (uintptr_t)(trap_stack + sizeof(trap_stack) -
							FRAME_SHIFT_BYTES);
	interrupt_table_fill(&table, code_stubs, STACK_CODE);
	interrupt_table_set_user_gate(&table, VECTOR_USER_EXIT, code_leave_user, STACK_CODE);
}

/* Without SCE, SYSCALL is an invalid opcode; with a null selector, SYSENTER is a general protection
 * fault. So the kernel's handlers, which are for benchmarks, are not reached. */
static void close_fast_calls(void)
{
	if ((rdmsr(MSR_EFER) & EFER_SCE) != 0)
		wrmsr(MSR_EFER, rdmsr(MSR_EFER) & ~(uint64_t)EFER_SCE);
	if (cpu_has(FEATURE_SEP))
		wrmsr(MSR_SYSENTER_CS, 0);
}

/* The return address at the top of the stack leads back to ring 0. */
static uint64_t user_stack(const struct platform_code *code)
{
	uint64_t top_virt = code->stack_virt + PLATFORM_CODE_STACK_BYTES;
	const uint64_t *entry = paging_entry(top_virt - PAGE_4K, PAGE_4K);

	user_mode_make_stack(phys_to_virt(*entry & PTE_ADDRESS));
	return top_virt - sizeof(uint64_t);
}

void platform_code_call(const struct platform_code *code, uint64_t offset)
{
	uint64_t entry = code->text_virt + offset;

	cpu_state_save();
	build_table();
	close_fast_calls();
	interrupt_table_load(&table);
	if (code->ring == CODE_RING_3)
		code_enter_user(entry, user_stack(code));
	else
		((void (*)(void))(uintptr_t)entry)();
	cpu_state_restore();
}

/* Handle an exception or interrupt of the code. The handlers may fault themselves, so they need the
 * kernel's table. If the guarded call is aborted, the kernel's whole state is restored. Otherwise
 * the code continues with its own state. */
void code_trap(struct trap_frame *frame)
{
	uint64_t gs_base = rdmsr(MSR_GS_BASE), rip = frame->rip;

	cpu_state_restore_base();
	interrupt_init_this_cpu();
	interrupt_dispatch(frame);
	if (frame->vector >= EXCEPTION_VECTORS)         /* because INT in ring 0 may raise any
							 * vector */
		interrupt_forget_latest((uint8_t)frame->vector);
	interrupt_table_load(&table);   /* for an NMI that arrives while the segments are
					 * restored */
	if (frame->rip != rip)
		cpu_state_restore();
	else
		wrmsr(MSR_GS_BASE, gs_base);
}
