/* SPDX-License-Identifier: MIT */
/* Which of the machine's own devices workloads use: the values of an axis, so that a figure says
 * by its point what it was taken with, and is compared with no other. */
#ifndef BENCH_FLOW_REAL_H
#define BENCH_FLOW_REAL_H

#include "bench/benchmark.h"
#include "bench/flow/script.h"

/* The first disk that can be used, or else a simulated one; the same of a serial line. A device
 * that is there and can't be used is left out with a skip that says why. */
size_t real_disks(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);
size_t real_lines(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

extern const char *real_disk_labels[], *real_line_labels[];

#define REAL_AXIS_DISK {"disk", real_disk_labels, real_disks}
#define REAL_AXIS_SERIAL {"serial", real_line_labels, real_lines}

/* What the point says of the devices of a run. Returns 0, or what bench_error returned if the
 * disk can't be read. Reads the disk's first sector, to see whether it is a pattern disk. */
int real_devices(struct bench_ctx *ctx, struct flow_real *real);

/* Whether objects of a kind are served by one, in a run of such devices. */
static inline bool real_serves(const struct flow_real *real, enum flow_object_kind kind)
{
	return (kind == FLOW_DISK && real->disk != 0) || (kind == FLOW_SERIAL && real->has_line);
}

#endif
