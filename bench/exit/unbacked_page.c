/* SPDX-License-Identifier: MIT */
/* exit.unbacked_page: the first access to memory that a hypervisor has not allocated yet. The
 * guest's page tables map it, so the guest sees no fault. The second access repeats the first
 * without an exit.
 *
 * With a step of 2 MiB each access is the first to a huge page of the host. With a step of 4 KiB, a
 * host with huge pages allocates 512 pages at the first access to one of them. The memory is the
 * middle of the largest free block, because firmware and earlier benchmarks use that last. On bare
 * metal the first access misses caches and TLB only. */
#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/mem/page_size.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"

#define SAMPLES_MAX 64

struct unbacked {
	const volatile uint64_t *first, *next;
	uint64_t step_words;
};

static const char *const stages[] = {"first", "again", NULL};

static size_t unbacked_steps(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = PAGE_SIZE_4K;
	values[1] = PAGE_SIZE_2M;
	return 2;
}

static const struct axis axes[] = {{"step_bytes", NULL, unbacked_steps}, {0}};

/* The pages of 4 KiB are in front of those of 2 MiB. */
static int unbacked_setup(struct bench_ctx *ctx)
{
	struct unbacked *unbacked = ctx->state;
	uint64_t step_bytes = ctx->point[0];
	uint64_t pages = page_size_room(PAGE_SIZE_2M) / PAGE_SIZE_2M;
	const char *block, *middle;

	if (pages < 2)
		return bench_skip(ctx, "memory", "needs 4 MiB of free memory");
	block = platform_map_untouched(pages * PAGE_SIZE_2M, PAGE_SIZE_2M);
	if (block == NULL)
		return bench_skip(ctx, "memory", "the largest free block has no 2 MiB pages");
	middle = block + pages / 2 * PAGE_SIZE_2M;
	ctx->samples = SAMPLES_MAX;
	if (step_bytes == PAGE_SIZE_4K)
		middle -= SAMPLES_MAX * PAGE_SIZE_4K;
	else if (ctx->samples > pages - pages / 2)
		ctx->samples = (uint32_t)(pages - pages / 2);
	*unbacked = (struct unbacked){
		.first = (const void *)middle, .next = (const void *)middle,
		.step_words = step_bytes / sizeof(uint64_t),
	};
	return 0;
}

static int unbacked_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct unbacked *unbacked = ctx->state;
	uint64_t begin_tsc = clock_read(), middle_tsc;

	(void)*unbacked->next;
	middle_tsc = clock_read();
	(void)*unbacked->next;
	values[0] = middle_tsc - begin_tsc;
	values[1] = clock_read() - middle_tsc;
	unbacked->next += unbacked->step_words;
	return 0;
}

static int unbacked_verify(struct bench_ctx *ctx)
{
	const struct unbacked *unbacked = ctx->state;
	uint64_t bytes = (uint64_t)((const volatile char *)unbacked->next -
				    (const volatile char *)unbacked->first);

	if (bytes != ctx->samples * ctx->point[0])
		validity_check_failed(ctx, "pages", "%u samples went over %lu bytes", ctx->samples,
				      bytes);
	return 0;
}

const struct benchmark bench_exit_unbacked_page = {
	.name = "exit.unbacked_page",
	.summary = "one read of memory that a hypervisor has not allocated yet",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL,
	.needs = CAN_PRIVILEGED | CAN_PAGE_2M,
	.axes = axes,
	.stages = stages,
	.no_lead_in = true,
	.state_bytes = sizeof(struct unbacked),
	.setup = unbacked_setup,
	.sample = unbacked_sample,
	.verify = unbacked_verify,
	.verified = "each sample read another page, as far from the last as the point says",
};
