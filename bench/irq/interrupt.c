/* SPDX-License-Identifier: MIT */
/* Converts the stamps of one interrupt to stages. Each stage includes a clock read of the handler
 * instead of the runner, so null.timing is not subtracted. */
#include "bench/irq/interrupt.h"

#include "bench/engine/validity_check.h"
#include "lib/cpu/words.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

enum {AXIS_RING, AXIS_WAIT, AXIS_CACHE};

enum cache {CACHE_WARM, CACHE_FLUSHED};

static const char *const wait_labels[] = {
	[WAIT_SPIN] = "spin", [WAIT_HLT] = "hlt", [WAIT_MWAIT] = "mwait",
};
static const char *const cache_labels[] = {[CACHE_WARM] = "warm", [CACHE_FLUSHED] = "flushed"};

/* The quick suite has ring 0 only, the two waits that every CPU supports, and warm caches. */
static size_t interrupt_rings(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = 0;
	values[1] = 3;
	return ctx->suite == SUITE_QUICK ? 1 : 2;
}

static size_t interrupt_waits(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = WAIT_SPIN;
	values[1] = WAIT_HLT;
	values[2] = WAIT_MWAIT;
	if (ctx->point[AXIS_RING] != 0) {
		bench_skip(ctx, "privilege", WORD_SPINS);
		return 1;
	}
	if (ctx->suite == SUITE_QUICK)
		return 2;
	if ((platform_capabilities() & CAN_MWAIT) != 0)
		return 3;
	bench_skip(ctx, "mwait", "needs the MONITOR and MWAIT instructions");
	return 2;
}

static size_t caches(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = CACHE_WARM;
	values[1] = CACHE_FLUSHED;
	return ctx->suite == SUITE_QUICK ? 1 : 2;
}

const struct axis interrupt_axes[] = {
	[AXIS_RING] = {"ring", NULL, interrupt_rings},
	[AXIS_WAIT] = {"wait", wait_labels, interrupt_waits},
	[AXIS_CACHE] = {"cache", cache_labels, caches},
	{0},
};

/* Stages: from raising (or deadline) to the handler's first instruction; the read of the device;
 * the write to EOI; the IRET; and from raising to the interrupted code's next instruction. */
const char *const interrupt_stages_of_plain[] = {"delivery", "eoi", "iret", "total", NULL};
const char *const interrupt_stages_of_device[] = {
	"delivery", "handler", "eoi", "iret", "total", NULL,
};
const char *const interrupt_stages_of_nmi[] = {"delivery", "iret", "total", NULL};

static enum interrupt_source source_of(const struct bench_ctx *ctx)
{
	return *(const enum interrupt_source *)ctx->bench->variant;
}

int interrupt_setup(struct bench_ctx *ctx)
{
	const char *word = ctx->bench->name + sizeof("irq.") - 1;
	int status = platform_interrupt_open(source_of(ctx));

	if (status == -ENOTSUP)
		return bench_skip(ctx, word, "the machine lacks this interrupt source");
	if (status == -ENODEV)
		return bench_skip(ctx, word, "the source exists, but no interrupt from it arrived");
	return status;
}

void interrupt_teardown(struct bench_ctx *ctx)
{
	(void)ctx;
	platform_interrupt_close();
}

static int interrupt_check(struct bench_ctx *ctx, int status)
{
	if (status == -ENOTSUP && ctx->point[AXIS_RING] != 0)
		return bench_skip(ctx, "privilege", "only the kernel can raise it on this machine");
	if (status == -ENOTSUP && ctx->point[AXIS_CACHE] == CACHE_FLUSHED && WORD_FLUSH[0] != '\0')
		return bench_skip(ctx, "flush", "%s", WORD_FLUSH);
	if (status == -ENOTSUP)
		return bench_skip(ctx, "watchdog", "without a watchdog, a lost interrupt would end "
						   "no wait");
	if (status == -EIO)
		return bench_error(ctx, status, "another interrupt arrived instead");
	if (status != 0)
		return bench_error(ctx, status, "the interrupt did not arrive");
	return 0;
}

/* Store the stages in the order above. If the source lacks a stage, the stage has no stamp. */
static void store_stages(const struct interrupt_stamps *stamps, uint64_t values[BENCH_STAGES_MAX])
{
	uint64_t handled_tsc = stamps->handled != 0 ? stamps->handled : stamps->entered;

	*values++ = stamps->entered - stamps->raised;
	if (stamps->handled != 0)
		*values++ = stamps->handled - stamps->entered;
	if (stamps->acknowledged != 0)
		*values++ = stamps->acknowledged - handled_tsc;
	*values++ = stamps->resumed - stamps->returning;
	*values++ = stamps->resumed - stamps->raised;
}

/* Whether the stages, and the time between the last of the handler's other stamps and the one
 * before IRET, add up to the total, which follows them. Stages may not overlap. */
static bool stages_add_up(const struct bench_ctx *ctx, const struct interrupt_stamps *stamps,
			  const uint64_t values[BENCH_STAGES_MAX])
{
	uint64_t last_tsc = stamps->acknowledged, sum = stamps->returning;
	size_t stage = 0;

	if (last_tsc == 0)
		last_tsc = stamps->handled != 0 ? stamps->handled : stamps->entered;
	for (; strcmp(ctx->bench->stages[stage], ctx->bench->total) != 0; stage++)
		sum += values[stage];
	return sum - last_tsc == values[stage];
}

static struct interrupt_trial trial_of(const struct bench_ctx *ctx)
{
	return (struct interrupt_trial){
		.source = source_of(ctx),
		.wait = (enum wait_kind)ctx->point[AXIS_WAIT],
		.ring = (unsigned)ctx->point[AXIS_RING],
		.flushed = ctx->point[AXIS_CACHE] == CACHE_FLUSHED,
	};
}

/* Only a stale translation is an error here. If this trial fails although the samples succeeded,
 * the failure proves nothing. */
int interrupt_verify(struct bench_ctx *ctx)
{
	const struct interrupt_trial trial = trial_of(ctx);
	bool is_kept;

	if (ctx->point[AXIS_CACHE] == CACHE_FLUSHED &&
	    platform_interrupt_keeps_translation(&trial, &is_kept) == 0 && is_kept)
		validity_check_failed(ctx, "flush", "the TLB is not flushed: the CPU still uses a "
						    "translation from before the interrupt");
	return 0;
}

/* If an interrupt is early by no more than the clocks' error, it counts as on time. */
int interrupt_sample(struct bench_ctx *ctx, const struct skew *skew,
		     uint64_t values[BENCH_STAGES_MAX])
{
	const struct interrupt_trial trial = trial_of(ctx);
	struct interrupt_stamps stamps;
	int status = interrupt_check(ctx, platform_interrupt_trial(&trial, &stamps));

	if (status != 0)
		return status;
	stamps.raised = skew_own_tsc(skew, stamps.raised);
	if (stamps.entered + skew->error_ticks < stamps.raised &&
	    platform_time_base() == TIME_EMULATED)
		return bench_skip(ctx, "host_time", "the emulator's host did not run the clock of "
						    "the deadline");
	if (stamps.entered + skew->error_ticks < stamps.raised)
		return bench_error(ctx, -EIO, "the interrupt arrived %lu ticks before it was due",
				   stamps.raised - stamps.entered);
	if (stamps.entered < stamps.raised)
		stamps.raised = stamps.entered;
	store_stages(&stamps, values);
	if (!stages_add_up(ctx, &stamps, values))
		return bench_error(ctx, -EIO, "the stages overlap: with the time before the return "
					      "they do not add up to the total");
	return 0;
}
