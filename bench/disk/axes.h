/* SPDX-License-Identifier: MIT */
/* What benchmarks of disks sweep alike: their first two axes. */
#ifndef BENCH_DISK_AXES_H
#define BENCH_DISK_AXES_H

#include "bench/benchmark.h"
#include "bench/platform/disk.h"

enum {DISK_AXIS_DEVICE, DISK_AXIS_COMPLETION, DISK_AXES};

extern const char *disk_device_labels[DISKS_MAX];
extern const char *const disk_completion_labels[DISK_COMPLETIONS];

/* All disks; and the ways to notice a completed read that the point's disk has, which is tried:
 * what turns out to be no disk is left out here, once. */
size_t disk_axis_devices(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);
size_t disk_axis_completions(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

/* Whether a tick is an instruction: then an emulator completes reads when its host gets to it, and
 * only a CPU that rests until one read is complete does not see when. */
bool disk_has_host_time(void);

/* The name of the point's disk. */
const char *disk_of_point(const struct bench_ctx *ctx);

/* What a point returns of which platform_disk_open, or the probe, returned error: a skip where
 * there is no such disk, or it has not what it takes, else an error. */
int disk_not_opened(struct bench_ctx *ctx, int error);

/* Check a read of that many bytes against a pattern disk's sectors (lib/disk_pattern.h); with
 * pattern_sectors 0 there is nothing to check. Returns 0 or bench_error's. */
int disk_check_pattern(struct bench_ctx *ctx, uint64_t pattern_sectors, const uint8_t *data,
		       uint64_t offset, uint64_t bytes);

#endif
