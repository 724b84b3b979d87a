/* SPDX-License-Identifier: MIT */
/* disk.write and disk.flush: one write to a scratch disk, and one flush after a write. A write is
 * done when the disk has accepted it, a flush when the disk has stored it. The seal is read before
 * each write, outside of the times. What was written is read again after each sample. */
#include "bench/benchmark.h"
#include "bench/disk/axes.h"
#include "bench/engine/options.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/disk_seal.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

#define LIMIT_MS 20000                  /* a stalled disk is given up within seconds */
#define FLUSHED_BYTES 4096u

enum {AXIS_SIZE = DISK_AXES};
enum {STAGE_SUBMIT, STAGE_DEVICE, STAGE_INTERRUPT, STAGE_COMPLETION, STAGE_TOTAL};
enum {BUFFER_WRITE, BUFFER_READ, BUFFERS};

struct writing {
	struct disk_facts facts;
	uint64_t next_sector;
	enum disk_operation timed;      /* operation between the clock reads of the latest sample */
};

/* ---- Parameters ---- */

static size_t write_devices(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = disk_axis_devices(ctx, values), kept = 0;

	for (size_t i = 0; i < count; i++) {
		if (strcmp(disk_device_labels[values[i]], ctx->options->scratch_disk) == 0)
			values[kept++] = values[i];
	}
	if (kept == 0)
		bench_skip(ctx, "scratch", "no scratch disk; only run --disk scratch:SIZE makes "
					   "one");
	return kept;
}

static size_t write_sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	static const uint64_t sizes[] = {4096, 65536, 1048576};
	size_t count = ctx->suite == SUITE_FULL ? 3 : 2;

	for (size_t i = 0; i < count; i++)
		values[i] = sizes[i];
	return count;
}

/* ---- Requests ---- */

static int write_failed(struct bench_ctx *ctx, const char *what, int error)
{
	return bench_error(ctx, -EIO, "cannot %s: error %d: %s", what, error,
			   platform_disk_problem());
}

static int write_await(struct bench_ctx *ctx, struct disk_request *request, const char *what)
{
	struct disk_request *done;
	int error = platform_disk_wait(&done);

	if (error != 0)
		return write_failed(ctx, what, error);
	if (done != request || request->status != 0)
		return bench_error(ctx, -EIO, "%s: cannot %s %u bytes at sector %lu",
				   disk_of_point(ctx), what, request->bytes, request->sector);
	return 0;
}

static int write_do(struct bench_ctx *ctx, struct disk_request *request, const char *what)
{
	int error = platform_disk_submit_write(request);

	return error == 0 ? write_await(ctx, request, what) : write_failed(ctx, what, error);
}

static int write_time(struct bench_ctx *ctx, struct disk_request *request, const char *what,
		      uint64_t values[BENCH_STAGES_MAX])
{
	struct writing *writing = ctx->state;
	uint64_t begin_tsc = clock_read(), end_tsc, noticed_tsc;
	int status = write_do(ctx, request, what);

	end_tsc = clock_read();
	if (status != 0)
		return status;
	writing->timed = request->operation;
	noticed_tsc = request->entered_tsc != 0 ? request->entered_tsc : request->seen_tsc;
	for (unsigned stage = 0; stage < STAGE_TOTAL; stage++)
		values[stage] = BENCH_NOT_MEASURED;
	if (request->rung_tsc != 0)
		values[STAGE_SUBMIT] = request->rung_tsc - begin_tsc;
	if (request->rung_tsc != 0 && noticed_tsc != 0)
		values[STAGE_DEVICE] = noticed_tsc - request->rung_tsc;
	if (ctx->point[DISK_AXIS_COMPLETION] == DISK_POLL)
		values[STAGE_INTERRUPT] = BENCH_NO_SUCH_STAGE;
	else if (request->entered_tsc != 0)
		values[STAGE_INTERRUPT] = request->seen_tsc - request->entered_tsc;
	if (request->seen_tsc != 0)
		values[STAGE_COMPLETION] = end_tsc - request->seen_tsc;
	values[STAGE_TOTAL] = end_tsc - begin_tsc;
	return 0;
}

/* ---- Data ---- */

/* The place after the previous write, always behind the seal. */
static struct disk_request write_next(struct bench_ctx *ctx, struct writing *writing,
				      uint32_t bytes)
{
	uint64_t first = SEAL_RESERVED_BYTES / writing->facts.sector_bytes;
	uint64_t sectors = bytes / writing->facts.sector_bytes;
	struct disk_request request = {
		.operation = DISK_WRITE, .bytes = bytes,
		.buffer = platform_disk_buffer(BUFFER_WRITE),
	};

	if (writing->next_sector < first ||
	    writing->next_sector + sectors > writing->facts.sectors)
		writing->next_sector = first;
	request.sector = writing->next_sector;
	writing->next_sector += sectors;
	for (uint32_t at = 0; at < bytes; at += sizeof(uint64_t)) {
		uint64_t word = rng_next(&ctx->rng);

		memcpy(request.buffer + at, &word, sizeof(word));
	}
	return request;
}

static int write_verify(struct bench_ctx *ctx, const struct disk_request *written)
{
	const enum disk_operation *claimed = ctx->bench->variant;
	const struct writing *writing = ctx->state;
	struct disk_request request = {
		.sector = written->sector, .bytes = written->bytes,
		.buffer = platform_disk_buffer(BUFFER_READ),
	};
	int error = platform_disk_submit(&request);
	int status = error == 0 ? write_await(ctx, &request, "read")
				: write_failed(ctx, "read", error);

	if (status == 0 && memcmp(request.buffer, written->buffer, written->bytes) != 0)
		status = bench_error(ctx, -EIO, "%s: sector %lu does not hold what was written",
				     disk_of_point(ctx), written->sector);
	if (status == 0 && writing->timed != *claimed)
		status = bench_error(ctx, -EIO, "the sample is the time of another operation");
	return status;
}

static int write_permit(struct bench_ctx *ctx)
{
	int error = platform_disk_permit_write();

	return error == 0 ? 0 : write_failed(ctx, "write", error);
}

/* ---- The benchmarks ---- */

static int write_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct disk_request request = write_next(ctx, ctx->state, (uint32_t)ctx->point[AXIS_SIZE]);
	int status = write_permit(ctx);

	if (status == 0)
		status = write_time(ctx, &request, "write", values);
	return status == 0 ? write_verify(ctx, &request) : status;
}

static int flush_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct disk_request request = write_next(ctx, ctx->state, FLUSHED_BYTES);
	struct disk_request flush = {.operation = DISK_FLUSH, .buffer = request.buffer};
	int status = write_permit(ctx);

	if (status == 0)
		status = write_do(ctx, &request, "write");
	if (status == 0)
		status = write_time(ctx, &flush, "flush", values);
	return status == 0 ? write_verify(ctx, &request) : status;
}

static void write_teardown(struct bench_ctx *ctx)
{
	(void)ctx;
	platform_disk_close();
}

static int write_open(struct bench_ctx *ctx, uint32_t bytes)
{
	struct writing *writing = ctx->state;
	const struct disk_use use = {
		.depth = 1, .bytes = bytes, .buffers = BUFFERS,
		.completion = (enum disk_completion)ctx->point[DISK_AXIS_COMPLETION],
		.scratch_token = ctx->options->scratch_token,
	};
	int error = platform_disk_open((size_t)ctx->point[DISK_AXIS_DEVICE], &use, &writing->facts);

	if (error != 0)
		return disk_not_opened(ctx, error);
	if (bytes % writing->facts.sector_bytes == 0 &&
	    writing->facts.sectors >= (SEAL_RESERVED_BYTES + bytes) / writing->facts.sector_bytes)
		return 0;
	write_teardown(ctx);
	return bench_skip(ctx, "capacity", "the disk has only %lu sectors of %u bytes",
			  writing->facts.sectors, writing->facts.sector_bytes);
}

static int write_setup(struct bench_ctx *ctx)
{
	ctx->bytes = ctx->point[AXIS_SIZE];
	return write_open(ctx, (uint32_t)ctx->bytes);
}

static int flush_setup(struct bench_ctx *ctx)
{
	return write_open(ctx, FLUSHED_BYTES);
}

static const struct axis write_axes[] = {
	[DISK_AXIS_DEVICE] = {"device", disk_device_labels, write_devices},
	[DISK_AXIS_COMPLETION] = {"completion", disk_completion_labels, disk_axis_completions},
	[AXIS_SIZE] = {"size_bytes", NULL, write_sizes},
	{0},
};

static const struct axis flush_axes[] = {
	[DISK_AXIS_DEVICE] = {"device", disk_device_labels, write_devices},
	[DISK_AXIS_COMPLETION] = {"completion", disk_completion_labels, disk_axis_completions},
	{0},
};

static const char *const stages[] = {
	"submit", "device", "interrupt", "completion", "total", NULL,
};

#define WRITE_BENCHMARK \
	.unit = UNIT_TSC_TICKS, \
	.suites = SUITE_QUICK | SUITE_FULL, \
	.needs = CAN_DISK, \
	.is_of_devices = true, \
	.stages = stages, \
	.total = "total", \
	.is_divided = true, \
	.limit_ms = LIMIT_MS, \
	.state_bytes = sizeof(struct writing), \
	.teardown = write_teardown

static const enum disk_operation a_write = DISK_WRITE, a_flush = DISK_FLUSH;

const struct benchmark bench_disk_write = {
	.name = "disk.write",
	.summary = "one write to a scratch disk, until the disk has accepted it",
	.differs_hosted = "pwrite on a device or file with O_DIRECT",
	.axes = write_axes,
	.setup = write_setup,
	.variant = &a_write,
	.sample = write_sample,
	WRITE_BENCHMARK,
	.verified = "a write is timed, and the disk returns what was written",
};

const struct benchmark bench_disk_flush = {
	.name = "disk.flush",
	.summary = "one flush of a scratch disk after a write of 4 KiB, until the disk has stored "
		   "it",
	.differs_hosted = "fdatasync on a device or file",
	.axes = flush_axes,
	.setup = flush_setup,
	.variant = &a_flush,
	.sample = flush_sample,
	WRITE_BENCHMARK,
	.verified = "a flush is timed, and the disk returns what was written before it",
};
