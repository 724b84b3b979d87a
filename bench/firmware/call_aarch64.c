/* SPDX-License-Identifier: MIT */
/* firmware.call: calls of PSCI (Power State Coordination Interface, DEN 0022) and of the SMC
 * Calling Convention (DEN 0028) that change nothing. The machine says whether HVC or SMC makes
 * them. */
#include "bench/firmware/call_aarch64.h"

#include <stdbool.h>

#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/platform.h"

#define PSCI_VERSION 0x84000000
#define PSCI_MIGRATE_INFO_TYPE 0x84000006
#define PSCI_FEATURES 0x8400000a
#define PSCI_AFFINITY_INFO 0xc4000004
#define SMCCC_VERSION 0x80000000
#define SMCCC_ARCH_FEATURES 0x80000001
#define SMCCC_UNKNOWN 0x8000ffff        /* a reserved Arm Architecture Call */
#define NOT_SUPPORTED (-1)

/* X(name, function, first argument, function that PSCI_FEATURES must know) */
#define CALLS(X) \
	X(psci_version, PSCI_VERSION, 0, 0) \
	X(psci_affinity_info, PSCI_AFFINITY_INFO, 0, 0) \
	X(psci_migrate_info_type, PSCI_MIGRATE_INFO_TYPE, 0, PSCI_MIGRATE_INFO_TYPE) \
	X(psci_features, PSCI_FEATURES, PSCI_VERSION, PSCI_FEATURES) \
	X(smccc_version, SMCCC_VERSION, 0, SMCCC_VERSION) \
	X(smccc_arch_features, SMCCC_ARCH_FEATURES, SMCCC_VERSION, SMCCC_VERSION) \
	X(smccc_unknown, SMCCC_UNKNOWN, 0, 0)

#define X(name, function, argument, known) {function, argument, known},
static const struct {
	uint32_t function, argument, known;
} calls[] = {CALLS(X)};
#undef X

static bool is_known(uint32_t function)
{
	const struct firmware_call features = {
		.function = PSCI_FEATURES, .arguments = {function},
		.is_by_smc = platform_has_conduit(CONDUIT_PSCI_SMC),
	};

	return function == 0 || firmware_call_once(&features) >= 0;
}

static int call_setup(struct bench_ctx *ctx)
{
	struct firmware_call *call = ctx->state;

	if (!platform_has_conduit(CONDUIT_PSCI_SMC) && !platform_has_conduit(CONDUIT_PSCI_HVC))
		return bench_skip(ctx, "psci", "neither SMC nor HVC calls PSCI here");
	if (!is_known(calls[ctx->point[0]].known))
		return bench_skip(ctx, "function", "PSCI_FEATURES does not know function %#x",
				  calls[ctx->point[0]].known);
	call->is_by_smc = platform_has_conduit(CONDUIT_PSCI_SMC);
	call->function = calls[ctx->point[0]].function;
	call->arguments[0] = call->function == PSCI_AFFINITY_INFO
				     ? platform_firmware_cpu(platform_cpu())
				     : calls[ctx->point[0]].argument;
	return 0;
}

static int call_verify(struct bench_ctx *ctx)
{
	const struct firmware_call *call = ctx->state;
	int32_t result = firmware_call_once(call);

	if (call->function == SMCCC_UNKNOWN ? result != NOT_SUPPORTED : result < 0)
		validity_check_failed(ctx, "result", "the call returns %d", result);
	return 0;
}

#define call_run firmware_call_loop
#define CALL_STATE_BYTES sizeof(struct firmware_call)
#include "bench/firmware/call.inc"
