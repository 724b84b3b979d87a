/* SPDX-License-Identifier: MIT */
/* disk.read: reads from a disk by request size, requests in flight, order, and completion method. A
 * sample of depth 1 is one read. With a greater depth it is several rounds in which each completed
 * request is submitted again at once. The stages are then means: device is the time that a read is
 * in flight, and total the time per read, which gives the disk's rate.
 *
 * If the disk's sectors hold a pattern (lib/disk_pattern.h), their data are checked after each
 * sample. */
#include "bench/benchmark.h"
#include "bench/disk/axes.h"
#include "bench/engine/measure.h"
#include "bench/engine/spread.h"
#include "bench/engine/validity_check.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"

#define ROUNDS 4u                       /* rounds of all requests, in a sample with a depth above
					 * 1 */
#define LIMIT_MS 20000                  /* a stalled disk is given up within seconds */
#define PLACES_TELLING 64               /* fewer places may look sequential by chance, */
#define SAMPLES_TELLING 5               /* and so may fewer samples */

enum {AXIS_ORDER = DISK_AXES, AXIS_DEPTH, AXIS_SIZE};
enum {STAGE_SUBMIT, STAGE_DEVICE, STAGE_INTERRUPT, STAGE_COMPLETION, STAGE_TOTAL};
enum order {ORDER_SEQUENTIAL, ORDER_RANDOM};

struct reading {
	struct disk_facts facts;
	uint64_t pattern_sectors;        /* from the first one on; 0: none */
	uint64_t next_sector;
	struct disk_request requests[DISK_DEPTH_MAX];
	uint64_t begun_tsc[DISK_DEPTH_MAX];

	/* Of one read of each sample, the last one of requests[0]: its sector, how often it
	 * followed that of the sample before, and how often it did not begin at a multiple of its
	 * size. */
	uint64_t last_sector;
	struct spread spread;
	uint32_t samples, consecutive, unaligned;

	uint32_t in_flight, most_in_flight;
	uint64_t least_submit_ticks;    /* of the samples' means; 0: the stage is not observable */
};

_Static_assert(sizeof(struct reading) <= BENCH_STATE_MAX, "in the benchmark's state");

static const char *const order_labels[] = {
	[ORDER_SEQUENTIAL] = "sequential", [ORDER_RANDOM] = "random",
};

/* ---- Parameters ---- */

static size_t read_orders(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = ORDER_SEQUENTIAL;
	values[1] = ORDER_RANDOM;
	return 2;
}

static size_t read_depths(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	bool is_full = ctx->suite == SUITE_FULL;
	size_t count = 0;

	if (disk_has_host_time()) {
		values[0] = 1;
		return 1;
	}
	for (uint64_t depth = 1; depth <= DISK_DEPTH_MAX; depth *= is_full ? 2 : 8)
		values[count++] = depth;
	return is_full || ctx->point[AXIS_ORDER] == ORDER_RANDOM ? count : 1;
}

static size_t read_sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	static const uint64_t sizes[] = {512, 4096, 16384, 65536, 262144, 1048576};

	if (ctx->suite != SUITE_FULL) {
		values[0] = 4096;
		values[1] = 65536;
		return 2;
	}
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		values[i] = sizes[i];
	return sizeof(sizes) / sizeof(sizes[0]);
}

/* ---- One read after another ---- */

static uint64_t read_sectors(const struct bench_ctx *ctx, const struct reading *reading)
{
	return ctx->point[AXIS_SIZE] / reading->facts.sector_bytes;
}

/* The next sector, a multiple of the read's size: at random, or directly after the previous read
 * and from the disk's end back to its begin. */
static uint64_t read_next_sector(struct bench_ctx *ctx, struct reading *reading)
{
	uint64_t sectors = read_sectors(ctx, reading);
	uint64_t places = reading->facts.sectors / sectors, sector;

	if (ctx->point[AXIS_ORDER] == ORDER_RANDOM)
		return rng_next(&ctx->rng) % places * sectors;
	sector = reading->next_sector;
	reading->next_sector = sector / sectors + 1 < places ? sector + sectors : 0;
	return sector;
}

static int read_submit(struct bench_ctx *ctx, struct reading *reading, size_t index)
{
	struct disk_request *request = &reading->requests[index];
	int error;

	request->sector = read_next_sector(ctx, reading);
	reading->begun_tsc[index] = clock_read();
	error = platform_disk_submit(request);
	if (error == 0 && ++reading->in_flight > reading->most_in_flight)
		reading->most_in_flight = reading->in_flight;
	return error == 0 ? 0 : bench_error(ctx, -EIO, "cannot start a read: error %d", error);
}

/* Add a time. If the platform cannot observe a stamp, the stamp is 0, and nothing is added. */
static void read_add(uint64_t *stage, uint64_t begin_tsc, uint64_t end_tsc)
{
	if (begin_tsc != 0 && end_tsc != 0)
		*stage += end_tsc - begin_tsc;
}

static int read_finish(struct bench_ctx *ctx, struct reading *reading, uint64_t *values,
		       size_t *index)
{
	struct disk_request *request;
	uint64_t done_tsc, noticed_tsc;
	int error = platform_disk_wait(&request);

	done_tsc = clock_read();
	if (error != 0)
		return bench_error(ctx, -EIO, "%s", platform_disk_problem());
	if (request->status != 0)
		return bench_error(ctx, -EIO, "%s: cannot read %u bytes at sector %lu",
				   disk_of_point(ctx), request->bytes,
				   request->sector);
	reading->in_flight--;
	*index = (size_t)(request - reading->requests);
	noticed_tsc = request->entered_tsc != 0 ? request->entered_tsc : request->seen_tsc;
	read_add(&values[STAGE_SUBMIT], reading->begun_tsc[*index], request->rung_tsc);
	read_add(&values[STAGE_DEVICE], request->rung_tsc, noticed_tsc);
	read_add(&values[STAGE_INTERRUPT], request->entered_tsc, request->seen_tsc);
	read_add(&values[STAGE_COMPLETION], request->seen_tsc, done_tsc);
	return 0;
}

/* If nothing was added to a stage, the stage was not observable. */
static void read_conclude(const struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX],
			  uint64_t total_ticks)
{
	for (unsigned stage = 0; stage < STAGE_TOTAL; stage++) {
		if (values[stage] == 0)
			values[stage] = BENCH_NOT_MEASURED;
	}
	if (ctx->point[DISK_AXIS_COMPLETION] == DISK_POLL)
		values[STAGE_INTERRUPT] = BENCH_NO_SUCH_STAGE;
	values[STAGE_TOTAL] = total_ticks;
}

/* ---- Check that the reads are those that were asked for ---- */

static int read_check(struct bench_ctx *ctx, const struct reading *reading)
{
	int status = 0;

	for (size_t i = 0; i < ctx->point[AXIS_DEPTH] && status == 0; i++) {
		const struct disk_request *request = &reading->requests[i];

		status = disk_check_pattern(ctx, reading->pattern_sectors, request->buffer,
					    request->sector * reading->facts.sector_bytes,
					    request->bytes);
	}
	return status;
}

static void read_note_order(const struct bench_ctx *ctx, struct reading *reading)
{
	uint64_t sector = reading->requests[0].sector;

	reading->consecutive += reading->samples > 0 &&
				sector == reading->last_sector + read_sectors(ctx, reading);
	reading->unaligned += sector % read_sectors(ctx, reading) != 0;
	spread_note(&reading->spread, sector);
	reading->samples++;
	reading->last_sector = sector;
}

/* Random reads must reach all of the disk. */
static void read_verify_places(const struct bench_ctx *ctx, const struct reading *reading)
{
	if (reading->unaligned > 0)
		validity_check_failed(ctx, "places", "%u of %u reads do not begin at a multiple of "
						     "their size", reading->unaligned,
				      reading->samples);
	if (ctx->point[AXIS_ORDER] == ORDER_RANDOM &&
	    reading->facts.sectors / read_sectors(ctx, reading) >= PLACES_TELLING)
		spread_verify(ctx, &reading->spread, reading->facts.sectors, "reads", "sector");
}

/* All requests must be in flight at once. In a process, a request is a system call, which takes
 * longer than some clock reads. */
static void read_verify_requests(const struct bench_ctx *ctx, const struct reading *reading)
{
	if (reading->samples > 0 && reading->most_in_flight != ctx->point[AXIS_DEPTH])
		validity_check_failed(ctx, "depth", "at most %u requests were in flight",
				      reading->most_in_flight);
	if (platform_is_hosted() && reading->least_submit_ticks != 0 &&
	    reading->least_submit_ticks <= CALL_CLOCK_STEPS * measure_clock_step_ticks())
		validity_check_failed(ctx, "stamps", "a submission takes %lu ticks, less than its "
						     "system call", reading->least_submit_ticks);
}

/* On a small disk a sequence often begins again, and there are few places to choose from. */
static int read_verify(struct bench_ctx *ctx)
{
	const struct reading *reading = ctx->state;
	uint64_t places = reading->facts.sectors / read_sectors(ctx, reading);
	bool is_sequential = ctx->point[AXIS_ORDER] == ORDER_SEQUENTIAL;

	if (ctx->point[AXIS_DEPTH] == 1 && places >= PLACES_TELLING &&
	    reading->samples >= SAMPLES_TELLING &&
	    is_sequential != (2 * reading->consecutive >= reading->samples))
		validity_check_failed(ctx, "order", "%u of %u reads continue where the one before "
						    "ended", reading->consecutive,
				      reading->samples);
	read_verify_places(ctx, reading);
	read_verify_requests(ctx, reading);
	return 0;
}

/* ---- The benchmark ---- */

static int read_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct reading *reading = ctx->state;
	uint64_t depth = ctx->point[AXIS_DEPTH], begin_tsc, begun = 0, done = 0;
	size_t index = 0;
	int status = 0;

	for (unsigned stage = 0; stage < BENCH_STAGES_MAX; stage++)
		values[stage] = 0;
	begin_tsc = clock_read();
	for (; begun < depth && status == 0; begun++)
		status = read_submit(ctx, reading, begun);
	while (status == 0 && done < ctx->operations) {
		status = read_finish(ctx, reading, values, &index);
		done++;
		if (status == 0 && begun < ctx->operations) {
			status = read_submit(ctx, reading, index);
			begun++;
		}
	}
	if (status != 0)
		return status;
	if (reading->samples == 0 ||
	    values[STAGE_SUBMIT] / ctx->operations < reading->least_submit_ticks)
		reading->least_submit_ticks = values[STAGE_SUBMIT] / ctx->operations;
	read_conclude(ctx, values, clock_read() - begin_tsc);
	read_note_order(ctx, reading);
	return read_check(ctx, reading);
}

/* Before the first sample, the first sector tells whether the other sectors can be checked. */
static int read_detect_pattern(struct bench_ctx *ctx, struct reading *reading)
{
	struct disk_request *request = &reading->requests[0];
	int error;

	request->sector = 0;
	error = platform_disk_submit(request);
	if (error == 0)
		error = platform_disk_wait(&request);
	if (error != 0)
		return bench_error(ctx, -EIO, "%s", platform_disk_problem());
	if (request->status != 0)
		return bench_error(ctx, -EIO, "%s: cannot read the first sector",
				   disk_of_point(ctx));
	return disk_find_pattern(ctx, (size_t)ctx->point[DISK_AXIS_DEVICE], request->buffer,
				 &reading->pattern_sectors);
}

static int read_open(struct bench_ctx *ctx, struct reading *reading)
{
	const struct disk_use use = {
		.depth = (uint32_t)ctx->point[AXIS_DEPTH],
		.bytes = (uint32_t)ctx->point[AXIS_SIZE],
		.completion = (enum disk_completion)ctx->point[DISK_AXIS_COMPLETION],
	};
	int error = platform_disk_open((size_t)ctx->point[DISK_AXIS_DEVICE], &use, &reading->facts);

	return error == 0 ? 0 : disk_not_opened(ctx, error);
}

static void read_teardown(struct bench_ctx *ctx)
{
	(void)ctx;
	platform_disk_close();
}

static int read_setup(struct bench_ctx *ctx)
{
	struct reading *reading = ctx->state;
	uint64_t depth = ctx->point[AXIS_DEPTH];
	int status = read_open(ctx, reading);

	if (status != 0)
		return status;
	for (uint32_t i = 0; i < depth; i++)
		reading->requests[i] = (struct disk_request){
			.bytes = (uint32_t)ctx->point[AXIS_SIZE],
			.buffer = platform_disk_buffer(i),
		};
	ctx->operations = depth > 1 ? ROUNDS * depth : 1;
	ctx->bytes = ctx->point[AXIS_SIZE];
	if (ctx->bytes % reading->facts.sector_bytes != 0)
		status = bench_skip(ctx, "sector", "the disk has sectors of %u bytes",
				    reading->facts.sector_bytes);
	else if (reading->facts.sectors < read_sectors(ctx, reading))
		status = bench_skip(ctx, "capacity", "the disk has only %lu sectors",
				    reading->facts.sectors);
	else
		status = read_detect_pattern(ctx, reading);
	if (status != 0)
		read_teardown(ctx);
	return status;
}

static const struct axis axes[] = {
	[DISK_AXIS_DEVICE] = {"device", disk_device_labels, disk_axis_devices},
	[DISK_AXIS_COMPLETION] = {"completion", disk_completion_labels, disk_axis_completions},
	[AXIS_ORDER] = {"order", order_labels, read_orders},
	[AXIS_DEPTH] = {"depth", NULL, read_depths},
	[AXIS_SIZE] = {"size_bytes", NULL, read_sizes},
	{0},
};

static const char *const stages[] = {
	"submit", "device", "interrupt", "completion", "total", NULL,
};

const struct benchmark bench_disk_read = {
	.name = "disk.read",
	.summary = "one read from a disk, from request to data",
	.differs_hosted = "io_uring, or pread, on a device or file with O_DIRECT",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_DISK,
	.axes = axes,
	.is_of_devices = true,
	.stages = stages,
	.total = "total",
	.limit_ms = LIMIT_MS,
	.state_bytes = sizeof(struct reading),
	.setup = read_setup,
	.sample = read_sample,
	.verify = read_verify,
	.verified = "as many reads as the point says are in flight, single ones follow each other "
		    "as the order says, and random ones reach all of the disk; of a disk with a "
		    "pattern, also the data of each read",
	.teardown = read_teardown,
};
