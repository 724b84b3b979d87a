/* SPDX-License-Identifier: MIT */
/* State of each CPU: see state.h. State that the world switch restores is also saved, so that it
 * can be compared. Optional registers are accessed only if CPUID reports them, because the firmware
 * would handle an exception here. */
#include "boot/efi/state.h"

#include <stdbool.h>
#include <stddef.h>

#include "boot/x86/world.h"
#include "lib/x86/control.h"
#include "lib/x86/cpu_identity.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"

/* Intel SDM vol. 4, "Architectural MSRs"; AMD APM vol. 2, "MSR Cross-Reference". */
#define MSR_PAT 0x277
#define MSR_PERFEVTSEL 0x186
#define MSR_FIXED_CTR_CTRL 0x38d
#define MSR_PERF_GLOBAL_CTRL 0x38f
#define MSR_CSTAR 0xc0000083
#define MSR_TSC_AUX 0xc0000103
#define MSR_AMD_PERFEVTSEL 0xc0010200   /* every second register */

#define CPUID_PMU 0x0a
#define PMU_VERSION(eax) ((eax) & 0xff)
#define PMU_COUNTERS(eax) ((eax) >> 8 & 0xff)
#define CPUID_AMD_FEATURES 0x80000001
#define AMD_HAS_CORE_COUNTERS (1u << 23)
#define AMD_CORE_COUNTERS 6

/* ---- Control registers, segments and tables ---- */

/* Whether the kernel enables XSAVE, which firmware may leave disabled (kernel/x86/cpu/simd.c). */
static bool has_xcr0(void)
{
	return (read_cr4() & CR4_OSXSAVE) != 0 ||
	       (cpu_has(FEATURE_XSAVE) && cpuid_or_zero(CPUID_XSAVE, 1).eax != 0);
}

/* Section "Control Registers": XCR0 is accessible only while OSXSAVE is set. */
static uint64_t exchange_xcr0(const uint64_t *value)
{
	uint64_t cr4 = read_cr4(), before;

	write_cr4(cr4 | CR4_OSXSAVE);
	before = read_xcr0();
	if (value != NULL)
		__asm__ volatile("xsetbv" : : "c"(0), "a"((uint32_t)*value),
					      "d"((uint32_t)(*value >> 32)));
	write_cr4(cr4);
	return before;
}

#define READ_SELECTOR(name) ({ \
	uint16_t value; \
	__asm__("mov %%" name ", %0" : "=r"(value)); \
	value; })

/* Intel SDM vol. 3A, "TSS Descriptor in 64-bit mode": present, available. */
#define TSS_BYTES 104
#define TSS_AVAILABLE 0x0000890000000000ull
#define SELECTOR_BEYOND 0xffe0          /* beyond any table of the firmware */

/* No instruction empties the task register. Some firmware uses no task register. When it next
 * starts this CPU, it takes the register's selector for its own and loads the entry of its table at
 * that selector (EDK II, RestoreVolatileRegisters). If the selector is beyond the table, the
 * firmware does not do this. */
static void empty_task_register(void)
{
	static const uint8_t tss[TSS_BYTES];
	uint64_t base = (uintptr_t)tss;
	uint64_t descriptor[2] = {
		TSS_AVAILABLE | (TSS_BYTES - 1) | (base & 0xffffff) << 16 |
			(base >> 24 & 0xff) << 56,
		base >> 32,
	};
	struct world_table_register own, beyond = {
		.limit = UINT16_MAX, .base = (uintptr_t)descriptor - SELECTOR_BEYOND};

	__asm__ volatile("sgdt %0\n\tlgdt %1\n\tltr %w2\n\tlgdt %0"
			 : "+m"(own) : "m"(beyond), "r"(SELECTOR_BEYOND), "m"(descriptor)
			 : "memory");
}

static uint64_t read_task_register(void)
{
	struct world_table_register gdtr;
	uint16_t tr;

	__asm__ volatile("sgdt %0\n\tstr %1" : "=m"(gdtr), "=r"(tr));
	return tr < gdtr.limit ? tr : 0;
}

static unsigned save_tables(uint64_t *to)
{
	struct world_table_register gdtr, idtr;
	uint16_t ldtr;

	__asm__ volatile("sgdt %0\n\tsidt %1" : "=m"(gdtr), "=m"(idtr));
	__asm__ volatile("sldt %0" : "=r"(ldtr));
	to[0] = gdtr.base;
	to[1] = gdtr.limit;
	to[2] = idtr.base;
	to[3] = idtr.limit;
	to[4] = ldtr;
	return 5;
}

static unsigned save_segments(uint64_t *to)
{
	to[0] = READ_SELECTOR("cs");
	to[1] = READ_SELECTOR("ss");
	to[2] = READ_SELECTOR("ds");
	to[3] = READ_SELECTOR("es");
	to[4] = READ_SELECTOR("fs");
	to[5] = READ_SELECTOR("gs");
	return 6;
}

/* Save XCR0 last, because not every CPU has it. */
unsigned state_save_control(uint64_t *to)
{
	unsigned count = 0;

	to[count++] = read_cr8();
	to[count++] = read_task_register();
	to[count++] = read_cr0();
	to[count++] = read_cr3();
	to[count++] = read_cr4();
	count += save_segments(to + count);
	count += save_tables(to + count);
	if (has_xcr0())
		to[count++] = exchange_xcr0(NULL);
	return count;
}

void state_restore_control(const uint64_t *from, unsigned count)
{
	write_cr8(from[0]);
	if (from[1] == 0)
		empty_task_register();
	if (has_xcr0())
		exchange_xcr0(&from[count - 1]);
}

/* ---- Debug registers: Intel SDM vol. 3B, "Debug Registers" ---- */

#define READ_DR(number) ({ \
	uint64_t value; \
	__asm__ volatile("mov %%dr" #number ", %0" : "=r"(value)); \
	value; })
#define WRITE_DR(number, value) __asm__ volatile("mov %0, %%dr" #number : : "r"(value))

unsigned state_save_debug(uint64_t *to)
{
	to[0] = READ_DR(0);
	to[1] = READ_DR(1);
	to[2] = READ_DR(2);
	to[3] = READ_DR(3);
	to[4] = READ_DR(6);
	to[5] = READ_DR(7);
	return 6;
}

/* Restore DR7 last, because it enables the other registers. */
void state_restore_debug(const uint64_t *from, unsigned count)
{
	(void)count;
	WRITE_DR(0, from[0]);
	WRITE_DR(1, from[1]);
	WRITE_DR(2, from[2]);
	WRITE_DR(3, from[3]);
	WRITE_DR(6, from[4]);
	WRITE_DR(7, from[5]);
}

/* ---- MSRs ---- */

static bool always(void)
{
	return true;
}

static bool has_pat(void)
{
	return cpu_has(FEATURE_PAT);
}

static bool has_sysenter(void)
{
	return cpu_has(FEATURE_SEP);
}

static bool has_tsc_aux(void)
{
	return cpu_has(FEATURE_RDTSCP);
}

static bool has_spec_ctrl(void)
{
	return cpu_has(FEATURE_SPEC_CTRL);
}

/* Only on real CPUs, because a hypervisor may lack the register. */
static bool has_de_cfg(void)
{
	struct cpu_identity identity;

	cpu_identity_read(&identity);
	return cpu_identity_is_amd(&identity) && identity.family >= 0x10 &&
	       !cpu_has(FEATURE_HYPERVISOR);
}

static bool has_debugctl(void)
{
	return !cpu_has(FEATURE_HYPERVISOR);
}

static bool has_trace(void)
{
	return cpu_has(FEATURE_PROCESSOR_TRACE);
}

static bool has_branch_records(void)
{
	return cpu_has(FEATURE_ARCH_LBR);
}

static const struct {
	uint32_t number;
	bool (*exists)(void);
} msrs[] = {
	{MSR_EFER, always},         {MSR_PAT, has_pat},
	{MSR_STAR, always},         {MSR_LSTAR, always},
	{MSR_CSTAR, always},        {MSR_SFMASK, always},
	{MSR_FS_BASE, always},      {MSR_GS_BASE, always},
	{MSR_KERNEL_GS_BASE, always}, {MSR_SYSENTER_CS, has_sysenter},
	{MSR_SYSENTER_ESP, has_sysenter}, {MSR_SYSENTER_EIP, has_sysenter},
	{MSR_TSC_AUX, has_tsc_aux}, {MSR_SPEC_CTRL, has_spec_ctrl},
	{MSR_AMD_DE_CFG, has_de_cfg}, {MSR_DEBUGCTL, has_debugctl},
	{MSR_RTIT_CTL, has_trace},  {MSR_LBR_CTL, has_branch_records},
};

unsigned state_save_msrs(uint64_t *to)
{
	unsigned count = 0;

	for (size_t i = 0; i < sizeof(msrs) / sizeof(msrs[0]); i++) {
		if (msrs[i].exists())
			to[count++] = rdmsr(msrs[i].number);
	}
	return count;
}

/* After the PAT was written, translations that were made with the previous one must be flushed. */
void state_restore_msrs(const uint64_t *from, unsigned count)
{
	unsigned at = 0;

	for (size_t i = 0; i < sizeof(msrs) / sizeof(msrs[0]) && at < count; i++) {
		if (msrs[i].exists())
			wrmsr(msrs[i].number, from[at++]);
	}
	write_cr4(read_cr4() ^ CR4_PGE);
	write_cr4(read_cr4() ^ CR4_PGE);
}

/* ---- Performance counters: events and enable bits ---- */

static unsigned list_counters(uint32_t *numbers)
{
	uint32_t eax = cpuid_or_zero(CPUID_PMU, 0).eax;
	unsigned count = 0;

	for (unsigned i = 0; PMU_VERSION(eax) > 0 && i < PMU_COUNTERS(eax); i++)
		numbers[count++] = MSR_PERFEVTSEL + i;
	if (PMU_VERSION(eax) >= 2) {
		numbers[count++] = MSR_FIXED_CTR_CTRL;
		numbers[count++] = MSR_PERF_GLOBAL_CTRL;
	}
	if ((cpuid_or_zero(CPUID_AMD_FEATURES, 0).ecx & AMD_HAS_CORE_COUNTERS) != 0) {
		for (unsigned i = 0; i < AMD_CORE_COUNTERS; i++)
			numbers[count++] = MSR_AMD_PERFEVTSEL + 2 * i;
	}
	return count;
}

unsigned state_save_counters(uint64_t *to)
{
	uint32_t numbers[0x100 + 2 + AMD_CORE_COUNTERS];
	unsigned count = list_counters(numbers);

	for (unsigned i = 0; i < count; i++)
		to[i] = rdmsr(numbers[i]);
	return count;
}

void state_restore_counters(const uint64_t *from, unsigned count)
{
	uint32_t numbers[0x100 + 2 + AMD_CORE_COUNTERS];

	list_counters(numbers);
	for (unsigned i = 0; i < count; i++)
		wrmsr(numbers[i], from[i]);
}
