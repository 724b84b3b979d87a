/* SPDX-License-Identifier: MIT */
/* firmware.call: a system management interrupt (SMI) by the ACPI command port, from the write to
 * the return. Firmware should ignore the value, but its reaction is known in QEMU only. */
#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/platform.h"

#define CALL_OPERATIONS 1
#define CALL_STATE_BYTES 0
#define CALLS(X) X(smi)


static int call_setup(struct bench_ctx *ctx)
{
	const char *why = platform_firmware_smi_problem();

	return why != NULL ? bench_skip(ctx, "smi", "%s", why) : 0;
}

static void call_run(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	for (; iterations > 0; iterations--)
		platform_raise_smi();
}

static int call_verify(struct bench_ctx *ctx)
{
	const char *why = platform_firmware_smi_problem();

	if (why != NULL)
		validity_check_failed(ctx, "smi", "%s", why);
	return 0;
}

#include "bench/firmware/call.inc"
