/* SPDX-License-Identifier: MIT */
/* Points SYSCALL to the calls of threads. */
#include <stddef.h>
#include <stdint.h>

#include "kernel/task/calls.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"

/* Defined in calls_enter.S. */
void calls_enter(void);
void calls_enter_saving(void);

bool calls_exist(void)
{
	return cpu_has(FEATURE_SYSCALL);
}

void calls_enter_by(bool saves)
{
	wrmsr(MSR_LSTAR, (uintptr_t)(saves ? calls_enter_saving : calls_enter));
}

void calls_close(void)
{
	wrmsr(MSR_LSTAR, 0);
}
