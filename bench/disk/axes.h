/* SPDX-License-Identifier: MIT */
/* The first two axes of all disk benchmarks. */
#ifndef BENCH_DISK_AXES_H
#define BENCH_DISK_AXES_H

#include "bench/benchmark.h"
#include "bench/platform/disk.h"

enum {DISK_AXIS_DEVICE, DISK_AXIS_COMPLETION, DISK_AXES};

extern const char *disk_device_labels[DISKS_MAX];
extern const char *const disk_completion_labels[DISK_COMPLETIONS];

/* Values functions of the two axes: all disks, and the completion methods of the point's disk,
 * found by a probe. The second function skips a device that is no disk. */
size_t disk_axis_devices(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);
size_t disk_axis_completions(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

/* Whether a tick is an instruction. If so, the emulator's host decides when a read completes. Only
 * a CPU that halts until its only read is complete executes the same instructions each time. */
bool disk_has_host_time(void);

/* Name of the point's disk. */
const char *disk_of_point(const struct bench_ctx *ctx);

/* Result of a point after an error of platform_disk_open or platform_disk_probe. If the disk does
 * not exist or lacks a capability, or memory is insufficient, it is bench_skip's, else
 * bench_error's. */
int disk_not_opened(struct bench_ctx *ctx, int error);

/* Look for a pattern (lib/disk_pattern.h) in the disk's first sector, and store the number of
 * sectors with the pattern, or 0. It is an error if the first sector is another sector of a pattern
 * disk, or if the option disk.pattern promises a pattern that is missing. Returns 0 or
 * bench_error's result. */
int disk_find_pattern(struct bench_ctx *ctx, size_t disk, const uint8_t *first_sector,
		      uint64_t *pattern_sectors);

/* Check the data of a read against a pattern disk. Does nothing if pattern_sectors is 0. Returns 0
 * or bench_error's result. */
int disk_check_pattern(struct bench_ctx *ctx, uint64_t pattern_sectors, const uint8_t *data,
		       uint64_t offset, uint64_t bytes);

#endif
