/* SPDX-License-Identifier: MIT */
/* The disk that benchmarks read. It is never written. */
#ifndef TOOLS_RUN_DISK_H
#define TOOLS_RUN_DISK_H

#include <stdbool.h>

#include "lib/option/option.h"
#include "tools/run/qemu.h"

/* Parse FILE, null:SIZE or pattern:SIZE into struct qemu_options *to. */
bool disk_parse(void *to, const char *value, struct option_problem *problem);

/* Whether there is a disk. QEMU's record mode never completes disk requests. */
bool disk_is_selected(const struct qemu_options *options);

/* Whether there is no disk, or its reads always take the same number of instructions. */
bool disk_is_exact(const struct qemu_options *options);

/* Add QEMU's arguments for the disk, if any. */
void disk_add(struct arguments *arguments, const struct qemu_options *options);

/* Write the file of a pattern disk. On failure, prints the cause and returns false. */
bool disk_prepare(const struct qemu_options *options);

#endif
