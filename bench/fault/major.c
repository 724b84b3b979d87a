/* SPDX-License-Identifier: MIT */
/* fault.major: cost of an access to a page on disk, from the faulting access to the next
 * instruction: fault, cache lookup, request, device, mapping, and return. Before a cold access the
 * cache is emptied. Before a warm access the page is read, so only a minor fault remains. */
#include "bench/benchmark.h"
#include "bench/disk/axes.h"
#include "bench/disk/cache.h"
#include "bench/engine/spread.h"
#include "bench/engine/stamps.h"
#include "bench/platform.h"
#include "lib/text/errno.h"

#define LIMIT_MS 20000

enum {AXIS_CACHE = DISK_AXES, AXIS_RING};
enum {CACHE_COLD, CACHE_WARM};
enum {STAGE_FAULT, STAGE_REQUEST, STAGE_DEVICE, STAGE_MAP, STAGE_RESUME, STAGE_TOTAL};

struct major {
	struct disk_cache cache;
	uint64_t pattern_sectors;        /* from the first one on; 0: none */
	int paging_error;               /* error of the last page_in */
	struct spread spread;           /* of the accessed pages */
};

_Static_assert(sizeof(struct major) <= BENCH_STATE_MAX, "in the benchmark's state");

static const char *const cache_labels[] = {[CACHE_COLD] = "cold", [CACHE_WARM] = "warm"};

/* ---- Parameters ---- */

/* An operating system has its own method to read a file and to wait. */
static size_t major_devices(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = disk_axis_devices(ctx, values);

	return platform_is_hosted() && count > 1 ? 1 : count;
}

static size_t major_completions(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	if (!platform_is_hosted())
		return disk_axis_completions(ctx, values);
	values[0] = DISK_INTERRUPT;
	return 1;
}

static size_t major_caches(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = CACHE_COLD;
	values[1] = CACHE_WARM;
	return 2;
}

static size_t major_rings(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = platform_is_hosted() ? 3 : 0;
	values[1] = 3;
	return platform_is_hosted() ? 1 : 2;
}

/* ---- A sample ---- */

static const uint8_t *major_page_in(void *context, uint64_t page)
{
	struct major *major = context;
	const uint8_t *data = NULL;

	major->paging_error = disk_cache_read(&major->cache, page, &data);
	return major->paging_error == 0 ? data : NULL;
}

/* If the page is cached, there is no request and no wait. */
static void major_conclude(const struct bench_ctx *ctx, const struct major *major,
			   const struct major_fault_stamps *stamps,
			   uint64_t values[BENCH_STAGES_MAX])
{
	bool is_cold = ctx->point[AXIS_CACHE] == CACHE_COLD;
	uint64_t rung_tsc = is_cold ? major->cache.last.rung_tsc : stamps->paged;

	values[STAGE_FAULT] = stamps_between(stamps->touched, stamps->entered);
	values[STAGE_REQUEST] = stamps_between(stamps->entered, rung_tsc);
	values[STAGE_DEVICE] = is_cold ? stamps_between(rung_tsc, stamps->paged)
				       : BENCH_NO_SUCH_STAGE;
	values[STAGE_MAP] = stamps_between(stamps->paged, stamps->returning);
	values[STAGE_RESUME] = stamps_between(stamps->returning, stamps->resumed);
	values[STAGE_TOTAL] = stamps_between(stamps->touched, stamps->resumed);
}

/* Put the cache into the point's state. If the operating system pages, its own cache is used. */
static int major_prepare(struct bench_ctx *ctx, struct major *major, uint64_t page)
{
	const uint8_t *data;

	if (platform_is_hosted())
		return 0;
	block_cache_drop(&major->cache.blocks);
	if (ctx->point[AXIS_CACHE] == CACHE_WARM &&
	    disk_cache_read(&major->cache, page, &data) != 0)
		return disk_cache_error(ctx, &major->cache);
	disk_cache_counted(&major->cache, 0, 0);
	return 0;
}

static int major_failed(struct bench_ctx *ctx, const struct major *major, int error)
{
	if (error == -ENODEV && major->paging_error != 0)
		return disk_cache_error(ctx, &major->cache);
	if (error == -ENODEV)
		return bench_error(ctx, -EIO, "%s: cannot read", disk_of_point(ctx));
	if (error == -ENOTSUP)
		return bench_skip(ctx, "page_cache", "the page cache does not drop this file's "
						     "pages, or does not accept them");
	if (error == -ENOMEM)
		return bench_skip(ctx, "memory", "no free page");
	if (error == -EINVAL)
		return bench_error(ctx, error, "more was read than the page");
	return bench_error(ctx, error, "the access did not fault");
}

static int major_check(struct bench_ctx *ctx, struct major *major, uint64_t page,
		       const uint8_t *data)
{
	bool is_cold = ctx->point[AXIS_CACHE] == CACHE_COLD;

	if (!platform_is_hosted() && !disk_cache_counted(&major->cache, !is_cold, is_cold))
		return bench_error(ctx, -EIO, "the cache had an unexpected page, or lacked an "
					      "expected one");
	return disk_check_pattern(ctx, major->pattern_sectors, data, page * DISK_BLOCK_BYTES,
			       DISK_BLOCK_BYTES);
}

static int major_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct major *major = ctx->state;
	const struct major_fault_trial trial = {
		.ring = (unsigned)ctx->point[AXIS_RING],
		.page = rng_next(&ctx->rng) % disk_cache_blocks(&major->cache),
		.is_cold = ctx->point[AXIS_CACHE] == CACHE_COLD,
		.page_in = major_page_in,
		.context = major,
	};
	struct major_fault_stamps stamps;
	const uint8_t *data;
	int status = major_prepare(ctx, major, trial.page);

	if (status != 0)
		return status;
	major->paging_error = 0;
	status = platform_major_fault_trial(&trial, &stamps, &data);
	if (status != 0)
		return major_failed(ctx, major, status);
	major_conclude(ctx, major, &stamps, values);
	spread_note(&major->spread, trial.page);
	return major_check(ctx, major, trial.page, data);
}

/* ---- Before and after ---- */

static int major_verify(struct bench_ctx *ctx)
{
	const struct major *major = ctx->state;

	spread_verify(ctx, &major->spread, disk_cache_blocks(&major->cache), "accesses", "page");
	return 0;
}

static void major_teardown(struct bench_ctx *ctx)
{
	struct major *major = ctx->state;

	platform_disk_close();
	if (!platform_is_hosted())
		disk_cache_write(ctx, &major->cache);
}

static int major_setup(struct bench_ctx *ctx)
{
	struct major *major = ctx->state;
	const uint8_t *data;
	int status = disk_cache_open(ctx, &major->cache, 1);

	if (status != 0)
		return status;
	if (!platform_is_hosted() && ctx->point[AXIS_CACHE] == CACHE_WARM &&
	    major->cache.blocks.slot_count == 0)
		status = bench_skip(ctx, "cache", "a cache of size 0 holds no page");
	else if (disk_cache_read(&major->cache, 0, &data) != 0)
		status = disk_cache_error(ctx, &major->cache);
	else
		status = disk_find_pattern(ctx, (size_t)ctx->point[DISK_AXIS_DEVICE], data,
					   &major->pattern_sectors);
	if (status != 0)
		platform_disk_close();
	return status;
}

static const struct axis axes[] = {
	[DISK_AXIS_DEVICE] = {"device", disk_device_labels, major_devices},
	[DISK_AXIS_COMPLETION] = {"completion", disk_completion_labels, major_completions},
	[AXIS_CACHE] = {"cache", cache_labels, major_caches},
	[AXIS_RING] = {"ring", NULL, major_rings},
	{0},
};

static const char *const stages[] = {
	"fault", "request", "device", "map", "resume", "total", NULL,
};

const struct benchmark bench_fault_major = {
	.name = "fault.major",
	.summary = "one first access to a mapped page whose contents are on a disk",
	.differs_hosted = "the page belongs to a shared mapping of the file, without read-ahead; "
			  "posix_fadvise drops the cache; the kernel finds, fills and maps the "
			  "page",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_DISK,
	.axes = axes,
	.is_of_devices = true,
	.stages = stages,
	.total = "total",
	.limit_ms = LIMIT_MS,
	.state_bytes = sizeof(struct major),
	.setup = major_setup,
	.sample = major_sample,
	.verify = major_verify,
	.teardown = major_teardown,
	.verified = "the page was read, without read-ahead, or cached as the point says; of a disk "
		    "with a pattern, also its contents",
};
