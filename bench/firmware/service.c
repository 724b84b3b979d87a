/* SPDX-License-Identifier: MIT */
/* firmware.service: services of UEFI firmware. Bareline's loader calls them in the firmware's own
 * environment before the kernel starts, and passes the samples to the kernel. So some samples
 * include interrupts of the firmware's timer. */
#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/platform.h"

struct service_state {
	uint32_t sample, shown;
	uint32_t unordered;             /* samples that the loader took at another place */
};

#define X(name) #name,
static const char *const labels[] = {UEFI_SERVICES(X)};
#undef X

static size_t services(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	for (size_t i = 0; i < SERVICE_COUNT; i++)
		values[i] = i;
	return SERVICE_COUNT;
}

static const struct axis axes[] = {{"service", labels, services}, {0}};

static int service_setup(struct bench_ctx *ctx)
{
	const struct service_times *times = platform_service_times();

	if (times == NULL || !times->are_measured)
		return bench_skip(ctx, "uefi", "needs a start by Bareline's loader for UEFI, which "
					       "measures if its parameters name this benchmark");
	if (times->errors[ctx->point[0]] != 0)
		return bench_skip(ctx, "service", "the service returns %#lx",
				  times->errors[ctx->point[0]]);
	ctx->samples = SERVICE_SAMPLES;
	return 0;
}

static int service_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	const struct service_times *times = platform_service_times();
	struct service_state *state = ctx->state;
	const uint64_t *sample = &times->ticks[ctx->point[0]][state->sample++ % SERVICE_SAMPLES];

	values[0] = *sample;
	state->unordered += sample != times->ticks[ctx->point[0]] + state->shown++;
	return 0;
}

static int service_verify(struct bench_ctx *ctx)
{
	const struct service_times *times = platform_service_times();
	const struct service_state *state = ctx->state;

	if (state->unordered > 0 || state->shown != SERVICE_SAMPLES)
		validity_check_failed(ctx, "samples", "%u of %u samples are not in the loader's "
						      "order", state->unordered, state->shown);
	if (times->calls[ctx->point[0]] != SERVICE_SAMPLES + 1)
		validity_check_failed(ctx, "calls", "%lu calls instead of one before %u samples",
				      times->calls[ctx->point[0]], SERVICE_SAMPLES);
	if (ctx->point[0] == SERVICE_calculate_crc32_of_4k && !times->has_summed_4k)
		validity_check_failed(ctx, "bytes", "the CRC is not that of 4 KiB");
	return 0;
}

const struct benchmark bench_firmware_service = {
	.name = "firmware.service",
	.summary = "one call of a UEFI service before the kernel starts",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL,
	.axes = axes,
	.no_lead_in = true,
	.state_bytes = sizeof(struct service_state),
	.setup = service_setup,
	.sample = service_sample,
	.verify = service_verify,
	.verified = "each call of a service returned success, one call came before the samples, "
		    "and they are in the order of the calls",
};
