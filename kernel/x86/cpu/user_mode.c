/* SPDX-License-Identifier: MIT */
/* Enters ring 3. */
#include "kernel/x86/cpu/user_mode.h"

#include <stddef.h>

#include "kernel/core/image.h"
#include "kernel/machine/paging.h"
#include "kernel/x86/cpu/cpu.h"
#include "kernel/x86/cpu/interrupt.h"
#include "lib/x86/control.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"

/* Flags that SYSCALL clears: handlers run with interrupts, direction and trap flag off. */
#define SYSCALL_CLEARED_FLAGS (FLAGS_IF | FLAGS_DF | FLAGS_TF | FLAGS_NT | FLAGS_AC)

_Static_assert(offsetof(struct cpu, tss.rsp) == CPU_TSS_RSP0,
	       "user_mode.h's offset is the structure's");

/* Prepare a page as a stack. Its top word is the function's return address. */
void user_mode_make_stack(void *page)
{
	uint64_t *stack = page;

	stack[PAGE_4K / sizeof(*stack) - 1] = USER_CODE_VIRT + image_user_offset(user_mode_return);
}

/* Set both GS bases to the kernel's. SWAPGS takes its usual time, and an NMI finds this CPU's
 * structure with either base. */
void user_mode_init_this_cpu(void)
{
	wrmsr(MSR_KERNEL_GS_BASE, (uintptr_t)this_cpu());
	interrupt_enter_from_user_at(VECTOR_USER_EXIT, user_mode_exit);
	if (cpu_has(FEATURE_SYSCALL)) {
		wrmsr(MSR_EFER, rdmsr(MSR_EFER) | EFER_SCE);
		wrmsr(MSR_STAR, (uint64_t)SELECTOR_SYSRET << 48 | (uint64_t)SELECTOR_CODE << 32);
		wrmsr(MSR_SFMASK, SYSCALL_CLEARED_FLAGS);
	}
	if (cpu_has(FEATURE_SEP))
		wrmsr(MSR_SYSENTER_CS, SELECTOR_CODE);
}

static struct user_mode_result call(uint64_t stack_virt, const void *function, uint64_t argument,
				    uint64_t flags)
{
	return user_mode_enter(USER_CODE_VIRT + image_user_offset(function),
			       stack_virt + PAGE_4K - sizeof(uint64_t), argument,
			       &this_cpu()->tss, flags);
}

uint64_t user_mode_call_on(uint64_t stack_virt, uint64_t (*function)(uint64_t), uint64_t argument)
{
	return call(stack_virt, (const void *)(uintptr_t)function, argument, FLAGS_FIXED).first;
}

uint64_t user_mode_call(uint64_t (*function)(uint64_t), uint64_t argument)
{
	return user_mode_call_on(USER_STACK_VIRT, function, argument);
}

struct user_mode_result user_mode_call_open(user_mode_function *function, uint64_t argument)
{
	return call(USER_STACK_VIRT, (const void *)(uintptr_t)function, argument,
		    FLAGS_FIXED | FLAGS_IF | FLAGS_IOPL_3);
}
