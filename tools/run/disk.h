/* SPDX-License-Identifier: MIT */
/* The disk that a machine is given to read. It is never written to. */
#ifndef TOOLS_RUN_DISK_H
#define TOOLS_RUN_DISK_H

#include <stdbool.h>

#include "lib/option/option.h"
#include "tools/run/qemu.h"

/* Take FILE, null:SIZE or pattern:SIZE into the struct qemu_options that to is. */
bool disk_parse(void *to, const char *value, struct option_problem *problem);

/* Whether there is one. While QEMU records, it leaves what a disk is asked unanswered. */
bool disk_is_given(const struct qemu_options *options);

/* Whether reads of it, if there is one, take the same number of instructions every time. */
bool disk_is_exact(const struct qemu_options *options);

/* QEMU's arguments for it, if there is one. */
void disk_add(struct arguments *arguments, const struct qemu_options *options);

/* Write the file of a pattern disk. On failure says why and returns false. */
bool disk_prepare(const struct qemu_options *options);

#endif
