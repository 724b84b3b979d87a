/* SPDX-License-Identifier: MIT */
/* exit.unknown_msr: a read of a register that does not exist raises a general-protection exception.
 * A hypervisor intercepts the read, looks for the register, and injects the exception. On bare
 * metal the CPU raises it. An emulator may return 0 instead. */
#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/platform.h"

/* Intel SDM vol. 4, "Model-Specific Registers (MSRs)": no CPU has the registers from 40000000h to
 * 400000FFh. Hypervisors that implement some of them begin with the first. */
#define MSR_OF_NO_CPU 0x400000ff

static int unknown_msr_setup(struct bench_ctx *ctx)
{
	if (platform_probe_msr(MSR_OF_NO_CPU) == 0)
		return bench_skip(ctx, "exception", "the machine reads MSR %#x, which no CPU has",
				  MSR_OF_NO_CPU);
	return 0;
}

static void unknown_msr_run(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	for (; iterations > 0; iterations--)
		platform_probe_msr(MSR_OF_NO_CPU);
}

static int unknown_msr_verify(struct bench_ctx *ctx)
{
	if (platform_probe_msr(MSR_OF_NO_CPU) == 0)
		validity_check_failed(ctx, "exception", "a read of MSR %#x raises no exception any "
							"more", MSR_OF_NO_CPU);
	return 0;
}

const struct benchmark bench_exit_unknown_msr = {
	.name = "exit.unknown_msr",
	.summary = "one RDMSR of a register that does not exist, until its exception is handled",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL,
	.needs = CAN_PRIVILEGED,
	.setup = unknown_msr_setup,
	.run = unknown_msr_run,
	.loop_operations = 1,
	.verify = unknown_msr_verify,
	.verified = "a read raises the exception after the samples too",
};
