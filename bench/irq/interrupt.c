/* From the stamps of one interrupt to its stages. Each stage holds the cost of one clock read, made
 * by the handler and not the runner, so null.timing is not subtracted from it. */
#include "bench/irq/interrupt.h"

#include "lib/errno.h"

static const char *const wait_labels[] = {[WAIT_SPIN] = "spin", [WAIT_HLT] = "hlt"};

static size_t waits(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = WAIT_SPIN;
	values[1] = WAIT_HLT;
	return 2;
}

const struct axis interrupt_axes[] = {{"wait", wait_labels, waits}, {0}};

/* Raised (or due) to the handler's first instruction; to after the write to EOI; the IRET alone;
 * and from raised to the interrupted code's next instruction. */
const char *const interrupt_stages[] = {"delivery", "eoi", "iret", "total", NULL};

int interrupt_sample(struct bench_ctx *ctx, enum interrupt_source source,
		     uint64_t values[BENCH_STAGES_MAX])
{
	struct interrupt_stamps stamps;
	int status = platform_interrupt_trial(source, (enum wait_kind)ctx->point[0], &stamps);

	if (status == -ENOTSUP)
		return bench_skip(ctx, "interrupt", "the machine lacks this interrupt or wait");
	if (status != 0)
		return bench_error(ctx, status, "the interrupt never came");
	if (stamps.entered < stamps.raised)
		return bench_error(ctx, -EIO, "the interrupt came %lu ticks before it was due",
				   stamps.raised - stamps.entered);
	values[0] = stamps.entered - stamps.raised;
	values[1] = stamps.acknowledged - stamps.entered;
	values[2] = stamps.resumed - stamps.returning;
	values[3] = stamps.resumed - stamps.raised;
	return 0;
}
