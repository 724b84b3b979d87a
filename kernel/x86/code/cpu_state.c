/* SPDX-License-Identifier: MIT */
/* Registers are written only if they changed, because some writes flush all translations, and each
 * write leaves a virtual machine. */
#include "kernel/x86/code/cpu_state.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/x86/core/probe.h"
#include "kernel/x86/cpu/cpu.h"
#include "kernel/x86/cpu/cpu_init.h"
#include "kernel/x86/cpu/interrupt.h"
#include "lib/x86/control.h"
#include "lib/x86/msr.h"

/* Intel SDM vol. 4, "Architectural MSRs". */
#define MSR_PAT 0x277u
#define MSR_CSTAR 0xc0000083u

static const uint32_t msrs[] = {
	MSR_EFER, MSR_STAR, MSR_LSTAR, MSR_CSTAR, MSR_SFMASK, MSR_SYSENTER_CS, MSR_SYSENTER_ESP,
	MSR_SYSENTER_EIP, MSR_FS_BASE, MSR_GS_BASE, MSR_KERNEL_GS_BASE, MSR_PAT, MSR_DEBUGCTL,
	MSR_APIC_BASE,
};

#define MSR_COUNT (sizeof(msrs) / sizeof(msrs[0]))

static struct {
	struct cpu *cpu;
	uint64_t cr0, cr3, cr4, cr8, xcr0;
	uint64_t msrs[MSR_COUNT];
	bool has_msr[MSR_COUNT];
} saved;

static void write_xcr0(uint64_t value)
{
	__asm__ volatile("xsetbv" : : "c"(0), "a"((uint32_t)value), "d"((uint32_t)(value >> 32)));
}

static bool has_xcr0(void)
{
	return (saved.cr4 & CR4_OSXSAVE) != 0;
}

void cpu_state_save(void)
{
	saved.cpu = this_cpu();
	saved.cr0 = read_cr0();
	saved.cr3 = read_cr3();
	saved.cr4 = read_cr4();
	saved.cr8 = read_cr8();
	saved.xcr0 = has_xcr0() ? read_xcr0() : 0;
	for (size_t i = 0; i < MSR_COUNT; i++)
		saved.has_msr[i] = probe_rdmsr(msrs[i], &saved.msrs[i]) == 0;
}

static void restore_msrs(void)
{
	for (size_t i = 0; i < MSR_COUNT; i++) {
		if (saved.has_msr[i] && rdmsr(msrs[i]) != saved.msrs[i])
			wrmsr(msrs[i], saved.msrs[i]);
	}
}

void cpu_state_restore_base(void)
{
	cpu_disable_breakpoints();
	wrmsr(MSR_GS_BASE, (uintptr_t)saved.cpu);
	if (read_cr0() != saved.cr0)
		write_cr0(saved.cr0);
	if (read_cr4() != saved.cr4)
		write_cr4(saved.cr4);
	if (read_cr3() != saved.cr3)
		write_cr3(saved.cr3);
}

/* Restore all registers. The bases follow the segment registers, because loading these clears the
 * bases. */
void cpu_state_restore(void)
{
	cpu_state_restore_base();
	gdt_build(saved.cpu->gdt, &saved.cpu->tss);
	cpu_load_segments(saved.cpu);
	wrmsr(MSR_GS_BASE, (uintptr_t)saved.cpu);
	interrupt_init_this_cpu();
	restore_msrs();
	cpu_clear_debug_registers();
	if (has_xcr0() && read_xcr0() != saved.xcr0)
		write_xcr0(saved.xcr0);
	if (read_cr8() != saved.cr8)
		write_cr8(saved.cr8);
	__asm__ volatile("fninit\n\t"
			 "pushq %0\n\t"
			 "popfq" : : "i"(FLAGS_FIXED) : "memory", "cc");
}
