/* fault.not_present: what a page fault costs, alone and with the mapping of the page. */
#include "bench/benchmark.h"
#include "bench/mem/page_size.h"
#include "bench/platform.h"
#include "lib/errno.h"

enum {AXIS_ACTION, AXIS_PAGE};

static const char *const action_labels[] = {[FAULT_TRAP] = "trap", [FAULT_MAP] = "map"};

static size_t actions(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = FAULT_TRAP;
	values[1] = FAULT_MAP;
	return 2;
}

static size_t page_sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = PAGE_SIZE_4K;
	values[1] = PAGE_SIZE_2M;
	return page_size_check(ctx, PAGE_SIZE_2M) == 0 ? 2 : 1;
}

static const struct axis axes[] = {
	[AXIS_ACTION] = {"action", action_labels, actions},
	[AXIS_PAGE] = {"page_bytes", NULL, page_sizes},
	{0},
};

/* Touch to the handler's first instruction; the handler, which returns past the access or maps the
 * page and invalidates; IRET to the instruction after the access; and all of it. */
static const char *const stages[] = {"entry", "handler", "return", "total", NULL};

static int sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct fault_stamps stamps;
	int status = platform_fault_trial((enum fault_kind)ctx->point[AXIS_ACTION],
					  ctx->point[AXIS_PAGE], &stamps);

	if (status == -ENOTSUP)
		return bench_skip(ctx, "fault", "the machine can't make this fault");
	if (status != 0)
		return bench_error(ctx, status, "the trial failed with %d", status);
	values[0] = stamps.entered - stamps.touched;
	values[1] = stamps.returning - stamps.entered;
	values[2] = stamps.resumed - stamps.returning;
	values[3] = stamps.resumed - stamps.touched;
	return 0;
}

const struct benchmark bench_fault_not_present = {
	.name = "fault.not_present",
	.summary = "one access to a page that is not present",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_PAGE_TABLES,
	.axes = axes,
	.stages = stages,
	.sample = sample,
};
