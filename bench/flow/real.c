/* SPDX-License-Identifier: MIT */
#include "bench/flow/real.h"

#include "bench/disk/axes.h"
#include "bench/engine/options.h"
#include "bench/platform.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

#define SIMULATED "simulated"
#define SECTOR_BYTES_MAX 4096

/* Value 0 of both axes, which is a simulated device. */
const char *real_disk_labels[DISKS_MAX + 1] = {SIMULATED};
const char *real_line_labels[2] = {SIMULATED};

/* ---- Axes ---- */

/* Whether a disk is usable. If not, a skip gives the reason, unless the device is no disk. */
static bool real_disk_is_usable(struct bench_ctx *ctx, size_t disk)
{
	struct disk_facts facts;
	int error = platform_disk_probe(disk, &facts);

	if (error == -ENODEV)
		return false;
	if (error != 0 || !facts.can_interrupt)
		bench_skip(ctx, "disk", "%s", platform_disk_problem());
	else if (facts.sector_bytes > SECTOR_BYTES_MAX || facts.sectors < FLOW_DISK_BLOCKS)
		bench_skip(ctx, "capacity",
			   "%s has %lu sectors of %u bytes: only %u of %u are read",
			   platform_disk_name(disk), facts.sectors, facts.sector_bytes,
			   FLOW_DISK_BLOCKS, SECTOR_BYTES_MAX);
	else
		return true;
	return false;
}

/* Whether other CPUs notice the host's time. With instruction counting, the emulator's host decides
 * when reads complete. A CPU that halts until then does not notice, but other CPUs, which continue,
 * do. */
static bool is_seen_by_others(const struct bench_ctx *ctx)
{
	uint64_t cpus = 1;

	for (unsigned i = 0; ctx->bench->axes[i].name != NULL; i++) {
		if (strcmp(ctx->bench->axes[i].name, "cpus") == 0)
			cpus = ctx->point[i];
	}
	return platform_time_base() == TIME_INSTRUCTIONS && cpus > 1;
}

/* Whether nodes are separate machines, which must be at the same point whatever devices each
 * has. */
static bool is_apart(const struct bench_ctx *ctx)
{
	return ctx->options->flow_link != FLOW_BY_MEMORY;
}

size_t real_disks(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = platform_disk_count(), disk = 0;

	values[0] = 0;
	if (is_apart(ctx))
		return 1;
	if (count > 0 && is_seen_by_others(ctx)) {
		bench_skip(ctx, "host_time", "with instruction counting, only one CPU can read a "
					     "real disk reproducibly");
		return 1;
	}
	while (disk < count && !real_disk_is_usable(ctx, disk))
		disk++;
	if (disk < count) {
		ctx->missing = NULL;
		real_disk_labels[disk + 1] = platform_disk_name(disk);
		values[0] = disk + 1;
	}
	return 1;
}

size_t real_lines(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	const char *missing, *name;

	values[0] = 0;
	if (is_apart(ctx))
		return 1;
	name = platform_flow_line(&missing);
	if (name != NULL)
		real_line_labels[1] = name;
	else if (missing != NULL)
		bench_skip(ctx, "serial", "%s", missing);
	values[0] = name != NULL;
	return 1;
}

/* ---- Devices of a point ---- */

static int real_read_first(struct disk_request *request)
{
	int error = platform_disk_submit(request);

	return error != 0 ? error : platform_disk_wait(&request);
}

static int real_detect_pattern(struct bench_ctx *ctx, struct flow_real *real)
{
	const struct disk_use use = {
		.depth = 1, .bytes = SECTOR_BYTES_MAX, .completion = DISK_INTERRUPT,
	};
	struct disk_request request = {0};
	struct disk_facts facts;
	int error = platform_disk_open(real->disk - 1, &use, &facts);

	if (error != 0)
		return bench_error(ctx, -EIO, "%s", platform_disk_problem());
	request.bytes = facts.sector_bytes;
	request.buffer = platform_disk_buffer(0);
	error = real_read_first(&request);
	if (error != 0)
		bench_error(ctx, -EIO, "%s", platform_disk_problem());
	else if (request.status != 0)
		error = bench_error(ctx, -EIO, "%s: cannot read the first sector",
				    platform_disk_name(real->disk - 1));
	else
		error = disk_find_pattern(ctx, real->disk - 1, request.buffer,
					  &real->pattern_sectors);
	platform_disk_close();
	return error != 0 ? -EIO : 0;
}

int real_devices(struct bench_ctx *ctx, struct flow_real *real)
{
	*real = (struct flow_real){0};
	for (unsigned i = 0; ctx->bench->axes != NULL && ctx->bench->axes[i].name != NULL; i++) {
		if (ctx->bench->axes[i].values == real_disks)
			real->disk = (uint32_t)ctx->point[i];
		else if (ctx->bench->axes[i].values == real_lines)
			real->has_line = ctx->point[i] != 0;
	}
	return real->disk != 0 ? real_detect_pattern(ctx, real) : 0;
}
