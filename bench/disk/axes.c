/* SPDX-License-Identifier: MIT */
#include "bench/disk/axes.h"

#include "bench/engine/options.h"
#include "bench/platform.h"
#include "lib/disk_pattern.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

const char *disk_device_labels[DISKS_MAX];
const char *const disk_completion_labels[DISK_COMPLETIONS] = {
	[DISK_POLL] = "poll", [DISK_INTERRUPT] = "interrupt",
};

size_t disk_axis_devices(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = platform_disk_count();

	(void)ctx;
	for (size_t disk = 0; disk < count; disk++) {
		disk_device_labels[disk] = platform_disk_name(disk);
		values[disk] = disk;
	}
	return count;
}

bool disk_has_host_time(void)
{
	return platform_time_base() == TIME_INSTRUCTIONS;
}

size_t disk_axis_completions(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	struct disk_facts facts;
	size_t count = 0;

	if (platform_disk_probe((size_t)ctx->point[DISK_AXIS_DEVICE], &facts) != 0) {
		bench_skip(ctx, "disk", "%s", platform_disk_problem());
		return 0;
	}
	if (!disk_has_host_time() && facts.can_poll)
		values[count++] = DISK_POLL;
	else if (disk_has_host_time())
		bench_skip(ctx, "host_time", "with instruction counting, the host decides when a "
					     "read completes, so the number of polls is "
					     "meaningless");
	if (facts.can_interrupt)
		values[count++] = DISK_INTERRUPT;
	else
		bench_skip(ctx, "interrupt", "%s", platform_disk_problem());
	return count;
}

const char *disk_of_point(const struct bench_ctx *ctx)
{
	return platform_disk_name((size_t)ctx->point[DISK_AXIS_DEVICE]);
}

int disk_not_opened(struct bench_ctx *ctx, int error)
{
	if (error == -ENOTSUP || error == -ENODEV)
		return bench_skip(ctx, "disk", "%s", platform_disk_problem());
	if (error == -ENOMEM)
		return bench_skip(ctx, "memory", "no memory for the buffers of this size");
	return bench_error(ctx, error, "%s", platform_disk_problem());
}

int disk_find_pattern(struct bench_ctx *ctx, size_t disk, const uint8_t *first_sector,
		      uint64_t *pattern_sectors)
{
	bool is_promised = strcmp(platform_disk_name(disk), ctx->options->pattern_disk) == 0;

	*pattern_sectors = disk_pattern_count(first_sector);
	if (*pattern_sectors == 0 && (is_promised || disk_pattern_is_marked(first_sector)))
		return bench_error(ctx, -EIO, "sector 0 of %s has wrong data",
				   platform_disk_name(disk));
	return 0;
}

/* Check every sector's number, and the CRC of the first and the last. */
int disk_check_pattern(struct bench_ctx *ctx, uint64_t pattern_sectors, const uint8_t *data,
		    uint64_t offset, uint64_t bytes)
{
	uint64_t first = offset / PATTERN_SECTOR_BYTES, count = bytes / PATTERN_SECTOR_BYTES;

	for (uint64_t i = 0; i < count && first + i < pattern_sectors; i++) {
		const uint8_t *sector = data + i * PATTERN_SECTOR_BYTES;
		bool is_end = i == 0 || i + 1 == count;

		if (is_end ? !disk_pattern_is_valid(sector, first + i)
			   : !disk_pattern_has_number(sector, first + i))
			return bench_error(ctx, -EIO, "sector %lu of %s has wrong data",
					   first + i, disk_of_point(ctx));
	}
	return 0;
}
