/* SPDX-License-Identifier: MIT */
/* cpu.instruction: cost of single instructions, and of a read from the interrupt controller. Most
 * are used in an operating system's hot paths; many need its privileges.
 *
 * exit.instruction: instructions that a hypervisor may intercept, and registers of devices that it
 * emulates in its kernel (GIC) or in a process (serial port, clock). Nothing is changed. own_hvc
 * and own_trap exit to the kernel's own code at EL2, which returns at once. So they measure the
 * processor's part of an exit, without a hypervisor. */
#include "bench/cpu/instruction_aarch64.h"

#include <stdbool.h>

#include "bench/benchmark.h"
#include "bench/platform.h"
#include "lib/aarch64/control.h"
#include "lib/aarch64/el2_call.h"
#include "lib/text/string.h"

#define PAGE_BYTES 4096
#define PAGE_SHIFT 12

/* ---- What each instruction needs ---- */

static int prepare_nothing(struct bench_ctx *ctx, struct operands *operands)
{
	(void)ctx;
	(void)operands;
	return 0;
}

static int prepare_call(struct bench_ctx *ctx, struct operands *operands)
{
	(void)ctx;
	operands->target = (uintptr_t)instruction_call_target;
	return 0;
}

static int prepare_line(struct bench_ctx *ctx, struct operands *operands)
{
	void *page = platform_map(1, PAGE_BYTES);

	if (page == NULL)
		return bench_skip(ctx, "memory", "no free page");
	operands->target = (uintptr_t)page;
	return 0;
}

/* Linux shows the feature registers to processes, so this also works in a process. Arm ARM,
 * "ID_AA64ISAR0_EL1", field Atomic. */
static int prepare_lse(struct bench_ctx *ctx, struct operands *operands)
{
	if ((read_register(id_aa64isar0_el1) >> 20 & 15) < 2)
		return bench_skip(ctx, "lse", "the CPU lacks the instructions of FEAT_LSE");
	return prepare_line(ctx, operands);
}

static int prepare_zva(struct bench_ctx *ctx, struct operands *operands)
{
	if (!cpu_has_clear())
		return bench_skip(ctx, "dc_zva", "the CPU prohibits DC ZVA");
	return prepare_line(ctx, operands);
}

static int prepare_privileged(struct bench_ctx *ctx, struct operands *operands)
{
	(void)operands;
	if ((platform_capabilities() & CAN_PRIVILEGED) == 0)
		return bench_skip(ctx, "privileged", "needs privileged instructions");
	return 0;
}

/* "TLBI VAAE1, TLBIP VAAE1": the number of the page, for every identifier. */
static int prepare_page(struct bench_ctx *ctx, struct operands *operands)
{
	int status = prepare_privileged(ctx, operands);

	if (status == 0)
		status = prepare_line(ctx, operands);
	operands->target = operands->target << 8 >> (PAGE_SHIFT + 8);
	return status;
}

static int prepare_ttbr0(struct bench_ctx *ctx, struct operands *operands)
{
	int status = prepare_privileged(ctx, operands);

	if (status == 0)
		operands->target = read_register(ttbr0_el1);
	return status;
}

static int prepare_conduit(struct bench_ctx *ctx, struct operands *operands,
			   enum platform_conduit conduit, const char *what)
{
	int status = prepare_privileged(ctx, operands);

	if (status == 0 && !platform_has_conduit(conduit))
		status = bench_skip(ctx, "conduit", "%s", what);
	return status;
}

static int prepare_psci_hvc(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_conduit(ctx, operands, CONDUIT_PSCI_HVC, "HVC does not call PSCI here");
}

static int prepare_psci_smc(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_conduit(ctx, operands, CONDUIT_PSCI_SMC, "SMC does not call PSCI here");
}

static int prepare_own_hvc(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_conduit(ctx, operands, CONDUIT_OWN_EL2, "the kernel did not start at EL2");
}

static int prepare_own_trap(struct bench_ctx *ctx, struct operands *operands)
{
	operands->trapping = HCR_RW | HCR_TVM;
	operands->usual = HCR_RW;
	return prepare_own_hvc(ctx, operands);
}

static int prepare_register(struct bench_ctx *ctx, struct operands *operands,
			    enum platform_register which, const char *word)
{
	int status = prepare_privileged(ctx, operands);

	if (status == 0 && platform_register(which, &operands->target) != 0)
		status = bench_skip(ctx, word, "the machine does not use this register");
	return status;
}

static int prepare_gic(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_register(ctx, operands, REGISTER_GIC_ID, "gic");
}

static int prepare_serial(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_register(ctx, operands, REGISTER_SERIAL_FLAGS, "serial");
}

static int prepare_rtc(struct bench_ctx *ctx, struct operands *operands)
{
	return prepare_register(ctx, operands, REGISTER_RTC_SECONDS, "rtc");
}

#include "bench/cpu/instruction.inc"
