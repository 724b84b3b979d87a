/* SPDX-License-Identifier: MIT */
/* cpu.instruction: cost of single instructions, and of reads from registers of clocks and interrupt
 * controllers. Most are used in an operating system's hot paths; many need its privileges.
 *
 * exit.instruction: instructions that a hypervisor may intercept, and registers of devices that it
 * emulates in its kernel (PIC, PIT's speaker port, APICs) or in a process (RTC, PCI, HPET, PM
 * timer). Writes change only the diagnostic code of port 80h. Reads have no side effects. */
#include "bench/cpu/instruction_x86.h"

#include <stdbool.h>

#include "bench/benchmark.h"
#include "bench/platform.h"
#include "lib/text/string.h"
#include "lib/x86/control.h"
#include "lib/x86/cpu_identity.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"

#define PORT_PIC_MASK 0x21
#define PORT_SPEAKER 0x61
#define PORT_RTC_INDEX 0x70
#define PORT_POST 0x80                  /* a PC's diagnostics; no device answers its reads */
#define PORT_PCI_ADDRESS 0xcf8

/* Linux Documentation/virt/kvm/x86/hypercalls: a call that does nothing. */
#define KVM_HC_VAPIC_POLL_IRQ 1

/* ---- What each instruction needs ---- */

static int prepare_nothing(struct bench_ctx *ctx, struct operands *operands)
{
	(void)ctx;
	(void)operands;
	return 0;
}

static int need_feature(struct bench_ctx *ctx, bool there, const char *word)
{
	return there ? 0 : bench_skip(ctx, word, "CPUID does not show %s", word);
}

static int prepare_rdtscp(struct bench_ctx *ctx, struct operands *operands)
{
	(void)operands;
	return need_feature(ctx, cpu_has(FEATURE_RDTSCP), "rdtscp");
}

static int map_page(struct bench_ctx *ctx, struct operands *operands)
{
	void *page = platform_map(1, 4096);

	if (page == NULL)
		return bench_skip(ctx, "memory", "no free page");
	operands->target = (uintptr_t)page;
	return 0;
}

/* Only VERW with a selector in memory clears buffers: Intel, "Intel Analysis of Microarchitectural
 * Data Sampling". */
static int prepare_verw(struct bench_ctx *ctx, struct operands *operands)
{
	int status = need_feature(ctx, cpu_has(FEATURE_MD_CLEAR), "md_clear");

	if (status == 0)
		status = map_page(ctx, operands);
	if (status == 0)
		__asm__ volatile("mov %%ss, %0" : "=m"(*(uint16_t *)operands->target));
	return status;
}

static int prepare_call(struct bench_ctx *ctx, struct operands *operands)
{
	(void)ctx;
	operands->target = (uintptr_t)instruction_call_target;
	return 0;
}

static int prepare_privileged(struct bench_ctx *ctx, struct operands *operands)
{
	(void)operands;
	if ((platform_capabilities() & CAN_PRIVILEGED) == 0)
		return bench_skip(ctx, "privileged", "needs privileged instructions");
	return 0;
}

static int prepare_page(struct bench_ctx *ctx, struct operands *operands)
{
	int status = prepare_privileged(ctx, operands);

	return status != 0 ? status : map_page(ctx, operands);
}

static int prepare_cr3(struct bench_ctx *ctx, struct operands *operands)
{
	int status = prepare_privileged(ctx, operands);

	if (status == 0)
		operands->target = read_cr3();
	return status;
}

static int prepare_cr4(struct bench_ctx *ctx, struct operands *operands)
{
	int status = prepare_privileged(ctx, operands);

	if (status == 0)
		operands->target = read_cr4();
	return status;
}

static int prepare_cr8(struct bench_ctx *ctx, struct operands *operands)
{
	int status = prepare_privileged(ctx, operands);

	if (status == 0)
		__asm__ volatile("mov %%cr8, %0" : "=r"(operands->target));
	return status;
}

static int prepare_msr(struct bench_ctx *ctx, struct operands *operands, uint32_t msr,
		       uint32_t value)
{
	*operands = (struct operands){msr, value};
	return prepare_privileged(ctx, operands);
}

/* The FS segment is unused here, but every CPU has a base of it. */
static int prepare_fs_base(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_msr(ctx, operands, MSR_FS_BASE, 0);
}

/* The APIC base is below 4 GiB in every PC, so a write of 32 bits restores the value. */
static int prepare_apic_base(struct bench_ctx *ctx, struct operands *operands)
{
	int status = prepare_msr(ctx, operands, MSR_APIC_BASE, 0);

	if (status == 0)
		operands->value = (uint32_t)rdmsr(MSR_APIC_BASE);
	return status;
}

static int prepare_ibrs(struct bench_ctx *ctx, struct operands *operands)
{
	int status = need_feature(ctx, cpu_has_ibrs(), "ibrs");

	return status != 0 ? status : prepare_msr(ctx, operands, MSR_SPEC_CTRL, SPEC_CTRL_IBRS);
}

static int prepare_ibpb(struct bench_ctx *ctx, struct operands *operands)
{
	int status = need_feature(ctx, cpu_has_ibpb(), "ibpb");

	return status != 0 ? status : prepare_msr(ctx, operands, MSR_PRED_CMD, PRED_CMD_IBPB);
}

/* KVM's hypercalls, because other hypervisors have others. Uses the instruction of the CPU's
 * vendor, because KVM replaces the other one in the guest's code. */
static int prepare_hypercall(struct bench_ctx *ctx, struct operands *operands, bool is_amds)
{
	char hypervisor[CPU_HYPERVISOR_CHARS];
	struct cpu_identity cpu;
	int status = prepare_privileged(ctx, operands);

	if (status != 0)
		return status;
	cpu_hypervisor_read(hypervisor);
	if (strcmp(hypervisor, "KVMKVMKVM") != 0)
		return bench_skip(ctx, "kvm", "CPUID does not show KVM, whose hypercall this is");
	cpu_identity_read(&cpu);
	if (cpu_identity_is_amd(&cpu) != is_amds)
		return bench_skip(ctx, "vendor", "the hypercall of another vendor's CPU");
	operands->target = KVM_HC_VAPIC_POLL_IRQ;
	return 0;
}

static int prepare_vmcall(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_hypercall(ctx, operands, false);
}

static int prepare_vmmcall(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_hypercall(ctx, operands, true);
}

static int prepare_port_at(struct bench_ctx *ctx, struct operands *operands, uint16_t port)
{
	operands->target = port;
	return prepare_privileged(ctx, operands);
}

static int prepare_port(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_port_at(ctx, operands, PORT_POST);
}

static int prepare_pic(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_port_at(ctx, operands, PORT_PIC_MASK);
}

static int prepare_speaker(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_port_at(ctx, operands, PORT_SPEAKER);
}

static int prepare_rtc(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_port_at(ctx, operands, PORT_RTC_INDEX);
}

static int prepare_pci(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_port_at(ctx, operands, PORT_PCI_ADDRESS);
}

static int prepare_register(struct bench_ctx *ctx, struct operands *operands,
			    enum platform_register which, const char *word)
{
	int status = prepare_privileged(ctx, operands);

	if (status == 0 && platform_register(which, &operands->target) != 0)
		status = bench_skip(ctx, word, "the machine does not use this register");
	return status;
}

static int prepare_xapic(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_register(ctx, operands, REGISTER_XAPIC_ID, "xapic");
}

static int prepare_x2apic(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_register(ctx, operands, REGISTER_X2APIC_ID, "x2apic");
}

static int prepare_xapic_tpr(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_register(ctx, operands, REGISTER_XAPIC_TPR, "xapic");
}

static int prepare_x2apic_tpr(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_register(ctx, operands, REGISTER_X2APIC_TPR, "x2apic");
}

static int prepare_xapic_eoi(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_register(ctx, operands, REGISTER_XAPIC_EOI, "xapic");
}

static int prepare_x2apic_eoi(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_register(ctx, operands, REGISTER_X2APIC_EOI, "x2apic");
}

static int prepare_ioapic(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_register(ctx, operands, REGISTER_IOAPIC_SELECT, "ioapic");
}

static int prepare_hpet(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_register(ctx, operands, REGISTER_HPET_COUNTER, "hpet");
}

static int prepare_pm_timer(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_register(ctx, operands, REGISTER_PM_TIMER, "pm_timer");
}

#include "bench/cpu/instruction.inc"
