/* SPDX-License-Identifier: MIT */
/* cpu.instruction: cost of single instructions, and of a read from the serial port. Most are used
 * in an operating system's hot paths; many need its privileges.
 *
 * exit.instruction: instructions that firmware or a hypervisor may intercept, calls of them, and
 * registers of devices that a hypervisor emulates in a process (serial port, clock). Nothing is
 * changed. */
#include "bench/cpu/instruction_riscv64.h"

#include <stdbool.h>

#include "bench/benchmark.h"
#include "bench/platform.h"
#include "lib/riscv64/control.h"
#include "lib/text/string.h"

#define PAGE_BYTES 4096

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

	return status == 0 ? prepare_line(ctx, operands) : status;
}

static int prepare_satp(struct bench_ctx *ctx, struct operands *operands)
{
	int status = prepare_privileged(ctx, operands);

	if (status == 0)
		operands->target = read_register(satp);
	return status;
}

static int prepare_register(struct bench_ctx *ctx, struct operands *operands,
			    enum platform_register which, const char *word)
{
	int status = prepare_privileged(ctx, operands);

	if (status == 0 && platform_register(which, &operands->target) != 0)
		status = bench_skip(ctx, word, "the machine does not use this register");
	return status;
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
