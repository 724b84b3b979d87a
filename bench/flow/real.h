/* SPDX-License-Identifier: MIT */
/* The machine's real devices in workloads, as values of an axis. Each point names its device, so
 * results with different devices are not compared. */
#ifndef BENCH_FLOW_REAL_H
#define BENCH_FLOW_REAL_H

#include "bench/benchmark.h"
#include "bench/flow/script.h"

/* Values functions. real_disks stores the first usable disk, or else a simulated one. real_lines
 * does so for serial lines. An unusable device is skipped with its reason. */
size_t real_disks(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);
size_t real_lines(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

extern const char *real_disk_labels[], *real_line_labels[];

#define REAL_AXIS_DISK {"disk", real_disk_labels, real_disks}
#define REAL_AXIS_SERIAL {"serial", real_line_labels, real_lines}

/* Set the point's devices for a run. Reads the disk's first sector to find a pattern. Returns 0, or
 * bench_error's result if the disk cannot be read. */
int real_devices(struct bench_ctx *ctx, struct flow_real *real);

/* Whether a real device serves objects of a kind in a run with these devices. */
static inline bool real_serves(const struct flow_real *real, enum flow_object_kind kind)
{
	return (kind == FLOW_DISK && real->disk != 0) || (kind == FLOW_SERIAL && real->has_line);
}

#endif
