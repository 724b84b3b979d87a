/* SPDX-License-Identifier: MIT */
/* Initialises a CPU: segments, interrupt stacks, control registers. */
#include "kernel/x86/cpu/cpu_init.h"

#include <stddef.h>

#include "kernel/machine/paging.h"
#include "kernel/x86/core/probe.h"
#include "kernel/x86/cpu/cpu.h"
#include "kernel/x86/cpu/cpu_offsets.h"
#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/cpu/simd.h"
#include "kernel/x86/cpu/user_mode.h"
#include "lib/text/errno.h"
#include "lib/x86/control.h"
#include "lib/x86/cpu_identity.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"

#define INTERRUPT_STACK_BYTES PAGE_4K
#define AMD_LFENCE_SERIALIZING (1ull << 1)

/* Intel SDM vol. 3B, "Debug Control Register (DR7)" and "Debug Status Register (DR6)". */
#define DR7_RESET 0x400u
#define DR6_RESET 0xffff0ff0u

_Static_assert(offsetof(struct cpu, flow_ring) == CPU_FLOW_RING,
	       "cpu_offsets.h's offset is the structure's");

static int build_interrupt_stacks(struct cpu *cpu)
{
	for (unsigned stack = 1; stack < STACK_COUNT; stack++) {
		void *top = paging_map_stack(INTERRUPT_STACK_BYTES);

		if (top == NULL)
			return -ENOMEM;
		cpu->tss.ist[stack - 1] = (uintptr_t)top;
	}
	cpu->tss.io_map_base = sizeof(cpu->tss);
	return 0;
}

void cpu_load_segments(const struct cpu *cpu)
{
	const struct {
		uint16_t limit;
		uint64_t base;
	} __attribute__((packed)) gdtr = {sizeof(cpu->gdt) - 1, (uintptr_t)cpu->gdt};

	__asm__ volatile("lgdt %0\n\t"
			 "pushq %q1\n\t"
			 "lea 1f(%%rip), %%rax\n\t"
			 "push %%rax\n\t"
			 "lretq\n"
			 "1:\n\t"
			 "mov %2, %%ds\n\t"
			 "mov %2, %%es\n\t"
			 "mov %2, %%ss\n\t"
			 "mov %3, %%fs\n\t"
			 "mov %3, %%gs\n\t"
			 "ltr %w4"
			 : : "m"(gdtr), "r"((uint64_t)SELECTOR_CODE), "r"(SELECTOR_DATA), "r"(0),
			   "r"(SELECTOR_TSS) : "rax", "memory");
}

/* Enable protections that turn stray accesses into exceptions at no cost, and machine checks, which
 * would otherwise shut the CPU down. Set only bits that CPUID reports: an emulator may hang instead
 * of raising #GP. */
static void set_protections(void)
{
	uint64_t cr4 = read_cr4();

	if (cpu_has(FEATURE_MCE))
		cr4 |= CR4_MCE;
	if (cpu_has(FEATURE_SMEP))
		cr4 |= CR4_SMEP;
	if (cpu_has(FEATURE_SMAP))
		cr4 |= CR4_SMAP;
	if (cpu_has(FEATURE_UMIP))
		cr4 |= CR4_UMIP;
	write_cr4(cr4);
}

/* Make LFENCE serialising, because it fences clock reads. On AMD firmware may leave it otherwise.
 * AMD APM vol. 2, "Speculation Control". Older families lack the register, so it is probed. */
static void order_lfence(void)
{
	uint64_t value;

	if (probe_rdmsr(MSR_AMD_DE_CFG, &value) == 0)
		probe_wrmsr(MSR_AMD_DE_CFG, value | AMD_LFENCE_SERIALIZING);
}

void cpu_disable_breakpoints(void)
{
	__asm__ volatile("mov %0, %%dr7" : : "r"((uint64_t)DR7_RESET));
}

void cpu_clear_debug_registers(void)
{
	cpu_disable_breakpoints();
	__asm__ volatile("mov %0, %%dr6" : : "r"((uint64_t)DR6_RESET));
	__asm__ volatile("mov %0, %%dr0\n\t"
			 "mov %0, %%dr1\n\t"
			 "mov %0, %%dr2\n\t"
			 "mov %0, %%dr3" : : "r"(0ul));
}

/* End what slows a CPU down if firmware left it on: breakpoints, which also stop a benchmark, and
 * traces of branches. Intel SDM vol. 3B, "Last Branch, Interrupt, and Exception Recording", and
 * vol. 3C, "Intel Processor Trace". */
static void stop_debugging(void)
{
	cpu_clear_debug_registers();
	if (!cpu_has(FEATURE_HYPERVISOR))       /* like the loader, which restores it */
		probe_wrmsr(MSR_DEBUGCTL, 0);
	if (cpu_has(FEATURE_PROCESSOR_TRACE))
		probe_wrmsr(MSR_RTIT_CTL, 0);
	if (cpu_has(FEATURE_ARCH_LBR))
		probe_wrmsr(MSR_LBR_CTL, 0);
}

int cpu_init(struct cpu *cpu)
{
	struct cpu_identity identity;
	int error;

	cpu_identity_read(&identity);
	cpu->self = cpu;
	gdt_build(cpu->gdt, &cpu->tss);
	error = build_interrupt_stacks(cpu);
	if (error != 0)
		return error;
	cpu_load_segments(cpu);
	wrmsr(MSR_GS_BASE, (uintptr_t)cpu);
	interrupt_init_this_cpu();
	stop_debugging();
	user_mode_init_this_cpu();
	set_protections();
	simd_enable_on_this_cpu();
	if (cpu_identity_is_amd(&identity))
		order_lfence();
	return 0;
}
